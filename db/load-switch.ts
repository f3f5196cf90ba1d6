/** A switch as the planner sees it, read from its rows. */
import { spreadMs, startedOver } from '../switch/cycle.ts';
import type {
  CurrentSuccessor,
  Handover as HandoverState,
  SwitchState,
  SwitchStatus,
} from '../switch/state.ts';
import { Handover } from './entities/handover.ts';
import { Invitee } from './entities/invitee.ts';
import type { EntityManager } from './orm.ts';

export interface LoadedSwitch {
  userId: string;
  seq: number;
  /** Whether links in mails check in, or only lead to the log-in. */
  checkInByLink: boolean;
  /** How often successors are asked whether they can be reached. */
  contactMonths: number;
  /** Whether clocks disagreed when a step was due at the workflow's latest look. */
  clocksDisagreed: boolean;
  state: SwitchState;
}

const ms = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** The open handover or, once a cycle is completed, the one that completed it, as access can still be renewed. */
async function loadHandover(
  em: EntityManager,
  userId: string,
  { status, epoch }: SwitchColumns,
): Promise<HandoverState | null> {
  const row = await em.findOne(
    Handover,
    status === 'completed'
      ? { userId, status, epoch }
      : { userId, status: { $nin: ['completed', 'cancelled'] } },
    { refresh: true, orderBy: { startedAt: 'desc' } },
  );
  if (!row) return null;
  const invitees = await em.find(
    Invitee,
    { handoverId: row.id },
    { refresh: true, orderBy: { successorId: 'asc' } },
  );
  return {
    id: row.id,
    status: row.status,
    quorum: row.quorum,
    startedAt: row.startedAt.getTime(),
    graceEndedAt: ms(row.graceEndedAt),
    releasedAt: ms(row.releasedAt),
    completedAt: ms(row.completedAt),
    cancelledAt: ms(row.cancelledAt),
    cancelReason: row.cancelReason ?? null,
    undeliverable: row.undeliverable,
    graceMs: row.graceMs,
    invitees: invitees.map((each) => ({
      successorId: each.successorId,
      handoverDelayDays: each.handoverDelayDays,
      invitationsSent: each.invitationsSent,
      invitedAt: ms(each.invitedAt),
      response: each.response ?? null,
      respondedAt: ms(each.respondedAt),
      accessEndsAt: ms(each.accessEndsAt),
      accessReminders: each.accessReminders,
      ownerAliveCount: each.ownerAliveCount,
    })),
  };
}

/**
 * Reads a switch as the planner sees it; null once the account is gone. In a transaction it can be locked. If a backup
 * was restored and this switch has yet to start over, it is read as if it had, so nothing stale can be due.
 */
export async function loadSwitch(
  em: EntityManager,
  userId: string,
  options: { lock: boolean } = { lock: false },
): Promise<LoadedSwitch | null> {
  // One statement, because every look at a switch and most of an owner's writes begin with it. It locks before it
  // reads, so what it returns cannot change until commit.
  const [found] = await em.execute<FoundSwitch[]>(`select ${SWITCH} from load_switch(?, ?) found`, [
    userId,
    options.lock,
  ]);
  return found ? asRestored(await read(em, userId, found)) : null;
}

/** Like `loadSwitch`, for callers that may take a step: also says whether the database has been judged (db/judgement.ts). */
export async function loadForStep(
  em: EntityManager,
  userId: string,
): Promise<{ loaded: LoadedSwitch; judged: boolean } | null> {
  const [found] = await em.execute<(FoundSwitch & Judged)[]>(
    `select ${JUDGED}, ${SWITCH} from load_switch(?, false) found`,
    [userId],
  );
  return found ? { loaded: asRestored(await read(em, userId, found)), judged: found.judged } : null;
}

/** A switch from a row that a statement found; null if there is none, or its handover must be read too. */
export function switchIn(userId: string, found: FoundSwitch | NoSwitch): LoadedSwitch | null {
  return found.row_of_switch && !found.handing_over ? asRestored(readFrom(userId, found, null)) : null;
}

function asRestored(read: Read): LoadedSwitch {
  const { restoration: _, ...found } = read;
  const state = restoredState(read);
  if (!state) return found;
  return { ...found, seq: read.seq + 1, clocksDisagreed: false, state: withoutCancelled(state) };
}

/** A switch as it was read, and the restored backup after which it has yet to start over. */
export interface Read extends LoadedSwitch {
  /** Null if no backup was restored, or the owner has been seen since. */
  restoration: OpenRestoration | null;
}

/** A restored backup after which switches are starting over: when, and the length of a day, in milliseconds. */
interface OpenRestoration {
  at: number;
  dayMs: number;
}

/** A switch after a restored backup; null if the backup changes nothing. */
export function restoredState({ userId, state, restoration }: Read): SwitchState | null {
  if (restoration === null) return null;
  const later = spreadMs(userId, state.settings.thresholdDays, restoration.dayMs);
  const after = startedOver(state, restoration.at, later);
  return after === state ? null : after;
}

/** The state as the next read would return it: without a handover that has just been cancelled. */
export const withoutCancelled = (state: SwitchState): SwitchState =>
  state.handover?.status === 'cancelled' ? { ...state, handover: null } : state;

/** A switch that is about to change. */
export interface LockedSwitch {
  before: Read;
  /** Where the owner's log ends. */
  logEnd: string;
  /** Whether the database has been judged (db/judgement.ts). */
  judged: boolean;
}

/** Locks a switch and the owner's log, and reads them. */
export async function lockSwitch(em: EntityManager, userId: string): Promise<LockedSwitch | null> {
  const [found] = await em.execute<(FoundSwitch & Judged & { log_end: string | null })[]>(
    `select ${JUDGED}, ${SWITCH} from lock_switch(?) found`,
    [userId],
  );
  if (!found) return null;
  const before = await read(em, userId, found);
  return { before, logEnd: found.log_end ?? '', judged: found.judged };
}

/**
 * Must come before `SWITCH`, which reads the restored backup: the process that judges the database also notes the
 * backup, so a switch that is read as judged is read as started over too.
 */
export const JUDGED = 'is_judged() as judged';

export interface Judged {
  judged: boolean;
}

/** The columns that a row of `load_switch`, named `found`, is read with. */
export const SWITCH = 'found.*, open_restoration() as restoration';

/** A row of the table, as JSON. */
interface SwitchColumns {
  status: SwitchStatus;
  epoch: number;
  seq: number;
  last_seen_at: string;
  clock_started_at: string;
  threshold_days: number;
  reminder_percents: number[];
  quorum: number;
  access_days: number;
  check_in_by_link: boolean;
  contact_months: number;
  reminders_accepted: number;
  last_reminder_at: string | null;
  final_notice_at: string | null;
  undeliverable_at: string | null;
  returned_at: string | null;
  reached_by_way: boolean;
  owner_alive_at: string | null;
  paused_at: string | null;
  paused_until: string | null;
  pause_reminders: number;
  held_by: string[] | null;
}

export interface FoundSwitch {
  row_of_switch: SwitchColumns;
  email_verified: boolean;
  verified_successors: CurrentSuccessor[];
  /** Whether there is a handover that is open or has just been completed, which most owners never have. */
  handing_over: boolean;
  /** The restored backup after which every switch is starting over. */
  restoration: OpenRestoration | null;
}

/** The same columns, joined to an account that is gone. */
type NoSwitch = Record<keyof FoundSwitch, null>;

async function read(em: EntityManager, userId: string, found: FoundSwitch): Promise<Read> {
  const handover = found.handing_over ? await loadHandover(em, userId, found.row_of_switch) : null;
  return readFrom(userId, found, handover);
}

function readFrom(userId: string, found: FoundSwitch, handover: HandoverState | null): Read {
  const state = stateOf(found, handover);
  const { restoration } = found;
  const toStartOver = restoration !== null && state.lastSeenAt < restoration.at;
  const { seq, check_in_by_link, contact_months, held_by } = found.row_of_switch;
  return {
    userId,
    seq,
    checkInByLink: check_in_by_link,
    contactMonths: contact_months,
    clocksDisagreed: held_by?.includes('clock_skew') ?? false,
    state,
    restoration: toStartOver ? restoration : null,
  };
}

/**
 * Whether a failure shows that a row makes no sense, such as one edited by hand. No step can be planned from it, so it
 * stays as it is, but it must not stop what is done for the owners after it. Any other failure is retried.
 */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError;

/** @throws RangeError for an invalid timestamp, such as `infinity`: nothing may be planned from it */
function momentOf(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new RangeError('a switch has a time that no clock can show');
  return at;
}

function stateOf(
  { row_of_switch: row, email_verified, verified_successors }: FoundSwitch,
  handover: HandoverState | null,
): SwitchState {
  const at = (time: string | null): number | null => (time === null ? null : momentOf(time));
  return {
    status: row.status,
    epoch: row.epoch,
    lastSeenAt: momentOf(row.last_seen_at),
    clockStartedAt: momentOf(row.clock_started_at),
    settings: {
      thresholdDays: row.threshold_days,
      reminderPercents: row.reminder_percents,
      quorum: row.quorum,
      accessDays: row.access_days,
    },
    emailVerified: email_verified,
    successors: verified_successors,
    remindersAccepted: row.reminders_accepted,
    lastReminderAt: at(row.last_reminder_at),
    finalNoticeAt: at(row.final_notice_at),
    undeliverableAt: at(row.undeliverable_at),
    returnedAt: at(row.returned_at),
    reachedByWay: row.reached_by_way,
    ownerAliveAt: at(row.owner_alive_at),
    pausedAt: at(row.paused_at),
    pausedUntil: at(row.paused_until),
    pauseReminders: row.pause_reminders,
    handover,
  };
}
