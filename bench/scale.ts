/**
 * `npm run bench:scale`: times everything that asks the database, at several numbers of owners side by side, on servers
 * of its own. Exits with 0 only if nothing takes more than twice as long with the most owners as with the fewest.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate, type Say } from '../dev/cli/progress.ts';
import { startPostgres } from '../dev/servers/postgres.ts';
import { startRedis } from '../dev/servers/redis.ts';
import { type Closing, runBench } from './run.ts';
import { type Action, actions } from './scale/actions.ts';
import {
  genericPlan,
  slowestPlan,
  takeStatements,
  type Watched,
  watchStatements,
} from './scale/statements.ts';
import { fillTown, openTown, type Servers, type Town } from './scale/town.ts';

/** The promise: how much longer anything may take with the most owners. */
const RATIO = 2;
/** A larger B-tree is deeper: a statement may find each of its many indexes a page or two further down. */
const DEEPER_PAGES = 50;
/** Statements that may read more with more owners: the background count, and the search by index. */
const MAY_GROW = /^\s*update counted|with found as materialized/;
/** How often everything is asked for in each round. */
const TURNS = 6;

const HELP = `npm run bench:scale -- [--owners 1000,100000,1000000] [--rounds 5] [--data folder] [--json file]
  --owners  numbers of owners, from few to many
  --rounds  how often everything is asked for, ${TURNS} times in a row, in alternating order
  --data    keeps the databases there for the next time
  --json    writes the figures to a file`;

function readFlags() {
  const options = {
    owners: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    data: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:scale');
  if (!/^[1-9]\d*(,[1-9]\d*)+$/.test(values.owners))
    throw new Failure('--owners is at least two whole numbers, as in 1000,100000');
  const owners = values.owners.split(',').map(Number);
  return {
    ...values,
    owners: owners.toSorted((a, b) => a - b),
    rounds: wholeNumber('rounds', values.rounds),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** An action's times in milliseconds, by number of owners. */
type Times = Map<number, number[]>;

interface Figures {
  who: string;
  name: string;
  /** Medians in milliseconds, from the fewest owners to the most. */
  ms: number[];
  ratio: number;
  grows: boolean;
}

/** Asks everything in turn, in rounds that begin with another number of owners each. */
async function time({ postgres }: Servers, towns: readonly Town[], rounds: number, say: Say) {
  const times = new Map<Action, Times>();
  const failed = new Map<Action, string>();
  const statements: Watched[] = [];
  let turn = 0;
  // The first round compiles and fills the caches.
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const action of actions) {
      if (failed.has(action)) continue;
      for (let i = 0; i < (action.grows ? 1 : TURNS); i += 1) {
        turn += 1;
        for (let n = 0; n < towns.length; n += 1) {
          const town = towns[(n + turn) % towns.length] as Town;
          try {
            const run = await action.prepare(town, turn);
            const from = performance.now();
            await run();
            const ms = performance.now() - from;
            if (round === 0) continue;
            const own: Times = times.get(action) ?? new Map();
            times.set(action, own.set(town.owners, [...(own.get(town.owners) ?? []), ms]));
          } catch (error) {
            if (round > 0) throw error;
            failed.set(action, (error as Error).message);
            break;
          }
        }
      }
    }
    const seen = await takeStatements(postgres);
    if (round > 0) statements.push(...seen);
  }
  const figures = [...times].map(([{ who, name, grows = false }, own]): Figures => {
    const ms = towns.map(({ owners }) => median(own.get(owners) ?? []));
    return { who, name, ms, ratio: (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN), grows };
  });
  return { figures, failed, statements: greedyStatements(towns, statements) };
}

interface Statement {
  text: string;
  /** Pages a call, from the fewest owners to the most. */
  pages: number[];
}

/**
 * Statements that look at more than twice as many pages. Unlike their time, that says nothing about who else uses the
 * machine.
 */
function greedyStatements(towns: readonly Town[], watched: readonly Watched[]): Statement[] {
  const texts = new Set(watched.map(({ text }) => text).filter((text) => !MAY_GROW.test(text)));
  return [...texts]
    .map((text) => {
      const pages = towns.map(({ database }) => {
        const own = watched.filter((each) => each.text === text && each.database === database);
        const sum = (of: 'pages' | 'calls') => own.reduce((total, each) => total + each[of], 0);
        return sum('pages') / sum('calls');
      });
      return { text, pages };
    })
    .filter(({ pages }) => (pages.at(-1) ?? 0) > RATIO * (pages[0] ?? 0) + DEEPER_PAGES);
}

const line = (name: string, ...rest: string[]) =>
  console.log(`  ${name.padEnd(58)}${rest.map((text) => text.padStart(12)).join('')}`);

async function measure(
  { owners, rounds, data, json }: ReturnType<typeof readFlags>,
  closing: Closing,
): Promise<boolean> {
  const say = narrate();
  say('starting PostgreSQL and Redis');
  const postgres = await startPostgres({ say, dataDir: data, careless: true });
  closing.push(() => postgres.stop());
  const redis = await startRedis({ say });
  closing.push(() => redis.stop());
  const servers = { postgres, redis };
  await watchStatements(postgres);
  for (const each of owners) await fillTown(postgres, each, say);
  const towns: Town[] = [];
  for (const each of owners) {
    const town = await openTown(servers, each);
    towns.push(town);
    closing.push(() => town.close());
  }
  const { figures, failed, statements } = await time(servers, towns, rounds, say);

  console.log('');
  line('median in ms, by number of owners', ...owners.map(String), 'ratio', '');
  const missed = figures.filter(({ ratio, grows }) => !grows && ratio > RATIO);
  for (const each of figures) {
    const verdict = each.grows ? 'grows' : each.ratio <= RATIO ? 'held' : 'MISSED';
    line(`${each.who}: ${each.name}`, ...each.ms.map((ms) => ms.toFixed(1)), each.ratio.toFixed(2), verdict);
  }
  for (const [{ name }, why] of failed) line(`not measured: ${name}: ${why}`);
  for (const { text, pages } of statements) {
    const counts = pages.map((each) => each.toFixed(1)).join(', ');
    console.log(`\n  MISSED, pages a call: ${counts}\n    ${text}`);
    const plan = genericPlan(postgres, towns.at(-1)?.database ?? '', text);
    console.log(await plan.catch((error: Error) => error.message));
  }
  const most = towns.at(-1) as Town;
  for (const { name } of missed) {
    const plan = await slowestPlan(postgres, most.database, async () => {
      const town = await openTown(servers, most.owners);
      closing.push(() => town.close());
      return (actions.find((each) => each.name === name) as Action).prepare(town, 1);
    });
    console.log(`\n  ${name}, its slowest statement with ${most.owners} owners: ${plan}`);
  }
  if (json) {
    const machine = {
      cpus: cpus().length,
      model: cpus()[0]?.model,
      memory: totalmem(),
      node: process.version,
    };
    await writeFile(json, `${JSON.stringify({ machine, owners, figures, statements }, null, 2)}\n`);
  }
  const held = missed.length === 0 && statements.length === 0;
  console.log(
    `\n  ${held ? 'ok    ' : 'BROKEN'}  nothing takes more than ${RATIO} times as long, or reads more than ${RATIO} times as much\n`,
  );
  return held;
}

await runBench(async (closing) => {
  const flags = readFlags();
  if (!flags.help) return measure(flags, closing);
  console.log(HELP);
  return true;
});
