import { Migration } from '@mikro-orm/migrations';

/** Entries and envelopes of imports and rotations, until all of an upload is there. */
export class Migration20261125000500_create_uploads extends Migration {
  override up(): void {
    // Unlogged: a crash that empties these tables also cuts off the upload.
    this.addSql(`
      create unlogged table staged_entry (
        import_id uuid not null,
        user_id uuid not null references "user" on delete cascade,
        id uuid not null,
        encrypted_data text not null,
        iv text not null,
        salt text not null,
        algorithm text not null,
        category text,
        tags text[],
        version int,
        created_at timestamptz,
        updated_at timestamptz,
        staged_at timestamptz not null,
        primary key (import_id, id)
      )`);
    this.addSql('create index on staged_entry (user_id)');
    this.addSql('create index on staged_entry (staged_at)');
    this.addSql(`
      create unlogged table staged_envelope (
        import_id uuid not null,
        successor_id uuid not null,
        entry_id uuid not null,
        user_id uuid not null references "user" on delete cascade,
        envelope text not null,
        staged_at timestamptz not null,
        primary key (import_id, successor_id, entry_id)
      )`);
    this.addSql('create index on staged_envelope (user_id)');
    this.addSql('create index on staged_envelope (staged_at)');
  }

  override down(): void {
    this.addSql('drop table staged_envelope, staged_entry');
  }
}
