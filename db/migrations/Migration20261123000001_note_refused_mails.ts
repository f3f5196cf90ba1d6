import { Migration } from '@mikro-orm/migrations';

/** What the mail server said of each mail that it refused: since when, and whether the mailbox is gone. */
export class Migration20261123000001_note_refused_mails extends Migration {
  override up(): void {
    this.addSql(`
      alter table mail
        add column refused_since timestamptz,
        add column permanent_refusals int not null default 0,
        add column permanent_since timestamptz,
        add column rests_until timestamptz`);
    // The few mails that are being refused, among all that ever went out.
    this.addSql(
      `create index mail_refused_idx on mail (user_id) where refused_since is not null and status <> 'accepted'`,
    );
  }

  override down(): void {
    this.addSql('drop index mail_refused_idx');
    this.addSql(`
      alter table mail drop column refused_since, drop column permanent_refusals, drop column permanent_since,
        drop column rests_until`);
  }
}
