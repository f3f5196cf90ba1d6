import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signOfLife } from '../../api/auth/sign-of-life.ts';
import { canonical, recordActivity } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Invitee } from '../../db/entities/invitee.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Successor } from '../../db/entities/successor.ts';
import { Switch } from '../../db/entities/switch.ts';
import { User } from '../../db/entities/user.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import { changeSwitch, type SignalWorkflow, SwitchConflict, touchSwitch } from '../../db/switch.ts';
import type { SwitchEvent, SwitchStatus } from '../../switch/state.ts';
import { buildOwner, buildOwnerWithSuccessor, buildSuccessor } from '../support/builders/owner.ts';
import { useApi } from '../support/servers/use-api.ts';
import { until } from '../support/until.ts';

const api = await useApi();

const DAY = 86_400_000;
const context = (at = api.clock.now) => ({ ...api.deps, em: api.em(), now: new Date(at) });
const load = async (userId: string) => (await loadSwitch(api.em(), userId))!;

test('a moment that an operator’s statement wrote, microseconds and all, can be changed like any other', async () => {
  const owner = await buildOwner(api);
  await api
    .em()
    .execute(`update switch set last_seen_at = '2026-01-01T00:00:00.123456Z' where user_id = ?`, [owner.id]);
  await buildSuccessor(api, owner);
  const before = await load(owner.id);
  const paused = { kind: 'paused', until: api.clock.now + DAY } as const;
  expect((await changeSwitch(context(), owner.id, paused))?.seq).toBe(before.seq + 1);
});

test.each(['last_seen_at', 'clock_started_at', 'paused_until', 'final_notice_at'])(
  'a switch whose %s is not a valid time is not read, so nothing is planned from it',
  async (column) => {
    const owner = await buildOwnerWithSuccessor(api);
    await api.em().execute(`update switch set ${column} = 'infinity' where user_id = ?`, [owner.id]);
    await expect(load(owner.id)).rejects.toThrow(RangeError);
    await expect(changeSwitch(context(), owner.id, { kind: 'sign_of_life' })).rejects.toThrow(RangeError);
  },
);

test('a reader that waited for the lock of a switch sees the commit it waited for', async () => {
  const owner = await buildOwner(api);
  const seen = new Date(api.clock.now + DAY);
  const locked = Promise.withResolvers<number>();
  const go = Promise.withResolvers<void>();
  const first = api.em().transactional(async (tx) => {
    await loadSwitch(tx, owner.id, { lock: true });
    const [row] = await tx.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    locked.resolve(Number(row?.pid));
    await go.promise;
    await tx.nativeUpdate(Switch, { userId: owner.id }, { lastSeenAt: seen });
    await tx.nativeUpdate(User, { id: owner.id }, { emailVerifiedAt: null });
  });
  const holder = await locked.promise;
  const second = api.em().transactional((tx) => loadSwitch(tx, owner.id, { lock: true }));
  await until('the second waits for the first', async () => {
    const waiting = await api
      .em()
      .execute<unknown[]>('select 1 from pg_stat_activity where ? = any(pg_blocking_pids(pid))', [holder]);
    return waiting.length === 1;
  });
  go.resolve();
  await first;
  expect((await second)?.state).toMatchObject({ lastSeenAt: seen.getTime(), emailVerified: false });
});

/** A whole countdown, up to the invitation of a successor. */
const countdownEvents = (handoverId: string, successorId: string): SwitchEvent[] => {
  const at = api.clock.now;
  return [
    { kind: 'reminder_accepted', at },
    { kind: 'reminder_accepted', at },
    { kind: 'reminder_accepted', at },
    { kind: 'final_notice_accepted', at, handoverId },
    { kind: 'grace_ended' },
    { kind: 'successors_invited', successorIds: [successorId] },
  ];
};

/** Takes some steps, one after the other. Each must be possible. */
async function take(userId: string, events: readonly SwitchEvent[]): Promise<void> {
  for (const event of events) {
    if (!(await changeSwitch(context(), userId, event))) throw new Error(`${event.kind} is not possible`);
  }
}

const paused = (): SwitchEvent => ({ kind: 'paused', until: api.clock.now + DAY });
const RECORDED = { record: { type: 'settings_changed' } } as const;

async function armedOwner() {
  const { successor, ...owner } = await buildOwnerWithSuccessor(api);
  return { ...owner, successorId: successor.id };
}

/** Everything that a change may write, as it is now. */
async function everything(userId: string) {
  const handovers = await api.em().find(Handover, { userId }, { orderBy: { id: 'asc' } });
  return JSON.stringify([
    await api.em().findOne(Switch, { userId }),
    handovers,
    await api.em().find(Invitee, { handoverId: { $in: handovers.map(({ id }) => id) } }),
    await api.em().find(Activity, { userId }, { orderBy: { id: 'asc' } }),
    await api.em().find(Outbox, { subjectId: userId }, { orderBy: { id: 'asc' } }),
    await api.em().find(Mail, { userId }, { orderBy: { id: 'asc' } }),
  ]);
}

test('locking a switch without changing it does not lock its owner’s log', async () => {
  const { id } = await buildOwner(api);
  const logIsFree = async () => {
    const [row] = await api
      .em()
      .execute<{ free: boolean }[]>(
        `select pg_try_advisory_xact_lock(hashtextextended('activity/' || ?, 0)) as free`,
        [id],
      );
    return row?.free;
  };
  await api.em().transactional(async (tx) => {
    await loadSwitch(tx, id, { lock: true });
    expect(await logIsFree()).toBe(true);
    await recordActivity(tx, api.deps.signRecord, { userId: id, type: 'login', at: new Date(api.clock.now) });
    expect(await logIsFree()).toBe(false);
  });
});

describe('a change of a switch', () => {
  test('writes the row, the handover, the records, the mails and the message in one transaction', async () => {
    const { id, successorId } = await armedOwner();
    const handoverId = randomUUIDv7();
    const events = countdownEvents(handoverId, successorId);
    await take(id, events.slice(0, 4));
    // Everybody who was invited before has answered, so the end of the grace period releases.
    await api.em().nativeUpdate(Invitee, { handoverId }, { response: 'accept', invitationsSent: 1 });
    const before = await load(id);
    const changed = await changeSwitch(context(), id, { kind: 'grace_ended' }, RECORDED);
    expect(changed).toMatchObject({ userId: id, seq: before.seq + 1, state: { status: 'released' } });
    // The saved state is the decided one.
    expect((await load(id)).state).toEqual(changed?.state);
    const written = await api.em().execute<{ what: string; count: number }[]>(
      `with change as (select xmin from switch where user_id = ?)
       select what, count(*)::int as count from (
         select 'handover' as what, xmin::text as tx from handover where user_id = ?
         union all select 'invitee', xmin::text from invitee where handover_id = ?
         union all select 'activity', xmin::text from activity where user_id = ?
         union all select 'outbox', xmin::text from outbox where subject_id = ?
         union all select 'mail', xmin::text from mail where user_id = ?
       ) as rows where tx = (select xmin::text from change) group by what order by what`,
      [id, id, handoverId, id, id, id],
    );
    expect(written).toEqual([
      { what: 'activity', count: 2 },
      { what: 'handover', count: 1 },
      { what: 'invitee', count: 1 },
      { what: 'mail', count: 1 },
      { what: 'outbox', count: 1 },
    ]);
    const [message] = await api.em().find(Outbox, { subjectId: id }, { orderBy: { id: 'desc' } });
    expect(message).toMatchObject({ kind: 'switch', seq: before.seq + 1 });
    const [mail] = await api.em().find(Mail, { userId: id });
    expect(mail).toMatchObject({ kind: 'access', successorId, handoverId, status: 'queued' });
    const [last] = await api.em().find(Activity, { userId: id }, { orderBy: { id: 'desc' } });
    expect(last).toMatchObject({
      type: 'switch_changed',
      detail: { from: 'grace_period', to: 'released', epoch: 1, handoverId },
    });
  });

  test.each<[string, (id: string, taken: string) => Promise<unknown>]>([
    [
      'the decision fails',
      (id) =>
        changeSwitch(context(), id, () => {
          throw new Error('undecided');
        }),
    ],
    [
      'there is a handover of that ID already',
      (id, taken) => {
        const at = api.clock.now;
        return changeSwitch(
          context(),
          id,
          { kind: 'final_notice_accepted', at, handoverId: taken },
          RECORDED,
        );
      },
    ],
    [
      'a record cannot be written',
      (id) =>
        changeSwitch(context(), id, paused(), {
          record: { type: 'settings_changed', userAgent: 'a byte that no text may hold: \0' },
        }),
    ],
    [
      'a mail cannot be queued',
      async (id) => {
        await api.em().execute('alter table mail add constraint broken check (false) not valid');
        const changing = api.em().transactional(async (tx) => {
          await tx.nativeDelete(Successor, { userId: id });
          await changeSwitch({ ...context(), em: tx }, id, { kind: 'eligibility_changed' });
        });
        return changing.finally(() => api.em().execute('alter table mail drop constraint broken'));
      },
    ],
  ])('leaves everything as it was if %s', async (_, change) => {
    const other = await armedOwner();
    const taken = randomUUIDv7();
    await take(other.id, countdownEvents(taken, other.successorId));
    const { id } = await armedOwner();
    await take(id, countdownEvents('', '').slice(0, 3));
    const before = await everything(id);
    const theirs = await everything(other.id);
    await expect(change(id, taken)).rejects.toThrow();
    expect(await everything(id)).toBe(before);
    expect(await everything(other.id)).toBe(theirs);
  });

  test('is undone together with the transaction that it is a part of', async () => {
    const { id } = await armedOwner();
    const before = await everything(id);
    const outer = api.em().transactional(async (tx) => {
      const changed = await changeSwitch({ ...context(), em: tx }, id, paused());
      expect(changed?.state.status).toBe('paused');
      throw new Error('what came after it failed');
    });
    await expect(outer).rejects.toThrow('what came after it failed');
    expect(await everything(id)).toBe(before);
  });

  test('undoes the earlier writes of its transaction on a conflict', async () => {
    const { id } = await armedOwner();
    const before = await everything(id);
    const outer = api.em().transactional(async (tx) => {
      await recordActivity(tx, api.deps.signRecord, {
        userId: id,
        type: 'login',
        at: new Date(api.clock.now),
      });
      await changeSwitch({ ...context(), em: tx }, id, (loaded) => {
        Object.assign(loaded, { seq: loaded.seq - 1 });
        return paused();
      });
    });
    await expect(outer).rejects.toBeInstanceOf(SwitchConflict);
    expect(await everything(id)).toBe(before);
  });

  test.each<[string, (before: LoadedSwitch) => void]>([
    ['status', ({ state }) => Object.assign(state, { status: 'reminding' })],
    ['epoch', ({ state }) => Object.assign(state, { epoch: state.epoch + 1 })],
    ['seq', (before) => Object.assign(before, { seq: before.seq - 1 })],
    ['last sign of life', ({ state }) => Object.assign(state, { lastSeenAt: state.lastSeenAt - 1 })],
  ])('is refused if the row’s %s is not the one on which the decision was based', async (_, differ) => {
    const { id } = await armedOwner();
    const before = await everything(id);
    const change = changeSwitch(context(), id, (loaded) => {
      differ(loaded);
      return paused();
    });
    await expect(change).rejects.toBeInstanceOf(SwitchConflict);
    expect(await everything(id)).toBe(before);
  });

  test('that changes nothing leaves everything as it was', async () => {
    const { id } = await armedOwner();
    const before = await everything(id);
    expect(await changeSwitch(context(), id, () => null)).toBeNull();
    expect(await everything(id)).toBe(before);
  });

  test('of a deleted account does nothing', async () => {
    const never = () => {
      throw new Error('there is nothing to decide');
    };
    expect(await changeSwitch(context(), randomUUIDv7(), never)).toBeNull();
  });

  test.each<[SignalWorkflow, number, number]>([
    ['if_changed', 1, 1],
    ['always', 1, 1],
    ['never', 1, 0],
  ])(
    'with signalWorkflow: %s raises seq by %i and leaves %i messages',
    async (signalWorkflow, seqs, messages) => {
      const { id } = await armedOwner();
      await api.em().nativeDelete(Outbox, { subjectId: id });
      const before = await load(id);
      await changeSwitch(context(), id, paused(), { signalWorkflow });
      expect((await load(id)).seq).toBe(before.seq + seqs);
      expect(await api.em().count(Outbox, { subjectId: id })).toBe(messages);
    },
  );

  test.each<[SignalWorkflow, number]>([
    ['if_changed', 0],
    ['always', 1],
  ])(
    'that only moves the last sign of life, with signalWorkflow: %s, leaves %i messages',
    async (signalWorkflow, messages) => {
      const { id } = await armedOwner();
      await api.em().nativeDelete(Outbox, { subjectId: id });
      const before = await load(id);
      const at = api.clock.now + DAY;
      const state = { ...before.state, lastSeenAt: at };
      await changeSwitch(context(at), id, { kind: 'sign_of_life' }, { signalWorkflow });
      const now = await load(id);
      expect(now.seq).toBe(before.seq + messages);
      expect(now.state).toEqual(state);
      expect(await api.em().count(Outbox, { subjectId: id })).toBe(messages);
    },
  );
});

describe('the fast path of a sign of life', () => {
  test.each<[SwitchStatus, boolean]>([
    ['off', true],
    ['armed', true],
    ['paused', true],
    ['reminding', false],
    ['grace_period', false],
    ['awaiting_successors', false],
    ['released', false],
    ['completed', false],
  ])('in %s: %s', async (status, taken) => {
    const { id } = await buildOwner(api);
    await api.em().nativeUpdate(Switch, { userId: id }, { status });
    const before = await everything(id);
    const later = new Date(api.clock.now + DAY);
    expect(await touchSwitch(api.em(), id, later)).toBe(taken);
    if (!taken) return expect(await everything(id)).toBe(before);
    const { state, seq } = await load(id);
    expect(state.lastSeenAt).toBe(later.getTime());
    expect(seq).toBe(0);
    // It never moves back.
    expect(await touchSwitch(api.em(), id, new Date(api.clock.now - DAY))).toBe(true);
    expect((await load(id)).state.lastSeenAt).toBe(later.getTime());
  });

  test('of a deleted account is not taken', async () => {
    expect(await touchSwitch(api.em(), randomUUIDv7(), new Date())).toBe(false);
  });
});

describe('the activity log', () => {
  test('50 check-ins and 50 records of one owner at once leave an unbroken chain', async () => {
    const { id } = await armedOwner();
    const { id: bystander } = await armedOwner();
    const nobody = { ipAddress: null, userAgent: null };
    const before = await api.em().count(Activity, { userId: id });
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const now = new Date(api.clock.now + i);
        const record = { type: 'profile_changed' as const, at: now, detail: { i, b: true, a: null } };
        await Promise.all([
          signOfLife(api.deps, api.em(), id, 'check_in', nobody, now),
          api.em().transactional((tx) => recordActivity(tx, api.deps.signRecord, { userId: id, ...record })),
          i % 10 === 0 && signOfLife(api.deps, api.em(), bystander, 'check_in', nobody, now),
        ]);
      }),
    );
    const records = await api.em().find(Activity, { userId: id }, { orderBy: { id: 'asc' } });
    expect(records).toHaveLength(before + 100);
    let previous = '';
    for (const { userId, type, at, ipAddress, userAgent, detail, signature } of records) {
      const record = { userId, type, at, ipAddress: ipAddress ?? null, userAgent: userAgent ?? null, detail };
      expect(signature).toBe(api.deps.signRecord(canonical(record, previous)));
      previous = signature;
    }
    expect((await load(id)).state.lastSeenAt).toBe(api.clock.now + 49);
  });
});
