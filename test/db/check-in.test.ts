/** The database function `check_in` beside `step`: it writes only if a sign of life moves nothing but `lastSeenAt`. */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { signatureAfter } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { Switch } from '../../db/entities/switch.ts';
import { loadSwitch, lockSwitch, restoredState } from '../../db/load-switch.ts';
import { beginRestoration } from '../../db/restoration.ts';
import { owedMails } from '../../switch/owed-mails.ts';
import type { SwitchStatus } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { useApi } from '../support/servers/use-api.ts';

const api = await useApi();
let id: string;
beforeAll(async () => {
  ({ id } = await buildOwner(api));
  await buildSuccessor(api, { id });
});

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);

interface Returned {
  log_end: string;
  switch_status: SwitchStatus | null;
  last_seen_ms: number;
}

const chainEnd = async () => {
  const [last] = await api.em().find(Activity, { userId: id }, { orderBy: { id: 'desc' }, limit: 1 });
  return last?.signature ?? '';
};

/** Signs the record and calls the function. @returns its row, if there is one */
async function checkIn(at: Date, end: string, inPerson = true): Promise<Returned | undefined> {
  const record = { userId: id, type: 'check_in', at, ipAddress: '192.0.2.7', userAgent: 'a test' } as const;
  const signature = signatureAfter(end, api.deps.signRecord, record);
  const [row] = await api
    .em()
    .execute<Returned[]>('select * from check_in(?, ?, ?, ?, ?, ?, ?)', [
      ...[id, inPerson, at, record.ipAddress, record.userAgent, end, signature],
    ]);
  return row;
}

/** Everything of this owner, except the dates that may move and the records that may be added. */
async function everythingElse() {
  const [found] = await api.em().execute<{ all: unknown }[]>(
    `select json_build_array(
       (select to_jsonb(s) - 'last_seen_at' - 'seen_in_person_at' - 'link_used_at' from switch s where user_id = ?),
       (select json_agg(h order by id) from handover h where user_id = ?), (select json_agg(r) from restoration r),
       (select count(*) from mail), (select count(*) from outbox), (select to_jsonb(u) from "user" u where id = ?)) as all`,
    [id, id, id],
  );
  return found?.all;
}
/** A date that may move, and the number of records. */
const dateAndRecords = async () => [
  (await api.em().findOneOrFail(Switch, { userId: id })).lastSeenAt,
  await api.em().count(Activity, { userId: id }),
];

const STATUSES: SwitchStatus[] = [
  ...(['off', 'armed', 'reminding', 'grace_period', 'awaiting_successors'] as const),
  ...(['released', 'completed', 'paused'] as const),
];

const moment = fc.integer({ min: NOW - 200 * DAY, max: NOW + DAY });
const seldom = fc.option(moment, { freq: 5, nil: null });
const mostlyNothing = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: moment });

const state = fc.record({
  inPerson: fc.boolean(),
  status: fc.constantFrom(...STATUSES),
  lastSeenAt: moment,
  clockStartedAt: moment,
  remindersAccepted: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
  lastReminderAt: mostlyNothing,
  finalNoticeAt: mostlyNothing,
  undeliverableAt: mostlyNothing,
  ownerAliveAt: mostlyNothing,
  pausedAt: seldom,
  pausedUntil: seldom,
  pauseReminders: fc.integer({ min: 0, max: 3 }),
  restoredAt: mostlyNothing,
  handover: fc.constantFrom(null, null, 'grace_period' as const, 'awaiting_successors' as const),
});

/** A state in which a check-in only moves a date. */
const quiet = (status: SwitchStatus) => ({
  ...{ inPerson: true, status, lastSeenAt: NOW - DAY, clockStartedAt: NOW - DAY, remindersAccepted: 0 },
  ...{ lastReminderAt: null, finalNoticeAt: null, undeliverableAt: null, ownerAliveAt: null },
  ...{ pausedAt: null, pausedUntil: null, pauseReminders: 0, restoredAt: null, handover: null },
});

const date = (at: number | null) => (at === null ? null : new Date(at));

test('in every state `check_in` writes what `step` says, or nothing at all', async () => {
  const taken = new Set<string>();
  await fc.assert(
    fc.asyncProperty(state, async ({ inPerson, restoredAt, handover, ...row }) => {
      await api.em().nativeUpdate(
        Switch,
        { userId: id },
        {
          ...row,
          lastSeenAt: new Date(row.lastSeenAt),
          clockStartedAt: new Date(row.clockStartedAt),
          lastReminderAt: date(row.lastReminderAt),
          finalNoticeAt: date(row.finalNoticeAt),
          undeliverableAt: date(row.undeliverableAt),
          ownerAliveAt: date(row.ownerAliveAt),
          pausedAt: date(row.pausedAt),
          pausedUntil: date(row.pausedUntil),
        },
      );
      await api.em().nativeDelete(Handover, { userId: id });
      if (handover) {
        await api.em().execute(
          `insert into handover (id, user_id, epoch, status, quorum, started_at, grace_ms)
           values (gen_random_uuid(), ?, 1, ?, 1, now(), 0)`,
          [id, handover],
        );
      }
      await api.em().nativeDelete(Restoration, {});
      if (restoredAt !== null) await beginRestoration(api.em(), new Date(restoredAt), 'operator');

      const locked = await api.em().transactional((tx) => lockSwitch(tx, id));
      if (!locked) throw new Error('the account is gone');
      const { before } = locked;
      const others = await everythingElse();
      const [lastSeenAt, records] = await dateAndRecords();
      const linkUsedAt = async () => (await api.em().findOneOrFail(Switch, { userId: id })).linkUsedAt;
      const usedBefore = await linkUsedAt();
      const found = await checkIn(new Date(NOW), await chainEnd(), inPerson);
      expect(await linkUsedAt()).toEqual(found && !inPerson ? new Date(NOW) : usedBefore);
      expect(await everythingElse()).toEqual(others);
      if (!found) {
        expect(await dateAndRecords()).toEqual([lastSeenAt, records]);
        const nothingBegan =
          ['off', 'armed', 'paused'].includes(row.status) &&
          row.remindersAccepted === 0 &&
          [row.lastReminderAt, row.finalNoticeAt, row.ownerAliveAt, restoredAt].every((at) => at === null);
        expect(nothingBegan).toBe(false);
        return;
      }
      taken.add(row.status);
      expect(restoredState(before)).toBeNull();
      const after = step(before.state, { kind: 'sign_of_life' }, NOW, api.deps.rules);
      expect(after).toEqual({ ...before.state, lastSeenAt: found.last_seen_ms });
      expect(after && owedMails(before.state, after)).toEqual([]);
      expect(found.switch_status).toBe(row.status);
      const { restoration: _, ...loaded } = before;
      expect(await loadSwitch(api.em(), id)).toEqual({ ...loaded, state: after });
      expect(await dateAndRecords()).toEqual([new Date(found.last_seen_ms), Number(records) + 1]);
    }),
    { numRuns: 300, examples: [[quiet('off')], [quiet('armed')], [quiet('paused')]] },
  );
  expect([...taken].sort()).toEqual(['armed', 'off', 'paused']);
});

test('with a signature for another end of the log, `check_in` writes nothing and returns the end', async () => {
  await api.em().nativeDelete(Restoration, {});
  await api.em().nativeUpdate(Switch, { userId: id }, { status: 'armed' });
  const before = [await everythingElse(), await dateAndRecords()];
  const found = await checkIn(new Date(NOW), 'another');
  expect(found).toMatchObject({ log_end: await chainEnd(), switch_status: null });
  expect([await everythingElse(), await dateAndRecords()]).toEqual(before);
});

test('with a signature for an unknown end, `check_in` finds the end even while the switch is locked', async () => {
  const before = [await everythingElse(), await dateAndRecords()];
  const found = await api.em().transactional(async (tx) => {
    await lockSwitch(tx, id);
    return checkIn(new Date(NOW), '');
  });
  expect(found).toMatchObject({ log_end: await chainEnd(), switch_status: null });
  expect([await everythingElse(), await dateAndRecords()]).toEqual(before);
});
