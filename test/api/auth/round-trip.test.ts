/** GET, edit, PUT: an answer can be sent back as it came, and only what was edited changes. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { EmailChange } from '../../../db/entities/email-change.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { openAccount, openLoggedIn } from '../../support/builders/account.ts';
import { base64 } from '../../support/builders/base64.ts';
import { confirmSessions } from '../../support/builders/confirmed.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { newEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const HOUR = 3_600_000;
interface Resource {
  /** @returns its path */
  make: (owner: BuiltOwner) => Promise<string>;
  /** The member of the answer to send back; undefined for the whole answer. */
  member?: string;
  /** A change that needs no confirmed session. */
  edit: Record<string, unknown>;
  /** Tables that every PUT writes to, besides the log and, from a browser, the sign of life. */
  writes?: string[];
}

async function makeSuccessor(owner: BuiltOwner): Promise<string> {
  const { id } = await buildSuccessor(api, owner);
  await api.em().nativeUpdate(
    Successor,
    { id },
    {
      publicKey: base64(1_216),
      publicKeySalt: base64(16),
      keyPinnedAt: new Date(api.clock.now),
      encryptedShare: base64(40),
    },
  );
  return id;
}

const RESOURCES: Record<string, Resource> = {
  '/vault/entries/:id': {
    make: async (owner) => `/vault/entries/${await storeEntry(owner, { tags: ['one'] })}`,
    member: 'entry',
    edit: { category: 'edited' },
    writes: ['vault_entry', 'trashed_entry', 'vault_size'],
  },
  '/successors/:id': {
    make: async (owner) => `/successors/${await makeSuccessor(owner)}`,
    member: 'successor',
    edit: { name: 'Samira' },
  },
  '/successors/:id/assigned-entries': {
    async make(owner) {
      const [id, entryId, other] = [
        await makeSuccessor(owner),
        await storeEntry(owner),
        await storeEntry(owner),
      ];
      const path = `/successors/${id}/assigned-entries` as const;
      const envelopes = [{ entryId, envelope: base64(80) }];
      await owner.program.put(path, {
        entryIds: [entryId, other],
        restrictToAssignedEntries: false,
        envelopes,
      });
      return path;
    },
    edit: { restrictToAssignedEntries: true },
  },
  '/inactivity/settings': {
    async make(owner) {
      await buildSuccessor(api, owner);
      return '/inactivity/settings';
    },
    member: 'settings',
    edit: { quorum: 2 },
  },
  '/auth/profile': {
    async make(owner) {
      await api
        .em()
        .nativeUpdate(User, { id: owner.id }, { keyBundle: { z: 1, a: { '10': true, '9': null } } });
      return '/auth/profile';
    },
    member: 'user',
    edit: { name: 'Olive the Second' },
  },
};

/** The fields that change with the sign of life, with time, or with every request. */
const MOVING = ['version', 'updatedAt', 'lastSeenAt', 'deadline', 'entries'];
const still = (shown: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => !MOVING.includes(name)));

/** The checksums of all tables but these. */
const rowsBut = async (tables: string[]) =>
  (await rowChecksum(api.orm)).split('\n').filter((line) => !tables.includes(line.split(' ')[0] ?? ''));

describe.each(Object.entries(RESOURCES))('%s', (_, { make, member, edit, writes = [] }) => {
  describe.each(['browser', 'program'] as const)('from a %s', (who) => {
    const start = async () => {
      const owner = await buildOwner(api);
      const path = await make(owner);
      // The session is no longer confirmed, so a weakening would be refused.
      api.clock.now += HOUR;
      const caller = owner[who].raw;
      const read = async () => {
        const { body } = await caller.get(path);
        return (member ? body[member] : body) as Record<string, unknown>;
      };
      return { owner, path, caller, read };
    };

    test('sent back as it came, it changes nothing', async () => {
      const { owner, path, caller, read } = await start();
      const alive = who === 'browser' ? ['switch', 'outbox'] : [];
      const rows = () => rowsBut(['activity', ...alive, ...writes]);
      const [shown, before, clock] = [await read(), await rows(), await switchOf(api, owner)];
      const reply = await caller.put(path, shown);
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
      expect(still(await read())).toEqual(still(shown));
      expect(await rows()).toEqual(before);
      if (who === 'program') expect(await switchOf(api, owner)).toEqual(clock);
    });

    test('with one field edited, it changes that field alone', async () => {
      const { path, caller, read } = await start();
      const shown = await read();
      const reply = await caller.put(path, { ...shown, ...edit });
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
      expect(still(await read())).toEqual(still({ ...shown, ...edit }));
    });

    test('fields that only the service sets are ignored, and unknown fields are refused', async () => {
      const { path, caller, read } = await start();
      const shown = await read();
      const reply = await caller.put(path, {
        ...shown,
        ...Object.fromEntries(
          ['createdAt', 'updatedAt', 'verified', 'optedOut', 'status', 'holds', 'plan', 'isAdmin']
            .filter((name) => name in shown)
            .map((name) => [name, { nested: ['x'] }]),
        ),
      });
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
      expect(still(await read())).toEqual(still(shown));
      const refused = await caller.put(path, { ...shown, surprise: null });
      await expectProblem(refused, '400 validation_failed');
      expect(JSON.stringify(refused.body.errors)).toContain('surprise');
    });
  });
});

describe('an entry', () => {
  test('sent back after another change is a conflict, and its id stays that of the path', async () => {
    const { program } = await buildOwner(api);
    const { entry } = (await program.post('/vault/entries', newEntry())).body;
    const path = `/vault/entries/${entry.id}` as const;
    expect((await program.put(path, { ...entry, id: entry.id.toUpperCase() })).status).toBe(200);
    await expectProblem(program.put(path, entry), '409 version_conflict');
    const other = await program.put(path, { ...entry, id: randomUUID(), version: 2 });
    expect([other.status, other.body.errors?.[0]?.path]).toEqual([400, 'body.id']);
  });
});

describe('the profile', () => {
  test('takes another salt only with another address', async () => {
    const { browser, id } = await buildOwner(api);
    const { user } = (await browser.get('/auth/profile')).body;
    const reply = await browser.put('/auth/profile', { ...user, salt: base64(16) });
    expect([reply.status, reply.body.errors?.map(({ path }) => path)]).toEqual([
      400,
      ['body.currentPassword', 'body.newPassword'],
    ]);
    expect((await api.em().findOneOrFail(User, { id })).salt).toBe(user.salt);
  });

  test('sent back keeps a pending change of address', async () => {
    const { browser, ...account } = await openLoggedIn(api);
    const { user } = (await browser.get('/auth/profile')).body;
    const reply = await browser.put('/auth/profile', {
      ...user,
      email: uniqueEmail(),
      currentPassword: account.password,
      newPassword: base64(32),
    });
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    const waiting = () => api.em().count(EmailChange, { userId: account.id });
    expect(await waiting()).toBe(1);
    expect((await browser.put('/auth/profile', user)).status).toBe(200);
    expect(await waiting()).toBe(1);
  });

  test('a key bundle whose members come in another order is the same bundle', async () => {
    const owner = await buildOwner(api);
    await owner.browser.put('/auth/profile', { keyBundle: { a: 1, b: { c: 2, d: 3 } } });
    api.clock.now += HOUR;
    const reply = await owner.browser.put('/auth/profile', { keyBundle: { b: { d: 3, c: 2 }, a: 1 } });
    expect(reply.status).toBe(200);
    await confirmSessions(api, owner);
    expect((await owner.browser.get('/auth/key-bundles')).body.keyBundles).toEqual([]);
  });
});

describe('null', () => {
  test('means absent where a field may be left out', async () => {
    const owner = await buildOwner(api);
    const { program } = owner;
    const id = await makeSuccessor(owner);
    const account = await openAccount(api);
    const { email, password } = account;
    const entry = { ...newEntry(), id: null, category: null, tags: null };
    const sent = [
      await program.raw.post('/vault/entries', entry),
      await program.raw.post('/vault/import', {
        mode: null,
        entries: [{ ...entry, version: null, createdAt: null }],
        version: null,
      }),
      await program.raw.post(
        '/vault/import',
        `${JSON.stringify({ version: 1, exportedAt: null, entryCount: 1 })}\n${JSON.stringify(entry)}\n`,
        { 'Content-Type': 'application/x-ndjson' },
      ),
      await program.raw.put(`/successors/${id}`, { name: 'Sam', email: null, handoverDelayDays: null }),
      await program.raw.put(`/successors/${id}/assigned-entries`, {
        entryIds: [],
        restrictToAssignedEntries: true,
        envelopes: null,
      }),
      await program.raw.put('/inactivity/settings', { quorum: 1, reminderPercents: null }),
      await program.raw.put('/auth/profile', { name: null, keyBundle: null, email: null, salt: null }),
      await program.raw.post('/inactivity/pause', { pausedUntil: null }),
      await client(api).raw.post('/auth/login', {
        email,
        password,
        session: null,
        deviceToken: null,
        twoFactorCode: null,
      }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200, 200, 200]);
    const { entries } = (await program.get('/vault/entries')).body;
    expect(entries.map(({ category, tags }) => [category, tags])).toEqual(Array(3).fill(['', []]));
    expect((await program.get(`/successors/${id}`)).body.successor).toMatchObject({
      name: 'Sam',
      handoverDelayDays: 0,
    });
  });

  test('is refused where a field is needed, within a list, and for a whole body', async () => {
    const owner = await buildOwner(api);
    const { program } = owner;
    const id = await makeSuccessor(owner);
    const refused: [string, unknown, string][] = [
      ['/inactivity/settings', { reminderPercents: [null] }, 'body.reminderPercents.0'],
      ['/inactivity/settings', { quorum: null }, 'body'],
      [
        `/successors/${id}/assigned-entries`,
        { entryIds: null, restrictToAssignedEntries: true },
        'body.entryIds',
      ],
      [
        `/successors/${id}/assigned-entries`,
        { entryIds: [], restrictToAssignedEntries: null },
        'body.restrictToAssignedEntries',
      ],
      [
        '/successors/shares',
        { threshold: 1, shares: [{ id, encryptedShare: null }] },
        'body.shares.0.encryptedShare',
      ],
    ];
    for (const [path, body, named] of refused) {
      const reply = await program.raw.put(path, body);
      expect([reply.status, reply.body.errors?.[0]?.path]).toEqual([400, named]);
    }
  });

  test('within a key bundle is kept', async () => {
    const { browser } = await buildOwner(api);
    const keyBundle = { a: null, b: [null], c: { d: null } };
    await browser.put('/auth/profile', { keyBundle });
    expect((await browser.get('/auth/profile')).body.user.keyBundle).toEqual(keyBundle);
  });
});
