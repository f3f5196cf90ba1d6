/** The picture of the switch, and that it plans unsaved settings as the service would. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Interval, NORMAL_CONDITIONS, planned } from '../../switch/plan.ts';
import {
  effectiveQuorum,
  isQuorum,
  type Rules,
  type SwitchSettings,
  type SwitchState,
  silenceStart,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline } from '../../switch/timeline.ts';
import { type PictureInput, pictureOf } from '../../web/switch/picture.ts';
import { earliestRelease, planAhead, type SettingsDraft } from '../../web/switch/plan-ahead.ts';
import { scaleOf } from '../../web/switch/scale.ts';
import {
  aHandover,
  anInvitee,
  aSwitch,
  DAY,
  day,
  daysOf,
  holder,
  RULES,
  SETTINGS,
  START,
  silentOwner,
  successor,
} from '../switch/switch-builders.ts';

const OWNER = { role: 'owner', successorId: null, name: 'Ada', email: 'ada@example.com' } as const;
const person = (id: string) => ({ name: `Name of ${id}`, email: `${id}@example.com` });

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** What the API answers about a switch. */
function present(
  state: SwitchState,
  now: number,
  apiGaps: readonly Interval[] = [],
  rules: Rules = RULES,
): PictureInput {
  const conditions = { ...NORMAL_CONDITIONS, apiGaps };
  return {
    timeline: {
      status: state.status,
      lastSeenAt: new Date(state.lastSeenAt).toISOString(),
      silentSince: new Date(silenceStart(state)).toISOString(),
      events: timeline(state, now, rules, conditions).map(({ kind, at, recipients }) => ({
        kind,
        at: new Date(at).toISOString(),
        recipients: recipients.map((who) =>
          who === 'owner'
            ? OWNER
            : { role: 'successor', successorId: who.successorId, ...person(who.successorId) },
        ),
      })),
    },
    settings: {
      ...state.settings,
      reminderPercents: [...state.settings.reminderPercents],
    },
    successors: state.successors.map(({ id, handoverDelayDays, holdsShare }) => ({
      id,
      ...person(id),
      verified: true,
      handoverDelayDays,
      encryptedShare: holdsShare ? 'a share' : null,
    })),
    handover: state.handover && {
      startedAt: new Date(state.handover.startedAt).toISOString(),
      graceEndsAt: iso(state.handover.graceEndedAt),
      releasedAt: iso(state.handover.releasedAt),
      responses: state.handover.invitees.map(({ successorId, invitationsSent, accessEndsAt }) => ({
        successorId,
        invitationsSent,
        accessEndsAt: iso(accessEndsAt),
      })),
    },
    now,
  };
}

const percents = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 })
  .map((all) => all.sort((a, b) => a - b));
const settings: fc.Arbitrary<SwitchSettings> = fc.record({
  thresholdDays: fc.oneof(fc.integer({ min: 7, max: 30 }), fc.integer({ min: 7, max: 730 })),
  reminderPercents: percents,
  quorum: fc.integer({ min: 1, max: 15 }),
  accessDays: fc.integer({ min: 7, max: 365 }),
});
const delay = fc.oneof(fc.constant(0), fc.nat(365));
const successors = fc
  .array(fc.record({ handoverDelayDays: delay, holdsShare: fc.boolean() }), { minLength: 1, maxLength: 5 })
  .map((all) => all.map((each, i) => ({ id: `s${i}`, ...each })));

/** An owner who has been silent for a while, or has paused, at any moment of the countdown. */
const situation = fc
  .record({
    settings,
    successors,
    silentFor: fc.double({ min: 0, max: 1.2, noNaN: true }),
    late: fc.double({ min: 0, max: 0.2, noNaN: true }),
    restarted: fc.nat(30 * DAY),
    outage: fc.option(fc.tuple(fc.nat(20 * DAY), fc.nat(5 * DAY)), { nil: null }),
    paused: fc.option(fc.tuple(fc.nat(100 * DAY), fc.integer({ min: 1, max: 265 * DAY })), { nil: null }),
  })
  .map(({ settings, successors, silentFor, late, restarted, outage, paused }) => {
    const since = START + restarted;
    const now = since + Math.floor(silentFor * settings.thresholdDays * DAY);
    const apiGaps = outage
      ? [{ from: since + outage[0], to: Math.min(now, since + outage[0] + outage[1]) }]
      : [];
    const base = aSwitch({ settings, successors, clockStartedAt: since });
    if (paused) {
      const [ago, ahead] = paused;
      const state = { ...base, status: 'paused' as const, pausedAt: now - ago, pausedUntil: now + ahead };
      return { state, now, apiGaps: [] };
    }
    const sentAt = planned(settings, RULES)
      .slice(0, -1)
      .map((own) => Math.ceil(since + own + late * settings.thresholdDays * DAY))
      .filter((at) => at <= now);
    const reminding = {
      status: 'reminding' as const,
      remindersAccepted: sentAt.length,
      lastReminderAt: sentAt.at(-1) ?? null,
    };
    return {
      state: sentAt.length > 0 ? { ...base, ...reminding } : base,
      now,
      apiGaps: apiGaps.filter(({ from, to }) => from < to),
    };
  });

/** Sorted by person, because those who are asked at the same moment have no order. */
const flat = (
  events: readonly {
    kind: string;
    at: number;
    recipients: readonly ('owner' | { successorId: string | null })[];
  }[],
) =>
  events.map(({ kind, at, recipients }) => [
    kind,
    at,
    recipients.map((who) => (who === 'owner' ? null : who.successorId)).sort(),
  ]);

describe('unsaved settings', () => {
  const edited = fc.record({
    situation,
    change: fc.oneof(
      settings,
      settings.map(({ quorum, accessDays }) => ({ quorum, accessDays })),
      fc.constant({}),
    ),
    delays: fc.array(fc.option(delay, { nil: null }), { maxLength: 5 }),
  });

  const served = (
    state: SwitchState,
    draft: SettingsDraft,
    now: number,
    apiGaps: Interval[],
    rules: Rules,
  ) => {
    const { handoverDelayDays = {}, ...settings } = draft;
    const saved = step(state, { kind: 'settings_changed', settings }, now, rules);
    if (!saved) throw new Error('The settings cannot be saved');
    const successors = saved.successors.map((each) => ({
      ...each,
      handoverDelayDays: handoverDelayDays[each.id] ?? each.handoverDelayDays,
    }));
    return timeline({ ...saved, successors }, now, rules, { ...NORMAL_CONDITIONS, apiGaps });
  };

  test('bring what the service plans once they are saved, to the millisecond', () => {
    fc.assert(
      fc.property(edited, ({ situation: { state, now, apiGaps }, change, delays }) => {
        const draft: SettingsDraft = {
          ...state.settings,
          reminderPercents: [...state.settings.reminderPercents],
          ...change,
          handoverDelayDays: Object.fromEntries(
            delays.flatMap((days, i) => (days === null ? [] : [[`s${i}`, days]])),
          ),
        } as SettingsDraft;
        const ahead = planAhead(present(state, now, apiGaps), draft);
        expect(flat(ahead)).toEqual(flat(served(state, draft, now, apiGaps, RULES)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('are planned in shortened days where the service has them', () => {
    const rules = { dayMs: 60_000, graceMs: 120_000 };
    const state = aSwitch();
    const draft: SettingsDraft = { ...SETTINGS, thresholdDays: 30, reminderPercents: [50, 99] };
    const ahead = planAhead(present(state, START, [], rules), draft);
    expect(flat(ahead)).toEqual(flat(served(state, draft, START, [], rules)));
  });

  test('change nothing during a handover', () => {
    const input = present(silentOwner('grace_period'), day(91));
    const { marks, restartsClock } = pictureOf({
      ...input,
      draft: { ...input.settings, thresholdDays: 7 },
    });
    expect(restartsClock).toBe(false);
    expect(marks.filter(({ wasAt }) => wasAt !== undefined)).toEqual([]);
  });
});

describe('the earliest release', () => {
  test('is when those who were asked could release the vault, and not before', () => {
    fc.assert(
      fc.property(successors, settings, (people, chosen) => {
        const state = aSwitch({ successors: people, settings: chosen });
        const input = present(state, START);
        const ahead = planAhead(input, input.settings);
        const release = earliestRelease(ahead, input.successors, chosen, DAY);
        const open = {
          ...state,
          handover: aHandover({
            quorum: Math.min(chosen.quorum, people.length),
            invitees: people.map(({ id }) => anInvitee(id)),
          }),
        };
        const graceEnd = ahead.find(({ kind }) => kind === 'grace_end')!.at;
        const askedBy = (at: number) =>
          people
            .filter(({ handoverDelayDays }) => graceEnd + handoverDelayDays * DAY <= at)
            .map(({ id }) => anInvitee(id));
        expect(isQuorum(open, askedBy(release!.at))).toBe(true);
        expect(isQuorum(open, askedBy(release!.at - 1))).toBe(false);
        expect(release).toMatchObject({ needed: effectiveQuorum(state), of: people.length });
        expect(release!.accessEndsAt - release!.at).toBe(chosen.accessDays * DAY);
      }),
    );
  });

  test('waits for those who hold shares', () => {
    const state = aSwitch({ successors: [successor('ann'), { ...holder('bob'), handoverDelayDays: 30 }] });
    expect(daysOf(pictureOf(present(state, START)).release!.at)).toBe(122);
  });

  test('leaves out successors who are not verified', () => {
    const input = present(aSwitch(), START);
    const cid = { id: 'cid', ...person('cid'), verified: false, handoverDelayDays: 0, encryptedShare: null };
    const more = { ...input, successors: [...input.successors, cid] };
    expect(flat(planAhead(more, more.settings))).toEqual(flat(planAhead(input, input.settings)));
  });
});

describe('the picture', () => {
  const shown = (input: PictureInput) =>
    pictureOf(input).marks.map(({ kind, at, state, n }) => [kind + (n ?? ''), daysOf(at), state]);

  test('of an armed switch shows what silence would bring, and when access would end', () => {
    const state = aSwitch({ successors: [successor('ann'), successor('bob', 30)] });
    expect(shown(present(state, day(10)))).toEqual([
      ['start', 0, 'past'],
      ['reminder1', 67.5, 'next'],
      ['reminder2', 76.5, 'future'],
      ['reminder3', 85.5, 'future'],
      ['final_notice', 90, 'future'],
      ['grace_end', 92, 'future'],
      ['invitation', 92, 'future'],
      ['earliest_release', 92, 'future'],
      ['invitation', 122, 'future'],
      ['access_end', 182, 'future'],
    ]);
  });

  test('begins where the clock was restarted, or with the last sign of life, however late a reminder is', () => {
    const state = aSwitch({ clockStartedAt: day(5) });
    const [start] = pictureOf(present(state, day(20), [{ from: day(10), to: day(12) }])).marks;
    expect(start).toMatchObject({ kind: 'clock_start', at: day(5) });
    const [seen] = pictureOf(present(silentOwner('reminding'), day(86))).marks;
    expect(seen).toMatchObject({ kind: 'start', at: day(0) });
  });

  test('keeps what has happened, until what was left is open', () => {
    const people = { successors: [successor('ann'), successor('bob', 30)] };
    const sent: unknown[] = [
      ['start', 0, 'past'],
      ['reminder1', 67.5, 'past'],
      ['reminder2', 76.5, 'past'],
      ['reminder3', 85.5, 'past'],
      ['final_notice', 90, 'past'],
    ];
    const invitees = [anInvitee('ann'), anInvitee('bob', { handoverDelayDays: 30 })];
    const asked = [anInvitee('ann', { invitationsSent: 1, invitedAt: day(92) }), invitees[1]!];
    const shownIn = (
      status: 'reminding' | 'grace_period' | 'awaiting_successors' | 'released',
      at: number,
      handover = {},
    ) =>
      shown(
        present(
          silentOwner(status, {
            ...people,
            ...(status === 'reminding' ? {} : { handover: aHandover({ invitees, ...handover }) }),
          }),
          day(at),
        ),
      );
    expect(shownIn('reminding', 70).slice(0, 3)).toEqual([...sent.slice(0, 2), ['reminder2', 76.5, 'next']]);
    expect(shownIn('grace_period', 91)).toEqual([
      ...sent,
      ['grace_end', 92, 'next'],
      ['invitation', 92, 'next'],
      ['invitation', 122, 'future'],
    ]);
    const ended = { graceEndedAt: day(92), invitees: asked };
    sent.push(['grace_end', 92, 'past'], ['invitation', 92, 'past']);
    const waiting = { ...ended, status: 'awaiting_successors' as const };
    expect(shownIn('awaiting_successors', 93, waiting)).toEqual([
      ...sent,
      ['invitation', 99, 'next'],
      ['invitation', 122, 'future'],
    ]);
    const accepted = { ...asked[0]!, response: 'accept' as const, accessEndsAt: day(184) };
    const open = {
      ...ended,
      status: 'released' as const,
      releasedAt: day(94),
      invitees: [accepted, asked[1]!],
    };
    expect(shownIn('released', 95, open)).toEqual([
      ...sent,
      ['release', 94, 'past'],
      ['invitation', 122, 'next'],
      ['access_reminder', 154, 'future'],
      ['access_reminder', 177, 'future'],
      ['access_end', 184, 'future'],
    ]);
  });

  test('says whether people are asked again', () => {
    const invitees = [anInvitee('ann', { invitationsSent: 1, invitedAt: day(92) }), anInvitee('bob')];
    const handover = aHandover({ status: 'awaiting_successors', graceEndedAt: day(92), invitees });
    const successors = [successor('ann'), successor('bob', 30)];
    const { marks } = pictureOf(
      present(silentOwner('awaiting_successors', { successors, handover }), day(93)),
    );
    const asking = marks.filter(({ kind, state }) => kind === 'invitation' && state !== 'past');
    expect(
      asking.map(({ recipients, again }) => [recipients[0]?.successorId, again ?? false]),
    ).toContainEqual(['ann', true]);
    expect(asking.some(({ recipients, again }) => recipients[0]?.successorId === 'bob' && again)).toBe(false);
  });

  test('of a switch that is off has only the last sign of life', () => {
    expect(shown(present(silentOwner('off'), day(3)))).toEqual([['start', 0, 'past']]);
  });

  test('says where each mark was before the draft', () => {
    const state = aSwitch({ successors: [successor('ann'), successor('bob')] });
    const input = present(state, day(10));
    const draft = { ...input.settings, thresholdDays: 60, handoverDelayDays: { bob: 7 } };
    const { marks, restartsClock } = pictureOf({ ...input, draft });
    expect(restartsClock).toBe(true);
    expect(marks.map(({ kind, at, wasAt }) => [kind, daysOf(at), wasAt ? daysOf(wasAt) : wasAt])).toEqual([
      ['start', 10, undefined],
      ['reminder', 55, 67.5],
      ['reminder', 61, 76.5],
      ['reminder', 67, 85.5],
      ['final_notice', 70, 90],
      ['grace_end', 72, 92],
      ['invitation', 72, 92],
      ['earliest_release', 72, 92],
      ['invitation', 79, 92],
      ['access_end', 162, 182],
    ]);
    const later = pictureOf({ ...input, draft: { ...input.settings, handoverDelayDays: { bob: 7 } } });
    expect(later.marks.filter((mark) => mark.wasAt !== undefined)).toMatchObject([
      { kind: 'invitation', at: day(99), wasAt: day(92), recipients: [{ successorId: 'bob' }] },
    ]);
  });

  test('draws every situation in order, with the owner between what was and what comes', () => {
    fc.assert(
      fc.property(situation, ({ state, now, apiGaps }) => {
        const { marks, now: here } = pictureOf(present(state, now, apiGaps));
        for (const [i, mark] of marks.entries()) {
          const before = marks[i - 1];
          if (before) expect(mark.at).toBeGreaterThanOrEqual(before.at);
          if (before) expect(mark.place).toBeGreaterThan(before.place);
          if (mark.state === 'past') expect(mark.at).toBeLessThanOrEqual(now);
          if (mark.state === 'past') expect(mark.place).toBeLessThanOrEqual(here.place);
        }
        expect(marks.filter((mark) => mark.state === 'next').length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the scale', () => {
  const knots = fc
    .array(fc.nat(1_000 * DAY), { minLength: 2, maxLength: 25 })
    .map((all) => all.sort((a, b) => a - b));

  test('keeps the order and the least distance of any marks', () => {
    fc.assert(
      fc.property(knots, (all) => {
        const { places } = scaleOf(all);
        const least = Math.min(0.06, 1 / (all.length - 1));
        expect(places[0]).toBe(0);
        expect(places.at(-1)).toBeCloseTo(1);
        for (let i = 1; i < places.length; i += 1) {
          expect(places[i]! - places[i - 1]!).toBeGreaterThan(least - 1e-9);
        }
      }),
    );
  });

  test('puts later moments further on', () => {
    fc.assert(
      fc.property(knots, fc.nat(1_000 * DAY), fc.nat(1_000 * DAY), (all, one, other) => {
        const { scale } = scaleOf(all);
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        expect(scale.place(early)).toBeLessThanOrEqual(scale.place(late));
        expect(scale.place(late)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
