import { Migration } from '@mikro-orm/migrations';

/** Rehearsals of a handover with one successor. */
export class Migration20261125000800_create_rehearsals extends Migration {
  override up(): void {
    this.addSql(`
      create table rehearsal (
        id uuid primary key,
        user_id uuid not null references "user" on delete cascade,
        successor_id uuid not null unique references successor on delete cascade,
        sample json,
        requested_at timestamptz not null,
        expires_at timestamptz not null,
        mail_accepted_at timestamptz,
        response text,
        responded_at timestamptz,
        opened_at timestamptz
      )`);
    this.addSql('create index on rehearsal (user_id)');
    this.addSql('create index on rehearsal (expires_at) where sample is not null');
  }

  override down(): void {
    this.addSql('drop table rehearsal');
  }
}
