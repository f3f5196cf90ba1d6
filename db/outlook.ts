/**
 * The next steps of all switches, and those that are overdue and why, as the planner sees them. Only switches that may
 * have a step within the given time are read. They are found by the workflow's next look, by mails that wait, and by
 * handovers that wait for an answer.
 */
import { type Conditions, quorumUnreachable } from '../switch/plan.ts';
import { type Rules, type SwitchState, type SwitchStatus, silenceStart } from '../switch/state.ts';
import { type DueStep, nextStep } from '../switch/timeline.ts';
import { gapsIn, outagesBetween, readAllProofs } from './liveness.ts';
import { type FoundSwitch, loadSwitch, SWITCH, switchIn } from './load-switch.ts';
import type { EntityManager } from './orm.ts';
import { reachedAtOther } from './other-mailbox.ts';

/** A workflow that is this late for its next look is signalled again. */
export const OVERDUE_MS = 2 * 60_000;
/** In days: after this long without an answer, an operator should look at a handover. */
export const STUCK_DAYS = 30;
/** How many switches are looked at in one reading; more than a million owners have within a day. */
const MOST = 100_000;
/** How many are read with one statement. */
const BATCH = 500;

/** A step that is due within the time asked for. */
export interface Upcoming {
  userId: string;
  status: SwitchStatus;
  step: DueStep['kind'];
  /** Which reminder, and of how many. */
  n?: number;
  of?: number;
  /** In milliseconds. */
  at: number;
}

/** Why a switch is overdue, besides what holds it. */
export type OverdueReason =
  | 'workflow_not_seen'
  | 'mail_refused'
  | 'mail_blocked'
  | 'mail_waiting'
  | 'quorum_unreachable'
  | 'no_answer'
  | 'step_not_taken'
  | 'unreadable';

export interface Overdue {
  userId: string;
  status: SwitchStatus;
  /** An `OverdueReason`, or the name of a hold. */
  reason: OverdueReason | (string & {});
  /** In milliseconds; null if it wasn't noted. */
  since: number | null;
  /** The mail that waits, and the mail server's latest code. */
  mail: string | null;
  code: string | null;
}

export interface Outlook {
  /** Earliest first. */
  upcoming: Upcoming[];
  /** Longest overdue first. */
  overdue: Overdue[];
  /** False if there were more switches to look at than one reading looks at. */
  complete: boolean;
}

/** Switches that may have a step before a moment, or be overdue. No request waits for these statements. */
const CANDIDATES = `/* in the background */
  select user_id from switch
    where status not in ('off', 'completed') and (next_event_at is null or next_event_at < ?)
  union select m.user_id from mail m join mail_kind k on k.name = m.kind
    where k.awaited and m.status = 'queued' and not ${reachedAtOther('m')}
  union select user_id from handover where status = 'awaiting_successors'
  limit ${MOST + 1}`;

const SWITCHES = `/* in the background */
  select s.user_id as "userId", s.next_event_at as "nextEventAt", s.held_by as "heldBy", s.held_since as "heldSince",
    ${SWITCH}
  from unnest(?::uuid[]) which join switch s on s.user_id = which
    cross join lateral load_switch(s.user_id, false) found`;

/** Queued mails that a switch or a successor waits for. */
const WAITING = `/* in the background */
  select m.user_id as "userId", m.handover_id as "handoverId", m.kind, m.epoch, m.data, m.last_error as code, m.refusal,
    m.refused_since as "refusedSince", m.created_at as "createdAt"
  from mail m join mail_kind k on k.name = m.kind
  where k.awaited and m.status = 'queued' and m.user_id = any(?::uuid[]) and not ${reachedAtOther('m')}
  order by m.refused_since nulls last, m.created_at`;

interface Row extends FoundSwitch {
  userId: string;
  nextEventAt: Date | string | null;
  heldBy: string[] | null;
  heldSince: Date | string | null;
}

interface WaitingMail {
  userId: string;
  handoverId: string | null;
  kind: string;
  epoch: number | null;
  data: Record<string, unknown>;
  code: string | null;
  /** Why it was refused last. */
  refusal: string | null;
  refusedSince: Date | string | null;
  createdAt: Date | string;
}

const msOf = (date: Date | string): number => new Date(date).getTime();

/** Whether a mail is awaited: the switch for the warning that is due, or a successor of the open handover. */
const isAwaited = (state: SwitchState, due: boolean, { handoverId, epoch, data }: WaitingMail): boolean =>
  handoverId === null
    ? due && state.epoch === epoch && silenceStart(state) === data.since
    : state.handover?.id === handoverId;

/** One broken row must not hide all the others. */
async function stateOf(em: EntityManager, row: Row): Promise<SwitchState | 'unreadable' | undefined> {
  try {
    return (switchIn(row.userId, row) ?? (await loadSwitch(em, row.userId)))?.state;
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable';
    throw error;
  }
}

const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH) }, (_, i) => all.slice(i * BATCH, (i + 1) * BATCH));

/** What keeps a switch from going on, or makes it late; null if it is on time. */
function overdueBecause(
  state: SwitchState,
  row: Row,
  mails: readonly WaitingMail[],
  due: boolean,
  now: number,
  { dayMs }: Rules,
): (Pick<Overdue, 'reason' | 'since'> & Partial<Overdue>) | null {
  // Where no look was noted yet, the switch may have been armed a moment ago.
  const promised = row.nextEventAt === null ? silenceStart(state) : msOf(row.nextEventAt);
  if (promised < now - OVERDUE_MS) return { reason: 'workflow_not_seen', since: promised };
  const [hold] = row.heldBy ?? [];
  if (due && hold !== undefined) {
    return { reason: hold, since: row.heldSince === null ? null : msOf(row.heldSince) };
  }
  const refused = mails.find(({ refusedSince }) => refusedSince !== null);
  if (refused?.refusedSince) {
    return {
      reason: refused.refusal === 'blocked' ? 'mail_blocked' : 'mail_refused',
      since: msOf(refused.refusedSince),
      mail: refused.kind,
      code: refused.code,
    };
  }
  const waiting = mails.find(({ createdAt }) => msOf(createdAt) < now - OVERDUE_MS);
  if (waiting) {
    return { reason: 'mail_waiting', since: msOf(waiting.createdAt), mail: waiting.kind, code: waiting.code };
  }
  const { handover, status } = state;
  if (status === 'awaiting_successors' && handover) {
    if (quorumUnreachable(state)) {
      const declined = handover.invitees.flatMap(({ response, respondedAt }) =>
        response === 'decline' && respondedAt !== null ? [respondedAt] : [],
      );
      return { reason: 'quorum_unreachable', since: declined.length > 0 ? Math.max(...declined) : null };
    }
    const asked = handover.invitees
      .filter(({ response, invitationsSent }) => response === null && invitationsSent > 0)
      .map(({ handoverDelayDays }) => (handover.graceEndedAt ?? now) + handoverDelayDays * dayMs);
    const since = Math.min(...asked);
    if (since < now - STUCK_DAYS * dayMs) return { reason: 'no_answer', since };
  }
  // The workflow has looked, and promised to look later although something is due.
  return due && mails.length === 0 && promised > now ? { reason: 'step_not_taken', since: null } : null;
}

/**
 * Reads the steps that fall due before a moment, and those that are overdue.
 *
 * @param em a transaction sees everything as of one moment
 */
export async function readOutlook(
  em: EntityManager,
  now: Date,
  rules: Rules,
  withinMs: number,
): Promise<Outlook> {
  const at = now.getTime();
  const until = at + withinMs;
  const found = await em.execute<{ user_id: string }[]>(CANDIDATES, [new Date(until)]);
  const proofs = await readAllProofs(em, at);
  const upcoming: Upcoming[] = [];
  const overdue: Overdue[] = [];
  for (const ids of chunks(found.slice(0, MOST).map(({ user_id }) => user_id))) {
    const which = [`{${ids.join(',')}}`];
    const rows = await em.execute<Row[]>(SWITCHES, which);
    const mails = Map.groupBy(await em.execute<WaitingMail[]>(WAITING, which), ({ userId }) => userId);
    for (const row of rows) {
      const { userId } = row;
      const state = await stateOf(em, row);
      if (state === 'unreadable') {
        const { status } = row.row_of_switch;
        overdue.push({ userId, status, reason: state, since: null, mail: null, code: null });
        continue;
      }
      if (!state || state.status === 'off' || state.status === 'completed') continue;
      const { status } = state;
      const gaps = outagesBetween(proofs, state.finalNoticeAt ?? silenceStart(state), at, rules.dayMs);
      const conditions: Conditions = { ...gapsIn(gaps), holds: [] };
      const next = nextStep(state, at, rules, conditions);
      const due = next !== null && next.at <= at;
      const own = (mails.get(userId) ?? []).filter((mail) => isAwaited(state, due, mail));
      const late = overdueBecause(state, row, own, due, at, rules);
      if (late) overdue.push({ userId, status, mail: null, code: null, ...late });
      if (!next || next.at >= until || (due && late)) continue;
      const { due: step } = next;
      const which = step.kind === 'reminder' ? { n: step.n, of: step.of } : {};
      upcoming.push({ userId, status, step: step.kind, ...which, at: Math.round(next.at) });
    }
  }
  upcoming.sort((a, b) => a.at - b.at);
  overdue.sort((a, b) => (a.since ?? at) - (b.since ?? at));
  return { upcoming, overdue, complete: found.length <= MOST };
}
