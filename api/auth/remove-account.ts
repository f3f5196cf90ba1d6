/** Deletes an account in one step, and writes to the people concerned. */
import { Mail } from '../../db/entities/mail.ts';
import { Successor, type SuccessorRow } from '../../db/entities/successor.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { mayHaveBeenInvited } from '../../db/invited.ts';
import type { LoadedSwitch } from '../../db/load-switch.ts';
import { queueMail } from '../../db/mail.ts';
import type { EntityManager } from '../../db/orm.ts';
import { putMessage } from '../../db/outbox.ts';
import { queueForSuccessor } from '../../db/successor-mail.ts';
import { type ChangeContext, changeSwitch } from '../../db/switch.ts';
import { owedMails } from '../../switch/owed-mails.ts';
import type { Rules } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';

interface LastMail {
  successor: SuccessorRow;
  handoverId: string;
  data: Record<string, string>;
}

/**
 * Mails that tell successors of the cancelled handover. They contain the names, because the rows with them are about to
 * be deleted.
 */
async function cancellations(
  rules: Rules,
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

/**
 * Keeps the mails owed to people who were asked or had agreed, with the owner's name, which will be in no row any more.
 */
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

/**
 * Call it in a transaction that has locked the switch, and end the subscription before.
 *
 * @param current the account's switch, as it was locked
 */
export async function removeAccount(
  { rules, signRecord }: Pick<ChangeContext, 'rules' | 'signRecord'>,
  em: EntityManager,
  user: UserRow,
  current: LoadedSwitch,
  now: Date,
): Promise<void> {
  const { id: userId } = user;
  // After a restored backup, the switch starts over first, as it does before any other change: that queues owed mails.
  await changeSwitch({ em, signRecord, rules, now }, userId, () => null);
  const toTell = await cancellations(rules, em, user, current, now);
  await keepOwedMails(em, user);
  // Every table except mail and outbox refers to this row. Other queued mails have no reader any more.
  await em.nativeDelete(User, { id: userId });
  await em.execute(`delete from mail where user_id = ? and data ->> 'ownerName' is null`, [userId]);
  for (const { successor, ...mail } of toTell) {
    const key = `handover_cancelled/${mail.handoverId}/${successor.id}`;
    await queueForSuccessor(em, successor, { key, kind: 'handover_cancelled', ...mail }, now);
  }
  await putMessage(em, { kind: 'switch', subjectId: userId, seq: current.seq + 1 }, now);
  // A stranger may have registered the address, with a name of their choice.
  if (!user.emailVerifiedAt) return;
  const { name: ownerName, language, timeZone } = user;
  const data = { ownerName, language, timeZone };
  const key = `farewell/${userId}`;
  await queueMail(em, { key, kind: 'farewell', recipient: user.email, userId, data }, now);
}
