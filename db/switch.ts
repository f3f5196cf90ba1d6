/**
 * Every change of a switch goes through the one conditional UPDATE below. What an event makes of a switch is decided by
 * `step` (switch/step.ts); here the decision is made to stick, together with its handover, its activity record, the mails
 * it owes and the message to Temporal, or not at all.
 */
import type { Rules, SwitchEvent, SwitchState } from '../switch/state.ts';
import { step } from '../switch/step.ts';
import { type ActivityRecord, recordActivities, type SignRecord } from './activity-log.ts';
import { Switch } from './entities/switch.ts';
import { type LoadedSwitch, lockSwitch, restoredState, withoutCancelled } from './load-switch.ts';
import type { EntityManager } from './orm.ts';
import { putMessage } from './outbox.ts';
import { queueOwedMails } from './owed-mails.ts';
import { saveHandover } from './save-handover.ts';

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
    ownerAliveAt: null,
    pausedAt: null,
    pausedUntil: null,
    pauseReminders: 0,
    nextEventAt: null,
  });
}

export interface ChangeContext {
  em: EntityManager;
  signRecord: SignRecord;
  rules: Rules;
  now: Date;
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

type ChangeRecord = Omit<ActivityRecord, 'userId' | 'at'>;

/** What goes with a change, beside the mails that it owes. */
export interface ChangeOptions {
  /** What the activity log says. */
  record?: ChangeRecord | null | ((before: SwitchState, after: SwitchState) => ChangeRecord | null);
  /** The workflow's own steps need no message, as they look again anyway. `always`: also where nothing changed. */
  tell?: 'workflow' | 'nobody' | 'always' | ((after: SwitchState) => 'workflow' | 'nobody' | 'always');
  /** When the workflow looks next, where that is known; null where it has nothing to look for. */
  nextEventAt?: (after: SwitchState) => Date | null;
  /** The owner's own words for a cancelled handover. */
  cancelNote?: string;
}

/** Thrown when the row changed under a decision that was made on an older one. The caller decides again. */
export class SwitchConflict extends Error {
  override name = 'SwitchConflict';
}

/**
 * Applies an event to a switch, in a transaction of its own or in the caller's: the row is locked, the event applied to
 * it as it is, and the outcome saved with everything that belongs to it, the owed mails included.
 *
 * @param event or what makes one of the switch as it is; null leaves everything as it is
 * @returns the switch after the event; null where the account is gone, or the event is not possible
 * @throws SwitchConflict where the row changed all the same; nothing is saved then
 */
export async function changeSwitch(
  context: ChangeContext,
  userId: string,
  event: SwitchEvent | ((before: LoadedSwitch) => SwitchEvent | null),
  options: ChangeOptions = {},
): Promise<LoadedSwitch | null> {
  const { now, rules } = context;
  return context.em.transactional(async (em) => {
    const locked = await lockSwitch(em, userId);
    if (!locked) return null;
    let [before, logEnd]: [LoadedSwitch, string] = [locked.before, locked.logEnd];
    // Whatever is to change, what was restored starts over first.
    const restored = restoredState(locked.before);
    if (restored) {
      const saved = await save(em, context, before, restored, {}, logEnd);
      [before, logEnd] = [{ ...saved.after, state: withoutCancelled(restored) }, saved.logEnd];
    }
    const happened = typeof event === 'function' ? event(before) : event;
    const after = happened && step(before.state, happened, now.getTime(), rules);
    return after && (await save(em, context, before, after, options, logEnd)).after;
  });
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
      ownerAliveAt: date(after.ownerAliveAt),
      pausedAt: date(after.pausedAt),
      pausedUntil: date(after.pausedUntil),
      pauseReminders: after.pauseReminders,
      ...(seq === before.seq ? {} : { nextEventAt }),
    },
  );
  if (updated !== 1) throw new SwitchConflict('the switch changed meanwhile');
}

/** Makes a change stick, with everything that belongs to it. */
async function save(
  em: EntityManager,
  { signRecord, now }: ChangeContext,
  before: LoadedSwitch,
  state: SwitchState,
  { record, tell = 'workflow', nextEventAt, cancelNote }: ChangeOptions,
  logEnd: string,
): Promise<{ after: LoadedSwitch; logEnd: string }> {
  const { userId } = before;
  const told = typeof tell === 'function' ? tell(state) : tell;
  const onlySeen = state.status === before.state.status && isOnlySeen(before.state, state);
  const seq = onlySeen && told !== 'always' ? before.seq : before.seq + 1;
  if (state !== before.state || seq !== before.seq) {
    // Unless it is known: due at once, so that reconcile finds it should the message to the workflow be lost.
    await updateRow(em, before, state, seq, nextEventAt ? nextEventAt(state) : now);
  }
  await saveHandover(em, userId, before.state, state, cancelNote ?? null);
  await queueOwedMails(em, userId, before.state, state, seq, now);
  const own = typeof record === 'function' ? record(before.state, state) : record;
  const records: ActivityRecord[] = own ? [{ userId, at: now, ...own }] : [];
  if (state.status !== before.state.status) {
    const handoverId = state.handover?.id;
    const detail = {
      from: before.state.status,
      to: state.status,
      epoch: state.epoch,
      ...(handoverId === undefined ? {} : { handoverId }),
    };
    records.push({ userId, at: now, type: 'switch_changed', detail });
  }
  const end = (await recordActivities(em, signRecord, records, logEnd)) ?? logEnd;
  if (seq !== before.seq && told !== 'nobody') {
    await putMessage(em, { kind: 'switch', subjectId: userId, seq }, now);
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
