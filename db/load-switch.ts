/** A switch as the planner sees it, read from its rows. */
import { startedOver } from '../switch/cycle.ts';
import type { Handover as HandoverState, SwitchState } from '../switch/state.ts';
import { Handover } from './entities/handover.ts';
import { Invitee } from './entities/invitee.ts';
import { Switch, type SwitchRow } from './entities/switch.ts';
import { type EntityManager, plainRow } from './orm.ts';

export interface LoadedSwitch {
  userId: string;
  seq: number;
  state: SwitchState;
}

const ms = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** The open handover or, once a cycle is completed, the one that completed it, as access can still be renewed. */
async function loadHandover(
  em: EntityManager,
  { userId, status, epoch }: SwitchRow,
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
    graceMs: row.graceMs ?? null,
    invitees: invitees.map((each) => ({
      successorId: each.successorId,
      handoverDelayDays: each.handoverDelayDays,
      invitationsSent: each.invitationsSent,
      invitedAt: ms(each.invitedAt),
      response: each.response ?? null,
      respondedAt: ms(each.respondedAt),
      accessEndsAt: ms(each.accessEndsAt),
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
  const [found] = await em.execute<Found[]>(
    'select found.*, restoring() as restored_at from load_switch(?, ?) found',
    [userId, options.lock],
  );
  if (!found) return null;
  const read = await loaded(em, userId, found);
  const state = restoredState(read);
  return {
    userId,
    ...(state ? { seq: read.seq + 1, state: withoutCancelled(state) } : { seq: read.seq, state: read.state }),
  };
}

/** A switch as it was read, and the restored backup after which it has yet to start over. */
export interface Read extends LoadedSwitch {
  /** In milliseconds; null if no backup was restored, or the owner has been seen since. */
  restoredAt: number | null;
}

/** What a restored backup makes of a switch; null if it changes nothing. */
export function restoredState({ state, restoredAt }: Read): SwitchState | null {
  const after = restoredAt === null ? state : startedOver(state, restoredAt);
  return after === state ? null : after;
}

/** The state as the next read would return it: without a handover that has just been cancelled. */
export const withoutCancelled = (state: SwitchState): SwitchState =>
  state.handover?.status === 'cancelled' ? { ...state, handover: null } : state;

/** Reads a switch that is about to change. Locks it and the owner's log, and returns where the log ends. */
export async function lockSwitch(
  em: EntityManager,
  userId: string,
): Promise<{ before: Read; logEnd: string } | null> {
  const [found] = await em.execute<(Found & { log_end: string | null })[]>(
    'select found.*, restoring() as restored_at from lock_switch(?) found',
    [userId],
  );
  return found ? { before: await loaded(em, userId, found), logEnd: found.log_end ?? '' } : null;
}

interface Found {
  row_of_switch: Record<string, unknown>;
  email_verified: boolean;
  verified_successors: { id: string; handoverDelayDays: number }[];
  /** Whether there is a handover that is open or has just been completed, which most owners never have. */
  handing_over: boolean;
  /** When the backup was restored after which every switch is starting over. */
  restored_at: Date | string | null;
}

async function loaded(em: EntityManager, userId: string, found: Found): Promise<Read> {
  const { row_of_switch, email_verified, verified_successors, handing_over, restored_at } = found;
  const row = plainRow(em, Switch, row_of_switch);
  const handover = handing_over ? await loadHandover(em, row) : null;
  const state = stateOf(row, email_verified, verified_successors, handover);
  const restoredAt = restored_at === null ? null : new Date(restored_at).getTime();
  const toStartOver = restoredAt !== null && state.lastSeenAt < restoredAt;
  return { userId, seq: row.seq, state, restoredAt: toStartOver ? restoredAt : null };
}

function stateOf(
  row: SwitchRow,
  emailVerified: boolean,
  successors: readonly { id: string; handoverDelayDays: number }[],
  handover: HandoverState | null,
): SwitchState {
  return {
    status: row.status,
    epoch: row.epoch,
    lastSeenAt: row.lastSeenAt.getTime(),
    clockStartedAt: row.clockStartedAt.getTime(),
    settings: {
      thresholdDays: row.thresholdDays,
      reminderPercents: row.reminderPercents,
      quorum: row.quorum,
      accessDays: row.accessDays,
    },
    emailVerified,
    successors: successors.map(({ id, handoverDelayDays }) => ({ id, handoverDelayDays })),
    remindersAccepted: row.remindersAccepted,
    lastReminderAt: ms(row.lastReminderAt),
    finalNoticeAt: ms(row.finalNoticeAt),
    undeliverableAt: ms(row.undeliverableAt),
    ownerAliveAt: ms(row.ownerAliveAt),
    pausedAt: ms(row.pausedAt),
    pausedUntil: ms(row.pausedUntil),
    pauseReminders: row.pauseReminders,
    handover,
  };
}
