/**
 * What settings that are not saved yet would bring. The service plans the same way in switch/plan.ts, and a test compares
 * the two. All moments are milliseconds since the epoch.
 */
import type { operations } from '../../docs/openapi.d.ts';
import type { Schemas } from '../api/schemas.ts';

export type Recipient = Schemas['TimelineEvent']['recipients'][number];
export type Timeline = Pick<
  operations['getInactivityTimeline']['responses'][200]['content']['application/json'],
  'status' | 'lastSeenAt' | 'silentSince' | 'events'
>;
export type Settings = Pick<
  Schemas['Settings'],
  'thresholdDays' | 'reminderPercents' | 'quorum' | 'accessDays'
>;
export type Successor = Pick<
  Schemas['Successor'],
  'id' | 'name' | 'email' | 'verified' | 'handoverDelayDays' | 'encryptedShare'
>;

/** What the service answered. */
export interface PlanInput {
  timeline: Timeline;
  settings: Settings;
  successors: readonly Successor[];
  now: number;
}

/** What the owner is about to save. */
export type SettingsDraft = Settings & {
  /** By successor; who is absent keeps their delay. */
  handoverDelayDays?: Readonly<Record<string, number>>;
};

export interface PlannedEvent {
  kind: Schemas['TimelineEvent']['kind'];
  at: number;
  recipients: readonly Recipient[];
}

export const DAY_MS = 24 * 60 * 60 * 1000;
const LAST_REMINDER_DAYS = 1;

interface Clock {
  thresholdDays: number;
  reminderPercents: readonly number[];
}

/**
 * How long after the start of silence each reminder is due, and after them the final notice. The last reminder leaves at
 * least a day: if it would not, all reminders go out earlier in proportion.
 */
export function planned({ thresholdDays, reminderPercents }: Clock, dayMs: number): number[] {
  const threshold = thresholdDays * dayMs;
  const last = reminderPercents.at(-1) ?? 0;
  const latest = threshold - LAST_REMINDER_DAYS * dayMs;
  const [whole, parts] = (threshold * last) / 100 > latest ? [latest, last] : [threshold, 100];
  return [...reminderPercents.map((percent) => (whole * percent) / parts), threshold];
}

/**
 * The length of a day, which is shorter only in tests and demos. The distance of a reminder to the final notice gives it;
 * where none is ahead, a day counts as a day.
 */
export function dayLength({ timeline, settings }: Pick<PlanInput, 'timeline' | 'settings'>): number {
  const steps = timeline.events.filter(({ kind }) => kind === 'reminder' || kind === 'final_notice');
  const first = steps[0];
  const last = steps.at(-1);
  if (!first || !last || steps.length < 2) return DAY_MS;
  const inDays = planned(settings, 1);
  const days = inDays.at(-1)! - (inDays.at(-steps.length) ?? 0);
  const length = Math.round((Date.parse(last.at) - Date.parse(first.at)) / days);
  // The moments are whole milliseconds, so the result may be out by one.
  return Math.abs(length - DAY_MS) <= 1 ? DAY_MS : length;
}

export const eventsAhead = ({ events }: Timeline): PlannedEvent[] =>
  events.map(({ kind, at, recipients }) => ({ kind, at: Date.parse(at), recipients }));

const sameClock = (one: Clock, other: Clock): boolean =>
  one.thresholdDays === other.thresholdDays && `${one.reminderPercents}` === `${other.reminderPercents}`;

/** Whether saving starts the clock anew. */
export const restartsClock = ({ timeline: { status }, settings }: PlanInput, draft: SettingsDraft): boolean =>
  (status === 'armed' || status === 'reminding' || status === 'paused') && !sameClock(settings, draft);

/** What silence would bring if the draft were saved now. During a handover nothing can be saved, so nothing changes. */
export function planAhead(present: PlanInput, draft: SettingsDraft): PlannedEvent[] {
  const { timeline, successors, now } = present;
  const events = eventsAhead(timeline);
  const notice = events.find(({ kind }) => kind === 'final_notice');
  const graceEnd = events.find(({ kind }) => kind === 'grace_end');
  if (!notice || !graceEnd) return events;
  const before = restartsClock(present, draft)
    ? countdown(events, notice, draft, { now, dayMs: dayLength(present) })
    : events.filter(({ kind }) => kind !== 'invitation' && kind !== 'grace_end');
  const noticeAt = before.at(-1)?.at ?? notice.at;
  const end: PlannedEvent = { ...graceEnd, at: noticeAt + graceEnd.at - notice.at };
  return [...before, end, ...invitations(end.at, successors, draft, dayLength(present))];
}

/** The clock starts now, or when the pause ends. */
function countdown(
  events: readonly PlannedEvent[],
  notice: PlannedEvent,
  draft: Clock,
  { now, dayMs }: { now: number; dayMs: number },
): PlannedEvent[] {
  const pause = events.filter(({ kind }) => kind === 'pause_reminder' || kind === 'pause_end');
  const start = pause.find(({ kind }) => kind === 'pause_end')?.at ?? now;
  const distances = planned(draft, dayMs);
  const steps: PlannedEvent[] = [];
  for (const [i, own] of distances.entries()) {
    const earliest = start + own;
    const previous = steps.at(-1)?.at;
    const distance = own - (distances[i - 1] ?? 0);
    const at = Math.ceil(previous === undefined ? earliest : Math.max(earliest, previous + distance));
    steps.push({
      kind: i < distances.length - 1 ? 'reminder' : 'final_notice',
      at,
      recipients: notice.recipients,
    });
  }
  return [...pause, ...steps];
}

function invitations(
  graceEnd: number,
  successors: readonly Successor[],
  { handoverDelayDays = {} }: SettingsDraft,
  dayMs: number,
): PlannedEvent[] {
  const byTime = new Map<number, Recipient[]>();
  for (const { id, name, email, verified, handoverDelayDays: saved } of successors) {
    if (!verified) continue;
    const at = graceEnd + (handoverDelayDays[id] ?? saved) * dayMs;
    byTime.set(at, [...(byTime.get(at) ?? []), { role: 'successor', successorId: id, name, email }]);
  }
  return [...byTime]
    .sort(([one], [other]) => one - other)
    .map(([at, recipients]) => ({ kind: 'invitation', at, recipients }));
}

export interface Release {
  /** The earliest moment at which enough people may have accepted. */
  at: number;
  /** How many must accept. */
  needed: number;
  /** Of how many. */
  of: number;
  /** When access ends for those who accept then. */
  accessEndsAt: number;
}

/**
 * The earliest release, if everybody accepts as soon as they are asked. Where successors hold shares, enough holders must
 * be among them. Null while nobody would be asked, or once a handover has begun.
 */
export function earliestRelease(
  ahead: readonly PlannedEvent[],
  successors: readonly Successor[],
  { quorum, accessDays }: Pick<Settings, 'quorum' | 'accessDays'>,
  dayMs: number,
): Release | null {
  if (!ahead.some(({ kind }) => kind === 'final_notice')) return null;
  const verified = successors.filter((each) => each.verified);
  const holders = new Set(verified.filter((each) => each.encryptedShare !== null).map(({ id }) => id));
  const needed = Math.max(1, Math.min(quorum, verified.length));
  const asked = new Set<string>();
  for (const { kind, at, recipients } of ahead) {
    if (kind !== 'invitation') continue;
    for (const { successorId } of recipients) asked.add(successorId ?? '');
    const holdersAsked = [...asked].filter((id) => holders.has(id)).length;
    if (asked.size >= needed && holdersAsked >= Math.min(needed, holders.size)) {
      return { at, needed, of: verified.length, accessEndsAt: at + accessDays * dayMs };
    }
  }
  return null;
}
