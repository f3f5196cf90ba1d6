import { Migration } from '@mikro-orm/migrations';

/** Removed accounts, successors and opt-outs, so that a restored backup does not bring them back unseen. */
export class Migration20261125001700_create_removals extends Migration {
  override up(): void {
    // Hashes, which reconcile also keeps outside the database. An ID is random, so its hash tells nothing.
    this.addSql('create table removal (hash bytea, day date, primary key (hash, day))');
    this.addSql('create index on removal (day)');
    this.addSql(`
      create function removal_hash(kind text, subject text) returns bytea language sql immutable parallel safe
      return substring(sha256(convert_to('removal/' || kind || '/' || subject, 'UTF8')) from 1 for 12)`);
    // By the database's clock, because a trigger has no other. Only the day matters, and not its length in tests.
    this.addSql(`
      create function note_removal(kind text, subject text) returns void language sql
      begin atomic
        insert into removal (hash, day)
          values (removal_hash(kind, subject), (clock_timestamp() at time zone 'UTC')::date) on conflict do nothing;
      end`);
    // Triggers, so that no code path can forget it. A successor is a person at an address: with another, they are new.
    this.addSql(`
      create function note_removed_successor() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and old.second_email <> coalesce(new.second_email, '') then
          perform note_removal('second_address', old.id || '/' || old.second_email);
        end if;
        if tg_op = 'UPDATE' and new.email = old.email then
          if new.opted_out_at is not null and old.opted_out_at is null then
            perform note_removal('opt_out', old.id || '/' || old.email);
          end if;
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
        when (new.email <> old.email or old.second_email <> coalesce(new.second_email, '')
          or (new.opted_out_at is not null and old.opted_out_at is null))
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
  }

  override down(): void {
    this.addSql('drop trigger note_removed_account on "user"');
    this.addSql('drop trigger note_changed_successor on successor');
    this.addSql('drop trigger note_removed_successor on successor');
    this.addSql('drop function note_removed_account, note_removed_successor, note_removal, removal_hash');
    this.addSql('drop table removal');
  }
}
