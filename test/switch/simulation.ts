/**
 * A simulation of one owner's switch around the pure state machine. The worker looks and mail goes out when they can; people act when
 * the API answers. Time is only a number, so a lifetime takes a millisecond.
 */
import { isUndeliverable } from '../../switch/dead-mailbox.ts';
import { type OwedMail, owedMails } from '../../switch/owed-mails.ts';
import { type Interval, lookAgainAt, plan, quorumUnreachable } from '../../switch/plan.ts';
import {
  ownerAliveAnswers,
  type Rules,
  type SuccessorResponse,
  type SwitchEvent,
  type SwitchSettings,
  type SwitchState,
  type SwitchStatus,
  silenceStart,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { aSwitch, DAY, HOUR, START } from './switch-builders.ts';

export interface SimulatedOutages {
  api: Interval[];
  mail: Interval[];
  worker: Interval[];
}

export type SimulatedAct =
  | { kind: 'check_in' | 'cancel' | 'resume' | 'opt_out' | 'remove_successor' | 'restore' }
  | { kind: 'pause'; days: number }
  | { kind: 'settings'; settings: SwitchSettings; by: 'browser' | 'program' }
  | { kind: 'verify_successor'; handoverDelayDays: number }
  | { kind: 'answer'; response: SuccessorResponse; who: number }
  | { kind: 'renew'; who: number }
  | { kind: 'owner_alive'; who: number }
  /** One of the accepted warnings of this silence comes back, or someone's latest invitation. */
  | { kind: 'warning_returned'; which: number }
  | { kind: 'invitation_returned'; who: number }
  /** What the operator of the service sets, not the owner. */
  | { kind: 'grace_setting'; hours: number };

/** Something that someone does after the switch has been in a status for part of the time it usually stays there. */
export interface ScriptedAct {
  when: SwitchStatus | 'any';
  afterPermille: number;
  act: SimulatedAct;
}

export interface Simulation {
  rules: Rules;
  settings: SwitchSettings;
  /** Delays of the first successors, in days. */
  successors: number[];
  /** Whether the successors, by number, hold a share. */
  holders?: boolean[];
  outages: SimulatedOutages;
  script: ScriptedAct[];
  /** How the successors, by number, answer an invitation while the script lasts; null means not at all. */
  answers: { response: SuccessorResponse | null; afterMs: number }[];
  /** The worker notices at once when an outage moves a date. A real one only looks now and then. */
  noticesAtOnce?: boolean;
}

export interface JournalEntry {
  at: number;
  event: SwitchEvent;
  before: SwitchState;
  after: SwitchState;
  owedMails: OwedMail[];
  /** The setting of the grace period at that moment. */
  graceMs: number;
}

export interface SimulationResult {
  journal: JournalEntry[];
  end: SwitchState;
  /** When the owner fell silent for good. From then on every successor accepts. */
  silentFrom: number;
}

/** A warning, since it was first handed to the mail server. */
interface WarningMail {
  /** Which reminder it is, from 1; null for a final notice. */
  reminder: number | null;
  acceptedAt: number | null;
  /** When it came back. */
  returns: number[];
}

const NEVER = Number.POSITIVE_INFINITY;
/** More than the longest simulation takes: twenty years of waiting for acts, with weekly invitations to decliners. */
const MAX_STEPS = 100_000;

/** The first moment from `at` on that is in none of these stretches. */
export function upFrom(at: number, ...down: readonly Interval[][]): number {
  let moment = at;
  for (;;) {
    const blocked = down.flat().find(({ from, to }) => from <= moment && moment < to);
    if (!blocked) return moment;
    moment = blocked.to;
  }
}

/** The outages that can be known at a moment, sorted and joined. */
function known(outages: readonly Interval[], now: number): Interval[] {
  const joined: Interval[] = [];
  for (const { from, to } of [...outages].sort((a, b) => a.from - b.from)) {
    if (from >= now) continue;
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, Math.min(to, now));
    else joined.push({ from, to: Math.min(to, now) });
  }
  return joined;
}

/**
 * Simulates a switch until nothing is due any more.
 *
 * @throws Error if that never ends
 */
export function simulate(simulation: Simulation): SimulationResult {
  const { outages } = simulation;
  let rules = simulation.rules;
  const journal: JournalEntry[] = [];
  const errands: { at: number; run: () => void }[] = [];
  let state = aSwitch({ status: 'off', epoch: 0, settings: simulation.settings, successors: [] });
  let now = START;
  let wakeAt = NEVER;
  let people = 0;
  let scriptedAct = 0;
  let sceneReady = false;
  let silentFrom = NEVER;

  /** The warnings of the latest silence, by their keys. */
  let warnings = new Map<string, WarningMail>();
  let silence = '';

  const at = (moment: number, run: () => void) => errands.push({ at: Math.max(now, moment), run });

  function applyEvent(event: SwitchEvent): void {
    const before = state;
    const after = step(before, event, now, rules);
    // The worker is told to look again, whatever was written.
    wakeAt = now;
    if (!after || after === before) return;
    // A cancelled handover is history. A completed one stays until the owner is back.
    state = after.handover?.status === 'cancelled' ? { ...after, handover: null } : after;
    journal.push({
      at: now,
      event,
      before,
      after,
      owedMails: owedMails(before, after),
      graceMs: rules.graceMs,
    });
    if (after.status !== before.status) prepareNextAct();
  }

  function verify(handoverDelayDays: number): void {
    const joining = {
      id: `s${people}`,
      handoverDelayDays,
      holdsShare: simulation.holders?.[people] ?? false,
    };
    state = { ...state, successors: [...state.successors, joining] };
    people += 1;
    applyEvent({ kind: 'eligibility_changed' });
  }

  function lose(): void {
    state = { ...state, successors: state.successors.slice(1) };
    applyEvent({ kind: 'eligibility_changed' });
  }

  function perform(act: SimulatedAct): void {
    const seen = () => applyEvent({ kind: 'sign_of_life' });
    switch (act.kind) {
      case 'check_in':
        seen();
        break;
      case 'cancel':
        applyEvent({ kind: 'cancelled' });
        seen();
        break;
      case 'resume':
        seen();
        applyEvent({ kind: 'resumed' });
        break;
      case 'pause':
        seen();
        applyEvent({ kind: 'paused', until: now + act.days * DAY });
        break;
      case 'settings':
        if (act.by === 'browser') seen();
        applyEvent({ kind: 'settings_changed', settings: act.settings });
        break;
      case 'verify_successor':
        verify(act.handoverDelayDays);
        break;
      case 'remove_successor':
        seen();
        lose();
        break;
      case 'opt_out':
        lose();
        break;
      case 'answer': {
        const who = state.handover?.invitees[act.who];
        if (who) applyEvent({ kind: 'responded', successorId: who.successorId, response: act.response });
        break;
      }
      case 'owner_alive': {
        const who = state.handover?.invitees[act.who];
        if (who) applyEvent({ kind: 'owner_alive', successorId: who.successorId });
        break;
      }
      case 'renew': {
        const who = state.handover?.invitees[act.who];
        if (who) applyEvent({ kind: 'access_renewed', successorId: who.successorId });
        break;
      }
      case 'warning_returned': {
        const accepted = [...warningsOfSilence()].filter(([, { acceptedAt }]) => acceptedAt !== null);
        const [key] = accepted[act.which % accepted.length] ?? [];
        if (key !== undefined) comeBack(key, silence);
        break;
      }
      case 'invitation_returned': {
        const who = state.handover?.invitees[act.who];
        if (!who || who.invitedAt === null) break;
        const { successorId, invitationsSent: n } = who;
        applyEvent({ kind: 'invitation_returned', successorId, n });
        // It is sent again.
        invite(successorId);
        break;
      }
      case 'grace_setting':
        rules = { ...rules, graceMs: act.hours * HOUR };
        // A worker that has just restarted looks at everything.
        wakeAt = now;
        break;
      case 'restore':
        applyEvent({ kind: 'restored' });
        break;
    }
  }

  /** How long a switch roughly stays in a status. */
  function stay(status: SwitchStatus): number {
    const threshold = state.settings.thresholdDays * DAY;
    if (status === 'armed') return threshold * 0.8;
    if (status === 'reminding') return threshold * 0.25;
    if (status === 'grace_period') return rules.graceMs;
    return status === 'released' ? state.settings.accessDays * DAY : 20 * DAY;
  }

  /** Schedules the next scriptedAct once the switch is in its status. */
  function prepareNextAct(late = false): void {
    const next = simulation.script[scriptedAct];
    if (!next || sceneReady || !(late || next.when === 'any' || next.when === state.status)) return;
    sceneReady = true;
    const begins = now + Math.round((stay(state.status) * next.afterPermille) / 1_000);
    // People can act only while the API answers.
    at(upFrom(begins, outages.api), () => {
      perform(next.act);
      nextScene(scriptedAct + 1);
    });
  }

  function nextScene(n: number): void {
    scriptedAct = n;
    sceneReady = false;
    if (n >= simulation.script.length) {
      fallSilent();
    } else {
      prepareNextAct();
      // If its status never comes, play the scriptedAct anyway.
      at(now + 3 * stay('armed'), () => {
        if (scriptedAct === n) prepareNextAct(true);
      });
    }
  }

  /** The owner does nothing any more, and everybody who was invited accepts. */
  function fallSilent(): void {
    silentFrom = now;
    for (const { successorId, invitationsSent } of state.handover?.invitees ?? []) {
      if (invitationsSent > 0) answer(successorId, HOUR, 'accept');
    }
  }

  function answer(successorId: string, afterMs: number, response: SuccessorResponse): void {
    at(upFrom(now + afterMs, outages.api), () =>
      applyEvent({ kind: 'responded', successorId, response: silentFrom === NEVER ? response : 'accept' }),
    );
  }

  function warningsOfSilence(): typeof warnings {
    const present = `${state.epoch} ${silenceStart(state)}`;
    if (present !== silence) warnings = new Map();
    silence = present;
    return warnings;
  }

  const keyOf = (reminder: number | null) =>
    reminder === null ? `final notice ${ownerAliveAnswers(state)}` : `reminder ${reminder}`;

  const stepTo = (reminder: number | null, fate: 'accepted' | 'undeliverable'): SwitchEvent =>
    reminder === null
      ? { kind: `final_notice_${fate}`, at: now, handoverId: `h${journal.length}` }
      : { kind: `reminder_${fate}`, at: now };

  /** The mail server takes a warning. One whose step was only taken back with an earlier one is not sent again. */
  function warn(reminder: number | null): void {
    const key = keyOf(reminder);
    const mail = warningsOfSilence().get(key) ?? { reminder, acceptedAt: null, returns: [] };
    mail.acceptedAt ??= now;
    warnings.set(key, mail);
    applyEvent(stepTo(reminder, 'accepted'));
  }

  /** A warning is returned, and queued again. If its mailbox is dead by now, its step is taken nevertheless. */
  function comeBack(key: string, inSilence: string): void {
    const mail = warningsOfSilence().get(key);
    // The owner was seen, or it was a final notice before "the owner is alive".
    if (!mail || inSilence !== silence || (mail.reminder === null && key !== keyOf(null))) return;
    if (mail.acceptedAt === null) return;
    mail.acceptedAt = null;
    mail.returns.push(now);
    const { reminder } = mail;
    applyEvent({ kind: 'warning_returned', at: now, reminder });
    const isNext =
      (state.status === 'armed' || state.status === 'reminding') &&
      (reminder === null
        ? state.remindersAccepted === state.settings.reminderPercents.length
        : state.remindersAccepted + 1 === reminder);
    if (isNext && isDead(mail)) applyEvent(stepTo(reminder, 'undeliverable'));
  }

  /** The mail server serves others all the while. Only acceptances that are a day old prove anything. */
  function isDead({ returns }: WarningMail): boolean {
    const since = returns[0] ?? now;
    const accepted = [...warnings.values()].flatMap(({ acceptedAt }) =>
      acceptedAt !== null && acceptedAt <= now - DAY ? [acceptedAt] : [],
    );
    return isUndeliverable(
      state,
      {
        reason: 'gone',
        since,
        days: new Set(returns.map((each) => Math.floor((each - since) / DAY))).size,
        permanentSince: since,
        permanentTries: returns.length,
        acceptedAt: accepted.length > 0 ? Math.max(...accepted) : null,
      },
      {
        othersAcceptedAt: now,
        othersRefusedAt: null,
        neighbourAcceptedAt: null,
        operatorAcceptedAt: null,
      },
      now,
      rules,
    );
  }

  /**
   * An invitation is accepted as soon as both the mail server and a worker are up. If the warnings have started over by
   * then, it waits for the end of the new grace period.
   */
  function invite(successorId: string, from = now): void {
    const handoverId = state.handover?.id;
    at(upFrom(from, outages.mail, outages.worker), () => {
      const invitee = state.handover?.invitees.find((each) => each.successorId === successorId);
      if (state.handover?.id !== handoverId || !invitee || invitee.invitedAt !== null) return;
      const asking = state.status === 'awaiting_successors' || state.status === 'released';
      const { response, invitationsSent: n } = invitee;
      if (response === 'accept' || (asking && response === 'decline' && !quorumUnreachable(state))) {
        applyEvent({ kind: 'invitation_dropped', successorId, n });
        return;
      }
      if (!asking) {
        invite(successorId, now + HOUR);
        return;
      }
      applyEvent({ kind: 'invitation_accepted', successorId, at: now });
      const habit = silentFrom === NEVER ? simulation.answers[Number(successorId.slice(1))] : undefined;
      if (silentFrom !== NEVER) answer(successorId, HOUR, 'accept');
      else if (habit?.response) answer(successorId, habit.afterMs, habit.response);
    });
  }

  const conditionsAt = (moment: number) => ({
    apiGaps: known(outages.api, moment),
    mailGaps: known(outages.mail, moment),
    returnGaps: [],
    holds: [],
  });

  /** When something will be due, knowing when the outages end. */
  function firstDue(until: number): number {
    const isDue = (moment: number) => plan(state, moment, rules, conditionsAt(moment)).due.kind !== 'wait';
    const end = upFrom(now, outages.api, outages.mail);
    if (end === now) return until;
    if (!isDue(end)) return end;
    let [low, high] = [now, end];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isDue(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  /** What the worker does when it looks. */
  function look(): void {
    const conditions = conditionsAt(now);
    const { due } = plan(state, now, rules, conditions);
    const mailUpAt = upFrom(now, outages.mail, outages.worker);
    switch (due.kind) {
      case 'nothing':
        wakeAt = NEVER;
        break;
      case 'wait':
        // Otherwise it would look in vain once a month for ever.
        if (due.until === NEVER) wakeAt = NEVER;
        else if (simulation.noticesAtOnce) wakeAt = firstDue(due.until);
        else wakeAt = lookAgainAt(state, due, now, rules, conditions);
        break;
      case 'reminder':
        if (mailUpAt > now) wakeAt = mailUpAt;
        else warn(due.n);
        break;
      case 'final_notice':
        if (mailUpAt > now) wakeAt = mailUpAt;
        else warn(null);
        break;
      case 'end_grace':
        applyEvent({ kind: 'grace_ended' });
        break;
      case 'invite':
        applyEvent({ kind: 'successors_invited', successorIds: due.successorIds });
        for (const id of due.successorIds) invite(id);
        break;
      case 'access_reminder':
        applyEvent({ kind: 'access_reminded', reminders: due.reminders });
        break;
      case 'complete':
        applyEvent({ kind: 'completed' });
        break;
      case 'pause_reminder':
        applyEvent({ kind: 'pause_reminded' });
        break;
      case 'end_pause':
        applyEvent({ kind: 'resumed' });
        break;
      case 'hold':
        throw new Error('no hold was given');
    }
  }

  for (const delay of simulation.successors) verify(delay);
  nextScene(0);
  for (let turn = 0; turn < MAX_STEPS; turn += 1) {
    const first = errands.reduce((a, b, i) => (b.at < (errands[a]?.at ?? NEVER) ? i : a), 0);
    const errand = errands[first];
    const wake = wakeAt === NEVER ? NEVER : upFrom(Math.max(now, wakeAt), outages.worker);
    if (errand && errand.at <= wake) {
      errands.splice(first, 1);
      now = errand.at;
      errand.run();
    } else if (wake === NEVER) {
      return { journal, end: state, silentFrom };
    } else {
      now = wake;
      look();
    }
  }
  throw new Error(`still not at rest after ${MAX_STEPS} turns: ${state.status}`);
}
