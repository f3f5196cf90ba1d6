import { Migration } from '@mikro-orm/migrations';

/** Owners can undo a second factor that a thief switched on, with mailbox and recovery code, after a wait. */
export class Migration20261124000010_undo_second_factors extends Migration {
  override up(): void {
    this.addSql(`insert into mail_kind (name, account_queue) values ('second_factor_removal', true)`);
    this.addSql(`
      create table second_factor_removal (
        user_id uuid primary key references "user" on delete cascade,
        started_at timestamptz not null
      )`);
  }

  override down(): void {
    this.addSql('drop table second_factor_removal');
    this.addSql(`delete from token where purpose = 'second_factor_removal'`);
    this.addSql(`delete from mail where kind = 'second_factor_removal'`);
    this.addSql(`delete from mail_kind where name = 'second_factor_removal'`);
  }
}
