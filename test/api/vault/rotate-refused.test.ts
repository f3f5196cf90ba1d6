/** A rotation with something wrong in it changes nothing. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { Session } from '../../../db/entities/session.ts';
import { bringTo, switchOf } from '../../support/builders/handover.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import {
  bundleOf,
  bundleVersionOf,
  envelopesOf,
  linesOf,
  NEW_BUNDLE,
  OLD_BUNDLE,
  type RotatedEntry,
  type RotatedEnvelope,
  type RotationBody,
  rotationOf,
  sendFirstBytes,
  sendRotation,
  type VaultToRotate,
  vaultToRotate,
} from '../../support/builders/rotation.ts';
import { NDJSON, newEntry, stagedRows, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { closeRawRequests } from '../../support/clients/raw-request.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });
afterAll(closeRawRequests);

describe('nothing changes', () => {
  type Spoil = (own: VaultToRotate, rotation: RotationBody) => unknown;
  const refuse = async (
    code: 'version_conflict' | 'validation_failed',
    path: string | undefined,
    spoil: Spoil,
  ) => {
    const own = await vaultToRotate(api);
    const rotation = await rotationOf(api, own);
    await spoil(own, rotation);
    await expectRefused(api, () => sendRotation(own.owner, rotation), code, path);
    expect(await stagedRows(api)).toBe(0);
  };

  test.each<[string, Spoil]>([
    [
      'an entry was changed',
      ({ owner, ids }) => owner.program.put(`/vault/entries/${ids[1]}`, newEntry() as never),
    ],
    ['an entry was added', ({ owner }) => storeEntry(owner)],
    ['an entry was deleted', ({ owner, ids }) => owner.program.delete(`/vault/entries/${ids[1]}`)],
    [
      'one was deleted and another added',
      async ({ owner, ids }) => {
        await owner.program.delete(`/vault/entries/${ids[1]}`);
        await storeEntry(owner);
      },
    ],
    [
      'an entry of someone else is named',
      async (_, { entries }) => {
        const [first] = entries;
        if (first) first.id = await storeEntry(await buildOwner(api));
      },
    ],
    [
      'more envelopes are announced than entries are assigned',
      (_, { head }) => {
        head.envelopeCount = 150_000;
      },
    ],
    [
      'an entry is left out',
      (_, { head, entries }) => {
        entries.pop();
        head.entryCount = 2;
      },
    ],
    [
      'the key bundle was replaced',
      async ({ owner }) => {
        await owner.program.put('/auth/profile', { keyBundle: { version: 1, key: 'pinned' } });
      },
    ],
    ['a successor was removed', ({ owner, holders }) => owner.program.delete(`/successors/${holders[1]}`)],
    ['a successor was pinned', ({ owner }) => buildSuccessor(api, owner, { pinned: true })],
    [
      'a successor has another address, and so no key',
      ({ owner, holders }) => owner.program.put(`/successors/${holders[1]}`, { email: uniqueEmail('moved') }),
    ],
    [
      'a share is for someone else’s successor',
      async (_, { head }) => {
        const stranger = await buildSuccessor(api, await buildOwner(api), { pinned: true });
        (head.shares as { id: string }[])[1] = { ...(head.shares as { id: string }[])[1], id: stranger.id };
      },
    ],
    [
      'an entry was assigned, with an envelope',
      ({ owner, holders, ids }) =>
        owner.program.put(`/successors/${holders[0]}/assigned-entries`, {
          entryIds: ids,
          restrictToAssignedEntries: true,
          envelopes: [{ entryId: ids[2] ?? '', envelope: 'AAAA' }],
        }),
    ],
    [
      'an entry is no longer assigned',
      ({ owner, holders, assigned }) =>
        owner.program.put(`/successors/${holders[0]}/assigned-entries`, {
          entryIds: assigned.slice(1),
          restrictToAssignedEntries: true,
        }),
    ],
    [
      'an envelope is for someone else’s successor',
      async (_, { envelopes }) => {
        if (envelopes[0]) envelopes[0].successorId = (await buildSuccessor(api, await buildOwner(api))).id;
      },
    ],
    [
      'it leaves out an envelope that still opens its entry',
      (_, { head, envelopes }) => {
        head.envelopeCount = 1;
        envelopes.pop();
      },
    ],
  ])('if %s', (_, spoil) => refuse('version_conflict', undefined, spoil));

  test('if an entry is assigned while it is sent', async () => {
    const own = await vaultToRotate(api);
    const { owner, holders, ids } = own;
    const body = Buffer.from(linesOf(await rotationOf(api, own)));
    const raw = await sendFirstBytes(api, owner, body, body.length - 1);
    await until('its body is being read', () => api.deps.quotas.bodies.used > 0);
    const envelopes = [{ entryId: ids[2] ?? '', envelope: 'AAAA' }];
    await owner.program.put(`/successors/${holders[0]}/assigned-entries`, {
      ...{ entryIds: ids, restrictToAssignedEntries: true },
      envelopes,
    });
    raw.send(body.subarray(-1));
    expect((await raw.answer()).status).toBe(409);
    expect((await envelopesOf(api, holders[0])).get(ids[2] ?? '')).toBe('AAAA');
    expect(await bundleOf(api, owner)).toEqual(OLD_BUNDLE);
  });

  test.each<[string, string, Spoil]>([
    [
      'an envelope comes twice',
      'body.5',
      (_, { envelopes }) => {
        envelopes[1] = { ...(envelopes[0] as RotatedEnvelope) };
      },
    ],
    [
      'an entry comes twice',
      'body.2.id',
      (_, { entries }) => {
        entries[1] = { ...(entries[0] as RotatedEntry) };
      },
    ],
    ['an entry is missing at the end', 'body.3', (_, { entries }) => void entries.pop()],
    ['an envelope is missing at the end', 'body.0.envelopeCount', (_, { envelopes }) => void envelopes.pop()],
    [
      'there are more envelopes than announced',
      'body.0.envelopeCount',
      (_, { head }) => {
        head.envelopeCount = 1;
      },
    ],
    [
      'an entry stands among the envelopes',
      'body.4',
      (_, { entries, envelopes }) => {
        envelopes[0] = entries[0] as never;
      },
    ],
    [
      'the threshold is larger than the shares',
      'body.0.threshold',
      (_, { head }) => {
        head.threshold = 3;
      },
    ],
    [
      'shares come without a threshold',
      'body.0.shares',
      (_, { head }) => {
        delete head.threshold;
      },
    ],
    [
      'it does not say which bundle it is based on',
      'body.0.keyBundleVersion',
      (_, { head }) => {
        delete head.keyBundleVersion;
      },
    ],
    [
      'there is no key bundle',
      'body.0.keyBundle',
      (_, { head }) => {
        delete head.keyBundle;
      },
    ],
    [
      'the format is unknown',
      'body.0.version',
      (_, { head }) => {
        head.version = 2;
      },
    ],
    [
      'an iv is too short',
      'body.1.iv',
      (_, { entries }) => {
        if (entries[0]) entries[0].iv = 'AAAA';
      },
    ],
    [
      'a line has an unknown field',
      'body.1',
      (_, { entries }) => {
        Object.assign(entries[0] as RotatedEntry, { category: 'x' });
      },
    ],
    [
      'the first line is missing',
      'body.0',
      (_, rotation) => {
        rotation.head = rotation.entries.shift() as never;
      },
    ],
  ])('if %s', (_, path, spoil) => refuse('validation_failed', path, spoil));

  test('without a body, or as another type', async () => {
    const { owner } = await vaultToRotate(api);
    const post = (text: string | undefined, type = NDJSON) =>
      owner.program.raw.post('/vault/rotate', text, { 'Content-Type': type });
    await expectRefused(api, () => post(undefined), 'validation_failed', 'body');
    await expectRefused(api, () => post('\n\n'), 'validation_failed', 'body');
    await expectRefused(api, () => post('{}', 'application/json'), 'unsupported_media_type');
  });

  test('without a confirmed session', async () => {
    const own = await vaultToRotate(api);
    await api.em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: null });
    const rotation = await rotationOf(api, own);
    await expectRefused(api, () => sendRotation(own.owner, rotation), 'confirmation_required');
  });

  test('after fifty replacements of the bundle in a day', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
    const owner = await buildOwner(limited);
    const rotate = async () => {
      const keyBundleVersion = await bundleVersionOf(limited, owner);
      const head = {
        version: 1,
        keyBundle: NEW_BUNDLE,
        keyBundleVersion,
        entryCount: 0,
        envelopeCount: 0,
      };
      return sendRotation(owner, { head, entries: [], envelopes: [] });
    };
    const statuses = [];
    for (let i = 0; i < 52; i += 1) statuses.push((await rotate()).status);
    expect(statuses).toEqual([...Array(51).fill(200), 429]);
  });

  test('by a program during a handover; a person ends it by rotating', async () => {
    const own = await vaultToRotate(api);
    await bringTo(api, own.owner, 'released');
    await api.em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: new Date(api.clock.now) });
    const rotation = await rotationOf(api, own);
    await expectRefused(api, () => sendRotation(own.owner, rotation), 'handover_active');
    expect((await sendRotation(own.owner, rotation, 'browser')).status).toBe(200);
    expect((await switchOf(api, own.owner)).state.status).toBe('armed');
    expect(await bundleOf(api, own.owner)).toEqual(NEW_BUNDLE);
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
