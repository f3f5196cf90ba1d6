/**
 * Metrics of this API process and the service behind it, for Prometheus and the like. No label ever holds an ID, an
 * address or a requested path.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CHANNEL_KINDS } from '../../db/entities/channel.ts';
import { SERVICES, toleranceMs } from '../../db/liveness.ts';
import { withTimeout } from '../../db/timeout.ts';
import type { Rules } from '../../switch/state.ts';
import type { Cache, CacheCounts, Cached } from '../cache/cache.ts';
import { memoize } from '../cache/memoize.ts';
import type { ApiDeps } from '../deps.ts';
import { displayTime } from './display-time.ts';
import { FRESH_MS } from './health.ts';
import type { Metrics } from './port.ts';
import { type Reading, readService } from './reading.ts';

/** How long the check of the database and the health report are reused. */
const ANSWERING_MS = 5_000;
/** The longest a scrape waits for the database. After that it shows the last reading and its age. */
const TIMEOUT_MS = 1_000;

/** The metrics of one application, in a registry of its own. */
export function createMetrics(deps: Omit<ApiDeps, 'metrics'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const httpDuration = new Histogram({
    name: 'vault_http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by method, declared route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const logins = new Counter({
    name: 'vault_logins_total',
    help: 'Log-ins by result: ok, or the code of the problem',
    labelNames: ['result'] as const,
    registers,
  });
  const sessions = new Counter({
    name: 'vault_sessions_total',
    help: 'Sessions by what happened: opened, refreshed, refresh_refused, ended',
    labelNames: ['result'] as const,
    registers,
  });
  const sessionChecks = { accepted: 0, refused: 0 };
  new Counter({
    name: 'vault_session_checks_total',
    help: 'Requests to protected routes by whether their session was live: accepted or refused',
    labelNames: ['result'] as const,
    registers,
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(sessionChecks)) this.inc({ result }, count);
    },
  });
  const storeErrors = new Counter({
    name: 'vault_file_store_errors_total',
    help: 'Requests that the store of files failed, by reason: full, missing (bytes that a row names), away',
    labelNames: ['reason'] as const,
    registers,
  });
  for (const reason of ['full', 'missing', 'away']) storeErrors.inc({ reason }, 0);
  new Gauge({
    name: 'vault_websocket_connections',
    help: 'Open websocket connections of this process',
    registers,
    collect() {
      this.set(deps.live.status().connections);
    },
  });
  const checks = new Gauge({
    name: 'vault_check_up',
    help: 'Whether each check of this process’s health is up: database, clock, cache, queues, realtime, mail, and files where they are stored',
    labelNames: ['check'] as const,
    registers,
  });
  const freeShareOfFiles = new Gauge({
    name: 'vault_files_disk_free_ratio',
    help: 'The share of the disk of FILES_DIR that is free, from 0 to 1; absent where files are stored elsewhere',
    registers,
  });
  const showSpace = async () => {
    const share = await deps.fileSpace.freeShare();
    if (share === null) freeShareOfFiles.remove();
    else freeShareOfFiles.set(share);
  };
  const database = databaseGauges(registers, deps.rules);
  cacheCounters(registers, deps.cache);
  let latest: Cached<Reading> | null = null;
  // A reading that comes too late serves the next scrape.
  const read = async () => {
    latest = await readService(deps, () => displayTime(deps));
  };
  const showChecks = memoize(ANSWERING_MS, async () => {
    const report = await deps.health();
    for (const [check, { status }] of Object.entries(report.checks)) {
      if (check === 'files' && status === 'unconfigured') continue;
      checks.set({ check }, status === 'up' ? 1 : 0);
    }
  });
  // This has a timeout of its own: the connection may be dead, and all later callers would wait for the same answer.
  const answering = memoize(ANSWERING_MS, () =>
    withTimeout(deps.orm.em.fork().execute('select 1'), TIMEOUT_MS),
  );

  return {
    httpDuration,
    logins,
    sessions,
    storeErrors,
    sessionChecks,
    collectProcess: () => collectDefaultMetrics({ register: registry, prefix: 'vault_' }),
    contentType: registry.contentType,
    text: memoize(FRESH_MS, async () => {
      const [up] = await Promise.allSettled(
        [answering(), read(), showChecks(), showSpace()].map((asked) =>
          withTimeout<unknown>(asked, TIMEOUT_MS),
        ),
      );
      database.show(up?.status === 'fulfilled', latest);
      return Buffer.from(await registry.metrics());
    }),
  };
}

/** How often the values that all processes share were found or computed, by their name. */
function cacheCounters(registers: Registry[], cache: Cache): void {
  const counter = (name: string, help: string, count: (counts: CacheCounts) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['name'],
      registers,
      collect() {
        this.reset();
        for (const [name, counts] of cache.counts()) this.inc({ name }, count(counts));
      },
    });
  counter(
    'vault_cache_hits_total',
    'Cached values that this process found, in its memory or in Redis, by name',
    ({ process, redis }) => process + redis,
  );
  counter(
    'vault_cache_misses_total',
    'Cached values that this process computed, by name',
    ({ computed }) => computed,
  );
  counter(
    'vault_cache_unavailable_total',
    'Cached values that this process computed because Redis did not answer, by name',
    ({ withoutRedis }) => withoutRedis,
  );
}

/** Gauges with the last reading of the database, and without values before the first. */
function databaseGauges(registers: Registry[], { dayMs }: Rules) {
  /** Leaves each of them without a value. */
  const empty: (() => void)[] = [];
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> => {
    const made = new Gauge({ name, help, labelNames, registers });
    // Without labels, a reset gauge would report 0.
    empty.push(() => (labelNames.length === 0 ? made.remove() : made.reset()));
    return made;
  };
  const up = new Gauge({
    name: 'vault_database_up',
    help: 'Whether the database answers',
    registers,
  });
  const age = gauge(
    'vault_statistics_age_seconds',
    'Time since the numbers were last read from the database',
  );
  const countsAge = gauge(
    'vault_counts_age_seconds',
    'Time since a worker last counted accounts, switches and mails, and what needs an operator',
  );
  const users = gauge('vault_users', 'Accounts by whether their address is verified', ['verified']);
  const switches = gauge('vault_switches', 'Switches by status', ['status']);
  const overdue = gauge('vault_overdue_events', 'Switches whose workflow is overdue');
  const stuck = gauge('vault_stuck_handovers', 'Handovers in which a successor has not answered for 30 days');
  const seenInFuture = gauge(
    'vault_seen_in_future',
    'Switches with a sign of life that a wrong clock dated in the future',
  );
  const unreachable = gauge(
    'vault_quorum_unreachable',
    'Handovers in which too many successors declined for the quorum',
  );
  const mails = gauge('vault_mails', 'Mails by kind and result; failing: attempted and not accepted yet', [
    'kind',
    'result',
  ]);
  const mailAge = gauge(
    'vault_failing_mail_age_seconds',
    'Age of the oldest failing mail; 0 if there is none',
  );
  const ways = gauge(
    'vault_ways',
    'Verified ways to owners beside their account’s mailbox, by kind: works or fails',
    ['kind', 'state'],
  );
  const wayWarnings = gauge(
    'vault_way_warnings',
    'Warnings to these ways, by kind of way; taken: within the last day, refused: tried again, queued: not tried yet',
    ['kind', 'result'],
  );
  const wayAge = gauge(
    'vault_way_waiting_seconds',
    'Age of the oldest warning that a way has not taken, by kind of way; 0 if there is none',
    ['kind'],
  );
  const failingRecipients = gauge(
    'vault_failing_recipients',
    'Recipients who have waited for a mail for over an hour, by answer. gone: no such mailbox; refused: the server takes ' +
      'mail for others; none: it has taken nobody’s since',
    ['answer'],
  );
  const served = gauge('vault_served_recipients', 'Recipients whose mail was accepted within the last day');
  const unwarned = gauge('vault_unwarned_owners', 'Owners whose warnings do not arrive');
  const stuckSwitches = gauge(
    'vault_overdue_switches',
    'Switches that should have continued, by what holds them',
    ['reason'],
  );
  const refused = gauge(
    'vault_refused_mails',
    'Queued mails refused by the mail server; permanent: the mailbox does not exist; blocked: it refuses us',
    ['kind', 'permanent', 'blocked'],
  );
  const bouncing = gauge('vault_bouncing_successors', 'Successors in open handovers whose address bounces');
  const outbox = gauge('vault_outbox_messages', 'Messages that have not reached Temporal yet');
  const lag = gauge('vault_outbox_lag_seconds', 'Age of the oldest of them; 0 if there is none');
  // Not `service`: the Prometheus Operator gives every series a label of that name and renames ours.
  const beatAge = gauge('vault_last_beat_age_seconds', 'Time since a component was last known to be up', [
    'component',
  ]);
  const serviceUp = gauge('vault_service_up', 'Whether a component was up within three heartbeats', [
    'component',
  ]);
  const outages = gauge('vault_outages', 'Outages of a component within the last 30 days', ['component']);
  const outageTime = gauge('vault_outage_seconds', 'Total length of these outages', ['component']);
  const neverAnswered = gauge(
    'vault_liveness_url_never_answered',
    'Whether the public address of health has never answered, so that its silence counts for nothing',
  );
  const restored = gauge(
    'vault_last_restoration_age_seconds',
    'Time since a restored backup was noticed or reported, by cause',
    ['reason'],
  );
  const startingOver = gauge(
    'vault_restoration_seconds',
    'How long open switches have been restarting after a restored backup; 0 if none are',
  );
  const backupAge = gauge(
    'vault_backup_age_seconds',
    'Age of the latest backup that was checked by restoring it; absent if this service makes none',
  );
  const backupFailing = gauge(
    'vault_backup_failing_seconds',
    'How long every backup has failed; 0 if the latest succeeded, or this service makes none',
  );
  const brokenLogs = gauge(
    'vault_broken_logs',
    'Owners whose activity log was found changed, by where; first: from its first record, as with a secret that is not listed',
    ['at'],
  );
  const logsAge = gauge('vault_logs_checked_age_seconds', 'Time since a worker last checked activity logs');
  const certificate = gauge(
    'vault_mail_certificate_seconds',
    'Time until the certificate of the mail server expires; negative if it has, absent if no worker has seen one',
  );
  const judged = gauge(
    'vault_database_judged',
    'Whether reconcile has judged this database, so that switches continue',
  );
  const judgedAge = gauge(
    'vault_database_judged_age_seconds',
    'Time since reconcile last judged a database, which it does every 5 minutes; absent before the first time',
  );
  const failingChores = gauge('vault_failing_chores', 'Chores of reconcile that fail; they stop no switch');
  const reporting = gauge('vault_workers_reporting', 'Worker processes that reported recently');
  const pollers = gauge('vault_task_queue_pollers', 'Workers polling Temporal');
  const backlog = gauge('vault_task_queue_backlog', 'Tasks waiting in Temporal for a worker');
  const skew = gauge(
    'vault_clock_skew_seconds',
    "How far the worker clock that is furthest ahead is ahead of the database's",
  );

  function show({ statistics, workers, now }: Reading): void {
    const { attention } = statistics;
    countsAge.set(Math.max(0, now.getTime() - statistics.countedAt.getTime()) / 1000);
    users.set({ verified: 'true' }, statistics.verified);
    users.set({ verified: 'false' }, statistics.users - statistics.verified);
    for (const [status, count] of Object.entries(statistics.switches)) switches.set({ status }, count);
    overdue.set(statistics.overdueEvents);
    stuck.set(attention.stuckHandovers.count);
    unreachable.set(attention.quorumUnreachable);
    seenInFuture.set(attention.seenInFuture);
    for (const { kind, result, count } of statistics.mails) mails.set({ kind, result }, count);
    const secondsSince = (since: string | null) =>
      since === null ? 0 : Math.max(0, now.getTime() - Date.parse(since)) / 1000;
    mailAge.set(secondsSince(attention.failingSince));
    for (const kind of CHANNEL_KINDS) {
      const counts = attention.ways.find((each) => each.kind === kind);
      ways.set({ kind, state: 'works' }, counts?.working ?? 0);
      ways.set({ kind, state: 'fails' }, counts?.failing ?? 0);
      for (const result of ['taken', 'refused', 'queued'] as const)
        wayWarnings.set({ kind, result }, counts?.[result] ?? 0);
      wayAge.set({ kind }, secondsSince(counts?.waitingSince ?? null));
    }
    for (const { kind, permanent, blocked, count } of attention.refusedMails.byKind) {
      refused.set({ kind, permanent: String(permanent), blocked: String(blocked) }, count);
    }
    bouncing.set(attention.bouncingSuccessors.count);
    const { outlook } = statistics;
    for (const answer of ['gone', 'refused', 'none'] as const) {
      failingRecipients.set({ answer }, outlook.failingRecipients[answer] ?? 0);
    }
    served.set(outlook.servedRecipients);
    unwarned.set(outlook.unwarned.count);
    for (const [reason, count] of Object.entries(outlook.overdue.byReason))
      stuckSwitches.set({ reason }, count);
    outbox.set(statistics.outbox.size);
    lag.set(statistics.outbox.lagMs / 1000);
    for (const component of SERVICES) {
      const beat = statistics.beats[component];
      const age = beat ? Math.max(0, now.getTime() - beat.getTime()) : Number.POSITIVE_INFINITY;
      // A public address and a mailbox for returned mail are optional; the API and mail are always checked.
      const isChecked = component === 'returns' ? statistics.readsReturns : beat || component !== 'public';
      if (isChecked) serviceUp.set({ component }, age <= toleranceMs(dayMs, component) ? 1 : 0);
      if (beat) beatAge.set({ component }, age / 1000);
    }
    for (const [component, { count, totalMs }] of Object.entries(statistics.outages)) {
      outages.set({ component }, count);
      outageTime.set({ component }, totalMs / 1000);
    }
    neverAnswered.set(statistics.neverAnsweredSince ? 1 : 0);
    for (const [reason, at] of Object.entries(statistics.restorations)) {
      restored.set({ reason }, Math.max(0, now.getTime() - at.getTime()) / 1000);
    }
    const since = statistics.startingOverSince;
    startingOver.set(since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0);
    const { backupAt, backupFailingSince } = statistics;
    const age = (at: Date) => Math.max(0, now.getTime() - at.getTime()) / 1000;
    if (backupAt) backupAge.set(age(backupAt));
    backupFailing.set(backupFailingSince ? age(backupFailingSince) : 0);
    const { all, atFirst } = statistics.brokenLogs;
    brokenLogs.set({ at: 'first' }, atFirst);
    brokenLogs.set({ at: 'later' }, all - atFirst);
    logsAge.set(age(statistics.logsCheckedAt));
    judged.set(statistics.judged ? 1 : 0);
    if (statistics.judgedAt) judgedAge.set(age(statistics.judgedAt));
    failingChores.set(statistics.failingChores.length);
    reporting.set(workers.reporting);
    pollers.set(workers.pollers);
    if (workers.backlog !== null) backlog.set(workers.backlog);
    const { mailCertificateUntil } = workers;
    if (mailCertificateUntil) certificate.set((mailCertificateUntil.getTime() - now.getTime()) / 1000);
    if (workers.clockSkewMs !== null) skew.set(workers.clockSkewMs / 1000);
  }

  return {
    /**
     * @param answers whether the database answers now
     * @param latest its last answer; null if there was none
     */
    show(answers: boolean, latest: Cached<Reading> | null): void {
      for (const each of empty) each();
      up.set(answers ? 1 : 0);
      if (!latest) return;
      age.set((performance.now() - latest.at) / 1000);
      show(latest.value);
    },
  };
}
