/**
 * Times everything that queries the database, at several numbers of owners side by side. The goals: nothing takes more
 * than twice as long, or reads more than twice as many pages, with the most owners as with the fewest.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { Failure } from '../dev/cli/failure.ts';
import { path, whole, wholes } from '../dev/cli/flags.ts';
import type { Say } from '../dev/cli/progress.ts';
import { defineBench } from './bench.ts';
import { median, printTable } from './figures.ts';
import { actions, type DatabaseAction } from './scale/actions.ts';
import { type FilledDatabase, fillDatabase, openFilledDatabase } from './scale/filled-database.ts';
import {
  genericPlan,
  slowestPlan,
  takeStatements,
  type WatchedStatement,
  watchStatements,
} from './scale/statements.ts';
import { type BenchServers, startServers } from './servers.ts';

/** The goal: how many times longer anything may take with the most owners. */
const RATIO = 2;
/** A larger B-tree is deeper: a statement may find each of its many indexes a page or two further down. */
const DEEPER_PAGES = 50;
/** How many times everything is called in each round. */
const TURNS = 6;

/** The times of an action in milliseconds, by number of owners. */
type TimesByOwners = Map<number, number[]>;

interface ActionFigures {
  who: string;
  name: string;
  /** Medians in milliseconds, from the fewest owners to the most. */
  ms: number[];
  ratio: number;
  grows: boolean;
}

/** Runs every action in turn, in rounds that begin with another number of owners each. */
async function time(
  { postgres }: BenchServers,
  databases: readonly FilledDatabase[],
  rounds: number,
  say: Say,
) {
  const times = new Map<DatabaseAction, TimesByOwners>();
  const failed = new Map<DatabaseAction, string>();
  const statements: WatchedStatement[] = [];
  /**
   * Empties the list of statements, and keeps those that ran since the last call, unless they may grow or only warm up.
   */
  const collectStatements = async (round: number, grows = false) => {
    const seen = await takeStatements(postgres);
    if (round > 0 && !grows) statements.push(...seen);
  };
  let turn = 0;
  // The first round compiles and fills the caches.
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
    for (const action of actions) {
      if (failed.has(action)) continue;
      if (action.grows) await collectStatements(round);
      for (let i = 0; i < (action.grows ? 1 : TURNS); i += 1) {
        turn += 1;
        for (let n = 0; n < databases.length; n += 1) {
          const database = databases[(n + turn) % databases.length] as FilledDatabase;
          try {
            const run = await action.prepare(database, turn);
            const from = performance.now();
            await run();
            const ms = performance.now() - from;
            if (round === 0) continue;
            const own: TimesByOwners = times.get(action) ?? new Map();
            times.set(action, own.set(database.owners, [...(own.get(database.owners) ?? []), ms]));
          } catch (error) {
            if (round > 0) throw error;
            failed.set(action, (error as Error).message);
            break;
          }
        }
      }
      if (action.grows) await collectStatements(round, true);
    }
    await collectStatements(round);
  }
  const figures = [...times].map(([{ who, name, grows = false }, own]): ActionFigures => {
    const ms = databases.map(({ owners }) => median(own.get(owners) ?? []));
    return { who, name, ms, ratio: (ms.at(-1) ?? Number.NaN) / (ms[0] ?? Number.NaN), grows };
  });
  return { figures, failed, statements: greedyStatements(databases, statements) };
}

interface GreedyStatement {
  text: string;
  /** Pages per call, from the fewest owners to the most. */
  pages: number[];
}

/** Statements that read more than twice as many pages with the most owners. Unlike their time, that is independent of other load. */
function greedyStatements(
  databases: readonly FilledDatabase[],
  watched: readonly WatchedStatement[],
): GreedyStatement[] {
  const texts = new Set(watched.map(({ text }) => text));
  return [...texts]
    .map((text) => {
      const pages = databases.map(({ name: database }) => {
        const own = watched.filter((each) => each.text === text && each.database === database);
        const sum = (of: 'pages' | 'calls') => own.reduce((total, each) => total + each[of], 0);
        const calls = sum('calls');
        // Some statements run only with many owners.
        return calls === 0 ? 0 : sum('pages') / calls;
      });
      return { text, pages };
    })
    .filter(({ pages }) => (pages.at(-1) ?? 0) > RATIO * (pages[0] ?? 0) + DEEPER_PAGES);
}

export const bench = defineBench({
  flags: {
    owners: wholes([1_000, 100_000, 1_000_000], 'at least two numbers of owners'),
    rounds: whole(5, `how often everything is called, ${TURNS} times in a row, in alternating order`),
    data: path('FOLDER', 'keeps the databases there for the next time'),
    json: path('FILE', 'where to write all figures'),
  },
  async run({ owners: given, rounds, data, json }, context) {
    const { say, closing } = context;
    const owners = given.toSorted((a, b) => a - b);
    if (owners.length < 2) throw new Failure('--owners needs at least two numbers, as in 1000,100000');
    const servers = await startServers(context, { durable: false, dataDir: data });
    const { postgres } = servers;
    await watchStatements(postgres);
    for (const each of owners) await fillDatabase(postgres, each, say);
    const open = async (count: number) => {
      const database = await openFilledDatabase(servers, count);
      closing.push(() => database.close());
      return database;
    };
    const databases: FilledDatabase[] = [];
    for (const each of owners) databases.push(await open(each));
    const { figures, failed, statements } = await time(servers, databases, rounds, say);

    const slow = ({ ratio, grows }: ActionFigures) => !grows && ratio > RATIO;
    const verdict = (each: ActionFigures) => (each.grows ? 'grows' : slow(each) ? 'MISSED' : 'held');
    printTable([
      ['median in ms, by number of owners', ...owners.map(String), 'ratio', ''],
      ...figures.map((each) => [
        `${each.who}: ${each.name}`,
        ...each.ms.map((ms) => ms.toFixed(1)),
        each.ratio.toFixed(2),
        verdict(each),
      ]),
    ]);
    for (const [{ name }, why] of failed) console.log(`  not measured: ${name}: ${why}`);
    const most = databases.at(-1) as FilledDatabase;
    for (const { text, pages } of statements) {
      const counts = pages.map((each) => each.toFixed(1)).join(', ');
      console.log(`\n  MISSED, pages per call: ${counts}\n    ${text}`);
      const plan = genericPlan(postgres, most.name, text);
      console.log(await plan.catch((error: Error) => error.message));
    }
    for (const { name } of figures.filter(slow)) {
      const plan = await slowestPlan(postgres, most.name, async () => {
        const action = actions.find((each) => each.name === name) as DatabaseAction;
        return action.prepare(await open(most.owners), 1);
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
    return [
      { goal: `nothing takes more than ${RATIO} times as long`, met: !figures.some(slow) },
      { goal: 'everything could be measured', met: failed.size === 0 },
      { goal: `nothing reads more than ${RATIO} times as many pages`, met: statements.length === 0 },
    ];
  },
});
