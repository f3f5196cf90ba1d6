/**
 * Everything is down for forty days in the middle of every stage. Afterwards everybody who was due a warning still gets
 * every one. And some mailboxes refuse mail for sixty days, which delays nobody else.
 */
import { expect } from '@jest/globals';
import type { SwitchStatus } from '../../switch/state.ts';
import { beginLife, type OwnerLife } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testLives } from '../support/clients/scenarios.ts';
import { HOUR, type Weather } from '../support/servers/switch-environment.ts';

/** Days are short here, because during an outage activities are retried every five minutes, however long a day is. */
const DAY = HOUR / 4;
const AWAY_DAYS = 40;
/** An action that is being retried waits for up to five minutes, and the domain's clock ticks in minutes. */
const TOLERANCE_DAYS = 0.5;

/** The day of the life on which the outage begins, for each stage that it interrupts. */
const STAGES = {
  armed: 40,
  reminding: 70,
  'before the final notice': 88,
  'grace period': 91,
  'awaiting successors': 93,
  released: 95,
  paused: 20,
} as const;
type Stage = keyof typeof STAGES;

/** Answers and pauses on days of the life. */
const DEEDS: Partial<Record<Stage, [day: number, deed: (life: OwnerLife) => Promise<unknown>]>> = {
  released: [93, (life) => life.answer(life.successors[0]!, 'accept')],
  paused: [
    10,
    (life) => {
      const pausedUntil = new Date(life.since + 40 * DAY).toISOString();
      return life.browser.post('/inactivity/pause', { pausedUntil });
    },
  ],
};

/** Days of the reminders, the final notice and the first invitation. */
type Steps = [first: number, second: number, third: number, final: number, invited: number];

interface Outage {
  /** When the story begins, in days of the world. Its outage is everybody's. */
  start: number;
  begin(weather: Weather, stretch: { from: number; to: number }): void;
  end(weather: Weather): void;
  /** The steps of each life in the end. */
  steps: Record<Stage, Steps>;
  /** How much later a warning may go out, because by then its mail is rarely tried. */
  backoffDays: number;
  /** Later invitations of a successor who never answers. */
  asks: number[];
  /** The status of a life when the outage ends. */
  paused: SwitchStatus;
}

/** Without an API no sign of life can arrive, so the deadline moves by as much. */
const CREDITED: Omit<Record<Stage, Steps>, 'paused'> = {
  armed: [107.5, 116.5, 125.5, 130, 132],
  reminding: [67.5, 116.5, 125.5, 130, 132],
  'before the final notice': [67.5, 76.5, 85.5, 130, 132],
  'grace period': [67.5, 76.5, 85.5, 90, 132],
  'awaiting successors': [67.5, 76.5, 85.5, 90, 92],
  released: [67.5, 76.5, 85.5, 90, 92],
};

/** By then, a mail with a workflow of its own is tried every half hour. */
const MAIL_BACKOFF_DAYS = 2;

const OUTAGES: Record<string, Outage> = {
  'the API': {
    start: 0,
    begin: (weather, stretch) => void weather.api.push(stretch),
    end: () => {},
    // The pause ends on day 40, with half of the outage to come.
    steps: { ...CREDITED, paused: [127.5, 136.5, 145.5, 150, 152] },
    backoffDays: 0,
    asks: [99, 106, 113, 120, 150],
    paused: 'armed',
  },
  'the mail server': {
    start: 150,
    begin(weather, stretch) {
      weather.mail.push(stretch);
      weather.mailDown = true;
    },
    end(weather) {
      weather.mailDown = false;
    },
    // What was due is sent on the return, and everything after it keeps its distance.
    steps: {
      armed: [80, 89, 98, 102.5, 104.5],
      reminding: [67.5, 110, 119, 123.5, 125.5],
      'before the final notice': [67.5, 76.5, 85.5, 128, 130],
      'grace period': [67.5, 76.5, 85.5, 90, 132],
      'awaiting successors': [67.5, 76.5, 85.5, 90, 92],
      released: [67.5, 76.5, 85.5, 90, 92],
      paused: [107.5, 116.5, 125.5, 130, 132],
    },
    backoffDays: MAIL_BACKOFF_DAYS,
    asks: [133, 140, 147, 154],
    paused: 'armed',
  },
  'the database, and with it API and worker': {
    start: 300,
    begin(weather, stretch) {
      weather.api.push(stretch);
      weather.mail.push(stretch);
      weather.databaseDown = true;
    },
    end(weather) {
      weather.databaseDown = false;
    },
    // The pause ends once a worker can end it.
    steps: { ...CREDITED, paused: [127.5, 136.5, 145.5, 150, 152] },
    backoffDays: 0,
    asks: [133, 140, 147, 154],
    paused: 'paused',
  },
};

/** The domain's clock ticks in minutes. */
const TICK_DAYS = 0.125;

/** @param late how many days later it may be */
const near = (day: number, late = 0) =>
  expect.closeTo(day + late / 2, -Math.log10(2 * (TOLERANCE_DAYS + late / 2)));

/** What an outage may cost a workflow: in a grace period it looks less and less often whether it is over. */
const FEW_EVENTS = 320;
const eventsOf = async (world: SharedEnvironment, { id }: OwnerLife) =>
  (await world.histories(id)).reduce((sum, { events }) => sum + events, 0);

async function live(
  world: SharedEnvironment,
  { start, begin, end, steps, backoffDays, asks, paused }: Outage,
): Promise<void> {
  const from = (await world.time()) + (start + 96) * DAY;
  const to = from + AWAY_DAYS * DAY;
  const lives = new Map<Stage, OwnerLife>();
  const scenes: [at: number, play: () => unknown][] = (Object.keys(STAGES) as Stage[]).flatMap((stage) => {
    const born = from - STAGES[stage] * DAY;
    const [day, deed] = DEEDS[stage] ?? [];
    return [
      [born, async () => lives.set(stage, await beginLife(world))],
      ...(day === undefined || !deed ? [] : [[born + day * DAY, () => deed(lives.get(stage)!)] as const]),
    ] as [number, () => unknown][];
  });
  for (const [at, play] of scenes.sort(([a], [b]) => a - b)) {
    await world.passTo(at);
    await play();
  }

  await world.passTo(from);
  begin(world.weather, { from, to });
  const before = new Map<Stage, [SwitchStatus, number]>();
  for (const [stage, life] of lives) before.set(stage, [await life.status(), await eventsOf(world, life)]);
  await world.passTo(to);
  for (const [stage, life] of lives) {
    const [status, events] = before.get(stage)!;
    expect([stage, await life.status()]).toEqual([stage, stage === 'paused' ? paused : status]);
    expect((await eventsOf(world, life)) - events).toBeLessThan(FEW_EVENTS);
  }
  end(world.weather);
  await world.passTo(from + 155 * DAY);

  for (const [stage, life] of lives) {
    const told = await life.told(life);
    const [first, second, third, final, invited] = steps[stage];
    expect([stage, told]).toEqual([
      stage,
      [
        ['reminder', near(first, backoffDays)],
        ['reminder', near(second, backoffDays)],
        ['reminder', near(third, backoffDays)],
        ['final_notice', near(final, backoffDays)],
      ],
    ]);
    const invitations = (await life.told(life.successors[0])).filter(([kind]) => kind === 'invitation');
    expect([stage, invitations[0]]).toEqual([stage, ['invitation', near(invited, backoffDays)]]);
    if (stage === 'awaiting successors') {
      const late = asks.map((day, i) => (invitations[i + 1]?.[1] ?? Number.NaN) - day);
      for (const days of late) {
        expect(days).toBeGreaterThan(-TOLERANCE_DAYS);
        expect(days).toBeLessThan(MAIL_BACKOFF_DAYS + TOLERANCE_DAYS);
      }
    }
    // A full grace period, none of it during the outage.
    const noticed = life.since + told[3]![1] * DAY;
    const asked = life.since + invitations[0]![1] * DAY;
    const missed = Math.max(0, Math.min(asked, to) - Math.max(noticed, from));
    const counted = missed > 0 && stage !== 'before the final notice' ? missed : 0;
    expect(asked - noticed - counted).toBeGreaterThan((2 - TICK_DAYS) * DAY);
  }
}

/** When the mailboxes begin to refuse, in days of the world, and for how long. */
const REFUSED_FROM = 480;
const REFUSED_DAYS = 60;

async function refuse(world: SharedEnvironment): Promise<void> {
  await world.passDays(REFUSED_FROM);
  const life = await beginLife(world, [{}, {}, {}]);
  const other = await beginLife(world);
  const [busy, gone, fine] = life.successors;
  await world.passDays(91);
  const { refused, refusedForGood } = world.weather;
  refused.add(busy!.email);
  refusedForGood.add(gone!.email);
  await world.passDays(2);

  // Nobody else waits for them: neither the third successor nor another owner's.
  expect((await life.answer(fine!, 'accept')).body.status).toBe('released');
  expect((await other.answer(other.successors[0]!, 'accept')).body.status).toBe('released');
  await world.passDays(REFUSED_DAYS - 2);
  const toldOf = async (who: OwnerLife['successors'][number] | undefined) =>
    (await life.told(who)).map(([kind]) => kind);
  expect(await life.told(fine)).toEqual([
    ['invitation', near(92)],
    ['access', near(93)],
  ]);
  expect(await other.told(other.successors[0])).toEqual([
    ['invitation', near(92)],
    ['access', near(93)],
  ]);
  expect((await life.read(fine!)).status).toBe(200);
  expect([await toldOf(busy), await toldOf(gone)]).toEqual([[], []]);

  refused.clear();
  refusedForGood.clear();
  await world.passDays(2 * MAIL_BACKOFF_DAYS);
  for (const who of [busy, gone]) {
    // One invitation for the weeks in which nothing could reach them.
    expect(await life.told(who)).toEqual([['invitation', expect.any(Number)]]);
    const [[, day] = ['', 0]] = await life.told(who);
    expect(day).toBeGreaterThanOrEqual(91 + REFUSED_DAYS);
    expect(day).toBeLessThan(91 + REFUSED_DAYS + MAIL_BACKOFF_DAYS + TOLERANCE_DAYS);
    expect((await life.answer(who!, 'accept')).body.status).toBe('released');
  }
  await world.passDays(1);
  expect(await toldOf(gone)).toEqual(['invitation', 'access']);
  expect((await life.read(gone!)).status).toBe(200);
}

testLives(
  {
    ...Object.fromEntries(
      Object.entries(OUTAGES).map(([what, outage]) => [
        `${what} away for forty days in every stage: no release before all warnings and a full grace period`,
        (world: SharedEnvironment) => live(world, outage),
      ]),
    ),
    'two mailboxes that refuse for sixty days delay nobody else, and get their mail when they take it again':
      refuse,
  },
  { env: { DAY_LENGTH_MS: String(DAY) } },
);
