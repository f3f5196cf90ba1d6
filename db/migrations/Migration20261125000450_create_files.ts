import { Migration } from '@mikro-orm/migrations';

/** Files of entries. Their bytes are in a store, under `key`. */
export class Migration20261125000450_create_files extends Migration {
  override up(): void {
    // An entry that is in the trash isn't in vault_entry, so there is no foreign key to it. A trigger below deletes its files
    // once it is gone for good.
    this.addSql(`
      create table file (
        user_id uuid not null references "user" on delete cascade,
        id uuid not null,
        entry_id uuid not null,
        size bigint not null check (size > 0),
        sha256 text not null,
        state text not null check (state in ('uploading', 'stored')),
        store text not null check (store in ('folder', 's3')),
        key uuid not null unique,
        created_at timestamptz not null,
        touched_at timestamptz not null,
        deleted_at timestamptz,
        writer uuid,
        leased_until timestamptz,
        primary key (user_id, id)
      )`);
    // No file is stored twice.
    this.addSql('create unique index on file (user_id, entry_id, sha256)');
    this.addSql(`create index on file (touched_at) where state = 'uploading'`);
    this.addSql('create index on file (deleted_at) where deleted_at is not null');
    // First the row goes, then, 30 days later, the bytes: a backup restored until then still finds them.
    this.addSql(`
      create table removed_file (
        key uuid primary key,
        store text not null check (store in ('folder', 's3')),
        bytes bigint not null,
        user_id uuid references "user" on delete set null,
        removed_at timestamptz
      )`);
    this.addSql('create index on removed_file (removed_at)');
    this.addSql('create index on removed_file (user_id) include (bytes)');
    this.addSql(`
      create function add_files() returns trigger language plpgsql as $$
      begin
        insert into vault_size as v (user_id, entries, trashed, trashed_bytes, files, file_bytes)
          select user_id, 0, 0, 0, count(*), sum(size) from touched group by user_id
          on conflict (user_id) do update set files = v.files + excluded.files,
            file_bytes = v.file_bytes + excluded.file_bytes;
        return null;
      end
      $$`);
    // Nobody ever read an upload that didn't end, so its bytes go at once. While an account is deleted, its row is already gone.
    // A restored backup may name bytes again that were noted as removed.
    this.addSql(`
      create function take_files() returns trigger language plpgsql as $$
      begin
        update vault_size v set files = v.files - t.rows, file_bytes = v.file_bytes - t.bytes
          from (select user_id, count(*) as rows, sum(size) as bytes from touched group by user_id) t
          where v.user_id = t.user_id;
        insert into removed_file (key, store, bytes, user_id, removed_at)
          select key, store, size, u.id, case state when 'uploading' then '-infinity'::timestamptz end
          from touched left join "user" u on u.id = touched.user_id
          on conflict (key) do update set removed_at = excluded.removed_at, user_id = excluded.user_id;
        return null;
      end
      $$`);
    this.addSql(`
      create trigger add_files after insert on file referencing new table as touched
        for each statement execute function add_files()`);
    this.addSql(`
      create trigger take_files after delete on file referencing old table as touched
        for each statement execute function take_files()`);
    // An entry leaves the vault only for the trash, so what is in neither was removed from the trash last.
    this.addSql(`
      create function delete_files_with_entry() returns trigger language plpgsql as $$
      begin
        delete from file f using touched t
          where f.user_id = t.user_id and f.entry_id = t.entry_id
            and not exists (select 1 from vault_entry v where v.user_id = t.user_id and v.id = t.entry_id)
            and not exists (select 1 from trashed_entry o where o.user_id = t.user_id and o.entry_id = t.entry_id);
        return null;
      end
      $$`);
    this.addSql(`
      create trigger delete_files_with_entry after delete on trashed_entry referencing old table as touched
        for each statement execute function delete_files_with_entry()`);
  }

  override down(): void {
    this.addSql('drop trigger delete_files_with_entry on trashed_entry');
    this.addSql('drop table removed_file, file');
    this.addSql('drop function delete_files_with_entry, take_files, add_files');
  }
}
