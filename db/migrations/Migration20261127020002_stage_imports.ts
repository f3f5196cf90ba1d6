import { Migration } from '@mikro-orm/migrations';

/**
 * Where the entries of an import lie until all of them have come. Unlogged: nothing is lost when a crash of the
 * database empties it, as the upload is cut with it.
 */
export class Migration20261127020002_stage_imports extends Migration {
  override up(): void {
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
    this.addSql('drop table staged_entry');
  }
}
