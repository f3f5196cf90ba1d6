/** `npm run admin -- delete-account`: deletes an account as owners can themselves, for one who asks the operator to. */
import { removeAccount } from '../../api/auth/remove-account.ts';
import { endSubscription } from '../../api/billing/end.ts';
import { Problem } from '../../api/http/errors.ts';
import { protectedUntil } from '../../db/after-reset.ts';
import { User, type UserRow } from '../../db/entities/user.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { transact } from '../../db/transact.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { moment } from './moment.ts';
import { type AdminService, accountOf } from './service.ts';

/** The person who asks may have taken over the mailbox. @throws Failure within seven days of a reset by mail */
function refuseAfterReset(user: UserRow, now: Date): void {
  const until = protectedUntil(user, now);
  if (until) {
    throw new Failure(
      `Nothing was deleted: the password of ${user.email} was reset by mail, so the account can be deleted from ${moment(until)} on`,
    );
  }
}

/** What deleting it would do, as a question. @throws Failure if it can't be deleted yet */
export async function deletionQuestion(service: AdminService, address: string): Promise<string> {
  const user = await accountOf(service, address);
  refuseAfterReset(user, new Date(await service.clock()));
  const { id, email } = user;
  const current = await loadSwitch(service.orm.em.fork(), id);
  return `${email}, whose switch is ${current?.state.status ?? 'missing'}, would be deleted at once with everything in the vault`;
}

/** @returns what to say */
export async function deleteAccount(service: AdminService, address: string): Promise<string> {
  const { orm, operator, clock, config, log, announce } = service;
  const account = await accountOf(service, address);
  const { id: userId, email } = account;
  const now = new Date(await clock());
  // First, because an ended subscription can't be resumed.
  refuseAfterReset(account, now);
  await endSubscription({ config, log }, orm.em.fork(), userId).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    throw new Failure(
      'Nothing was deleted: the payment provider does not answer, and would go on charging the owner',
    );
  });
  const { emailVerifiedAt } = await transact(orm.em, async (em) => {
    const current = await loadSwitch(em, userId, { lock: true });
    const user = await em.findOne(User, { id: userId, email }, { refresh: true });
    if (!current || !user) throw new Failure(`${email} was changed or removed a moment ago`);
    refuseAfterReset(user, now);
    await recordOperator(em, { at: now, operator, action: 'account_deleted', userId });
    await removeAccount(service, em, user, current, now);
    return user;
  });
  announce(userId);
  return emailVerifiedAt
    ? `${email} is deleted, with everything in it. Its owner gets a last mail, and so does everyone who was invited to take over.`
    : `${email} is deleted. Its address was never confirmed, so nobody gets a mail.`;
}
