/** The switch in random simulations: their judge works out what is allowed and when. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NORMAL_CONDITIONS } from '../../switch/plan.ts';
import { ownerAliveAnswers, SWITCH_STATUSES } from '../../switch/state.ts';
import { timeline } from '../../switch/timeline.ts';
import {
  type JournalEntry,
  type ScriptedAct,
  type SimulatedAct,
  type SimulatedOutages,
  type SimulationResult,
  simulate,
} from './simulation.ts';
import { judge, must } from './simulation-judge.ts';
import { DAY, HOUR, START } from './switch-builders.ts';

const settings = fc.record({
  thresholdDays: fc.oneof(fc.integer({ min: 7, max: 30 }), fc.integer({ min: 7, max: 730 })),
  reminderPercents: fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 })
    .map((percents) => percents.sort((a, b) => a - b)),
  quorum: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 15 })),
  accessDays: fc.integer({ min: 7, max: 365 }),
});
const delayDays = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 365 }));
const permille = fc.integer({ min: 0, max: 1_000 });

/** Anywhere in the first cycles, or around the final notice and the grace period, where outages matter most. */
const outage = fc.record({
  service: fc.subarray(['api', 'mail', 'worker'] as const, { minLength: 1 }),
  where: fc.constantFrom('anywhere', 'grace', 'grace'),
  from: permille,
  long: fc.boolean(),
  length: permille,
});
type OutagePlan = typeof outage extends fc.Arbitrary<infer T> ? T : never;

function outagesOf(plans: readonly OutagePlan[], thresholdDays: number, graceMs: number): SimulatedOutages {
  const outages: SimulatedOutages = { api: [], mail: [], worker: [] };
  const threshold = thresholdDays * DAY;
  for (const { service, where, from, long, length } of plans) {
    const start =
      where === 'anywhere' ? (from / 1_000) * 4 * threshold : threshold + (from / 250 - 1) * graceMs;
    const lasts = 1 + (length / 1_000) * (long ? 1.5 * threshold : 3 * DAY);
    const stretch = { from: START + Math.round(start), to: START + Math.round(start + lasts) };
    for (const each of service) outages[each].push(stretch);
  }
  return outages;
}

const act: fc.Arbitrary<SimulatedAct> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<SimulatedAct>({ kind: 'check_in' }) },
  fc.constantFrom<SimulatedAct>({ kind: 'cancel' }, { kind: 'opt_out' }, { kind: 'remove_successor' }),
  // Often, because during a pause they would otherwise be missing from one run in a hundred.
  { weight: 2, arbitrary: fc.constantFrom<SimulatedAct>({ kind: 'resume' }, { kind: 'restore' }) },
  fc.record({ kind: fc.constant('pause' as const), days: fc.integer({ min: 1, max: 365 }) }),
  fc.record({
    kind: fc.constant('settings' as const),
    settings,
    by: fc.constantFrom('browser' as const, 'program' as const),
  }),
  fc.record({ kind: fc.constant('verify_successor' as const), handoverDelayDays: delayDays }),
  fc.record({ kind: fc.constant('renew' as const), who: fc.nat(3) }),
  fc.record({
    kind: fc.constant('answer' as const),
    response: fc.constantFrom('accept' as const, 'decline' as const),
    who: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('owner_alive' as const), who: fc.nat(3) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('warning_returned' as const), which: fc.nat(5) }) },
  fc.record({ kind: fc.constant('invitation_returned' as const), who: fc.nat(3) }),
  fc.record({ kind: fc.constant('grace_setting' as const), hours: fc.integer({ min: 1, max: 300 }) }),
);

const scriptedAct: fc.Arbitrary<ScriptedAct> = fc.record({
  when: fc.constantFrom('any', ...SWITCH_STATUSES),
  afterPermille: fc.integer({ min: 0, max: 1_300 }),
  act,
});

/** Successors who say that the owner is alive more often than is accepted. */
const insistence: fc.Arbitrary<ScriptedAct[]> = fc.array(
  fc.record({
    when: fc.constant('awaiting_successors' as const),
    afterPermille: fc.integer({ min: 0, max: 100 }),
    act: fc.record({ kind: fc.constant('owner_alive' as const), who: fc.nat(2) }),
  }),
  { minLength: 3, maxLength: 8 },
);

const answerHabit = fc.record({
  response: fc.constantFrom('accept' as const, 'decline' as const, null),
  afterMs: fc.integer({ min: 0, max: 40 * DAY }),
});

const simulationOf = (script: fc.Arbitrary<ScriptedAct[]>) =>
  fc
    .record({
      graceHours: fc.integer({ min: 1, max: 300 }),
      settings,
      successors: fc.array(delayDays, { minLength: 1, maxLength: 4 }),
      holders: fc.array(fc.boolean(), { maxLength: 6 }),
      plans: fc.array(outage, { maxLength: 6 }),
      script,
      answers: fc.array(answerHabit, { minLength: 4, maxLength: 4 }),
    })
    .map(({ graceHours, plans, ...rest }) => {
      const rules = { dayMs: DAY, graceMs: graceHours * HOUR };
      const outages = outagesOf(plans, rest.settings.thresholdDays, rules.graceMs);
      return { ...rest, rules, plans, outages };
    });

const eventful = simulationOf(
  fc.oneof({ weight: 5, arbitrary: fc.array(scriptedAct, { maxLength: 8 }) }, insistence),
);
const silentSimulation = simulationOf(fc.constant([]));

describe('in random simulations', () => {
  test('the switch keeps every promise in every order of events', () => {
    const reached = new Set<string>();
    const keepsPromises = fc.property(eventful, (each) => {
      const result = simulate(each);
      judge(each, result);
      for (const { before, event, after } of result.journal) {
        reached.add(`${event.kind} in ${before.status}: ${after.status}`);
        if (event.kind === 'owner_alive') reached.add(`said ${ownerAliveAnswers(after)} times`);
      }
    });
    fc.assert(keepsPromises, { numRuns: 750 });
    // The same ones every time, which reach everything below.
    fc.assert(keepsPromises, { numRuns: 750, seed: 1 });
    // The simulations were eventful enough: signs of life at every stage, and every way to end.
    for (const status of ['reminding', 'grace_period', 'awaiting_successors', 'released', 'completed']) {
      expect(reached).toContain(`sign_of_life in ${status}: armed`);
    }
    expect(reached).toContain('responded in awaiting_successors: released');
    expect(reached).toContain('owner_alive in awaiting_successors: reminding');
    // Two successors twice each, which is as often as is accepted.
    expect(reached).toContain('said 4 times');
    expect(reached).toContain('grace_ended in grace_period: released');
    expect(reached).toContain('restored in paused: paused');
    expect(reached).toContain('resumed in paused: off');
    expect(reached).toContain('completed in released: completed');
    for (const status of ['reminding', 'grace_period', 'awaiting_successors']) {
      expect(reached).toContain(`warning_returned in ${status}: reminding`);
    }
    expect(reached).toContain('invitation_returned in awaiting_successors: awaiting_successors');
  });

  test('the switch keeps every promise to silent owners, whatever the outages', () => {
    fc.assert(
      fc.property(silentSimulation, (each) => {
        const result = simulate(each);
        judge(each, result);
        must(result.end.status === 'completed', 'a silent owner is released');
      }),
      { numRuns: 2_000 },
    );
  });

  test('an outage never brings any step forward, compared with the same simulation without it', () => {
    fc.assert(
      fc.property(silentSimulation, fc.nat(5), (each, nth) => {
        fc.pre(each.plans.length > 0);
        const fewer = each.plans.filter((_, i) => i !== nth % each.plans.length);
        const outages = outagesOf(fewer, each.settings.thresholdDays, each.rules.graceMs);
        const attentive = { ...each, noticesAtOnce: true };
        const withoutOutages = stepsOf(simulate({ ...each, outages: { api: [], mail: [], worker: [] } }));
        const withoutOne = stepsOf(simulate({ ...attentive, outages }));
        notEarlier(withoutOne, stepsOf(simulate(attentive)));
        notEarlier(withoutOutages, withoutOne);
        notEarlier(withoutOutages, stepsOf(simulate(each)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('without outages, silence leads to the steps that the timeline showed at any earlier moment', () => {
    fc.assert(
      fc.property(silentSimulation, fc.nat(), (each, nth) => {
        const fair = { ...each, outages: { api: [], mail: [], worker: [] } };
        const { journal } = simulate(fair);
        // Until the first answer, only the switch acts.
        const until = journal.findIndex(({ event }) => event.kind === 'responded');
        // The timeline cannot know of successors who are verified later.
        const silence = journal.slice(1, until);
        const entry = silence[nth % silence.length];
        must(entry !== undefined, 'something happens');
        const shown = timeline(entry.after, entry.at, each.rules, NORMAL_CONDITIONS).map(({ kind, at }) => [
          kind,
          at,
        ]);
        const later = silence.slice(silence.indexOf(entry) + 1);
        const happened = later.flatMap(({ event, at }) => {
          const kind = SHOWN_AS[event.kind];
          return kind ? [[kind, at]] : [];
        });
        expect(shown.slice(0, happened.length)).toEqual(happened);
      }),
      { numRuns: 500 },
    );
  });
});

function notEarlier(without: Map<string, number>, withOutage: Map<string, number>): void {
  for (const [what, at] of without) {
    const then = withOutage.get(what);
    must(then !== undefined || / invitation \d+$/.test(what), `${what} is not lost by an outage`);
    must(then === undefined || then >= at, `${what} is not ${(at - (then ?? 0)) / HOUR} hours earlier`);
  }
}

const SHOWN_AS: { [K in JournalEntry['event']['kind']]?: string } = {
  reminder_accepted: 'reminder',
  final_notice_accepted: 'final_notice',
  grace_ended: 'grace_end',
  successors_invited: 'invitation',
};

/** When each step of a silent owner happened, under names that mean the same in every simulation. */
function stepsOf({ journal }: SimulationResult): Map<string, number> {
  const steps = new Map<string, number>();
  for (const { at, event, before, after } of journal) {
    if (event.kind === 'reminder_accepted') steps.set(`reminder ${after.remindersAccepted}`, at);
    if (event.kind === 'final_notice_accepted' || event.kind === 'grace_ended') steps.set(event.kind, at);
    if (event.kind === 'successors_invited') {
      for (const { successorId, invitationsSent } of after.handover?.invitees ?? []) {
        if (event.successorIds.includes(successorId))
          steps.set(`${successorId} invitation ${invitationsSent}`, at);
      }
    }
    if (after.status !== before.status) steps.set(after.status, at);
  }
  return steps;
}
