/**
 * The clocks of PostgreSQL, API and worker jump together, as on one host whose clock was set wrong, and are soon right
 * again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Say } from '../dev/cli/progress.ts';
import type { ClockJump } from './evidence.ts';
import type { HostClock } from './host-clock.ts';
import type { Seeded } from './seeded.ts';

/** After a pause, all clocks are wrong for a while. */
export interface Jump {
  afterMs: number;
  /** How far they jump, in real days. */
  days: number;
  lastsMs: number;
}

/** Ten years ahead, and 75 days back. */
const DAYS = [3_650, -75] as const;
/** Long enough to be credited to the owners. */
const LASTS_MS = [5_000, 9_000] as const;
const PAUSE_MS = [500, 3_000] as const;
/** A campaign of half a minute has time for one jump after this many kills. */
const KILLS_BEFORE = [1, 2] as const;
/** Some campaigns have a second one, in the other direction. */
const SECOND = 0.5;
const KILLS_BETWEEN = [2, 4] as const;

const DAY_S = 86_400;
const ASK_EVERY_MS = 250;
const ASK_WITHIN_MS = 5_000;
/** A heartbeat further ahead than this is from the future. */
const AHEAD_MS = 300_000;
/** The service may take this long to continue. */
const BACK_WITHIN_MS = 60_000;

/** Kills with one or two jumps among them. */
export function* withJumps<Kill>(kills: Iterable<Kill>, chance: Seeded): Generator<Kill | Jump> {
  const count = chance.chance(SECOND) ? 2 : 1;
  const jumps = chance.shuffled(DAYS).slice(0, count);
  let killsLeft = chance.whole(...KILLS_BEFORE);
  for (const kill of kills) {
    const days = killsLeft === 0 ? jumps.shift() : undefined;
    if (days !== undefined) {
      yield { afterMs: chance.between(...PAUSE_MS), days, lastsMs: chance.between(...LASTS_MS) };
      killsLeft = chance.whole(...KILLS_BETWEEN);
    }
    killsLeft -= 1;
    yield kill;
  }
}

export const nameOfJump = (days: number): string =>
  days > 0 ? `${days / 365} years ahead` : `${-days} days back`;

export interface JumpingService {
  clock: Pick<HostClock, 'set'>;
  /** Where its API listens, without a path. */
  api: string;
  /** Its newest heartbeat, in milliseconds. */
  newestBeat(): Promise<number>;
  /** Accepts the time, as an operator does. */
  acceptClock(): Promise<void>;
  say: Say;
  signal: AbortSignal;
}

/** Lets the clocks jump, and resolves when the service has continued with the right time. */
export async function jump({ days, lastsMs }: Jump, service: JumpingService): Promise<ClockJump> {
  const { clock, api, newestBeat, acceptClock, say, signal } = service;
  const answers = new Set<number>();

  /** The status of a log-in without a password, which is 503 for as long as the time is unknown. 0: no answer came. */
  async function logInStatus(): Promise<number> {
    const timeout = AbortSignal.timeout(ASK_WITHIN_MS);
    const init = { method: 'POST', signal: AbortSignal.any([signal, timeout]) };
    return fetch(`${api}/api/v1/auth/login`, init).then(
      ({ status }) => status,
      () => 0,
    );
  }

  await clock.set(days * DAY_S);
  const from = Date.now();
  say(
    `the clocks of PostgreSQL, API and worker are ${nameOfJump(days)} for ${(lastsMs / 1000).toFixed(1)} s`,
  );
  while (Date.now() < from + lastsMs) {
    answers.add(await logInStatus());
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
  const to = Date.now();
  await clock.set(0);

  let accepted = false;
  async function continued(): Promise<boolean> {
    const beat = await newestBeat().catch(() => 0);
    if (beat > Date.now() + AHEAD_MS) {
      say('a heartbeat is from the future; accepting the time as an operator would');
      await acceptClock();
      accepted = true;
      return false;
    }
    const status = await logInStatus();
    return beat >= to && status !== 503 && status !== 0;
  }
  while (!(await continued()) && Date.now() < to + BACK_WITHIN_MS) {
    await sleep(ASK_EVERY_MS, undefined, { signal });
  }
  return { service: 'clock', from, to, backAt: Date.now(), days, answers: [...answers], accepted };
}
