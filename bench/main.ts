/**
 * `npm run bench`: measures the API in production mode beside the floor (bench/floor/), on servers of its own. The server
 * under test has a core for itself; PostgreSQL, Redis and the load share another. Exits with 0 only if all goals that
 * were measured were held.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { Failure, sentence } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { fair } from './fair.ts';
import { prepareMachine } from './requests/machine.ts';
import { measure, type Plan } from './requests/measure.ts';
import { goalsOf, printReport, resultOf } from './requests/report.ts';
import { type BenchRoute, ROUTES } from './requests/routes.ts';
import { openStage } from './requests/stage.ts';
import { runBench } from './run.ts';

const NAMES = ROUTES.map(({ name }) => name).join(',');
const HELP = `npm run bench -- [--routes ${NAMES}]
               [--connections 1,16,128] [--rounds 3] [--seconds 2] [--owners 200] [--promises] [--json FILE] [--cpu-prof FOLDER]
npm run bench -- fair           what one account and twenty networks take from everybody else; has its own --help
  --routes       what to ask for; all by default. With log-in, reads are also measured beside log-ins
  --connections  how many requests are under way at a time; the goals are about 16
  --rounds       how often each server is measured, in alternating order
  --seconds      how long each measurement takes
  --owners       how many owners each server has
  --promises     let the floor's writes keep what the API promises with several processes
  --json         where to write all results
  --cpu-prof     where both servers write a processor profile`;

interface Flags extends Plan {
  owners: number;
  promises: boolean;
  json: string | undefined;
  profiles: string | undefined;
}

function readFlags(): Flags | null {
  const options = {
    routes: { type: 'string', default: NAMES },
    connections: { type: 'string', default: '1,16,128' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    owners: { type: 'string', default: '200' },
    promises: { type: 'boolean', default: false },
    json: { type: 'string' },
    'cpu-prof': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench');
  if (values.help) return null;
  const routes = values.routes.split(',').map((name): BenchRoute => {
    const route = ROUTES.find((each) => each.name === name);
    if (!route) throw new Failure(`There is no route "${name}": choose from ${NAMES}`);
    return route;
  });
  const connections = values.connections.split(',').map((text) => wholeNumber('connections', text));
  if (!/^\d{1,3}(\.\d+)?$/.test(values.seconds) || Number(values.seconds) === 0) {
    throw new Failure('--seconds must be a number above 0');
  }
  return {
    routes,
    connections,
    rounds: wholeNumber('rounds', values.rounds),
    forMs: Number(values.seconds) * 1_000,
    owners: wholeNumber('owners', values.owners),
    promises: values.promises,
    json: values.json && resolve(values.json),
    profiles: values['cpu-prof'] && resolve(values['cpu-prof']),
  };
}

async function run({ owners, promises, json, profiles, ...plan }: Flags): Promise<boolean> {
  const say = narrate();
  const machine = await prepareMachine(say);
  const stage = await openStage(machine, { owners, promises, profiles, say });
  const interrupt = () => {
    console.error('Interrupted: stopping everything.');
    void stage.stop().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, interrupt);
  try {
    const measured = await measure(stage, plan, say);
    const goals = goalsOf(measured);
    const { cpu, cores, node, load, commit, pinned } = machine;
    const { postgres, redis } = stage.versions;
    console.log(`\n  ${cpu}, ${cores} cores, load ${load.toFixed(1)}${pinned ? '' : ', not pinned'}`);
    console.log(`  Node ${node}, PostgreSQL ${postgres}, Redis ${redis}, commit ${commit}`);
    printReport(measured, goals);
    if (json) {
      const { routes, connections, rounds, forMs } = plan;
      const settings = {
        routes: routes.map(({ name }) => name),
        connections,
        rounds,
        seconds: forMs / 1_000,
        owners,
        promises,
      };
      const about = { at: new Date().toISOString(), machine: { ...machine, ...stage.versions }, settings };
      await writeFile(json, `${JSON.stringify({ ...about, ...resultOf(measured, goals) }, null, 2)}\n`);
    }
    return goals.every(({ held }) => held);
  } finally {
    await stage.stop();
  }
}

const [which, ...rest] = process.argv.slice(2);
if (which === 'fair') await runBench((closing) => fair(rest, closing));
else {
  try {
    const flags = readFlags();
    if (flags) process.exitCode = (await run(flags)) ? 0 : 1;
    else console.log(HELP);
  } catch (error) {
    console.error(sentence(error));
    process.exitCode = 1;
  }
}
