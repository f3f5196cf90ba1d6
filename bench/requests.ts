/**
 * The API in production mode beside the baseline (bench/baseline/). The server under test has a core to itself;
 * PostgreSQL, Redis and the load share another.
 */
import { writeFile } from 'node:fs/promises';
import { path, positive, someOf, whole, wholes, yes } from '../dev/cli/flags.ts';
import { defineBench } from './bench.ts';
import { startCompared } from './requests/compared.ts';
import { prepareMachine } from './requests/machine.ts';
import { measure } from './requests/measure.ts';
import { goalsOf, printReport, resultOf } from './requests/report.ts';
import { ROUTES } from './requests/routes.ts';

export const bench = defineBench({
  flags: {
    routes: someOf(
      'route',
      ROUTES.map(({ name }) => name),
      'some of the routes; with log-in, reads are also measured beside log-ins',
    ),
    connections: wholes([1, 16, 128], 'how many requests are under way at a time; the goals are for 16'),
    rounds: whole(3, 'how often each server is measured, in alternating order'),
    seconds: positive(2, 'how long each measurement takes'),
    owners: whole(200, 'how many owners each server has'),
    promises: yes("the baseline's writes keep the API's promises to several processes"),
    json: path('FILE', 'where to write all results'),
    'cpu-prof': path('FOLDER', 'where both servers write a processor profile'),
  },
  async run({ routes: names, connections, rounds, seconds, owners, promises, json, ...flags }, context) {
    const machine = await prepareMachine(context.say);
    const compared = await startCompared(context, machine, {
      owners,
      promises,
      profiles: flags['cpu-prof'],
    });
    const routes = ROUTES.filter(({ name }) => names.includes(name));
    const plan = { routes, connections, rounds, forMs: seconds * 1_000 };
    const measured = await measure(compared, plan, context.say);
    const goals = goalsOf(measured);
    const { cpu, cores, node, load, commit, pinned } = machine;
    const { postgres, redis } = compared.versions;
    console.log(`\n  ${cpu}, ${cores} cores, load ${load.toFixed(1)}${pinned ? '' : ', not pinned'}`);
    console.log(`  Node ${node}, PostgreSQL ${postgres}, Redis ${redis}, commit ${commit}`);
    printReport(measured);
    if (json) {
      const settings = { routes: names, connections, rounds, seconds, owners, promises };
      const about = {
        at: new Date().toISOString(),
        machine: { ...machine, ...compared.versions },
        settings,
      };
      await writeFile(json, `${JSON.stringify({ ...about, ...resultOf(measured, goals) }, null, 2)}\n`);
    }
    return goals;
  },
});
