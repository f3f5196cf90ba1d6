/** The question that successors are asked while all is well: who is asked when, and what their answer changes. */
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createActivities } from '../../../activities/index.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { mintToken } from '../../../db/tokens.ts';
import { MailRefused } from '../../../mail/smtp.ts';
import type { RefusalReason } from '../../../switch/dead-mailbox.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { linkToken, storeKey } from '../../support/builders/successor-links.ts';
import { caughtMails, linksIn, tokenIn } from '../../support/clients/caught-mail.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useActivities } from '../../support/servers/use-activities.ts';

const DAY = 86_400_000;
const YEAR = 365 * DAY;

const { api, deps, activities } = await useActivities();

/** An owner with a successor who has confirmed their address by their link. */
async function ownerWithSuccessor(owner?: BuiltOwner) {
  const own = owner ?? (await buildOwner(api, { name: 'Olive' }));
  const email = `sam-${randomBytes(6).toString('hex')}@example.test`;
  const named = await own.program.post('/successors', { email, name: 'Sam' });
  expect(named.status).toBe(201);
  const { id } = named.body.successor;
  const token = await linkToken(api, own, id, 'successor_verification');
  expect((await client(api).get(`/successors/verify?token=${token}`)).status).toBe(200);
  return { owner: own, id, email };
}

/** Lets time pass, in which the owner is well. */
async function pass(owner: BuiltOwner, ms: number) {
  api.clock.now += ms;
  await owner.program.post('/activity/check-in');
}
const shown = async ({ owner, id }: { owner: BuiltOwner; id: string }) =>
  (await owner.program.get('/successors')).body.successors.find((each) => each.id === id)?.contact;
const questionsTo = ({ email }: { email: string }) =>
  api.em().count(Mail, { kind: 'contact_question', recipient: email });

/** Sends the question. @returns the token of its link */
async function mailed({ email }: { email: string }): Promise<string> {
  const [mail] = await api
    .em()
    .find(
      Mail,
      { kind: 'contact_question', recipient: email, status: 'queued' },
      { orderBy: { createdAt: 'desc' } },
    );
  await activities.sendMail({ mailId: mail?.id ?? '' });
  const [caught] = (await caughtMails(email)).slice(-1);
  return tokenIn(linksIn(caught!)[0] ?? '') ?? '';
}
const answer = (token: string, given: 'here' | 'sheet_lost') =>
  client(api).post('/successors/contact', { token, answer: given });

test('a year after they confirmed their address they are asked, answer by one tap, and their owner sees when', async () => {
  const both = await ownerWithSuccessor();
  const confirmed = api.clock.now;
  await pass(both.owner, YEAR - 1_000);
  await activities.askSuccessors();
  expect([await questionsTo(both), await shown(both)]).toEqual([0, null]);
  await pass(both.owner, 1_000);
  for (let run = 0; run < 2; run += 1) await activities.askSuccessors();
  expect(await questionsTo(both)).toBe(1);
  const askedAt = new Date(confirmed + YEAR).toISOString();
  const begun = {
    askedAt,
    mailAcceptedAt: null,
    answer: null,
    newEmail: null,
    answeredAt: null,
    confirmedAt: null,
  };
  expect(await shown(both)).toEqual(begun);

  api.clock.now += 60_000;
  const token = await mailed(both);
  const mailAcceptedAt = new Date(api.clock.now).toISOString();
  expect(await shown(both)).toEqual({ ...begun, mailAcceptedAt });
  expect((await client(api).get(`/successors/link?token=${token}`)).body).toMatchObject({
    ownerName: 'Olive',
    handover: null,
    access: null,
  });

  api.clock.now += 60_000;
  const before = await api.em().findOneOrFail(Switch, { userId: both.owner.id });
  expect((await answer(token, 'here')).status).toBe(200);
  const answeredAt = new Date(api.clock.now).toISOString();
  const here = { ...begun, mailAcceptedAt, answer: 'here', answeredAt, confirmedAt: answeredAt };
  expect(await shown(both)).toEqual(here);
  expect(await api.em().findOneOrFail(Switch, { userId: both.owner.id })).toEqual(before);
  // A second answer changes nothing, and the log has only the first.
  api.clock.now += 60_000;
  await answer(token, 'here');
  expect(await shown(both)).toEqual(here);
  const log = await both.owner.program.get('/activity?type=contact_answered');
  expect(log.body.activity.map(({ detail }) => detail)).toEqual([{ successorId: both.id, answer: 'here' }]);
});

test('a lost sheet shows until a new kit is asked for, and the next question keeps when they last confirmed', async () => {
  const both = await ownerWithSuccessor();
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  const token = await mailed(both);
  await answer(token, 'here');
  const confirmedAt = new Date(api.clock.now).toISOString();
  api.clock.now += 1_000;
  await answer(token, 'sheet_lost');
  expect(await shown(both)).toMatchObject({ answer: 'sheet_lost', confirmedAt });
  const ownerKey = randomBytes(1_984).toString('base64');
  await confirmSessions(api, both.owner);
  await api
    .em()
    .nativeUpdate(Successor, { id: both.id }, { publicKey: randomBytes(1_216).toString('base64') });
  expect((await both.owner.program.post(`/successors/${both.id}/new-kit`, { ownerKey })).status).toBeLessThan(
    300,
  );
  expect(await shown(both)).toMatchObject({ answer: null, answeredAt: null, confirmedAt });
  // They did answer.
  await pass(both.owner, 31 * DAY);
  await activities.askSuccessors();
  expect(await problems(both)).toEqual(['sheet_lost']);
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  expect(await shown(both)).toMatchObject({ answer: null, confirmedAt });
  expect(await questionsTo(both)).toBe(2);
});

test('the owner chooses from 3 to 24 months, and it applies to the next question', async () => {
  const both = await ownerWithSuccessor();
  const set = (contactMonths: number) => both.owner.program.put('/inactivity/settings', { contactMonths });
  for (const months of [2, 25, 3.5]) await expectProblem(set(months), '400 validation_failed');
  expect((await set(3)).body.settings.contactMonths).toBe(3);
  await pass(both.owner, YEAR / 4);
  await activities.askSuccessors();
  expect(await questionsTo(both)).toBe(1);
  await set(24);
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  expect(await questionsTo(both)).toBe(1);
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  expect(await questionsTo(both)).toBe(2);
});

test('nobody who has not confirmed, has opted out or may be needed right now is asked', async () => {
  const owner = await buildOwner(api);
  const unconfirmed = await owner.program.post('/successors', { email: 'una@example.test', name: 'Una' });
  expect(unconfirmed.status).toBe(201);
  const gone = await ownerWithSuccessor(await buildOwner(api));
  const optOut = await linkToken(api, gone.owner, gone.id, 'opt_out');
  expect((await client(api).post('/successors/opt-out', { token: optOut })).status).toBe(200);
  const waiting = await ownerWithSuccessor();
  await pass(waiting.owner, YEAR);
  await bringTo(api, waiting.owner, 'grace_period');
  await activities.askSuccessors();
  for (const email of ['una@example.test', gone.email, waiting.email])
    expect(await questionsTo({ email })).toBe(0);
  await waiting.owner.program.post('/activity/check-in');
  await activities.askSuccessors();
  expect(await questionsTo(waiting)).toBe(1);
});

test('the links of a question do nothing else, and none is left at a new address', async () => {
  const both = await ownerWithSuccessor();
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  const token = await mailed(both);
  await expectProblem(
    client(api).post('/handover/respond', { token, response: 'accept' }),
    '401 token_invalid',
  );
  await expectProblem(client(api).get(`/vault/successor-access?token=${token}`), '401 token_invalid');
  const email = `new-${both.email}`;
  await confirmSessions(api, both.owner);
  expect((await both.owner.program.put(`/successors/${both.id}`, { email })).status).toBe(200);
  await expectProblem(answer(token, 'here'), '401 token_invalid');
  const expiring = { purpose: 'contact' as const, userId: both.owner.id, successorId: both.id };
  const old = await mintToken(
    api.em(),
    api.deps.tokenSigner,
    { ...expiring, expiresAt: new Date(0) },
    new Date(0),
  );
  await expectProblem(answer(old, 'here'), '410 token_expired');
});

test('someone whose address has changed says so from any mail, and nothing changes before their owner decides', async () => {
  const both = await ownerWithSuccessor();
  const newEmail = `new-${both.email}`;
  for (const purpose of ['opt_out', 'successor_verification'] as const) {
    const token = await linkToken(api, both.owner, both.id, purpose);
    const say = (email?: string) =>
      client(api).raw.post('/successors/contact', { token, answer: 'moved', ...(email ? { email } : {}) });
    for (const wrong of [undefined, 'nowhere']) await expectProblem(say(wrong), '400 validation_failed');
    // Such a link answers nothing else.
    await expectProblem(answer(token, 'here'), '401 token_invalid');
    expect((await say(newEmail)).status).toBe(200);
  }
  expect(await shown(both)).toMatchObject({ askedAt: null, answer: 'moved', newEmail, confirmedAt: null });
  const successor = await api.em().findOneOrFail(Successor, { id: both.id });
  expect([successor.email, successor.verifiedAt]).toEqual([both.email, expect.any(Date)]);
  expect(await api.em().count(Mail, { recipient: newEmail })).toBe(0);
  const log = await both.owner.program.get('/activity?type=contact_answered');
  expect(log.body.activity.map(({ detail }) => detail)).toEqual([{ successorId: both.id, answer: 'moved' }]);

  await confirmSessions(api, both.owner);
  const changed = await both.owner.program.put(`/successors/${both.id}`, { email: newEmail });
  expect(changed.body.successor).toMatchObject({ email: newEmail, verified: false, publicKey: null });
  expect(await shown(both)).toBeNull();
  expect(await api.em().count(Mail, { recipient: newEmail, kind: 'successor_verification' })).toBe(1);
});

test('no question makes us forget a new address or a lost sheet until the owner has dealt with it', async () => {
  const moving = await ownerWithSuccessor();
  const newEmail = `new-${moving.email}`;
  const token = await linkToken(api, moving.owner, moving.id, 'opt_out');
  const moved = await client(api).post('/successors/contact', { token, answer: 'moved', email: newEmail });
  expect(moved.status).toBe(200);
  const losing = await ownerWithSuccessor(moving.owner);
  await pass(moving.owner, YEAR);
  await activities.askSuccessors();
  expect([await questionsTo(moving), await questionsTo(losing)]).toEqual([0, 1]);
  await answer(await mailed(losing), 'sheet_lost');
  await pass(moving.owner, YEAR);
  await activities.askSuccessors();
  expect([await questionsTo(moving), await questionsTo(losing)]).toEqual([0, 1]);
  expect(await shown(moving)).toMatchObject({ answer: 'moved', newEmail });
  expect(await shown(losing)).toMatchObject({ answer: 'sheet_lost' });

  // Confirming the new address as a second one settles the first problem, and another kit settles the other.
  await confirmSessions(api, moving.owner);
  const second = await moving.owner.program.put(`/successors/${moving.id}`, { secondEmail: newEmail });
  expect(second.status).toBe(200);
  const confirms = await linkToken(api, moving.owner, moving.id, 'second_address');
  expect((await client(api).post('/successors/second-address', { token: confirms })).status).toBe(200);
  expect(await shown(moving)).toMatchObject({ answer: null, newEmail: null });
  await storeKey(api, losing.owner, losing.id);
  expect(await shown(losing)).toMatchObject({ answer: null });
  await activities.askSuccessors();
  expect([await questionsTo(moving), await questionsTo(losing)]).toEqual([1, 2]);
});

const problemMails = ({ owner }: { owner: BuiltOwner }) =>
  api.em().find(Mail, { userId: owner.id, kind: 'successor_problem' }, { orderBy: { createdAt: 'asc' } });
const problems = async (both: { owner: BuiltOwner }) =>
  (await problemMails(both)).map(({ data }) => data.problem);

test('an owner gets one mail about silence, a lost sheet or a dead mailbox, and can have them asked again', async () => {
  const both = await ownerWithSuccessor();
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  await mailed(both);
  await pass(both.owner, 30 * DAY);
  for (let run = 0; run < 2; run += 1) await activities.askSuccessors();
  expect(await problems(both)).toEqual([]);
  await pass(both.owner, 1_000);
  for (let run = 0; run < 2; run += 1) await activities.askSuccessors();
  expect(await problems(both)).toEqual(['silent']);

  api.clock.now += 1_000;
  const again = () => both.owner.program.post(`/successors/${both.id}/contact-question`);
  expect((await again()).body.successor.contact).toMatchObject({ answer: null, mailAcceptedAt: null });
  const token = await mailed(both);
  for (const given of ['sheet_lost', 'here', 'sheet_lost'] as const) await answer(token, given);
  expect(await problems(both)).toEqual(['silent', 'sheet_lost']);

  api.clock.now += 1_000;
  await again();
  const [question] = await api.em().find(Mail, {
    kind: 'contact_question',
    recipient: both.email,
    status: 'queued',
  });
  const refuse = async (reason: RefusalReason) => {
    api.clock.now += 2 * DAY;
    const send = () => Promise.reject(new MailRefused('SMTP 550', { reason, unsent: true }));
    const refusing = createActivities({ ...deps, mailer: { ...deps.mailer, send } });
    await expect(refusing.sendMail({ mailId: question?.id ?? '' })).rejects.toThrow('SMTP 550');
  };
  // It may only be full for a day.
  await refuse('unavailable');
  await refuse('unavailable');
  expect(await problems(both)).toHaveLength(2);
  for (let day = 0; day < 2; day += 1) await refuse('unavailable');
  expect(await problems(both)).toEqual(['silent', 'sheet_lost', 'mailbox']);
  const [, , mailbox] = await problemMails(both);
  await activities.sendMail({ mailId: mailbox?.id ?? '' });
  const [caught] = (await caughtMails(both.owner.email)).slice(-1);
  expect(caught?.subject).toBe('Our emails no longer reach Sam');
});

test('no owner is told of silence at an address that they have replaced, or of someone who opted out', async () => {
  const moving = await ownerWithSuccessor();
  const leaving = await ownerWithSuccessor(moving.owner);
  await pass(moving.owner, YEAR);
  await activities.askSuccessors();
  for (const each of [moving, leaving]) await mailed(each);
  await confirmSessions(api, moving.owner);
  const change = { email: `new-${moving.email}` };
  expect((await moving.owner.program.put(`/successors/${moving.id}`, change)).status).toBe(200);
  const confirms = await linkToken(api, moving.owner, moving.id, 'successor_verification');
  expect((await client(api).get(`/successors/verify?token=${confirms}`)).status).toBe(200);
  expect((await shown(moving))?.askedAt ?? null).toBeNull();
  const leaves = await linkToken(api, leaving.owner, leaving.id, 'opt_out');
  expect((await client(api).post('/successors/opt-out', { token: leaves })).status).toBe(200);
  await pass(moving.owner, 31 * DAY);
  await activities.askSuccessors();
  expect(await problems(moving)).toEqual([]);
});

test('while a handover is open, no owner is told, and nobody is asked again', async () => {
  const both = await ownerWithSuccessor();
  await pass(both.owner, YEAR);
  await activities.askSuccessors();
  await mailed(both);
  await pass(both.owner, 31 * DAY);
  await bringTo(api, both.owner, 'grace_period');
  await activities.askSuccessors();
  expect(await problemMails(both)).toEqual([]);
  await expectProblem(
    both.owner.program.post(`/successors/${both.id}/contact-question`),
    '409 handover_active',
  );
});
