import { Migration } from '@mikro-orm/migrations';

/** Opt-outs that outlast the successor's row, by a keyed hash of the address; an owner's go with the account. */
export class Migration20261127040001_add_opt_outs extends Migration {
  override up(): void {
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
