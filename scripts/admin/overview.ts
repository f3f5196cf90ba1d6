/** `npm run admin -- status` without an address: the service at a glance. */
import { version } from '../../api/monitoring/version.ts';
import { hearsOfReturns } from '../../config.ts';
import { readCounts } from '../../db/counts.ts';
import { databaseTime } from '../../db/database-clock.ts';
import { FailingChore } from '../../db/entities/failing-chore.ts';
import type { LastBackupRow } from '../../db/entities/last-backup.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { MIGRATIONS } from '../../db/orm.ts';
import { whyUntrusted } from '../../db/trusted-clock.ts';
import { readWorkers } from '../../db/worker-status.ts';
import { MAX_CLOCK_SKEW_MS } from '../../switch/plan.ts';
import { moment } from './moment.ts';
import type { AdminService } from './service.ts';

interface Waiting {
  outbox: number;
  outboxSince: Date | string | null;
  mails: number;
  mailsSince: Date | string | null;
  reached: Date | string | null;
  judgedAt: Date | string | null;
  handovers: number;
}

const WAITING = `
  select o.n as outbox, o.since as "outboxSince", m.n as mails, m.since as "mailsSince",
    (select max(beat_at) from liveness where service = 'mail') as reached,
    (select judged_at from judged_database limit 1) as "judgedAt",
    (select count(*)::int from switch where status in ('grace_period', 'awaiting_successors', 'released')) as handovers
  from (select count(*)::int as n, min(created_at) as since from outbox) o,
    (select count(*)::int as n, min(created_at) as since from mail where status = 'queued' and by_mail) m`;

const dated = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));

const waits = (n: number, since: Date | string | null): string =>
  n === 0 ? 'none' : `${n.toLocaleString('en')}, the oldest since ${moment(dated(since))}`;

function described(backup: LastBackupRow | null): string {
  if (backup === null) return 'this service makes none: see docs/operations.md';
  const { at, bytes, failingSince } = backup;
  const last = at
    ? `${moment(at)}, checked, ${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MB`
    : 'none yet';
  return failingSince ? `${last}; failing since ${moment(failingSince)}` : last;
}

async function workers({ orm }: AdminService, now: Date): Promise<string> {
  const { reporting, pollers, backlog, clockSkewMs } = await readWorkers(orm, now);
  if (reporting === 0) return 'none reports: mails and switches wait';
  const polls = pollers === 0 ? 'nobody polls Temporal' : `${pollers} pollers`;
  return `${reporting} reporting, ${polls}, backlog ${backlog ?? 'unknown'}, clocks ${clockSkewMs ?? 0} ms apart`;
}

/** Reconcile runs every 5 minutes. */
const RECONCILE_LATE_MS = 30 * 60_000;

function reconciled(at: Date | null, now: Date): string {
  const last = `last judged the database ${moment(at)}`;
  return at && now.getTime() - at.getTime() > RECONCILE_LATE_MS
    ? `${last}, but should every 5 minutes: see its Schedule in Temporal and the worker's log`
    : last;
}

/** @returns the lines to print, in the order in which an operator asks */
export async function overview(service: AdminService): Promise<string> {
  const { orm, operator, clock, redis, config } = service;
  const now = new Date(await clock());
  const em = orm.em.fork();
  await recordOperator(em, { at: now, operator, action: 'status_seen' });
  const [waiting] = await em.execute<[Waiting]>(WAITING);
  const { users, verified, switches, outlook, countedAt } = await readCounts(em);
  const untrusted = whyUntrusted(Date.now(), await databaseTime(orm)(), MAX_CLOCK_SKEW_MS);
  const failing = await em.find(FailingChore, {}, { orderBy: { since: 'asc' } });
  const restoration = await em.findOne(Restoration, { doneAt: null });
  const running = Object.entries(switches).map(([name, n]) => `${n} ${name}`);
  const { reached, judgedAt } = waiting;
  const rows: [string, string][] = [
    ['Version', version],
    ['Database', `all ${MIGRATIONS.length} migrations applied`],
    ['Clock', untrusted ?? 'trusted'],
    ['Redis', redis.status === 'ready' ? 'answers' : 'does not answer: each process keeps its own counts'],
    ['Workers', await workers(service, now)],
    [
      'Mail server',
      config.SMTP_HOST === ''
        ? 'not configured: every switch waits'
        : `last reached ${moment(dated(reached))}`,
    ],
    [
      'Returned mail',
      hearsOfReturns(config)
        ? 'is reported to us'
        : 'nobody reads the reports, so it seems delivered (docs/operations.md, Returned mail)',
    ],
    ['Queued mails', waits(waiting.mails, waiting.mailsSince)],
    ['For Temporal', waits(waiting.outbox, waiting.outboxSince)],
    ['Reconcile', reconciled(dated(judgedAt), now)],
    ['Last backup', described(await readLastBackup(em))],
    [
      'Chores',
      failing.length === 0
        ? 'none fails'
        : failing.map(({ name, since }) => `${name} fails since ${moment(since)}`).join('; '),
    ],
    ...(restoration
      ? ([['Restoration', `under way, ${restoration.startedOver} switches have started over`]] as [
          string,
          string,
        ][])
      : []),
    ['Accounts', `${users}, of which ${verified} are verified; registration is ${config.REGISTRATION}`],
    ['Switches', running.length === 0 ? 'none' : running.join(', ')],
    ['Handovers', waiting.handovers === 0 ? 'none is open' : `${waiting.handovers} under way`],
    ['Overdue', outlook.overdue.count === 0 ? 'none' : `${outlook.overdue.count}: see stuck`],
    ['Counted', moment(countedAt)],
  ];
  return rows.map(([what, text]) => `${what.padEnd(16)}${text}`).join('\n');
}
