/** The scenarios: what each owner does once their successors are ready. */

import { type CampaignEnvironment, days, until } from './environment.ts';
import { forgetPassword } from './forget.ts';
import { type SimulatedOwner, showSignsToTheEnd } from './owner.ts';
import { endsAlive, type ScenarioName } from './plans.ts';
import { tryPasswords } from './stranger.ts';
import { HANDOVER_ENDED } from './successor.ts';
import { stealToken } from './thief.ts';
import { useTrash } from './trash.ts';
import { blockProvider, loseMails, othersInvited, shutWhileRefusing } from './unreachable.ts';

type ScenarioSteps = (environment: CampaignEnvironment, owner: SimulatedOwner) => Promise<void>;

/** While a handover is under way, by the API's status. */
const UNDER_WAY = ['grace_period', 'awaiting_successors', 'released'];

/** How many times an owner looks for the answer to a question, once a day. */
const LOOKS = 5;

/** Resolves once the first successor has said that the owner is alive, as often as planned. */
async function untilSaidAlive(
  environment: CampaignEnvironment,
  { plan, successorActs }: SimulatedOwner,
): Promise<void> {
  const [first] = plan.successors;
  const answered = () =>
    successorActs.filter(
      ({ did, outcome, code }) => did === 'owner_alive' && outcome !== 'unknown' && code !== HANDOVER_ENDED,
    );
  await until(environment, () => answered().length >= (first?.ownerAliveCount ?? 0));
}

/** Resolves once the owner has got as many reminders as planned. The next warning is the first that does not reach them. */
async function untilSomeWarnings({ plan: { count, reminderPercents }, mail }: SimulatedOwner): Promise<void> {
  const taken = count % (reminderPercents.length + 1);
  if (taken > 0) await mail('reminder', taken);
}

/** Tries to change settings once the grace period has begun, a moment after its mail. */
async function changeInGrace(environment: CampaignEnvironment, owner: SimulatedOwner): Promise<void> {
  let status = await owner.status();
  while (!UNDER_WAY.includes(status)) {
    await days(environment, 0.1);
    status = await owner.status();
  }
  const { outcome, code } = await owner.changeSettings({ thresholdDays: owner.plan.thresholdDays + 1 });
  owner.refusals.push(outcome === 'refused' ? (code ?? '') : `settings changed while ${status}`);
}

const SCENARIO_STEPS: Record<ScenarioName, ScenarioSteps> = {
  silent: async () => {},
  unanswered: async () => {},
  alive: async () => {},

  async returns_reminding(_environment, owner) {
    await owner.mail('reminder', Math.min(owner.plan.count, owner.plan.reminderPercents.length));
    await owner.show(owner.plan.way);
  },

  async returns_grace(_environment, owner) {
    await owner.mail('final_notice');
    await owner.show(owner.plan.way);
  },

  async returns_awaiting(_environment, owner) {
    await owner.invitation();
    await owner.show(owner.plan.way);
  },

  async returns_released(environment, owner) {
    await owner.opened();
    await owner.show(owner.plan.way);
    for (const successor of owner.successors) await successor.readAgain();
    await days(environment, 1);
    for (const successor of owner.successors) await successor.readAgain();
  },

  async pauses(environment, owner) {
    await days(environment, owner.plan.count);
    await environment.undivided.shared(() => owner.pause());
  },

  async pauses_and_resumes(environment, owner) {
    await environment.undivided.shared(() => owner.pause());
    await days(environment, owner.plan.thresholdDays + owner.plan.count);
    await environment.undivided.shared(() => owner.resume());
  },

  async cancels(_environment, owner) {
    const { cancelsIn } = owner.plan;
    if (cancelsIn === 'grace_period') await owner.mail('final_notice');
    else if (cancelsIn === 'awaiting_successors') await owner.invitation();
    else await owner.opened();
    await owner.cancel();
  },

  async changes_settings(environment, owner) {
    await days(environment, owner.plan.count);
    const change = { thresholdDays: owner.plan.thresholdDays + 1 };
    await environment.undivided.shared(() => owner.changeSettings(change));
  },

  async refused_in_grace(environment, owner) {
    await owner.mail('final_notice');
    await environment.undivided.shared(() => changeInGrace(environment, owner));
  },

  async owner_alive(environment, owner) {
    await untilSaidAlive(environment, owner);
  },

  async owner_alive_and_back(environment, owner) {
    await untilSaidAlive(environment, owner);
    const { count, email } = owner.plan;
    const since = Math.max(...owner.acts.map(({ endedAt }) => endedAt));
    const own = () => environment.mailLog.to(email).filter(({ at }) => at > since);
    const warned = () => own().filter(({ kind }) => kind === 'final_notice').length > 1;
    const gotOwnerAlive = () => own().some(({ kind }) => kind === 'owner_alive');
    // They return after the mail about the successor's answer, or after the second final notice. If the answer came
    // before they had set everything up, their own writes ended that handover, and the next one goes through.
    const opened = () => own().some(({ kind }) => kind === 'access_notice');
    await until(environment, () => warned() || (count <= 3 && gotOwnerAlive()) || opened());
    await owner.show(owner.plan.way);
  },

  async rehearses(environment, owner) {
    await days(environment, owner.plan.count / 2);
    await environment.undivided.shared(() => owner.rehearse());
  },

  async asks_again(environment, owner) {
    await days(environment, owner.plan.count / 2);
    await environment.undivided.shared(() => owner.askAgain());
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await days(environment, 1);
      await owner.seeAnswer();
    }
  },

  async successor_unreachable(environment, { plan }) {
    await shutWhileRefusing(
      environment,
      plan.successors[0]!.email,
      plan.mailbox,
      othersInvited(environment, plan),
    );
  },

  async unreachable(environment, owner) {
    await untilSomeWarnings(owner);
    await shutWhileRefusing(environment, owner.plan.email, owner.plan.mailbox);
  },

  async returned(environment, owner) {
    await untilSomeWarnings(owner);
    await loseMails(environment, owner.plan.email, owner.plan.mailbox, 'returned');
  },

  async returned_for_ever({ mailboxes }, { plan }) {
    mailboxes.lose(plan.email, 'returned');
  },

  async reached_by_way({ mailboxes }, owner) {
    mailboxes.lose(owner.plan.email, 'returned');
    await owner.warnedByWay('final_notice');
    await owner.show('check_in_link');
  },

  async dropped(environment, owner) {
    await untilSomeWarnings(owner);
    await loseMails(environment, owner.plan.email, owner.plan.mailbox, 'dropped');
  },

  async blocked(environment, { plan }) {
    await blockProvider(environment, plan);
  },

  program_thief: (environment, owner) => environment.undivided.shared(() => stealToken(environment, owner)),

  async stranger_at_log_in(environment, owner) {
    await tryPasswords(environment, owner);
    await owner.mail('final_notice');
    await owner.show('log_in');
  },

  trashes: (environment, owner) => environment.undivided.shared(() => useTrash(environment, owner)),

  async forgets_password(environment, owner) {
    await days(environment, owner.plan.count / 2);
    await environment.undivided.shared(() => forgetPassword(environment, owner));
  },

  async daily_then_silent(environment, owner) {
    const { count, way } = owner.plan;
    for (let day = 0; day < count + 3; day += 1) {
      await days(environment, 1);
      await owner.show(way === 'check_in_link' ? 'check_in' : way);
    }
  },
};

/** Plays a scenario until its owner falls silent for good, or the campaign ends. */
export async function playScenario(environment: CampaignEnvironment, owner: SimulatedOwner): Promise<void> {
  await SCENARIO_STEPS[owner.plan.scenario](environment, owner);
  if (endsAlive(owner.plan)) await showSignsToTheEnd(environment, owner);
}
