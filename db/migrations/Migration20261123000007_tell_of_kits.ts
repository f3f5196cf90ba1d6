import { Migration } from '@mikro-orm/migrations';

/** Owners hear by mail when a successor's kit can be compared. */
export class Migration20261123000007_tell_of_kits extends Migration {
  override up(): void {
    this.addSql(`insert into mail_kind (name, follows_owner) values ('successor_kit', true)`);
  }

  override down(): void {
    this.addSql(`delete from mail where kind = 'successor_kit'`);
    this.addSql(`delete from mail_kind where name = 'successor_kit'`);
  }
}
