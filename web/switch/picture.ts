/** The picture of the switch: what has happened, where the owner is now, and what silence would bring. */
import { planned } from '../../switch/plan.ts';
import type { Schemas } from '../api/schemas.ts';
import {
  dayLength,
  type EventAhead,
  earliestRelease,
  eventsAhead,
  type PlanInput,
  planAhead,
  type Release,
  restartsClock,
  type SettingsDraft,
  type TimelineRecipient,
} from './plan-ahead.ts';
import { scaleOf } from './scale.ts';

export type MarkKind =
  /** The last sign of life, if the clock started then. */
  | 'start'
  /** When the clock started, if that is later. */
  | 'clock_start'
  | EventAhead['kind']
  | 'earliest_release'
  | 'release'
  | 'access_end';

export interface Mark {
  kind: MarkKind;
  at: number;
  recipients: readonly TimelineRecipient[];
  /** Everything that is due first is `next`, even if it is held up and late. */
  state: 'past' | 'next' | 'future';
  /** For reminders: which one, from 1, and of how many. */
  n?: number;
  of?: number;
  /** Where it lies on the line, from 0 to 1. */
  place: number;
  /** For a request: whether all of these people have been asked before. */
  again?: boolean;
  /** With a draft: when the mark would be without the draft, if that differs. Null if it wouldn't be there. */
  wasAt?: number | null;
}

export interface PictureInput extends PlanInput {
  /** Unsaved settings, to see their effect. */
  draft?: SettingsDraft;
  /** The one under way. */
  handover?: DrawnHandover | null;
}

export type DrawnHandover = Pick<Schemas['Handover'], 'startedAt' | 'graceEndsAt' | 'releasedAt'> & {
  responses: readonly Pick<
    Schemas['Handover']['responses'][number],
    'successorId' | 'invitationsSent' | 'accessEndsAt'
  >[];
};

export interface Picture {
  marks: Mark[];
  now: { at: number; place: number };
  /** Null if nobody would be asked, or a handover has begun. */
  release: Release | null;
  /** Whether saving the draft restarts the clock. */
  restartsClock: boolean;
}

type UnplacedMark = Omit<Mark, 'place' | 'wasAt'>;

export function pictureOf(input: PictureInput): Picture {
  const { draft, now } = input;
  const saved = marksOf(input, eventsAhead(input.timeline), input.settings, false);
  const restarts = draft !== undefined && restartsClock(input, draft);
  const drawn = draft ? marksOf(input, planAhead(input, draft), draft, restarts) : saved;
  const { places, scale } = scaleOf(drawn.marks.map(({ at }) => at));
  const marks = drawn.marks.map((mark, i) => ({
    ...mark,
    place: places[i]!,
    ...(draft ? movedFrom(mark, saved.marks) : {}),
  }));
  return {
    marks,
    now: { at: now, place: scale.place(now) },
    release: drawn.release,
    restartsClock: restarts,
  };
}

function marksOf(
  input: PictureInput,
  ahead: readonly EventAhead[],
  settings: SettingsDraft,
  restarts: boolean,
): { marks: UnplacedMark[]; release: Release | null } {
  const of = settings.reminderPercents.length;
  const coming = ahead.filter(({ kind }) => kind === 'reminder').length;
  const first = ahead[0]?.at;
  const asked = new Set(askedIn(input).map(({ successorId }) => successorId));
  let n = of - coming;
  const future = ahead.map((event): UnplacedMark => {
    const numbered = event.kind === 'reminder' ? { n: ++n, of } : {};
    const again =
      event.kind === 'invitation' && event.recipients.every((each) => asked.has(each.successorId!));
    return { ...event, state: event.at === first ? 'next' : 'future', ...numbered, ...(again && { again }) };
  });
  const release = earliestRelease(ahead, input.successors, settings, dayLength(input));
  const earliest: UnplacedMark[] = release
    ? [
        { kind: 'earliest_release', at: release.at, recipients: [], state: 'future' },
        { kind: 'access_end', at: release.accessEndsAt, recipients: [], state: 'future' },
      ]
    : accessEnd(input);
  const past = restarts ? [startMark(input.now)] : pastMarks(input, of - coming);
  // A stable sort: what comes at the same moment stays in the order of its causes.
  const marks = [...past, ...future, ...earliest].sort((one, other) => one.at - other.at);
  return { marks, release };
}

const startMark = (at: number, kind: 'start' | 'clock_start' = 'start'): UnplacedMark => ({
  kind,
  at,
  recipients: [],
  state: 'past',
});

/** The successors whom this handover has asked. */
const askedIn = ({ handover }: PictureInput) =>
  handover?.responses.filter(({ invitationsSent }) => invitationsSent > 0) ?? [];

/** When the last access ends. */
function accessEnd({ handover, now }: PictureInput): UnplacedMark[] {
  const ends = handover?.responses.map(({ accessEndsAt }) => Date.parse(accessEndsAt ?? '')) ?? [];
  const at = Math.max(...ends.filter((end) => end > now));
  return Number.isFinite(at) ? [{ kind: 'access_end', at, recipients: [], state: 'future' }] : [];
}

function pastMarks(input: PictureInput, reminded: number): UnplacedMark[] {
  const { timeline, settings, now } = input;
  const dayMs = dayLength(input);
  const start = Math.min(now, Date.parse(timeline.silentSince));
  const marks = [startMark(start, timeline.silentSince === timeline.lastSeenAt ? 'start' : 'clock_start')];
  if (timeline.status === 'off' || timeline.status === 'paused' || timeline.status === 'armed') return marks;
  const recipients = timeline.events.find(({ kind }) => kind === 'final_notice')?.recipients ?? [];
  const distances = planned(settings, { dayMs });
  for (let n = 1; n <= reminded; n += 1) {
    const at = Math.min(now, start + (distances[n - 1] ?? 0));
    marks.push({ kind: 'reminder', at, recipients, state: 'past', n, of: distances.length - 1 });
  }
  return [...marks, ...handoverMarks(input, dayMs)];
}

/** How far the handover has come. */
function handoverMarks(input: PictureInput, dayMs: number): UnplacedMark[] {
  const { handover, successors, timeline, now } = input;
  // After "the owner is alive", the warnings start over.
  if (!handover || timeline.status === 'reminding') return [];
  const past = (kind: MarkKind, at: number, recipients: readonly TimelineRecipient[] = []): UnplacedMark => ({
    kind,
    at: Math.min(at, now),
    recipients,
    state: 'past',
  });
  const marks = [past('final_notice', Date.parse(handover.startedAt))];
  if (timeline.status === 'grace_period' || handover.graceEndsAt === null) return marks;
  const graceEnd = Date.parse(handover.graceEndsAt);
  marks.push(past('grace_end', graceEnd));
  const byDelay = new Map<number, TimelineRecipient[]>();
  for (const { successorId } of askedIn(input)) {
    const who = successors.find(({ id }) => id === successorId);
    if (!who) continue;
    const { handoverDelayDays, name, email } = who;
    const others = byDelay.get(handoverDelayDays) ?? [];
    byDelay.set(handoverDelayDays, [...others, { role: 'successor', successorId, name, email }]);
  }
  for (const [days, people] of byDelay) marks.push(past('invitation', graceEnd + days * dayMs, people));
  if (handover.releasedAt !== null) marks.push(past('release', Date.parse(handover.releasedAt)));
  return marks;
}

function movedFrom(mark: UnplacedMark, saved: readonly UnplacedMark[]): { wasAt?: number | null } {
  // A pause is not a setting, so its marks stay.
  if (mark.state === 'past' || mark.kind === 'pause_reminder' || mark.kind === 'pause_end') return {};
  const same = saved.filter(({ kind, n }) => kind === mark.kind && n === mark.n);
  if (mark.kind !== 'invitation') return moved(mark, same[0]);
  // Others may have been asked at the same moment before, so the first person whose moment changes decides.
  for (const { successorId } of mark.recipients) {
    const before = same.find((each) => each.recipients.some((other) => other.successorId === successorId));
    if (before?.at !== mark.at) return moved(mark, before);
  }
  return {};
}

const moved = (mark: UnplacedMark, before: UnplacedMark | undefined) =>
  before?.at === mark.at ? {} : { wasAt: before?.at ?? null };
