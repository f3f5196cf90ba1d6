import { Migration } from '@mikro-orm/migrations';

/** Opt-outs: mailboxes that want no more mail from an owner, or from anyone. */
export class Migration20261125000700_create_opt_outs extends Migration {
  override up(): void {
    // No reference to the successor, whose row an opt-out outlives.
    this.addSql(`
      create table opt_out (
        id uuid primary key,
        mailbox bytea not null,
        user_id uuid references "user" on delete cascade,
        created_at timestamptz not null,
        unique nulls not distinct (mailbox, user_id)
      )`);
    this.addSql('create index on opt_out (user_id)');
  }

  override down(): void {
    this.addSql('drop table opt_out');
  }
}
