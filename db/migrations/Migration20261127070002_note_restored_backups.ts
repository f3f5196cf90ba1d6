import { Migration } from '@mikro-orm/migrations';

/**
 * Starting over after a restored backup, as a row that it can be resumed from; and a sequence that every sign of life
 * advances, also one that writes no record: a database whose sequence is lower than before is one from a backup.
 */
export class Migration20261127070002_note_restored_backups extends Migration {
  override up(): void {
    // A backup of an older version, restored over this one, may have left them.
    this.addSql('drop table if exists restoration');
    this.addSql('drop sequence if exists sign_of_life');
    this.addSql(`
      create table restoration (
        id uuid primary key,
        reason text not null check (reason in ('older', 'timeline', 'operator', 'moved')),
        restored_at timestamptz(3) not null,
        after_user_id uuid,
        started_over int not null default 0,
        claimed_by uuid,
        claimed_until timestamptz,
        done_at timestamptz
      )`);
    // One at a time: a later one takes the place of one that is under way.
    this.addSql('create unique index restoration_open_idx on restoration ((true)) where done_at is null');
    this.addSql(`
      create or replace function restoring() returns timestamptz language plpgsql as $$
      begin
        return (select restored_at from restoration where done_at is null);
      end
      $$`);
    this.addSql('create sequence sign_of_life');
    this.addSql(`
      create or replace function note_sign_of_life() returns trigger language plpgsql as $$
      begin
        if new.last_seen_at > old.last_seen_at then
          perform nextval('sign_of_life');
        end if;
        return new;
      end
      $$`);
    // Whoever moves the moment, and however: no path can forget it. The condition is in the function, so that nothing
    // depends on the column.
    this.addSql(`
      create trigger note_sign_of_life before update on switch
        for each row execute function note_sign_of_life()`);
  }

  override down(): void {
    this.addSql('drop trigger note_sign_of_life on switch');
    this.addSql('drop function note_sign_of_life');
    this.addSql('drop sequence sign_of_life');
    this.addSql('drop function restoring');
    this.addSql('drop table restoration');
  }
}
