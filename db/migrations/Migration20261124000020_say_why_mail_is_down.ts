import { Migration } from '@mikro-orm/migrations';

/** Workers report why the mail server can't be used. */
export class Migration20261124000020_say_why_mail_is_down extends Migration {
  override up(): void {
    this.addSql('alter table worker_status add column mail_problem text');
  }

  override down(): void {
    this.addSql('alter table worker_status drop column mail_problem');
  }
}
