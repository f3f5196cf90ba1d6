import { Migration } from '@mikro-orm/migrations';

/** When somebody last proved with their password that a session is theirs. Sessions of before have to prove it anew. */
export class Migration20261127050001_note_confirmed_sessions extends Migration {
  override up(): void {
    this.addSql('alter table session add column confirmed_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table session drop column confirmed_at');
  }
}
