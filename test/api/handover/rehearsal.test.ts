/** The rehearsal: the real path from the mail to reading, without touching the switch or a handover. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { SuccessorAccess } from '../../../api/routes/handover/schema.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Handover } from '../../../db/entities/handover.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Rehearsal } from '../../../db/entities/rehearsal.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { base64 } from '../../support/builders/base64.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { linkToken } from '../../support/builders/successor-links.ts';
import { caughtMails, linksIn, tokenIn } from '../../support/clients/caught-mail.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useActivities } from '../../support/servers/use-activities.ts';

const DAY = 86_400_000;

const { api, activities } = await useActivities();

const sample = () => ({
  id: randomUUID(),
  encryptedData: base64(64),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM' as const,
  envelope: base64(80),
});
const iso = () => new Date(api.clock.now).toISOString();
const respond = (token: string, response: 'accept' | 'decline' | 'owner_alive' = 'accept') =>
  client(api).post('/handover/respond', { token, response });
const open = (token: string) => client(api).get(`/vault/successor-access?token=${token}`);

interface OwnerWithSuccessor {
  owner: BuiltOwner;
  successor: { id: string; email: string };
}
async function ownerWithSuccessor(): Promise<OwnerWithSuccessor> {
  const owner = await buildOwner(api, { name: 'Olive' });
  return { owner, successor: await buildSuccessor(api, owner, { name: 'Sam' }) };
}
/** Requested by a program, so that no sign of life hides what a rehearsal itself does. */
const requestRehearsal = ({ owner, successor }: OwnerWithSuccessor, more: object = {}) =>
  owner.program.post('/handover/rehearsal', { successorId: successor.id, entry: sample(), ...more });
const resultOf = async ({ owner, successor }: OwnerWithSuccessor) =>
  (await owner.program.get(`/successors/${successor.id}`)).body.successor.rehearsal;
/** Sends the mail as its workflow would. @returns its token */
async function mailed({ successor }: OwnerWithSuccessor): Promise<string> {
  const { id } = await api.em().findOneOrFail(Mail, {
    successorId: successor.id,
    kind: 'rehearsal',
    status: 'queued',
  });
  expect(await api.em().count(Outbox, { subjectId: id, kind: 'mail' })).toBe(1);
  await activities.sendMail({ mailId: id });
  const mail = (await caughtMails(successor.email)).find(({ messageId }) => messageId.startsWith(id));
  return tokenIn(linksIn(mail!)[0] ?? '') ?? '';
}

test('a rehearsal goes the whole way, the successor shows each step, and nothing else changes', async () => {
  const both = await ownerWithSuccessor();
  const { owner, successor } = both;
  const entry = sample();
  const encryptedShare = base64(40);
  const untouched = async () => ({
    switch: await api.em().findOneOrFail(Switch, { userId: owner.id }),
    handovers: await api.em().count(Handover, { userId: owner.id }),
    told: await api.em().count(Outbox, { subjectId: owner.id }),
  });
  const before = await untouched();
  const requestedAt = iso();
  const requested = await requestRehearsal(both, { entry, encryptedShare });
  expect(requested.status).toBe(201);
  const begun = {
    requestedAt,
    mailAcceptedAt: null,
    response: null,
    respondedAt: null,
    openedAt: null,
    expiresAt: new Date(api.clock.now + 14 * DAY).toISOString(),
  };
  expect(requested.body.successor.rehearsal).toEqual(begun);

  api.clock.now += 60_000;
  const token = await mailed(both);
  const mailAcceptedAt = iso();
  expect(await resultOf(both)).toEqual({ ...begun, mailAcceptedAt });
  const [mail] = await caughtMails(successor.email);
  expect(mail?.subject).toBe('Rehearsal: try out a handover from Olive');
  expect(mail?.text).toContain('This is a rehearsal: nothing has happened to Olive');
  expect(new URL(linksIn(mail!)[0] ?? '').searchParams.get('rehearsal')).toBe('1');

  api.clock.now += 60_000;
  const answered = await respond(token);
  expect(answered.body).toEqual({
    message: expect.stringContaining('Nothing has happened'),
    status: 'released',
    accessToken: expect.any(String),
    accessExpiresAt: begun.expiresAt,
    successor: { id: successor.id, name: 'Sam', publicKey: null, publicKeySalt: null, ownerKey: null },
    encryptedShare,
    holders: [],
    rehearsal: true,
  });
  const respondedAt = iso();

  api.clock.now += 60_000;
  const read = await open(answered.body.accessToken);
  const openedAt = iso();
  expect(read.body).toMatchObject({
    ownerName: 'Olive',
    language: 'en',
    successor: { id: successor.id, name: 'Sam' },
    encryptedShare,
    threshold: 1,
    entries: [{ ...entry, category: 'rehearsal', tags: [] }],
    rehearsal: true,
  });
  api.clock.now += 60_000;
  const { entries, ...head } = SuccessorAccess.parse(read.body);
  const { accessToken } = answered.body;
  const lines = await fetch(`${api.url}/vault/successor-access?token=${accessToken}&format=ndjson`);
  const parsed = (await lines.text()).split('\n').slice(0, -1);
  expect(parsed.map((line) => JSON.parse(line))).toEqual([head, ...entries]);
  const result = { ...begun, mailAcceptedAt, response: 'accept', respondedAt, openedAt };
  expect(await resultOf(both)).toEqual(result);

  expect(await untouched()).toEqual(before);
  const records = await api
    .em()
    .find(Activity, { userId: owner.id, type: 'rehearsal' }, { orderBy: { id: 'asc' } });
  expect(records.map(({ detail }) => detail.step)).toEqual([
    'requested',
    'mail_accepted',
    'responded',
    'opened',
  ]);
  // The owner asked for it, so no mail tells them of the access.
  expect(await api.em().count(Mail, { userId: owner.id, kind: 'access_notice' })).toBe(0);

  // Its links end, and the sample is deleted. The result stays.
  api.clock.now = Date.parse(begun.expiresAt);
  await expectProblem(open(answered.body.accessToken), '410 token_expired');
  await expectProblem(respond(token), '410 token_expired');
  await activities.forgetSamples();
  expect((await api.em().findOneOrFail(Rehearsal, { successorId: successor.id })).sample).toBeNull();
  expect(await resultOf(both)).toEqual(result);
});

test('a decline can be taken back, an acceptance stays', async () => {
  const both = await ownerWithSuccessor();
  await requestRehearsal(both);
  const token = await mailed(both);
  const declined = await respond(token, 'decline');
  expect(declined.body).toEqual({
    message: expect.stringContaining('Nothing has happened'),
    status: 'awaiting_successors',
    rehearsal: true,
  });
  expect(await resultOf(both)).toMatchObject({ response: 'decline' });
  expect((await respond(token, 'owner_alive')).body).toMatchObject({ status: 'reminding', rehearsal: true });
  expect(await resultOf(both)).toMatchObject({ response: 'owner_alive' });
  expect((await respond(token)).status).toBe(200);
  await expectProblem(respond(token, 'decline'), '409 response_final');
  expect(await resultOf(both)).toMatchObject({ response: 'accept' });
});

test('a new rehearsal replaces the previous one: its links, its queued mail and its result', async () => {
  const both = await ownerWithSuccessor();
  await requestRehearsal(both);
  const first = await mailed(both);
  const access = (await respond(first)).body.accessToken;
  await requestRehearsal(both);
  const waiting = await api.em().findOneOrFail(Mail, { successorId: both.successor.id, status: 'queued' });
  expect(await resultOf(both)).toMatchObject({ response: null, mailAcceptedAt: null });
  for (const reply of [await respond(first), await open(access)]) {
    await expectProblem(reply, '401 token_invalid');
  }
  await requestRehearsal(both);
  await activities.sendMail({ mailId: waiting.id });
  expect((await api.em().findOneOrFail(Mail, { id: waiting.id })).status).toBe('obsolete');
  expect((await respond(await mailed(both))).status).toBe(200);
});

test('a rehearsal ends with the address, an opt-out or the account, and leaves no sample behind', async () => {
  const gone: ((both: OwnerWithSuccessor) => Promise<{ status: number }>)[] = [
    ({ owner, successor }) =>
      owner.browser.put(`/successors/${successor.id}`, { email: `new-${owner.email}` }),
    async ({ owner, successor }) =>
      client(api).post('/successors/opt-out', {
        token: await linkToken(api, owner, successor.id, 'opt_out'),
      }),
    ({ owner, successor }) => owner.browser.delete(`/successors/${successor.id}`),
  ];
  for (const end of gone) {
    const both = await ownerWithSuccessor();
    await requestRehearsal(both);
    const token = await mailed(both);
    expect((await end(both)).status).toBe(200);
    await expectProblem(respond(token), '401 token_invalid');
    expect(await api.em().count(Rehearsal, { userId: both.owner.id })).toBe(0);
  }
});

describe('a rehearsal', () => {
  test('is refused for a successor who is unknown, foreign, unverified or has opted out', async () => {
    const both = await ownerWithSuccessor();
    const foreign = await ownerWithSuccessor();
    const unverified = await buildSuccessor(api, both.owner, { verified: false });
    const left = await buildSuccessor(api, both.owner);
    await client(api).post('/successors/opt-out', {
      token: await linkToken(api, both.owner, left.id, 'opt_out'),
    });
    const mails = await api.em().count(Mail, {});
    const cases = [
      [randomUUID(), '404 not_found'],
      [foreign.successor.id, '404 not_found'],
      [unverified.id, '409 successor_not_verified'],
      [left.id, '409 successor_opted_out'],
    ] as const;
    for (const [successorId, problem] of cases)
      await expectProblem(requestRehearsal(both, { successorId }), problem);
    expect(await api.em().count(Mail, {})).toBe(mails);
    expect(await api.em().count(Rehearsal, { userId: both.owner.id })).toBe(0);
  });

  test('has links that are useless in a real handover, and real links are useless in it', async () => {
    const both = await ownerWithSuccessor();
    await requestRehearsal(both);
    const token = await mailed(both);
    await expectProblem(open(token), '401 token_invalid');
    const accessToken = (await respond(token)).body.accessToken;
    await expectProblem(respond(accessToken), '401 token_invalid');
  });
});
