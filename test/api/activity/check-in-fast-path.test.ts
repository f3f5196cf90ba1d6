/** A check-in in one statement does the same as its handler, whatever has happened before. */
import { randomUUIDv7 } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Activity } from '../../../db/entities/activity.ts';
import { Handover } from '../../../db/entities/handover.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Restoration } from '../../../db/entities/restoration.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { beginRestoration } from '../../../db/restoration.ts';
import { changeSwitch } from '../../../db/switch.ts';
import { walkChains } from '../../../db/walk-chains.ts';
import type { SwitchEvent } from '../../../switch/state.ts';
import { bringTo } from '../../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
} from '../../support/builders/owner.ts';
import { client, type TestReply } from '../../support/clients/client.ts';
import { watchFastPath } from '../../support/fast-path.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { useApi } from '../../support/servers/use-api.ts';

const HOUR = 3_600_000;

const api = await useApi(
  {},
  { outages: async (_, to) => ({ api: [{ from: to - 9 * HOUR, to: to - HOUR }], mail: [] }) },
);
const beside = await useApi({}, {}, { beside: api });
const way = watchFastPath('POST /activity/check-in');
afterAll(() => way.restore());

const recordsOf = (owner: BuiltOwner) =>
  api.em().find(Activity, { userId: owner.id }, { orderBy: { id: 'asc' } });

async function expectWholeChain(owner: BuiltOwner): Promise<void> {
  const broken = await walkChains(api.orm, [api.deps.signRecord], { userId: owner.id }, () => {});
  expect(broken).toMatchObject({ broken: 0, records: (await recordsOf(owner)).length });
}

/** The rows of an owner, without the values that differ between any two owners. */
async function tracesOf(owner: BuiltOwner) {
  const { userId: _, ...row } = await api.em().findOneOrFail(Switch, { userId: owner.id });
  const handovers = await api
    .em()
    .find(Handover, { userId: owner.id }, { orderBy: { startedAt: 'asc', id: 'asc' } });
  const mails = await api
    .em()
    .find(Mail, { userId: owner.id }, { orderBy: { createdAt: 'asc', kind: 'asc' } });
  const messages = await api.em().find(Outbox, { subjectId: owner.id }, { orderBy: { id: 'asc' } });
  return {
    row,
    handovers: handovers.map(({ id, userId, ...handover }) => handover),
    mails: mails.map(({ kind, epoch, createdAt, status }) => ({ kind, epoch, createdAt, status })),
    messages: messages.map(({ kind, seq }) => ({ kind, seq })),
    records: (await recordsOf(owner)).map(({ type, at, ipAddress, userAgent, detail }) => {
      const { handoverId: _, ...facts } = detail;
      return { type, at, ipAddress, userAgent, detail: facts };
    }),
  };
}

type CheckInAct =
  | { kind: 'check_in'; by: 'browser' | 'program' }
  | { kind: 'wait'; hours: number }
  | { kind: 'silence' }
  | { kind: 'pause' | 'resume' | 'restore' | 'nobody' | 'somebody' }
  | { kind: 'settings'; thresholdDays: number; reminderPercents: number[] };

const applyEvent = (owner: BuiltOwner, event: SwitchEvent) =>
  changeSwitch({ ...api.deps, em: api.em(), now: new Date(api.clock.now) }, owner.id, event);

/** Takes the next step that silence brings, if there is one. */
async function takeNextStep(owner: BuiltOwner): Promise<void> {
  const at = api.clock.now;
  const events: SwitchEvent[] = [
    { kind: 'final_notice_accepted', at, handoverId: randomUUIDv7() },
    { kind: 'grace_ended' },
    { kind: 'completed' },
    { kind: 'reminder_accepted', at },
  ];
  for (const event of events) if (await applyEvent(owner, event)) return;
}

async function perform(owner: BuiltOwner, act: CheckInAct): Promise<TestReply | null> {
  const eligible = (verified: boolean) =>
    api
      .em()
      .execute('update successor set opted_out_at = ? where user_id = ?', [
        verified ? null : new Date(api.clock.now),
        owner.id,
      ])
      .then(() => applyEvent(owner, { kind: 'eligibility_changed' }));
  switch (act.kind) {
    case 'check_in':
      return owner[act.by].post('/activity/check-in', undefined, { 'User-Agent': 'a "test" \\ of é' });
    case 'silence':
      await takeNextStep(owner);
      return null;
    case 'pause':
      return owner.browser.post('/inactivity/pause');
    case 'resume':
      return owner.browser.post('/inactivity/resume');
    case 'settings': {
      const { thresholdDays, reminderPercents } = act;
      return owner.program.put('/inactivity/settings', { thresholdDays, reminderPercents });
    }
    case 'nobody':
    case 'somebody':
      await eligible(act.kind === 'somebody');
      return null;
    default:
      return null;
  }
}

const act: fc.Arbitrary<CheckInAct> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('check_in' as const),
      by: fc.constantFrom('browser' as const, 'program' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_400 })),
    }),
  },
  { weight: 3, arbitrary: fc.constant<CheckInAct>({ kind: 'silence' }) },
  fc.constantFrom<CheckInAct>(
    ...(['pause', 'resume', 'restore', 'nobody', 'somebody'] as const).map((kind) => ({ kind })),
  ),
  fc.record({
    kind: fc.constant('settings' as const),
    thresholdDays: fc.integer({ min: 7, max: 730 }),
    reminderPercents: fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 })
      .map((percents) => percents.sort((a, b) => a - b)),
  }),
);

/** A first check-in, and one after a reminder: together they take every path. */
const EVERY_WAY: CheckInAct[] = [
  { kind: 'check_in', by: 'browser' },
  { kind: 'silence' },
  { kind: 'check_in', by: 'program' },
];

const answered = (reply: TestReply | null) =>
  reply && [reply.status, reply.status === 200 ? reply.body : reply.body.code];

test('the same scenario leaves the same rows, log, mails, messages and responses either way', async () => {
  const ways = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      const [one, other] = [await buildOwner(api), await buildOwner(api)];
      for (const owner of [one, other]) await buildSuccessor(api, owner);
      for (const each of acts) {
        if (each.kind === 'wait') api.clock.now += each.hours * HOUR;
        // No worker starts the switches over in this test, so each check-in starts its own over.
        if (each.kind === 'restore') {
          // Not spread over time, because the spread depends on the ID.
          await beginRestoration(api.em(), new Date(api.clock.now), 'operator', { dayMs: 0 });
        }
        const fast = await perform(one, each);
        for (const taken of way.taken()) ways.add(taken);
        const handled = await way.withHandlerOnly(() => perform(other, each));
        expect(way.taken()).toEqual([]);
        expect(answered(fast)).toEqual(answered(handled));
      }
      expect(await tracesOf(one)).toEqual(await tracesOf(other));
      await expectWholeChain(one);
      await api.em().nativeDelete(Restoration, {});
    }),
    { numRuns: 15, examples: [[EVERY_WAY]] },
  );
  expect([...ways].sort()).toEqual(['again', 'fast path', 'handler']);
});

describe('the fast path', () => {
  test('is taken while no reminder or handover has begun; an unknown end of the log costs a second attempt', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    for (const expected of [['again', 'fast path'], ['fast path'], ['fast path']]) {
      expect((await owner.program.post('/activity/check-in')).status).toBe(200);
      expect(way.taken()).toEqual(expected);
    }
    // Another request adds a record, so the end of the log is unknown again.
    await owner.browser.put('/inactivity/settings', { thresholdDays: 60 });
    await owner.program.post('/activity/check-in');
    expect(way.taken()).toEqual(['again', 'fast path']);
    await expectWholeChain(owner);
  });

  test('leaves a reminder, grace period or handover to the handler, which ends it', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    await bringTo(api, owner, 'grace_period');
    await owner.program.post('/activity/check-in');
    expect(way.taken()).toEqual(['again', 'handler']);
    const { row, handovers } = await tracesOf(owner);
    expect([row.status, handovers[0]?.status]).toEqual(['armed', 'cancelled']);
  });

  test('is closed to a session that has ended, and nothing is written', async () => {
    const owner = await buildOwner(api);
    await owner.browser.post('/activity/check-in');
    await api.em().nativeUpdate(Session, { userId: owner.id }, { revokedAt: new Date(api.clock.now) });
    const before = await rowChecksum(api.orm);
    const replies = [
      await owner.browser.post('/activity/check-in'),
      await owner.program.post('/activity/check-in'),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
    ]);
    expect(await rowChecksum(api.orm)).toBe(before);
    way.taken();
  });
});

test('fifty check-ins at once, over two processes, leave fifty records in an unbroken chain', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const there = client(beside, { cookies: Object.fromEntries(owner.browser.cookies) });
  const before = (await recordsOf(owner)).length;
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? owner.browser : there).post('/activity/check-in')),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(way.taken()).toContain('fast path');
  expect(await recordsOf(owner)).toHaveLength(before + 50);
  await expectWholeChain(owner);
});
