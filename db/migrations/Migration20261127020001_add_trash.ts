import { Migration } from '@mikro-orm/migrations';

/**
 * What was deleted from vaults, and the former content of entries that were changed. A table of its own, so that no
 * list, export or successor can come upon it. `seq` is the order in which one owner's rows were put away.
 */
export class Migration20261127020001_add_trash extends Migration {
  override up(): void {
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
  }

  override down(): void {
    this.addSql('drop table trashed_entry');
  }
}
