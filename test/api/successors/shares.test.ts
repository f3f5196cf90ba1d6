import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { linkToken, storeKey } from '../../support/builders/successor-links.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

// More successors than the smallest plan allows.
const api = await useApi({ DEFAULT_PLAN: 'family' });

const sharesFor = (successors: readonly { id: string }[]) =>
  successors.map(({ id }) => ({ id, encryptedShare: randomBytes(90).toString('base64') }));
const put = (owner: BuiltOwner, threshold: number, shares: unknown) =>
  owner.program.raw.put('/successors/shares', { threshold, shares });
const listed = async (owner: BuiltOwner) => (await owner.program.get('/successors')).body.successors;

const ownerWith = async (count: number) => {
  const owner = await buildOwner(api);
  const successors: { id: string; email: string }[] = [];
  for (let i = 0; i < count; i += 1) successors.push(await buildSuccessor(api, owner, { pinned: true }));
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
    await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
    const shares = sharesFor(successors);
    expect((await put(owner, 2, shares)).status).toBe(200);
    expect((await put(owner, 2, shares)).status).toBe(200);
    await expectProblem(put(owner, 2, sharesFor(successors)), '403 confirmation_required');
    const kept = await api.em().find(Successor, { userId: owner.id }, { orderBy: { id: 'asc' } });
    const given = shares.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(kept.map(({ encryptedShare }) => encryptedShare)).toEqual(
      given.map(({ encryptedShare }) => encryptedShare),
    );
    await confirmSessions(api, owner);
    expect((await put(owner, 2, sharesFor(successors))).status).toBe(200);
  });

  test('fits 15 shares of 40 KiB', async () => {
    const { owner, successors } = await ownerWith(15);
    const encryptedShare = randomBytes(40 * 1024).toString('base64');
    const shares = successors.map(({ id }) => ({ id, encryptedShare }));
    expect((await put(owner, 15, shares)).status).toBe(200);
  });

  test('keeps the clock running: the quorum isn’t a reason to restart it', async () => {
    const { owner, successors } = await ownerWith(2);
    await bringTo(api, owner, 'reminding');
    const before = (await switchOf(api, owner)).state;
    expect((await put(owner, 2, sharesFor(successors))).status).toBe(200);
    expect((await switchOf(api, owner)).state).toEqual({
      ...before,
      successors: before.successors.map((each) => ({ ...each, holdsShare: true })),
      settings: { ...before.settings, quorum: 2 },
    });
  });

  test('needs one for everybody with a pinned key', async () => {
    const { owner, successors } = await ownerWith(3);
    await expectRefused(
      api,
      () => put(owner, 1, sharesFor(successors.slice(1))),
      'validation_failed',
      'body.shares',
    );
  });

  test('waits for nobody without a pinned key, and takes no share for them', async () => {
    const { owner, successors } = await ownerWith(2);
    const unverified = await buildSuccessor(api, owner, { verified: false });
    const unpinned = await buildSuccessor(api, owner);
    await storeKey(api, owner, unpinned.id);
    expect((await put(owner, 2, sharesFor(successors))).status).toBe(200);
    for (const each of [unverified, unpinned]) {
      const reply = await put(owner, 2, sharesFor([...successors, each]));
      expect(reply.body.errors).toEqual([{ path: 'body.shares.2.id', message: 'has no pinned key yet' }]);
    }
    await expectRefused(
      api,
      () => put(owner, 3, sharesFor(successors)),
      'validation_failed',
      'body.threshold',
    );
  });

  test('refuses shares for strangers, for those who opted out, two for one person, and too many', async () => {
    const { owner, successors } = await ownerWith(2);
    const gone = await buildSuccessor(api, owner);
    await api
      .em()
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
  const staleness = async (owner: BuiltOwner) =>
    new Map(
      (await listed(owner)).map((each: { id: string; sharesStale: boolean }) => [each.id, each.sharesStale]),
    );

  const sealed = async (owner: BuiltOwner) =>
    (await listed(owner)).map((each: { encryptedShare: string | null }) => each.encryptedShare);

  test('once another key is pinned, not before; they stay, and new shares make them fresh', async () => {
    const { owner, successors } = await ownerWith(2);
    await put(owner, 2, sharesFor(successors));
    const before = [...(await sealed(owner)), null];
    const { body } = await owner.program.post('/successors', { email: uniqueEmail(), name: 'New' });
    const { id } = body.successor;
    await client(api).get(`/successors/verify?token=${await linkToken(api, owner, id)}`);
    const { keyFingerprint } = await storeKey(api, owner, id);
    expect([...(await staleness(owner)).values()]).toEqual([false, false, false]);
    for (let again = 0; again < 2; again += 1) {
      await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
      expect([...(await staleness(owner)).values()]).toEqual([true, true, false]);
    }
    expect(await sealed(owner)).toEqual(before);
    await put(owner, 2, sharesFor([...successors, { id }]));
    expect([...(await staleness(owner)).values()]).toEqual([false, false, false]);
    await owner.program.post(`/successors/${id}/verify`, { keyFingerprint });
    expect([...(await staleness(owner)).values()]).toEqual([false, false, false]);
  });

  test('once a holder leaves, and the others keep theirs; not when a successor without one does', async () => {
    const { owner, successors } = await ownerWith(3);
    await put(owner, 2, sharesFor(successors));
    const [first, ...others] = await sealed(owner);
    const { id } = await buildSuccessor(api, owner);
    await owner.program.delete(`/successors/${id}`);
    expect([...(await staleness(owner)).values()]).toEqual([false, false, false]);
    await owner.program.delete(`/successors/${successors[0]?.id}`);
    expect([...(await staleness(owner)).values()]).toEqual([true, true]);
    expect([first, ...(await sealed(owner))]).toEqual([first, ...others]);
  });

  test('once a holder leaves whose key is no longer pinned', async () => {
    for (const leave of ['removed', 'moved', 'opted out']) {
      const { owner, successors } = await ownerWith(2);
      const id = successors[0]?.id ?? '';
      await put(owner, 2, sharesFor(successors));
      await api.em().nativeUpdate(Successor, { id }, { keyPinnedAt: null });
      if (leave === 'removed') await owner.program.delete(`/successors/${id}`);
      else if (leave === 'moved') await owner.program.put(`/successors/${id}`, { email: uniqueEmail() });
      else {
        const token = await linkToken(api, owner, id, 'opt_out');
        await client(api).post('/successors/opt-out', { token, scope: 'owner' });
      }
      expect((await staleness(owner)).get(successors[1]?.id ?? '')).toBe(true);
    }
  });

  test('once a holder whose key is not pinned stores another', async () => {
    const { owner, successors } = await ownerWith(2);
    const id = successors[0]?.id ?? '';
    await put(owner, 2, sharesFor(successors));
    await api.em().nativeUpdate(Successor, { id }, { keyPinnedAt: null });
    await storeKey(api, owner, id);
    expect([...(await staleness(owner)).values()]).toEqual([true, true]);
  });

  test('with another quorum, and by no other setting', async () => {
    const { owner, successors } = await ownerWith(2);
    await put(owner, 2, sharesFor(successors));
    await owner.program.put('/inactivity/settings', { quorum: 2, thresholdDays: 100 });
    expect([...(await staleness(owner)).values()]).toEqual([false, false]);
    await owner.program.put('/inactivity/settings', { quorum: 1 });
    expect([...(await staleness(owner)).values()]).toEqual([true, true]);
  });

  test('by no change of a name, a delay or what is assigned', async () => {
    const { owner, successors } = await ownerWith(2);
    await put(owner, 2, sharesFor(successors));
    const path = `/successors/${successors[0]?.id}` as const;
    await owner.program.put(path, { name: 'New', handoverDelayDays: 3 });
    await owner.program.put(`${path}/assigned-entries`, { entryIds: [], restrictToAssignedEntries: false });
    expect([...(await staleness(owner)).values()]).toEqual([false, false]);
  });

  test('never unseen: shares and a new key at once leave them stale, or the shares are refused', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { owner, successors } = await ownerWith(2);
      await put(owner, 2, sharesFor(successors));
      const { id } = await buildSuccessor(api, owner);
      const { keyFingerprint } = await storeKey(api, owner, id);
      const [stored, pinned] = await Promise.all([
        put(owner, 2, sharesFor(successors)),
        owner.program.post(`/successors/${id}/verify`, { keyFingerprint }),
      ]);
      expect(pinned.status).toBe(200);
      expect([200, 400]).toContain(stored.status);
      const stale = await staleness(owner);
      expect(successors.map(({ id }) => stale.get(id))).toEqual([true, true]);
    }
  });
});
