import { Migration } from '@mikro-orm/migrations';

/** What administrators and reconcile ask for takes no longer with a million owners than with a thousand. */
export class Migration20261122000009_answer_operators_at_any_size extends Migration {
  override up(): void {
    // The indexes take longer than a statement may in an API, if there are many owners.
    this.addSql('set local statement_timeout = 0');
    this.addSql('alter table counted add column attention json');
    // The first worker to start replaces it.
    this.addSql(`
      update counted set attention = '{
        "stuckHandovers": { "count": 0, "oldest": [] },
        "quorumUnreachable": 0,
        "waitingMails": [],
        "failingSince": null,
        "refusedMails": { "count": 0, "oldest": [], "byKind": [] },
        "bouncingSuccessors": { "count": 0, "oldest": [] }
      }'`);
    this.addSql('alter table counted alter column attention set not null');
    // The list of accounts, newest first. Each of these few is found without reading past all the others.
    this.addSql('create index user_unverified_idx on "user" (id) where email_verified_at is null');
    this.addSql(`create index switch_paused_idx on switch (user_id) where status = 'paused'`);
    this.addSql(`
      create index switch_handover_idx on switch (user_id)
        where status in ('grace_period', 'awaiting_successors', 'released')`);
    // Reconcile finds mails that nobody has tried lately, without reading past all that rest after a refusal.
    this.addSql(`
      create index mail_touched_idx on mail (greatest(created_at, claimed_until, rests_until))
        where status = 'queued'`);
    this.addSql(`create index mail_claimed_idx on mail (claimed_until) where status = 'queued'`);
    // Finds part of an address or a name.
    this.addSql('create extension if not exists pg_trgm');
    this.addSql('create index user_search_idx on "user" using gin (email gin_trgm_ops, name gin_trgm_ops)');
  }

  override down(): void {
    this.addSql('drop index user_search_idx, switch_handover_idx, switch_paused_idx, user_unverified_idx');
    this.addSql('drop index mail_touched_idx, mail_claimed_idx');
    this.addSql('drop extension pg_trgm');
    this.addSql('alter table counted drop column attention');
  }
}
