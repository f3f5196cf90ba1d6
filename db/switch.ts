/**
 * Every event that changes a switch goes through the one conditional UPDATE below, unless it only moves `last_seen_at`,
 * or starts many switches over after a restored backup (db/restoration.ts). `step` (switch/step.ts) decides how an
 * event changes a switch. Here the decision is saved, together with its handover, its activity records, the mails it
 * owes and the message to Temporal, or not at all.
 */
import { isNearer } from '../switch/nearer.ts';
import { AT_REST, type Rules, type SwitchEvent, type SwitchState } from '../switch/state.ts';
import { step } from '../switch/step.ts';
import { type NewActivityRecord, recordActivities, type SignRecord } from './activity-log.ts';
import { Switch } from './entities/switch.ts';
import { DatabaseChanged } from './judgement.ts';
import { type LoadedSwitch, lockSwitch, restoredState, withoutCancelled } from './load-switch.ts';
import type { EntityManager } from './orm.ts';
import { putMessage } from './outbox.ts';
import { queueOwedMails } from './owed-mails.ts';
import { saveHandover } from './save-handover.ts';

/** Settings of a new account. */
const DEFAULTS = {
  thresholdDays: 90,
  reminderPercents: [75, 85, 95],
  quorum: 1,
  accessDays: 90,
  checkInByLink: true,
  contactMonths: 12,
};

/** Inserts a new owner's switch, which is off until there is a successor to hand over to. */
export async function createSwitch(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.insert(Switch, {
    userId,
    status: 'off',
    epoch: 0,
    seq: 0,
    lastSeenAt: now,
    seenInPersonAt: now,
    linkUsedAt: null,
    clockStartedAt: now,
    ...DEFAULTS,
    ...AT_REST,
    nextEventAt: null,
    heldBy: null,
    heldSince: null,
  });
}

export interface ChangeContext {
  em: EntityManager;
  signRecord: SignRecord;
  rules: Rules;
  now: Date;
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

type ChangeRecord = Omit<NewActivityRecord, 'userId' | 'at'>;

/** Other columns of the row, on which no date depends. */
export interface BesideState {
  checkInByLink?: boolean;
  contactMonths?: number;
  linkUsedAt?: Date;
}

/** `if_changed` ignores a sign of life that moves only `lastSeenAt`. */
export type SignalWorkflow = 'if_changed' | 'always' | 'never';

/** Everything that goes with a change, besides the mails that it owes. */
export interface ChangeOptions {
  /** The record for the activity log. */
  record?: ChangeRecord | null | ((before: SwitchState, after: SwitchState) => ChangeRecord | null);
  /** Whether to wake the switch's workflow. It needs no signal after its own steps, because it looks again anyway. */
  signalWorkflow?: SignalWorkflow | ((after: SwitchState) => SignalWorkflow);
  /** When the workflow looks next, if that is known; returns null if it has nothing to look for. */
  nextEventAt?: (after: SwitchState) => Date | null;
  /** The owner's own words for a cancelled handover. */
  cancelNote?: string;
  /** Columns that the planner doesn't read. */
  beside?: BesideState;
}

/** Thrown when the row has changed since it was read for a decision. The caller decides again. */
export class SwitchConflict extends Error {
  override name = 'SwitchConflict';
}

/**
 * Applies an event to a switch, in a transaction of its own or in the caller's: locks the row, applies the event to
 * the state that it reads there, and saves the outcome with everything that belongs to it, the owed mails included.
 *
 * @param event the event, or a function that derives it from the locked switch; null changes nothing
 * @returns the switch after the event; null if the account is gone, or the event is not possible
 * @throws DatabaseChanged if the event brings a release nearer and reconcile has yet to judge the database. What stops a
 *   release is always possible
 * @throws SwitchConflict if the row changed in spite of the lock. Like any failure, it must end the caller's transaction,
 *   so that nothing is saved
 */
export async function changeSwitch(
  context: ChangeContext,
  userId: string,
  event: SwitchEvent | ((before: LoadedSwitch) => SwitchEvent | null | Promise<SwitchEvent | null>),
  options: ChangeOptions = {},
): Promise<LoadedSwitch | null> {
  const { now, rules } = context;
  const change = async (em: EntityManager): Promise<LoadedSwitch | null> => {
    const locked = await lockSwitch(em, userId);
    if (!locked) return null;
    let [before, logEnd]: [LoadedSwitch, string] = [locked.before, locked.logEnd];
    // After a restored backup, the switch starts over before anything else changes.
    const restored = restoredState(locked.before);
    if (restored) {
      const saved = await save(em, context, before, restored, {}, logEnd, 'restored');
      [before, logEnd] = [{ ...saved.after, state: withoutCancelled(restored) }, saved.logEnd];
    }
    const happened = typeof event === 'function' ? await event(before) : event;
    const after = happened && step(before.state, happened, now.getTime(), rules);
    if (after && !locked.judged && isNearer(happened, before.state, after)) throw new DatabaseChanged();
    const reason = happened?.kind === 'access_renewed' && happened.ownerMayBeBack ? 'restored' : undefined;
    return after && (await save(em, context, before, after, options, logEnd, reason)).after;
  };
  // Joins the caller's transaction. A savepoint would cost two round trips, and nobody goes on after a failure.
  return context.em.transactional(change, { propagation: 'required' });
}

/** Saves what `step` decided. The UPDATE names the state on which the decision was based. */
async function updateRow(
  em: EntityManager,
  before: LoadedSwitch,
  after: SwitchState,
  seq: number,
  nextEventAt: Date | null,
  beside: BesideState,
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
      returnedAt: date(after.returnedAt),
      reachedByWay: after.reachedByWay,
      ownerAliveAt: date(after.ownerAliveAt),
      pausedAt: date(after.pausedAt),
      pausedUntil: date(after.pausedUntil),
      pauseReminders: after.pauseReminders,
      ...(seq === before.seq ? {} : { nextEventAt, heldBy: null, heldSince: null }),
      ...beside,
    },
  );
  if (updated !== 1) throw new SwitchConflict('the switch has changed since it was read');
}

/**
 * Saves a change with everything that belongs to it.
 *
 * @param reason why a new cycle starts, if it isn't because of the owner: for the log
 */
async function save(
  em: EntityManager,
  { signRecord, now }: ChangeContext,
  before: LoadedSwitch,
  state: SwitchState,
  { record, signalWorkflow = 'if_changed', nextEventAt, cancelNote, beside }: ChangeOptions,
  logEnd: string,
  reason?: 'restored',
): Promise<{ after: LoadedSwitch; logEnd: string }> {
  const { userId } = before;
  const signal = typeof signalWorkflow === 'function' ? signalWorkflow(state) : signalWorkflow;
  const onlySeen = state.status === before.state.status && isOnlySeen(before.state, state);
  const seq = onlySeen && signal !== 'always' ? before.seq : before.seq + 1;
  if (state !== before.state || seq !== before.seq || beside) {
    // If the next look isn't known, it is due at once: should the message to the workflow be lost, reconcile finds it.
    await updateRow(em, before, state, seq, nextEventAt ? nextEventAt(state) : now, beside ?? {});
  }
  await saveHandover(em, userId, before.state, state, cancelNote ?? null);
  await queueOwedMails(em, userId, before.state, state, seq, now);
  const own = typeof record === 'function' ? record(before.state, state) : record;
  const records: NewActivityRecord[] = own ? [{ userId, at: now, ...own }] : [];
  if (state.status !== before.state.status) {
    const handoverId = state.handover?.id;
    const detail = {
      from: before.state.status,
      to: state.status,
      epoch: state.epoch,
      ...(handoverId === undefined ? {} : { handoverId }),
      ...(reason === undefined ? {} : { reason }),
    };
    records.push({ userId, at: now, type: 'switch_changed', detail });
  }
  const end = (await recordActivities(em, signRecord, records, logEnd)) ?? logEnd;
  if (seq !== before.seq && signal !== 'never') {
    await putMessage(em, { kind: 'switch', subjectId: userId, seq }, now);
  }
  const { checkInByLink = before.checkInByLink, contactMonths = before.contactMonths } = beside ?? {};
  const clocksDisagreed = seq === before.seq && before.clocksDisagreed;
  return { after: { userId, seq, checkInByLink, contactMonths, clocksDisagreed, state }, logEnd: end };
}

/** Whether only `lastSeenAt` moved. The workflow isn't told, so its history stays small for an owner seen daily. */
const isOnlySeen = (before: SwitchState, after: SwitchState): boolean =>
  JSON.stringify({ ...before, lastSeenAt: 0 }) === JSON.stringify({ ...after, lastSeenAt: 0 });

/**
 * The fast path for the commonest sign of life: if nothing has begun, one statement moves `last_seen_at`.
 *
 * @returns false if something has begun that the sign of life must end, or the switch has yet to start over after a
 *   restored backup; call `changeSwitch` then
 */
export async function touchSwitch(em: EntityManager, userId: string, now: Date): Promise<boolean> {
  const touched = await em.execute<unknown[]>(
    `update switch set last_seen_at = greatest(last_seen_at, ?)
     where user_id = ? and status in ('off', 'armed', 'paused')
       and last_seen_at >= coalesce((select restoring()), '-infinity') returning 1`,
    [now, userId],
  );
  return touched.length === 1;
}

/** The holds that a look at a switch found. */
export interface SwitchHolds {
  by: readonly string[];
  now: number;
}

/** Notes when the workflow will look next, and what holds the switch, for operators. */
export async function noteNextEvent(
  em: EntityManager,
  userId: string,
  seq: number,
  at: Date | null,
  held: SwitchHolds | null = null,
): Promise<void> {
  if (!held) {
    await em.nativeUpdate(Switch, { userId, seq }, { nextEventAt: at, heldBy: null, heldSince: null });
    return;
  }
  await em.execute(
    `update switch set next_event_at = ?, held_by = ?::text[], held_since = coalesce(held_since, ?)
     where user_id = ? and seq = ?`,
    [at, `{${held.by.join(',')}}`, new Date(Math.round(held.now)), userId, seq],
  );
}
