/** Scenarios whose histories are saved. Together they take every path through the workflows. */
import { Mail } from '../../db/entities/mail.ts';
import { User } from '../../db/entities/user.ts';
import { putMessage } from '../../db/outbox.ts';
import { mailWorkflowId } from '../../workflows/contract.ts';
import { buildArmedOwner, type FollowedOwner } from '../support/clients/followed-owner.ts';
import type { RunHistory } from '../support/run-histories.ts';
import type { Scenario, SharedEnvironment } from '../support/servers/shared-environment.ts';
import { DAY, HOUR, type SwitchEnvironment } from '../support/servers/switch-environment.ts';

export type Histories = Map<string, Pick<RunHistory, 'workflowId' | 'history'>>;

const runIdOf = ({ events }: RunHistory['history']) =>
  events?.[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId;

/** When outages begin for everybody at once, in days of the environment. */
const DATABASE_AWAY = 300;
const MAIL_UNCONFIGURED = 310;
const CLOCKS_APART = 320;
const MAIL_AWAY = 330;

const MORE = { handoverDelayDays: 20 };

/** Scenarios that put the histories they have seen into `saved`, under names that say how far each run had come. */
export function scenariosToSave(saved: Histories): Scenario[] {
  /** Saves the runs of a switch as they are now. Those that the earlier ones continued as are included. */
  async function save(environment: SharedEnvironment, name: string, { id }: FollowedOwner): Promise<void> {
    // What is being done at this moment happens a little later.
    await environment.passDays(0.02);
    const runs = await environment.histories(id);
    runs.forEach((run, i) => {
      const known = [...saved.values()].some(
        ({ history }) => history.events?.length === run.events && runIdOf(history) === run.runId,
      );
      if (!known) saved.set(runs.length > 1 ? `${name}-run-${i + 1}` : name, run);
    });
  }

  async function saveMail(
    environment: SwitchEnvironment,
    name: string,
    who: { email: string },
  ): Promise<void> {
    const mail = await environment.em().findOneOrFail(Mail, { recipient: who.email, kind: 'invitation' });
    const workflowId = mailWorkflowId(mail.id);
    const history = await environment.env.client.workflow.getHandle(workflowId).fetchHistory();
    saved.set(name, { workflowId, history });
  }

  const silentOwner: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, MORE]);
    const [first, second] = owner.successors;
    await owner.program.put('/inactivity/settings', { accessDays: 14 });
    for (const [day, stage] of [
      [30, 'armed'],
      [80, 'reminding'],
      [91, 'grace-period'],
      [100, 'awaiting-successors'],
    ] as const) {
      await environment.passTo(owner.since + day * DAY);
      await save(environment, stage, owner);
    }
    await saveMail(environment, 'mail', first!);
    await owner.answer(first!, 'accept');
    await environment.passDays(1);
    await save(environment, 'released', owner);
    await environment.passDays(20);
    await owner.answer(second!, 'decline');
    await environment.passDays(1);
    await save(environment, 'completed', owner);
    await environment.passDays(1);
    await owner.browser.post('/activity/check-in');
    await environment.passDays(10);
    await save(environment, 'owner-back-after-completion', owner);
  };

  const seenWhileArmed: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment);
    for (const day of [30, 60, 120]) {
      await environment.passTo(owner.since + day * DAY);
      await owner.browser.post('/activity/check-in');
    }
    await environment.passDays(10);
    await save(environment, 'armed-and-seen', owner);
  };

  const back = (name: string, day: number, come: (owner: FollowedOwner) => Promise<unknown>): Scenario =>
    async function ownerIsBack(environment) {
      const owner = await buildArmedOwner(environment, [{}, MORE]);
      await environment.passDays(Math.min(day, 93));
      if (day > 93) await owner.answer(owner.successors[0]!, 'accept');
      await environment.passTo(owner.since + day * DAY);
      await come(owner);
      await environment.passDays(70);
      await save(environment, name, owner);
    };
  const checkIn = (owner: FollowedOwner) => owner.browser.post('/activity/check-in');

  const paused: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(10);
    const pausedUntil = new Date((await environment.time()) + 100 * DAY).toISOString();
    await owner.browser.post('/inactivity/pause', { pausedUntil });
    await environment.passDays(35);
    await save(environment, 'paused', owner);
    await environment.passDays(70);
    await save(environment, 'pause-over', owner);
  };

  const resumed: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment);
    await environment.passDays(70);
    await owner.program.post('/inactivity/pause');
    await environment.passDays(20);
    await owner.confirm();
    await owner.program.post('/inactivity/resume');
    await environment.passDays(10);
    await save(environment, 'paused-and-resumed', owner);
  };

  const otherSettings: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment, [{}, {}]);
    await environment.passDays(30);
    await owner.confirm();
    await owner.program.put('/inactivity/settings', { thresholdDays: 60, quorum: 2 });
    await environment.passDays(46);
    await owner.confirm();
    await owner.program.put('/inactivity/settings', { reminderPercents: [50] });
    await environment.passDays(31);
    await save(environment, 'other-settings', owner);
  };

  const noSuccessor = (name: string, day: number): Scenario =>
    async function losesTheLast(environment) {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(day);
      await owner.confirm();
      await owner.browser.delete(`/successors/${owner.successors[0]?.id}`);
      await environment.passDays(1);
      await save(environment, name, owner);
    };

  const deleted = (name: string, day: number): Scenario =>
    async function accountGoes(environment) {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(day);
      const em = environment.em();
      await em.nativeDelete(User, { id: owner.id });
      await putMessage(
        em,
        { kind: 'switch', subjectId: owner.id, seq: 0 },
        new Date(await environment.time()),
      );
      await environment.passDays(1);
      await save(environment, name, owner);
    };

  /** Someone for whom something falls due a few hours into that day of the environment. */
  const bornFor = async (
    environment: SharedEnvironment,
    day: number,
    dueDay: number,
  ): Promise<FollowedOwner> => {
    await environment.passDays(day + 0.2 - dueDay);
    return buildArmedOwner(environment);
  };

  const afterAYear: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment);
    await owner.program.put('/inactivity/settings', { thresholdDays: 730 });
    await environment.passDays(460);
    await save(environment, 'longer-than-a-year', owner);
  };

  const databaseAway: Scenario = async (environment) => {
    const owner = await bornFor(environment, DATABASE_AWAY, 67.5);
    await environment.passDays(67.3);
    environment.faults.databaseDown = true;
    await environment.passDays(0.5);
    environment.faults.databaseDown = false;
    await environment.passDays(0.5);
    await save(environment, 'database-away', owner);
  };

  const mailUnconfigured: Scenario = async (environment) => {
    const owner = await bornFor(environment, MAIL_UNCONFIGURED, 67.5);
    await environment.passDays(67.3);
    environment.faults.mailUnconfigured = true;
    await environment.passDays(0.5);
    await save(environment, 'held-without-mail', owner);
    environment.faults.mailUnconfigured = false;
    await environment.passDays(0.5);
    await save(environment, 'held-without-mail-and-gone-on', owner);
  };

  const clocksApart: Scenario = async (environment) => {
    const owner = await bornFor(environment, CLOCKS_APART, 92);
    await environment.passDays(91.8);
    environment.faults.skewMs = HOUR;
    await environment.passDays(0.5);
    await save(environment, 'held-by-clocks', owner);
    environment.faults.skewMs = 0;
    await environment.passDays(0.5);
    await save(environment, 'held-by-clocks-and-gone-on', owner);
  };

  const mailAway: Scenario = async (environment) => {
    const owner = await bornFor(environment, MAIL_AWAY, 67.5);
    await environment.passDays(67.3);
    environment.faults.mailDown = true;
    await environment.passDays(0.5);
    await save(environment, 'reminder-being-tried', owner);
    environment.faults.mailDown = false;
    await environment.passDays(0.5);
    await save(environment, 'reminder-tried-again', owner);
  };

  const mailboxRefuses: Scenario = async (environment) => {
    const owner = await buildArmedOwner(environment);
    const [successor] = owner.successors;
    environment.faults.refused.add(successor!.email);
    await environment.passDays(93);
    await saveMail(environment, 'mail-being-tried', successor!);
    environment.faults.refused.delete(successor!.email);
    await environment.passDays(0.5);
    await saveMail(environment, 'mail-tried-again', successor!);
  };

  return [
    silentOwner,
    seenWhileArmed,
    back('owner-back-while-reminding', 80, checkIn),
    back('owner-back-in-grace', 91, async (owner) =>
      owner.anyone.post('/activity/check-in-link', { token: await owner.token('final_notice', 'check-in') }),
    ),
    back('owner-back-while-awaiting', 92.9, checkIn),
    back('owner-back-after-release', 95, checkIn),
    back('cancelled-by-the-owner', 92.9, async (owner) => {
      await owner.confirm();
      return owner.program.post('/handover/cancel', {});
    }),
    paused,
    resumed,
    otherSettings,
    noSuccessor('no-successor-while-armed', 30),
    noSuccessor('no-successor-in-grace', 91),
    deleted('account-deleted-while-reminding', 80),
    deleted('account-deleted-in-grace', 91),
    afterAYear,
    databaseAway,
    mailUnconfigured,
    clocksApart,
    mailAway,
    mailboxRefuses,
  ];
}
