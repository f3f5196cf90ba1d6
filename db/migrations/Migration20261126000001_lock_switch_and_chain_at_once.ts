import { Migration } from '@mikro-orm/migrations';

/**
 * A switch that is about to change, and the end of its owner's log, in one round trip: nearly every change is recorded.
 * Locked in this order, as by all who do one after the other. Who locks a switch for anything else uses `load_switch`,
 * and leaves the log alone until they have something to record.
 */
export class Migration20261126000001_lock_switch_and_chain_at_once extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function lock_switch(which uuid) returns table (
        row_of_switch json, email_verified boolean, verified_successors json, handing_over boolean, log_end text
      ) language plpgsql as $$
      begin
        return query select held.*, chain_end(which) from load_switch(which, true) held;
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop function lock_switch');
  }
}
