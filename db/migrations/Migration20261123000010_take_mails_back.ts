import { Migration } from '@mikro-orm/migrations';

/** A warning that comes back after it was accepted takes its step back. */
export class Migration20261123000010_take_mails_back extends Migration {
  override up(): void {
    this.addSql('alter table switch add column returned_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table switch drop column returned_at');
  }
}
