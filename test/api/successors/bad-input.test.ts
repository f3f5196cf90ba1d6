import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { base64 } from '../../support/builders/base64.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../../support/builders/owner.ts';
import { linkToken, randomKitKey } from '../../support/builders/successor-links.ts';
import { storeEntry } from '../../support/builders/vault-entries.ts';
import { client, type TestReply } from '../../support/clients/client.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();
let owner: BuiltOwner;
let id: string;
let entryId: string;
beforeAll(async () => {
  owner = await buildOwner(api);
  ({ id } = await buildSuccessor(api, owner));
  entryId = await storeEntry(owner);
});

/** The key of a kit with these bytes in place of others. */
function keyWith(at: number, hex: string): string {
  const raw = Buffer.from(randomKitKey(), 'base64');
  raw.write(hex, at, 'hex');
  return raw.toString('base64');
}
/** The points of X25519 with a low order besides 0, little-endian, and 0 and 1 in other spellings. */
const LOW_ORDER = [
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
  `00${'00'.repeat(30)}80`,
];
const KIB = 1024;
const sentBack = { entryId: randomUUID(), hasEnvelope: true, envelopeStale: false };

interface Write {
  method: 'post' | 'put';
  path: () => string;
  /** A body that would be accepted. */
  good: () => Record<string, unknown>;
  /** Fields that would be refused, and what the answer names. */
  bad: [string, Record<string, unknown>, string][];
}

const WRITES: Record<string, Write> = {
  'POST /successors': {
    method: 'post',
    path: () => '/successors',
    good: () => ({ email: 'sam@example.test', name: 'Sam' }),
    bad: [
      ['an invalid address', { email: 'sam' }, 'body.email'],
      ['two addresses', { email: 'a@example.test, b@example.test' }, 'body.email'],
      ['an address with a line break', { email: 'a@example.test\nBcc: b@example.test' }, 'body.email'],
      ['an address of 300 characters', { email: `${'a'.repeat(290)}@example.test` }, 'body.email'],
      ['a blank name', { name: '  ' }, 'body.name'],
      ['a name of two lines', { name: 'Sam\nBcc: b@example.test' }, 'body.name'],
      ['a name with U+0000', { name: 'Sa\0m' }, 'body.name'],
      ['a delay above 365', { handoverDelayDays: 366 }, 'body.handoverDelayDays'],
      ['half a day', { handoverDelayDays: 0.5 }, 'body.handoverDelayDays'],
      ['a delay in words', { handoverDelayDays: '3' }, 'body.handoverDelayDays'],
    ],
  },
  'PUT /successors/:id': {
    method: 'put',
    path: () => `/successors/${id}`,
    good: () => ({ name: 'Sam' }),
    bad: [
      ['an invalid address', { email: 'sam' }, 'body.email'],
      ['a delay above 365', { handoverDelayDays: 366 }, 'body.handoverDelayDays'],
      ['nothing to change', { name: undefined }, 'body'],
      ['nothing to change but null', { name: null }, 'body'],
      [
        'nothing to change but fields that are ours',
        { name: undefined, verifiedAt: new Date().toISOString() },
        'body',
      ],
    ],
  },
  'POST /successors/:id/verify': {
    method: 'post',
    path: () => `/successors/${id}/verify`,
    good: () => ({ keyFingerprint: '0'.repeat(64) }),
    bad: [
      ['a short one', { keyFingerprint: '0'.repeat(63) }, 'body.keyFingerprint'],
      ['upper case', { keyFingerprint: 'A'.repeat(64) }, 'body.keyFingerprint'],
    ],
  },
  'PUT /successors/shares': {
    method: 'put',
    path: () => '/successors/shares',
    good: () => ({ threshold: 1, shares: [{ id, encryptedShare: base64(9) }] }),
    bad: [
      ['a threshold of 0', { threshold: 0 }, 'body.threshold'],
      ['a threshold of 16', { threshold: 16 }, 'body.threshold'],
      ['half a threshold', { threshold: 1.5 }, 'body.threshold'],
      ['no shares', { shares: [] }, 'body.shares'],
      ['a share without an id', { shares: [{ encryptedShare: 'AAAA' }] }, 'body.shares.0.id'],
      ['a bad UUID', { shares: [{ id: 'me', encryptedShare: 'AAAA' }] }, 'body.shares.0.id'],
      ['bad base64', { shares: [{ id: randomUUID(), encryptedShare: '?' }] }, 'body.shares.0.encryptedShare'],
      [
        'an empty share',
        { shares: [{ id: randomUUID(), encryptedShare: '' }] },
        'body.shares.0.encryptedShare',
      ],
      [
        'a share above 40 KiB',
        { shares: [{ id: randomUUID(), encryptedShare: base64(40 * KIB + 1) }] },
        'body.shares.0.encryptedShare',
      ],
      ['16 shares', { shares: Array(16).fill({ id: randomUUID(), encryptedShare: 'AAAA' }) }, 'body.shares'],
      [
        'an unknown field of a share',
        { shares: [{ id: randomUUID(), encryptedShare: 'AAAA', x: 1 }] },
        'body.shares.0',
      ],
    ],
  },
  'PUT /successors/:id/assigned-entries': {
    method: 'put',
    path: () => `/successors/${id}/assigned-entries`,
    good: () => ({ entryIds: [entryId], restrictToAssignedEntries: true }),
    bad: [
      ['a bad UUID', { entryIds: ['x'] }, 'body.entryIds.0'],
      ['10,001 entries', { entryIds: Array(10_001).fill(randomUUID()) }, 'body.entryIds'],
      ['an envelope without an entry', { envelopes: [{ envelope: 'AAAA' }] }, 'body.envelopes.0.entryId'],
      [
        'an envelope that is not base64',
        { envelopes: [{ entryId: randomUUID(), envelope: '?' }] },
        'body.envelopes.0.envelope',
      ],
      [
        'an envelope above 2 KiB',
        { envelopes: [{ entryId: randomUUID(), envelope: base64(2 * KIB + 1) }] },
        'body.envelopes.0.envelope',
      ],
      [
        'a statement about an entry without the entry',
        { entries: [{ hasEnvelope: true }] },
        'body.entries.0.entryId',
      ],
      ['10,001 entries sent back', { entries: Array(10_001).fill(sentBack) }, 'body.entries'],
    ],
  },
  'PUT /successors/public-key': {
    method: 'put',
    path: () => '/successors/public-key',
    good: () => ({
      token: randomBytes(32).toString('base64url'),
      publicKey: randomKitKey(),
      salt: base64(16),
    }),
    bad: [
      ['a key of 32 bytes', { publicKey: base64(32) }, 'body.publicKey'],
      ['a key of 1,217 bytes', { publicKey: base64(1_217) }, 'body.publicKey'],
      ['a key with the coefficient 3,329', { publicKey: keyWith(0, '010d') }, 'body.publicKey'],
      ['a key whose last coefficient is 4,095', { publicKey: keyWith(1_150, 'f0ff') }, 'body.publicKey'],
      ...LOW_ORDER.map((point): [string, Record<string, unknown>, string] => [
        `a key with the point ${point.slice(0, 4)}…${point.slice(-4)} of low order`,
        { publicKey: keyWith(1_184, point) },
        'body.publicKey',
      ]),
      ['a key of zeros', { publicKey: Buffer.alloc(1_216).toString('base64') }, 'body.publicKey'],
      ['a key that is not base64', { publicKey: '!'.repeat(44) }, 'body.publicKey'],
      ['a salt of 15 bytes', { salt: base64(15) }, 'body.salt'],
      ['a salt of 65 bytes', { salt: base64(65) }, 'body.salt'],
    ],
  },
};

describe.each(Object.entries(WRITES))('%s', (_, write) => {
  const send = (body: unknown): Promise<TestReply> => owner.browser.raw[write.method](write.path(), body);

  test.each(write.bad)('refuses %s', (_, fields, named) =>
    expectRefused(api, () => send({ ...write.good(), ...fields }), 'validation_failed', named),
  );

  test('refuses no body', () => expectRefused(api, () => send(undefined), 'validation_failed'));
});

describe('the links of successors', () => {
  const verify = (token: string) => () =>
    client(api).get(`/successors/verify?token=${encodeURIComponent(token)}`);
  const storeKey = (token: string) => () =>
    client(api).put('/successors/public-key', { token, publicKey: randomKitKey(), salt: base64(16) });

  test('without a token, or with something beside it, are refused', async () => {
    const anyone = client(api);
    for (const query of ['', '?token=', `?token=${'x'.repeat(201)}`, '?token=a&token=b', '?token=a&b=c']) {
      await expectRefused(api, () => anyone.get(`/successors/verify${query}`), 'validation_failed');
    }
  });

  test('that are invented, or came with another mail, are refused', async () => {
    const wrong = ['x', 'a\u0000b', '../../etc', randomBytes(32).toString('base64url')];
    for (const purpose of ['opt_out', 'response', 'access', 'verify_email'] as const) {
      wrong.push(await linkToken(api, owner, id, purpose));
    }
    for (const token of wrong) {
      await expectRefused(api, verify(token), 'token_invalid');
      await expectRefused(api, storeKey(token), 'token_invalid');
    }
  });

  test('of a successor who was removed are refused', async () => {
    const gone = await buildSuccessor(api, owner);
    const token = await linkToken(api, owner, gone.id);
    await owner.program.delete(`/successors/${gone.id}`);
    await expectRefused(api, verify(token), 'token_invalid');
    await expectRefused(api, storeKey(token), 'token_invalid');
  });

  test('that have expired are refused, to the millisecond', async () => {
    const { id: other } = await buildSuccessor(api, owner, { verified: false });
    const token = await linkToken(api, owner, other, 'successor_verification', { livesMs: 5_000 });
    api.clock.now += 5_000;
    await expectRefused(api, verify(token), 'token_expired');
    await expectRefused(api, storeKey(token), 'token_expired');
    api.clock.now -= 1;
    expect((await verify(token)()).status).toBe(200);
  });
});
