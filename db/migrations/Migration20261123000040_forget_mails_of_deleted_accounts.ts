import { Migration } from '@mikro-orm/migrations';

/** Mails of accounts that were deleted before mails forgot whom they had gone to. */
export class Migration20261123000040_forget_mails_of_deleted_accounts extends Migration {
  override up(): void {
    this.addSql(`
      update mail set recipient = '', data = '{}'
      where status <> 'queued' and not exists (select 1 from "user" u where u.id = mail.user_id)`);
  }

  /** What was forgotten stays so. */
  override down(): void {}
}
