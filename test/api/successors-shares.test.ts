import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from '../../db/entities/session.ts';
import { Successor } from '../../db/entities/successor.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor, type Owner, uniqueEmail } from '../support/builders.ts';
import { confirmSessions } from '../support/confirmed.ts';
import { bringTo, switchOf } from '../support/handover.ts';
import { expectRefused } from '../support/refused.ts';

let api: TestApi;
beforeAll(async () => {
  // More successors than the smallest plan allows.
  api = await startApi({ DEFAULT_PLAN: 'family' });
});
afterAll(() => api.close());

const sharesFor = (successors: readonly { id: string }[]) =>
  successors.map(({ id }) => ({ id, encryptedShare: randomBytes(90).toString('base64') }));
const put = (owner: Owner, threshold: number, shares: unknown) =>
  owner.program.raw.put('/successors/shares', { threshold, shares });
const listed = async (owner: Owner) => (await owner.program.get('/successors')).body.successors;

const ownerWith = async (count: number) => {
  const owner = await buildOwner(api);
  const successors: { id: string; email: string }[] = [];
  for (let i = 0; i < count; i += 1) successors.push(await buildSuccessor(api, owner));
  return { owner, successors };
};

describe('storing shares', () => {
  test('gives each successor theirs byte for byte, and sets the quorum', async () => {
    const { owner, successors } = await ownerWith(3);
    const shares = sharesFor(successors);
    const reply = await put(owner, 2, shares);
    expect([reply.status, reply.body.threshold]).toEqual([200, 2]);
    expect(reply.body.successors).toEqual(await listed(owner));
    for (const { id, encryptedShare } of shares) {
      const found = reply.body.successors.find((each: { id: string }) => each.id === id);
      expect(found).toMatchObject({ encryptedShare, sharesStale: false });
    }
    expect((await switchOf(api, owner)).state.settings.quorum).toBe(2);
    const log = await owner.program.get('/activity?type=shares_changed');
    expect(log.body.activity).toMatchObject([{ detail: {} }]);
  });

  test('needs no confirmation for the first shares or the same ones, but does to replace others', async () => {
    const { owner, successors } = await ownerWith(2);
    const em = () => api.orm.em.fork();
    await em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
    const shares = sharesFor(successors);
    expect((await put(owner, 2, shares)).status).toBe(200);
    expect((await put(owner, 2, shares)).status).toBe(200);
    const reply = await put(owner, 2, sharesFor(successors));
    expect([reply.status, reply.body.code]).toEqual([403, 'confirmation_required']);
    const kept = await em().find(Successor, { userId: owner.id }, { orderBy: { id: 'asc' } });
    const given = shares.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(kept.map(({ encryptedShare }) => encryptedShare)).toEqual(
      given.map(({ encryptedShare }) => encryptedShare),
    );
    await confirmSessions(api, owner);
    expect((await put(owner, 2, sharesFor(successors))).status).toBe(200);
  });

  test('fits 15 shares of 8 KiB', async () => {
    const { owner, successors } = await ownerWith(15);
    const encryptedShare = randomBytes(8 * 1024).toString('base64');
    const shares = successors.map(({ id }) => ({ id, encryptedShare }));
    expect((await put(owner, 15, shares)).status).toBe(200);
  });

  test('keeps the clock running: the quorum is no reason to start anew', async () => {
    const { owner, successors } = await ownerWith(2);
    await bringTo(api, owner, 'reminding');
    const before = (await switchOf(api, owner)).state;
    expect((await put(owner, 2, sharesFor(successors))).status).toBe(200);
    expect((await switchOf(api, owner)).state).toEqual({
      ...before,
      settings: { ...before.settings, quorum: 2 },
    });
  });

  test('needs one for every verified successor', async () => {
    const { owner, successors } = await ownerWith(3);
    await expectRefused(
      api,
      () => put(owner, 1, sharesFor(successors.slice(1))),
      'validation_failed',
      'body.shares',
    );
  });

  test('may leave out or include unverified successors', async () => {
    const { owner, successors } = await ownerWith(1);
    const unverified = await buildSuccessor(api, owner, { verified: false });
    expect((await put(owner, 1, sharesFor(successors))).status).toBe(200);
    expect((await put(owner, 2, sharesFor([...successors, unverified]))).status).toBe(200);
    expect((await put(owner, 1, sharesFor(successors))).status).toBe(200);
    const left = (await listed(owner)).find(({ id }: { id: string }) => id === unverified.id);
    expect(left).toMatchObject({ encryptedShare: null });
  });

  test('refuses shares for strangers, for those who opted out, two for one person, and too many', async () => {
    const { owner, successors } = await ownerWith(2);
    const gone = await buildSuccessor(api, owner);
    await api.orm.em
      .fork()
      .nativeUpdate(Successor, { id: gone.id }, { optedOutAt: new Date(api.clock.now), verifiedAt: null });
    const shares = sharesFor(successors);
    const refuse = (threshold: number, each: unknown, path: string) =>
      expectRefused(api, () => put(owner, threshold, each), 'validation_failed', path);
    await refuse(1, [...shares, ...sharesFor([{ id: owner.id }])], 'body.shares.2.id');
    await refuse(1, [...shares, ...sharesFor([gone])], 'body.shares.2.id');
    await refuse(1, [...shares, ...sharesFor(successors.slice(0, 1))], 'body.shares.2.id');
    await refuse(3, shares, 'body.threshold');
  });

  test('is refused to a program during a handover; a person ends it by doing so', async () => {
    const { owner, successors } = await ownerWith(2);
    await bringTo(api, owner, 'grace_period');
    await expectRefused(api, () => put(owner, 2, sharesFor(successors)), 'handover_active');
    const body = { threshold: 2, shares: sharesFor(successors) };
    expect((await owner.browser.put('/successors/shares', body)).status).toBe(200);
    const { state } = await switchOf(api, owner);
    expect([state.status, state.settings.quorum]).toEqual(['armed', 2]);
  });
});

describe('shares grow stale', () => {
  const staleness = async (owner: Owner) =>
    new Map(
      (await listed(owner)).map((each: { id: string; sharesStale: boolean }) => [each.id, each.sharesStale]),
    );

  test('for all who hold one, once a successor is added; new shares make them fresh', async () => {
    const { owner, successors } = await ownerWith(2);
    await put(owner, 2, sharesFor(successors));
    const { body } = await owner.program.post('/successors', { email: uniqueEmail(), name: 'New' });
    const stale = await staleness(owner);
    expect(successors.map(({ id }) => stale.get(id))).toEqual([true, true]);
    expect(stale.get(body.successor.id)).toBe(false);
    await put(owner, 2, sharesFor(successors));
    expect([...(await staleness(owner)).values()]).toEqual([false, false, false]);
  });

  test('by no change of a name, a delay or what is assigned', async () => {
    const { owner, successors } = await ownerWith(2);
    await put(owner, 2, sharesFor(successors));
    const path = `/successors/${successors[0]?.id}` as const;
    await owner.program.put(path, { name: 'New', handoverDelayDays: 3 });
    await owner.program.put(`${path}/assigned-entries`, { entryIds: [], restrictToAssignedEntries: false });
    expect([...(await staleness(owner)).values()]).toEqual([false, false]);
  });

  test('never unseen: shares and a new successor at once end fresh only if the shares came last', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { owner, successors } = await ownerWith(2);
      await put(owner, 2, sharesFor(successors));
      const [stored, added] = await Promise.all([
        put(owner, 2, sharesFor(successors)),
        owner.program.post('/successors', { email: uniqueEmail(), name: 'New' }),
      ]);
      expect([stored.status, added.status]).toEqual([200, 201]);
      // Those who answered before the other joined saw only what they wrote themselves.
      const addedFirst = stored.body.successors.length === 3;
      const stale = await staleness(owner);
      expect(successors.map(({ id }) => stale.get(id))).toEqual([!addedFirst, !addedFirst]);
    }
  });
});
