/** Lives whose histories are saved. Together they take every path through the workflows. */
import { Mail } from '../../db/entities/mail.ts';
import { User } from '../../db/entities/user.ts';
import { putMessage } from '../../db/outbox.ts';
import { mailWorkflowId } from '../../workflows/contract.ts';
import { beginLife, type OwnerLife } from '../support/clients/followed-owner.ts';
import type { RunHistory } from '../support/run-histories.ts';
import type { SharedEnvironment, SideBySideStory } from '../support/servers/shared-environment.ts';
import { DAY, HOUR, type SwitchEnvironment } from '../support/servers/switch-environment.ts';

export type Histories = Map<string, Pick<RunHistory, 'workflowId' | 'history'>>;

const runIdOf = ({ events }: RunHistory['history']) =>
  events?.[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId;

/** When outages begin for everybody at once, in days of the world. */
const DATABASE_AWAY = 300;
const MAIL_UNCONFIGURED = 310;
const CLOCKS_APART = 320;
const MAIL_AWAY = 330;

const MORE = { handoverDelayDays: 20 };

/** Stories that put what they have seen into `saved`, under names that say how far each run had come. */
export function livesToSave(saved: Histories): SideBySideStory[] {
  /** Saves the runs of a switch as they are now. Those that the earlier ones continued as are included. */
  async function save(world: SharedEnvironment, name: string, { id }: OwnerLife): Promise<void> {
    // What is being done at this moment happens a little later.
    await world.passDays(0.02);
    const runs = await world.histories(id);
    runs.forEach((run, i) => {
      const known = [...saved.values()].some(
        ({ history }) => history.events?.length === run.events && runIdOf(history) === run.runId,
      );
      if (!known) saved.set(runs.length > 1 ? `${name}-run-${i + 1}` : name, run);
    });
  }

  async function saveMail(world: SwitchEnvironment, name: string, who: { email: string }): Promise<void> {
    const mail = await world.orm.em.fork().findOneOrFail(Mail, { recipient: who.email, kind: 'invitation' });
    const workflowId = mailWorkflowId(mail.id);
    const history = await world.env.client.workflow.getHandle(workflowId).fetchHistory();
    saved.set(name, { workflowId, history });
  }

  const silent: SideBySideStory = async (world) => {
    const life = await beginLife(world, [{}, MORE]);
    const [first, second] = life.successors;
    await life.program.put('/inactivity/settings', { accessDays: 7 });
    for (const [day, stage] of [
      [30, 'armed'],
      [80, 'reminding'],
      [91, 'grace-period'],
      [100, 'awaiting-successors'],
    ] as const) {
      await world.passTo(life.since + day * DAY);
      await save(world, stage, life);
    }
    await saveMail(world, 'mail', first!);
    await life.answer(first!, 'accept');
    await world.passDays(1);
    await save(world, 'released', life);
    await world.passDays(20);
    await life.answer(second!, 'decline');
    await world.passDays(1);
    await save(world, 'completed', life);
    await world.passDays(1);
    await life.browser.post('/activity/check-in');
    await world.passDays(10);
    await save(world, 'owner-back-after-completion', life);
  };

  const seenWhileArmed: SideBySideStory = async (world) => {
    const life = await beginLife(world);
    for (const day of [30, 60, 120]) {
      await world.passTo(life.since + day * DAY);
      await life.browser.post('/activity/check-in');
    }
    await world.passDays(10);
    await save(world, 'armed-and-seen', life);
  };

  const back = (name: string, day: number, come: (life: OwnerLife) => Promise<unknown>): SideBySideStory =>
    async function ownerIsBack(world) {
      const life = await beginLife(world, [{}, MORE]);
      await world.passDays(Math.min(day, 93));
      if (day > 93) await life.answer(life.successors[0]!, 'accept');
      await world.passTo(life.since + day * DAY);
      await come(life);
      await world.passDays(70);
      await save(world, name, life);
    };
  const checkIn = (life: OwnerLife) => life.browser.post('/activity/check-in');

  const paused: SideBySideStory = async (world) => {
    const life = await beginLife(world);
    await world.passDays(10);
    const pausedUntil = new Date((await world.time()) + 100 * DAY).toISOString();
    await life.browser.post('/inactivity/pause', { pausedUntil });
    await world.passDays(35);
    await save(world, 'paused', life);
    await world.passDays(70);
    await save(world, 'pause-over', life);
  };

  const resumed: SideBySideStory = async (world) => {
    const life = await beginLife(world);
    await world.passDays(70);
    await life.program.post('/inactivity/pause');
    await world.passDays(20);
    await life.confirm();
    await life.program.post('/inactivity/resume');
    await world.passDays(10);
    await save(world, 'paused-and-resumed', life);
  };

  const otherSettings: SideBySideStory = async (world) => {
    const life = await beginLife(world, [{}, {}]);
    await world.passDays(30);
    await life.confirm();
    await life.program.put('/inactivity/settings', { thresholdDays: 60, quorum: 2 });
    await world.passDays(46);
    await life.confirm();
    await life.program.put('/inactivity/settings', { reminderPercents: [50] });
    await world.passDays(31);
    await save(world, 'other-settings', life);
  };

  const noSuccessor = (name: string, day: number): SideBySideStory =>
    async function losesTheLast(world) {
      const life = await beginLife(world);
      await world.passDays(day);
      await life.confirm();
      await life.browser.delete(`/successors/${life.successors[0]?.id}`);
      await world.passDays(1);
      await save(world, name, life);
    };

  const deleted = (name: string, day: number): SideBySideStory =>
    async function accountGoes(world) {
      const life = await beginLife(world);
      await world.passDays(day);
      const em = world.orm.em.fork();
      await em.nativeDelete(User, { id: life.id });
      await putMessage(em, { kind: 'switch', subjectId: life.id, seq: 0 }, new Date(await world.time()));
      await world.passDays(1);
      await save(world, name, life);
    };

  /** Somebody for whom something falls due a few hours into that day of the world. */
  const bornFor = async (world: SharedEnvironment, day: number, dueDay: number): Promise<OwnerLife> => {
    await world.passDays(day + 0.2 - dueDay);
    return beginLife(world);
  };

  const afterAYear: SideBySideStory = async (world) => {
    const life = await beginLife(world);
    await life.program.put('/inactivity/settings', { thresholdDays: 730 });
    await world.passDays(460);
    await save(world, 'longer-than-a-year', life);
  };

  const databaseAway: SideBySideStory = async (world) => {
    const life = await bornFor(world, DATABASE_AWAY, 67.5);
    await world.passDays(67.3);
    world.weather.databaseDown = true;
    await world.passDays(0.5);
    world.weather.databaseDown = false;
    await world.passDays(0.5);
    await save(world, 'database-away', life);
  };

  const mailUnconfigured: SideBySideStory = async (world) => {
    const life = await bornFor(world, MAIL_UNCONFIGURED, 67.5);
    await world.passDays(67.3);
    world.weather.mailUnconfigured = true;
    await world.passDays(0.5);
    await save(world, 'held-without-mail', life);
    world.weather.mailUnconfigured = false;
    await world.passDays(0.5);
    await save(world, 'held-without-mail-and-gone-on', life);
  };

  const clocksApart: SideBySideStory = async (world) => {
    const life = await bornFor(world, CLOCKS_APART, 92);
    await world.passDays(91.8);
    world.weather.skewMs = HOUR;
    await world.passDays(0.5);
    await save(world, 'held-by-clocks', life);
    world.weather.skewMs = 0;
    await world.passDays(0.5);
    await save(world, 'held-by-clocks-and-gone-on', life);
  };

  const mailAway: SideBySideStory = async (world) => {
    const life = await bornFor(world, MAIL_AWAY, 67.5);
    await world.passDays(67.3);
    world.weather.mailDown = true;
    await world.passDays(0.5);
    await save(world, 'reminder-being-tried', life);
    world.weather.mailDown = false;
    await world.passDays(0.5);
    await save(world, 'reminder-tried-again', life);
  };

  const mailboxRefuses: SideBySideStory = async (world) => {
    const life = await beginLife(world);
    const [successor] = life.successors;
    world.weather.refused.add(successor!.email);
    await world.passDays(93);
    await saveMail(world, 'mail-being-tried', successor!);
    world.weather.refused.delete(successor!.email);
    await world.passDays(0.5);
    await saveMail(world, 'mail-tried-again', successor!);
  };

  return [
    silent,
    seenWhileArmed,
    back('owner-back-while-reminding', 80, checkIn),
    back('owner-back-in-grace', 91, async (life) =>
      life.anyone.post('/activity/check-in-link', { token: await life.token('final_notice', 'check-in') }),
    ),
    back('owner-back-while-awaiting', 92.9, checkIn),
    back('owner-back-after-release', 95, checkIn),
    back('cancelled-by-the-owner', 92.9, async (life) => {
      await life.confirm();
      return life.program.post('/handover/cancel', {});
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
