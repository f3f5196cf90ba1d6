/**
 * The web app in Chromium on the real service, with a vault of thousands of entries: unlocking, searching, scrolling, and
 * the first paint over a slow connection. Each has a goal.
 */
import { type Browser, chromium } from 'playwright-core';
import { whole } from '../dev/cli/flags.ts';
import { findChromium } from '../dev/programs/chromium.ts';
import { defineBench } from './bench.ts';
import { median, printTable } from './figures.ts';
import { makeOwner, PASSWORD } from './web/owner.ts';
import { PROBES, paints, scroll, searchTimes, untilShown } from './web/probes.ts';
import { openService } from './web/service.ts';

/** 1.6 Mbit/s and 150 ms, as on a phone with a weak signal. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const QUERY = 'harbour 12';
/** Between keystrokes of a good typist. */
const PAUSE_MS = 150;
const TURNS = 60;
/** The goals, in milliseconds. */
const GOALS = { unlock: 3_000, search: 34, paint: 1_500 };

interface WebFigure {
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

export const bench = defineBench({
  flags: {
    entries: whole(5_000, 'how many entries the vault holds'),
    rounds: whole(3, 'how often each thing is measured'),
  },
  async run({ entries, rounds }, context) {
    const { say, closing } = context;
    const { origin, orm } = await openService(context);
    say(`filling a vault with ${entries} entries`);
    const email = await makeOwner(origin, orm, entries);
    const browser = await chromium.launch({ executablePath: await findChromium(say) });
    closing.push(() => browser.close());
    say('measuring the vault');
    const vault = await measureVault(browser, origin, email, entries, rounds);
    say('measuring first paints');
    const logIn = await measurePaint(browser, origin, '/log-in', rounds);
    const checkIn = await measurePaint(browser, origin, '/check-in', rounds);
    const figures: WebFigure[] = [
      { what: 'from “Unlock” to the list', samples: vault.unlock, goal: GOALS.unlock, unit: 'ms' },
      { what: 'from a keystroke to its rows', samples: vault.keystrokes, goal: GOALS.search, unit: 'ms' },
      { what: 'a frame while scrolling', samples: vault.frames, goal: null, unit: 'ms' },
      { what: 'long tasks while scrolling', samples: vault.longTasks, goal: 0, unit: '' },
      { what: '/log-in: first paint', samples: logIn.first, goal: GOALS.paint, unit: 'ms' },
      { what: '/log-in: heading', samples: logIn.heading, goal: null, unit: 'ms' },
      { what: '/check-in: first paint', samples: checkIn.first, goal: GOALS.paint, unit: 'ms' },
      { what: '/check-in: heading', samples: checkIn.heading, goal: null, unit: 'ms' },
    ];
    const shown = (value: number, unit: string) =>
      `${value.toFixed(value < 10 ? 1 : 0)}${unit && ` ${unit}`}`;
    printTable([
      ['', 'median', 'worst'],
      ...figures.map(({ what, samples, unit }) => [
        what,
        shown(median(samples), unit),
        shown(Math.max(...samples), unit),
      ]),
    ]);
    return figures.flatMap(({ what, samples, goal, unit }) =>
      goal === null
        ? []
        : [{ goal: `${what}: at most ${goal}${unit && ` ${unit}`}`, met: median(samples) <= goal }],
    );
  },
});
