/** The memory of Chromium while an owner adds a large file in the page, and then saves it to the disk. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { whole } from '../dev/cli/flags.ts';
import { findChromium } from '../dev/programs/chromium.ts';
import { defineBench } from './bench.ts';
import { printTable } from './figures.ts';
import { randomFile } from './files/environment.ts';
import { makeOwner, PASSWORD } from './web/owner.ts';
import { openService } from './web/service.ts';

const MIB = 1024 ** 2;
/** How far memory may be from where it began, in MB. */
const BAND = 30;
const LOOK_EVERY_MS = 500;
const REST_MS = 5_000;
const FIRST_MIB = 100;
/** How much is transferred first, so that code is compiled and pools are filled. */
const WARM_UP_MIB = 64;
const HOURS_MS = 4 * 3_600_000;

/** Chromium without a window asks nobody where to save a file. It is written to the browser's own file system. */
const CHOSEN_PLACE = `globalThis.showSaveFilePicker = async ({ suggestedName }) =>
  (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`;
const SAVED_BYTES = (name: string) => `(async () => {
  const folder = await navigator.storage.getDirectory();
  return (await (await folder.getFileHandle('${name}')).getFile()).size;
})()`;

/** In MB, by the kind of process: `renderer` has the page and the worker with the keys. */
type Memory = Map<string, number>;

interface ProcessStatus {
  parent: number;
  /** Its private memory, without mapped files, in MB. */
  memory: number;
  command: string;
}

async function statusOf(pid: string): Promise<ProcessStatus | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { parent: value('PPid'), memory: ((value('RssAnon') + value('RssShmem')) * 1024) / MIB, command };
  } catch {
    // It has ended.
    return null;
  }
}

/** @param profile the folder by which Chromium's first process is known */
async function memoryOf(profile: string): Promise<Memory> {
  const all = new Map<number, ProcessStatus>();
  for (const pid of await readdir('/proc')) {
    const status = /^\d+$/.test(pid) ? await statusOf(pid) : null;
    if (status) all.set(Number(pid), status);
  }
  const isOurs = (each: ProcessStatus | undefined): boolean =>
    each !== undefined && (each.command.includes(profile) || isOurs(all.get(each.parent)));
  const memory: Memory = new Map();
  for (const each of all.values()) {
    if (!isOurs(each)) continue;
    const type = /--type=([a-z-]+)/.exec(each.command)?.[1] ?? 'browser';
    memory.set(type, (memory.get(type) ?? 0) + each.memory);
  }
  return memory;
}

interface MeasuredTransfer {
  what: string;
  seconds: number;
  /** Some seconds before. */
  before: Memory;
  /** The most until `FIRST_MIB` have been transferred, and after that. */
  most: [first: Memory, rest: Memory];
  /** Some seconds later. */
  end: Memory;
}

/** The most for each kind of process. */
function mostOf(looks: readonly Memory[]): Memory {
  const most: Memory = new Map();
  for (const look of looks)
    for (const [type, now] of look) most.set(type, Math.max(most.get(type) ?? 0, now));
  return most;
}

/** What share of the first step is done, as the page shows it. */
const SHARE = `document.querySelector('progress')?.value ?? 0`;

/** @param first the share of a transfer after which memory must no longer grow */
async function transferWithMemory(
  { page, profile, first }: { page: Page; profile: string; first: number },
  what: string,
  work: () => Promise<unknown>,
): Promise<MeasuredTransfer> {
  await sleep(REST_MS);
  const before = await memoryOf(profile);
  const looks: [first: Memory[], rest: Memory[]] = [[], []];
  const began = performance.now();
  let isDone = false;
  let isFirst = true;
  const done = work().finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    await sleep(LOOK_EVERY_MS);
    isFirst &&= ((await page.evaluate(SHARE)) as number) < first;
    looks[isFirst ? 0 : 1].push(await memoryOf(profile));
  }
  await done;
  const seconds = (performance.now() - began) / 1_000;
  await sleep(REST_MS);
  const end = await memoryOf(profile);
  return { what, seconds, before, most: [mostOf(looks[0]), mostOf(looks[1])], end };
}

async function openEntry(context: BrowserContext, email: string): Promise<Page> {
  context.setDefaultTimeout(HOURS_MS);
  const page = await context.newPage();
  await page.goto('/vault');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('link', { name: /Harbour 0/ }).click();
  await page.evaluate(CHOSEN_PLACE);
  return page;
}

async function add(page: Page, path: string, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(path);
  await page.getByRole('button', { name: `Save ${name}` }).waitFor();
}

async function save(page: Page, name: string, size: number): Promise<void> {
  await page.getByRole('button', { name: `Save ${name}` }).click();
  for (;;) {
    await sleep(500);
    if ((await page.evaluate(SAVED_BYTES(name)).catch(() => 0)) === size) return;
  }
}

export const bench = defineBench({
  flags: { mib: whole(2_040, 'the size of the file, in MiB') },
  async run({ mib }, context) {
    const { say, closing } = context;
    const { origin, orm, folder } = await openService(context, { files: true });
    const email = await makeOwner(origin, orm, 1);
    // Without a folder of its own, Chromium keeps in memory what it otherwise writes to the disk.
    const profile = join(folder, 'profile');
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: await findChromium(say),
      baseURL: origin,
      locale: 'en-GB',
    });
    closing.push(() => browser.close());
    const page = await openEntry(browser, email);
    say('a small file first');
    const small = await randomFile(join(folder, 'small.bin'), WARM_UP_MIB);
    await add(page, small.path, 'small.bin');
    await save(page, 'small.bin', small.size);
    await rm(small.path);
    const file = await randomFile(join(folder, 'film.bin'), mib);
    const transfers: MeasuredTransfer[] = [];
    for (const [what, work] of [
      ['encrypted and sent', () => add(page, file.path, 'film.bin')],
      ['read, decrypted and saved', () => save(page, 'film.bin', file.size)],
    ] as const) {
      say(what);
      transfers.push(await transferWithMemory({ page, profile, first: FIRST_MIB / mib }, what, work));
    }
    const began = transfers[0]!.before;
    const all = (memory: Memory) => [...memory.values()].reduce((sum, each) => sum + each, 0);
    printTable([
      ['MB', 'MiB/s', 'process', 'before', `first ${FIRST_MIB} MiB: most`, 'after that', 'end'],
      ...transfers.flatMap(({ what, seconds, before, most, end }) =>
        [...began.keys(), 'all'].map((type) => [
          what,
          (mib / seconds).toFixed(0),
          type,
          ...[before, ...most, end].map((memory) =>
            (type === 'all' ? all(memory) : (memory.get(type) ?? 0)).toFixed(0),
          ),
        ]),
      ),
    ]);
    const seen = transfers.flatMap(({ before, most, end }) => [before, ...most, end]);
    return [
      {
        goal: `from beginning to end, Chromium stays within ${BAND} MB of what it had at first`,
        met: seen.every((each) => Math.abs(all(each) - all(began)) < BAND),
      },
    ];
  },
});
