/**
 * Every change that weakens a switch or an account needs a confirmed session, and sends the owner a mail: an alarm at
 * once or, for an owner's routine changes from an established device, one summary of all changes within a few minutes.
 */
import { randomUUIDv7 } from 'node:crypto';
import { User } from '../../db/entities/user.ts';
import { addChange, queueMail } from '../../db/mail.ts';
import type { Weakening } from '../../switch/weakening.ts';
import type { HandlerContext } from '../http/route.ts';
import { requireConfirmed } from './confirmed-session.ts';
import { deviceNames } from './user-agent.ts';

/** How long a mail waits for more changes, counted from the first. The text of the mail says the same. */
const GATHER_MS = 10 * 60_000;

/** Removals, which also undo what a thief has added. */
const REMOVALS: ReadonlySet<Weakening['account']> = new Set(['passkey_removed', 'channel_removed']);

type WeakeningContext = Pick<HandlerContext, 'em' | 'caller' | 'client' | 'limit' | 'now'>;

/**
 * Tells the owner what was weakened, when and from where. The mail keeps the address the account has now, so that a
 * thief who changes the address doesn't get the warnings too.
 *
 * @param successorName the successor it concerns
 */
export async function tellOwner(
  { em, client, now }: Pick<WeakeningContext, 'em' | 'client' | 'now'>,
  userId: string,
  weakening: Weakening,
  successorName?: string,
): Promise<void> {
  const { email } = await em.findOneOrFail(User, { id: userId }, { refresh: true });
  const data = {
    ...weakening,
    at: now.getTime(),
    ...deviceNames(client.userAgent),
    ...(client.ipAddress === null ? {} : { ipAddress: client.ipAddress }),
    ...(successorName === undefined ? {} : { successorName }),
  };
  const key = `security_change/${userId}/${randomUUIDv7()}`;
  await queueMail(em, { key, kind: 'security_change', recipient: email, userId, data }, now);
}

/**
 * Whether a change can wait for a summary. Changes of the account itself can't, because a thief would make them, and
 * nor can anything that a program does.
 */
const canBeSummarised = ({ session, human }: WeakeningContext['caller'], { account }: Weakening): boolean =>
  human && session.establishedDevice && account === undefined;

/**
 * Gathers the changes of one session at one IP address into one mail. A change from elsewhere may be made by someone
 * else with a stolen cookie, so it gets a mail of its own.
 */
async function addToSummary(
  { em, caller, client, now }: WeakeningContext,
  weakening: Weakening,
  successorName?: string,
): Promise<void> {
  const userId = caller.user.id;
  const { email: recipient } = await em.findOneOrFail(User, { id: userId }, { refresh: true });
  const change = { ...weakening, ...(successorName === undefined ? {} : { successorName }) };
  const place = { sessionId: caller.session.id, ipAddress: client.ipAddress ?? '' };
  const mail = { kind: 'change_summary', recipient, userId };
  if (await addChange(em, { ...mail, ...place }, change, now)) return;
  const key = `change_summary/${userId}/${randomUUIDv7()}`;
  const data = { ...place, ...deviceNames(client.userAgent), at: now.getTime(), changes: [change] };
  await queueMail(em, { ...mail, key, data, restsUntil: new Date(now.getTime() + GATHER_MS) }, now);
}

/**
 * Checks a change that may weaken a switch. Call it in the transaction of the change, with the switch locked.
 *
 * @param weakening null if it weakens nothing: then nothing is required, and there is no mail
 * @throws Problem `confirmation_required` without a confirmed session, `rate_limited` after too many in an hour
 */
export async function checkWeakening(
  context: WeakeningContext,
  weakening: Weakening | null,
  successorName?: string,
): Promise<void> {
  if (!weakening) return;
  const { caller, limit, now } = context;
  requireConfirmed(caller, now);
  const isRemoval = weakening.successor === 'removed' || REMOVALS.has(weakening.account);
  await limit(isRemoval ? 'removal' : 'weakening');
  if (canBeSummarised(caller, weakening)) return addToSummary(context, weakening, successorName);
  await tellOwner(context, caller.user.id, weakening, successorName);
}
