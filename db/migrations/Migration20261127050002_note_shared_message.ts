import { Migration } from '@mikro-orm/migrations';

/** Whether a successor lets the other ones read what they wrote with their answer. */
export class Migration20261127050002_note_shared_message extends Migration {
  override up(): void {
    this.addSql('alter table invitee add column message_shared boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table invitee drop column message_shared');
  }
}
