/**
 * One account and twenty networks attack one API process with its real limits, while strangers log in, check in and
 * list, and successors read. The goals are met if nobody else was refused, nobody else's p99 grew by more than the
 * ratio, and no attack was mostly turned away, which would prove nothing.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from '../chaos/crowd/attacks.ts';
import { attacksTurnedAway } from '../chaos/crowd/settings.ts';
import { startCrowd } from '../chaos/crowd/start-crowd.ts';
import { Failure } from '../dev/cli/failure.ts';
import { someOf, whole } from '../dev/cli/flags.ts';
import type { MeasuredApi } from './apis/process.ts';
import { defineBench } from './bench.ts';
import { openFairEnvironment } from './fair/environment.ts';
import { strangersOf, type Timed } from './fair/strangers.ts';
import { megabytes, printTable } from './figures.ts';

/** The goal: p99 under attack, as a multiple of the quiet one. */
const MOST_RATIO = 3;
/** Time to compile code and fill pools. */
const WARM_UP_MS = 3_000;
/** Until all attackers have started. */
const GATHERING_MS = 1_500;
const LOOK_EVERY_MS = 500;

const nameOf = (status: number): string => (status === 0 ? 'no answer' : String(status));
const listed = (refused: Timed['refused']): string =>
  [...refused].map(([status, count]) => `${count} × ${nameOf(status)}`).join(', ');
const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));

/**
 * All attacks begin at the same moment, with four thousand connections. Nobody may be refused then either, but latency is
 * reported separately, because the attackers share the two cores.
 */
const BURST_MS = 5_000;

/** @returns whether p99 stayed within the ratio, and nobody was refused */
function report(quiet: readonly Timed[], attacked: readonly Timed[]): boolean {
  const rows = quiet.map((before, i) => {
    const during = attacked[i] as Timed;
    const ratio = during.p99 / before.p99;
    const met = ratio <= MOST_RATIO && before.refused.size + during.refused.size === 0;
    return {
      met,
      cells: [
        before.name,
        ...[before, during].flatMap(({ count, p50, p99 }) => [String(count), ms(p50), ms(p99)]),
        Number.isNaN(ratio) ? '-' : ratio.toFixed(1),
        listed(before.refused) || '0',
        listed(during.refused) || '0',
        met ? 'held' : 'MISSED',
      ],
    };
  });
  console.log(`\nStrangers and successors, in ms; the machine's load was ${loadavg()[0]?.toFixed(1)}`);
  const heads = ['', 'quiet', 'p50', 'p99', 'attack', 'p50', 'p99', 'p99 / p99', 'refused', 'in attack', ''];
  printTable([heads, ...rows.map(({ cells }) => cells)]);
  return rows.every(({ met }) => met);
}

/** The most memory that an API process used before `until` settled, in bytes. */
async function mostMemory(api: MeasuredApi, until: Promise<unknown>): Promise<number> {
  let most = 0;
  let done = false;
  const end = () => {
    done = true;
  };
  until.then(end, end);
  while (!done) {
    most = Math.max(most, (await api.usage()).resident);
    await sleep(LOOK_EVERY_MS);
  }
  return most;
}

export const bench = defineBench({
  flags: {
    quiet: whole(30, 'how long to measure without an attack, in seconds'),
    seconds: whole(45, 'how long to measure during the attack'),
    only: someOf(
      'attack',
      ATTACKS.map(({ name }) => name),
      'some of the attacks',
    ),
  },
  async run({ quiet: quietSeconds, seconds, only: attacks }, context) {
    const { say, closing } = context;
    const environment = await openFairEnvironment(context);
    const strangers = strangersOf(environment);
    say('warming up');
    await strangers.measure(WARM_UP_MS);
    say(`quiet, for ${quietSeconds} s`);
    const quiet = await strangers.measure(quietSeconds * 1_000);
    const before = await environment.api.usage();
    say(`the attack, for ${seconds} s`);
    const crowd = startCrowd({ ...environment.crowd, restMs: 0, attacks });
    closing.push(() => crowd.stop());
    await sleep(GATHERING_MS);
    const burst = await strangers.measure(BURST_MS);
    const measuring = strangers.measure(seconds * 1_000);
    const mostResident = mostMemory(environment.api, measuring);
    // It is awaited below; until then a failure must not end this process.
    mostResident.catch(() => {});
    const attacked = await measuring;
    const { counts, ended } = crowd;
    await crowd.stop();
    if (ended) throw new Failure(ended);

    const met = report(quiet, attacked) && burst.every(({ refused }) => refused.size === 0);
    console.log(`\nThe first ${BURST_MS / 1_000} s, in ms`);
    printTable([
      ['', 'requests', 'p50', 'p99', 'refused'],
      ...burst.map(({ name, count, p50, p99, refused }) => [
        name,
        String(count),
        ms(p50),
        ms(p99),
        listed(refused) || '0',
      ]),
    ]);
    console.log('\nThe attackers');
    printTable([
      ['', 'requests', 'answered', 'refused', 'turned away', 'most at once'],
      ...ATTACKS.flatMap(({ name, title }) => {
        const own = counts[name];
        if (!own) return [];
        const { asked, answered, refused, turnedAway: away, mostHeld } = own;
        return [[title, ...[asked, answered, refused, away, mostHeld].map(String)]];
      }),
    ]);
    console.log(
      `\n  Memory of the API: ${megabytes(before.resident)} MB before, at most ${megabytes(await mostResident)} MB during the attack`,
    );
    return [
      { goal: `nobody else is refused, or waits more than ${MOST_RATIO} times as long`, met },
      { goal: 'no attack is mostly turned away', met: attacksTurnedAway(counts).length === 0 },
    ];
  },
});
