import { Migration } from '@mikro-orm/migrations';

/** After a restored backup owners are told, and whoever was removed since does not come back unseen. */
export class Migration20261123000050_tell_of_restores extends Migration {
  override up(): void {
    // - day_ms: the length of a day, by which the new moments are spread
    // - known_until: the newest moment that the restored database knows
    // - told_after, told, told_at: the owners up to this one have been told, how many, and when all had been
    this.addSql(`
      alter table restoration add column day_ms double precision not null default 86400000,
        add column known_until timestamptz, add column told_after uuid, add column told int not null default 0,
        add column told_at timestamptz`);
    this.addSql('update restoration set told_at = done_at');
    this.addSql(`
      create function open_restoration() returns json language plpgsql as $$
      begin
        return (select json_build_object('at', extract(epoch from restored_at) * 1000, 'dayMs', day_ms)
          from restoration where done_at is null);
      end
      $$`);
    // What is gone, as hashes that reconcile also keeps outside the database. An ID is random, so its hash tells nothing.
    this.addSql('create table removal (hash bytea, day date, primary key (hash, day))');
    this.addSql('create index on removal (day)');
    this.addSql(`
      create function removal_hash(kind text, subject text) returns bytea language sql immutable parallel safe
      return substring(sha256(convert_to('removal/' || kind || '/' || subject, 'UTF8')) from 1 for 12)`);
    // By the database's clock, as no other is at hand in a trigger; only the day matters, and not its length in tests.
    this.addSql(`
      create function note_removal(kind text, subject text) returns void language sql
      begin atomic
        insert into removal (hash, day)
          values (removal_hash(kind, subject), (clock_timestamp() at time zone 'UTC')::date) on conflict do nothing;
      end`);
    // Triggers, so that no code path can forget it. A successor is somebody at an address: at another, they are new.
    this.addSql(`
      create function note_removed_successor() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and new.email = old.email then
          perform note_removal('opt_out', old.id || '/' || old.email);
        -- Not for those who are deleted together with their owner's account.
        elsif tg_op = 'UPDATE' or exists (select 1 from "user" where id = old.user_id) then
          perform note_removal('successor', old.id || '/' || old.email);
        end if;
        return null;
      end
      $$`);
    this.addSql(`
      create trigger note_removed_successor after delete on successor
        for each row execute function note_removed_successor()`);
    this.addSql(`
      create trigger note_changed_successor after update on successor for each row
        when (new.email <> old.email or (new.opted_out_at is not null and old.opted_out_at is null))
        execute function note_removed_successor()`);
    this.addSql(`
      create function note_removed_account() returns trigger language plpgsql as $$
      begin
        perform note_removal('account', old.id::text);
        return null;
      end
      $$`);
    this.addSql(`
      create trigger note_removed_account after delete on "user"
        for each row execute function note_removed_account()`);
    this.addSql('alter table successor add column returned_at timestamptz(3)');
    this.addSql('alter table "user" add column returned_at timestamptz(3)');
    this.addSql('create index on "user" (returned_at) where returned_at is not null');
    this.addSql(`insert into mail_kind (name, follows_owner) values ('restored', true)`);
  }

  override down(): void {
    this.addSql(`delete from mail where kind = 'restored'`);
    this.addSql(`delete from mail_kind where name = 'restored'`);
    this.addSql('alter table "user" drop column returned_at');
    this.addSql('alter table successor drop column returned_at');
    this.addSql('drop trigger note_removed_account on "user"');
    this.addSql('drop trigger note_changed_successor on successor');
    this.addSql('drop trigger note_removed_successor on successor');
    this.addSql(
      'drop function note_removed_account, note_removed_successor, note_removal, removal_hash, open_restoration',
    );
    this.addSql('drop table removal');
    this.addSql(`
      alter table restoration drop column day_ms, drop column known_until, drop column told_after,
        drop column told, drop column told_at`);
  }
}
