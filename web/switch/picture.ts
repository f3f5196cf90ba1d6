/** The picture of the switch: what has happened, where the owner is now, and what silence would bring. */
import {
  type Ahead,
  type Draft,
  dayLength,
  earliestRelease,
  eventsAhead,
  type Present,
  planAhead,
  planned,
  type Recipient,
  type Release,
  restartsClock,
} from './plan-ahead.ts';
import { scaleOf } from './scale.ts';

export type MarkKind =
  /** From when silence counts. */
  'start' | Ahead['kind'] | 'earliest_release' | 'access_end';

export interface Mark {
  kind: MarkKind;
  at: number;
  recipients: readonly Recipient[];
  /** Everything that is due first is `next`, even if it is held up and late. */
  state: 'past' | 'next' | 'future';
  /** Of reminders: which one, from 1, and of how many. */
  n?: number;
  of?: number;
  /** Where it lies on the line, from 0 to 1. */
  place: number;
  /** With a draft: when it would be without it, if that differs. Null if it would not be at all. */
  wasAt?: number | null;
}

/** A warning that a mail server has accepted, from the activity log. */
export interface Sent {
  kind: 'reminder' | 'final_notice';
  /** From 1; 0 for the final notice. */
  n: number;
  at: number;
}

export interface PictureInput extends Present {
  /** Unsaved settings, to see their effect. */
  draft?: Draft;
  /** Those of this cycle. Where a reminder is missing, its planned time is shown. */
  sent?: readonly Sent[];
}

export interface Picture {
  marks: Mark[];
  now: { at: number; place: number };
  /** Null if nobody would be asked, or a handover has begun. */
  release: Release | null;
  /** Whether saving the draft starts the clock anew. */
  restartsClock: boolean;
}

type Placeless = Omit<Mark, 'place' | 'wasAt'>;

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
  ahead: readonly Ahead[],
  settings: Draft,
  restarts: boolean,
): { marks: Placeless[]; release: Release | null } {
  const of = settings.reminderPercents.length;
  const coming = ahead.filter(({ kind }) => kind === 'reminder').length;
  const first = ahead[0]?.at;
  let n = of - coming;
  const future = ahead.map((event): Placeless => {
    const numbered = event.kind === 'reminder' ? { n: ++n, of } : {};
    return { ...event, state: event.at === first ? 'next' : 'future', ...numbered };
  });
  const release = earliestRelease(ahead, input.successors, settings, dayLength(input));
  const earliest: Placeless[] = release
    ? [
        { kind: 'earliest_release', at: release.at, recipients: [], state: 'future' },
        { kind: 'access_end', at: release.accessEndsAt, recipients: [], state: 'future' },
      ]
    : [];
  const past = restarts ? [startMark(input.now)] : pastMarks(input, of - coming);
  // A stable sort: what comes at the same moment stays in the order of its causes.
  const marks = [...past, ...future, ...earliest].sort((one, other) => one.at - other.at);
  return { marks, release };
}

const startMark = (at: number): Placeless => ({ kind: 'start', at, recipients: [], state: 'past' });

/** Since when silence counts: the service names the deadline, and not when the clock was last restarted. */
function silenceStart({ timeline, settings, now }: Present, dayMs: number): number {
  const seen = Date.parse(timeline.lastSeenAt);
  const isCounting = timeline.status === 'armed' || timeline.status === 'reminding';
  if (!isCounting || settings.deadline === null) return Math.min(seen, now);
  const start = Date.parse(settings.deadline) - settings.thresholdDays * dayMs - timeline.creditedMs;
  return Math.min(now, Math.max(seen, start));
}

function pastMarks(input: PictureInput, reminded: number): Placeless[] {
  const { timeline, settings, now, sent = [] } = input;
  const dayMs = dayLength(input);
  const start = silenceStart(input, dayMs);
  const marks = [startMark(start)];
  if (timeline.status === 'off' || timeline.status === 'paused' || timeline.status === 'armed') return marks;
  const recipients = timeline.events.find(({ kind }) => kind === 'final_notice')?.recipients ?? [];
  const distances = planned(settings, dayMs);
  for (let n = 1; n <= reminded; n += 1) {
    const expected = Math.min(now, start + (distances[n - 1] ?? 0));
    const at = sent.find((each) => each.kind === 'reminder' && each.n === n)?.at ?? expected;
    marks.push({ kind: 'reminder', at, recipients, state: 'past', n, of: distances.length - 1 });
  }
  const notice = sent.find(({ kind }) => kind === 'final_notice');
  if (notice) marks.push({ kind: 'final_notice', at: notice.at, recipients, state: 'past' });
  return marks;
}

function movedFrom(mark: Placeless, saved: readonly Placeless[]): { wasAt?: number | null } {
  // A pause is not a setting, so its marks stay.
  if (mark.state === 'past' || mark.kind === 'pause_reminder' || mark.kind === 'pause_end') return {};
  const same = saved.filter(({ kind, n }) => kind === mark.kind && n === mark.n);
  if (mark.kind !== 'invitation') return moved(mark, same[0]);
  // Others may have been asked at the same moment before: the first person whose moment changes counts.
  for (const { successorId } of mark.recipients) {
    const before = same.find((each) => each.recipients.some((other) => other.successorId === successorId));
    if (before?.at !== mark.at) return moved(mark, before);
  }
  return {};
}

const moved = (mark: Placeless, before: Placeless | undefined) =>
  before?.at === mark.at ? {} : { wasAt: before?.at ?? null };
