/**
 * `npm run bench -- <name>`: runs one of the measurements on servers of its own. Exits with 0 only if every goal that
 * was measured is met; `npm run bench` lists them.
 */
import { Failure, sentence } from '../dev/cli/failure.ts';
import { flagsHelp, isHelp, readFlags } from '../dev/cli/flags.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate } from '../dev/cli/progress.ts';
import { type Bench, type Closing, closeAll } from './bench.ts';
import { printGoals } from './figures.ts';

interface ListedBench {
  title: string;
  load(): Promise<{ bench: Bench }>;
}

const BENCHES: Record<string, ListedBench> = {
  requests: {
    title: 'requests per second, processor time and memory of the API, beside a hand-written baseline',
    load: () => import('./requests.ts'),
  },
  processes: {
    title: 'requests per second of one, two and four API processes behind one port',
    load: () => import('./processes.ts'),
  },
  live: {
    title: 'memory and latency of thousands of open websockets',
    load: () => import('./live.ts'),
  },
  fair: {
    title: 'latency for everyone else while one account and twenty networks attack the API',
    load: () => import('./fair.ts'),
  },
  storm: {
    title: '2,000 reminders due in the same minute, beside a naive workflow',
    load: () => import('./storm.ts'),
  },
  restore: {
    title: 'a million owners restored from a backup that lacks signs of life',
    load: () => import('./restore.ts'),
  },
  scale: {
    title: 'everything that queries the database, at several numbers of owners',
    load: () => import('./scale.ts'),
  },
  files: {
    title: 'files of 2 GB: throughput, memory of the API, three cuts, and check-ins beside 20 uploads',
    load: () => import('./files.ts'),
  },
  'page-files': {
    title: 'memory of Chromium while a file of 2 GB is added in the page, and saved again',
    load: () => import('./page-files.ts'),
  },
  soak: {
    title: 'memory of API and worker under steady, mixed traffic',
    load: () => import('./soak.ts'),
  },
  web: {
    title: 'the web app in Chromium, with thousands of entries and over a slow connection',
    load: () => import('./web.ts'),
  },
  crypto: {
    title: 'unlocking a vault and opening its entries, in Chromium and in Node',
    load: () => import('./crypto.ts'),
  },
};

const LIST = `npm run bench -- <name> [flags]

${Object.entries(BENCHES)
  .map(([name, { title }]) => `  ${name.padEnd(12)}${title}`)
  .join('\n')}

npm run bench -- <name> --help lists the flags of one. It exits with 0 only if every goal is met.`;

/** @returns whether every goal was met */
async function run(name: string | undefined, args: readonly string[], closing: Closing): Promise<boolean> {
  if (name === undefined || isHelp(name)) {
    console.log(LIST);
    return true;
  }
  const listed = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!listed) throw new Failure(`There is no measurement "${name}": npm run bench lists them`);
  const command = `npm run bench -- ${name}`;
  const { bench } = await listed.load();
  if (args.some(isHelp)) {
    console.log(flagsHelp(command, `  measures ${listed.title}`, bench.flags));
    return true;
  }
  const values = readFlags(bench.flags, args, command);
  interrupted.addEventListener('abort', () => void closeAll(closing).finally(() => process.exit(1)));
  const goals = await bench.run(values, { say: narrate(), closing });
  printGoals(goals);
  return goals.every(({ met }) => met);
}

const interrupted = interruption();
const closing: Closing = [];
let met = false;
try {
  const [name, ...args] = process.argv.slice(2);
  met = await run(name, args, closing);
} catch (error) {
  if (!interrupted.aborted) console.error(sentence(error));
}
await closeAll(closing);
// A connection that was left open must not keep this process alive.
process.exit(met ? 0 : 1);
