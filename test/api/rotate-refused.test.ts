/** A rotation with something wrong in it changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Session } from '../../db/entities/session.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner, buildSuccessor } from '../support/builders.ts';
import { bringTo, switchOf } from '../support/handover.ts';
import { expectRefused } from '../support/refused.ts';
import {
  bundleOf,
  NDJSON,
  NEW_BUNDLE,
  type RotatedEntry,
  type RotatedEnvelope,
  type Rotation,
  rotationOf,
  sendRotation,
  stagedRows,
  type VaultToRotate,
  vaultToRotate,
} from '../support/rotation.ts';
import { newEntry, storeEntry } from '../support/vault.ts';
import { expectSizesToBeCounts } from '../support/vault-size.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DEFAULT_PLAN: 'family' });
});
afterAll(() => api.close());

const em = () => api.orm.em.fork();

describe('nothing changes', () => {
  type Spoil = (own: VaultToRotate, rotation: Rotation) => unknown;
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
      'an entry of somebody else is named',
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
  ])('if %s', (_, spoil) => refuse('version_conflict', undefined, spoil));

  test.each<[string, string, Spoil]>([
    [
      'an envelope is for an entry that is not assigned',
      'body',
      ({ ids }, { envelopes }) => {
        if (envelopes[0]) envelopes[0].entryId = ids[2] ?? '';
      },
    ],
    [
      'an envelope is for somebody else’s successor',
      'body',
      async (_, { envelopes }) => {
        if (envelopes[0]) envelopes[0].successorId = (await buildSuccessor(api, await buildOwner(api))).id;
      },
    ],
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
    ['a share is missing', 'body.0.shares', (_, { head }) => void (head.shares as unknown[]).pop()],
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
    await em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: null });
    const rotation = await rotationOf(api, own);
    await expectRefused(api, () => sendRotation(own.owner, rotation), 'confirmation_required');
  });

  test('after fifty replacements of the bundle in a day', async () => {
    const limited = await startApi({ RATE_LIMIT_SCALE: '1' });
    try {
      const owner = await buildOwner(limited);
      const head = { version: 1, keyBundle: NEW_BUNDLE, entryCount: 0, envelopeCount: 0 };
      const rotate = () => sendRotation(owner, { head, entries: [], envelopes: [] });
      const statuses = [];
      for (let i = 0; i < 52; i += 1) statuses.push((await rotate()).status);
      expect(statuses).toEqual([...Array(51).fill(200), 429]);
    } finally {
      await limited.close();
    }
  });

  test('by a program during a handover; a person ends it by rotating', async () => {
    const own = await vaultToRotate(api);
    await bringTo(api, own.owner, 'released');
    await em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: new Date(api.clock.now) });
    const rotation = await rotationOf(api, own);
    await expectRefused(api, () => sendRotation(own.owner, rotation), 'handover_active');
    expect((await sendRotation(own.owner, rotation, 'browser')).status).toBe(200);
    expect((await switchOf(api, own.owner)).state.status).toBe('armed');
    expect(await bundleOf(api, own.owner)).toEqual(NEW_BUNDLE);
  });
});

test('after all this, every vault has the size that was kept for it', () => expectSizesToBeCounts(api.orm));
