import { Migration } from '@mikro-orm/migrations';

/** Operators see what holds a switch and since when, and what is overdue, due next or goes on unwarned. */
export class Migration20261123000070_tell_operators extends Migration {
  override up(): void {
    this.addSql('alter table switch add column held_by text[], add column held_since timestamptz');
    // A column of its own, as a worker of an older version would write `attention` without it. The first worker of this
    // version replaces it.
    this.addSql(`
      alter table counted add column outlook json not null default '{
        "unwarned": { "count": 0, "oldest": [] },
        "overdue": { "count": 0, "byReason": {}, "oldest": [] },
        "upcoming": { "count": 0, "byHour": [], "first": [] },
        "complete": true,
        "failingRecipients": {},
        "servedRecipients": 0
      }'`);
  }

  override down(): void {
    this.addSql('alter table counted drop column outlook');
    this.addSql('alter table switch drop column held_by, drop column held_since');
  }
}
