/**
 * `npm run bench:storm`: 2,000 owners whose reminder falls in the same minute, on a Temporal development server of its
 * own, beside a naive workflow that sends the same mail. Exits with 0 only if nobody was lost, nobody was mailed twice,
 * and the product was at least 1.3 times as fast.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { Failure, sentence } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { type EventCounts, eventsPerNaiveSign, eventsSince, perYear } from './storm/events.ts';
import { countSwitches, makeOwners, signalSwitches } from './storm/owners.ts';
import { type Kind, type Storm, storm } from './storm/round.ts';
import { openStage, type Stage } from './storm/stage.ts';

/** The promise. */
const RATIO = 1.3;
/** The pause between storms: the server keeps timers for a minute, which must not fall into the next one. */
const REST_MS = 75_000;

const KINDS = ['ours', 'naive', 'tuned'] as const satisfies Kind[];
const NAMES: Record<Kind, string> = {
  ours: 'switch workflow',
  naive: 'naive workflow',
  tuned: "naive, the switch worker's settings",
};
/** Enough owners to compile a worker's code as if it had run for a day. */
const WARM_UP = 600;
const DAY = 86_400_000;

const HELP = `npm run bench:storm -- [--owners 2000] [--rounds 2] [--lead seconds]
  --owners  how many reminders are due in the same minute
  --rounds  how often each workflow is measured, in alternating order
  --lead    seconds to set up a storm (measured by default)`;

function readFlags() {
  const options = {
    owners: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '2' },
    lead: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:storm');
  return {
    help: values.help ?? false,
    owners: wholeNumber('owners', values.owners),
    rounds: wholeNumber('rounds', values.rounds),
    leadMs: values.lead === undefined ? null : wholeNumber('lead', values.lead) * 1_000,
  };
}

/** What a wake costs that finds nothing to do: these owners are seen before their timer fires. */
async function countEvents(stage: Stage, reminded: Storm): Promise<EventCounts> {
  const em = () => stage.orm.em.fork();
  const owners = await makeOwners(em(), 5, Date.now() + 8_000);
  await signalSwitches(em(), owners);
  await sleep(4_000);
  await em().execute('update switch set last_seen_at = ? where user_id = any(?::uuid[])', [
    new Date(),
    `{${owners.ids.join(',')}}`,
  ]);
  while (
    (await countSwitches(em(), owners, 'next_event_at > ?', [new Date(owners.at + 60 * DAY)])) <
    owners.ids.length
  )
    await sleep(100);
  const naiveSign = await eventsPerNaiveSign(stage.client);
  const quiet = await eventsSince(stage.client, owners.ids[0] ?? '', owners.at);
  const loud = await eventsSince(stage.client, reminded.owners.ids[0] ?? '', reminded.owners.at);
  return { quietWake: quiet.since, newRun: quiet.all - quiet.since, reminderWake: loud.since, naiveSign };
}

/** The rate over all storms of a kind. */
const perSecond = (storms: readonly Storm[], kind: Kind): number => {
  const own = storms.filter((each) => each.kind === kind);
  return (
    own.reduce((sum, each) => sum + each.perSecond * each.tookMs, 0) /
    own.reduce((sum, { tookMs }) => sum + tookMs, 0)
  );
};

function report(storms: readonly Storm[], events: EventCounts): boolean {
  const line = (...cells: (string | number)[]) =>
    console.log(
      `  ${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(44) : String(cell).padStart(10))).join('')}`,
    );
  console.log('\nReminders of one minute');
  line('', 'owners', 'mailed, s', 'done, s', 'owners/s', 'missed', 'twice');
  for (const { kind, owners, mailedMs, tookMs, perSecond: rate, missed, twice } of storms) {
    const seconds = [mailedMs, tookMs].map((ms) => (ms / 1_000).toFixed(1));
    line(NAMES[kind], owners.ids.length, ...seconds, rate.toFixed(1), missed, twice);
  }
  const over = (other: Kind) => perSecond(storms, 'ours') / perSecond(storms, other);
  const ratio = over('naive');
  line(`ratio (at least ${RATIO})`, '', '', '', ratio.toFixed(2));
  line('ratio with equal settings', '', '', '', over('tuned').toFixed(2));

  const year = perYear(events);
  console.log('\nHistory events');
  line('', 'switch', 'naive');
  line('a sign of life', 0, events.naiveSign);
  line('a wake that finds a sign of life', events.quietWake, '-');
  line('a wake that sends a reminder', events.reminderWake, '-');
  line('a new run, once a year', events.newRun + 1, '-');
  line('a year of an owner seen every day, 90 days', year.ours.toFixed(1), year.naive.toFixed(0));

  const promises: [string, boolean][] = [
    ['nobody was missed', storms.every(({ missed }) => missed === 0)],
    ['nobody was mailed twice', storms.every(({ twice }) => twice === 0)],
    [`at least ${RATIO} times the naive workflow's owners per second`, ratio >= RATIO],
  ];
  console.log('');
  for (const [what, kept] of promises) console.log(`  ${kept ? 'ok    ' : 'BROKEN'}  ${what}`);
  return promises.every(([, kept]) => kept);
}

async function run(): Promise<boolean> {
  const { help, owners, rounds, leadMs } = readFlags();
  if (help) {
    console.log(HELP);
    return true;
  }
  const say = narrate();
  const stage = await openStage(say);
  const interrupt = () => {
    console.error('Interrupted: stopping everything.');
    void stage.stop().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    const lead: Record<Kind, number> = { ours: 0, naive: 0, tuned: 0 };
    for (const kind of KINDS) {
      say(`warming up: ${WARM_UP} owners, ${kind}`);
      const { setUpMs } = await storm(stage, kind, WARM_UP, 60_000);
      lead[kind] = leadMs ?? Math.max(REST_MS, (setUpMs / WARM_UP) * owners * 1.5 + 15_000);
    }
    const storms: Storm[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round % 2 === 0 ? KINDS.toReversed() : KINDS) {
        say(
          `${owners} owners, ${kind}: setting up within ${Math.round(lead[kind] / 1_000)} s, then the storm`,
        );
        const done = await storm(stage, kind, owners, lead[kind]);
        storms.push(done);
        say(`  ${done.perSecond.toFixed(1)} owners/s`);
      }
    }
    say('counting events');
    const reminded = storms.find(({ kind }) => kind === 'ours');
    if (!reminded) throw new Failure('nothing was measured');
    return report(storms, await countEvents(stage, reminded));
  } finally {
    await stage.stop();
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
