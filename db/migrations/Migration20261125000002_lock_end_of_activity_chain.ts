import { Migration } from '@mikro-orm/migrations';

/**
 * The end of an owner's chain of activity records, locked until commit: whoever waited for it reads what the one before
 * them appended, as each statement of a volatile function sees what was committed when it began.
 */
export class Migration20261125000002_lock_end_of_activity_chain extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function chain_end(which uuid) returns text language plpgsql as $$
      declare
        last text;
      begin
        perform pg_advisory_xact_lock(hashtextextended('activity/' || which, 0));
        select signature into last from activity where user_id = which order by id desc limit 1;
        return last;
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop function chain_end');
  }
}
