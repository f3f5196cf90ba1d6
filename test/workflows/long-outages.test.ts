/**
 * Everything is down for forty days in the middle of every stage. Afterwards everybody who was due a warning still gets
 * every one. And some mailboxes refuse mail for sixty days, which delays nobody else.
 */
import { expect } from '@jest/globals';
import type { SwitchStatus } from '../../switch/state.ts';
import { buildArmedOwner, type FollowedOwner } from '../support/clients/followed-owner.ts';
import { type SharedEnvironment, testScenarios } from '../support/clients/scenarios.ts';
import { type EnvironmentFaults, HOUR } from '../support/servers/switch-environment.ts';

/** Days are short here, because during an outage activities are retried every five minutes, however long a day is. */
const DAY = HOUR / 4;
const AWAY_DAYS = 40;
/** An action that is being retried waits for up to five minutes, and the domain's clock ticks in minutes. */
const TOLERANCE_DAYS = 0.5;

/** On which day the outage begins, for each stage that it interrupts. */
const STAGES = {
  armed: 40,
  reminding: 70,
  'before the final notice': 88,
  'grace period': 91,
  'awaiting successors': 93,
  released: 95,
  paused: 20,
} as const;
type OutageStage = keyof typeof STAGES;

/** On which days successors answer and the owner pauses. */
const ACTIONS: Partial<
  Record<OutageStage, [day: number, action: (owner: FollowedOwner) => Promise<unknown>]>
> = {
  released: [93, (owner) => owner.answer(owner.successors[0]!, 'accept')],
  paused: [
    10,
    (owner) => {
      const pausedUntil = new Date(owner.since + 40 * DAY).toISOString();
      return owner.browser.post('/inactivity/pause', { pausedUntil });
    },
  ],
};

/** Days of the reminders, the final notice and the first invitation. */
type Steps = [first: number, second: number, third: number, final: number, invited: number];

interface Outage {
  /** When the scenario begins, in days of the environment. Its outage is everybody's. */
  start: number;
  begin(faults: EnvironmentFaults, stretch: { from: number; to: number }): void;
  end(faults: EnvironmentFaults): void;
  /** The steps of each owner in the end. */
  steps: Record<OutageStage, Steps>;
  /** How much later a warning may go out, because by then its mail is rarely tried. */
  backoffDays: number;
  /** Later invitations of a successor who never answers. */
  asks: number[];
  /** The status when the outage ends. */
  paused: SwitchStatus;
}

/** Without an API no sign of life can arrive, so the deadline moves by as much. */
const CREDITED: Omit<Record<OutageStage, Steps>, 'paused'> = {
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
    begin: (faults, stretch) => void faults.api.push(stretch),
    end: () => {},
    // The pause ends on day 40, with half of the outage to come.
    steps: { ...CREDITED, paused: [127.5, 136.5, 145.5, 150, 152] },
    backoffDays: 0,
    asks: [99, 106, 113, 120, 150],
    paused: 'armed',
  },
  'the mail server': {
    start: 150,
    begin(faults, stretch) {
      faults.mail.push(stretch);
      faults.mailDown = true;
    },
    end(faults) {
      faults.mailDown = false;
    },
    // Everything that was due is sent once the mail server is back, and all later steps keep their distance.
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
    begin(faults, stretch) {
      faults.api.push(stretch);
      faults.mail.push(stretch);
      faults.databaseDown = true;
    },
    end(faults) {
      faults.databaseDown = false;
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

/** What an outage may cost a workflow: in a grace period it checks less and less often whether the outage is over. */
const FEW_EVENTS = 320;
const eventsOf = async (environment: SharedEnvironment, { id }: FollowedOwner) =>
  (await environment.histories(id)).reduce((sum, { events }) => sum + events, 0);

async function live(
  environment: SharedEnvironment,
  { start, begin, end, steps, backoffDays, asks, paused }: Outage,
): Promise<void> {
  const from = (await environment.time()) + (start + 96) * DAY;
  const to = from + AWAY_DAYS * DAY;
  const owners = new Map<OutageStage, FollowedOwner>();
  const scenes: [at: number, play: () => unknown][] = (Object.keys(STAGES) as OutageStage[]).flatMap(
    (stage) => {
      const born = from - STAGES[stage] * DAY;
      const [day, action] = ACTIONS[stage] ?? [];
      return [
        [born, async () => owners.set(stage, await buildArmedOwner(environment))],
        ...(day === undefined || !action
          ? []
          : [[born + day * DAY, () => action(owners.get(stage)!)] as const]),
      ] as [number, () => unknown][];
    },
  );
  for (const [at, play] of scenes.sort(([a], [b]) => a - b)) {
    await environment.passTo(at);
    await play();
  }

  await environment.passTo(from);
  begin(environment.faults, { from, to });
  const before = new Map<OutageStage, [SwitchStatus, number]>();
  for (const [stage, owner] of owners)
    before.set(stage, [await owner.status(), await eventsOf(environment, owner)]);
  await environment.passTo(to);
  for (const [stage, owner] of owners) {
    const [status, events] = before.get(stage)!;
    expect([stage, await owner.status()]).toEqual([stage, stage === 'paused' ? paused : status]);
    expect((await eventsOf(environment, owner)) - events).toBeLessThan(FEW_EVENTS);
  }
  end(environment.faults);
  await environment.passTo(from + 155 * DAY);

  for (const [stage, owner] of owners) {
    const mailsSent = await owner.mailsSent(owner);
    const [first, second, third, final, invited] = steps[stage];
    expect([stage, mailsSent]).toEqual([
      stage,
      [
        ['reminder', near(first, backoffDays)],
        ['reminder', near(second, backoffDays)],
        ['reminder', near(third, backoffDays)],
        ['final_notice', near(final, backoffDays)],
      ],
    ]);
    const invitations = (await owner.mailsSent(owner.successors[0])).filter(
      ([kind]) => kind === 'invitation',
    );
    expect([stage, invitations[0]]).toEqual([stage, ['invitation', near(invited, backoffDays)]]);
    if (stage === 'awaiting successors') {
      const late = asks.map((day, i) => (invitations[i + 1]?.[1] ?? Number.NaN) - day);
      for (const days of late) {
        expect(days).toBeGreaterThan(-TOLERANCE_DAYS);
        expect(days).toBeLessThan(MAIL_BACKOFF_DAYS + TOLERANCE_DAYS);
      }
    }
    // A full grace period, none of it during the outage.
    const noticed = owner.since + mailsSent[3]![1] * DAY;
    const asked = owner.since + invitations[0]![1] * DAY;
    const missed = Math.max(0, Math.min(asked, to) - Math.max(noticed, from));
    const counted = missed > 0 && stage !== 'before the final notice' ? missed : 0;
    expect(asked - noticed - counted).toBeGreaterThan((2 - TICK_DAYS) * DAY);
  }
}

/** When the mailboxes begin to refuse, in days of the environment, and for how long. */
const REFUSED_FROM = 480;
const REFUSED_DAYS = 60;

async function refuse(environment: SharedEnvironment): Promise<void> {
  await environment.passDays(REFUSED_FROM);
  const owner = await buildArmedOwner(environment, [{}, {}, {}]);
  const other = await buildArmedOwner(environment);
  const [busy, gone, fine] = owner.successors;
  await environment.passDays(91);
  const { refused, refusedForGood } = environment.faults;
  refused.add(busy!.email);
  refusedForGood.add(gone!.email);
  await environment.passDays(2);

  // Nobody else waits for them: neither the third successor nor another owner's.
  expect((await owner.answer(fine!, 'accept')).body.status).toBe('released');
  expect((await other.answer(other.successors[0]!, 'accept')).body.status).toBe('released');
  await environment.passDays(REFUSED_DAYS - 2);
  const toldOf = async (who: FollowedOwner['successors'][number] | undefined) =>
    (await owner.mailsSent(who)).map(([kind]) => kind);
  expect(await owner.mailsSent(fine)).toEqual([
    ['invitation', near(92)],
    ['access', near(93)],
  ]);
  expect(await other.mailsSent(other.successors[0])).toEqual([
    ['invitation', near(92)],
    ['access', near(93)],
  ]);
  expect((await owner.read(fine!)).status).toBe(200);
  expect([await toldOf(busy), await toldOf(gone)]).toEqual([[], []]);

  refused.clear();
  refusedForGood.clear();
  await environment.passDays(2 * MAIL_BACKOFF_DAYS);
  for (const who of [busy, gone]) {
    // One invitation for the weeks in which nothing could reach them.
    expect(await owner.mailsSent(who)).toEqual([['invitation', expect.any(Number)]]);
    const [[, day] = ['', 0]] = await owner.mailsSent(who);
    expect(day).toBeGreaterThanOrEqual(91 + REFUSED_DAYS);
    expect(day).toBeLessThan(91 + REFUSED_DAYS + MAIL_BACKOFF_DAYS + TOLERANCE_DAYS);
    expect((await owner.answer(who!, 'accept')).body.status).toBe('released');
  }
  await environment.passDays(1);
  expect(await toldOf(gone)).toEqual(['invitation', 'access']);
  expect((await owner.read(gone!)).status).toBe(200);
}

testScenarios(
  {
    ...Object.fromEntries(
      Object.entries(OUTAGES).map(([what, outage]) => [
        `${what} away for forty days in every stage: no release before all warnings and a full grace period`,
        (environment: SharedEnvironment) => live(environment, outage),
      ]),
    ),
    'two mailboxes that refuse mail for sixty days delay no other mail, and get theirs once they accept it':
      refuse,
  },
  { env: { DAY_LENGTH_MS: String(DAY) } },
);
