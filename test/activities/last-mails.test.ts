import { expect, test } from '@jest/globals';
import { createActivities } from '../../activities/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { logInProgram, openAccount } from '../support/builders/account.ts';
import { invite, take } from '../support/builders/handover.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { rowsContaining } from '../support/rows-containing.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;
const { api, deps, activities } = await useActivities();

const mailsOf = ({ id }: { id: string }) => api.em().find(Mail, { userId: id }, { orderBy: { kind: 'asc' } });
const foundOf = async (addresses: string[]) =>
  (await Promise.all(addresses.map((address) => rowsContaining(api.orm, address)))).flat();

/** An account that was deleted during a handover that a successor knew of: two mails have yet to go out. */
async function deletedAccount() {
  const account = await openAccount(api);
  const successor = await buildSuccessor(api, account);
  await invite(api, account);
  await take(api, account, { kind: 'invitation_accepted', successorId: successor.id, at: api.clock.now });
  const program = await logInProgram(api, account);
  const { password } = account;
  expect((await program.delete('/auth/delete-account', { password })).status).toBe(200);
  const mails = await mailsOf(account);
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['farewell', account.email],
    ['handover_cancelled', successor.email],
  ]);
  return { account, mails, addresses: [account.email, successor.email] };
}

test('once the last mails of a deleted account have gone out, once each, no address is kept', async () => {
  const { account, mails, addresses } = await deletedAccount();
  for (const { id } of mails) await activities.sendMail({ mailId: id });
  expect(await foundOf(addresses)).toEqual([]);
  const over = await mailsOf(account);
  expect(over).toEqual(
    mails.map(({ id, key }) =>
      expect.objectContaining({ id, key, status: 'accepted', recipient: '', data: {} }),
    ),
  );
  for (const [i, { id, key, kind }] of mails.entries()) {
    await activities.sendMail({ mailId: id });
    const again = { key, kind, recipient: addresses[i] as string, userId: account.id };
    expect(await ensureMail(api.em(), again, new Date(api.clock.now))).toMatchObject({
      id,
      status: 'accepted',
    });
  }
  for (const address of addresses) {
    expect(
      (await caughtMails(address)).filter(({ subject }) => /deleted|cancel|over/i.test(subject)),
    ).toHaveLength(1);
  }
});

test('a mailbox that refuses the last mail is tried for 30 days, and then forgotten', async () => {
  const { account, mails, addresses } = await deletedAccount();
  const mailer = {
    ...deps.mailer,
    send: () => Promise.reject(new MailRefused('550')),
  };
  const refusing = createActivities({ ...deps, mailer });
  const tryAll = () => Promise.allSettled(mails.map(({ id }) => refusing.sendMail({ mailId: id })));
  api.clock.now += 29 * DAY;
  expect((await tryAll()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await foundOf(addresses)).length).toBeGreaterThan(0);
  api.clock.now += 2 * DAY;
  expect((await tryAll()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect((await mailsOf(account)).map(({ status }) => status)).toEqual(['obsolete', 'obsolete']);
  expect(await foundOf(addresses)).toEqual([]);
});

test('a warning created while its account was being deleted is obsolete, and its recipient is erased', async () => {
  const { account } = await deletedAccount();
  const request = { key: `reminder/${account.id}/1`, kind: 'reminder', recipient: account.email };
  const data = { since: api.clock.now, n: 1, of: 3 };
  const { id } = await ensureMail(
    api.em(),
    { ...request, userId: account.id, data },
    new Date(api.clock.now),
  );
  await activities.sendMail({ mailId: id });
  expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject({ status: 'obsolete', recipient: '' });
});

test('an acceptance that waits while the account is deleted erases the address, too', async () => {
  const owner = await buildOwner(api);
  const recipient = uniqueEmail('invited');
  const request = { key: `handover_cancelled/${owner.id}`, kind: 'handover_cancelled', recipient };
  const now = new Date(api.clock.now);
  const { id } = await ensureMail(api.em(), { ...request, userId: owner.id }, now);
  let accepting: Promise<boolean> | undefined;
  await api.em().transactional(async (tx) => {
    await tx.nativeUpdate(Mail, { id }, { data: { ownerName: 'Olive Owner' } });
    await tx.nativeDelete(User, { id: owner.id });
    accepting = mailAccepted(api.em(), id, now);
    await until('the acceptance to wait for the deletion', async () => (await lockWaits(api)) === 1);
  });
  expect(await accepting).toBe(true);
  expect(await foundOf([recipient])).toEqual([]);
});

test('a mail of an existing account keeps its address and names', async () => {
  const owner = await buildOwner(api);
  const request = { key: `payment_failed/${owner.id}`, kind: 'payment_failed' as const };
  const { id } = await ensureMail(
    api.em(),
    { ...request, recipient: owner.email, userId: owner.id, data: { n: 1 } },
    new Date(api.clock.now),
  );
  await activities.sendMail({ mailId: id });
  expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject({
    status: 'accepted',
    recipient: owner.email,
    data: { n: 1 },
  });
});
