import { expect } from '@jest/globals';
import { beginLife, type OwnerLife } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testLives } from '../support/clients/scenarios.ts';
import { HOUR } from '../support/servers/switch-environment.ts';

/** A quarter of a day: during an outage activities are retried every five minutes, however long a day is. */
const DAY = 6 * HOUR;

/** Kind and day of the owner's and successors' mails, to a tenth of a day. */
const told = async (life: OwnerLife) =>
  (await life.told()).map(([kind, day]) => [kind, Math.round(day * 10) / 10]);

/** An outage may cost a workflow a few events, however long it lasts. */
const FEW_EVENTS = 60;
const eventsOf = async (world: SharedEnvironment, { id }: OwnerLife) =>
  (await world.histories(id)).reduce((sum, { events }) => sum + events, 0);

/** All lives of a world share its outages, so each story has a time of its own, counted from its start. */
const START = { api: 0, skew: 130, database: 240, worker: 380, mail: 520, unconfigured: 660 } as const;

async function beginAt(world: SharedEnvironment, story: keyof typeof START): Promise<{ at: At }> {
  const start = (await world.time()) + START[story] * DAY;
  await world.passTo(start);
  return { at: (day) => start + day * DAY };
}
type At = (day: number) => number;

/** Lives that begin on given days of a story, and its other moments, in order. */
async function unfold(world: SharedEnvironment, at: At, scenes: [day: number, play: () => unknown][]) {
  for (const [day, play] of scenes.sort(([a], [b]) => a - b)) {
    await world.passTo(at(day));
    await play();
  }
}

/** Somebody for whom something falls due on day 100.5 of a story. */
interface Due {
  life: OwnerLife;
  events: number;
}

/** Things that fall due on day 100.5 of a story, each for an owner of its own: when their lives begin, and how. */
const FALLS_DUE: Record<string, { born: number; begin: (world: SharedEnvironment) => Promise<OwnerLife> }> = {
  reminder: { born: 33, begin: beginLife },
  'last reminder': { born: 15, begin: beginLife },
  'final notice': { born: 10.5, begin: beginLife },
  'end of grace': { born: 8.5, begin: beginLife },
  invitation: { born: 5.5, begin: (world) => beginLife(world, [{}, { handoverDelayDays: 3 }]) },
  completion: {
    born: 0,
    async begin(world) {
      const life = await beginLife(world);
      await life.program.put('/inactivity/settings', { accessDays: 7 });
      return life;
    },
  },
  'end of the pause': {
    born: 50,
    async begin(world) {
      const life = await beginLife(world);
      const pausedUntil = new Date((await world.time()) + 50.5 * DAY).toISOString();
      await life.browser.post('/inactivity/pause', { pausedUntil });
      return life;
    },
  },
  'reminder of the pause': {
    born: 70.5,
    async begin(world) {
      const life = await beginLife(world);
      await life.browser.post('/inactivity/pause');
      return life;
    },
  },
};

/** Begins these lives; `due` fills with them. */
function fallingDue(
  world: SharedEnvironment,
  due: Map<string, Due>,
  which = Object.keys(FALLS_DUE),
): [number, () => Promise<void>][] {
  const births = Object.entries(FALLS_DUE)
    .filter(([what]) => which.includes(what))
    .map(([what, { born, begin }]): [number, () => Promise<void>] => [
      born,
      async () => void due.set(what, { life: await begin(world), events: 0 }),
    ]);
  const accept = async () => {
    const life = due.get('completion')?.life;
    if (life) await life.answer(life.successors[0]!, 'accept');
  };
  return [...births, [93.5, accept]];
}

const lastOf = async (due: Map<string, Due>, what: string) => (await told(due.get(what)!.life)).at(-1);

testLives(
  {
    'an outage of the API moves the deadline by as much, one threshold at most, and a grace period by all of it':
      async (world) => {
        const { at } = await beginAt(world, 'api');
        world.weather.api.push({ from: at(20), to: at(30) });
        let long: OwnerLife;
        let inGrace: OwnerLife;
        let short: OwnerLife;
        const began = async (thresholdDays: number) => {
          const life = await beginLife(world);
          if (thresholdDays !== 90) await life.program.put('/inactivity/settings', { thresholdDays });
          return life;
        };
        await unfold(world, at, [
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
        expect(await told(long!)).toEqual([
          ['reminder', 77.5],
          ['reminder', 86.5],
          ['reminder', 95.5],
          ['final_notice', 100],
          ['invitation', 102],
        ]);
        expect((await told(inGrace!)).slice(3, 5)).toEqual([
          ['final_notice', 10],
          ['invitation', 22],
        ]);
        // Seven of the ten days are credited. A day is left after the last reminder.
        expect((await told(short!)).slice(0, 5)).toEqual([
          ['reminder', 11.7],
          ['reminder', 12.4],
          ['reminder', 13],
          ['final_notice', 14],
          ['invitation', 16],
        ]);
      },

    'clocks that disagree hold reminders and the end of the grace period until they agree': async (world) => {
      const { at } = await beginAt(world, 'skew');
      let inGrace: OwnerLife;
      let armed: OwnerLife;
      await unfold(world, at, [
        [0, async () => (inGrace = await beginLife(world))],
        [24, async () => (armed = await beginLife(world))],
        [91, () => (world.weather.skewMs = 10 * 60_000)],
        [
          93,
          async () => {
            expect(await inGrace.status()).toBe('grace_period');
            expect(await armed.status()).toBe('armed');
            expect(await told(armed)).toEqual([]);
            world.weather.skewMs = 0;
          },
        ],
        // A switch on hold looks again every hour.
        [93.1, async () => expect(await inGrace.status()).toBe('awaiting_successors')],
        [100, () => {}],
      ]);
      // Both within two hours of day 93 of the story, and neither before it.
      expect((await inGrace!.told()).at(-1)).toEqual(['invitation', expect.closeTo(93.05, 1)]);
      expect(await armed!.told()).toEqual([['reminder', expect.closeTo(69.05, 1)]]);
    },

    'the database away for a day, with the API: all that was due comes after it, at its distance, once':
      async (world) => {
        const { at } = await beginAt(world, 'database');
        const due = new Map<string, Due>();
        world.weather.api.push({ from: at(100), to: at(101) });
        await unfold(world, at, [
          ...fallingDue(world, due),
          [
            100,
            async () => {
              for (const each of due.values()) each.events = await eventsOf(world, each.life);
              world.weather.databaseDown = true;
            },
          ],
          [101, () => (world.weather.databaseDown = false)],
          // The planner credits the day without an API to those who had to show a sign of life.
          [
            101.1,
            async () => {
              expect(await lastOf(due, 'invitation')).toEqual(['invitation', 95.5]);
              expect(await lastOf(due, 'reminder of the pause')).toEqual(['pause_reminder', 30.5]);
              expect(await due.get('end of the pause')?.life.status()).toBe('armed');
              expect(await due.get('completion')?.life.status()).toBe('completed');
              expect(await due.get('reminder')?.life.status()).toBe('armed');
              expect(await due.get('end of grace')?.life.status()).toBe('grace_period');
            },
          ],
          [
            102,
            async () => {
              expect(await lastOf(due, 'reminder')).toEqual(['reminder', 68.5]);
              expect(await lastOf(due, 'last reminder')).toEqual(['reminder', 86.5]);
              expect(await lastOf(due, 'final notice')).toEqual(['final_notice', 91]);
              expect(await lastOf(due, 'end of grace')).toEqual(['invitation', 93]);
              for (const { life, events } of due.values()) {
                expect((await eventsOf(world, life)) - events).toBeLessThan(FEW_EVENTS);
              }
            },
          ],
          [112, () => {}],
        ]);
        expect((await told(due.get('reminder')!.life)).slice(0, 2)).toEqual([
          ['reminder', 68.5],
          ['reminder', 77.5],
        ]);
        expect((await told(due.get('last reminder')!.life)).slice(2, 5)).toEqual([
          ['reminder', 86.5],
          ['final_notice', 91],
          ['invitation', 93],
        ]);
      },

    'a worker that cannot reach the database for a day: all that was due comes as soon as it can, once':
      async (world) => {
        const { at } = await beginAt(world, 'worker');
        const due = new Map<string, Due>();
        await unfold(world, at, [
          ...fallingDue(world, due),
          [100, () => (world.weather.databaseDown = true)],
          [101, () => (world.weather.databaseDown = false)],
          [112, () => {}],
        ]);
        expect((await told(due.get('reminder')!.life)).slice(0, 2)).toEqual([
          ['reminder', 68],
          ['reminder', 77],
        ]);
        expect((await told(due.get('last reminder')!.life)).slice(2, 5)).toEqual([
          ['reminder', 86],
          ['final_notice', 90.5],
          ['invitation', 92.5],
        ]);
        expect((await told(due.get('final notice')!.life)).slice(3, 5)).toEqual([
          ['final_notice', 90.5],
          ['invitation', 92.5],
        ]);
        expect((await told(due.get('end of grace')!.life)).slice(3, 5)).toEqual([
          ['final_notice', 90],
          ['invitation', 92.5],
        ]);
      },

    'the mail server down for three days: nothing is skipped, squeezed, lost or sent twice': async (
      world,
    ) => {
      const { at } = await beginAt(world, 'mail');
      const due = new Map<string, Due>();
      let warned: OwnerLife;
      await unfold(world, at, [
        ...fallingDue(world, due, ['reminder', 'final notice', 'invitation']),
        [9.5, async () => (warned = await beginLife(world))],
        [
          100,
          async () => {
            for (const each of due.values()) each.events = await eventsOf(world, each.life);
            world.weather.mail.push({ from: at(100), to: at(103) });
            world.weather.mailDown = true;
          },
        ],
        [
          103,
          async () => {
            expect(await due.get('reminder')?.life.status()).toBe('armed');
            expect(await due.get('final notice')?.life.status()).toBe('reminding');
            // Warned on day 99.5, with two days to answer. Mail was up for half a day of them.
            expect(await warned.status()).toBe('grace_period');
            for (const { life, events } of due.values()) {
              expect((await eventsOf(world, life)) - events).toBeLessThan(FEW_EVENTS);
            }
            world.weather.mailDown = false;
          },
        ],
        [130, () => {}],
      ]);
      expect(await told(due.get('reminder')!.life)).toEqual([
        ['reminder', 70],
        ['reminder', 79],
        ['reminder', 88],
        ['final_notice', 92.5],
        ['invitation', 94.5],
      ]);
      expect((await told(due.get('final notice')!.life)).slice(3, 5)).toEqual([
        ['final_notice', 92.5],
        ['invitation', 94.5],
      ]);
      expect((await told(warned!)).slice(3, 5)).toEqual([
        ['final_notice', 90],
        ['invitation', 95],
      ]);
      const { life } = due.get('invitation')!;
      expect((await life.told(life.successors[1]))[0]).toEqual(['invitation', expect.closeTo(97.5, 1)]);
    },

    'without a mail server the switch holds and says so; with one it goes on where it stopped': async (
      world,
    ) => {
      const { at } = await beginAt(world, 'unconfigured');
      const config = world.config as { SMTP_HOST: string };
      const host = config.SMTP_HOST;
      let life: OwnerLife;
      const holds = async () => {
        const { settings } = (await life.program.get('/inactivity/settings')).body;
        const { body } = await life.program.get('/inactivity/timeline');
        expect(body.holds).toEqual(settings.holds);
        return settings.holds;
      };
      await unfold(world, at, [
        [0, async () => (life = await beginLife(world))],
        [
          67,
          () => {
            world.weather.mailUnconfigured = true;
            config.SMTP_HOST = '';
          },
        ],
        [
          70,
          async () => {
            expect(await life.status()).toBe('armed');
            expect(await holds()).toEqual(['mail_unconfigured']);
            world.weather.mailUnconfigured = false;
            config.SMTP_HOST = host;
            expect(await holds()).toEqual([]);
          },
        ],
        [95, () => {}],
      ]);
      expect(await told(life!)).toEqual([
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
