import { Migration } from '@mikro-orm/migrations';

/**
 * The kinds of mail, and what SQL has to know of each. A migration that adds a kind adds its row.
 *
 * - `account_queue`: it goes out on the task queue of account mail.
 * - `follows_owner`: it goes wherever the owner is now; any other is about the address it was queued for.
 * - `awaited`: a release or a successor waits for it, so it is tried for ever.
 */
export class Migration20261127080001_add_mail_kinds extends Migration {
  override up(): void {
    this.addSql(`
      create table mail_kind (
        name text primary key,
        account_queue boolean not null default false,
        follows_owner boolean not null default false,
        awaited boolean not null default false
      )`);
    this.addSql(`
      insert into mail_kind (name, account_queue, follows_owner, awaited) values
        ('verify_email',           true,  false, false),
        ('account_exists',         true,  false, false),
        ('password_reset',         true,  false, false),
        ('email_change',           true,  false, false),
        ('email_change_notice',    true,  false, false),
        ('successor_verification', true,  false, false),
        ('security_change',        true,  false, false),
        ('farewell',               true,  false, false),
        ('payment_failed',         true,  true,  false),
        ('reminder',               false, true,  true),
        ('final_notice',           false, true,  true),
        ('pause_reminder',         false, true,  false),
        ('owner_alive',            false, true,  false),
        ('switch_off',             false, true,  false),
        ('successor_opted_out',    false, true,  false),
        ('access_notice',          false, true,  false),
        ('invitation',             false, false, true),
        ('access',                 false, false, true),
        ('rehearsal',              false, false, false),
        ('handover_cancelled',     false, false, false),
        ('owner_unreachable',      false, false, false)`);
    this.addSql('alter table mail add foreign key (kind) references mail_kind (name)');
  }

  override down(): void {
    this.addSql('alter table mail drop constraint mail_kind_fkey');
    this.addSql('drop table mail_kind');
  }
}
