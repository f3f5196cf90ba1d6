import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { archiveKeyBundle } from '../../../api/auth/key-bundle.ts';
import { addRegistration } from '../../../api/auth/registrations.ts';
import { renewRecoveryCodes, setUpTwoFactor } from '../../../api/auth/two-factor.ts';
import { AccountInvitation } from '../../../db/entities/account-invitation.ts';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Automation } from '../../../db/entities/automation.ts';
import { BrokenLog } from '../../../db/entities/broken-log.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { ContactQuestion } from '../../../db/entities/contact-question.ts';
import { File } from '../../../db/entities/file.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { OptOut } from '../../../db/entities/opt-out.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Passkey } from '../../../db/entities/passkey.ts';
import { Rehearsal } from '../../../db/entities/rehearsal.ts';
import { SecondFactorRemoval } from '../../../db/entities/second-factor-removal.ts';
import { Session } from '../../../db/entities/session.ts';
import { Subscription } from '../../../db/entities/subscription.ts';
import { Token } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { DEFAULT_LOCALE } from '../../../db/locale.ts';
import { queueMail } from '../../../db/mail.ts';
import { recordOperator } from '../../../db/operator-log.ts';
import { stageEntries, stageEnvelopes } from '../../../db/staged-import.ts';
import { discardEntries, oneEntry } from '../../../db/trash.ts';
import { writeMail } from '../../../mail/write.ts';
import {
  buildEmailChange,
  logIn,
  logInProgram,
  openAccount,
  openLoggedIn,
  type TestAccount,
  verificationToken,
} from '../../support/builders/account.ts';
import { bringTo, invite, switchOf, take } from '../../support/builders/handover.ts';
import { buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const mailsOf = (userId: string) => api.em().find(Mail, { userId }, { orderBy: { key: 'asc' } });

/** The columns that refer to a user: every user_id, and the user's own ID. */
const columnsNaming = () =>
  api.em().execute<{ table: string; column: string }[]>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and (column_name = 'user_id' or (table_name = 'user' and column_name = 'id'))`,
  );

/** How many rows of each table refer to a user. Tables without any are left out. */
async function rowsNaming(userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of await columnsNaming()) {
    const [row] = await api
      .em()
      .execute<{ n: number }[]>(`select count(*)::int as n from "${table}" where ${column} = ?`, [userId]);
    if (row?.n) counts[table] = row.n;
  }
  return counts;
}

/** An account with a row in every table that can refer to an owner. */
async function fullAccount() {
  const account = await openAccount(api);
  const successors = [await buildSuccessor(api, account), await buildSuccessor(api, account)];
  const now = new Date(api.clock.now);
  const entryId = randomUUIDv7();
  const entry = {
    id: entryId,
    encryptedData: 'AAAA',
    iv: '',
    salt: '',
    algorithm: 'AES-GCM',
    category: '',
    tags: [],
  };
  const stored = { ...entry, userId: account.id, version: 1, createdAt: now, updatedAt: now };
  await api.em().insert(VaultEntry, stored);
  await discardEntries(api.em(), account.id, oneEntry(entryId), now);
  await api.em().insert(VaultEntry, stored);
  const importId = randomUUIDv7();
  await stageEntries(api.em(), account.id, importId, [entry], now);
  const successorId = successors[0]?.id ?? '';
  await stageEnvelopes(api.em(), account.id, importId, [{ successorId, entryId, envelope: 'AAAA' }], now);
  await api.em().insert(AssignedEntry, { successorId, entryId, userId: account.id, envelope: 'AAAA' });
  await verificationToken(api, account.id);
  await buildEmailChange(api, account, uniqueEmail('new'));
  const { name, salt } = account;
  const credentials = { name, password: 'other', authHash: '', salt, kdfVersion: 1, keyBundle: null };
  const registered = { ...credentials, ...DEFAULT_LOCALE };
  await addRegistration(api.em(), api.config, account.id, registered, now);
  await renewRecoveryCodes(api.em(), account.id);
  await setUpTwoFactor(api.em(), api.config, account, now);
  await api.em().nativeUpdate(User, { id: account.id }, { keyBundle: { v: 1 } });
  await archiveKeyBundle(api.em(), account.id, now);
  await api.em().insert(Subscription, {
    userId: account.id,
    customerId: null,
    checkoutId: null,
    subscriptionId: null,
    status: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    revision: 0,
  });
  await api.em().insert(Rehearsal, {
    id: randomUUIDv7(),
    userId: account.id,
    successorId,
    sample: null,
    requestedAt: now,
    expiresAt: now,
    mailAcceptedAt: null,
    response: null,
    respondedAt: null,
    openedAt: null,
  });
  await api.em().insert(ContactQuestion, {
    ...{ successorId, userId: account.id, askedAt: now, mailAcceptedAt: null, newEmail: null },
    ...{ answer: null, answeredAt: null, confirmedAt: null },
  });
  await api.em().insert(AccountInvitation, {
    id: randomUUIDv7(),
    hash: randomBytes(32),
    createdAt: now,
    expiresAt: now,
    userId: account.id,
  });
  await api.em().insert(Channel, {
    ...{ id: randomUUIDv7(), userId: account.id, kind: 'mailbox', name: 'Work', codeRound: 1 },
    ...{ address: uniqueEmail('second'), codeSentAt: now, createdAt: now },
  } as never);
  await api.em().insert(Passkey, {
    id: randomUUIDv7(),
    userId: account.id,
    credentialId: randomUUIDv7(),
    publicKey: Buffer.from('a key'),
    counter: 0,
    transports: [],
    isSynced: false,
    name: 'Laptop',
    createdAt: now,
    lastUsedAt: null,
    challengedAt: null,
  });
  await api.em().insert(Automation, {
    ...{ id: randomUUIDv7(), userId: account.id, name: 'Door', scope: 'check-in', hash: randomBytes(32) },
    ...{ createdAt: now, expiresAt: null, lastUsedAt: null },
  });
  // The second is deleted, so only its bytes are left.
  for (const [state, digit] of [
    ['stored', 'a'],
    ['uploading', 'b'],
  ] as const) {
    await api.em().insert(File, {
      ...{ userId: account.id, id: randomUUIDv7(), entryId, size: 7, sha256: digit.repeat(64), state },
      ...{ store: 'folder', key: randomUUIDv7(), createdAt: now, touchedAt: now },
      ...{ deletedAt: null, writer: null, leasedUntil: null },
    });
  }
  await api.em().nativeDelete(File, { userId: account.id, state: 'uploading' });
  await api.em().insert(BrokenLog, { userId: account.id, atFirst: false, since: now });
  await api.em().insert(SecondFactorRemoval, { userId: account.id, startedAt: now });
  const mailbox = randomBytes(32);
  await api.em().insert(OptOut, { id: randomUUIDv7(), mailbox, userId: account.id, createdAt: now });
  await recordOperator(api.em(), {
    at: now,
    operator: 'shell/test',
    action: 'status_seen',
    userId: account.id,
  });
  return { account, successors };
}

const remove = async (account: TestAccount) => {
  const browser = await logIn(api, account);
  return { browser, reply: await browser.delete('/auth/delete-account', { password: account.password }) };
};

describe('deleting the account', () => {
  test('removes every row that refers to it, except the farewell, the message to the workflow and the operators’ log', async () => {
    const { account, successors } = await fullAccount();
    const { account: neighbour } = await fullAccount();
    await invite(api, account);
    await api.em().nativeDelete(Token, { purpose: 'response', successorId: successors[1]?.id ?? '' });
    await bringTo(api, account, 'released');
    const { seq } = await switchOf(api, account);
    const program = await logInProgram(api, account);
    // Every table, so that nobody can add one without considering this.
    const tables = new Set((await columnsNaming()).map(({ table }) => table));
    expect(new Set(Object.keys(await rowsNaming(account.id)))).toEqual(tables);
    const untouched = await rowsNaming(neighbour.id);

    const reply = await program.delete('/auth/delete-account', { password: account.password });
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    // What operators did is kept, under an ID that no longer identifies anybody.
    expect(Object.keys(await rowsNaming(account.id)).sort()).toEqual(['mail', 'operator_log']);
    const mails = await mailsOf(account.id);
    expect(mails.map(({ kind, status }) => [kind, status])).toEqual([
      ['farewell', 'queued'],
      // Only the one who has answered: the other's invitation had not gone out.
      ['handover_cancelled', 'queued'],
    ]);
    expect(mails[0]).toMatchObject({ recipient: account.email, data: { ownerName: account.name } });
    const messages = await api.em().find(Outbox, { subjectId: account.id }, { orderBy: { id: 'desc' } });
    expect(messages[0]).toMatchObject({ kind: 'switch', seq: seq + 1 });
    for (const mail of mails) expect(await api.em().count(Outbox, { subjectId: mail.id })).toBe(1);
    expect(await rowsNaming(neighbour.id)).toEqual(untouched);
  });

  test('clears the cookies; sessions and passwords are invalid from then on', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    const { browser, reply } = await remove(account);
    expect(reply.status).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['device']);
    expect((await program.get('/auth/profile')).status).toBe(401);
    const { refreshToken } = program;
    expect((await client(api).post('/auth/refresh', { refreshToken })).status).toBe(401);
    const { email, password } = account;
    await expectProblem(client(api).post('/auth/login', { email, password }), '401 invalid_credentials');
  });

  test('needs more than the password if two-factor authentication is on: a confirmed session', async () => {
    const account = await openAccount(api);
    const program = await logInProgram(api, account);
    await api.em().nativeUpdate(User, { id: account.id }, { twoFactorEnabled: true });
    const attempt = () => program.raw.delete('/auth/delete-account', { password: account.password });
    await api.em().nativeUpdate(Session, { userId: account.id }, { confirmedAt: null });
    await expectRefused(api, attempt, 'confirmation_required');
    await api.em().nativeUpdate(Session, { userId: account.id }, { confirmedAt: new Date(api.clock.now) });
    expect((await attempt()).status).toBe(200);
  });

  test('removes its queued mails', async () => {
    const account = await openAccount(api);
    await queueMail(
      api.em(),
      {
        key: `password_reset/${account.id}`,
        kind: 'password_reset',
        recipient: account.email,
        userId: account.id,
      },
      new Date(api.clock.now),
    );
    await remove(account);
    expect((await mailsOf(account.id)).map(({ kind }) => kind)).toEqual(['farewell']);
  });

  test('tells successors who were already invited, with names that no row has any more', async () => {
    const account = await openAccount(api);
    const invited = await buildSuccessor(api, account, { name: 'Ines Invited' });
    const unheard = await buildSuccessor(api, account);
    await invite(api, account);
    // The mail server accepted one of the two invitations and refused the other, so its token was deleted.
    await take(api, account, { kind: 'invitation_accepted', successorId: invited.id, at: api.clock.now });
    await api.em().nativeDelete(Token, { successorId: unheard.id });
    const program = await logInProgram(api, account); // No sign of life: the handover stays open.
    expect((await switchOf(api, account)).state.status).toBe('awaiting_successors');
    await program.delete('/auth/delete-account', { password: account.password });
    const cancelled = (await mailsOf(account.id)).filter(({ kind }) => kind === 'handover_cancelled');
    expect(cancelled.map(({ recipient }) => recipient)).not.toContain(unheard.email);
    const [mail] = cancelled;
    expect(mail).toMatchObject({
      recipient: invited.email,
      successorId: invited.id,
      data: { ownerName: account.name, successorName: 'Ines Invited' },
    });
    // Writes the last two mails as the worker does when nothing else is left.
    const deps = { ...api.deps, frontendUrl: api.origin } as never;
    const now = new Date(api.clock.now);
    const mails = await mailsOf(account.id);
    const letters = await Promise.all(mails.map((each) => writeMail(deps, api.em(), each, now)));
    expect(letters).toMatchObject([
      { to: account.name, subject: 'Your Vault Handover account has been deleted' },
      { to: 'Ines Invited', subject: `The handover from ${account.name} has been cancelled` },
    ]);
    expect(letters.map((letter) => letter?.optOutLink)).toEqual([undefined, undefined]);
  });

  test('tells successors who may have been invited though no acceptance was noted, but nobody whose invitation was dropped', async () => {
    const account = await openAccount(api);
    const [ann, ben] = [await buildSuccessor(api, account), await buildSuccessor(api, account)];
    await invite(api, account);
    const program = await logInProgram(api, account);
    // A worker died between the 250 for Ann's invitation and the commit, so only its token shows that it went out.
    // Ben's mailbox refused his, so its token was deleted, until Ann's answer made it obsolete.
    await take(api, account, { kind: 'owner_alive', successorId: ann.id });
    await api.em().nativeDelete(Token, { successorId: ben.id });
    await take(api, account, { kind: 'invitation_dropped', successorId: ben.id, n: 1 });
    await program.delete('/auth/delete-account', { password: account.password });
    const cancelled = (await mailsOf(account.id)).filter(({ kind }) => kind === 'handover_cancelled');
    expect(cancelled.map(({ recipient }) => recipient)).toEqual([ann.email]);
  });

  test('still sends what was queued for successors who were asked or removed, and leaves nothing else of the account', async () => {
    const account = await openAccount(api);
    const invited = await buildSuccessor(api, account, { name: 'Ines Invited' });
    const removed = await buildSuccessor(api, account, { name: 'Rob Removed' });
    const unheard = await buildSuccessor(api, account);
    await invite(api, account);
    for (const { id } of [invited, removed])
      await take(api, account, { kind: 'invitation_accepted', successorId: id, at: api.clock.now });
    // The mail server refused the invitation of the third, so its token was deleted.
    await api.em().nativeDelete(Token, { successorId: unheard.id });
    const browser = await logIn(api, account);
    const gone = await browser.delete(`/successors/${removed.id}`, { tell: true });
    expect(gone.status).toBe(200);
    const { password } = account;
    expect((await browser.delete('/auth/delete-account', { password })).status).toBe(200);

    expect(Object.keys(await rowsNaming(account.id))).toEqual(['mail']);
    const mails = await mailsOf(account.id);
    const deps = { ...api.deps, frontendUrl: api.origin } as never;
    const letters = await Promise.all(
      mails.map((each) => writeMail(deps, api.em(), each, new Date(api.clock.now))),
    );
    expect(mails.map(({ recipient }, i) => [recipient, letters[i]?.to, letters[i]?.subject]).sort()).toEqual(
      [
        [account.email, account.name, 'Your Vault Handover account has been deleted'],
        [invited.email, 'Ines Invited', `The handover from ${account.name} has been cancelled`],
        [removed.email, 'Rob Removed', `The handover from ${account.name} has been cancelled`],
        [removed.email, 'Rob Removed', `You're no longer a successor of ${account.name}`],
      ].sort(),
    );
    for (const { kind, data } of mails.filter(({ kind }) => kind !== 'farewell'))
      expect([kind, Object.keys(data).sort()]).toEqual([
        kind,
        ['language', 'ownerName', 'successorName', 'timeZone'],
      ]);
  });

  test('tells nothing to successors who were not invited yet', async () => {
    const account = await openAccount(api);
    await buildSuccessor(api, account);
    await bringTo(api, account, 'grace_period');
    const program = await logInProgram(api, account);
    await program.delete('/auth/delete-account', { password: account.password });
    expect((await mailsOf(account.id)).map(({ kind }) => kind)).toEqual(['farewell']);
  });

  test('a wrong password changes no row, not even the last sign of life', async () => {
    const { browser } = await openLoggedIn(api);
    const before = await rowChecksum(api.orm);
    api.clock.now += 30_000;
    await expectProblem(browser.delete('/auth/delete-account', { password: 'wrong' }), '403 wrong_password');
    expect((await browser.raw.delete('/auth/delete-account')).status).toBe(400);
    expect(await rowChecksum(api.orm)).toBe(before);
    expect((await browser.get('/auth/profile')).status).toBe(200);
  });

  test('guesses of the password lock the session that they are made in', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
    const account = await openAccount(limited);
    const program = await logInProgram(limited, account);
    const guess = (i: number) =>
      program.delete('/auth/delete-account', { password: `${i}` }, { 'X-Forwarded-For': `192.0.2.${i}` });
    const codes: string[] = [];
    for (let i = 0; i < 11; i += 1) codes.push((await guess(i)).body.code);
    expect(codes).toEqual([
      ...Array(5).fill('wrong_password'),
      ...Array(5).fill('account_locked'),
      'rate_limited',
    ]);
    expect(await limited.em().count(User, { id: account.id })).toBe(1);
  });

  test('during log-ins and writes: each gets an answer, none a 500, and nothing is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser, ...account } = await openLoggedIn(api);
      const program = await logInProgram(api, account);
      const { email, password } = account;
      const calendar = { name: 'Phone', scope: 'calendar' } as const;
      const { token } = (await browser.post('/automations', calendar)).body;
      const replies = await Promise.all([
        program.put('/auth/profile', { name: 'Under way' }),
        client(api).post('/auth/login', { email, password }),
        program.delete('/auth/delete-account', { password }),
        browser.put('/auth/profile', { name: 'Under way' }),
        program.post('/auth/refresh', { refreshToken: program.refreshToken }),
        browser.post('/activity/check-in'),
        client(api).post('/auth/login', { email, password, session: 'bearer' }),
        browser.post('/auth/keys', { password }),
        fetch(`${api.url}/automations/calendar?token=${token}`),
      ]);
      expect(replies[2]?.status).toBe(200);
      expect(replies.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([]);
      expect(Object.keys(await rowsNaming(account.id))).toEqual(['mail']);
    }
  });

  test('the address is free again, for an account with nothing of the old one', async () => {
    const account = await openAccount(api);
    await remove(account);
    const again = { email: account.email, name: 'Anew', password: 'another key', salt: account.salt };
    expect((await client(api).post('/auth/register', again)).status).toBe(201);
    const fresh = await api.em().findOneOrFail(User, { email: account.email });
    expect([fresh.id === account.id, fresh.emailVerifiedAt]).toEqual([false, null]);
  });
});
