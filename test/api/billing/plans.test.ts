import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PLANS, planOf, tooMuch } from '../../../api/billing/plans.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { importEntries, newEntries, newEntry, type SentEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import type { TestReply } from '../../support/clients/client.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({ DEFAULT_PLAN: 'free', ENTRIES_QUOTA_FREE: '1MB', TRASH_QUOTA_FREE: '1MB' });
const MB = 1e6;

const store = (owner: BuiltOwner, entry = newEntry()) => owner.program.post('/vault/entries', entry);
const name = (owner: BuiltOwner) => owner.program.post('/successors', { email: uniqueEmail(), name: 'Sam' });
const entriesOf = (owner: BuiltOwner) => api.em().count(VaultEntry, { userId: owner.id });
const give = (owner: BuiltOwner, plan: string | null) =>
  api.em().nativeUpdate(User, { id: owner.id }, { plan });

/** How many were accepted. The plan must have refused all others. */
function taken(replies: TestReply[]): number {
  const refused = replies.filter(({ body }) => body.code === 'plan_limit');
  const done = replies.filter(({ status }) => status < 300);
  expect(refused.length + done.length).toBe(replies.length);
  return done.length;
}

test('the plans are as the design says, and an unknown plan is replaced by the default', () => {
  expect(PLANS).toEqual({
    free: {
      ...{ entries: 50, successors: 2 },
      ...{ entryBytes: 50 * MB, trashBytes: 100 * MB, fileBytes: 1_000 * MB },
    },
    pro: {
      ...{ entries: 2_000, successors: 5 },
      ...{ entryBytes: 1_000 * MB, trashBytes: 2_000 * MB, fileBytes: 20_000 * MB },
    },
    family: {
      ...{ entries: 10_000, successors: 15 },
      ...{ entryBytes: 5_000 * MB, trashBytes: 10_000 * MB, fileBytes: 100_000 * MB },
    },
  });
  expect(planOf({ DEFAULT_PLAN: 'pro' }, null)).toBe('pro');
  expect(planOf({ DEFAULT_PLAN: 'free' }, 'family')).toBe('family');
  expect(planOf({ DEFAULT_PLAN: 'free' }, 'constructor')).toBe('free');
});

test.each([
  [
    'free',
    'entries',
    51,
    true,
    'Your plan, free, allows 50 entries, and this would make 51. The pro plan allows 2,000.',
  ],
  [
    'free',
    'successors',
    6,
    true,
    'Your plan, free, allows 2 successors, and this would make 6. The family plan allows 15.',
  ],
  [
    'family',
    'entries',
    10_001,
    true,
    'Your plan, family, allows 10,000 entries, and this would make 10,001. No plan allows that many.',
  ],
  [
    'free',
    'entries',
    51,
    false,
    'Your plan, free, allows 50 entries, and this would make 51. The pro plan allows 2,000; the operator of this service can set it.',
  ],
  [
    'free',
    'entryBytes',
    50 * MB + 1,
    true,
    'Your plan, free, allows 50 MB of entries, and this would make 51 MB. Deleting entries makes room: the trash is ' +
      'counted separately. The pro plan allows 1 GB.',
  ],
] as const)(
  '%s, %s, %p, for sale %p: a person reads what is too much and what would help',
  (plan, what, count, forSale, words) => {
    expect(tooMuch(plan, what, count, forSale)).toBe(words);
  },
);

describe('entries', () => {
  test('are accepted up to the plan’s limit and no further; a larger plan takes more at once', async () => {
    const owner = await buildOwner(api);
    expect((await importEntries(owner, newEntries(49))).status).toBe(200);
    const last = newEntry({ id: randomUUID() });
    expect((await store(owner, last)).status).toBe(201);
    await expectRefused(api, () => store(owner), 'plan_limit');
    expect((await store(owner)).body.detail).toMatch(/free, allows 50 entries.* pro plan allows 2,000/);
    // Sending the same again adds nothing.
    expect((await store(owner, last)).status).toBe(200);
    await give(owner, 'pro');
    expect((await store(owner)).status).toBe(201);
  });

  test('an import that would be too much is refused whole; one that adds nothing is taken', async () => {
    const owner = await buildOwner(api);
    const entries = newEntries(50);
    await expectRefused(api, () => importEntries(owner, newEntries(51)), 'plan_limit');
    await importEntries(owner, entries);
    await expectRefused(
      api,
      () => importEntries(owner, [...entries.slice(1), ...newEntries(1)]),
      'plan_limit',
    );
    await expectRefused(
      api,
      () => importEntries(owner, [...entries, ...newEntries(1)], 'replace'),
      'plan_limit',
    );
    expect(
      (
        await importEntries(
          owner,
          entries.map((entry) => ({ ...entry, category: 'other' })),
        )
      ).body,
    ).toMatchObject({ updated: 50 });
    expect(
      (await importEntries(owner, [...entries.slice(1), ...newEntries(1)], 'replace')).body,
    ).toMatchObject({
      created: 1,
      total: 50,
    });
  });

  test('of twenty at once for the last two places, two are taken', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(48));
    const replies = await Promise.all(Array.from({ length: 20 }, () => store(owner)));
    expect(taken(replies)).toBe(2);
    expect(await entriesOf(owner)).toBe(50);
  });

  test('imports and creations at once never exceed the limit', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, newEntries(30));
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => importEntries(owner, newEntries(9))),
      ...Array.from({ length: 8 }, () => store(owner)),
    ]);
    taken(replies);
    const there = await entriesOf(owner);
    expect(there).toBeLessThanOrEqual(50);
    expect(there).toBeGreaterThan(41);
  });
});

describe('bytes of entries', () => {
  const large = (size: number) =>
    newEntry({ id: randomUUID(), encryptedData: Buffer.alloc((size * 3) / 4, 7).toString('base64') });
  const largeOnes = (count: number, size: number) => Array.from({ length: count }, () => large(size));
  /** In MB. The trash also keeps an entry's successors, which adds a few bytes. */
  const sizesOf = async (owner: BuiltOwner) => {
    const { entryBytes, trashBytes } = (await owner.program.get('/billing/status')).body.usage;
    return [entryBytes, trashBytes].map((bytes) => Number((bytes / MB).toFixed(3)));
  };

  test('are accepted up to the plan’s limit and no further, in an import, at once and by changes', async () => {
    const owner = await buildOwner(api);
    await expectRefused(api, () => importEntries(owner, largeOnes(26, MB / 25)), 'plan_limit');
    const entries = largeOnes(23, MB / 25);
    expect((await importEntries(owner, entries)).status).toBe(200);
    const more = largeOnes(8, MB / 25);
    expect(taken(await Promise.all(more.map((entry) => store(owner, entry))))).toBe(2);
    expect(await sizesOf(owner)).toEqual([1, 0]);
    expect((await store(owner)).body.detail).toMatch(
      /^Your plan, free, allows 1 MB of entries, and this would make 2 MB. Deleting entries makes room/,
    );
    // What is in the vault can be changed, but not made larger.
    const change = ({ id, ...content }: SentEntry) => owner.program.raw.put(`/vault/entries/${id}`, content);
    const [{ id }] = entries as [Required<SentEntry>];
    await expectRefused(api, () => change({ ...large(MB / 16), id }), 'plan_limit');
    for (const size of [MB / 50, MB / 25]) {
      expect((await change({ ...large(size), id })).status).toBe(200);
    }
    expect((await sizesOf(owner))[0]).toBe(1);
  });

  test('go to the trash however full it is; then nothing is added until there is room', async () => {
    const owner = await buildOwner(api);
    await importEntries(owner, largeOnes(4, MB / 5));
    expect((await importEntries(owner, largeOnes(4, MB / 5), 'replace')).status).toBe(200);
    expect(await sizesOf(owner)).toEqual([0.8, 0.8]);
    const ids = (await owner.program.get('/vault/entries')).body.entries.map(({ id }: { id: string }) => id);
    for (const id of ids) expect((await owner.program.delete(`/vault/entries/${id}`)).status).toBe(200);
    expect(await sizesOf(owner)).toEqual([0, 1.6]);
    await expectRefused(api, () => store(owner), 'plan_limit');
    expect((await store(owner)).body.detail).toMatch(
      /allows 1 MB of trash.* You can still delete and restore/,
    );
    const [first, ...others] = ids;
    expect((await owner.program.raw.post(`/vault/entries/${first}/restore`)).status).toBe(200);
    for (const id of others) expect((await owner.browser.delete(`/vault/trash/${id}`)).status).toBe(200);
    expect(await sizesOf(owner)).toEqual([0.2, 0.8]);
    expect((await store(owner)).status).toBe(201);
  });
});

describe('successors', () => {
  test('up to the limit of the plan, and not one more', async () => {
    const owner = await buildOwner(api);
    expect([(await name(owner)).status, (await name(owner)).status]).toEqual([201, 201]);
    await expectRefused(api, () => name(owner), 'plan_limit');
    expect((await name(owner)).body.detail).toMatch(/free, allows 2 successors.* pro plan allows 5/);
  });

  test('of ten at once for the last place, one is taken', async () => {
    const owner = await buildOwner(api);
    await name(owner);
    expect(taken(await Promise.all(Array.from({ length: 10 }, () => name(owner))))).toBe(1);
    expect(await api.em().count(Successor, { userId: owner.id })).toBe(2);
  });
});

describe('a smaller plan', () => {
  test('deletes nothing and still lets everything be read, changed and brought down', async () => {
    const owner = await buildOwner(api);
    await give(owner, 'pro');
    const entries = newEntries(60);
    await importEntries(owner, entries);
    for (let i = 0; i < 4; i += 1) await name(owner);
    await give(owner, null);
    expect((await owner.browser.get('/billing/status')).body).toMatchObject({
      plan: 'free',
      limits: { entries: 50, successors: 2 },
      usage: { entries: 60, successors: 4 },
    });
    await expectRefused(api, () => store(owner), 'plan_limit');
    await expectRefused(api, () => name(owner), 'plan_limit');
    const [first] = entries;
    const { id, ...content } = first!;
    expect((await owner.browser.put(`/vault/entries/${id}`, { ...content, category: 'x' })).status).toBe(200);
    const { body } = await owner.browser.get('/vault/export');
    expect(body.entryCount).toBe(60);
    expect((await owner.program.post('/vault/import', { ...body, mode: 'replace' })).body).toMatchObject({
      created: 0,
      total: 60,
    });
    expect((await importEntries(owner, entries.slice(0, 55), 'replace')).body).toMatchObject({
      created: 0,
      total: 55,
    });
    expect((await owner.browser.get('/successors')).body.successors).toHaveLength(4);
  });

  test('never gets in the way of a switch: an owner over the limit is armed and checks in as before', async () => {
    const owner = await buildOwner(api);
    for (let i = 0; i < 4; i += 1) await buildSuccessor(api, owner);
    expect((await owner.browser.get('/inactivity/settings')).body.settings.status).toBe('armed');
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    expect((await owner.browser.put('/inactivity/settings', { quorum: 4 })).body.settings.quorum).toBe(4);
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
