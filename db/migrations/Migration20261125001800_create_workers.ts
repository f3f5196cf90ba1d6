import { Migration } from '@mikro-orm/migrations';

/** Reports of the workers: their status, failing housekeeping, and counts for operators. */
export class Migration20261125001800_create_workers extends Migration {
  override up(): void {
    this.addSql(`
      create table worker_status (
        id uuid primary key,
        reported_at timestamptz not null,
        pollers int not null,
        polled_at timestamptz,
        backlog int,
        clock_skew_ms int not null,
        mail_problem text,
        mail_certificate_until timestamptz
      )`);
    // Failed housekeeping is noted, because it stops nothing else.
    this.addSql('create table failing_chore (name text primary key, since timestamptz not null)');
    this.addSql(`
      create table last_backup (
        id int primary key check (id = 1),
        at timestamptz,
        bytes bigint not null,
        failing_since timestamptz
      )`);
    // The chains of the activity log are checked all the time, in the order of their owners.
    this.addSql(`
      create table log_check (
        id int primary key check (id = 1),
        after uuid,
        tried_at timestamptz not null,
        checked_at timestamptz not null
      )`);
    this.addSql(`insert into log_check values (1, null, 'epoch', 'epoch')`);
    this.addSql(`
      create table broken_log (
        user_id uuid primary key references "user" on delete cascade,
        at_first boolean not null,
        since timestamptz not null
      )`);
    this.addSql(`
      create table counted (
        id int primary key check (id = 1),
        users int not null,
        verified int not null,
        kdf_shares json not null,
        switches json not null,
        mails json not null,
        attention json not null,
        outlook json not null,
        counted_at timestamptz not null,
        took_ms int not null
      )`);
    // The first worker to start replaces these counts.
    this.addSql(`
      insert into counted (id, users, verified, kdf_shares, switches, mails, attention, outlook, counted_at, took_ms)
      values (1, 0, 0, '{}', '{}', '[]', '{
        "stuckHandovers": { "count": 0, "oldest": [] },
        "quorumUnreachable": 0,
        "seenInFuture": 0,
        "waitingMails": [],
        "ways": [],
        "failingSince": null,
        "refusedMails": { "count": 0, "oldest": [], "byKind": [] },
        "bouncingSuccessors": { "count": 0, "oldest": [] },
        "keptAliveByLinks": { "count": 0, "oldest": [] }
      }', '{
        "unwarned": { "count": 0, "oldest": [] },
        "overdue": { "count": 0, "byReason": {}, "oldest": [] },
        "upcoming": { "count": 0, "byHour": [], "first": [] },
        "complete": true,
        "failingRecipients": {},
        "servedRecipients": 0
      }', 'epoch', 0)`);
  }

  override down(): void {
    this.addSql('drop table counted, broken_log, log_check, last_backup, failing_chore, worker_status');
  }
}
