import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PLANS, planOf, tooMuch } from '../../../api/billing/plans.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { newEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import type { TestReply } from '../../support/clients/client.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = useApi({ DEFAULT_PLAN: 'free' });

const importing = (owner: BuiltOwner, entries: object[], mode?: 'replace') =>
  owner.program.raw.post('/vault/import', { entries, ...(mode ? { mode } : {}) });
const many = (count: number) => Array.from({ length: count }, () => newEntry({ id: randomUUID() }));
const store = (owner: BuiltOwner, entry = newEntry()) => owner.program.post('/vault/entries', entry);
const name = (owner: BuiltOwner) => owner.program.post('/successors', { email: uniqueEmail(), name: 'Sam' });
const entriesOf = (owner: BuiltOwner) => api.orm.em.fork().count(VaultEntry, { userId: owner.id });
const give = (owner: BuiltOwner, plan: string | null) =>
  api.orm.em.fork().nativeUpdate(User, { id: owner.id }, { plan });

/** How many were accepted. The plan must have refused all others. */
function taken(replies: TestReply[]): number {
  const refused = replies.filter(({ body }) => body.code === 'plan_limit');
  const done = replies.filter(({ status }) => status < 300);
  expect(refused.length + done.length).toBe(replies.length);
  return done.length;
}

test('the plans are as the design says, and a plan that is not ours is the default', () => {
  expect(PLANS).toEqual({
    free: { entries: 50, successors: 2, files: 2 ** 30 },
    pro: { entries: 2_000, successors: 5, files: 20 * 2 ** 30 },
    family: { entries: 10_000, successors: 15, files: 100 * 2 ** 30 },
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
] as const)(
  '%s, %s, %p, for sale %p: a person reads what is too much and what would help',
  (plan, what, count, forSale, words) => {
    expect(tooMuch(plan, what, count, forSale)).toBe(words);
  },
);

describe('entries', () => {
  test('are accepted up to the plan’s limit and no further; a larger plan takes more at once', async () => {
    const owner = await buildOwner(api);
    expect((await importing(owner, many(49))).status).toBe(200);
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
    const entries = many(50);
    await expectRefused(api, () => importing(owner, many(51)), 'plan_limit');
    await importing(owner, entries);
    await expectRefused(api, () => importing(owner, [...entries.slice(1), ...many(1)]), 'plan_limit');
    await expectRefused(api, () => importing(owner, [...entries, ...many(1)], 'replace'), 'plan_limit');
    expect(
      (
        await importing(
          owner,
          entries.map((entry) => ({ ...entry, category: 'other' })),
        )
      ).body,
    ).toMatchObject({ updated: 50 });
    expect((await importing(owner, [...entries.slice(1), ...many(1)], 'replace')).body).toMatchObject({
      created: 1,
      total: 50,
    });
  });

  test('of twenty at once for the last two places, two are taken', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(48));
    const replies = await Promise.all(Array.from({ length: 20 }, () => store(owner)));
    expect(taken(replies)).toBe(2);
    expect(await entriesOf(owner)).toBe(50);
  });

  test('of imports and creations at once never more than the limit are there', async () => {
    const owner = await buildOwner(api);
    await importing(owner, many(30));
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => importing(owner, many(9))),
      ...Array.from({ length: 8 }, () => store(owner)),
    ]);
    taken(replies);
    const there = await entriesOf(owner);
    expect(there).toBeLessThanOrEqual(50);
    expect(there).toBeGreaterThan(41);
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
    expect(await api.orm.em.fork().count(Successor, { userId: owner.id })).toBe(2);
  });
});

describe('a smaller plan', () => {
  test('deletes nothing and still lets everything be read, changed and brought down', async () => {
    const owner = await buildOwner(api);
    await give(owner, 'pro');
    const entries = many(60);
    await importing(owner, entries);
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
    expect((await importing(owner, entries.slice(0, 55), 'replace')).body).toMatchObject({
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

test('after all this, every vault has the size that was kept for it', () => expectSizesToBeCounts(api.orm));
