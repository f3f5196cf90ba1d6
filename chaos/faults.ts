/** Kills the parts of a service, in an order that follows from the seed, and brings each back after a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import type { ManagedProcess } from '../dev/processes/managed-process.ts';
import { type Outage, SERVICES, type Service } from './evidence.ts';
import type { Seeded } from './seeded.ts';

/** One blow: after a pause, these go down, each for its time. */
export interface Blow {
  afterMs: number;
  victims: readonly { service: Service; downMs: number }[];
}

/** After all is back, and at least for as long as it was away: something has to happen between two blows. */
const PAUSE_MS = [500, 4_000] as const;
/** Where a machine is so slow that little has happened when the time is up, it goes on, by so much at most. */
const LONGEST = 3;
/** Some outages are so short that nobody notices, others so long that they count for the owners. */
const DOWN_MS = [200, 4_500] as const;
const TWO_AT_ONCE = 0.25;

/** Blows without end. Each service is hit as often as the others, in ever another order. */
export function* blows(chance: Seeded): Generator<Blow> {
  let deck: Service[] = [];
  const draw = (): Service => {
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

export interface Faults {
  readonly outages: readonly Outage[];
  /** What ended although nobody killed it, and was started again. */
  readonly selfEnded: readonly Service[];
  /** Resolves when no more is killed, and all is up. */
  done: Promise<void>;
}

export interface StrikeOptions {
  /** Nothing is killed before this resolves. */
  quiet: Promise<unknown>;
  /** For how long there are kills then, if enough has happened meanwhile. */
  lengthMs: number;
  /** Whether enough has happened under fire. */
  enough(): boolean;
  say: Say;
  /** Gives up at once, and leaves down what is down. */
  signal: AbortSignal;
}

const WATCH_MS = 250;

/** Strikes until the time is up. What ends by itself is started again, as a supervisor would. */
export function strike(
  processes: Record<Service, ManagedProcess>,
  plan: Iterable<Blow>,
  { quiet, lengthMs, enough, say, signal }: StrikeOptions,
): Faults {
  const outages: Outage[] = [];
  const selfEnded: Service[] = [];
  const down = new Map<Service, Promise<void>>();

  /** Starts it until it is up: what it needs may be down itself. */
  async function bringBack(service: Service, from: number): Promise<void> {
    const to = Date.now();
    for (;;) {
      signal.throwIfAborted();
      try {
        await processes[service].start();
        break;
      } catch (error) {
        signal.throwIfAborted();
        say(`${processes[service].name} does not come back yet: ${sentence(error).split('\n')[0]}`);
        await sleep(500, undefined, { signal });
      }
    }
    outages.push({ service, from, to, backAt: Date.now() });
  }

  async function takeDown(service: Service, downMs: number): Promise<void> {
    await processes[service].kill();
    const from = Date.now();
    await sleep(downMs, undefined, { signal });
    await bringBack(service, from);
  }

  /** Nobody else touches a service while this goes on. */
  function alone(service: Service, work: () => Promise<void>): void {
    const going = work()
      .catch(() => {})
      .finally(() => down.delete(service));
    down.set(service, going);
  }

  async function allBack(): Promise<void> {
    while (down.size > 0) await Promise.all(down.values());
  }

  async function strikeOn(): Promise<void> {
    await quiet;
    const began = Date.now();
    const over = () => {
      const passed = Date.now() - began;
      return passed > lengthMs && (enough() || passed > LONGEST * lengthMs);
    };
    let awayMs = 0;
    for (const { afterMs, victims } of plan) {
      await sleep(Math.max(afterMs, awayMs), undefined, { signal });
      if (over()) return;
      const struckAt = Date.now();
      const hit = victims.filter(({ service }) => !down.has(service));
      for (const { service, downMs } of hit) alone(service, () => takeDown(service, downMs));
      const told = hit.map(
        ({ service, downMs }) => `${processes[service].name} for ${(downMs / 1000).toFixed(1)} s`,
      );
      if (told.length > 0) say(`killed ${told.join(', and ')}`);
      await allBack();
      awayMs = Date.now() - struckAt;
    }
  }

  function revive(): void {
    for (const service of SERVICES) {
      if (down.has(service) || processes[service].pid !== undefined) continue;
      selfEnded.push(service);
      say(`${processes[service].name} has ended by itself, and is started again`);
      alone(service, () => bringBack(service, Date.now()));
    }
  }

  const watch = setInterval(revive, WATCH_MS);
  signal.addEventListener('abort', () => clearInterval(watch));
  const done = strikeOn().then(allBack);
  done.catch(() => {});
  return { outages, selfEnded, done };
}
