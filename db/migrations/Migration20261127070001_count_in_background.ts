import { Migration } from '@mikro-orm/migrations';

/**
 * What is read at millions of rows: counts of tables that only grow, kept in one row, and indexes for what was looked
 * up without one.
 */
export class Migration20261127070001_count_in_background extends Migration {
  override up(): void {
    this.addSql('set local statement_timeout = 0');
    this.addSql(`
      create table counted (
        id int primary key check (id = 1),
        users int not null,
        verified int not null,
        switches json not null,
        mails json not null,
        counted_at timestamptz not null,
        took_ms int not null
      )`);
    // Counted by the first worker that starts; until then it is as old as can be.
    this.addSql(`insert into counted values (1, 0, 0, '{}', '[]', 'epoch', 0)`);
    // Whether an address has ever taken a mail, asked of every refused warning.
    this.addSql(`create index mail_recipient_idx on mail (recipient, accepted_at) where status = 'accepted'`);
    // The same index twice: made by the first migration and once more by a later one.
    this.addSql('drop index if exists mail_created_at_idx1');
    this.addSql('create index liveness_started_at_idx on liveness (service, started_at)');
    // Redis knows locked addresses by their hash; the dashboard asks whose they are.
    this.addSql(`
      create function email_hash(email text) returns text language sql immutable parallel safe
      return encode(sha256(convert_to(email, 'UTF8')), 'hex')`);
    this.addSql('create index user_email_hash_idx on "user" (email_hash(email))');
  }

  override down(): void {
    this.addSql('drop index user_email_hash_idx');
    this.addSql('drop function email_hash');
    this.addSql('drop index liveness_started_at_idx');
    this.addSql(`create index mail_created_at_idx1 on mail (created_at) where status = 'queued'`);
    this.addSql('drop index mail_recipient_idx');
    this.addSql('drop table counted');
  }
}
