/**
 * The effect of unsaved settings, from the service's own planner. All moments are milliseconds since the
 * epoch.
 */
import type { operations } from '../../docs/openapi.d.ts';
import { NORMAL_CONDITIONS, planned } from '../../switch/plan.ts';
import { AT_REST, effectiveQuorum, isQuorum, type Rules, type SwitchState } from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { timeline as played } from '../../switch/timeline.ts';
import type { Schemas } from '../api/schemas.ts';

export type TimelineRecipient = Schemas['TimelineEvent']['recipients'][number];
export type Timeline = Pick<
  operations['getTimeline']['responses'][200]['content']['application/json'],
  'status' | 'lastSeenAt' | 'silentSince' | 'events'
>;
export type PlannedSettings = Pick<
  Schemas['Settings'],
  'thresholdDays' | 'reminderPercents' | 'quorum' | 'accessDays'
>;
export type PlannedSuccessor = Pick<
  Schemas['Successor'],
  'id' | 'name' | 'email' | 'verified' | 'handoverDelayDays' | 'encryptedShare'
>;

/** The service's answers. */
export interface PlanInput {
  timeline: Timeline;
  settings: PlannedSettings;
  successors: readonly PlannedSuccessor[];
  now: number;
}

interface Delays {
  /** By successor. A successor without an entry keeps their delay. */
  handoverDelayDays?: Readonly<Record<string, number>>;
}

/** What the owner is about to save. */
export type SettingsDraft = PlannedSettings & Delays;

export interface EventAhead {
  kind: Schemas['TimelineEvent']['kind'];
  at: number;
  recipients: readonly TimelineRecipient[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The length of a day, which is shorter only in tests and demos. It follows from the time between a reminder and the
 * final notice; if no reminder is ahead, a day is 24 hours.
 */
export function dayLength({ timeline, settings }: Pick<PlanInput, 'timeline' | 'settings'>): number {
  const steps = timeline.events.filter(({ kind }) => kind === 'reminder' || kind === 'final_notice');
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last || steps.length < 2) return DAY_MS;
  const inDays = planned(settings, { dayMs: 1 });
  const days = inDays.at(-1)! - (inDays.at(-steps.length) ?? 0);
  const length = Math.round((Date.parse(last.at) - Date.parse(first.at)) / days);
  // The moments are whole milliseconds, so the result may be out by one.
  return Math.abs(length - DAY_MS) <= 1 ? DAY_MS : length;
}

export const eventsAhead = ({ events }: Timeline): EventAhead[] =>
  events.map(({ kind, at, recipients }) => ({ kind, at: Date.parse(at), recipients }));

/** Whether saving restarts the clock. */
export const restartsClock = (
  { timeline: { status }, settings }: PlanInput,
  { thresholdDays, reminderPercents }: SettingsDraft,
): boolean =>
  (status === 'armed' || status === 'reminding' || status === 'paused') &&
  (settings.thresholdDays !== thresholdDays || `${settings.reminderPercents}` !== `${reminderPercents}`);

/** A switch with these settings whose clock starts now. */
const startedAt = (
  at: number,
  successors: readonly PlannedSuccessor[],
  { handoverDelayDays = {}, ...settings }: Delays & SwitchState['settings'],
): SwitchState => ({
  status: 'armed',
  epoch: 0,
  lastSeenAt: at,
  clockStartedAt: at,
  settings,
  emailVerified: true,
  successors: successors
    .filter(({ verified }) => verified)
    .map((each) => ({
      id: each.id,
      handoverDelayDays: handoverDelayDays[each.id] ?? each.handoverDelayDays,
      holdsShare: each.encryptedShare !== null,
    })),
  ...AT_REST,
  handover: null,
});

const afterFinalNotice = (state: SwitchState, at: number, rules: Rules): SwitchState | null =>
  step(
    { ...state, status: 'reminding', remindersAccepted: state.settings.reminderPercents.length },
    { kind: 'final_notice_accepted', at, handoverId: 'preview' },
    at,
    rules,
  );

/**
 * The steps ahead if the draft were saved now and the owner didn't check in. During a handover nothing can be saved, so
 * nothing changes.
 */
export function planAhead(input: PlanInput, draft: SettingsDraft): EventAhead[] {
  const { successors, now } = input;
  const events = eventsAhead(input.timeline);
  const notice = events.find(({ kind }) => kind === 'final_notice');
  const graceEnd = events.find(({ kind }) => kind === 'grace_end');
  if (!notice || !graceEnd) return events;
  const restarts = restartsClock(input, draft);
  const stays: ReadonlySet<string> = new Set(
    restarts ? ['pause_reminder', 'pause_end'] : ['pause_reminder', 'pause_end', 'reminder', 'final_notice'],
  );
  const kept = events.filter(({ kind }) => stays.has(kind));
  const rules = { dayMs: dayLength(input), graceMs: graceEnd.at - notice.at };
  // The clock starts now, or when the pause ends.
  const start = restarts ? (kept.find(({ kind }) => kind === 'pause_end')?.at ?? now) : notice.at;
  const started = startedAt(start, successors, draft);
  const state = restarts ? started : afterFinalNotice(started, notice.at, rules);
  const people = new Map(successors.map((each) => [each.id, each]));
  const recipientOf = (who: 'owner' | { successorId: string }): readonly TimelineRecipient[] => {
    if (who === 'owner') return notice.recipients;
    const { name, email } = people.get(who.successorId)!;
    return [{ role: 'successor', successorId: who.successorId, name, email }];
  };
  const ahead = state ? played(state, start, rules, NORMAL_CONDITIONS) : [];
  return [...kept, ...ahead.map((each) => ({ ...each, recipients: each.recipients.flatMap(recipientOf) }))];
}

export interface Release {
  /** The earliest moment at which enough people may have accepted. */
  at: number;
  /** How many must accept. */
  needed: number;
  /** Out of how many. */
  of: number;
  /** When access ends for those who accept then. */
  accessEndsAt: number;
}

/**
 * The earliest release, if every successor accepts as soon as they are asked. Null while nobody would be asked, or once a
 * handover has begun.
 */
export function earliestRelease(
  ahead: readonly EventAhead[],
  successors: readonly PlannedSuccessor[],
  settings: SwitchState['settings'],
  dayMs: number,
): Release | null {
  const notice = ahead.find(({ kind }) => kind === 'final_notice');
  const state =
    notice && afterFinalNotice(startedAt(notice.at, successors, settings), notice.at, { dayMs, graceMs: 0 });
  const asked = new Set<string | null>();
  for (const { kind, at, recipients } of ahead) {
    if (!state?.handover || kind !== 'invitation') continue;
    for (const { successorId } of recipients) asked.add(successorId);
    const invitees = state.handover.invitees.filter(({ successorId }) => asked.has(successorId));
    if (isQuorum(state, invitees)) {
      const accessEndsAt = at + settings.accessDays * dayMs;
      return { at, needed: effectiveQuorum(state), of: state.successors.length, accessEndsAt };
    }
  }
  return null;
}
