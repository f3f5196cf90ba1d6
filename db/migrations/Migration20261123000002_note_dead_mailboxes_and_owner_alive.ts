import { Migration } from '@mikro-orm/migrations';

/** "The owner is alive", and owners whose address is dead. */
export class Migration20261123000002_note_dead_mailboxes_and_owner_alive extends Migration {
  override up(): void {
    this.addSql(`
      alter table switch
        add column undeliverable_at timestamptz,
        add column owner_alive_at timestamptz`);
    this.addSql(
      'alter table mail add column refused_days int not null default 0, add column refused_day_at timestamptz',
    );
    this.addSql('alter table handover add column undeliverable boolean not null default false');
    this.addSql('alter table invitee add column owner_alive_count int not null default 0');
    // Whether the mail server takes mails for others, asked of every refused warning.
    this.addSql(`create index on mail (accepted_at desc) where status = 'accepted'`);
  }

  override down(): void {
    this.addSql('drop index mail_accepted_at_idx');
    this.addSql('alter table mail drop column refused_days, drop column refused_day_at');
    this.addSql('alter table invitee drop column owner_alive_count');
    this.addSql('alter table handover drop column undeliverable');
    this.addSql(`
      alter table switch drop column undeliverable_at, drop column owner_alive_at`);
  }
}
