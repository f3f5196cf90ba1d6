import { Migration } from '@mikro-orm/migrations';

/** Vault entries, their trash, and imports on their way in. */
export class Migration20261122000003_create_vault extends Migration {
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
    // A table of its own, so that no list, export or successor can come across deleted entries. `seq` orders what an owner
    // put in the trash.
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
    // Unlogged: a crash that empties the table also cuts off the upload.
    this.addSql(`
      create unlogged table staged_entry (
        import_id uuid not null,
        user_id uuid not null references "user" on delete cascade,
        id uuid not null,
        encrypted_data text not null,
        iv text not null,
        salt text not null,
        algorithm text not null,
        category text not null,
        tags text[] not null,
        version int,
        created_at timestamptz,
        updated_at timestamptz,
        staged_at timestamptz not null,
        primary key (import_id, id)
      )`);
    this.addSql('create index on staged_entry (user_id)');
    this.addSql('create index on staged_entry (staged_at)');
  }

  override down(): void {
    this.addSql('drop table staged_entry, trashed_entry, vault_entry');
  }
}
