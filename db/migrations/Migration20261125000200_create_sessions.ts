import { Migration } from '@mikro-orm/migrations';

/** Sessions: where each owner is logged in. */
export class Migration20261125000200_create_sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table session (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        kind text not null check (kind in ('browser', 'app', 'bearer')),
        refresh_hash bytea not null,
        rotated_at timestamptz,
        ip_address text,
        user_agent text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz,
        confirmed_at timestamptz,
        established_device boolean not null default false
      )`);
    this.addSql('create unique index on session (refresh_hash)');
    this.addSql('create index on session (user_id)');
  }

  override down(): void {
    this.addSql('drop table session');
  }
}
