/** The steps of a switch. Each is taken only if the planner still finds it due, and returns what is due after it. */
import { type DueResult, whatIsDue } from '../db/due.ts';
import { Mail } from '../db/entities/mail.ts';
import { type LoadedSwitch, loadSwitch } from '../db/load-switch.ts';
import { changeSwitch } from '../db/switch.ts';
import { deliver } from '../mail/deliver.ts';
import type { Due } from '../switch/plan.ts';
import { plan } from '../switch/plan.ts';
import type { SwitchEvent } from '../switch/state.ts';
import type { ActivityDeps } from './deps.ts';
import { type Look, lookAfter, nextEventAt, reportDue } from './look.ts';
import type { StepInput } from './now.ts';
import { warn } from './warn.ts';

/** Whether the switch is as it was when the decision was made. */
export const unchanged = (a: LoadedSwitch, b: LoadedSwitch): boolean =>
  a.seq === b.seq && a.state.lastSeenAt === b.state.lastSeenAt;

/**
 * Takes the missing step if the final notice to a dead mailbox was accepted after all but noted without its step: the
 * usual grace period began with it.
 */
async function noteLateFinalNotice(deps: ActivityDeps, userId: string): Promise<void> {
  const em = deps.orm.em.fork();
  const { undeliverableAt, returnedAt, finalNoticeAt, epoch } = (await loadSwitch(em, userId))?.state ?? {};
  if (undeliverableAt == null || returnedAt != null || finalNoticeAt == null || epoch === undefined) return;
  const acceptedAt = { $gt: new Date(finalNoticeAt) };
  const late = await em.findOne(Mail, {
    userId,
    epoch,
    kind: 'final_notice',
    status: 'accepted',
    acceptedAt,
  });
  if (late) await deliver(deps, em, late);
}

export function createSwitchActivities(deps: ActivityDeps) {
  /** Plans again from the current rows, clocks and outages, and takes the step only if it is still due. */
  async function advance<K extends Due['kind']>(
    input: StepInput,
    kind: K,
    event: (due: Extract<Due, { kind: K }>) => SwitchEvent,
  ): Promise<Look | null> {
    const em = deps.orm.em.fork();
    const found = await whatIsDue(deps, em, input);
    if (!found) return null;
    if (found.plan.due.kind !== kind) return reportDue(deps, em, found, input);
    const due = found.plan.due as Extract<Due, { kind: K }>;
    const { now, conditions } = found;
    const afterStep = (loaded: LoadedSwitch): DueResult => ({
      ...found,
      loaded,
      plan: plan(loaded.state, now, deps.rules, conditions),
    });
    const taken = await changeSwitch(
      { ...deps, em, now: new Date(now) },
      input.userId,
      (before) => (unchanged(before, found.loaded) ? event(due) : null),
      {
        signalWorkflow: 'never',
        nextEventAt: (state) => nextEventAt(deps, afterStep({ ...found.loaded, state }), input),
      },
    );
    if (!taken) return lookAfter(deps, em, input, kind);
    deps.announce(input.userId);
    return reportDue(deps, em, afterStep(taken), input, true);
  }

  return {
    /** Reads the switch and asks the planner what is due. @returns null once the account is gone */
    async look(input: StepInput): Promise<Look | null> {
      const em = deps.orm.em.fork();
      const found = await whatIsDue(deps, em, input);
      return found && reportDue(deps, em, found, input);
    },

    remind: (input: StepInput) => warn(deps, input, 'reminder'),

    giveFinalNotice: (input: StepInput) => warn(deps, input, 'final_notice'),

    /** Ends a grace period in which the owner was not seen; from then on successors may be invited. */
    async endGracePeriod(input: StepInput): Promise<Look | null> {
      await noteLateFinalNotice(deps, input.userId);
      return advance(input, 'end_grace', () => ({ kind: 'grace_ended' }));
    },

    /** Invites the successors who are due; each gets a mail of their own. */
    inviteSuccessors: (input: StepInput) =>
      advance(input, 'invite', ({ successorIds }) => ({ kind: 'successors_invited', successorIds })),

    /** Reminds the successors whose access ends soon; each gets a mail of their own. */
    remindReaders: (input: StepInput) =>
      advance(input, 'access_reminder', ({ reminders }) => ({ kind: 'access_reminded', reminders })),

    completeHandover: (input: StepInput) => advance(input, 'complete', () => ({ kind: 'completed' })),

    remindPaused: (input: StepInput) => advance(input, 'pause_reminder', () => ({ kind: 'pause_reminded' })),

    endPause: (input: StepInput) => advance(input, 'end_pause', () => ({ kind: 'resumed' })),
  };
}
