/** Kills the servers of an instance, in an order that follows from the seed, and brings each back after a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import type { ManagedProcess } from '../dev/processes/managed-process.ts';
import type { Jump } from './clock-jumps.ts';
import { type CampaignService, type CertainOutage, SERVICES } from './evidence.ts';
import type { Seeded } from './seeded.ts';

/** After a pause, these go down, each for a while. */
export interface Fault {
  afterMs: number;
  victims: readonly { service: CampaignService; downMs: number }[];
}

/**
 * Between two faults, everything must be up for this long, and for as long as it was down, so that something happens.
 */
const PAUSE_MS = [500, 4_000] as const;
/** On a machine so slow that too little has happened in time, faults continue for up to this many times as long. */
const LONGEST = 3;
/** Some outages are too short to notice, others long enough to be credited to the owners. */
const DOWN_MS = [200, 4_500] as const;
const TWO_AT_ONCE = 0.25;

/** Faults without end. Each service is hit as often as the others, in a different order each time. */
export function* faultPlan(chance: Seeded): Generator<Fault> {
  let deck: CampaignService[] = [];
  const draw = (): CampaignService => {
    if (deck.length === 0) deck = chance.shuffled(SERVICES);
    return deck.pop()!;
  };
  for (;;) {
    const first = draw();
    const second = chance.chance(TWO_AT_ONCE) ? draw() : first;
    yield {
      afterMs: chance.between(...PAUSE_MS),
      victims: [...new Set([first, second])].map((service) => ({
        service,
        downMs: chance.between(...DOWN_MS),
      })),
    };
  }
}

/** A fault that comes once, in the place of a kill. Afterwards the service runs in another process. */
export interface SingleFault {
  service: CampaignService;
  /** Asked before each kill. */
  isDue(): boolean;
  inject(): Promise<{ outage: CertainOutage; process: ManagedProcess }>;
}

export interface FaultLog {
  readonly outages: readonly CertainOutage[];
  /** Services that exited without being killed, and were restarted. */
  readonly selfEnded: readonly CampaignService[];
  /** Resolves when nothing more is killed, and everything is up. */
  done: Promise<void>;
}

export interface FaultOptions {
  /** Nothing is killed before this resolves. */
  quiet: Promise<unknown>;
  /** How long faults are injected, provided that `enough` has happened by then. */
  lengthMs: number;
  enough(): boolean;
  /** A fault that must come before the end. */
  once?: SingleFault | undefined;
  /** Lets the clocks jump. No other fault begins before it resolves. */
  jump(jump: Jump): Promise<void>;
  say: Say;
  /** Stops at once. Servers that are down stay down. */
  signal: AbortSignal;
}

const WATCH_MS = 250;

/** Injects faults until the time is up. Restarts what ends on its own, as a supervisor would. */
export function injectFaults(
  processes: Record<CampaignService, ManagedProcess>,
  plan: Iterable<Fault | Jump>,
  { quiet, lengthMs, enough, once, jump, say, signal }: FaultOptions,
): FaultLog {
  const outages: CertainOutage[] = [];
  const selfEnded: CampaignService[] = [];
  const down = new Map<CampaignService, Promise<void>>();

  /** Retries until the service is up: what it depends on may be down itself. */
  async function bringBack(service: CampaignService, from: number): Promise<void> {
    const to = Date.now();
    for (;;) {
      signal.throwIfAborted();
      try {
        await processes[service].start();
        break;
      } catch (error) {
        signal.throwIfAborted();
        say(`${processes[service].name} is not back yet: ${sentence(error).split('\n')[0]}`);
        await sleep(500, undefined, { signal });
      }
    }
    outages.push({ service, from, to, backAt: Date.now() });
  }

  async function takeDown(service: CampaignService, downMs: number): Promise<void> {
    await processes[service].kill();
    const from = Date.now();
    await sleep(downMs, undefined, { signal });
    await bringBack(service, from);
  }

  /** Ensures that nothing else touches the service during the work. */
  function exclusively(service: CampaignService, work: () => Promise<void>): void {
    const running = work()
      .catch(() => {})
      .finally(() => down.delete(service));
    down.set(service, running);
  }

  async function allBack(): Promise<void> {
    while (down.size > 0) await Promise.all(down.values());
  }

  async function injectOnce({ service, inject }: SingleFault): Promise<void> {
    say(`${processes[service].name} is replaced for good`);
    const injecting = inject();
    exclusively(service, async () => {
      const { outage, process } = await injecting;
      processes[service] = process;
      outages.push(outage);
    });
    await injecting;
    await allBack();
  }

  async function kill({ victims }: Fault): Promise<void> {
    const hit = victims.filter(({ service }) => !down.has(service));
    for (const { service, downMs } of hit) exclusively(service, () => takeDown(service, downMs));
    const parts = hit.map(
      ({ service, downMs }) => `${processes[service].name} for ${(downMs / 1000).toFixed(1)} s`,
    );
    if (parts.length > 0) say(`killed ${parts.join(', and ')}`);
    await allBack();
  }

  async function injectAll(): Promise<void> {
    await quiet;
    const began = Date.now();
    let single = once;
    const over = () => {
      const passed = Date.now() - began;
      if (single) return false;
      return passed > lengthMs && (enough() || passed > LONGEST * lengthMs);
    };
    let awayMs = 0;
    for (const fault of plan) {
      await sleep(Math.max(fault.afterMs, awayMs), undefined, { signal });
      if (over()) return;
      const injectedAt = Date.now();
      if (!('victims' in fault)) await jump(fault);
      else if (single?.isDue()) {
        const due = single;
        single = undefined;
        await injectOnce(due);
        continue;
      } else await kill(fault);
      awayMs = Date.now() - injectedAt;
    }
  }

  function restart(): void {
    for (const service of SERVICES) {
      if (down.has(service) || processes[service].pid !== undefined) continue;
      selfEnded.push(service);
      say(`${processes[service].name} exited; restarting it`);
      exclusively(service, () => bringBack(service, Date.now()));
    }
  }

  const watch = setInterval(restart, WATCH_MS);
  signal.addEventListener('abort', () => clearInterval(watch));
  const done = injectAll().then(allBack);
  done.catch(() => {});
  return { outages, selfEnded, done };
}
