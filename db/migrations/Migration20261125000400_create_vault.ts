import { Migration } from '@mikro-orm/migrations';

/** Vault entries, their trash, and how much of both each owner has. */
export class Migration20261125000400_create_vault extends Migration {
  override up(): void {
    this.addSql(`
      create table vault_entry (
        user_id uuid not null references "user" on delete cascade,
        id uuid not null,
        encrypted_data text not null,
        iv text not null,
        salt text not null,
        algorithm text not null,
        category text not null,
        tags text[] not null default '{}',
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`);
    this.addSql('create index on vault_entry (user_id, created_at, id)');
    // The trash is a table of its own, so that no list, export or successor can come across deleted entries. `seq` is the
    // order in which entries were put there.
    this.addSql(`
      create table trashed_entry (
        id uuid primary key default gen_random_uuid(),
        seq bigint generated always as identity,
        user_id uuid not null references "user" on delete cascade,
        entry_id uuid not null,
        encrypted_data text not null,
        iv text not null,
        salt text not null,
        algorithm text not null,
        category text not null,
        tags text[] not null default '{}',
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        assignments json not null default '[]',
        reason text not null check (reason in ('deleted', 'changed')),
        bytes int not null,
        deleted_at timestamptz not null
      )`);
    this.addSql('create index on trashed_entry (user_id, seq) include (bytes)');
    this.addSql('create index on trashed_entry (user_id, entry_id, seq)');
    this.addSql('create index on trashed_entry (deleted_at)');
    // Limits are checked at every addition, and counting takes longer the more there is. Triggers keep the sums, so that no
    // statement can forget to.
    this.addSql(`
      create table vault_size (
        user_id uuid primary key references "user" on delete cascade,
        entries int not null,
        entry_bytes bigint not null default 0,
        trashed int not null,
        trashed_bytes bigint not null,
        files int not null default 0,
        file_bytes bigint not null default 0
      )`);
    this.addSql(`
      create function add_to_vault_size() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'vault_entry' then
          insert into vault_size as v (user_id, entries, entry_bytes, trashed, trashed_bytes)
            select user_id, count(*), sum(octet_length(encrypted_data)), 0, 0 from touched group by user_id
            on conflict (user_id) do update set entries = v.entries + excluded.entries,
              entry_bytes = v.entry_bytes + excluded.entry_bytes;
        else
          insert into vault_size as v (user_id, entries, trashed, trashed_bytes)
            select user_id, 0, count(*), sum(bytes) from touched group by user_id
            on conflict (user_id) do update set trashed = v.trashed + excluded.trashed,
              trashed_bytes = v.trashed_bytes + excluded.trashed_bytes;
        end if;
        return null;
      end
      $$`);
    this.addSql(`
      create function take_from_vault_size() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'vault_entry' then
          update vault_size v set entries = v.entries - t.rows, entry_bytes = v.entry_bytes - t.bytes
            from (select user_id, count(*) as rows, sum(octet_length(encrypted_data)) as bytes
                  from touched group by user_id) t
            where v.user_id = t.user_id;
        else
          update vault_size v set trashed = v.trashed - t.rows, trashed_bytes = v.trashed_bytes - t.bytes
            from (select user_id, count(*) as rows, sum(bytes) as bytes from touched group by user_id) t
            where v.user_id = t.user_id;
        end if;
        return null;
      end
      $$`);
    for (const table of ['vault_entry', 'trashed_entry']) {
      this.addSql(`
        create trigger add_to_vault_size after insert on ${table} referencing new table as touched
          for each statement execute function add_to_vault_size()`);
      this.addSql(`
        create trigger take_from_vault_size after delete on ${table} referencing old table as touched
          for each statement execute function take_from_vault_size()`);
    }
    this.addSql(`
      create function change_vault_size() returns trigger language plpgsql as $$
      begin
        update vault_size v set entry_bytes = v.entry_bytes + t.bytes
          from (select user_id, sum(bytes) as bytes
                from (select user_id, octet_length(encrypted_data) as bytes from later
                      union all select user_id, -octet_length(encrypted_data) from former) difference
                group by user_id having sum(bytes) <> 0) t
          where v.user_id = t.user_id;
        return null;
      end
      $$`);
    this.addSql(`
      create trigger change_vault_size after update on vault_entry referencing old table as former new table as later
        for each statement execute function change_vault_size()`);
    // A new entry, with the sign of life that a person's write is, in one round trip. Returns its ID. It writes nothing and
    // returns null if the switch has begun something or has yet to start over after a restored backup, the ID is taken or a
    // limit is reached: the API decides then. `most` has the limits of the account's plan: how many entries and bytes of
    // them, and for the trash how many rows and bytes. The locks are those of every write to a vault, in the same order.
    this.addSql(`
      create function store_entry(which uuid, alive boolean, moment timestamptz, new_id uuid, sealed text,
        sealed_iv text, sealed_salt text, sealed_with text, its_category text, its_tags text[], most bigint[])
      returns uuid language plpgsql as $$
      begin
        if alive then
          perform 1 from switch where user_id = which and status in ('off', 'armed', 'paused')
            and last_seen_at >= coalesce(restoring(), '-infinity') for update;
          if not found then
            return null;
          end if;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('entries/' || which, 0));
        perform 1 from vault_size where user_id = which
          and (entries >= most[1] or entry_bytes + octet_length(sealed) > most[2]
            or trashed > most[3] or trashed_bytes > most[4]);
        if found or octet_length(sealed) > most[2] then
          return null;
        end if;
        insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, tags, version, created_at,
            updated_at)
          values (which, new_id, sealed, sealed_iv, sealed_salt, sealed_with, its_category, its_tags, 1, moment, moment)
          on conflict do nothing;
        if not found then
          return null;
        end if;
        if alive then
          update switch set last_seen_at = greatest(last_seen_at, moment) where user_id = which;
        end if;
        return new_id;
      end
      $$`);
  }

  override down(): void {
    this.addSql('drop table vault_size, trashed_entry, vault_entry');
    this.addSql('drop function store_entry, change_vault_size, take_from_vault_size, add_to_vault_size');
  }
}
