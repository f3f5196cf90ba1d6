/**
 * The switch's row: loaded for the planner, and changed by the one conditional UPDATE below. What may change, and
 * into what, is decided by `step` in switch/state.ts; here the decision is made to stick, together with
 * its handover, its activity record, the mails it owes and the message to Temporal, or not at all.
 */
import {
  type Handover as HandoverState,
  type OwedMail,
  owedMails,
  type SwitchState,
  startedOver,
} from '../switch/state.ts';
import { type ActivityRecord, recordActivities, type SignRecord } from './activity-log.ts';
import { Handover } from './entities/handover.ts';
import { Invitee } from './entities/invitee.ts';
import { Successor } from './entities/successor.ts';
import { Switch, type SwitchRow } from './entities/switch.ts';
import { User } from './entities/user.ts';
import { queueMail } from './mail.ts';
import { type EntityManager, plainRow } from './orm.ts';
import { putMessage } from './outbox.ts';

export interface LoadedSwitch {
  userId: string;
  seq: number;
  state: SwitchState;
}

const ms = (date: Date | null | undefined): number | null => date?.getTime() ?? null;
const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Settings of a new account. */
const DEFAULTS = { thresholdDays: 90, reminderPercents: [75, 85, 95], quorum: 1, accessDays: 90 };

/** Gives a new owner their row, switched off until there is somebody to hand over to. */
export async function createSwitch(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.insert(Switch, {
    userId,
    status: 'off',
    epoch: 0,
    seq: 0,
    lastSeenAt: now,
    clockStartedAt: now,
    ...DEFAULTS,
    remindersAccepted: 0,
    lastReminderAt: null,
    finalNoticeAt: null,
    undeliverableAt: null,
    noticeTriedAt: null,
    ownerAliveAt: null,
    pausedAt: null,
    pausedUntil: null,
    pauseReminders: 0,
    nextEventAt: null,
  });
}

/** The handover that is open; of a completed cycle the one that completed it, as access can still be renewed. */
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
 * Reads a switch as the planner sees it; null once the account is gone. Within a transaction it can be locked. What a
 * restored backup says of one that has yet to start over is read as if it had: nothing can be due of it.
 */
export async function loadSwitch(
  em: EntityManager,
  userId: string,
  options: { lock: boolean } = { lock: false },
): Promise<LoadedSwitch | null> {
  // In one statement: every look at a switch and most writes of an owner begin with it. Where it locks, it does so
  // before it reads: what it returns cannot change until commit.
  const [found] = await em.execute<Found[]>(
    'select found.*, restoring() as restored_at from load_switch(?, ?) found',
    [userId, options.lock],
  );
  if (!found) return null;
  const read = await loaded(em, userId, found);
  const state = restoredState(read);
  return {
    userId,
    ...(state ? { seq: read.seq + 1, state: atRest(state) } : { seq: read.seq, state: read.state }),
  };
}

/** As it was read, and the restored backup that it has yet to start over after. */
interface Read extends LoadedSwitch {
  /** In milliseconds; null where no backup was restored, or the owner was seen since. */
  restoredAt: number | null;
}

/** What a restored backup makes of a switch; null where it makes nothing of it. */
function restoredState({ state, restoredAt }: Read): SwitchState | null {
  const after = restoredAt === null ? state : startedOver(state, restoredAt);
  return after === state ? null : after;
}

/** As it is read again: without the handover that has just been closed. */
const atRest = (state: SwitchState): SwitchState =>
  state.handover?.status === 'cancelled' ? { ...state, handover: null } : state;

/** As it is, a switch that is about to change: locked, and with it the owner's log, whose end comes along. */
async function lockSwitch(
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
  /** The restored backup after which everybody is being started over. */
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
    noticeTriedAt: ms(row.noticeTriedAt),
    ownerAliveAt: ms(row.ownerAliveAt),
    pausedAt: ms(row.pausedAt),
    pausedUntil: ms(row.pausedUntil),
    pauseReminders: row.pauseReminders,
    handover,
  };
}

/** What a decision makes of a switch. */
export interface Change {
  state: SwitchState;
  /** Whom it has to be told to. */
  owedMails: readonly OwedMail[];
  /** What the activity log says; null for a sign of life that only moves the moment. */
  record: Omit<ActivityRecord, 'userId' | 'at'> | null;
  /** The workflow's own steps need no message: it looks again anyway. `always` for a check-in link. */
  tell: 'workflow' | 'nobody' | 'always';
  /** When the workflow looks next, where the step knows it; null where it has nothing to look for. */
  nextEventAt?: Date | null;
  /** The owner's own words for a cancelled handover. */
  cancelNote?: string;
}

export interface ChangeContext {
  em: EntityManager;
  signRecord: SignRecord;
  now: Date;
}

/** Thrown when the row changed under a decision that was made on an older one. The caller decides again. */
export class SwitchConflict extends Error {
  override name = 'SwitchConflict';
}

/** The only UPDATE that changes a switch: it names what the decision was based on. */
async function updateRow(
  em: EntityManager,
  before: LoadedSwitch,
  after: SwitchState,
  seq: number,
  nextEventAt: Date | null,
) {
  const updated = await em.nativeUpdate(
    Switch,
    {
      userId: before.userId,
      status: before.state.status,
      epoch: before.state.epoch,
      seq: before.seq,
      lastSeenAt: new Date(before.state.lastSeenAt),
    },
    {
      status: after.status,
      epoch: after.epoch,
      seq,
      lastSeenAt: new Date(after.lastSeenAt),
      clockStartedAt: new Date(after.clockStartedAt),
      thresholdDays: after.settings.thresholdDays,
      reminderPercents: [...after.settings.reminderPercents],
      quorum: after.settings.quorum,
      accessDays: after.settings.accessDays,
      remindersAccepted: after.remindersAccepted,
      lastReminderAt: date(after.lastReminderAt),
      finalNoticeAt: date(after.finalNoticeAt),
      undeliverableAt: date(after.undeliverableAt),
      noticeTriedAt: date(after.noticeTriedAt),
      ownerAliveAt: date(after.ownerAliveAt),
      pausedAt: date(after.pausedAt),
      pausedUntil: date(after.pausedUntil),
      pauseReminders: after.pauseReminders,
      ...(seq === before.seq ? {} : { nextEventAt }),
    },
  );
  if (updated !== 1) throw new SwitchConflict('the switch changed meanwhile');
}

async function saveHandover(
  em: EntityManager,
  userId: string,
  before: SwitchState,
  after: SwitchState,
  note: string | null,
) {
  const handover = after.handover;
  if (!handover || handover === before.handover) return;
  const columns = {
    status: handover.status,
    graceEndedAt: date(handover.graceEndedAt),
    releasedAt: date(handover.releasedAt),
    completedAt: date(handover.completedAt),
    cancelledAt: date(handover.cancelledAt),
    cancelReason: handover.cancelReason,
    undeliverable: handover.undeliverable,
    graceMs: handover.graceMs,
    cancelNote: note,
  };
  if (!before.handover) {
    const { id, quorum } = handover;
    await em.insert(Handover, {
      id,
      userId,
      epoch: after.epoch,
      quorum,
      startedAt: new Date(handover.startedAt),
      ...columns,
    });
  } else {
    await em.nativeUpdate(Handover, { id: handover.id }, columns);
  }
  const old = new Map(before.handover?.invitees.map((each) => [each.successorId, each]));
  for (const invitee of handover.invitees) {
    const was = old.get(invitee.successorId);
    if (was === invitee) continue;
    const { successorId, handoverDelayDays, invitationsSent, response } = invitee;
    const fields = {
      invitationsSent,
      invitedAt: date(invitee.invitedAt),
      response,
      respondedAt: date(invitee.respondedAt),
      accessEndsAt: date(invitee.accessEndsAt),
      ownerAliveCount: invitee.ownerAliveCount,
    };
    if (was) await em.nativeUpdate(Invitee, { handoverId: handover.id, successorId }, fields);
    else
      await em.insert(Invitee, {
        handoverId: handover.id,
        successorId,
        handoverDelayDays,
        message: null,
        reshares: null,
        lastAccessAt: null,
        ...fields,
      });
  }
}

/** Queues the mails that a change owes; `seq` tells apart what may be owed more than once. */
async function queueNotices(
  em: EntityManager,
  userId: string,
  epoch: number,
  owed: readonly OwedMail[],
  seq: number,
  now: Date,
) {
  const owner = { userId, epoch, recipient: '' };
  if (owed.length > 0) owner.recipient = (await em.findOneOrFail(User, { id: userId })).email;
  for (const notice of owed) {
    switch (notice.kind) {
      case 'switch_off': {
        const data = { handoverCancelled: notice.handoverCancelled };
        await queueMail(em, { key: `switch_off/${userId}/${seq}`, kind: notice.kind, ...owner, data }, now);
        break;
      }
      case 'pause_reminder':
      case 'owner_alive':
        await queueMail(em, { key: `${notice.kind}/${userId}/${seq}`, kind: notice.kind, ...owner }, now);
        break;
      default: {
        const { kind, successorId, handoverId } = notice;
        const successor = await em.findOne(Successor, { id: successorId, optedOutAt: null });
        if (!successor) break;
        const key = [kind, handoverId, successorId, ...(kind === 'invitation' ? [notice.ask] : [])].join('/');
        const data: Record<string, string | number> = {};
        if (kind === 'invitation') data.n = notice.ask;
        // An owner who is back may remove somebody before the mail about it goes out.
        if (kind === 'handover_cancelled') data.successorName = successor.name;
        const recipient = successor.email;
        await queueMail(em, { key, kind, recipient, userId, successorId, handoverId, epoch, data }, now);
      }
    }
  }
}

/**
 * Changes a switch, in a transaction of its own or in the caller's: the row is locked, `decide` sees it as it is,
 * and what it returns is saved with everything that belongs to it.
 *
 * @param decide returns null to leave everything as it is
 * @returns the state after the change; null where the account is gone or nothing was decided
 * @throws SwitchConflict where the row changed all the same; nothing is saved then
 */
export async function changeSwitch(
  context: ChangeContext,
  userId: string,
  decide: (before: LoadedSwitch) => Change | null,
): Promise<LoadedSwitch | null> {
  return context.em.transactional(async (em) => {
    const held = await lockSwitch(em, userId);
    if (!held) return null;
    let [before, logEnd]: [LoadedSwitch, string] = [held.before, held.logEnd];
    const state = restoredState(held.before);
    if (state) {
      const startingOver: Change = {
        state,
        owedMails: owedMails(before.state, state),
        record: null,
        tell: 'workflow',
      };
      const saved = await save(em, context, before, startingOver, logEnd);
      [before, logEnd] = [{ ...saved.after, state: atRest(state) }, saved.logEnd];
    }
    const change = decide(before);
    return change && (await save(em, context, before, change, logEnd)).after;
  });
}

/** Makes a change stick, with everything that belongs to it. */
async function save(
  em: EntityManager,
  context: ChangeContext,
  before: LoadedSwitch,
  change: Change,
  logEnd: string,
): Promise<{ after: LoadedSwitch; logEnd: string }> {
  const { userId } = before;
  const { state, record, tell } = change;
  const onlySeen = state.status === before.state.status && isOnlySeen(before.state, state);
  const seq = onlySeen && tell !== 'always' ? before.seq : before.seq + 1;
  // Unless it is known: due at once, so that reconcile finds it should the message to the workflow be lost.
  const { nextEventAt = context.now } = change;
  if (state !== before.state || seq !== before.seq) await updateRow(em, before, state, seq, nextEventAt);
  await saveHandover(em, userId, before.state, state, change.cancelNote ?? null);
  await queueNotices(em, userId, state.epoch, change.owedMails, seq, context.now);
  const records: ActivityRecord[] = record ? [{ userId, at: context.now, ...record }] : [];
  if (state.status !== before.state.status) {
    const handoverId = state.handover?.id;
    const detail = {
      from: before.state.status,
      to: state.status,
      epoch: state.epoch,
      ...(handoverId === undefined ? {} : { handoverId }),
    };
    records.push({ userId, at: context.now, type: 'switch_changed', detail });
  }
  const end = (await recordActivities(em, context.signRecord, records, logEnd)) ?? logEnd;
  if (seq !== before.seq && tell !== 'nobody') {
    await putMessage(em, { kind: 'switch', subjectId: userId, seq }, context.now);
  }
  return { after: { userId, seq, state }, logEnd: end };
}

/** A sign of life that ended nothing: history stays small for an owner who is seen daily for ten years. */
const isOnlySeen = (before: SwitchState, after: SwitchState): boolean =>
  JSON.stringify({ ...before, lastSeenAt: 0 }) === JSON.stringify({ ...after, lastSeenAt: 0 });

/**
 * The short way for the commonest sign of life, one statement: where nothing has begun, only the moment moves.
 *
 * @returns false where something has begun that the sign of life must end: use `changeSwitch`
 */
export async function touchSwitch(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  const touched = await em.execute<unknown[]>(
    `update switch set last_seen_at = greatest(last_seen_at, ?)
     where user_id = ? and status in ('off', 'armed', 'paused') returning 1`,
    [now, userId],
  );
  return touched.length === 1;
}

/** Notes when the workflow will look next. */
export async function noteNextEvent(
  em: EntityManager,
  userId: string,
  seq: number,
  at: Date | null,
): Promise<void> {
  await em.nativeUpdate(Switch, { userId, seq }, { nextEventAt: at });
}
