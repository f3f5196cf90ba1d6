/** A rotation without entries: what is sealed under the keys goes in one request, and the contents stay. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { TrashedEntry } from '../../../db/entities/trashed-entry.ts';
import {
  bundleOf,
  cutOffAfter,
  envelopesOf,
  linesOf,
  NEW_BUNDLE,
  type RotatedEnvelope,
  type RotationBody,
  rotationOf,
  sendRotation,
  type VaultToRotate,
  vaultToRotate,
} from '../../support/builders/rotation.ts';
import { rowsOf, stagedRows } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { closeRawRequests } from '../../support/clients/raw-request.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });
afterAll(closeRawRequests);

describe('a rotation without entryCount', () => {
  const sealing = async (own: VaultToRotate, more: object = {}): Promise<RotationBody> => {
    const { head, envelopes } = await rotationOf(api, own, { entryCount: undefined, ...more });
    return { head, entries: [], envelopes };
  };

  test('replaces bundle, shares and envelopes at once, and leaves the entries alone', async () => {
    const own = await vaultToRotate(api);
    const { owner, holders, assigned } = own;
    const before = await rowsOf(api, owner);
    const trashed = await api.em().count(TrashedEntry, { userId: owner.id });
    const rotation = await sealing(own);
    const reply = await sendRotation(owner, rotation);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: expect.any(String), entryCount: 0, envelopeCount: 2 },
    ]);
    expect(await rowsOf(api, owner)).toEqual(before);
    expect(await api.em().count(TrashedEntry, { userId: owner.id })).toBe(trashed);
    expect(await bundleOf(api, owner)).toEqual(NEW_BUNDLE);
    expect(await envelopesOf(api, holders[0])).toEqual(
      new Map(rotation.envelopes.map(({ entryId, envelope }) => [entryId, envelope])),
    );
    const { body } = await owner.program.get(`/successors/${holders[0]}/assigned-entries`);
    expect(body.entries).toEqual(
      assigned.toSorted().map((entryId) => ({ entryId, hasEnvelope: true, envelopeStale: false })),
    );
    expect((await owner.program.get('/successors')).body.successors).toMatchObject(
      rotation.head.shares as object[],
    );
    const [record] = await api.em().find(Activity, { userId: owner.id, type: 'profile_changed' });
    expect(record?.detail).toEqual({ name: false, keyBundle: true, envelopes: 2, shares: 2 });
    const mails = await api.em().find(Mail, { userId: owner.id, kind: 'security_change' });
    expect(mails.map(({ data }) => data.account)).toContain('key_bundle_replaced');
  });

  test('deletes the envelopes of a successor who gets everything now, and so needs none', async () => {
    const own = await vaultToRotate(api);
    await own.owner.program.put(`/successors/${own.holders[0]}`, { restrictToAssignedEntries: false });
    const rotation = await sealing(own, { envelopeCount: 0 });
    expect((await sendRotation(own.owner, { ...rotation, envelopes: [] })).status).toBe(200);
    expect([...(await envelopesOf(api, own.holders[0])).values()]).toEqual([null, null]);
  });

  test('changes nothing if entries come with it, or something in it is wrong', async () => {
    const own = await vaultToRotate(api);
    const { head, envelopes } = await sealing(own);
    const { entries } = await rotationOf(api, own);
    const attempt = (rotation: RotationBody) => () => sendRotation(own.owner, rotation);
    const mixed = [...entries.slice(0, 1), ...envelopes.slice(0, 1)] as RotatedEnvelope[];
    await expectRefused(api, attempt({ head, entries: [], envelopes: mixed }), 'validation_failed', 'body.1');
    const less = { ...head, shares: (head.shares as unknown[]).slice(1) };
    await expectRefused(api, attempt({ head: less, entries: [], envelopes }), 'version_conflict');
    const fewer = envelopes.slice(1);
    const path = 'body.0.envelopeCount';
    await expectRefused(api, attempt({ head, entries: [], envelopes: fewer }), 'validation_failed', path);
    const elsewhere = { ...head, keyBundleVersion: 40 };
    await expectRefused(api, attempt({ head: elsewhere, entries: [], envelopes }), 'version_conflict');
    expect(await stagedRows(api)).toBe(0);
  });

  test('cut off anywhere, it leaves the shares with the envelopes and the bundle they belong to', async () => {
    const own = await vaultToRotate(api);
    const body = Buffer.from(linesOf(await sealing(own)));
    const before = await rowChecksum(api.orm);
    for (let at = 0; at < body.length; at += 50) await cutOffAfter(api, own.owner, body, at);
    await until('nothing is left of it', async () => (await stagedRows(api)) === 0);
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
