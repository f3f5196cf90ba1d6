/** Proves that the public address answers. While it doesn't, owners are credited the time. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Logger } from 'pino';
import { type Heartbeat, startHeartbeat } from '../db/heartbeat.ts';
import type { Orm } from '../db/orm.ts';
import type { TrustedClock } from '../db/trusted-clock.ts';
import { addressAnswered } from '../db/watched.ts';

/** Nobody waits longer than this for a page. */
const TIMEOUT_MS = 10_000;
/** An API that starts together with this worker may need this long. */
const STARTING_MS = 10_000;
/** How often to log again that an address has never answered. */
const REPEAT_MS = 3_600_000;

/**
 * Requests the address once, over a new connection: an open one doesn't prove that others get through.
 *
 * @throws Error unless it answers 200 within ten seconds, without a redirect
 */
export function askAddress(address: string): Promise<void> {
  const request = address.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const asking = request(
      address,
      { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: '*/*' } },
      (answer) => {
        answer.resume();
        asking.destroy();
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`it answers ${answer.statusCode}`));
      },
    );
    asking.on('error', reject);
    // Anything else that ends it, such as an unwanted upgrade.
    asking.on('close', () => reject(new Error('it does not answer')));
    asking.end();
  });
}

/**
 * Checks the address with every heartbeat until stopped. One that has never answered is logged, once the API has had
 * time to start, and otherwise ignored.
 */
export function watchPublicAddress(
  orm: Orm,
  clock: TrustedClock,
  address: string,
  dayMs: number,
  log: Logger,
): Heartbeat {
  let answered = false;
  let silentSince: number | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  return startHeartbeat(
    orm,
    clock,
    'public',
    dayMs,
    async () => {
      await askAddress(address);
      if (!answered) await addressAnswered(orm.em.fork(), 'public', address, new Date(clock.now()));
      answered = true;
      if (silentSince !== null) log.info('the address of LIVENESS_URL answers');
      silentSince = null;
    },
    (error) => {
      const now = performance.now();
      silentSince ??= now;
      // Prefer the code: the message may contain the address.
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (answered) {
        log.warn(
          { why },
          'the address of LIVENESS_URL does not answer: until it does, owners are credited the time',
        );
      } else if (now - silentSince >= STARTING_MS && now - toldAt >= REPEAT_MS) {
        toldAt = now;
        log.error(
          { why },
          'the address of LIVENESS_URL has not answered since this worker started; until it does, it is ignored: is the address right?',
        );
      }
    },
  );
}
