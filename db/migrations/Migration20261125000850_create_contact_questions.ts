import { Migration } from '@mikro-orm/migrations';

/** What successors are asked while all is well: whether they can be reached, and have their sheet. */
export class Migration20261125000850_create_contact_questions extends Migration {
  override up(): void {
    this.addSql(`
      create table contact_question (
        successor_id uuid primary key references successor on delete cascade,
        user_id uuid not null references "user" on delete cascade,
        asked_at timestamptz(3),
        mail_accepted_at timestamptz,
        answer text check (answer in ('here', 'sheet_lost', 'moved')),
        new_email text,
        answered_at timestamptz,
        confirmed_at timestamptz,
        told_at timestamptz
      )`);
    this.addSql(`
      create index contact_question_silent_idx on contact_question (mail_accepted_at)
        where answer is null and told_at is null`);
    this.addSql('create index on contact_question (user_id)');
  }

  override down(): void {
    this.addSql('drop table contact_question');
  }
}
