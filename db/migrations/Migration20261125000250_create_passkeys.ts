import { Migration } from '@mikro-orm/migrations';

/** Passkeys: what owners can log in with instead of their password. */
export class Migration20261125000250_create_passkeys extends Migration {
  override up(): void {
    this.addSql(`
      create table passkey (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        credential_id text not null unique,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        is_synced boolean not null,
        name text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        challenged_at timestamptz(3)
      )`);
    this.addSql('create index on passkey (user_id)');
  }

  override down(): void {
    this.addSql('drop table passkey');
  }
}
