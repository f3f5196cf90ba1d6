import { Migration } from '@mikro-orm/migrations';

/** Envelopes of a rotation on their way in, beside the entries in `staged_entry`. */
export class Migration20261123000003_stage_rotations extends Migration {
  override up(): void {
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
    this.addSql('drop table staged_envelope');
  }
}
