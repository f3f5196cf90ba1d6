/**
 * A model of one owner's life around the pure switch: a worker that looks when it can, mail that goes out when it
 * can, people who act when the API answers. Time is numbers, so that a lifetime takes a millisecond.
 */

import { type OwedMail, owedMails } from '../../switch/owed-mails.ts';
import { type Interval, lookAgainAt, plan, quorumUnreachable } from '../../switch/plan.ts';
import type {
  Rules,
  SuccessorResponse,
  SwitchEvent,
  SwitchSettings,
  SwitchState,
  SwitchStatus,
} from '../../switch/state.ts';
import { step } from '../../switch/step.ts';
import { aSwitch, DAY, HOUR, START } from '../switch/switch-builders.ts';

export interface Outages {
  api: Interval[];
  mail: Interval[];
  worker: Interval[];
}

export type Act =
  | { kind: 'check_in' | 'cancel' | 'resume' | 'opt_out' | 'remove_successor' | 'restore' }
  | { kind: 'pause'; days: number }
  | { kind: 'settings'; settings: SwitchSettings; by: 'browser' | 'program' }
  | { kind: 'verify_successor'; handoverDelayDays: number }
  | { kind: 'answer'; response: SuccessorResponse; who: number }
  | { kind: 'renew'; who: number }
  | { kind: 'vouch'; who: number }
  /** What the operator of the service sets, not the owner. */
  | { kind: 'grace_setting'; hours: number };

/** Something that somebody does, once the switch has been in a status for a part of the time it stays there. */
export interface Scene {
  when: SwitchStatus | 'any';
  afterPermille: number;
  act: Act;
}

export interface Life {
  rules: Rules;
  settings: SwitchSettings;
  /** Delays of the first successors, in days. */
  successors: number[];
  outages: Outages;
  script: Scene[];
  /** What successors answer to an invitation while the script lasts, by number; null: nothing. */
  answers: { response: SuccessorResponse | null; afterMs: number }[];
  /** A worker that notices at once what an outage has made of a date, where a real one looks now and then. */
  noticesAtOnce?: boolean;
}

export interface Entry {
  at: number;
  event: SwitchEvent;
  before: SwitchState;
  after: SwitchState;
  told: OwedMail[];
  /** The grace period as it is set at that moment. */
  graceMs: number;
}

export interface Story {
  journal: Entry[];
  end: SwitchState;
  /** From when on the owner was silent for good and every successor accepted. */
  silentFrom: number;
}

const NEVER = Number.POSITIVE_INFINITY;
/** More than the longest life takes: twenty years of waiting for scenes, in which decliners are asked every week. */
const MOST_TURNS = 100_000;

/** The first moment from `at` on that lies in none of these stretches. */
export function upFrom(at: number, ...down: readonly Interval[][]): number {
  let moment = at;
  for (;;) {
    const blocked = down.flat().find(({ from, to }) => from <= moment && moment < to);
    if (!blocked) return moment;
    moment = blocked.to;
  }
}

/** The outages that anybody can know of at a moment: sorted, and joined where they overlap. */
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
 * Lives a life until nothing is due any more.
 *
 * @throws Error where that takes no end
 */
export function live(life: Life): Story {
  const { outages } = life;
  let rules = life.rules;
  const journal: Entry[] = [];
  const errands: { at: number; run: () => void }[] = [];
  let state = aSwitch({ status: 'off', epoch: 0, settings: life.settings, successors: [] });
  let now = START;
  let wakeAt = NEVER;
  let people = 0;
  let scene = 0;
  let sceneReady = false;
  let silentFrom = NEVER;

  const at = (moment: number, run: () => void) => errands.push({ at: Math.max(now, moment), run });

  function happen(event: SwitchEvent): void {
    const before = state;
    const after = step(before, event, now, rules);
    // Whatever was written, the worker is told to look again.
    wakeAt = now;
    if (!after || after === before) return;
    // A handover that was called off is history; one that is completed is carried on until the owner is back.
    state = after.handover?.status === 'cancelled' ? { ...after, handover: null } : after;
    journal.push({ at: now, event, before, after, told: owedMails(before, after), graceMs: rules.graceMs });
    if (after.status !== before.status) prepareScene();
  }

  function verify(handoverDelayDays: number): void {
    state = { ...state, successors: [...state.successors, { id: `s${people}`, handoverDelayDays }] };
    people += 1;
    happen({ kind: 'eligibility_changed' });
  }

  function lose(): void {
    state = { ...state, successors: state.successors.slice(1) };
    happen({ kind: 'eligibility_changed' });
  }

  function perform(act: Act): void {
    const seen = () => happen({ kind: 'sign_of_life' });
    switch (act.kind) {
      case 'check_in':
        seen();
        break;
      case 'cancel':
        happen({ kind: 'cancelled' });
        seen();
        break;
      case 'resume':
        seen();
        happen({ kind: 'resumed' });
        break;
      case 'pause':
        seen();
        happen({ kind: 'paused', until: now + act.days * DAY });
        break;
      case 'settings':
        if (act.by === 'browser') seen();
        happen({ kind: 'settings_changed', settings: act.settings });
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
        if (who) happen({ kind: 'responded', successorId: who.successorId, response: act.response });
        break;
      }
      case 'vouch': {
        const who = state.handover?.invitees[act.who];
        if (who) happen({ kind: 'owner_alive', successorId: who.successorId });
        break;
      }
      case 'renew': {
        const who = state.handover?.invitees[act.who];
        if (who) happen({ kind: 'access_renewed', successorId: who.successorId });
        break;
      }
      case 'grace_setting':
        rules = { ...rules, graceMs: act.hours * HOUR };
        // A worker that was started anew looks at everything.
        wakeAt = now;
        break;
      case 'restore':
        happen({ kind: 'restored' });
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

  /** Sets the next scene up as soon as the switch is where it plays. */
  function prepareScene(late = false): void {
    const next = life.script[scene];
    if (!next || sceneReady || !(late || next.when === 'any' || next.when === state.status)) return;
    sceneReady = true;
    const begins = now + Math.round((stay(state.status) * next.afterPermille) / 1_000);
    // People can act only while the API answers.
    at(upFrom(begins, outages.api), () => {
      perform(next.act);
      nextScene(scene + 1);
    });
  }

  function nextScene(n: number): void {
    scene = n;
    sceneReady = false;
    if (n >= life.script.length) {
      fallSilent();
    } else {
      prepareScene();
      // A scene whose status never comes is played anyway.
      at(now + 3 * stay('armed'), () => {
        if (scene === n) prepareScene(true);
      });
    }
  }

  /** The owner does nothing any more; whoever was asked accepts. */
  function fallSilent(): void {
    silentFrom = now;
    for (const { successorId, invitationsSent } of state.handover?.invitees ?? []) {
      if (invitationsSent > 0) answer(successorId, HOUR, 'accept');
    }
  }

  function answer(successorId: string, afterMs: number, response: SuccessorResponse): void {
    at(upFrom(now + afterMs, outages.api), () =>
      happen({ kind: 'responded', successorId, response: silentFrom === NEVER ? response : 'accept' }),
    );
  }

  /** The mail server takes an invitation as soon as there is one, and a worker to bring it. */
  function invite(successorId: string): void {
    const handoverId = state.handover?.id;
    at(upFrom(now, outages.mail, outages.worker), () => {
      const invitee = state.handover?.invitees.find((each) => each.successorId === successorId);
      if (state.handover?.id !== handoverId || !invitee || invitee.invitedAt !== null) return;
      const asking = state.status === 'awaiting_successors' || state.status === 'released';
      const answered =
        invitee.response === 'accept' || (invitee.response === 'decline' && !quorumUnreachable(state));
      if (!asking || answered) {
        happen({ kind: 'invitation_dropped', successorId, n: invitee.invitationsSent });
        return;
      }
      happen({ kind: 'invitation_accepted', successorId, at: now });
      const habit = silentFrom === NEVER ? life.answers[Number(successorId.slice(1))] : undefined;
      if (silentFrom !== NEVER) answer(successorId, HOUR, 'accept');
      else if (habit?.response) answer(successorId, habit.afterMs, habit.response);
    });
  }

  const conditionsAt = (moment: number) => ({
    apiGaps: known(outages.api, moment),
    mailGaps: known(outages.mail, moment),
    holds: [],
  });

  /** When something will be due, for one who knows when the outages end. */
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
        // Looking in vain once a month would go on for ever.
        if (due.until === NEVER) wakeAt = NEVER;
        else if (life.noticesAtOnce) wakeAt = firstDue(due.until);
        else wakeAt = lookAgainAt(state, due, now, rules, conditions);
        break;
      case 'reminder':
        if (mailUpAt > now) wakeAt = mailUpAt;
        else happen({ kind: 'reminder_accepted', at: now });
        break;
      case 'final_notice':
        if (mailUpAt > now) wakeAt = mailUpAt;
        else happen({ kind: 'final_notice_accepted', at: now, handoverId: `h${journal.length}` });
        break;
      case 'end_grace':
        happen({ kind: 'grace_ended' });
        break;
      case 'invite':
        happen({ kind: 'successors_invited', successorIds: due.successorIds });
        for (const id of due.successorIds) invite(id);
        break;
      case 'complete':
        happen({ kind: 'completed' });
        break;
      case 'pause_reminder':
        happen({ kind: 'pause_reminded' });
        break;
      case 'end_pause':
        happen({ kind: 'resumed' });
        break;
      case 'hold':
        throw new Error('no hold was given');
    }
  }

  for (const delay of life.successors) verify(delay);
  nextScene(0);
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
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
  throw new Error(`still not at rest after ${MOST_TURNS} turns: ${state.status}`);
}
