import { Migration } from '@mikro-orm/migrations';

/**
 * Deleted accounts take their activity records along. How far those reached stays known, however they were deleted:
 * a database whose highest record is lower than before is one from a backup, and nothing else.
 */
export class Migration20261121120000_note_removed_activity extends Migration {
  override up(): void {
    this.addSql('create table removed_activity (highest bigint primary key)');
    this.addSql(`
      create function note_removed_activity() returns trigger language plpgsql as $$
      begin
        insert into removed_activity (highest)
          select max(id) from removed having max(id) is not null on conflict do nothing;
        return null;
      end $$`);
    this.addSql(`
      create trigger note_removed_activity after delete on activity
        referencing old table as removed for each statement execute function note_removed_activity()`);
  }

  override down(): void {
    this.addSql('drop trigger note_removed_activity on activity');
    this.addSql('drop function note_removed_activity');
    this.addSql('drop table removed_activity');
  }
}
