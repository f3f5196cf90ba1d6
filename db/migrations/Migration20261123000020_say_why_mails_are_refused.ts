import { Migration } from '@mikro-orm/migrations';

/** Why a mail was refused, and on which days that was held against its mailbox. */
export class Migration20261123000020_say_why_mails_are_refused extends Migration {
  override up(): void {
    this.addSql(`
      alter table mail
        add column refusal text check (refusal in ('gone', 'unavailable', 'unclear', 'blocked')),
        add column against_days int not null default 0,
        add column against_day_at timestamptz`);
    // Asked for every refused mail: what did the server do for operators, for the same domain, and for anybody else?
    this.addSql(
      `create index mail_operators_idx on mail (accepted_at) where status = 'accepted' and kind = 'owner_unreachable'`,
    );
    this.addSql(
      `create index mail_domain_idx on mail (lower(split_part(recipient, '@', -1)), accepted_at) where status = 'accepted'`,
    );
    this.addSql(
      `create index mail_refused_day_idx on mail (refused_day_at)
       where status <> 'accepted' and kind <> 'owner_unreachable'`,
    );
  }

  override down(): void {
    this.addSql('drop index mail_operators_idx, mail_domain_idx, mail_refused_day_idx');
    this.addSql('alter table mail drop column refusal, drop column against_days, drop column against_day_at');
  }
}
