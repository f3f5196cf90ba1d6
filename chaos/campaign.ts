/** One campaign: owners play their scenarios, servers are killed, and everything visible from outside is recorded. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogIn } from '../crypto/index.ts';
import type { Say } from '../dev/cli/progress.ts';
import { checkout } from '../dev/instance/checkout.ts';
import { type Instance, startInstance } from '../dev/instance.ts';
import type { ManagedProcess } from '../dev/processes/managed-process.ts';
import { runProgram } from '../dev/programs/run-program.ts';
import { type CatcherServer, startCatcher } from './catcher-server.ts';
import { jump, withJumps } from './clock-jumps.ts';
import { type CampaignDatabase, openCampaignDatabase } from './database.ts';
import { type DrillOptions, newSecrets, planDrills } from './drills.ts';
import { type CampaignEnvironment, limiter } from './environment.ts';
import type { CampaignEvidence, ClockJump, Rows } from './evidence.ts';
import { faultPlan, injectFaults } from './faults.ts';
import { gatherCrowd } from './gather-crowd.ts';
import { findFaketime, type HostClock, openHostClock } from './host-clock.ts';
import { expectsRelease, releases } from './judge/releases.ts';
import { untold } from './judge/returns.ts';
import { startedOver } from './judge/takeover.ts';
import { goneForEver } from './judge/undeliverable.ts';
import { goesToDeafWay } from './judge/ways.ts';
import { type MailLog, openMailLog } from './mail-log.ts';
import { endsAlive, planOwners, planSimpleOwners } from './plans.ts';
import { populate } from './population.ts';
import { reportReturns } from './relay.ts';
import { type DrillResult, runDrills } from './run-drills.ts';
import { seeded } from './seeded.ts';
import { sharedLock } from './shared-lock.ts';
import { type TakeoverFault, takeoverFault } from './takeover.ts';
import { startTlsFront } from './tls-front.ts';
import { stretchPasswords } from './vaults.ts';
import { startWayReceiver, type WayReceiver } from './way-receiver.ts';

/** A drill takes a minute or two, and must not outlast the longest silence. */
const DRILL_DAY_MS = 10_000;
const GRACE_HOURS = 48;
/** How many owners register, log in or name successors at a time. */
const AT_A_TIME = 6;
/** Kills begin when this share of the owners are ready … */
const SETTLED = 0.5;
/** … or after this long. */
const QUIET_MS = 60_000;
/** Kills continue until this share of the releases has come. */
const RELEASED_DURING_KILLS = 0.5;
/** After the last kill it waits until nothing has happened for this long, in days … */
const STANDSTILL_DAYS = 75;
/** … or for this long in all. */
const TIMEOUT_DAYS = 300;
/** Time for a second copy of something to arrive. */
const LAST_LOOK_MS = 3_000;
const TELL_EVERY_MS = 10_000;
/** Proves that the relay's reports are its own. */
const WEBHOOK_SECRET = randomBytes(32).toString('hex');

/** Faults that a campaign can do without. */
export const OPTIONAL_FAULTS = ['clock', 'replica', 'crowd'] as const;
export type OptionalFault = (typeof OPTIONAL_FAULTS)[number];

export interface CampaignOptions {
  seed: number;
  owners: number;
  /** How long servers are killed. */
  faultsMs: number;
  /** How long a day lasts, except in drills. */
  dayMs: number;
  /** A folder for the logs. Left out: they are not kept. */
  keep?: string | undefined;
  without: ReadonlySet<OptionalFault>;
  /** Whether drills are played instead of kills. */
  drills: boolean;
  say: Say;
  /** Stops everything. */
  signal: AbortSignal;
}

export interface Campaign {
  evidence: CampaignEvidence;
  rows: Rows;
  drills: readonly DrillResult[];
}

/** Runs a whole campaign on its own servers, which are removed afterwards. */
export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const { say, signal, keep, drills } = options;
  const without = drills ? new Set(OPTIONAL_FAULTS) : options.without;
  const dayMs = drills ? DRILL_DAY_MS : options.dayMs;
  const secrets = newSecrets();
  const closing = new AsyncDisposableStack();
  try {
    const wantsClock = drills ? (await findFaketime()) !== null : !without.has('clock');
    const clock = wantsClock ? await openHostClock() : null;
    closing.defer(() => clock?.remove());
    const logIns = await stretchPasswords();
    signal.throwIfAborted();
    const catcher = await startCatcher({ say, durable: false });
    closing.defer(() => catcher.stop());
    signal.throwIfAborted();
    const folder = await mkdtemp(join(tmpdir(), 'drills-'));
    closing.defer(() => rm(folder, { recursive: true }));
    const front = drills ? await startTlsFront(catcher, folder) : null;
    closing.defer(() => front?.close());
    const instance = await startInstance({
      variables: {
        DAY_LENGTH_MS: String(dayMs),
        GRACE_PERIOD_HOURS: String(GRACE_HOURS),
        RATE_LIMIT_SCALE: '100000',
        // Each owner's calls say which network they come from.
        TRUST_PROXY: '1',
        DEFAULT_PLAN: 'family',
        SMTP_HOST: catcher.host,
        SMTP_PORT: String(catcher.port),
        ...front?.variables,
        BOUNCE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true',
      },
      lastingTemporal: true,
      clock: clock?.env,
      say,
      signal,
    });
    closing.defer(() => instance.stop());
    if (keep) closing.defer(() => cp(join(instance.folder, 'logs'), keep, { recursive: true }));
    const database = await openCampaignDatabase(instance.config, [secrets.ACTIVITY_HMAC_SECRET]);
    closing.defer(() => database.close());
    const mailLog = await openMailLog(catcher.file);
    closing.defer(() => mailLog.stop());
    const wayReceiver = await startWayReceiver();
    closing.defer(() => wayReceiver.stop());
    const started = (process: ManagedProcess) => closing.defer(() => process.stop());
    const drilling = front && { front, secrets, started };
    const settings = { ...options, without, dayMs, drilling };
    return await runScenarios(settings, instance, clock, catcher, mailLog, wayReceiver, database, logIns);
  } finally {
    await closing.disposeAsync();
  }
}

interface CampaignSettings extends CampaignOptions {
  /** What drills need; null in a campaign of kills. */
  drilling: Pick<DrillOptions, 'front' | 'secrets' | 'started'> | null;
}

async function runScenarios(
  { seed, owners: count, faultsMs, without, dayMs, drilling, say, signal }: CampaignSettings,
  instance: Instance,
  clock: HostClock | null,
  catcher: CatcherServer,
  mailLog: MailLog,
  wayReceiver: WayReceiver,
  database: CampaignDatabase,
  logIns: readonly LogIn[],
): Promise<Campaign> {
  const { api, webApp, env, services, servers, folder } = instance;
  const beganAt = Date.now();
  const chance = seeded(seed);
  const plan = (drilling ? planSimpleOwners : planOwners)(chance, count);
  const over = new AbortController();
  const ending = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const environment: CampaignEnvironment = {
    service: { api, webApp, signal: end, timeoutMs: 8_000 },
    mailLog,
    mailboxes: catcher.mailboxes,
    wayReceiver,
    logIns,
    database,
    shut: [],
    dayMs,
    undivided: sharedLock(),
    takeTurn: limiter(AT_A_TIME),
    over: end,
    ending: ending.signal,
  };

  const crowd = gatherCrowd(without.has('crowd') ? null : environment);
  const people = populate(environment, plan, say);
  const relay = reportReturns(api, WEBHOOK_SECRET, mailLog, dayMs, end);

  async function settled(): Promise<void> {
    const enough = Date.now() + QUIET_MS;
    while (people.ready < count * SETTLED && Date.now() < enough)
      await sleep(100, undefined, { signal: end });
  }

  const replica: TakeoverFault | undefined = without.has('replica')
    ? undefined
    : takeoverFault(chance.of('replica'), {
        primary: servers.postgres!,
        folder,
        clock: clock?.env,
        database,
        undivided: environment.undivided,
        settled: () => people.beginning === 0,
        signal: end,
      });

  const jumps: ClockJump[] = [];
  const acceptClock = async () => {
    const program = ['scripts/admin.ts', 'clock', '--accept', '--yes'];
    await runProgram(process.execPath, program, { cwd: checkout, env });
  };
  const { newestBeat } = database;

  const processes = {
    ...services,
    temporal: servers.temporal!.process,
    postgres: servers.postgres!.process,
    redis: servers.redis!.process,
    mail: catcher.process,
  };
  const drills =
    drilling &&
    runDrills(planDrills({ instance, processes, clock, ...drilling }), {
      quiet: settled(),
      ...{ api, dayMs, say, signal: end },
    });
  const kills = faultPlan(chance.of('faults'));
  const injectKills = () =>
    injectFaults(processes, clock ? withJumps(kills, chance.of('clock')) : kills, {
      quiet: settled(),
      lengthMs: faultsMs,
      enough: () => closed() <= expected * (1 - RELEASED_DURING_KILLS),
      once: replica,
      async jump(planned) {
        if (!clock) return;
        jumps.push(await jump(planned, { clock, api, newestBeat, acceptClock, say, signal: end }));
      },
      say,
      signal: end,
    });
  const faults = drills ?? injectKills();
  const evidence = (): CampaignEvidence => ({
    dayMs,
    graceMs: (GRACE_HOURS / 24) * dayMs,
    owners: people.owners,
    mails: mailLog.mails,
    returned: mailLog.returned,
    deliveries: wayReceiver.deliveries,
    outages: [...faults.outages, ...jumps],
    jumps,
    selfEnded: faults.selfEnded,
    refusals: mailLog.refusals,
    shut: environment.shut,
    takeover: replica?.takeover ?? null,
    crowd: crowd.seen,
    beganAt,
    endedAt: Date.now(),
  });

  const expected = plan.filter((each) => expectsRelease({ plan: each })).length;
  const queued = async () => {
    const seen = evidence();
    const gone = goneForEver(seen);
    const all = await database.queued();
    return all.filter((row) => !gone.has(row.recipient) && !goesToDeafWay(row, seen)).length;
  };
  /** How many owners still have something to do, apart from those who only show signs of life until the end. */
  const acting = () => people.busy().filter((each) => !endsAlive(each)).length;
  const closed = () =>
    expected - releases(startedOver(evidence())).filter(({ openedAt }) => openedAt !== null).length;
  const progress = setInterval(() => {
    say(
      `${people.ready} of ${count} owners are ready, ${mailLog.mails.length} mails, ` +
        `${expected - closed()} of ${expected} released, ${faults.outages.length} kills`,
    );
  }, TELL_EVERY_MS);

  try {
    await faults.done;
    signal.throwIfAborted();
    say('no more kills; waiting for what is still due');
    await untilNothingIsLeft(() => acting() + closed(), dayMs, signal);
    ending.abort(new Error('the campaign ends'));
    await untilNothingIsLeft(
      async () => people.busy().length + untold(startedOver(evidence())).length + (await queued()),
      dayMs,
      signal,
    );
    for (const each of people.busy()) people.trouble(each, 'did not finish their scenario');
    await sleep(LAST_LOOK_MS, undefined, { signal });
    // Nobody may act between now and the reading of the database.
    over.abort(new Error('the campaign is over'));
    await crowd.stop();
    await Promise.all([people.done, relay]);
    return { evidence: evidence(), rows: await database.read(), drills: drills?.results ?? [] };
  } finally {
    clearInterval(progress);
    over.abort(new Error('the campaign is over'));
    await people.done;
    await crowd.stop();
    await replica?.stop();
  }
}

/** Waits until nothing is left, or what is left no longer gets less. */
async function untilNothingIsLeft(
  left: () => number | Promise<number>,
  dayMs: number,
  signal: AbortSignal,
): Promise<void> {
  const began = Date.now();
  let least = Number.POSITIVE_INFINITY;
  const isOver = (movedAt: number) =>
    Date.now() - movedAt > STANDSTILL_DAYS * dayMs || Date.now() - began > TIMEOUT_DAYS * dayMs;
  for (let movedAt = began; !isOver(movedAt); ) {
    const now = await left();
    if (now === 0) return;
    if (now < least) movedAt = Date.now();
    least = Math.min(least, now);
    await sleep(1_000, undefined, { signal });
  }
}
