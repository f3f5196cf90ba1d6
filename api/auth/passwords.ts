/**
 * The password hash: argon2id (RFC 9106) of the authentication key that the client derived from the password, as a PHC
 * string. The string includes the cost, so that it can be raised later without locking anyone out.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { currentRequester } from '../http/quotas/current-requester.ts';
import { createFairQueue } from '../http/quotas/fair-queue.ts';

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * libuv's four threads are shared by the whole process and also serve files and DNS, so this leaves room for them.
 * Log-ins never use more than this many times 19 MiB, however many arrive.
 */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));

/** Longer than for other resources: hashing is slow, and slower on a busy machine. */
const TIMEOUT_MS = 30_000;

/** One place is reserved for log-ins, and no account that is logged in takes every other one. */
const queue = createFairQueue(
  {
    concurrency: AT_ONCE,
    reserved: 1,
    timeoutMs: TIMEOUT_MS,
    most: { account: 1, network: AT_ONCE, '/56': AT_ONCE, '/48': AT_ONCE },
  },
  'Too many passwords are being checked',
);

async function queued<T>(job: () => Promise<T>): Promise<T> {
  const { requester, priority } = currentRequester();
  const release = await queue.acquire(requester, priority);
  try {
    return await job();
  } finally {
    release();
  }
}

const derive = (password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  queued(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password, nonce: salt, tagLength, ...cost }, (error, tag) => {
          if (error) reject(error);
          else resolve(tag);
        });
      }),
  );

/** Base64 without padding, as in PHC strings. */
const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;

/** A well-formed hash that matches no password. Addresses without an account are checked against it. */
const NOBODY = format(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/**
 * @returns the PHC string to store
 * @throws Problem as `FairQueue` does, if too many wait already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(COST, salt, await derive(password, salt, COST, TAG_BYTES));
}

/**
 * Compares in constant time, and at the same cost whether or not there is a hash.
 *
 * @param stored the PHC string; null if there is no account, which never matches
 * @throws Problem as `FairQueue` does, if too many wait already, whether or not there is a hash
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.match(PHC);
  const [, memory, passes, parallelism, salt = '', tag = ''] =
    known ?? (NOBODY.match(PHC) as RegExpMatchArray);
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost, expected.length);
  return timingSafeEqual(actual, expected) && Boolean(known);
}
