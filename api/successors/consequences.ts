/** The consequences of a change of successors. */
import { randomUUIDv7 } from 'node:crypto';
import { forgetLostSheet } from '../../db/contact-questions.ts';
import { AssignedEntry } from '../../db/entities/assigned-entry.ts';
import { Successor, type SuccessorRow } from '../../db/entities/successor.ts';
import { SuccessorList } from '../../db/entities/successor-list.ts';
import { User } from '../../db/entities/user.ts';
import { queueMail } from '../../db/mail.ts';
import { hasOptedOut } from '../../db/opt-outs.ts';
import type { EntityManager } from '../../db/orm.ts';
import { dropRehearsal } from '../../db/rehearsal.ts';
import { queueForSuccessor } from '../../db/successor-mail.ts';
import { changeSwitch } from '../../db/switch.ts';
import { killTokens } from '../../db/tokens.ts';
import { handoverActive } from '../../switch/state.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import type { HandlerContext } from '../http/route.ts';
import { concernsShares } from './owned.ts';

/** Arms the switch when the first verified successor arrives, and turns it off when the last one leaves. */
export async function eligibilityChanged(
  { signRecord, rules }: Pick<ApiDeps, 'signRecord' | 'rules'>,
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<void> {
  await changeSwitch(
    { em, signRecord, rules, now },
    userId,
    { kind: 'eligibility_changed' },
    {
      // An open handover may have something due at once, if it was waiting for a successor who was removed.
      signalWorkflow: (after) => (handoverActive(after) ? 'always' : 'if_changed'),
    },
  );
}

/** Call it when existing shares were made for other holders, another quorum or other keys. */
export async function markSharesStale(em: EntityManager, userId: string): Promise<void> {
  await em.nativeUpdate(Successor, { userId, encryptedShare: { $ne: null } }, { sharesStale: true });
}

type Counting = Pick<HandlerContext, 'limitMailbox'>;

/**
 * Counts a mail that an owner's request is about to send to a successor.
 *
 * @throws Problem `rate_limited` if that mailbox has had enough of them, from whichever owner
 */
export async function countMailTo({ limitMailbox }: Counting, email: string): Promise<void> {
  await limitMailbox('successor_mail', email);
  await limitMailbox('successor_mail_day', email);
}

/**
 * An owner must not rely on someone who wants no part of it. But someone who had confirmed before they opted out for
 * all owners stays the successor of this owner.
 *
 * @throws Problem `successor_opted_out` if the mailbox asked not to be named by this owner, or by anyone
 */
export async function refuseOptedOut(
  { config }: Pick<ApiDeps, 'config'>,
  em: EntityManager,
  whose: Pick<SuccessorRow, 'userId' | 'email'> & Partial<Pick<SuccessorRow, 'verifiedAt' | 'optedOutAt'>>,
): Promise<void> {
  if (whose.optedOutAt || (!whose.verifiedAt && (await hasOptedOut(em, config, whose))))
    throw new Problem('successor_opted_out');
}

/** Tells someone that they are no longer a successor, if they had confirmed that we may write to them. */
export async function queueRemoved(em: EntityManager, successor: SuccessorRow, now: Date): Promise<void> {
  const { id, name, language, timeZone, verifiedAt, optedOutAt } = successor;
  if (!verifiedAt || optedOutAt) return;
  const data = { successorName: name, language, timeZone };
  // The same ID may be named and confirmed again.
  const key = `successor_removed/${id}/${verifiedAt.getTime()}`;
  await queueForSuccessor(em, successor, { key, kind: 'successor_removed', data }, now);
}

/** Asks a successor to verify their address or, if they have, to make their kit. */
export const queueVerification = (
  em: EntityManager,
  { id, userId, email }: Pick<SuccessorRow, 'id' | 'userId' | 'email'>,
  now: Date,
  data: { forKit?: true; isNewKit?: true } = {},
): Promise<void> =>
  queueMail(
    em,
    {
      key: `successor_verification/${id}/${randomUUIDv7()}`,
      kind: 'successor_verification',
      recipient: email,
      userId,
      successorId: id,
      data,
    },
    now,
  );

/**
 * Tells the owner that a kit can be compared. Another kit on the same day causes no further mail, because the page
 * shows the latest.
 */
export async function queueKitMail(
  { rules }: Pick<ApiDeps, 'rules'>,
  em: EntityManager,
  { id, userId, verifiedAt }: SuccessorRow,
  now: Date,
): Promise<void> {
  const { email } = await em.findOneOrFail(User, { id: userId });
  const day = Math.floor(now.getTime() / rules.dayMs);
  await queueMail(
    em,
    {
      // A successor with a new address is verified again, so the owner gets a mail about their kit even on the same
      // day.
      key: `successor_kit/${id}/${verifiedAt?.getTime()}/${day}`,
      kind: 'successor_kit',
      recipient: email,
      userId,
      data: { successorId: id },
    },
    now,
  );
}

/** A successor without a kit, to whom nothing is sealed. */
const WITHOUT_KIT = {
  publicKey: null,
  publicKeySalt: null,
  keyPinnedAt: null,
  encryptedShare: null,
  sharesStale: false,
} as const;

/** The fields that belong to a person or a mailbox: the verification, the key, and the share sealed to it. */
export const UNPROVEN = { verifiedAt: null, ...WITHOUT_KIT } as const;

/** Drops a successor's key, and what was sealed to it. Their assigned entries are the owner's choice, and stay. */
export async function dropKit(em: EntityManager, successor: SuccessorRow): Promise<void> {
  const { id, userId } = successor;
  await em.nativeUpdate(Successor, { id }, WITHOUT_KIT);
  await em.nativeUpdate(AssignedEntry, { successorId: id }, { envelope: null, envelopeSalt: null });
  await em.nativeDelete(SuccessorList, { successorId: id });
  await dropRehearsal(em, userId, id);
  await forgetLostSheet(em, id);
  await killTokens(em, { userId, successorId: id }, ['successor_verification']);
  if (concernsShares(successor)) await markSharesStale(em, userId);
}
