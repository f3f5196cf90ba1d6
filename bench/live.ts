/**
 * `npm run bench:live`: thousands of open websockets in one API process, and a second process beside it. Measures memory
 * for each connection, what keeping them open costs, and how long a change takes to reach its owner's page. Fails if a
 * change isn't pushed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { sentence } from '../dev/cli/failure.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate, type Say } from '../dev/cli/progress.ts';
import { printTable } from './apis/figures.ts';
import type { ApiProcess } from './apis/process.ts';
import { openStage, type Stage } from './apis/stage.ts';
import { checkIn, comeBack, demandOpenFiles, openPages, type Page, type Push } from './live/sockets.ts';
import { percentile } from './requests/load.ts';
import type { BenchOwner } from './requests/owners.ts';

/** Pages that open at the same time. */
const AT_ONCE = 32;
/** Opened and closed again before memory is read, so that code is compiled and pools are filled. */
const WARM_UP = 200;

const HELP = `npm run bench:live -- [--connections 5000] [--seconds 65] [--pace 10]
  --connections  how many websockets are open, each of another owner
  --seconds      how long to watch them idle, and then how long to change something; two heartbeats by default
  --pace         changes a second`;

function readFlags() {
  const options = {
    connections: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '65' },
    pace: { type: 'string', default: '10' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:live');
  const whole = (name: 'connections' | 'seconds' | 'pace') => wholeNumber(name, values[name]);
  return {
    help: values.help,
    connections: whole('connections'),
    forMs: whole('seconds') * 1_000,
    pace: whole('pace'),
  };
}

const sorted = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).sort();

const row = (name: string, pushes: readonly Push[], figure: (push: Push) => number): string[] => {
  const times = sorted(pushes.map(figure));
  return [name, ...[0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(1))];
};

async function measure(
  stage: Stage,
  connections: number,
  forMs: number,
  pace: number,
  say: Say,
): Promise<void> {
  const { owners } = stage;
  say('starting two API processes');
  const [here, there] = [await stage.startApi(), await stage.startApi()];
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

  const kb = (bytes: number) => (bytes / connections / 1_024).toFixed(1);
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.log(`\n${connections} websockets in one process`);
  printTable([
    ['', 'before', 'open', 'for each'],
    [
      'resident',
      `${mb(before.resident)} MB`,
      `${mb(settled.resident)} MB`,
      `${kb(settled.resident - before.resident)} KB`,
    ],
    ['objects', `${mb(before.heap)} MB`, `${mb(settled.heap)} MB`, `${kb(settled.heap - before.heap)} KB`],
  ]);
  const opening = opened.cpuMs - before.cpuMs;
  console.log('');
  printTable([
    ['', 'CPU', 'longest pause'],
    [
      `opening, ${(connections / (openedMs / 1_000)).toFixed(0)} a second`,
      `${(opening / connections).toFixed(2)} ms each`,
      `${opened.longestPauseMs.toFixed(0)} ms`,
    ],
    [
      'leaving them open',
      `${(((idle.cpuMs - settled.cpuMs) / forMs) * 100).toFixed(1)} % of a core`,
      `${idle.longestPauseMs.toFixed(0)} ms`,
    ],
    [
      `${pushes.length} changes`,
      `${(((busy.cpuMs - idle.cpuMs) / forMs) * 100).toFixed(1)} % of a core`,
      `${busy.longestPauseMs.toFixed(0)} ms`,
    ],
  ]);
  const others = sorted(again.othersMs);
  console.log(
    `\nAll came back at once: ${(again.tookMs / 1_000).toFixed(1)} s, ${again.refused} tried again, ` +
      `longest pause ${back.longestPauseMs.toFixed(0)} ms\n` +
      `Another owner's ${others.length} requests meanwhile: p50 ${percentile(others, 0.5).toFixed(0)} ms, ` +
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

/** Changes something of one owner after the other, through each process in turn. */
async function changeAtPace(
  apis: readonly ApiProcess[],
  pages: readonly Page[],
  forMs: number,
  pace: number,
): Promise<Push[]> {
  const count = Math.min(pages.length, Math.round((forMs / 1_000) * pace));
  const began = performance.now();
  const under: Promise<Push>[] = [];
  for (const [n, page] of pages.slice(0, count).entries()) {
    const push = checkIn(apis[n % apis.length] as ApiProcess, page);
    // It is awaited below; until then a failure must not end this process.
    push.catch(() => {});
    under.push(push);
    await sleep(Math.max(0, ((n + 1) * 1_000) / pace - (performance.now() - began)));
  }
  return Promise.all(under);
}

async function run(): Promise<void> {
  const { help, connections, forMs, pace } = readFlags();
  if (help) return console.log(HELP);
  demandOpenFiles(connections);
  const say = narrate();
  const stage = await openStage(connections, say);
  interruption().addEventListener('abort', () => void stage.stop().finally(() => process.exit(1)));
  try {
    await measure(stage, connections, forMs, pace, say);
  } finally {
    await stage.stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
