/**
 * `npm run bench:web`: the page in Chromium on the real service, with a vault of thousands of entries. Measures unlocking,
 * searching and scrolling, and the first paint over a slow line. Exits with 0 only if every goal is held.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { databaseOf, loadConfig } from '../config.ts';
import { openDatabase } from '../db/orm.ts';
import { readArguments, wholeNumber } from '../dev/cli/arguments.ts';
import { narrate, type Say } from '../dev/cli/progress.ts';
import { ensurePageBuilt } from '../dev/instance/built-page.ts';
import { temporaryFolder } from '../dev/processes/data-folder.ts';
import { freePort } from '../dev/processes/ports.ts';
import { findChromium } from '../dev/programs/chromium.ts';
import { startPostgres } from '../dev/servers/postgres.ts';
import { startRedis } from '../dev/servers/redis.ts';
import { median, printTable } from './apis/figures.ts';
import { startApi } from './apis/process.ts';
import { type Closing, runBench } from './run.ts';
import { makeOwner, PASSWORD } from './web/owner.ts';
import { PROBES, paints, scroll, searchTimes, untilShown } from './web/probes.ts';

const HELP = `npm run bench:web -- [--entries 5000] [--rounds 3]
  --entries  how many entries the vault holds
  --rounds   how often each thing is measured`;

/** 1.6 Mbit/s and 150 ms, as a phone far from a mast has it. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const QUERY = 'harbour 12';
/** Between keystrokes of somebody who types well. */
const PAUSE_MS = 150;
const TURNS = 60;
/** The goals, in milliseconds. */
const GOALS = { unlock: 3_000, search: 34, paint: 1_500 };

function readFlags() {
  const options = {
    entries: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:web');
  const whole = (name: 'entries' | 'rounds') => wholeNumber(name, values[name]);
  return { help: values.help, entries: whole('entries'), rounds: whole('rounds') };
}

/** Servers of its own, and one API process that serves the page. */
async function openService(closing: Closing, say: Say) {
  const { folder, registry, end } = await temporaryFolder();
  closing.push(end);
  say('starting PostgreSQL, Redis and the API');
  const servers = { dataDir: folder, careless: false, say, registry };
  const [postgres, redis] = await Promise.all([startPostgres(servers), startRedis(servers)]);
  await postgres.ensureDatabase('bench');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const secret = () => randomBytes(64).toString('base64');
  const env = {
    FRONTEND_URL: origin,
    JWT_SECRET: secret(),
    ACTIVITY_HMAC_SECRET: secret(),
    LOG_LEVEL: 'error',
    DEFAULT_PLAN: 'family',
    // Limits are counted, but never reached.
    RATE_LIMIT_SCALE: '100000',
    DB_HOST: postgres.host,
    DB_PORT: String(postgres.port),
    DB_NAME: 'bench',
    DB_USER: postgres.user,
    DB_PASSWORD: postgres.password,
    REDIS_HOST: redis.host,
    REDIS_PORT: String(redis.port),
  };
  const orm = await openDatabase(databaseOf(loadConfig(env)), 2);
  closing.push(() => orm.close(true));
  await orm.migrator.up();
  const api = await startApi({ port, env, logFile: join(folder, 'logs', 'api.log') });
  closing.push(() => api.stop());
  return { origin, orm };
}

interface Figure {
  what: string;
  samples: number[];
  goal: number | null;
  unit: 'ms' | '';
}

async function openPage(browser: Browser, origin: string) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
  });
  await context.addInitScript(PROBES);
  return { context, page: await context.newPage() };
}

async function measureVault(
  browser: Browser,
  origin: string,
  email: string,
  entries: number,
  rounds: number,
) {
  const { context, page } = await openPage(browser, origin);
  const all = `${entries.toLocaleString('en-GB')} entries`;
  await page.goto('/vault');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(all, { exact: true }).waitFor({ timeout: 120_000 });
  const unlock: number[] = [];
  const keystrokes: number[] = [];
  const frames: number[] = [];
  const longTasks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.reload();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    unlock.push(await untilShown(page, 'Unlock', all));
    keystrokes.push(...(await searchTimes(page, QUERY, PAUSE_MS)));
    await page.getByText(all, { exact: true }).waitFor();
    const scrolled = await scroll(page, TURNS);
    frames.push(...scrolled.frames);
    longTasks.push(scrolled.longTasks.length);
  }
  await context.close();
  return { unlock, keystrokes, frames, longTasks };
}

async function measurePaint(browser: Browser, origin: string, path: string, rounds: number) {
  const first: number[] = [];
  const heading: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { context, page } = await openPage(browser, origin);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await page.goto(path);
    const shown = await paints(page);
    first.push(shown.first);
    heading.push(shown.heading);
    await context.close();
  }
  return { first, heading };
}

const isHeld = ({ samples, goal }: Figure): boolean => goal === null || median(samples) <= goal;

function print(figures: readonly Figure[]): void {
  const round = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  printTable([
    ['', 'median', 'worst', 'goal', ''],
    ...figures.map((figure) => {
      const { what, samples, goal, unit } = figure;
      const suffix = unit && ` ${unit}`;
      return [
        what,
        `${round(median(samples))}${suffix}`,
        `${round(Math.max(...samples))}${suffix}`,
        goal === null ? '' : `${goal}${suffix}`,
        goal === null ? '' : isHeld(figure) ? 'held' : 'missed',
      ];
    }),
  ]);
}

async function measure(
  closing: Closing,
  { entries, rounds }: { entries: number; rounds: number },
): Promise<boolean> {
  const say = narrate();
  await ensurePageBuilt(say);
  const { origin, orm } = await openService(closing, say);
  say(`filling a vault with ${entries} entries`);
  const email = await makeOwner(origin, orm, entries);
  const browser = await chromium.launch({ executablePath: await findChromium(say) });
  closing.push(() => browser.close());
  say('measuring the vault');
  const vault = await measureVault(browser, origin, email, entries, rounds);
  say('measuring first paints');
  const logIn = await measurePaint(browser, origin, '/log-in', rounds);
  const checkIn = await measurePaint(browser, origin, '/check-in', rounds);
  const figures: Figure[] = [
    { what: 'from “Unlock” to the list', samples: vault.unlock, goal: GOALS.unlock, unit: 'ms' },
    { what: 'from a keystroke to its rows', samples: vault.keystrokes, goal: GOALS.search, unit: 'ms' },
    { what: 'a frame while scrolling', samples: vault.frames, goal: null, unit: 'ms' },
    { what: 'long tasks while scrolling', samples: vault.longTasks, goal: 0, unit: '' },
    { what: '/log-in: first paint', samples: logIn.first, goal: GOALS.paint, unit: 'ms' },
    { what: '/log-in: heading', samples: logIn.heading, goal: null, unit: 'ms' },
    { what: '/check-in: first paint', samples: checkIn.first, goal: GOALS.paint, unit: 'ms' },
    { what: '/check-in: heading', samples: checkIn.heading, goal: null, unit: 'ms' },
  ];
  print(figures);
  return figures.every(isHeld);
}

const flags = readFlags();
if (flags.help) console.log(HELP);
else await runBench((closing) => measure(closing, flags));
