/** The owner's side of the switch: looking at it, warning the owner, and pauses. */
import { randomUUIDv7 } from 'node:crypto';
import { User } from '../db/entities/user.ts';
import { ensureMail } from '../db/mail.ts';
import { type LoadedSwitch, noteNextEvent } from '../db/switch.ts';
import {
  lookAgainAt,
  notices,
  plan,
  type SwitchEvent,
  type SwitchStatus,
  silenceStart,
  step,
} from '../workflows/contract.ts';
import { changeAndAnnounce } from './change.ts';
import type { ActivityDeps } from './deps.ts';
import { deliver } from './mail.ts';
import { type Due, type StepInput, whatIsDue } from './now.ts';
import { waitingFor } from './waiting-for.ts';

/** What the workflow is told: enough to wait or to act, and nothing about any person. */
export interface Look {
  status: SwitchStatus;
  epoch: number;
  seq: number;
  due: Due['plan']['due']['kind'];
  /** When to look again if nothing happens. */
  wakeAt: number;
  deadline: number | null;
  /** What the wait is for, in words for an operator. */
  waitingFor: string;
}

/** Whether nothing has happened since the decision was made. */
export const unchanged = (a: LoadedSwitch, b: LoadedSwitch): boolean =>
  a.seq === b.seq && a.state.lastSeenAt === b.state.lastSeenAt;

/**
 * When the workflow is to look again by its own clock, and what that moment is called in the database.
 *
 * By a worker's wrong clock that may be years ahead, or so long ago that the workflow would look again and again
 * without a pause: while the clocks disagree it is an hour from now, by the clock of whoever waits.
 */
function nextLook({ rules }: ActivityDeps, found: Due, { workflowNow }: StepInput) {
  const { loaded, conditions, now, plan, reference } = found;
  if (conditions.holds.includes('clock_skew') && plan.due.kind !== 'nothing') {
    const hour = Math.ceil(rules.dayMs / 24);
    return { wakeAt: workflowNow + hour, promised: Math.round(reference) + hour };
  }
  const at = lookAgainAt(loaded.state, plan.due, now, rules, conditions);
  return { wakeAt: at, promised: at };
}

/** What the record of a warning says; the deadline is the one that holds once it was accepted. */
function detailOf(due: Due['plan']['due'], deadline: number | null) {
  if (due.kind !== 'reminder') return { kind: due.kind, n: 0 };
  const { kind, n, of } = due;
  return { kind, n, of, deadline: deadline === null ? null : new Date(Math.round(deadline)).toISOString() };
}

export function createSwitchActivities(deps: ActivityDeps) {
  /** Sends a mail that the switch waits for, then takes the step; moot where the owner was seen meanwhile. */
  async function warn(
    input: StepInput,
    kind: 'reminder' | 'final_notice',
    event: (acceptedAt: number) => SwitchEvent,
  ): Promise<void> {
    const em = deps.orm.em.fork();
    const found = await whatIsDue(deps, em, input);
    const due = found?.plan.due;
    if (!found || due?.kind !== kind) return;
    const { loaded, now, plan: planned } = found;
    const { state } = loaded;
    const owner = await em.findOneOrFail(User, { id: input.userId });
    const n = due.kind === 'reminder' ? due.n : 0;
    // Named after the silence it belongs to: an owner who was seen since gets this warning anew.
    const key = `${kind}/${input.userId}/${state.epoch}/${silenceStart(state)}/${n}`;
    const data = due.kind === 'reminder' ? { n: due.n, of: due.of } : {};
    const request = { key, kind, recipient: owner.email, userId: input.userId, epoch: state.epoch, data };
    const mail = await ensureMail(em, request, new Date(now));
    const acceptedAt = await deliver(
      deps,
      em,
      mail,
      planned.deadline === null ? {} : { deadline: planned.deadline },
    );
    if (!acceptedAt) return;
    const at = acceptedAt.getTime();
    await changeAndAnnounce(deps, em, input.userId, acceptedAt, (before) => {
      if (!unchanged(before, loaded)) return null;
      const after = step(before.state, event(at), at, deps.rules);
      if (!after) return null;
      const { deadline } = plan(after, at, deps.rules, found.conditions);
      const record = { type: 'reminder_sent' as const, detail: detailOf(due, deadline) };
      return { state: after, notices: notices(before.state, after), record, tell: 'nobody' };
    });
  }

  /** Takes a step of a pause, if the planner still says so under the row's lock. */
  async function pauseStep(
    input: StepInput,
    kind: 'pause_reminder' | 'end_pause',
    event: SwitchEvent,
  ): Promise<void> {
    const em = deps.orm.em.fork();
    const found = await whatIsDue(deps, em, input);
    if (found?.plan.due.kind !== kind) return;
    await changeAndAnnounce(deps, em, input.userId, new Date(found.now), (before) => {
      if (!unchanged(before, found.loaded)) return null;
      const after = step(before.state, event, found.now, deps.rules);
      return after && { state: after, notices: notices(before.state, after), record: null, tell: 'nobody' };
    });
  }

  return {
    /** Reads the switch and asks the planner what is due. @returns null once the account is gone */
    async look(input: StepInput): Promise<Look | null> {
      const em = deps.orm.em.fork();
      const found = await whatIsDue(deps, em, input);
      if (!found) return null;
      const { loaded, plan } = found;
      const { wakeAt, promised } = nextLook(deps, found, input);
      const nextEventAt = plan.due.kind === 'nothing' ? null : new Date(promised);
      await noteNextEvent(em, input.userId, loaded.seq, nextEventAt);
      return {
        status: loaded.state.status,
        epoch: loaded.state.epoch,
        seq: loaded.seq,
        due: plan.due.kind,
        wakeAt,
        deadline: plan.deadline === null ? null : Math.round(plan.deadline),
        waitingFor: waitingFor(loaded.state, plan.due),
      };
    },

    sendReminder: (input: StepInput): Promise<void> =>
      warn(input, 'reminder', (at) => ({ kind: 'reminder_accepted', at })),

    sendFinalNotice: (input: StepInput): Promise<void> =>
      warn(input, 'final_notice', (at) => ({
        kind: 'final_notice_accepted',
        at,
        handoverId: randomUUIDv7(),
      })),

    remindPaused: (input: StepInput): Promise<void> =>
      pauseStep(input, 'pause_reminder', { kind: 'pause_reminded' }),

    endPause: (input: StepInput): Promise<void> => pauseStep(input, 'end_pause', { kind: 'resumed' }),
  };
}
