/**
 * A sign of life and a step of the switch at the same moment. Whichever commits first decides. An owner must never be
 * told "we have seen you" while the step stays in force.
 */
import { randomUUIDv7 } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { unchanged } from '../../activities/steps.ts';
import { type SignOfLifeSource, signOfLife } from '../../api/auth/sign-of-life.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Handover } from '../../db/entities/handover.ts';
import { Invitee } from '../../db/entities/invitee.ts';
import { Mail } from '../../db/entities/mail.ts';
import { type LoadedSwitch, loadSwitch } from '../../db/load-switch.ts';
import { changeSwitch, type SignalWorkflow } from '../../db/switch.ts';
import type { SwitchEvent } from '../../switch/state.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { useApi } from '../support/servers/use-api.ts';

const api = await useApi();
let userId: string;
let successorId: string;
beforeAll(async () => {
  const owner = await buildOwner(api);
  userId = owner.id;
  successorId = (await buildSuccessor(api, owner)).id;
});

const ROUNDS = 200;
const FEWER = 100;
const WARNED = ['reminding', 'grace_period'];
const load = async () => (await loadSwitch(api.em(), userId))!;

/** Takes a step, as activities and routes do. @returns null if it is not possible, or no longer */
const take = (now: number, signalWorkflow: SignalWorkflow, event: SwitchEvent, planned?: LoadedSwitch) =>
  changeSwitch(
    { ...api.deps, em: api.em(), now: new Date(now) },
    userId,
    (before) => (planned && !unchanged(before, planned) ? null : event),
    { signalWorkflow },
  );

/** The countdown up to the end of the grace period, or on to the invitation. */
async function fallSilent(upTo: 'grace' | 'invited'): Promise<{ handoverId: string; epoch: number }> {
  const handoverId = randomUUIDv7();
  const at = api.clock.now;
  const events: SwitchEvent[] = [
    { kind: 'reminder_accepted', at },
    { kind: 'reminder_accepted', at },
    { kind: 'reminder_accepted', at },
    { kind: 'final_notice_accepted', at, handoverId },
  ];
  if (upTo === 'invited')
    events.push({ kind: 'grace_ended' }, { kind: 'successors_invited', successorIds: [successorId] });
  for (const event of events) await take(at, 'never', event);
  return { handoverId, epoch: (await load()).state.epoch };
}

/** Starts something this many milliseconds from now, to the microsecond, without blocking the event loop for long. */
async function startingIn<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now() + ms;
  while (performance.now() < start) await setImmediate();
  return work();
}

/** From long before to long after. Most are within a millisecond or two. */
const offsetOf = (round: number, rounds: number) => {
  const spread = (round - rounds / 2) / (rounds / 2);
  return 8 * spread ** 3;
};

const SOURCES: SignOfLifeSource[] = ['check_in', 'check_in_link', 'write', 'login'];

/** Both at once. A positive `offset` starts the sign of life later. */
async function race(round: number, rounds: number, stepOf: () => Promise<LoadedSwitch | null>) {
  const offset = offsetOf(round, rounds);
  const source = SOURCES[round % SOURCES.length]!;
  const seenAt = api.clock.now + 1;
  const nobody = { ipAddress: null, userAgent: null };
  const [seen, stepped] = await Promise.all([
    startingIn(Math.max(0, offset), () =>
      api.em().transactional((tx) => signOfLife(api.deps, tx, userId, source, nobody, new Date(seenAt))),
    ),
    startingIn(Math.max(0, -offset), stepOf),
  ]);
  api.clock.now += 1_000;
  return { seen, stepped, seenAt };
}

/** The states that a cycle went through after it was armed, in the order of commits. */
async function eventsOf(epoch: number): Promise<string[]> {
  const records = await api
    .em()
    .find(Activity, { userId, type: 'switch_changed' }, { orderBy: { id: 'desc' }, limit: 6 });
  const since = records.findIndex(({ detail }) => detail.to === 'armed' && detail.epoch === epoch);
  return records
    .slice(0, since < 0 ? records.length : since)
    .reverse()
    .map(({ detail }) => String(detail.to));
}

describe('a sign of life and a step of the switch at the same moment', () => {
  test(`a check-in and a release, ${ROUNDS} times: exactly one wins, and never a release after the check-in`, async () => {
    const won = { checkIn: 0, release: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { handoverId, epoch } = await fallSilent('invited');
      const answer: SwitchEvent = { kind: 'responded', successorId, response: 'accept' };
      const { seen, stepped, seenAt } = await race(round, ROUNDS, () =>
        take(api.clock.now, 'if_changed', answer),
      );

      // The owner was told that they were seen, so the switch starts over, whichever came first.
      expect(seen?.state).toMatchObject({ status: 'armed', epoch: epoch + 1, lastSeenAt: seenAt });
      expect((await load()).state).toEqual({ ...seen!.state, handover: null });
      const handover = await api.em().findOneOrFail(Handover, { id: handoverId });
      expect(handover).toMatchObject({ status: 'cancelled', cancelReason: 'owner_returned' });
      const invitee = await api.em().findOneOrFail(Invitee, { handoverId, successorId });
      const accessMails = await api.em().count(Mail, { handoverId, kind: 'access' });
      expect(await api.em().count(Mail, { handoverId, kind: 'handover_cancelled' })).toBe(1);

      if (stepped) {
        // The release came first. The check-in found it and took it back.
        won.release += 1;
        expect(stepped.state).toMatchObject({ status: 'released', epoch });
        expect(handover.releasedAt).not.toBeNull();
        expect(invitee.response).toBe('accept');
        expect(accessMails).toBe(1);
        expect(await eventsOf(epoch)).toEqual([...WARNED, 'awaiting_successors', 'released', 'armed']);
      } else {
        // The check-in came first, and nothing of the release exists.
        won.checkIn += 1;
        expect(handover.releasedAt).toBeNull();
        expect(invitee).toMatchObject({ response: null, respondedAt: null, accessEndsAt: null });
        expect(accessMails).toBe(0);
        expect(await eventsOf(epoch)).toEqual([...WARNED, 'awaiting_successors', 'armed']);
      }
    }
    expect(won.checkIn + won.release).toBe(ROUNDS);
    // It was a race: each side has won, and often.
    expect(won.checkIn).toBeGreaterThan(ROUNDS / 10);
    expect(won.release).toBeGreaterThan(ROUNDS / 10);
  });

  test(`a check-in and the end of grace, ${FEWER} times: nobody is invited after the check-in`, async () => {
    const won = { checkIn: 0, end: 0 };
    for (let round = 0; round < FEWER; round += 1) {
      const { handoverId, epoch } = await fallSilent('grace');
      // As the worker does it: decided on an earlier reading, and saved only if that still holds.
      const planned = await load();
      const { seen, stepped, seenAt } = await race(round, FEWER, () =>
        take(api.clock.now, 'never', { kind: 'grace_ended' }, planned),
      );
      expect(seen?.state).toMatchObject({ status: 'armed', epoch: epoch + 1, lastSeenAt: seenAt });
      expect((await load()).state.status).toBe('armed');
      const handover = await api.em().findOneOrFail(Handover, { id: handoverId });
      expect(handover.status).toBe('cancelled');
      expect(handover.graceEndedAt !== null).toBe(stepped !== null);
      expect(await api.em().count(Mail, { handoverId })).toBe(0);
      expect(await eventsOf(epoch)).toEqual(
        stepped ? [...WARNED, 'awaiting_successors', 'armed'] : [...WARNED, 'armed'],
      );
      won[stepped ? 'end' : 'checkIn'] += 1;
      // The late worker finds nothing to end.
      expect(await take(api.clock.now, 'never', { kind: 'grace_ended' }, planned)).toBeNull();
    }
    expect(won.checkIn).toBeGreaterThan(FEWER / 10);
    expect(won.end).toBeGreaterThan(FEWER / 10);
  });

  test(`any write and the first reminder, ${FEWER} times: no countdown goes on after the write`, async () => {
    const won = { write: 0, reminder: 0 };
    for (let round = 0; round < FEWER; round += 1) {
      const planned = await load();
      expect(planned.state.status).toBe('armed');
      const at = api.clock.now;
      const nobody = { ipAddress: null, userAgent: null };
      const offset = offsetOf(round, FEWER);
      const [, reminded] = await Promise.all([
        startingIn(Math.max(0, offset), () =>
          api.em().transactional((tx) => signOfLife(api.deps, tx, userId, 'write', nobody, new Date(at + 1))),
        ),
        startingIn(Math.max(0, -offset), () => take(at, 'never', { kind: 'reminder_accepted', at }, planned)),
      ]);
      const { state } = await load();
      expect(state).toMatchObject({ status: 'armed', lastSeenAt: at + 1, remindersAccepted: 0 });
      expect(state.epoch).toBe(planned.state.epoch + (reminded ? 1 : 0));
      won[reminded ? 'reminder' : 'write'] += 1;
      api.clock.now += 1_000;
    }
    expect(won.write).toBeGreaterThan(FEWER / 10);
    expect(won.reminder).toBeGreaterThan(FEWER / 10);
  });
});
