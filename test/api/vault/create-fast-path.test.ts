/** Storing an entry in one statement does the same as its handler, whatever has happened before. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mostTrashed, PLANS, planOf } from '../../../api/billing/plans.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { TrashedEntry } from '../../../db/entities/trashed-entry.ts';
import { User } from '../../../db/entities/user.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { bringTo } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { newEntry, type SentEntry, storeEntry } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import type { TestReply } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { watchFastPath } from '../../support/fast-path.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;

const api = await useApi({ DEFAULT_PLAN: 'free' });
const way = watchFastPath('POST /vault/entries');
afterAll(() => way.restore());

type CreateAct =
  | { kind: 'create'; by: 'browser' | 'program'; entry: SentEntry }
  | { kind: 'delete'; id: string }
  | { kind: 'plan'; plan: string | null }
  | { kind: 'entries'; count: number }
  | { kind: 'trash'; bytes: number }
  | { kind: 'reach'; stage: 'reminding' | 'grace_period' };

async function perform(owner: BuiltOwner, act: CreateAct): Promise<TestReply | null> {
  const userId = owner.id;
  switch (act.kind) {
    case 'create':
      return owner[act.by].post('/vault/entries', act.entry);
    case 'delete':
      return owner.program.delete(`/vault/entries/${act.id}`);
    case 'plan':
      await api.em().nativeUpdate(User, { id: userId }, { plan: act.plan });
      return null;
    case 'entries':
      await api.em().execute(
        `insert into vault_entry (user_id, id, encrypted_data, iv, salt, algorithm, category, version, created_at, updated_at)
         select ?, gen_random_uuid(), 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'filler', 1, now(), now()
         from generate_series(1, ?::int)`,
        [userId, act.count],
      );
      return null;
    case 'trash':
      await api.em().nativeDelete(TrashedEntry, { userId, category: 'filler' });
      await api.em().execute(
        `insert into trashed_entry (user_id, entry_id, encrypted_data, iv, salt, algorithm, category, version, created_at,
           updated_at, reason, bytes, deleted_at)
         select ?, gen_random_uuid(), 'AAAA', 'AAAA', 'AAAA', 'AES-GCM', 'filler', 1, now(), now(), 'deleted', ?, now()`,
        [userId, act.bytes],
      );
      return null;
    case 'reach':
      await api.em().nativeUpdate(Switch, { userId }, { status: act.stage });
      return null;
  }
}

async function tracesOf({ id: userId }: BuiltOwner) {
  const { userId: _, ...row } = await api.em().findOneOrFail(Switch, { userId });
  const entries = await api
    .em()
    .find(VaultEntry, { userId, category: { $ne: 'filler' } }, { orderBy: { id: 'asc' } });
  return {
    row,
    entries: entries.map(({ userId, ...entry }) => entry),
    records: (await api.em().find(Activity, { userId }, { orderBy: { id: 'asc' } })).map(
      ({ type, at, detail }) => ({
        type,
        at,
        detail,
      }),
    ),
    mails: await api.em().count(Mail, { userId }),
  };
}

const IDS: string[] = Array.from({ length: 4 }, () => randomUUID());
const CONTENTS = [newEntry({ tags: ['a', 'NULL', ' "\\', ''] }), newEntry({ category: '😀' })];

const act: fc.Arbitrary<CreateAct> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        by: fc.constantFrom('browser' as const, 'program' as const),
        id: fc.constantFrom(...IDS, undefined),
        content: fc.constantFrom(...CONTENTS),
      })
      .map(({ by, id, content }) => ({
        kind: 'create' as const,
        by,
        entry: { ...content, ...(id === undefined ? {} : { id }) },
      })),
  },
  fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom(...IDS) }),
  fc.record({ kind: fc.constant('plan' as const), plan: fc.constantFrom(null, 'pro', 'of another time') }),
  fc.record({ kind: fc.constant('entries' as const), count: fc.constantFrom(1, 45, 50) }),
  fc.record({
    kind: fc.constant('trash' as const),
    bytes: fc.constantFrom(0, PLANS.free.trashBytes, PLANS.free.trashBytes + 1),
  }),
  fc.record({
    kind: fc.constant('reach' as const),
    stage: fc.constantFrom('reminding' as const, 'grace_period' as const),
  }),
);

const [ID = ''] = IDS;
const [ONE = newEntry(), TWO = newEntry()] = CONTENTS;
const byPerson = (entry: SentEntry): CreateAct => ({ kind: 'create', by: 'browser', entry });
/** A new entry, the same again, another with the same ID, one that ends reminders, and one too many. */
const EVERY_WAY: CreateAct[] = [
  byPerson({ ...ONE, id: ID }),
  byPerson({ ...ONE, id: ID }),
  byPerson({ ...TWO, id: ID }),
  { kind: 'reach', stage: 'reminding' },
  byPerson(TWO),
  { kind: 'entries', count: 50 },
  byPerson(TWO),
];

/** What was answered; IDs that the service chose differ. */
function answered(reply: TestReply | null, act: CreateAct) {
  if (!reply || reply.status >= 300) return reply && [reply.status, reply.body.code, reply.body.detail];
  const { entry, ...rest } = reply.body;
  const id = act.kind === 'create' && act.entry.id ? entry?.id : 'chosen';
  return [reply.status, { ...rest, entry: { ...entry, id } }, reply.headers.get('etag')];
}

test('the same scenario leaves the same rows, log, mails and responses either way', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 16 }), async (acts) => {
      const [one, other] = [await buildOwner(api), await buildOwner(api)];
      for (const owner of [one, other]) await buildSuccessor(api, owner);
      for (const each of acts) {
        api.clock.now += HOUR;
        const fast = await perform(one, each);
        const handled = await way.withHandlerOnly(() => perform(other, each));
        expect(answered(fast, each)).toEqual(answered(handled, each));
        for (const taken of way.taken()) seen.add(`${taken} ${fast?.status}`);
      }
      const [left, right] = [await tracesOf(one), await tracesOf(other)];
      const withoutIds = ({ entries, ...rest }: typeof left) => ({
        ...rest,
        entries: entries
          .map((entry) => JSON.stringify({ ...entry, id: IDS.includes(entry.id) ? entry.id : 'chosen' }))
          .sort(),
      });
      expect(withoutIds(left)).toEqual(withoutIds(right));
    }),
    { numRuns: 15, examples: [[EVERY_WAY]] },
  );
  expect([...seen].sort()).toEqual([
    'fast path 201',
    'handler 200',
    'handler 201',
    'handler 403',
    'handler 409',
  ]);
});

test('an owner’s last place goes to one of many requests at once', async () => {
  const owner = await buildOwner(api);
  await perform(owner, { kind: 'entries', count: PLANS.free.entries - 1 });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? owner.browser : owner.program).post('/vault/entries', newEntry()),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(403)]);
  expect(way.taken()).toContain('fast path');
  expect(await api.em().count(VaultEntry, { userId: owner.id })).toBe(PLANS.free.entries);
});

test('a person’s entry is a sign of life, a program’s is not; one that ends a grace period takes the handler', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const seenAt = async () =>
    (await api.em().findOneOrFail(Switch, { userId: owner.id })).lastSeenAt.getTime();
  const before = await seenAt();
  api.clock.now += HOUR;
  await owner.program.post('/vault/entries', newEntry());
  expect(await seenAt()).toBe(before);
  await owner.browser.post('/vault/entries', newEntry());
  expect(await seenAt()).toBe(api.clock.now);
  expect(way.taken()).toEqual(['fast path', 'fast path']);
  await bringTo(api, owner, 'grace_period');
  await owner.program.post('/vault/entries', newEntry());
  await owner.browser.post('/vault/entries', newEntry());
  expect(way.taken()).toEqual(['fast path', 'handler']);
  expect((await api.em().findOneOrFail(Switch, { userId: owner.id })).status).toBe('armed');
});

test('a session that has ended stores nothing', async () => {
  const owner = await buildOwner(api);
  await api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) });
  const before = await rowChecksum(api.orm);
  for (const who of [owner.browser, owner.program]) {
    await expectProblem(who.post('/vault/entries', newEntry()), '401 unauthenticated');
  }
  expect(await rowChecksum(api.orm)).toBe(before);
});

test.each([null, 'free', 'pro', 'family', 'of another time'])(
  'what the plan %s allows is stored, and no more',
  async (plan) => {
    const limits = PLANS[planOf(api.config, plan)];
    const { entries, entryBytes, trashBytes } = limits;
    const trashed = mostTrashed(limits);
    const entry = newEntry();
    const room = entryBytes - entry.encryptedData.length;
    const owner = await buildOwner(api);
    await api.em().nativeUpdate(User, { id: owner.id }, { plan });
    await storeEntry(owner);
    way.taken();
    const sizes = [
      { values: [entries - 1, room, trashed, trashBytes], expected: 'fast path' },
      { values: [entries, 0, 0, 0], expected: 'handler' },
      { values: [1, room + 1, 0, 0], expected: 'handler' },
      { values: [1, 0, trashed + 1, 0], expected: 'handler' },
      { values: [1, 0, 0, trashBytes + 1], expected: 'handler' },
    ];
    for (const { values, expected } of sizes) {
      const size = 'entries = ?, entry_bytes = ?, trashed = ?, trashed_bytes = ?';
      await api.em().execute(`update vault_size set ${size} where user_id = ?`, [...values, owner.id]);
      const { status } = await owner.program.post('/vault/entries', entry);
      expect([way.taken(), status]).toEqual([[expected], expected === 'handler' ? 403 : 201]);
    }
    await api.em().execute('delete from "user" where id = ?', [owner.id]);
  },
);

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
