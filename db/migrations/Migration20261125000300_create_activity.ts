import { Migration } from '@mikro-orm/migrations';

/** The activity log of each account. */
export class Migration20261125000300_create_activity extends Migration {
  override up(): void {
    this.addSql(`
      create table activity (
        id bigint generated always as identity primary key,
        user_id uuid not null references "user" on delete cascade,
        type text not null,
        at timestamptz not null,
        ip_address text,
        user_agent text,
        detail json not null,
        signature text not null
      )`);
    this.addSql('create index on activity (user_id, id)');
    // The end of an owner's chain, locked until commit. The function is volatile, so its second statement sees everything
    // that was committed while the first one waited for the lock.
    this.addSql(`
      create function chain_end(which uuid) returns text language plpgsql as $$
      declare
        last text;
      begin
        perform pg_advisory_xact_lock(hashtextextended('activity/' || which, 0));
        select signature into last from activity where user_id = which order by id desc limit 1;
        return last;
      end
      $$`);
    // A database whose highest activity ID is lower than before is a restored backup. Deleting an account deletes its
    // records, so a trigger keeps the highest of their IDs.
    this.addSql('create table removed_activity (highest bigint primary key)');
    this.addSql(`
      create function note_removed_activity() returns trigger language plpgsql as $$
      begin
        insert into removed_activity (highest)
          select max(id) from removed having max(id) is not null on conflict do nothing;
        return null;
      end
      $$`);
    this.addSql(`
      create trigger note_removed_activity after delete on activity
        referencing old table as removed for each statement execute function note_removed_activity()`);
  }

  override down(): void {
    this.addSql('drop table activity, removed_activity');
    this.addSql('drop function note_removed_activity, chain_end');
  }
}
