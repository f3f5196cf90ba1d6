import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { AssignedEntry } from '../../../db/entities/assigned-entry.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { Token } from '../../../db/entities/token.ts';
import { base64 } from '../../support/builders/base64.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../../support/builders/owner.ts';
import { linkToken, storeKey } from '../../support/builders/successor-links.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();

const mailsTo = (recipient: string) => api.em().find(Mail, { recipient }, { orderBy: { createdAt: 'asc' } });
const logOf = async (owner: BuiltOwner, type: string) =>
  (await owner.program.get(`/activity?type=${type}`)).body.activity.map(
    ({ detail }: { detail: unknown }) => detail,
  );

describe('naming a successor', () => {
  test('answers with them, unverified, and writes to them once', async () => {
    const owner = await buildOwner(api);
    const email = uniqueEmail('Sam');
    const reply = await owner.browser.post('/successors', {
      email: `  ${email.toUpperCase()}`,
      name: ' Sam ',
    });
    expect(reply.status).toBe(201);
    const { successor } = reply.body;
    expect(successor).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: email.toLowerCase(),
      name: 'Sam',
      language: 'en',
      timeZone: 'UTC',
      verified: false,
      verifiedAt: null,
      secondEmail: null,
      secondVerifiedAt: null,
      secondMailProblem: null,
      optedOut: false,
      keyPinnedAt: null,
      handoverDelayDays: 0,
      restrictToAssignedEntries: true,
      publicKey: null,
      publicKeySalt: null,
      keyFingerprint: null,
      ownerKey: null,
      encryptedShare: null,
      sharesStale: false,
      leftSomething: false,
      mailProblem: null,
      rehearsal: null,
      contact: null,
      createdAt: new Date(api.clock.now).toISOString(),
    });
    const mails = await mailsTo(email.toLowerCase());
    expect(mails.map(({ kind, successorId, userId }) => ({ kind, successorId, userId }))).toEqual([
      { kind: 'successor_verification', successorId: successor.id, userId: owner.id },
    ]);
    const queued = await api.em().find(Outbox, { subjectId: mails[0]?.id ?? '' });
    expect(queued.map(({ kind }) => kind)).toEqual(['account_mail']);
    expect((await owner.browser.get(`/successors/${successor.id}`)).body).toEqual({ successor });
    expect((await owner.browser.get('/successors')).body).toEqual({ successors: [successor] });
    expect(await logOf(owner, 'successor_added')).toEqual([
      { successorId: successor.id, handoverDelayDays: 0, restrictToAssignedEntries: true },
    ]);
  });

  test('keeps delay and restriction as given', async () => {
    const owner = await buildOwner(api);
    const fields = { handoverDelayDays: 365, restrictToAssignedEntries: false };
    const { body } = await owner.program.post('/successors', {
      email: uniqueEmail(),
      name: 'Sam',
      ...fields,
    });
    expect(body.successor).toMatchObject(fields);
  });

  test('takes the ID that a client chose, unless someone has it', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const id = randomUUID();
    const add = ({ program }: typeof owner, chosen: string) =>
      program.post('/successors', { id: chosen, email: uniqueEmail(), name: 'Sam' });
    const { status, body } = await add(owner, id.toUpperCase());
    expect([status, body.successor.id]).toEqual([201, id]);
    for (const each of [owner, other]) await expectRefused(api, () => add(each, id), 'already_exists');
    await expectRefused(api, () => add(owner, 'grace'), 'validation_failed');
    // Someone takes it between the check and the write.
    const taken = randomUUID();
    const late = await api.em().transactional(async (tx) => {
      await tx.execute(
        `insert into successor select (jsonb_populate_record(s, ?::jsonb)).* from successor s where id = ?`,
        [JSON.stringify({ id: taken, email: uniqueEmail() }), id],
      );
      const waiting = add(other, taken);
      await until('it waits', async () => (await lockWaits(api)) === 1);
      return [waiting];
    });
    await expectProblem(late[0]!, '409 already_exists');
  });

  test('what GET returned can be sent again, and verifies nothing', async () => {
    const [owner, other] = [await buildOwner(api), await buildOwner(api)];
    const { id } = await buildSuccessor(api, owner);
    const { successor } = (await owner.program.get(`/successors/${id}`)).body;
    expect(successor.verified).toBe(true);
    await owner.program.delete(`/successors/${id}`);
    const again = await other.program.post('/successors', successor);
    expect(again.status).toBe(201);
    const { email, name, handoverDelayDays, restrictToAssignedEntries, language, timeZone } = successor;
    expect(again.body.successor).toMatchObject({
      ...{ id, email, name, handoverDelayDays, restrictToAssignedEntries, language, timeZone },
      ...{ verified: false, verifiedAt: null, keyPinnedAt: null, publicKey: null, encryptedShare: null },
      createdAt: new Date(api.clock.now).toISOString(),
    });
  });

  test('twice with one address is refused, however it is written, and even at the same moment', async () => {
    const owner = await buildOwner(api);
    const email = uniqueEmail();
    const replies = await Promise.all(
      [email, email.toUpperCase(), ` ${email}`].map((each) =>
        owner.program.post('/successors', { email: each, name: 'Sam' }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(replies.filter(({ body }) => body.code === 'already_exists')).toHaveLength(2);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('may name a person whom another owner has named too', async () => {
    const [one, two] = [await buildOwner(api), await buildOwner(api)];
    const email = uniqueEmail();
    expect((await one.program.post('/successors', { email, name: 'Sam' })).status).toBe(201);
    expect((await two.program.post('/successors', { email, name: 'Sam' })).status).toBe(201);
  });

  test('cannot name oneself', async () => {
    const owner = await buildOwner(api);
    const body = { email: owner.email.toUpperCase(), name: 'Me' };
    await expectRefused(
      api,
      () => owner.browser.post('/successors', body),
      'validation_failed',
      'body.email',
    );
    const successor = await buildSuccessor(api, owner);
    await expectRefused(
      api,
      () => owner.browser.put(`/successors/${successor.id}`, { email: owner.email }),
      'validation_failed',
      'body.email',
    );
  });
});

describe('the list of successors', () => {
  test('is whole, oldest first, and the owner’s own', async () => {
    const [owner, stranger] = [await buildOwner(api), await buildOwner(api)];
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      api.clock.now += 1;
      ids.push((await buildSuccessor(api, owner)).id);
    }
    const { successors } = (await owner.program.get('/successors')).body;
    expect(successors.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await stranger.program.get('/successors')).body).toEqual({ successors: [] });
  });

  test('shows each as it is shown alone, whatever they are called', async () => {
    const owner = await buildOwner(api);
    const names = ['é😀', '"\\/', "' $1 ?", '{"a": [null]}'];
    for (const name of names) {
      await buildSuccessor(api, owner, { name, pinned: true });
      api.clock.now += 1;
    }
    const { successors } = (await owner.program.get('/successors')).body;
    expect(successors.map(({ name }: { name: string }) => name)).toEqual(names);
    for (const [i, successor] of successors.entries()) {
      const at = new Date(api.clock.now - names.length + i).toISOString();
      expect(successor).toMatchObject({ verified: true, verifiedAt: at, keyPinnedAt: at, createdAt: at });
      expect((await owner.program.get(`/successors/${successor.id}`)).body).toEqual({ successor });
    }
  });
});

describe('changing a successor', () => {
  test('changes the fields that are named and leaves the others', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const before = (await owner.program.get(`/successors/${id}`)).body.successor;
    const fields = { name: 'Samantha', handoverDelayDays: 14, restrictToAssignedEntries: false };
    const reply = await owner.program.put(`/successors/${id}`, fields);
    expect([reply.status, reply.body.successor]).toEqual([200, { ...before, ...fields }]);
    expect((await owner.program.put(`/successors/${id}`, { name: 'Sam' })).body.successor).toEqual({
      ...before,
      ...fields,
      name: 'Sam',
    });
    expect(await logOf(owner, 'successor_changed')).toEqual([
      { successorId: id, nameChanged: true },
      {
        successorId: id,
        nameChanged: true,
        handoverDelayDaysBefore: 0,
        handoverDelayDays: 14,
        restrictToAssignedEntriesBefore: true,
        restrictToAssignedEntries: false,
      },
    ]);
  });

  test('to the same address keeps their verification, and sends no mail', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    const { body } = await owner.program.put(`/successors/${id}`, { email: email.toUpperCase() });
    expect(body.successor).toMatchObject({ email, verified: true });
    expect(await mailsTo(email)).toEqual([]);
  });

  test('the owner’s key can be named later and changed, and then shares are stale', async () => {
    const owner = await buildOwner(api);
    const [keys, email] = [[base64(1_984), base64(1_984)], uniqueEmail()];
    const created = await owner.program.post('/successors', { email, name: 'Sam', ownerKey: keys[0] });
    expect(created.body.successor.ownerKey).toBe(keys[0]);
    const { id } = await buildSuccessor(api, owner);
    const put = (ownerKey: string) => owner.program.put(`/successors/${id}`, { ownerKey });
    expect((await put(keys[0] ?? '')).body.successor).toMatchObject({
      ownerKey: keys[0],
      sharesStale: false,
      leftSomething: false,
    });
    await api.em().nativeUpdate(Successor, { id }, { encryptedShare: base64(40) });
    expect((await put(keys[0] ?? '')).body.successor.sharesStale).toBe(false);
    expect((await put(keys[1] ?? '')).body.successor).toMatchObject({ ownerKey: keys[1], sharesStale: true });
    const token = await linkToken(api, owner, id);
    const verified = await client(api).get(`/successors/verify?token=${token}`);
    expect(verified.body.successor.ownerKey).toBe(keys[1]);
    expect(await logOf(owner, 'successor_changed')).toContainEqual({
      successorId: id,
      ownerKeyChanged: true,
    });
    api.clock.now += 3_600_000;
    await expectProblem(put(keys[0] ?? ''), '403 confirmation_required');
    const short = await owner.program.put(`/successors/${id}`, { ownerKey: base64(32) });
    expect(short.body.errors).toEqual([{ path: 'body.ownerKey', message: 'must be 1984 bytes' }]);
  });

  test('to another address takes proof, key, share, envelopes and links, and asks the new mailbox', async () => {
    const { successor: moving, ...owner } = await buildOwnerWithSuccessor(api);
    const staying = await buildSuccessor(api, owner, { pinned: true });
    const { keyFingerprint, token } = await storeKey(api, owner, moving.id);
    await owner.program.post(`/successors/${moving.id}/verify`, { keyFingerprint });
    const shares = [moving, staying].map(({ id }) => ({ id, encryptedShare: base64(100) }));
    expect((await owner.program.put('/successors/shares', { threshold: 2, shares })).status).toBe(200);
    const entryId = await storeEntry(owner);
    await owner.program.put(`/successors/${moving.id}/assigned-entries`, {
      entryIds: [entryId],
      restrictToAssignedEntries: true,
      envelopes: [{ entryId, envelope: base64(60) }],
    });
    const optOut = await linkToken(api, owner, moving.id, 'opt_out');

    const email = uniqueEmail('moved');
    const reply = await owner.program.put(`/successors/${moving.id}`, { email });
    expect(reply.body.successor).toMatchObject({
      email,
      verified: false,
      verifiedAt: null,
      publicKey: null,
      publicKeySalt: null,
      keyFingerprint: null,
      keyPinnedAt: null,
      encryptedShare: null,
      sharesStale: false,
      leftSomething: false,
    });
    const other = (await owner.program.get(`/successors/${staying.id}`)).body.successor;
    expect(other).toMatchObject({ verified: true, sharesStale: true });
    expect(await api.em().count(Token, { successorId: moving.id })).toBe(0);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['successor_verification']);
    const assigned = await api.em().find(AssignedEntry, { successorId: moving.id });
    expect(assigned.map((each) => [each.entryId, each.envelope])).toEqual([[entryId, null]]);
    const anyone = client(api);
    await expectProblem(anyone.get(`/successors/verify?token=${token}`), '401 token_invalid');
    await expectProblem(anyone.post('/successors/opt-out', { token: optOut }), '401 token_invalid');
  });

  test('to the address of another one is refused, and no field changes', async () => {
    const owner = await buildOwner(api);
    const [one, two] = [await buildSuccessor(api, owner), await buildSuccessor(api, owner)];
    await expectRefused(
      api,
      () => owner.browser.put(`/successors/${one.id}`, { name: 'New', email: two.email }),
      'already_exists',
    );
  });

  test('a link that is used while the address changes never proves the new address', async () => {
    for (let round = 0; round < 20; round += 1) {
      const owner = await buildOwner(api);
      const { id } = await buildSuccessor(api, owner, { verified: false });
      const token = await linkToken(api, owner, id);
      const email = uniqueEmail('moved');
      const [changed] = await Promise.all([
        owner.program.put(`/successors/${id}`, { email }),
        client(api).get(`/successors/verify?token=${token}`),
      ]);
      expect(changed.status).toBe(200);
      const { successor } = (await owner.program.get(`/successors/${id}`)).body;
      expect(successor).toMatchObject({ email, verified: false });
    }
  });
});

describe('removing a successor', () => {
  test('takes their share, envelopes and links, marks the others’ shares, and is final', async () => {
    const owner = await buildOwner(api);
    const [going, staying] = [
      await buildSuccessor(api, owner, { pinned: true }),
      await buildSuccessor(api, owner, { pinned: true }),
    ];
    const shares = [going, staying].map(({ id }) => ({ id, encryptedShare: base64(100) }));
    await owner.program.put('/successors/shares', { threshold: 2, shares });
    const token = await linkToken(api, owner, going.id);
    const entryId = await storeEntry(owner);
    await owner.program.put(`/successors/${going.id}/assigned-entries`, {
      entryIds: [entryId],
      restrictToAssignedEntries: true,
      envelopes: [{ entryId, envelope: base64(60) }],
    });
    expect((await owner.browser.delete(`/successors/${going.id}`)).status).toBe(200);
    const { successors } = (await owner.program.get('/successors')).body;
    expect(successors).toMatchObject([{ id: staying.id, sharesStale: true }]);
    const em = api.em();
    expect(await em.count(AssignedEntry, { successorId: going.id })).toBe(0);
    expect(await em.count(Token, { successorId: going.id })).toBe(0);
    expect((await owner.browser.delete(`/successors/${going.id}`)).status).toBe(404);
    await expectProblem(client(api).get(`/successors/verify?token=${token}`), '401 token_invalid');
    expect((await owner.program.get(`/vault/entries/${entryId}`)).status).toBe(200);
    expect(await logOf(owner, 'successor_removed')).toEqual([{ successorId: going.id, verified: true }]);
  });
});

describe('writing to a successor again', () => {
  test('sends another mail while they have not proven their mailbox', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner, { verified: false });
    for (let i = 0; i < 2; i += 1) {
      expect((await owner.program.post(`/successors/${id}/resend-verification`)).status).toBe(200);
    }
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('sends those who have a new link to make their kit, until its key is pinned', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner);
    const send = () => owner.program.post(`/successors/${id}/resend-verification`);
    expect((await send()).status).toBe(200);
    expect((await mailsTo(email)).at(-1)?.data).toEqual({ forKit: true });
    await storeKey(api, owner, id);
    await api.em().nativeUpdate(Successor, { id }, { keyPinnedAt: new Date(api.clock.now) });
    await expectRefused(api, send, 'already_verified');
  });
});

test('no log record of successors carries an address or a name', async () => {
  const owner = await buildOwner(api);
  const email = uniqueEmail('secretive');
  const { body } = await owner.browser.post('/successors', { email, name: 'Sekret Name' });
  const { id } = body.successor;
  const token = await linkToken(api, owner, id);
  await client(api).get(`/successors/verify?token=${token}`);
  await storeKey(api, owner, id);
  await owner.browser.put(`/successors/${id}`, { name: 'Sekret Name 2' });
  await owner.browser.delete(`/successors/${id}`);
  const { activity } = (await owner.browser.get('/activity')).body;
  const types = activity.map(({ type }: { type: string }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      'successor_added',
      'successor_verified',
      'successor_changed',
      'successor_removed',
      'switch_changed',
    ]),
  );
  expect(JSON.stringify(activity)).not.toMatch(/secretive|sekret/i);
});
