/**
 * 2,000 owners whose reminder falls in the same minute, on a Temporal development server of its own, beside a naive
 * workflow that sends the same mail. The goals: nobody is missed, nobody is mailed twice, and the product is at least 1.3
 * times as fast.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../dev/cli/failure.ts';
import { optionalWhole, whole } from '../dev/cli/flags.ts';
import { defineBench, type Goal } from './bench.ts';
import { printTable, seconds } from './figures.ts';
import { openStormEnvironment, type StormEnvironment } from './storm/environment.ts';
import { type EventCounts, eventsPerNaiveSign, eventsSince, perYear } from './storm/events.ts';
import { countRows, makeOwners, signalSwitches } from './storm/owners.ts';
import { type Storm, type StormKind, storm } from './storm/round.ts';

/** The goal: owners per second, compared with the naive workflow. */
const RATIO = 1.3;
/** The pause between storms: the server keeps timers for a minute, which must not fall into the next one. */
const REST_MS = 75_000;

const KINDS = ['ours', 'naive', 'tuned'] as const satisfies StormKind[];
const NAMES: Record<StormKind, string> = {
  ours: 'switch workflow',
  naive: 'naive workflow',
  tuned: "naive, the switch worker's settings",
};
/** Enough owners to compile a worker's code as if it had run for a day. */
const WARM_UP = 600;
const DAY = 86_400_000;

/**
 * Counts the events of a wake, including one that finds nothing to do: its owners are seen before their timer fires.
 */
async function countEvents(environment: StormEnvironment, reminded: Storm): Promise<EventCounts> {
  const em = () => environment.orm.em.fork();
  const owners = await makeOwners(em(), 5, Date.now() + 8_000);
  await signalSwitches(em(), owners);
  await sleep(4_000);
  await em().execute('update switch set last_seen_at = ? where user_id = any(?::uuid[])', [
    new Date(),
    `{${owners.ids.join(',')}}`,
  ]);
  while (
    (await countRows(em(), 'switch', owners, 'next_event_at > ?', [new Date(owners.at + 60 * DAY)])) <
    owners.ids.length
  )
    await sleep(100);
  const naiveSign = await eventsPerNaiveSign(environment.client);
  const quiet = await eventsSince(environment.client, owners.ids[0] ?? '', owners.at);
  const loud = await eventsSince(environment.client, reminded.owners.ids[0] ?? '', reminded.owners.at);
  return { quietWake: quiet.since, newRun: quiet.all - quiet.since, reminderWake: loud.since, naiveSign };
}

/** The rate over all storms of a kind. */
const perSecond = (storms: readonly Storm[], kind: StormKind): number => {
  const own = storms.filter((each) => each.kind === kind);
  return (
    own.reduce((sum, each) => sum + each.perSecond * each.tookMs, 0) /
    own.reduce((sum, { tookMs }) => sum + tookMs, 0)
  );
};

function report(storms: readonly Storm[], events: EventCounts): Goal[] {
  const over = (other: StormKind) => perSecond(storms, 'ours') / perSecond(storms, other);
  const ratio = over('naive');
  console.log('\nReminders of one minute');
  printTable([
    ['', 'owners', 'mailed', 'done', 'owners/s', 'missed', 'twice'],
    ...storms.map(({ kind, owners, mailedMs, tookMs, perSecond: rate, missed, twice }) => [
      NAMES[kind],
      String(owners.ids.length),
      seconds(mailedMs),
      seconds(tookMs),
      rate.toFixed(1),
      String(missed),
      String(twice),
    ]),
    ['ratio', '', '', '', ratio.toFixed(2)],
    ['ratio with the same settings', '', '', '', over('tuned').toFixed(2)],
  ]);
  const year = perYear(events);
  console.log('\nHistory events');
  printTable([
    ['', 'switch', 'naive'],
    ['a sign of life', '0', String(events.naiveSign)],
    ['a wake that finds a sign of life', String(events.quietWake), '-'],
    ['a wake that sends a reminder', String(events.reminderWake), '-'],
    ['a new run, once a year', String(events.newRun + 1), '-'],
    ['a year of an owner seen every day, 90 days', year.ours.toFixed(1), year.naive.toFixed(0)],
  ]);
  return [
    { goal: 'nobody was missed', met: storms.every(({ missed }) => missed === 0) },
    { goal: 'nobody was mailed twice', met: storms.every(({ twice }) => twice === 0) },
    { goal: `at least ${RATIO} times the naive workflow's owners per second`, met: ratio >= RATIO },
  ];
}

export const bench = defineBench({
  flags: {
    owners: whole(2_000, 'how many reminders are due in the same minute'),
    rounds: whole(2, 'how often each workflow is measured, in alternating order'),
    lead: optionalWhole('seconds to set up a storm; measured by default'),
  },
  async run({ owners, rounds, lead }, context) {
    const { say } = context;
    const environment = await openStormEnvironment(context);
    const leadMs: Record<StormKind, number> = { ours: 0, naive: 0, tuned: 0 };
    for (const kind of KINDS) {
      say(`warming up: ${WARM_UP} owners, ${kind}`);
      const { setUpMs } = await storm(environment, kind, WARM_UP, 60_000);
      leadMs[kind] =
        lead === undefined ? Math.max(REST_MS, (setUpMs / WARM_UP) * owners * 1.5 + 15_000) : lead * 1_000;
    }
    const storms: Storm[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round % 2 === 0 ? KINDS.toReversed() : KINDS) {
        say(`${owners} owners, ${kind}: setting up within ${seconds(leadMs[kind])}, then the storm`);
        const done = await storm(environment, kind, owners, leadMs[kind]);
        storms.push(done);
        say(`  ${done.perSecond.toFixed(1)} owners/s`);
      }
    }
    say('counting events');
    const reminded = storms.find(({ kind }) => kind === 'ours');
    if (!reminded) throw new Failure('Nothing was measured');
    return report(storms, await countEvents(environment, reminded));
  },
});
