import { expect } from '@jest/globals';
import { buildArmedOwner, type FollowedOwner } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testScenarios } from '../support/clients/scenarios.ts';
import { HOUR } from '../support/servers/switch-environment.ts';

/** A quarter of a day: during an outage activities are retried every five minutes, however long a day is. */
const DAY = 6 * HOUR;

/** Kind and day of the owner's and successors' mails, to a tenth of a day. */
const mailsSent = async (owner: FollowedOwner) =>
  (await owner.mailsSent()).map(([kind, day]) => [kind, Math.round(day * 10) / 10]);

/** An outage may cost a workflow a few events, however long it lasts. */
const FEW_EVENTS = 60;
const eventsOf = async (environment: SharedEnvironment, { id }: FollowedOwner) =>
  (await environment.histories(id)).reduce((sum, { events }) => sum + events, 0);

/** All scenarios share the outages of their environment, so each has a time of its own, counted from its start. */
const START = { api: 0, skew: 130, database: 240, worker: 380, mail: 520, unconfigured: 660 } as const;

async function beginAt(environment: SharedEnvironment, scenario: keyof typeof START): Promise<{ at: At }> {
  const start = (await environment.time()) + START[scenario] * DAY;
  await environment.passTo(start);
  return { at: (day) => start + day * DAY };
}
type At = (day: number) => number;

/** Plays what happens on given days of a scenario, in order. */
async function unfold(environment: SharedEnvironment, at: At, scenes: [day: number, play: () => unknown][]) {
  for (const [day, play] of scenes.sort(([a], [b]) => a - b)) {
    await environment.passTo(at(day));
    await play();
  }
}

/** Someone for whom something falls due on day 100.5 of a scenario. */
interface DueOwner {
  owner: FollowedOwner;
  events: number;
}

/** Things that fall due on day 100.5 of a scenario, each for an owner of its own: when they begin, and how. */
const FALLS_DUE: Record<
  string,
  { born: number; begin: (environment: SharedEnvironment) => Promise<FollowedOwner> }
> = {
  reminder: { born: 33, begin: buildArmedOwner },
  'last reminder': { born: 15, begin: buildArmedOwner },
  'final notice': { born: 10.5, begin: buildArmedOwner },
  'end of grace': { born: 8.5, begin: buildArmedOwner },
  invitation: {
    born: 5.5,
    begin: (environment) => buildArmedOwner(environment, [{}, { handoverDelayDays: 3 }]),
  },
  completion: {
    born: 0,
    async begin(environment) {
      const owner = await buildArmedOwner(environment);
      await owner.program.put('/inactivity/settings', { accessDays: 7 });
      return owner;
    },
  },
  'end of the pause': {
    born: 50,
    async begin(environment) {
      const owner = await buildArmedOwner(environment);
      const pausedUntil = new Date((await environment.time()) + 50.5 * DAY).toISOString();
      await owner.browser.post('/inactivity/pause', { pausedUntil });
      return owner;
    },
  },
  'reminder of the pause': {
    born: 70.5,
    async begin(environment) {
      const owner = await buildArmedOwner(environment);
      await owner.browser.post('/inactivity/pause');
      return owner;
    },
  },
};

/** Makes these owners; `due` fills with them. */
function fallingDue(
  environment: SharedEnvironment,
  due: Map<string, DueOwner>,
  which = Object.keys(FALLS_DUE),
): [number, () => Promise<void>][] {
  const births = Object.entries(FALLS_DUE)
    .filter(([what]) => which.includes(what))
    .map(([what, { born, begin }]): [number, () => Promise<void>] => [
      born,
      async () => void due.set(what, { owner: await begin(environment), events: 0 }),
    ]);
  const accept = async () => {
    const owner = due.get('completion')?.owner;
    if (owner) await owner.answer(owner.successors[0]!, 'accept');
  };
  return [...births, [93.5, accept]];
}

const lastOf = async (due: Map<string, DueOwner>, what: string) =>
  (await mailsSent(due.get(what)!.owner)).at(-1);

testScenarios(
  {
    'an outage of the API moves the deadline by as much, one threshold at most, and a grace period by all of it':
      async (environment) => {
        const { at } = await beginAt(environment, 'api');
        environment.faults.api.push({ from: at(20), to: at(30) });
        let long: FollowedOwner;
        let inGrace: FollowedOwner;
        let short: FollowedOwner;
        const began = async (thresholdDays: number) => {
          const owner = await buildArmedOwner(environment);
          if (thresholdDays !== 90) await owner.program.put('/inactivity/settings', { thresholdDays });
          return owner;
        };
        await unfold(environment, at, [
          [0, async () => (long = await began(90))],
          [9, async () => (inGrace = await began(10))],
          [19, async () => (short = await began(7))],
          [29, async () => expect(await inGrace.status()).toBe('grace_period')],
          [
            31.5,
            async () => {
              const { settings } = (await long.program.get('/inactivity/settings')).body;
              expect(settings.creditedMs).toBe(10 * DAY);
              expect(Date.parse(settings.deadline)).toBe(at(100));
              expect(await inGrace.status()).toBe('awaiting_successors');
            },
          ],
          [104, () => {}],
        ]);
        expect(await mailsSent(long!)).toEqual([
          ['reminder', 77.5],
          ['reminder', 86.5],
          ['reminder', 95.5],
          ['final_notice', 100],
          ['invitation', 102],
        ]);
        expect((await mailsSent(inGrace!)).slice(3, 5)).toEqual([
          ['final_notice', 10],
          ['invitation', 22],
        ]);
        // Seven of the ten days are credited. A day is left after the last reminder.
        expect((await mailsSent(short!)).slice(0, 5)).toEqual([
          ['reminder', 11.7],
          ['reminder', 12.4],
          ['reminder', 13],
          ['final_notice', 14],
          ['invitation', 16],
        ]);
      },

    'clocks that disagree hold reminders and the end of the grace period until they agree': async (
      environment,
    ) => {
      const { at } = await beginAt(environment, 'skew');
      let inGrace: FollowedOwner;
      let armed: FollowedOwner;
      await unfold(environment, at, [
        [0, async () => (inGrace = await buildArmedOwner(environment))],
        [24, async () => (armed = await buildArmedOwner(environment))],
        [91, () => (environment.faults.skewMs = 10 * 60_000)],
        [
          93,
          async () => {
            expect(await inGrace.status()).toBe('grace_period');
            expect(await armed.status()).toBe('armed');
            expect(await mailsSent(armed)).toEqual([]);
            environment.faults.skewMs = 0;
          },
        ],
        // A switch on hold looks again every hour.
        [93.1, async () => expect(await inGrace.status()).toBe('awaiting_successors')],
        [100, () => {}],
      ]);
      // Both within two hours of day 93 of the scenario, and neither before it.
      expect((await inGrace!.mailsSent()).at(-1)).toEqual(['invitation', expect.closeTo(93.05, 1)]);
      expect(await armed!.mailsSent()).toEqual([['reminder', expect.closeTo(69.05, 1)]]);
    },

    'the database is down for a day, with the API: every due step comes once, at its distance': async (
      environment,
    ) => {
      const { at } = await beginAt(environment, 'database');
      const due = new Map<string, DueOwner>();
      environment.faults.api.push({ from: at(100), to: at(101) });
      await unfold(environment, at, [
        ...fallingDue(environment, due),
        [
          100,
          async () => {
            for (const each of due.values()) each.events = await eventsOf(environment, each.owner);
            environment.faults.databaseDown = true;
          },
        ],
        [101, () => (environment.faults.databaseDown = false)],
        // The planner credits the day without an API to those who had to show a sign of life.
        [
          101.1,
          async () => {
            expect(await lastOf(due, 'invitation')).toEqual(['invitation', 95.5]);
            expect(await lastOf(due, 'reminder of the pause')).toEqual(['pause_reminder', 30.5]);
            expect(await due.get('end of the pause')?.owner.status()).toBe('armed');
            expect(await due.get('completion')?.owner.status()).toBe('completed');
            expect(await due.get('reminder')?.owner.status()).toBe('armed');
            expect(await due.get('end of grace')?.owner.status()).toBe('grace_period');
          },
        ],
        [
          102,
          async () => {
            expect(await lastOf(due, 'reminder')).toEqual(['reminder', 68.5]);
            expect(await lastOf(due, 'last reminder')).toEqual(['reminder', 86.5]);
            expect(await lastOf(due, 'final notice')).toEqual(['final_notice', 91]);
            expect(await lastOf(due, 'end of grace')).toEqual(['invitation', 93]);
            for (const { owner, events } of due.values()) {
              expect((await eventsOf(environment, owner)) - events).toBeLessThan(FEW_EVENTS);
            }
          },
        ],
        [112, () => {}],
      ]);
      expect((await mailsSent(due.get('reminder')!.owner)).slice(0, 2)).toEqual([
        ['reminder', 68.5],
        ['reminder', 77.5],
      ]);
      expect((await mailsSent(due.get('last reminder')!.owner)).slice(2, 5)).toEqual([
        ['reminder', 86.5],
        ['final_notice', 91],
        ['invitation', 93],
      ]);
    },

    'the worker cannot reach the database for a day: every due step comes once, as soon as it can': async (
      environment,
    ) => {
      const { at } = await beginAt(environment, 'worker');
      const due = new Map<string, DueOwner>();
      await unfold(environment, at, [
        ...fallingDue(environment, due),
        [100, () => (environment.faults.databaseDown = true)],
        [101, () => (environment.faults.databaseDown = false)],
        [112, () => {}],
      ]);
      expect((await mailsSent(due.get('reminder')!.owner)).slice(0, 2)).toEqual([
        ['reminder', 68],
        ['reminder', 77],
      ]);
      expect((await mailsSent(due.get('last reminder')!.owner)).slice(2, 5)).toEqual([
        ['reminder', 86],
        ['final_notice', 90.5],
        ['invitation', 92.5],
      ]);
      expect((await mailsSent(due.get('final notice')!.owner)).slice(3, 5)).toEqual([
        ['final_notice', 90.5],
        ['invitation', 92.5],
      ]);
      expect((await mailsSent(due.get('end of grace')!.owner)).slice(3, 5)).toEqual([
        ['final_notice', 90],
        ['invitation', 92.5],
      ]);
    },

    'the mail server is down for three days: no mail is skipped, hurried, lost or sent twice': async (
      environment,
    ) => {
      const { at } = await beginAt(environment, 'mail');
      const due = new Map<string, DueOwner>();
      let warned: FollowedOwner;
      await unfold(environment, at, [
        ...fallingDue(environment, due, ['reminder', 'final notice', 'invitation']),
        [9.5, async () => (warned = await buildArmedOwner(environment))],
        [
          100,
          async () => {
            for (const each of due.values()) each.events = await eventsOf(environment, each.owner);
            environment.faults.mail.push({ from: at(100), to: at(103) });
            environment.faults.mailDown = true;
          },
        ],
        [
          103,
          async () => {
            expect(await due.get('reminder')?.owner.status()).toBe('armed');
            expect(await due.get('final notice')?.owner.status()).toBe('reminding');
            // Warned on day 99.5, with two days to answer. Mail was up for half a day of them.
            expect(await warned.status()).toBe('grace_period');
            for (const { owner, events } of due.values()) {
              expect((await eventsOf(environment, owner)) - events).toBeLessThan(FEW_EVENTS);
            }
            environment.faults.mailDown = false;
          },
        ],
        [130, () => {}],
      ]);
      expect(await mailsSent(due.get('reminder')!.owner)).toEqual([
        ['reminder', 70],
        ['reminder', 79],
        ['reminder', 88],
        ['final_notice', 92.5],
        ['invitation', 94.5],
      ]);
      expect((await mailsSent(due.get('final notice')!.owner)).slice(3, 5)).toEqual([
        ['final_notice', 92.5],
        ['invitation', 94.5],
      ]);
      expect((await mailsSent(warned!)).slice(3, 5)).toEqual([
        ['final_notice', 90],
        ['invitation', 95],
      ]);
      const { owner } = due.get('invitation')!;
      expect((await owner.mailsSent(owner.successors[1]))[0]).toEqual([
        'invitation',
        expect.closeTo(97.5, 1),
      ]);
    },

    'without a mail server the switch waits and says so; with one it goes on where it stopped': async (
      environment,
    ) => {
      const { at } = await beginAt(environment, 'unconfigured');
      const config = environment.config as { SMTP_HOST: string };
      const host = config.SMTP_HOST;
      let owner: FollowedOwner;
      const holds = async () => {
        const { settings } = (await owner.program.get('/inactivity/settings')).body;
        const { body } = await owner.program.get('/inactivity/timeline');
        expect(body.holds).toEqual(settings.holds);
        return settings.holds;
      };
      await unfold(environment, at, [
        [0, async () => (owner = await buildArmedOwner(environment))],
        [
          67,
          () => {
            environment.faults.mailUnconfigured = true;
            config.SMTP_HOST = '';
          },
        ],
        [
          70,
          async () => {
            expect(await owner.status()).toBe('armed');
            expect(await holds()).toEqual(['mail_unconfigured']);
            environment.faults.mailUnconfigured = false;
            config.SMTP_HOST = host;
            expect(await holds()).toEqual([]);
          },
        ],
        [95, () => {}],
      ]);
      expect(await mailsSent(owner!)).toEqual([
        ['reminder', 70],
        ['reminder', 79],
        ['reminder', 88],
        ['final_notice', 92.5],
        ['invitation', 94.5],
      ]);
    },
  },
  { env: { DAY_LENGTH_MS: String(DAY) } },
);
