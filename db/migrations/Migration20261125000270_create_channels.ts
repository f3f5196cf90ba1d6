import { Migration } from '@mikro-orm/migrations';

/** Other ways to an owner than the mailbox of their account. */
export class Migration20261125000270_create_channels extends Migration {
  override up(): void {
    this.addSql(`
      create table channel (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        kind text not null check (kind in ('mailbox', 'webhook', 'push')),
        name text not null,
        address text not null,
        p256dh text,
        auth text,
        code_round int not null,
        code_sent_at timestamptz not null,
        verified_at timestamptz,
        secret_round int not null default 1,
        secret_rotated_at timestamptz,
        last_accepted_at timestamptz,
        last_failed_at timestamptz,
        last_error text,
        created_at timestamptz not null,
        check ((kind = 'push') = (p256dh is not null) and (kind = 'push') = (auth is not null)),
        unique (user_id, address)
      )`);
  }

  override down(): void {
    this.addSql('drop table channel');
  }
}
