/**
 * Reads the mailbox for returned mail. One worker at a time does so, over a new connection each time. While nobody can,
 * owners in a grace period are credited the time (switch/plan.ts), because it isn't known whether their warnings arrived.
 * A mailbox that has never been read delays nobody: its settings may be wrong.
 */
import { type FetchMessageObject, ImapFlow } from 'imapflow';
import type { Logger } from 'pino';
import { createHeartbeatRecorder } from '../db/heartbeat.ts';
import { toleranceMs } from '../db/liveness.ts';
import { isUnreadable } from '../db/load-switch.ts';
import type { EntityManager, Orm } from '../db/orm.ts';
import { mailIdIn } from '../db/return-reference.ts';
import { addressAnswered, readWatch } from '../db/watched.ts';
import { LONGEST_REPORT, readDeliveryReport } from '../mail/delivery-report.ts';
import { isSignedByNone, type ReturnDeps, ReturnedTooSoon, takeBack } from '../mail/returned.ts';
import { repeat } from './repeat.ts';

export interface ReturnMailbox {
  host: string;
  port: number;
  secure: boolean;
  /** Whether to give up, before the password is sent, on a server that offers no STARTTLS. */
  requireTls: boolean;
  user: string;
  password: string;
  mailbox: string;
}

/** The name under which a mailbox is recorded, to notice when another is configured. */
export const nameOf = ({ host, port, user, mailbox }: ReturnMailbox): string =>
  `${user}@${host}:${port}/${mailbox}`;

export interface ReturnMailboxDeps extends Omit<ReturnDeps, 'em'> {
  orm: Orm;
  /** Domain time, in milliseconds. Throws ClockUntrusted if it can't be trusted. */
  clock: () => number | Promise<number>;
  /** Hints to the owner's open pages that something was committed. */
  announce: (userId: string) => void;
  log: Logger;
}

/** What imapflow says about a failed attempt. If the server offers no STARTTLS, there is no code. */
interface ImapError extends Error {
  code?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
}

/** How often it is read, at the length of a real day. */
const EVERY_MS = 60_000;
const TIMES_A_DAY = 24;
/** How many mails are dealt with at a time, so that a worker is done before another might take over. */
const BATCH = 50;
const TIMEOUT_MS = 10_000;
/** The longest that one reading may take: shorter than the time a transaction may be idle. */
const READING_MS = 45_000;
/** The flag of a mail that is being handled. It stays if the worker stops before the end. */
const STARTED = '\\Answered';
/** Names the lock that only one worker can have. */
const LOCK = `hashtext('return mailbox')`;

/**
 * Reads the reports that have arrived, unless another worker is reading them.
 *
 * @param stopping gives up; reports that weren't noted stay in the mailbox
 * @returns whether all of them were read, or there are more, or another worker is reading
 * @throws Error if the mailbox can't be read
 */
export async function readReturnMailbox(
  deps: ReturnMailboxDeps,
  address: ReturnMailbox,
  stopping: AbortSignal,
): Promise<'all' | 'more' | 'busy'> {
  return deps.orm.em.fork().transactional(async (tx) => {
    const [lock] = await tx.execute<{ ours: boolean }[]>(`select pg_try_advisory_xact_lock(${LOCK}) as ours`);
    return lock?.ours === true ? readBatch(deps, address, stopping) : 'busy';
  });
}

async function readBatch(
  deps: ReturnMailboxDeps,
  address: ReturnMailbox,
  stopping: AbortSignal,
): Promise<'all' | 'more'> {
  const { host, port, secure, requireTls, user, password: pass, mailbox } = address;
  const client = new ImapFlow({
    ...{ host, port, secure, auth: { user, pass } },
    // With `secure`, the option would be an error.
    ...(requireTls && !secure ? { doSTARTTLS: true } : {}),
    ...{ logger: false, disableAutoIdle: true },
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  // The command in progress rejects with the same error.
  client.on('error', () => {});
  const giveUp = () => client.close();
  const tooLong = setTimeout(giveUp, READING_MS);
  stopping.addEventListener('abort', giveUp);
  try {
    await client.connect();
    const lock = await client.getMailboxLock(mailbox);
    try {
      const unread = async (answered: boolean) =>
        (await client.search({ seen: false, answered }, { uid: true })) || [];
      let done = 0;
      // Mails on which a worker stopped come last, as they may be why it did.
      for (const uid of [...(await unread(false)), ...(await unread(true))]) {
        // Those that have to wait don't keep the others from being read.
        if (await readOne(deps, client, uid)) done += 1;
        if (done === BATCH) return 'more';
      }
      return 'all';
    } finally {
      lock.release();
    }
  } finally {
    clearTimeout(tooLong);
    stopping.removeEventListener('abort', giveUp);
    client.close();
  }
}

/**
 * Handles a mail. One on which a worker stopped, perhaps by chance, is tried once more, but marked as seen before: if
 * that never ends either, the mail stays so and can't stop every worker.
 *
 * @returns false if the mail is left for the next reading
 */
async function readOne(deps: ReturnMailboxDeps, client: ImapFlow, uid: number): Promise<boolean> {
  // Before the mail is marked: if the clock can't be trusted, that isn't because of the mail.
  const now = new Date(await deps.clock());
  const query = { source: { maxLength: LONGEST_REPORT }, internalDate: true, flags: true };
  const mail = (await client.fetchOne(String(uid), query, { uid: true })) || null;
  if (!mail?.source) return true;
  const again = mail.flags?.has(STARTED);
  if (again) {
    deps.log.warn(
      { uid },
      'a worker stopped while it handled this returned mail; trying it once more, marked as seen',
    );
  }
  await client.messageFlagsAdd(String(uid), [again ? '\\Seen' : STARTED], { uid: true });
  try {
    const handled = await handle(deps, client, mail, now);
    if (!handled) await client.messageFlagsRemove(String(uid), [STARTED, '\\Seen'], { uid: true });
    return handled;
  } catch (error) {
    // The connection may be what failed.
    await client.messageFlagsRemove(String(uid), ['\\Seen'], { uid: true }).catch(() => {});
    throw error;
  }
}

/**
 * A report is deleted once it has been noted, because it holds an address. One that came too soon, or whose owner's
 * switch can't be read, is left for the next reading. One that no secret signed is left too, as its secret may be an
 * old one, but marked as seen: anyone can forge such reports, and reading them again would delay the others. Any other
 * mail is left, marked as seen.
 *
 * @returns false if the mail is left for the next reading
 */
async function handle(
  deps: ReturnMailboxDeps,
  client: ImapFlow,
  mail: FetchMessageObject,
  now: Date,
): Promise<boolean> {
  const { uid, source, internalDate } = mail;
  const report = await readDeliveryReport(source!);
  if (!report || report.references.length === 0) {
    await client.messageFlagsSet(String(uid), ['\\Seen'], { uid: true });
    return true;
  }
  // The mail server's clock may be ahead. A date that it garbled is a string.
  const arrivedAt = internalDate instanceof Date && internalDate < now ? internalDate : now;
  const em: EntityManager = deps.orm.em.fork();
  const mailIds: string[] = [];
  try {
    for (const reference of report.failure ? report.references : []) {
      const owner = await takeBack({ ...deps, em }, { reference, ...report.failure!, arrivedAt }, now);
      if (owner) deps.announce(owner);
      else if (await isSignedByNone({ ...deps, em }, reference)) mailIds.push(mailIdIn(reference));
    }
  } catch (error) {
    if (error instanceof ReturnedTooSoon) return false;
    if (!isUnreadable(error)) throw error;
    await logUnreadable(deps, client, mail, report.references);
    return false;
  }
  if (mailIds.length > 0) {
    deps.log.warn(
      { mailIds },
      'a report of a returned mail is forged, or ACTIVITY_HMAC_SECRET_PREVIOUS lacks its secret',
    );
    await client.messageFlagsSet(String(uid), ['\\Seen', '\\Flagged'], { uid: true });
    return true;
  }
  await client.messageDelete(String(uid), { uid: true });
  return true;
}

/** Logs a report that waits because of its owner's switch: once, although it is read every minute. */
async function logUnreadable(
  { log }: ReturnMailboxDeps,
  client: ImapFlow,
  { uid, flags }: FetchMessageObject,
  references: readonly string[],
): Promise<void> {
  if (flags?.has('\\Flagged')) return;
  log.error(
    { mailIds: references.map(mailIdIn) },
    'a mail came back, and the switch of its owner cannot be read',
  );
  await client.messageFlagsAdd(String(uid), ['\\Flagged'], { uid: true });
}

/** Reads the mailbox every minute until stopped. */
export function watchReturnMailbox(
  deps: ReturnMailboxDeps,
  address: ReturnMailbox,
): { stop(): Promise<void> } {
  const { log, rules } = deps;
  const everyMs = Math.min(EVERY_MS, Math.max(500, rules.dayMs / TIMES_A_DAY));
  const recorder = createHeartbeatRecorder('returns', toleranceMs(rules.dayMs, 'returns'));
  let failing = false;
  let answered = false;
  return repeat(async (stopping) => {
    try {
      const found = await readReturnMailbox(deps, address, stopping);
      if (found === 'all') {
        const now = new Date(await deps.clock());
        const em = deps.orm.em.fork();
        if (!answered) await addressAnswered(em, 'returns', nameOf(address), now);
        answered = true;
        await recorder.beat(em, now);
      }
      if (failing) log.info('the mailbox of BOUNCE_IMAP_HOST can be read again');
      failing = false;
      return found === 'more' ? 0 : everyMs;
    } catch (error) {
      // Only the code, because the server's words may repeat the user.
      const { code, authenticationFailed, tlsFailed, name } = error as ImapError;
      const why = authenticationFailed
        ? 'it refuses the password'
        : (code ?? (tlsFailed ? 'it offers no STARTTLS, which BOUNCE_IMAP_REQUIRE_TLS demands' : name));
      if (!failing && !stopping.aborted) {
        // The database may be what failed.
        const watch = await readWatch(deps.orm.em.fork(), 'returns').catch(() => null);
        log.warn(
          { why },
          watch?.neverAnsweredSince
            ? 'the mailbox of BOUNCE_IMAP_HOST cannot be read, and never could; trying again'
            : 'the mailbox of BOUNCE_IMAP_HOST cannot be read; trying again, and grace periods wait for it',
        );
      }
      failing = true;
      return everyMs;
    }
  });
}
