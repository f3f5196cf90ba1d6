/** A rotation replaces a whole vault's keys and all that is sealed under them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PLANS } from '../../../api/billing/plans.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { TrashedEntry, type TrashedEntryRow } from '../../../db/entities/trashed-entry.ts';
import { User } from '../../../db/entities/user.ts';
import { stageEnvelopes } from '../../../db/staged-import.ts';
import { buildEmailChange } from '../../support/builders/account.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import {
  bundleOf,
  bundleVersionOf,
  envelopesOf,
  NEW_BUNDLE,
  newContent,
  OLD_BUNDLE,
  type RotatedEntry,
  type RotatedEnvelope,
  rotationOf,
  sendRotation,
  vaultToRotate,
} from '../../support/builders/rotation.ts';
import { NDJSON, newEntry, rowsOf, stagedRows } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });

/** The most that one row of the trash can count. */
const MOST_BYTES = 2 ** 31 - 1;

describe('a rotation', () => {
  test('replaces bundle, contents, envelopes and shares; labels stay, versions go on, nothing is lost', async () => {
    const own = await vaultToRotate(api);
    const { owner, holders, assigned } = own;
    await owner.program.put(`/vault/entries/${own.ids[0]}`, { ...newEntry(), category: 'edited' });
    const before = await rowsOf(api, owner);
    const trashed = await api.em().count(TrashedEntry, { userId: owner.id });
    api.clock.now += 60_000;
    const rotation = await rotationOf(api, own);
    const reply = await sendRotation(owner, rotation);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: expect.any(String), entryCount: 3, envelopeCount: 2 },
    ]);
    expect(await rowsOf(api, owner)).toEqual(
      before.map((row) => {
        const { version: _, ...sent } = rotation.entries.find(({ id }) => id === row.id) as RotatedEntry;
        return { ...row, ...sent, version: row.version + 1, updatedAt: new Date(api.clock.now) };
      }),
    );
    const former = await api
      .em()
      .find(TrashedEntry, { userId: owner.id }, { orderBy: { seq: 'asc' }, offset: trashed });
    expect(
      former.map(({ entryId, encryptedData, version }) => [entryId, encryptedData, version]).sort(),
    ).toEqual(before.map(({ id, encryptedData, version }) => [id, encryptedData, version]));
    expect(await bundleOf(api, owner)).toEqual(NEW_BUNDLE);
    const { body } = await owner.program.get('/auth/key-bundles');
    expect(body.keyBundles.map(({ keyBundle }: { keyBundle: unknown }) => keyBundle)).toEqual([OLD_BUNDLE]);
    expect(await envelopesOf(api, holders[0])).toEqual(
      new Map(rotation.envelopes.map(({ entryId, envelope }) => [entryId, envelope])),
    );
    const { body: shown } = await owner.program.get(`/successors/${holders[0]}/assigned-entries`);
    expect(shown.entries).toEqual(
      assigned.toSorted().map((entryId) => ({ entryId, hasEnvelope: true, envelopeStale: false })),
    );
    const { successors } = (await owner.program.get('/successors')).body;
    expect(successors).toMatchObject(
      (rotation.head.shares as { id: string; encryptedShare: string }[]).map((share) => ({
        ...share,
        sharesStale: false,
      })),
    );
    expect(await stagedRows(api)).toBe(0);
  });

  test('is recorded, told to the owner, and only a person’s is a sign of life', async () => {
    const own = await vaultToRotate(api);
    const { owner } = own;
    for (const who of ['program', 'browser'] as const) {
      api.clock.now += 60_000;
      const before = (await switchOf(api, owner)).state.lastSeenAt;
      expect((await sendRotation(owner, await rotationOf(api, own), who)).status).toBe(200);
      const { lastSeenAt } = (await switchOf(api, owner)).state;
      expect(lastSeenAt).toBe(who === 'browser' ? api.clock.now : before);
    }
    const records = await api.em().find(Activity, { userId: owner.id, type: 'vault_rotated' });
    expect(records.map(({ detail }) => detail)).toEqual(
      Array(2).fill({ entries: 3, envelopes: 2, shares: 2 }),
    );
    const mails = await api.em().find(Mail, { userId: owner.id, kind: 'security_change' });
    expect(mails.filter(({ data }) => data.account === 'vault_rotated')).toHaveLength(2);
  });

  test('deletes an envelope that opened nothing any more, unless it brings another', async () => {
    const own = await vaultToRotate(api);
    // With another salt, which envelopes don't survive.
    await own.owner.program.put(`/vault/entries/${own.assigned[1]}`, newEntry());
    const rotation = await rotationOf(api, own, { envelopeCount: 1 });
    const [kept] = rotation.envelopes;
    await sendRotation(own.owner, { ...rotation, envelopes: kept ? [kept] : [] });
    expect(await envelopesOf(api, own.holders[0])).toEqual(
      new Map([
        [own.assigned[0], kept?.envelope],
        [own.assigned[1], null],
      ]),
    );
  });

  test('without shares leaves the old ones where they are, and marks them stale', async () => {
    const own = await vaultToRotate(api);
    const before = await api.em().find(Successor, { userId: own.owner.id }, { orderBy: { id: 'asc' } });
    const rotation = await rotationOf(api, own, { shares: undefined, threshold: undefined });
    expect((await sendRotation(own.owner, rotation)).status).toBe(200);
    const after = await api.em().find(Successor, { userId: own.owner.id }, { orderBy: { id: 'asc' } });
    expect(after).toEqual(before.map((row) => ({ ...row, sharesStale: true })));
  });

  test('may fill the trash beyond its limit, but not when it is already full', async () => {
    const own = await vaultToRotate(api);
    const { owner, ids } = own;
    await owner.program.put(`/vault/entries/${ids[0]}`, newEntry());
    const { seq: _, ...row } = await api.em().findOneOrFail(TrashedEntry, { userId: owner.id });
    await api.em().nativeDelete(TrashedEntry, { userId: owner.id });
    for (let left = PLANS.family.trashBytes; left > 0; left -= MOST_BYTES) {
      const bytes = Math.min(left, MOST_BYTES);
      await api.em().insert(TrashedEntry, { ...row, id: randomUUID(), bytes } as TrashedEntryRow);
    }
    expect((await sendRotation(owner, await rotationOf(api, own))).status).toBe(200);
    const again = await rotationOf(api, own);
    await expectRefused(api, () => sendRotation(owner, again), 'plan_limit');
  });

  test('of an empty vault replaces its key bundle, with as many members as any bundle may have', async () => {
    const owner = await buildOwner(api);
    await api.em().nativeUpdate(User, { id: owner.id }, { keyBundle: OLD_BUNDLE });
    const keyBundleVersion = await bundleVersionOf(api, owner);
    const keyBundle = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [n, 0]));
    const head = { version: 1, keyBundle, keyBundleVersion, entryCount: 0, envelopeCount: 0 };
    expect((await sendRotation(owner, { head, entries: [], envelopes: [] })).status).toBe(200);
    expect(await bundleOf(api, owner)).toEqual(keyBundle);
  });

  test('discards a pending change of address, whose bundle holds the old key', async () => {
    const own = await vaultToRotate(api);
    await buildEmailChange(api, own.owner, uniqueEmail('new'));
    await sendRotation(own.owner, await rotationOf(api, own));
    const left = await api.em().execute('select 1 from email_change where user_id = ?', [own.owner.id]);
    expect(left).toEqual([]);
  });

  test('lowers the quorum only as any change of shares does: the owner is told', async () => {
    const own = await vaultToRotate(api);
    await sendRotation(own.owner, await rotationOf(api, own, { threshold: 1 }));
    expect((await switchOf(api, own.owner)).state.settings.quorum).toBe(1);
    const mails = await api.em().find(Mail, { userId: own.owner.id, kind: 'security_change' });
    expect(mails.some(({ data }) => data.quorum === 1 && data.quorumBefore === 2)).toBe(true);
  });
});

test('10,000 entries with two successors go in one piece', async () => {
  const owner = await buildOwner(api);
  const entries = Array.from({ length: 10_000 }, () => ({ ...newEntry({ id: randomUUID() }) }));
  const lines = [{ version: 1, entryCount: 10_000 }, ...entries].map((line) => `${JSON.stringify(line)}\n`);
  const imported = await owner.program.raw.post('/vault/import', lines.join(''), { 'Content-Type': NDJSON });
  expect(imported.body.total).toBe(10_000);
  const entryIds = entries.map(({ id }) => id as string);
  const envelopes: RotatedEnvelope[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { id: successorId } = await buildSuccessor(api, owner);
    const assigned = { entryIds, restrictToAssignedEntries: true };
    expect((await owner.program.put(`/successors/${successorId}/assigned-entries`, assigned)).status).toBe(
      200,
    );
    envelopes.push(
      ...entryIds.map((entryId) => ({ successorId, entryId, envelope: randomBytes(90).toString('base64') })),
    );
  }
  const rotated = entryIds.map((id) => ({ id, version: 1, ...newContent() }));
  const head = {
    ...{ version: 1, keyBundle: NEW_BUNDLE, keyBundleVersion: await bundleVersionOf(api, owner) },
    ...{ entryCount: 10_000, envelopeCount: 20_000 },
  };
  const reply = await sendRotation(owner, { head, entries: rotated, envelopes });
  expect([reply.status, reply.body]).toMatchObject([200, { entryCount: 10_000, envelopeCount: 20_000 }]);
  const [{ versions, sealed, trashed }] = await api
    .em()
    .execute<[{ versions: number; sealed: number; trashed: number }]>(
      `select (select count(*) from vault_entry where user_id = ? and version = 2)::int as versions,
       (select count(*) from assigned_entry where user_id = ? and envelope is not null)::int as sealed,
       (select count(*) from trashed_entry where user_id = ?)::int as trashed`,
      [owner.id, owner.id, owner.id],
    );
  expect([versions, sealed, trashed]).toEqual([10_000, 20_000, 10_000]);
  expect(await stagedRows(api)).toBe(0);
});

test('a repeated envelope is found in another batch too', async () => {
  const { owner, holders, assigned } = await vaultToRotate(api);
  const importId = randomUUID();
  const envelope = { successorId: holders[0], entryId: assigned[0] ?? '', envelope: 'AAAA' };
  const stage = (envelopes: RotatedEnvelope[]) =>
    stageEnvelopes(api.em(), owner.id, importId, envelopes, new Date(api.clock.now));
  expect(await stage([envelope])).toEqual([]);
  expect(await stage([{ ...envelope, entryId: assigned[1] ?? '' }, envelope])).toEqual([1]);
  await api.em().execute('delete from staged_envelope where import_id = ?', [importId]);
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
