/** Deletes an account in one step, and writes to the people concerned. */
import { Mail } from '../../../db/entities/mail.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User, type UserRow } from '../../../db/entities/user.ts';
import { mayHaveBeenInvited } from '../../../db/invited.ts';
import { type LoadedSwitch, loadSwitch } from '../../../db/load-switch.ts';
import { queueMail } from '../../../db/mail.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { putMessage } from '../../../db/outbox.ts';
import { queueForSuccessor } from '../../../db/successor-mail.ts';
import { transact } from '../../../db/transact.ts';
import { owedMails } from '../../../switch/owed-mails.ts';
import { step } from '../../../switch/step.ts';
import type { Caller } from '../../auth/caller.ts';
import { clearSessionCookies } from '../../auth/cookies.ts';
import { refuseAfterReset } from '../../auth/recently-reset.ts';
import { endSubscription } from '../../billing/end.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import { type CheckedPassword, confirmPassword, wrongPassword } from './confirm-password.ts';
import { requireSecondHalf } from './key-bundle.ts';
import { DeleteAccountBody } from './schema.ts';

interface LastMail {
  successor: SuccessorRow;
  handoverId: string;
  data: Record<string, string>;
}

/**
 * Mails to the successors who would be told of a cancelled handover, with the names, whose rows are about to be
 * deleted.
 */
async function cancellations(
  { rules }: ApiDeps,
  em: EntityManager,
  user: UserRow,
  { state }: LoadedSwitch,
  now: Date,
): Promise<LastMail[]> {
  const cancelled = step(state, { kind: 'cancelled' }, now.getTime(), rules);
  const owed = cancelled ? owedMails(state, cancelled) : [];
  const mails: LastMail[] = [];
  for (const notice of owed) {
    if (notice.kind !== 'handover_cancelled') continue;
    const { successorId, handoverId } = notice;
    if (!(await mayHaveBeenInvited(em, notice))) continue;
    const successor = await em.findOne(Successor, { id: successorId, optedOutAt: null });
    if (!successor) continue;
    const { name: successorName, language, timeZone } = successor;
    const data = { ownerName: user.name, successorName, language, timeZone };
    mails.push({ successor, handoverId, data });
  }
  return mails;
}

/** Keeps what people who were asked, or had agreed, have yet to hear, with the name that no row will have any more. */
async function keepOwedMails(
  em: EntityManager,
  { id: userId, name: ownerName }: Pick<UserRow, 'id' | 'name'>,
): Promise<void> {
  const kind = { $in: ['handover_cancelled', 'successor_removed'] };
  for (const mail of await em.find(Mail, { userId, status: 'queued', kind })) {
    if (mail.kind === 'handover_cancelled' && !(await mayHaveBeenInvited(em, mail))) continue;
    const data = { ...mail.data, ownerName };
    await em.nativeUpdate(Mail, { id: mail.id, status: 'queued' }, { data });
  }
}

/** Half a confirmation must not destroy anything, and neither must someone who took over a mailbox. */
function refuseUnsure(user: Caller['user'], caller: Caller, now: Date): void {
  requireSecondHalf(user, caller, now);
  refuseAfterReset(user, now, 'The account can be deleted');
}

async function removeAccount(
  deps: ApiDeps,
  em: EntityManager,
  caller: Caller,
  checked: CheckedPassword,
  now: Date,
): Promise<void> {
  const userId = checked.id;
  const current = await loadSwitch(em, userId, { lock: true });
  // The password was checked before this transaction and may have changed since.
  const user = await em.findOne(User, { id: userId }, { refresh: true });
  if (!current || !user) throw new Problem('unauthenticated');
  if (user.authHash !== checked.authHash) throw wrongPassword();
  refuseUnsure(user, caller, now);
  const toTell = await cancellations(deps, em, user, current, now);
  await keepOwedMails(em, user);
  // Every table except mail and outbox refers to this row. Other queued mails have no reader any more.
  await em.nativeDelete(User, { id: userId });
  await em.execute(`delete from mail where user_id = ? and data ->> 'ownerName' is null`, [userId]);
  for (const { successor, ...mail } of toTell) {
    const key = `handover_cancelled/${mail.handoverId}/${successor.id}`;
    await queueForSuccessor(em, successor, { key, kind: 'handover_cancelled', ...mail }, now);
  }
  const { name: ownerName, language, timeZone } = user;
  const data = { ownerName, language, timeZone };
  const key = `farewell/${userId}`;
  await queueMail(em, { key, kind: 'farewell', recipient: user.email, userId, data }, now);
  await putMessage(em, { kind: 'switch', subjectId: userId, seq: current.seq + 1 }, now);
}

export const deleteAccount = route('DELETE /auth/delete-account', {
  name: 'deleteAccount',
  summary: 'Delete the account and everything in it',
  description:
    'Permanently deletes the vault, the successors, the switch and the sessions. Successors who were ' +
    'already invited are told that the handover has been cancelled. With two-factor authentication on, the session ' +
    'must be confirmed (POST /auth/confirm). Refused for 7 days after a password reset.',
  access: 'session',
  limit: 'password',
  body: DeleteAccountBody,
  responses: { 200: messageBody },
  errors: ['wrong_password', 'account_locked', 'confirmation_required', 'recently_reset'],
  // A wrong password changes nothing, so it must not be a sign of life. No transaction is open while the password
  // is checked.
  noSignOfLife: true,
  ownTransactions: true,
  async handler({ em, caller, body, now, deps, ctx }) {
    const { user } = caller;
    await confirmPassword(deps, caller, body.password, now, async (checked) => {
      // An ended subscription cannot be resumed, so nothing is refused after this.
      refuseUnsure(user, caller, now);
      await endSubscription(deps, em, user.id);
      await transact(em, (tx) => removeAccount(deps, tx, caller, checked, now));
    });
    clearSessionCookies(ctx, deps.config);
    return { body: { message: 'Your account and everything in it has been deleted.' } };
  },
});
