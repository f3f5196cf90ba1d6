/**
 * Thousands of open websockets in one API process, and a second process beside it: memory for each connection, the cost
 * of keeping them open, and how long a change takes to reach its owner's page. Fails if a change isn't pushed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { whole } from '../dev/cli/flags.ts';
import type { Say } from '../dev/cli/progress.ts';
import { type ApiEnvironment, openApiEnvironment } from './apis/environment.ts';
import type { ProcessUsage } from './apis/probe.ts';
import type { MeasuredApi } from './apis/process.ts';
import { defineBench } from './bench.ts';
import { megabytes, percentile, printTable, sorted } from './figures.ts';
import { checkIn, comeBack, demandOpenFiles, type OpenPage, openPages, type Push } from './live/sockets.ts';
import type { BenchOwner } from './requests/owners.ts';

/** Pages that open at the same time. */
const AT_ONCE = 32;
/** Opened and closed again before memory is read, so that code is compiled and pools are filled. */
const WARM_UP = 200;

const row = (name: string, pushes: readonly Push[], figure: (push: Push) => number): string[] => {
  const times = sorted(pushes.map(figure));
  return [name, ...[0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1))];
};

async function measure(
  { owners, startApi }: ApiEnvironment,
  connections: number,
  forMs: number,
  pace: number,
  say: Say,
): Promise<void> {
  say('starting two API processes');
  const [here, there] = [await startApi(), await startApi()];
  say('warming up');
  const first = await openPages(here, owners.slice(0, WARM_UP), AT_ONCE);
  for (const page of first) for (const api of [here, there]) await checkIn(api, page);
  await Promise.all(first.map((page) => page.close()));

  const before = await here.usage('settled');
  say(`opening ${connections} websockets`);
  const began = performance.now();
  const pages = await openPages(here, owners, AT_ONCE);
  const openedMs = performance.now() - began;
  const opened = await here.usage();
  const settled = await here.usage('settled');

  say(`leaving them alone for ${forMs / 1_000} s`);
  await sleep(forMs);
  const idle = await here.usage();

  say(`changing something ${pace} times a second for ${forMs / 1_000} s`);
  const pushes = await changeAtPace([here, there], pages, forMs, pace);
  const busy = await here.usage();
  await Promise.all(pages.map((page) => page.close()));

  say('all come back at once');
  const again = await comeBack(here, owners, owners[0] as BenchOwner);
  const back = await here.usage();
  await Promise.all(again.pages.map((page) => page.close()));

  const kb = (bytes: number) => `${(bytes / connections / 1_024).toFixed(1)} KB`;
  const grown = (name: string, of: 'resident' | 'heap') => [
    name,
    ...[before, settled].map((usage) => `${megabytes(usage[of])} MB`),
    kb(settled[of] - before[of]),
  ];
  console.log(`\n${connections} websockets in one process`);
  printTable([['', 'before', 'open', 'for each'], grown('resident', 'resident'), grown('objects', 'heap')]);
  const paused = ({ longestPauseMs }: ProcessUsage) => `${longestPauseMs.toFixed(0)} ms`;
  const share = (from: ProcessUsage, to: ProcessUsage) =>
    `${(((to.cpuMs - from.cpuMs) / forMs) * 100).toFixed(1)} % of a core`;
  const each = `${((opened.cpuMs - before.cpuMs) / connections).toFixed(2)} ms each`;
  printTable([
    ['', 'CPU', 'longest pause'],
    [`opening, ${(connections / (openedMs / 1_000)).toFixed(0)} a second`, each, paused(opened)],
    ['leaving them open', share(settled, idle), paused(idle)],
    [`${pushes.length} changes`, share(idle, busy), paused(busy)],
  ]);
  const others = sorted(again.othersMs);
  console.log(
    `\nAll came back at once: ${(again.tookMs / 1_000).toFixed(1)} s, ${again.refused} tried again, ` +
      `longest pause ${back.longestPauseMs.toFixed(0)} ms\n` +
      `Another owner's ${others.length} requests during that: p50 ${percentile(others, 0.5).toFixed(0)} ms, ` +
      `p99 ${percentile(others, 0.99).toFixed(0)} ms, ${again.othersRefused} refused`,
  );
  console.log('\nFrom sending a change, in ms');
  const [same, other] = [0, 1].map((odd) => pushes.filter((_, n) => n % 2 === odd));
  printTable([
    ['', 'p50', 'p99', 'longest'],
    row('to the push, through the same process', same ?? [], ({ pushedMs }) => pushedMs),
    row('to its answer', same ?? [], ({ answeredMs }) => answeredMs),
    row('to the push, through the other process', other ?? [], ({ pushedMs }) => pushedMs),
    row('to its answer', other ?? [], ({ answeredMs }) => answeredMs),
  ]);
}

/** Changes something of one owner after another, through each process in turn. */
async function changeAtPace(
  apis: readonly MeasuredApi[],
  pages: readonly OpenPage[],
  forMs: number,
  pace: number,
): Promise<Push[]> {
  const count = Math.min(pages.length, Math.round((forMs / 1_000) * pace));
  const began = performance.now();
  const under: Promise<Push>[] = [];
  for (const [n, page] of pages.slice(0, count).entries()) {
    const push = checkIn(apis[n % apis.length] as MeasuredApi, page);
    // It is awaited below; until then a failure must not end this process.
    push.catch(() => {});
    under.push(push);
    await sleep(Math.max(0, ((n + 1) * 1_000) / pace - (performance.now() - began)));
  }
  return Promise.all(under);
}

export const bench = defineBench({
  flags: {
    connections: whole(5_000, 'how many websockets are open, each of another owner'),
    seconds: whole(
      65,
      'how long they are idle, and then how long to make changes; by default two heartbeats',
    ),
    pace: whole(10, 'changes per second'),
  },
  async run({ connections, seconds, pace }, context) {
    demandOpenFiles(connections);
    const environment = await openApiEnvironment(context, connections);
    await measure(environment, connections, seconds * 1_000, pace, context.say);
    return [];
  },
});
