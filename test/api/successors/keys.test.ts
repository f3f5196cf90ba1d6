import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { base64 } from '../../support/builders/base64.ts';
import { switchOf } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { linkToken, randomKitKey, storeKey } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const DAY = 86_400_000;
const read = async (owner: BuiltOwner, id: string) =>
  (await owner.program.get(`/successors/${id}`)).body.successor;
const verify = (token: string) => client(api).get(`/successors/verify?token=${token}`);

describe('proving a mailbox', () => {
  test('arms the switch of an owner who had nobody; a second click says so and changes nothing', async () => {
    const owner = await buildOwner(api, { name: 'Olga' });
    const { id, email } = await buildSuccessor(api, owner, { verified: false, name: 'Sam' });
    const token = await linkToken(api, owner, id);
    expect((await switchOf(api, owner)).state.status).toBe('off');
    const first = await verify(token);
    expect([first.status, first.body]).toEqual([
      200,
      {
        message: expect.any(String),
        alreadyVerified: false,
        ownerName: 'Olga',
        language: 'en',
        successor: { id, name: 'Sam', email, publicKey: null, ownerKey: null },
      },
    ]);
    const { state } = await switchOf(api, owner);
    expect([state.status, state.epoch, state.clockStartedAt]).toEqual(['armed', 1, api.clock.now]);
    const verifiedAt = new Date(api.clock.now).toISOString();
    expect(await read(owner, id)).toMatchObject({ verified: true, verifiedAt });
    api.clock.now += 1_000;
    const again = await verify(token);
    expect([again.status, again.body.alreadyVerified]).toEqual([200, true]);
    expect(await read(owner, id)).toMatchObject({ verifiedAt });
    expect((await switchOf(api, owner)).state).toEqual(state);
  });

  test('twenty clicks at once prove it once', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    const token = await linkToken(api, owner, id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(replies.filter(({ body }) => body.alreadyVerified === false)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.alreadyVerified === true)).toHaveLength(19);
    const log = await owner.program.get('/activity?type=successor_verified');
    expect(log.body.activity).toMatchObject([
      { detail: { successorId: id }, ipAddress: null, userAgent: null },
    ]);
  });

  test('is no sign of life', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    const before = (await switchOf(api, owner)).state.lastSeenAt;
    api.clock.now += 60_000;
    await verify(await linkToken(api, owner, id));
    expect((await switchOf(api, owner)).state.lastSeenAt).toBe(before);
  });
});

describe('storing a public key', () => {
  test('needs a proven mailbox', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner, { verified: false });
    const token = await linkToken(api, owner, id);
    const body = { token, publicKey: randomKitKey(), salt: base64(16) };
    await expectRefused(api, () => client(api).put('/successors/public-key', body), 'email_not_verified');
  });

  test('shows key, salt and fingerprint to both, replaces a key that is not pinned, and tells the owner once a day', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner, { name: 'Sam' });
    const { lastSeenAt } = (await switchOf(api, owner)).state;
    const token = await linkToken(api, owner, id);
    for (let i = 0; i < 2; i += 1) {
      const publicKey = randomKitKey();
      const salt = base64(64);
      const keyFingerprint = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
      const reply = await client(api).put('/successors/public-key', { token, publicKey, salt });
      expect([reply.status, reply.body.successor]).toEqual([
        200,
        { id, name: 'Sam', publicKey, keyFingerprint },
      ]);
      expect(await read(owner, id)).toMatchObject({
        publicKey,
        publicKeySalt: salt,
        keyFingerprint,
        keyPinnedAt: null,
      });
      expect((await verify(token)).body.successor).toEqual({
        ...{ id, name: 'Sam', email, publicKey, ownerKey: null },
      });
      // The same kit again, after an answer was lost.
      api.clock.now += DAY;
      expect((await client(api).put('/successors/public-key', { token, publicKey, salt })).status).toBe(200);
      api.clock.now -= DAY;
    }
    const mailsSent = () =>
      api.em().find(Mail, { userId: owner.id, kind: 'successor_kit' }, { orderBy: { id: 'asc' } });
    expect(await mailsSent()).toMatchObject([{ recipient: owner.email, data: { successorId: id } }]);
    expect((await switchOf(api, owner)).state.lastSeenAt).toBe(lastSeenAt);
    api.clock.now += DAY;
    await storeKey(api, owner, id);
    expect(await mailsSent()).toHaveLength(2);
    // Someone else who takes their place the same day.
    const verifiedAt = new Date(api.clock.now);
    await api.em().nativeUpdate(Successor, { id }, { verifiedAt });
    await storeKey(api, owner, id);
    expect(await mailsSent()).toHaveLength(3);
  });

  test('with the link of another mail is refused', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    for (const purpose of ['opt_out', 'response', 'access'] as const) {
      const token = await linkToken(api, owner, id, purpose);
      const body = { token, publicKey: randomKitKey(), salt: base64(16) };
      await expectRefused(api, () => client(api).put('/successors/public-key', body), 'token_invalid');
    }
  });
});

describe('pinning a key', () => {
  test('needs its fingerprint, and may be repeated', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const { keyFingerprint } = await storeKey(api, owner, id);
    const reply = await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    const keyPinnedAt = new Date(api.clock.now).toISOString();
    expect([reply.status, reply.body.successor]).toEqual([
      200,
      expect.objectContaining({ keyFingerprint, keyPinnedAt }),
    ]);
    api.clock.now += 1_000;
    const again = await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    expect(again.body.successor).toEqual(reply.body.successor);
    const log = await owner.program.get('/activity?type=successor_key_pinned');
    expect(log.body.activity).toMatchObject([{ detail: { successorId: id } }]);
  });

  test('with another fingerprint, or before there is a key, is refused', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const pin = (keyFingerprint: string) => () =>
      owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    await expectRefused(api, pin('0'.repeat(64)), 'fingerprint_mismatch');
    const { keyFingerprint } = await storeKey(api, owner, id);
    await expectRefused(api, pin('0'.repeat(64)), 'fingerprint_mismatch');
    const last = keyFingerprint.endsWith('0') ? '1' : '0';
    await expectRefused(api, pin(keyFingerprint.slice(0, -1) + last), 'fingerprint_mismatch');
  });

  test('is for good: no link replaces a pinned key', async () => {
    const owner = await buildOwner(api);
    const { id } = await buildSuccessor(api, owner);
    const { keyFingerprint, token, publicKey, salt } = await storeKey(api, owner, id);
    await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    const put = (key: string, salted: string) =>
      client(api).put('/successors/public-key', { token, publicKey: key, salt: salted });
    for (const key of [randomKitKey(), publicKey])
      await expectRefused(api, () => put(key, base64(16)), 'key_pinned');
    // The pinned one again, after its answer was lost.
    expect(await put(publicKey, salt)).toMatchObject({
      status: 200,
      body: { successor: { keyFingerprint } },
    });
  });

  test('a key that is replaced while being pinned is never pinned unseen', async () => {
    for (let round = 0; round < 20; round += 1) {
      const owner = await buildOwner(api);
      const { id } = await buildSuccessor(api, owner);
      const { keyFingerprint, token } = await storeKey(api, owner, id);
      await Promise.all([
        owner.program.post(`/successors/${id}/verify`, { keyFingerprint }),
        client(api).put('/successors/public-key', { token, publicKey: randomKitKey(), salt: base64(16) }),
      ]);
      const successor = await read(owner, id);
      expect(successor.keyPinnedAt === null).toBe(successor.keyFingerprint !== keyFingerprint);
    }
  });
});
