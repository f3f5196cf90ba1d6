/**
 * `npm run bench -- fair`: one account and twenty networks do their worst to one API process with its real limits, while
 * strangers log in, check in and list, and successors read. Exits with 0 only if nobody else was refused, and nobody
 * else's p99 became longer than allowed.
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from '../chaos/crowd/attacks.ts';
import { startCrowd } from '../chaos/crowd/start-crowd.ts';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { printTable } from './apis/figures.ts';
import type { ApiProcess } from './apis/process.ts';
import { openFairStage } from './fair/stage.ts';
import { strangersOf, type Timed } from './fair/strangers.ts';
import type { Closing } from './run.ts';

/** The promise: p99 under attack, as a multiple of the quiet one. */
const MOST_RATIO = 3;
/** Code is compiled and pools are filled. */
const WARM_UP_MS = 3_000;
/** Until the crowd is at work. */
const GATHERING_MS = 1_500;
const LOOK_EVERY_MS = 500;
const NAMES = ATTACKS.map(({ name }) => name);

const HELP = `npm run bench -- fair [--quiet 30] [--seconds 45] [--only ${NAMES.slice(0, 2).join(',')}]
  --quiet    how long to measure without an attack, in seconds
  --seconds  how long to measure during the attack
  --only     some of the attacks, separated by commas:
             ${NAMES.join(', ')}`;

function readFlags(args: readonly string[]) {
  const options = {
    quiet: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '45' },
    only: { type: 'string', default: NAMES.join(',') },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ args: [...args], options }, 'npm run bench -- fair');
  const attacks = values.only.split(',');
  const unknown = attacks.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) {
    throw new Failure(`There is no attack "${unknown}": choose from ${NAMES.join(', ')}`);
  }
  return {
    help: values.help,
    attacks,
    quietMs: wholeNumber('quiet', values.quiet) * 1_000,
    attackMs: wholeNumber('seconds', values.seconds) * 1_000,
  };
}

const nameOf = (status: number): string => (status === 0 ? 'no answer' : String(status));
const listed = (refused: Timed['refused']): string =>
  [...refused].map(([status, count]) => `${count} × ${nameOf(status)}`).join(', ');
const ms = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(1));

/**
 * All attacks begin at one moment, with four thousand connections. Nobody is refused then either, but on two cores, which
 * the crowd shares, that moment is shown by itself.
 */
const BURST_MS = 5_000;

/** @returns whether the promise was kept */
function report(quiet: readonly Timed[], attacked: readonly Timed[]): boolean {
  const rows = quiet.map((before, i) => {
    const during = attacked[i] as Timed;
    const ratio = during.p99 / before.p99;
    const held = ratio <= MOST_RATIO && before.refused.size + during.refused.size === 0;
    return {
      held,
      cells: [
        before.name,
        ...[before, during].flatMap(({ count, p50, p99 }) => [String(count), ms(p50), ms(p99)]),
        Number.isNaN(ratio) ? '-' : ratio.toFixed(1),
        listed(before.refused) || '0',
        listed(during.refused) || '0',
        held ? 'held' : 'MISSED',
      ],
    };
  });
  console.log(`\nStrangers and successors, in ms; the machine's load was ${loadavg()[0]?.toFixed(1)}`);
  const heads = ['', 'quiet', 'p50', 'p99', 'attack', 'p50', 'p99', 'p99 / p99', 'refused', 'in attack', ''];
  printTable([heads, ...rows.map(({ cells }) => cells)]);
  return rows.every(({ held }) => held);
}

/** The most memory that an API process had until something is done, in bytes. */
async function mostMemory(api: ApiProcess, until: Promise<unknown>): Promise<number> {
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

/** Measures, on servers of its own. @param args what follows `fair` */
export async function fair(args: readonly string[], closing: Closing): Promise<boolean> {
  const { help, attacks, quietMs, attackMs } = readFlags(args);
  if (help) {
    console.log(HELP);
    return true;
  }
  const say = narrate();
  const stage = await openFairStage(closing, say);
  const strangers = strangersOf(stage);
  say('warming up');
  await strangers.measure(WARM_UP_MS);
  say(`quiet, for ${quietMs / 1_000} s`);
  const quiet = await strangers.measure(quietMs);
  const before = await stage.api.usage();
  say(`the attack, for ${attackMs / 1_000} s`);
  const crowd = startCrowd({ ...stage.crowd, restMs: 0, attacks });
  closing.push(() => crowd.stop());
  await sleep(GATHERING_MS);
  const burst = await strangers.measure(BURST_MS);
  const measuring = strangers.measure(attackMs);
  const mostResident = mostMemory(stage.api, measuring);
  // It is awaited below; until then a failure must not end this process.
  mostResident.catch(() => {});
  const attacked = await measuring;
  const { counts, ended } = crowd;
  await crowd.stop();
  if (ended) throw new Failure(ended);

  const held = report(quiet, attacked) && burst.every(({ refused }) => refused.size === 0);
  console.log(`\nThe first ${BURST_MS / 1_000} s, in ms`);
  printTable([
    ['', 'asked', 'p50', 'p99', 'refused'],
    ...burst.map(({ name, count, p50, p99, refused }) => [
      name,
      String(count),
      ms(p50),
      ms(p99),
      listed(refused) || '0',
    ]),
  ]);
  console.log('\nThe crowd');
  printTable([
    ['', 'asked', 'answered', 'refused', 'most at once'],
    ...ATTACKS.flatMap(({ name, title }) => {
      const own = counts[name];
      return own ? [[title, ...[own.asked, own.answered, own.refused, own.mostHeld].map(String)]] : [];
    }),
  ]);
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.log(
    `\n  The API had ${mb(before.resident)} MB in memory before, and at most ${mb(await mostResident)} MB.`,
  );
  console.log(
    `\n  ${held ? 'ok    ' : 'BROKEN'}  nobody else is refused, or waits more than ${MOST_RATIO} times as long\n`,
  );
  return held;
}
