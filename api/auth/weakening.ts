/** Every change that weakens a switch or an account needs a confirmed session, and sends the owner a mail. */
import { randomUUIDv7 } from 'node:crypto';
import { User } from '../../db/entities/user.ts';
import { queueMail } from '../../db/mail.ts';
import type { Weakening } from '../../switch/weakening.ts';
import type { HandlerContext } from '../http/route.ts';
import { requireConfirmed } from './confirmed-session.ts';
import { deviceNames } from './user-agent.ts';

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
  const undoes = weakening.successor === 'removed' || weakening.account === 'passkey_removed';
  await limit(undoes ? 'removal' : 'weakening');
  await tellOwner(context, caller.user.id, weakening, successorName);
}
