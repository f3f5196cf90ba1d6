/** The owner's side of the switch: looking at it, warning the owner, and pauses. */
import { randomUUIDv7 } from 'node:crypto';
import { type Due, whatIsDue } from '../db/due.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { ensureMail, requeueMail, takeNewMail } from '../db/mail.ts';
import type { EntityManager } from '../db/orm.ts';
import { type Change, changeSwitch, type LoadedSwitch, noteNextEvent } from '../db/switch.ts';
import { newToken } from '../db/tokens.ts';
import { finalNoticeNumber } from '../mail/kinds/final-notice.ts';
import { lookAgainAt, plan } from '../switch/plan.ts';
import { owedMails, type SwitchEvent, type SwitchStatus, silenceStart, step } from '../switch/state.ts';
import { changeAndAnnounce } from './change.ts';
import type { ActivityDeps } from './deps.ts';
import { deliverOrGiveUp, type Outcome } from './give-up.ts';
import { type Consequence, deliver, deliverClaimed, refusalIn } from './mail.ts';
import { type StepInput, tryAgain } from './now.ts';
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

/** What the switch itself waits for: it goes on once a mail server has accepted it. */
type Warning = 'reminder' | 'final_notice';

export function createSwitchActivities(deps: ActivityDeps) {
  /** What the row says of the next look: null where there is nothing to look for. */
  const nextEventAt = (found: Due, input: StepInput): Date | null =>
    found.plan.due.kind === 'nothing' ? null : new Date(nextLook(deps, found, input).promised);

  /** The warning that is due: asking for it again is the same mail. */
  function warningOf({ loaded, plan: { due } }: Due) {
    const { userId, state } = loaded;
    const reminder = due.kind === 'reminder' ? due : null;
    const kind = reminder ? 'reminder' : 'final_notice';
    const n = reminder?.n ?? finalNoticeNumber(state);
    const since = silenceStart(state);
    // Named after the silence it belongs to: an owner who was seen since gets this warning anew.
    const key = `${kind}/${userId}/${state.epoch}/${since}/${n}`;
    // A final notice names the length that its grace period then has.
    const data: Record<string, number> = reminder ? { n, since } : { n, since, graceMs: deps.rules.graceMs };
    return { key, kind, userId, epoch: state.epoch, data } as const;
  }

  /** Its row, whether it was there already or not. */
  const warningRow = (em: EntityManager, found: Due): Promise<MailRow> =>
    em.transactional(async (tx) => {
      const [owner] = await tx.execute<{ email: string }[]>(
        'select email from "user" where id = ? for key share',
        [found.loaded.userId],
      );
      if (!owner) throw tryAgain('account_gone');
      const mail = await ensureMail(tx, { ...warningOf(found), recipient: owner.email }, new Date(found.now));
      // It has just been found due: without it the switch would stand still.
      return mail.status === 'obsolete' ? requeueMail(tx, mail.id) : mail;
    });

  /**
   * Takes the step that a warning brings, unless anything has happened since it was decided to send it. Whoever asks for
   * it announces it, once it is committed.
   *
   * @returns what is due after it; null where it was not taken
   */
  async function takeStep(
    em: EntityManager,
    found: Due,
    event: SwitchEvent,
    at: number,
    input: StepInput,
  ): Promise<Due | null> {
    const { loaded, conditions, plan: planned } = found;
    const now = Math.max(found.now, at);
    let after: Due = found;
    const context = { em, signRecord: deps.signRecord, now: new Date(at) };
    const taken = await changeSwitch(context, loaded.userId, (before) => {
      if (!unchanged(before, loaded)) return null;
      const state = step(before.state, event, at, deps.rules);
      if (!state) return null;
      after = { ...found, loaded: { ...before, state }, now, plan: plan(state, now, deps.rules, conditions) };
      const type = event.kind.endsWith('_undeliverable') ? 'warning_undeliverable' : 'reminder_sent';
      const record =
        event.kind === 'notice_refused' ? null : { type, detail: detailOf(planned.due, after.plan.deadline) };
      return {
        state,
        owedMails: owedMails(before.state, state),
        record: record as Change['record'],
        tell: 'nobody',
        nextEventAt: nextEventAt(after, input),
      };
    });
    return taken && { ...after, loaded: taken };
  }

  /**
   * Sends the warning that is due, then takes the step.
   *
   * @returns what is due after it; null where the owner was seen meanwhile
   */
  async function warn(em: EntityManager, found: Due, kind: Warning, input: StepInput): Promise<Due | null> {
    const link = newToken(deps.seal, 'check_in');
    const taken = await takeNewMail(em, warningOf(found), link, new Date(found.now));
    const mail = taken?.mail ?? (await warningRow(em, found));
    const eventOf = ({ what, at }: Outcome): SwitchEvent =>
      kind === 'reminder'
        ? { kind: `reminder_${what}`, at }
        : {
            kind: `final_notice_${what}`,
            at,
            handoverId: randomUUIDv7(),
            graceMs: Number(mail.data.graceMs),
          };
    // Undefined until it was tried: a mail whose fate was noted before brings its step now.
    let after: Due | null | undefined;
    const take = async (own: EntityManager, outcome: Outcome) => {
      after = await takeStep(own, found, eventOf(outcome), outcome.at, input);
    };
    const consequence: Consequence = async (tx, at) => at && take(tx, { what: 'accepted', at: at.getTime() });
    const outcome = await deliverOrGiveUp(deps, em, mail, found.loaded.state, () =>
      taken
        ? deliverClaimed(
            deps,
            em,
            taken,
            { due: found, ownerName: taken.name, token: taken.token },
            consequence,
          )
        : deliver(deps, em, mail, { due: found }, consequence),
    );
    if (!outcome) return null;
    if (after === undefined) await take(em, outcome);
    if (after) deps.announce(found.loaded.userId);
    return after ?? null;
  }

  /** Plans again with this moment's rows, and warns only if that is still due. */
  async function warnIfDue(input: StepInput, kind: Warning): Promise<void> {
    const em = deps.orm.em.fork();
    const found = await whatIsDue(deps, em, input);
    if (found?.plan.due.kind === kind) await warn(em, found, kind, input);
  }

  /**
   * The first try of a warning belongs to the look that finds it due, which saves Temporal two activities in the wake
   * that matters most in a storm. What fails here the workflow tries again, with all the patience that it takes.
   *
   * @returns what is due after it, and whether the row says so already; null once the account is gone
   */
  async function warnAtOnce(
    em: EntityManager,
    found: Due,
    input: StepInput,
  ): Promise<{ found: Due | null; noted: boolean }> {
    const { kind } = found.plan.due;
    if (kind !== 'reminder' && kind !== 'final_notice') return { found, noted: false };
    try {
      const after = await warn(em, found, kind, input);
      return after
        ? { found: after, noted: true }
        : { found: await whatIsDue(deps, em, input), noted: false };
    } catch {
      return { found, noted: false };
    }
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
      return (
        after && { state: after, owedMails: owedMails(before.state, after), record: null, tell: 'nobody' }
      );
    });
  }

  return {
    /**
     * Reads the switch and asks the planner what is due; a warning is tried at once.
     *
     * @returns null once the account is gone
     */
    async look(input: StepInput): Promise<Look | null> {
      const em = deps.orm.em.fork();
      const first = await whatIsDue(deps, em, input);
      if (!first) return null;
      const { found, noted } = input.atOnce
        ? await warnAtOnce(em, first, input)
        : { found: first, noted: false };
      if (!found) return null;
      const { loaded, plan } = found;
      const { wakeAt } = nextLook(deps, found, input);
      if (!noted) await noteNextEvent(em, input.userId, loaded.seq, nextEventAt(found, input));
      return {
        status: loaded.state.status,
        epoch: loaded.state.epoch,
        seq: loaded.seq,
        due: plan.due.kind,
        wakeAt,
        // Held, nobody can say when the time is up; it would move on with every look.
        deadline: plan.deadline === null || plan.due.kind === 'hold' ? null : Math.round(plan.deadline),
        waitingFor: waitingFor(loaded.state, plan.due),
      };
    },

    sendReminder: (input: StepInput): Promise<void> => warnIfDue(input, 'reminder'),

    sendFinalNotice: (input: StepInput): Promise<void> => warnIfDue(input, 'final_notice'),

    /** During the long grace period of an owner whose address is dead: perhaps it takes the final notice today. */
    async retryFinalNotice(input: StepInput): Promise<void> {
      const em = deps.orm.em.fork();
      const found = await whatIsDue(deps, em, input);
      if (found?.plan.due.kind !== 'final_notice_again') return;
      try {
        const mail = await warningRow(em, found);
        const graceMs = Number(mail.data.graceMs);
        const take = (own: EntityManager, at: number) =>
          takeStep(own, found, { kind: 'final_notice_accepted', at, handoverId: '', graceMs }, at, input);
        const acceptedAt = await deliver(
          deps,
          em,
          mail,
          { due: found },
          async (tx, at) => at && take(tx, at.getTime()),
        );
        if (!acceptedAt) return;
        if (mail.status !== 'queued') await take(em, acceptedAt.getTime());
        deps.announce(input.userId);
      } catch (error) {
        // Only the mail server's own no is a try; whatever else went wrong is tried again.
        if (!refusalIn(error)) throw error;
        await takeStep(em, found, { kind: 'notice_refused', at: found.now }, found.now, input);
        deps.announce(input.userId);
      }
    },

    remindPaused: (input: StepInput): Promise<void> =>
      pauseStep(input, 'pause_reminder', { kind: 'pause_reminded' }),

    endPause: (input: StepInput): Promise<void> => pauseStep(input, 'end_pause', { kind: 'resumed' }),
  };
}
