/** A rotation replaces a whole vault's keys and all that is sealed under them, or nothing at all. */
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { trashLimits } from '../../api/billing/plans.ts';
import { Activity } from '../../db/entities/activity.ts';
import { AssignedEntry } from '../../db/entities/assigned-entry.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Session } from '../../db/entities/session.ts';
import { Successor } from '../../db/entities/successor.ts';
import { TrashedEntry, type TrashedEntryRow } from '../../db/entities/trashed-entry.ts';
import { User } from '../../db/entities/user.ts';
import { VaultEntry } from '../../db/entities/vault-entry.ts';
import { forgetCutOffImports, stageEnvelopes } from '../../db/staged-import.ts';
import { buildEmailChange } from '../support/account.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { killApiProcesses, startApiProcess } from '../support/api-process.ts';
import { buildOwner, buildSuccessor, type Owner, uniqueEmail } from '../support/builders.ts';
import { bringTo, switchOf } from '../support/handover.ts';
import { closeRawRequests, head as httpHead, openRaw } from '../support/raw-request.ts';
import { expectRefused } from '../support/refused.ts';
import { rowChecksum } from '../support/row-checksum.ts';
import { until } from '../support/until.ts';
import { newEntry, storeEntry } from '../support/vault.ts';
import { expectSizesToBeCounts } from '../support/vault-size.ts';

const NDJSON = 'application/x-ndjson';
/** The most that one row of the trash can count. */
const MOST_BYTES = 2 ** 31 - 1;
const OLD = { version: 1, key: 'old' };
const NEW = { version: 1, key: 'new' };

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ DEFAULT_PLAN: 'family' });
});
afterAll(async () => {
  closeRawRequests();
  killApiProcesses();
  await api.close();
});

const em = () => api.orm.em.fork();
const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
const content = () => ({
  encryptedData: base64(60),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM' as const,
});

type Entry = ReturnType<typeof content> & { id: string; version: number };
interface Envelope {
  successorId: string;
  entryId: string;
  envelope: string;
}
interface Rotation {
  head: Record<string, unknown>;
  entries: Entry[];
  envelopes: Envelope[];
}

const linesOf = ({ head, entries, envelopes }: Rotation) =>
  [head, ...entries, ...envelopes].map((line) => `${JSON.stringify(line)}\n`).join('');
const send = (owner: Owner, rotation: Rotation, who: 'program' | 'browser' = 'program') =>
  owner[who].raw.post('/vault/rotate', linesOf(rotation), { 'Content-Type': NDJSON });

const rowsOf = (owner: Owner) => em().find(VaultEntry, { userId: owner.id }, { orderBy: { id: 'asc' } });
const envelopesOf = async (successorId: string) =>
  new Map(
    (await em().find(AssignedEntry, { successorId })).map(({ entryId, envelope }) => [
      entryId,
      envelope ?? null,
    ]),
  );
const bundleOf = async (owner: Owner) => (await em().findOneOrFail(User, { id: owner.id })).keyBundle;
const staged = async () => {
  const [{ count }] = await em().execute<[{ count: number }]>(
    `select (select count(*) from staged_entry)::int + (select count(*) from staged_envelope)::int as count`,
  );
  return count;
};

/** An owner with three entries. The first two are assigned to the first of two successors, who hold shares. */
async function vault() {
  const owner = await buildOwner(api);
  await em().nativeUpdate(User, { id: owner.id }, { keyBundle: OLD });
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push(await storeEntry(owner, { category: `c${i}`, tags: ['a', 'b'] }));
  const holders = [
    await buildSuccessor(api, owner, { pinned: true }),
    await buildSuccessor(api, owner, { pinned: true }),
  ].map(({ id }) => id) as [string, string];
  const assigned = ids.slice(0, 2);
  const shares = holders.map((id) => ({ id, encryptedShare: base64(90) }));
  await owner.program.put('/successors/shares', { threshold: 2, shares });
  await owner.program.put(`/successors/${holders[0]}/assigned-entries`, {
    entryIds: assigned,
    restrictToAssignedEntries: true,
    envelopes: assigned.map((entryId) => ({ entryId, envelope: base64(90) })),
  });
  return { owner, ids, holders, assigned };
}
type Vault = Awaited<ReturnType<typeof vault>>;

/** What a client sends after reading the vault. */
async function rotationOf({ owner, holders, assigned }: Vault, more: object = {}): Promise<Rotation> {
  const entries = (await rowsOf(owner)).map(({ id, version }) => ({ id, version, ...content() }));
  const envelopes = assigned.map((entryId) => ({
    successorId: holders[0],
    entryId,
    envelope: base64(90),
  }));
  const shares = holders.map((id) => ({ id, encryptedShare: base64(90) }));
  const head = { version: 1, keyBundle: NEW, entryCount: entries.length, envelopeCount: envelopes.length };
  return { head: { ...head, threshold: 2, shares, ...more }, entries, envelopes };
}

describe('a rotation', () => {
  test('replaces bundle, contents, envelopes and shares; labels stay, versions count on, nothing is lost', async () => {
    const own = await vault();
    const { owner, holders, assigned } = own;
    await owner.program.put(`/vault/entries/${own.ids[0]}`, { ...newEntry(), category: 'edited' });
    const before = await rowsOf(owner);
    const trashed = await em().count(TrashedEntry, { userId: owner.id });
    api.clock.now += 60_000;
    const rotation = await rotationOf(own);
    const reply = await send(owner, rotation);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: expect.any(String), entryCount: 3, envelopeCount: 2 },
    ]);
    expect(await rowsOf(owner)).toEqual(
      before.map((row) => {
        const { version: _, ...sent } = rotation.entries.find(({ id }) => id === row.id) as Entry;
        return { ...row, ...sent, version: row.version + 1, updatedAt: new Date(api.clock.now) };
      }),
    );
    const former = await em().find(
      TrashedEntry,
      { userId: owner.id },
      { orderBy: { seq: 'asc' }, offset: trashed },
    );
    expect(
      former.map(({ entryId, encryptedData, version }) => [entryId, encryptedData, version]).sort(),
    ).toEqual(before.map(({ id, encryptedData, version }) => [id, encryptedData, version]));
    expect(await bundleOf(owner)).toEqual(NEW);
    const { body } = await owner.program.get('/auth/key-bundles');
    expect(body.keyBundles.map(({ keyBundle }: { keyBundle: unknown }) => keyBundle)).toEqual([OLD]);
    expect(await envelopesOf(holders[0])).toEqual(
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
    expect(await staged()).toBe(0);
  });

  test('is recorded, told to the owner, and only a person’s is a sign of life', async () => {
    const own = await vault();
    const { owner } = own;
    for (const who of ['program', 'browser'] as const) {
      api.clock.now += 60_000;
      const before = (await switchOf(api, owner)).state.lastSeenAt;
      expect((await send(owner, await rotationOf(own), who)).status).toBe(200);
      const { lastSeenAt } = (await switchOf(api, owner)).state;
      expect(lastSeenAt).toBe(who === 'browser' ? api.clock.now : before);
    }
    const records = await em().find(Activity, { userId: owner.id, type: 'vault_rotated' });
    expect(records.map(({ detail }) => detail)).toEqual(
      Array(2).fill({ entries: 3, envelopes: 2, shares: 2 }),
    );
    const mails = await em().find(Mail, { userId: owner.id, kind: 'security_change' });
    expect(mails.filter(({ data }) => data.account === 'vault_rotated')).toHaveLength(2);
  });

  test('without an envelope for an assigned entry takes the old one, which opens nothing any more', async () => {
    const own = await vault();
    const rotation = await rotationOf(own, { envelopeCount: 1 });
    const [kept] = rotation.envelopes;
    await send(own.owner, { ...rotation, envelopes: kept ? [kept] : [] });
    expect(await envelopesOf(own.holders[0])).toEqual(
      new Map([
        [own.assigned[0], kept?.envelope],
        [own.assigned[1], null],
      ]),
    );
  });

  test('without shares leaves the old ones where they are, and marks them stale', async () => {
    const own = await vault();
    const before = await em().find(Successor, { userId: own.owner.id }, { orderBy: { id: 'asc' } });
    const rotation = await rotationOf(own, { shares: undefined, threshold: undefined });
    expect((await send(own.owner, rotation)).status).toBe(200);
    const after = await em().find(Successor, { userId: own.owner.id }, { orderBy: { id: 'asc' } });
    expect(after).toEqual(before.map((row) => ({ ...row, sharesStale: true })));
  });

  test('may fill the trash beyond its limit, but not when it is already full', async () => {
    const own = await vault();
    const { owner, ids } = own;
    await owner.program.put(`/vault/entries/${ids[0]}`, newEntry());
    const { seq: _, ...row } = await em().findOneOrFail(TrashedEntry, { userId: owner.id });
    await em().nativeDelete(TrashedEntry, { userId: owner.id });
    for (let left = trashLimits('family').bytes; left > 0; left -= MOST_BYTES) {
      const bytes = Math.min(left, MOST_BYTES);
      await em().insert(TrashedEntry, { ...row, id: randomUUID(), bytes } as TrashedEntryRow);
    }
    expect((await send(owner, await rotationOf(own))).status).toBe(200);
    const again = await rotationOf(own);
    await expectRefused(api, () => send(owner, again), 'plan_limit');
  });

  test('of an empty vault replaces its key bundle', async () => {
    const owner = await buildOwner(api);
    await em().nativeUpdate(User, { id: owner.id }, { keyBundle: OLD });
    const head = { version: 1, keyBundle: NEW, entryCount: 0, envelopeCount: 0 };
    expect((await send(owner, { head, entries: [], envelopes: [] })).status).toBe(200);
    expect(await bundleOf(owner)).toEqual(NEW);
  });

  test('discards a pending change of address, whose bundle holds the old key', async () => {
    const own = await vault();
    await buildEmailChange(api, own.owner, uniqueEmail('new'));
    await send(own.owner, await rotationOf(own));
    const left = await em().execute('select 1 from email_change where user_id = ?', [own.owner.id]);
    expect(left).toEqual([]);
  });

  test('lowers the quorum only as any change of shares does: the owner is told', async () => {
    const own = await vault();
    await send(own.owner, await rotationOf(own, { threshold: 1 }));
    expect((await switchOf(api, own.owner)).state.settings.quorum).toBe(1);
    const mails = await em().find(Mail, { userId: own.owner.id, kind: 'security_change' });
    expect(mails.some(({ data }) => data.quorum === 1 && data.quorumBefore === 2)).toBe(true);
  });
});

describe('a rotation without entryCount', () => {
  const sealing = async (own: Vault, more: object = {}): Promise<Rotation> => {
    const { head, envelopes } = await rotationOf(own, { entryCount: undefined, ...more });
    return { head, entries: [], envelopes };
  };

  test('replaces bundle, shares and envelopes at once, and leaves the entries alone', async () => {
    const own = await vault();
    const { owner, holders, assigned } = own;
    const before = await rowsOf(owner);
    const trashed = await em().count(TrashedEntry, { userId: owner.id });
    const rotation = await sealing(own);
    const reply = await send(owner, rotation);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: expect.any(String), entryCount: 0, envelopeCount: 2 },
    ]);
    expect(await rowsOf(owner)).toEqual(before);
    expect(await em().count(TrashedEntry, { userId: owner.id })).toBe(trashed);
    expect(await bundleOf(owner)).toEqual(NEW);
    expect(await envelopesOf(holders[0])).toEqual(
      new Map(rotation.envelopes.map(({ entryId, envelope }) => [entryId, envelope])),
    );
    const { body } = await owner.program.get(`/successors/${holders[0]}/assigned-entries`);
    expect(body.entries).toEqual(
      assigned.toSorted().map((entryId) => ({ entryId, hasEnvelope: true, envelopeStale: false })),
    );
    expect((await owner.program.get('/successors')).body.successors).toMatchObject(
      rotation.head.shares as object[],
    );
    const [record] = await em().find(Activity, { userId: owner.id, type: 'profile_changed' });
    expect(record?.detail).toEqual({ name: false, keyBundle: true, envelopes: 2, shares: 2 });
    const mails = await em().find(Mail, { userId: owner.id, kind: 'security_change' });
    expect(mails.map(({ data }) => data.account)).toContain('key_bundle_replaced');
  });

  test('deletes the envelopes that it does not name, which an earlier package opened', async () => {
    const own = await vault();
    const rotation = await sealing(own, { envelopeCount: 0 });
    expect((await send(own.owner, { ...rotation, envelopes: [] })).status).toBe(200);
    expect([...(await envelopesOf(own.holders[0])).values()]).toEqual([null, null]);
  });

  test('changes nothing if entries come with it, or something in it is wrong', async () => {
    const own = await vault();
    const { head, envelopes } = await sealing(own);
    const { entries } = await rotationOf(own);
    const attempt = (rotation: Rotation) => () => send(own.owner, rotation);
    const mixed = [...entries.slice(0, 1), ...envelopes.slice(0, 1)] as Envelope[];
    await expectRefused(api, attempt({ head, entries: [], envelopes: mixed }), 'validation_failed', 'body.1');
    const less = { ...head, shares: (head.shares as unknown[]).slice(1) };
    await expectRefused(
      api,
      attempt({ head: less, entries: [], envelopes }),
      'validation_failed',
      'body.0.shares',
    );
    const fewer = envelopes.slice(1);
    const path = 'body.0.envelopeCount';
    await expectRefused(api, attempt({ head, entries: [], envelopes: fewer }), 'validation_failed', path);
    const elsewhere = { ...head, keyBundleVersion: 40 };
    await expectRefused(api, attempt({ head: elsewhere, entries: [], envelopes }), 'version_conflict');
    expect(await staged()).toBe(0);
  });

  test('cut off anywhere, it leaves the shares with the envelopes and the bundle they belong to', async () => {
    const own = await vault();
    const body = Buffer.from(linesOf(await sealing(own)));
    const before = await rowChecksum(api.orm);
    const headers = {
      Cookie: `accessToken=${own.owner.browser.cookies.get('accessToken')}`,
      Origin: api.origin,
      'Content-Type': NDJSON,
      'Content-Length': body.length,
    };
    const start = Buffer.from(httpHead('POST /api/v1/vault/rotate', headers));
    for (let at = 0; at < body.length; at += 50) {
      const raw = await openRaw(api.url);
      raw.send(Buffer.concat([start, body.subarray(0, at)]));
      await new Promise<void>((resolve) => raw.socket.end(resolve));
      await raw.closed;
    }
    await until('nothing is left of it', async () => (await staged()) === 0);
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

describe('nothing changes', () => {
  type Spoil = (own: Vault, rotation: Rotation) => unknown;
  const refuse = async (
    code: 'version_conflict' | 'validation_failed',
    path: string | undefined,
    spoil: Spoil,
  ) => {
    const own = await vault();
    const rotation = await rotationOf(own);
    await spoil(own, rotation);
    await expectRefused(api, () => send(own.owner, rotation), code, path);
    expect(await staged()).toBe(0);
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
        envelopes[1] = { ...(envelopes[0] as Envelope) };
      },
    ],
    [
      'an entry comes twice',
      'body.2.id',
      (_, { entries }) => {
        entries[1] = { ...(entries[0] as Entry) };
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
        Object.assign(entries[0] as Entry, { category: 'x' });
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
    const { owner } = await vault();
    const post = (text: string | undefined, type = NDJSON) =>
      owner.program.raw.post('/vault/rotate', text, { 'Content-Type': type });
    await expectRefused(api, () => post(undefined), 'validation_failed', 'body');
    await expectRefused(api, () => post('\n\n'), 'validation_failed', 'body');
    await expectRefused(api, () => post('{}', 'application/json'), 'unsupported_media_type');
  });

  test('without a confirmed session', async () => {
    const own = await vault();
    await em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: null });
    const rotation = await rotationOf(own);
    await expectRefused(api, () => send(own.owner, rotation), 'confirmation_required');
  });

  test('after fifty replacements of the bundle in a day', async () => {
    const limited = await startApi({ RATE_LIMIT_SCALE: '1' });
    try {
      const owner = await buildOwner(limited);
      const head = { version: 1, keyBundle: NEW, entryCount: 0, envelopeCount: 0 };
      const rotate = () => send(owner, { head, entries: [], envelopes: [] });
      const statuses = [];
      for (let i = 0; i < 52; i += 1) statuses.push((await rotate()).status);
      expect(statuses).toEqual([...Array(51).fill(200), 429]);
    } finally {
      await limited.close();
    }
  });

  test('by a program during a handover; a person ends it by rotating', async () => {
    const own = await vault();
    await bringTo(api, own.owner, 'released');
    await em().nativeUpdate(Session, { userId: own.owner.id }, { confirmedAt: new Date(api.clock.now) });
    const rotation = await rotationOf(own);
    await expectRefused(api, () => send(own.owner, rotation), 'handover_active');
    expect((await send(own.owner, rotation, 'browser')).status).toBe(200);
    expect((await switchOf(api, own.owner)).state.status).toBe('armed');
    expect(await bundleOf(own.owner)).toEqual(NEW);
  });

  test('if its session ends while it is sent', async () => {
    const own = await vault();
    const rotation = linesOf(await rotationOf(own));
    const cookie = `accessToken=${own.owner.browser.cookies.get('accessToken')}`;
    const answered = new Promise<number>((resolve, reject) => {
      const headers = { Cookie: cookie, Origin: api.origin, 'Content-Type': NDJSON };
      const asked = request(`${api.url}/vault/rotate`, { method: 'POST', headers }, (answer) =>
        resolve(answer.resume().statusCode as number),
      );
      asked.on('error', reject);
      asked.write(rotation.slice(0, 100));
      until('its body is being read', () => api.deps.gates.smallBodies.held > 0)
        .then(() =>
          em().nativeUpdate(Session, { userId: own.owner.id }, { revokedAt: new Date(api.clock.now) }),
        )
        .then(() => asked.end(rotation.slice(100)), reject);
    });
    expect(await answered).toBe(401);
    expect(await bundleOf(own.owner)).toEqual(OLD);
  });

  test('if the key bundle is replaced while it is sent', async () => {
    const own = await vault();
    const body = Buffer.from(linesOf(await rotationOf(own)));
    const headers = {
      Cookie: `accessToken=${own.owner.browser.cookies.get('accessToken')}`,
      Origin: api.origin,
      'Content-Type': NDJSON,
      'Content-Length': body.length,
    };
    const raw = await openRaw(api.url);
    raw.send(
      Buffer.concat([Buffer.from(httpHead('POST /api/v1/vault/rotate', headers)), body.subarray(0, 100)]),
    );
    await until('its body is being read', () => api.deps.gates.smallBodies.held > 0);
    const pinned = { version: 1, key: 'with a pin' };
    expect((await own.owner.browser.put('/auth/profile', { keyBundle: pinned })).status).toBe(200);
    raw.send(body.subarray(100));
    expect((await raw.answer()).status).toBe(409);
    expect(await bundleOf(own.owner)).toEqual(pinned);
  });

  test('however many rotations come at once, but by the first', async () => {
    const own = await vault();
    const rotation = await rotationOf(own);
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(own.owner, rotation)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect((await rowsOf(own.owner)).map(({ version }) => version)).toEqual([2, 2, 2]);
  });

  test('if an entry is changed at the same moment: one of the two comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const own = await vault();
      const rotation = await rotationOf(own);
      const edited = newEntry({ category: 'edited' });
      const [rotated, changed] = await Promise.all([
        send(own.owner, rotation),
        own.owner.program.raw.put(`/vault/entries/${own.ids[0]}`, { ...edited, version: 1 }),
      ]);
      expect([rotated.status, changed.status].sort()).toEqual([200, 409]);
      expect(await bundleOf(own.owner)).toEqual(rotated.status === 200 ? NEW : OLD);
      const row = (await rowsOf(own.owner)).find(({ id }) => id === own.ids[0]);
      const sent = rotation.entries.find(({ id }) => id === own.ids[0]);
      const winner = rotated.status === 200 ? sent : edited;
      expect(row?.encryptedData).toBe(winner?.encryptedData);
    }
  });
});

describe('cut off', () => {
  test('wherever it is cut off, it changes nothing', async () => {
    const own = await vault();
    const { head, entries, envelopes } = await rotationOf(own);
    const short = {
      head: { ...head, shares: own.holders.map((id) => ({ id, encryptedShare: 'AAAA' })) },
      entries: entries.map((entry) => ({ ...entry, encryptedData: 'AAAA' })),
      envelopes: envelopes.map((each) => ({ ...each, envelope: 'AAAA' })),
    };
    const body = Buffer.from(linesOf(short));
    const headers = {
      Cookie: `accessToken=${own.owner.browser.cookies.get('accessToken')}`,
      Origin: api.origin,
      'Content-Type': NDJSON,
      'Content-Length': body.length,
    };
    const before = await rowChecksum(api.orm);
    const cut = async (at: number) => {
      const raw = await openRaw(api.url);
      raw.send(
        Buffer.concat([Buffer.from(httpHead('POST /api/v1/vault/rotate', headers)), body.subarray(0, at)]),
      );
      await new Promise<void>((resolve) => raw.socket.end(resolve));
      await raw.closed;
    };
    // Each place takes a connection: every seventh byte, around the end of each line, and the last twenty bytes.
    const near = (at: number) => [at - 1, at, at + 1].some((each) => body[each] === 0x0a);
    const places = Array.from({ length: body.length }, (_, at) => at).filter(
      (at) => at % 7 === 0 || near(at) || at >= body.length - 20,
    );
    for (let from = 0; from < places.length; from += 40) {
      await Promise.all(places.slice(from, from + 40).map(cut));
    }
    await until('nothing is left of it', async () => (await staged()) === 0);
    expect(await rowChecksum(api.orm)).toBe(before);
    const raw = await openRaw(api.url);
    raw.send(Buffer.concat([Buffer.from(httpHead('POST /api/v1/vault/rotate', headers)), body]));
    expect((await raw.answer()).status).toBe(200);
  });

  test('with its process killed after most of it was written, it changes nothing', async () => {
    // The process has the real time.
    api.clock.now = Date.now();
    const own = await vault();
    const lines = linesOf(await rotationOf(own));
    const child = await startApiProcess(api);
    const before = await rowChecksum(api.orm);
    const blocker = em();
    await blocker.begin();
    // The rotation has replaced the contents by the time it comes to the account's row.
    await blocker.execute('select 1 from "user" where id = ? for update', [own.owner.id]);
    const asked = fetch(`${child.url}/vault/rotate`, {
      method: 'POST',
      headers: {
        Cookie: `accessToken=${own.owner.browser.cookies.get('accessToken')}`,
        Origin: child.origin,
        'Content-Type': NDJSON,
      },
      body: lines,
    }).catch(() => null);
    await until('it waits for the account', async () => {
      const [{ waiting }] = await em().execute<[{ waiting: number }]>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting > 0;
    });
    child.child.kill('SIGKILL');
    await asked;
    await blocker.rollback();
    const rows = async () =>
      (await rowChecksum(api.orm)).split('\n').filter((line) => !/^(staged_|liveness)/.test(line));
    await until('the database has noticed', async () => {
      const [{ open }] = await em().execute<[{ open: number }]>(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
      return open === 0;
    });
    expect(await rows()).toEqual(before.split('\n').filter((line) => !/^(staged_|liveness)/.test(line)));
    expect(await bundleOf(own.owner)).toEqual(OLD);
    // What the dead process left behind goes within a day.
    expect(await staged()).toBeGreaterThan(0);
    await forgetCutOffImports(em(), new Date(Date.now() + 25 * 3_600_000));
    expect(await staged()).toBe(0);
  });
});

test('10,000 entries with two successors go in one piece', async () => {
  const owner = await buildOwner(api);
  const entries = Array.from({ length: 10_000 }, () => ({ ...newEntry({ id: randomUUID() }) }));
  const lines = [{ version: 1, entryCount: 10_000 }, ...entries].map((line) => `${JSON.stringify(line)}\n`);
  const imported = await owner.program.raw.post('/vault/import', lines.join(''), { 'Content-Type': NDJSON });
  expect(imported.body.total).toBe(10_000);
  const entryIds = entries.map(({ id }) => id as string);
  const envelopes: Envelope[] = [];
  for (let i = 0; i < 2; i += 1) {
    const { id: successorId } = await buildSuccessor(api, owner);
    const assigned = { entryIds, restrictToAssignedEntries: true };
    expect((await owner.program.put(`/successors/${successorId}/assigned-entries`, assigned)).status).toBe(
      200,
    );
    envelopes.push(...entryIds.map((entryId) => ({ successorId, entryId, envelope: base64(90) })));
  }
  const rotated = entryIds.map((id) => ({ id, version: 1, ...content() }));
  const head = { version: 1, keyBundle: NEW, entryCount: 10_000, envelopeCount: 20_000 };
  const reply = await send(owner, { head, entries: rotated, envelopes });
  expect([reply.status, reply.body]).toMatchObject([200, { entryCount: 10_000, envelopeCount: 20_000 }]);
  const [{ versions, sealed, trashed }] = await em().execute<
    [{ versions: number; sealed: number; trashed: number }]
  >(
    `select (select count(*) from vault_entry where user_id = ? and version = 2)::int as versions,
       (select count(*) from assigned_entry where user_id = ? and envelope is not null)::int as sealed,
       (select count(*) from trashed_entry where user_id = ?)::int as trashed`,
    [owner.id, owner.id, owner.id],
  );
  expect([versions, sealed, trashed]).toEqual([10_000, 20_000, 10_000]);
  expect(await staged()).toBe(0);
}, 120_000);

test('a repeated envelope is found in another batch too', async () => {
  const { owner, holders, assigned } = await vault();
  const importId = randomUUID();
  const envelope = { successorId: holders[0], entryId: assigned[0] ?? '', envelope: 'AAAA' };
  const stage = (envelopes: Envelope[]) =>
    stageEnvelopes(em(), owner.id, importId, envelopes, new Date(api.clock.now));
  expect(await stage([envelope])).toEqual([]);
  expect(await stage([{ ...envelope, entryId: assigned[1] ?? '' }, envelope])).toEqual([1]);
  await em().execute('delete from staged_envelope where import_id = ?', [importId]);
});

test('after all this, every vault has the size that was kept for it', () => expectSizesToBeCounts(api.orm));
