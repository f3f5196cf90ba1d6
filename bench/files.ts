/**
 * Large files: how fast they upload and download, compared with a bare tus server and a copy on the disk; how much
 * memory that takes in the API; whether a file arrives whole after three interruptions; and whether uploads slow anyone
 * else down.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callsFrom } from '../chaos/crowd/calls.ts';
import { Failure } from '../dev/cli/failure.ts';
import { positive, whole } from '../dev/cli/flags.ts';
import type { MeasuredApi } from './apis/process.ts';
import { type BenchContext, defineBench, type Goal } from './bench.ts';
import { atPace, type Timed } from './fair/strangers.ts';
import { printTable } from './figures.ts';
import {
  type BenchFile,
  type FilesEnvironment,
  openFilesEnvironment,
  randomFile,
} from './files/environment.ts';
import { announce, arrived, type FileAddress, read, type SentBytes, send } from './files/transfer.ts';
import type { BenchOwner } from './requests/owners.ts';

const MIB = 1024 ** 2;
const UPLOADS = 20;
/** By how much memory may grow, in MB. */
const MOST_GROWTH = 30;
/** How much slower a check-in may get. */
const MOST_RATIO = 2;
const LOOK_EVERY_MS = 250;
const CHECK_INS_PER_SECOND = 25;
/** How much is transferred before memory is measured, so that code is compiled and pools are filled. */
const WARM_UP_MIB = 64;

interface Transfer {
  what: string;
  seconds: number;
  /** Memory of the API in MB: before the transfer, and at most during it. */
  resident?: [before: number, most: number];
  objects?: [before: number, most: number];
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Transfer> {
  const began = performance.now();
  await work();
  return { what, seconds: (performance.now() - began) / 1_000 };
}

/** Times a transfer, and measures the API's memory during it. */
async function transferWithMemory(
  what: string,
  api: MeasuredApi,
  work: () => Promise<unknown>,
): Promise<Transfer> {
  const before = await api.usage('settled');
  let [resident, heap] = [before.resident, before.heap];
  const done = timed(what, work);
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  done.then(end, end);
  while (!isDone) {
    await sleep(LOOK_EVERY_MS);
    const usage = await api.usage();
    resident = Math.max(resident, usage.resident);
    heap = Math.max(heap, usage.heap);
  }
  return {
    ...(await done),
    resident: [before.resident / MIB, resident / MIB],
    objects: [before.heap / MIB, heap / MIB],
  };
}

const asOwner = (url: string, { token }: BenchOwner): FileAddress => ({
  url,
  headers: { Authorization: `Bearer ${token}` },
});

/** Announces a file of an owner's entry. @returns its address */
async function announced({ url }: MeasuredApi, owner: BenchOwner, entry: number, file: BenchFile) {
  const metadata = { entryId: owner.entryIds[entry] ?? '', sha256: file.sha256 };
  const address = asOwner(`${url}/api/v1/files`, owner);
  return { ...address, url: await announce(address, file.size, metadata) };
}

async function copied({ path }: BenchFile, to: string): Promise<void> {
  await copyFile(path, to);
  const file = await open(to);
  await file.sync();
  await file.close();
  await rm(to);
}

async function throughBareServer(file: BenchFile, folder: string, closing: BenchContext['closing']) {
  await mkdir(folder);
  const server = fork(join(import.meta.dirname, 'files', 'bare-tus.ts'), [folder]);
  closing.push(() => server.kill('SIGKILL'));
  const [port] = await once(server, 'message');
  const address = { url: `http://127.0.0.1:${port}/files`, headers: {} };
  const url = await announce(address, file.size, {});
  const result = await timed('up to a bare tus server', () =>
    send({ ...address, url }, { ...file, offset: 0 }),
  );
  server.kill('SIGKILL');
  await rm(folder, { recursive: true });
  return result;
}

/** Sends files from a process of their own. */
function sendInOtherProcess(sends: readonly Parameters<typeof send>[]) {
  const program = join(import.meta.dirname, 'files', 'client.ts');
  const client = spawn(process.execPath, [program, JSON.stringify(sends)], { stdio: 'inherit' });
  return { client, ended: once(client, 'exit') };
}

/** Sends a file from a process of its own, which is killed once enough has arrived. */
async function killedAt(
  address: FileAddress,
  bytes: SentBytes,
  reached: () => Promise<boolean>,
): Promise<void> {
  const { client, ended } = sendInOtherProcess([[address, bytes]]);
  while (!(await reached())) await sleep(50);
  client.kill('SIGKILL');
  await ended;
}

/**
 * Sends a file that is interrupted three times, after each quarter: by its connection, its client and the API.
 *
 * @returns the API that the upload ends with, and the ID of the file
 */
async function sentInPieces(
  environment: FilesEnvironment,
  first: MeasuredApi,
  owner: BenchOwner,
  file: BenchFile,
) {
  const address = await announced(first, owner, 1, file);
  const quarter = file.size / 4;
  await send(address, { ...file, offset: 0, cutAt: quarter });
  const continued = async (at: FileAddress) => {
    for (let left = 30; ; left -= 1) {
      const offset = await arrived(at);
      try {
        return await send(at, { ...file, offset });
      } catch (error) {
        // The lease of the killed process expires by itself.
        if (left === 0) throw error;
        await sleep(1_000);
      }
    }
  };
  await untilUploadStops(address);
  const offset = await arrived(address);
  await killedAt(address, { ...file, offset }, async () => (await arrived(address)) >= 2 * quarter);
  await untilUploadStops(address);
  const controller = new AbortController();
  const third = send(address, { ...file, offset: await arrived(address), signal: controller.signal }).catch(
    () => {},
  );
  while ((await arrived(address)) < 3 * quarter) await sleep(50);
  await first.kill();
  controller.abort();
  await third;
  const api = await environment.startApi();
  const again = asOwner(`${api.url}/api/v1/files/${basename(address.url)}`, owner);
  await continued(again);
  return { api, id: basename(address.url) };
}

/** Waits until the API has noticed that a request was cut off. */
async function untilUploadStops(address: FileAddress): Promise<void> {
  for (let before = -1; ; ) {
    await sleep(300);
    const now = await arrived(address);
    if (now === before) return;
    before = now;
  }
}

async function checkIns(
  { port }: MeasuredApi,
  owners: readonly BenchOwner[],
  seconds: number,
): Promise<Timed> {
  const call = callsFrom('127.0.0.1', port);
  return atPace(
    {
      name: 'check-in',
      perSecond: CHECK_INS_PER_SECOND,
      run: async (n) => {
        const headers = { Authorization: `Bearer ${owners[n % owners.length]?.token}` };
        return (await call({ method: 'POST', path: '/api/v1/activity/check-in', headers })).status;
      },
    },
    seconds * 1_000,
    0,
  );
}

/** Measures check-ins alone, and during uploads that last longer. */
async function besideUploads(
  api: MeasuredApi,
  owners: readonly BenchOwner[],
  folder: string,
  { seconds, pace }: { seconds: number; pace: number },
) {
  const [others, senders] = [owners.slice(UPLOADS), owners.slice(0, UPLOADS)];
  await checkIns(api, others, 3);
  const quiet = await checkIns(api, others, seconds);
  const bytesPerSecond = pace * MIB;
  const file = await randomFile(join(folder, 'upload'), Math.ceil(pace * (seconds + 5)));
  const addresses = await Promise.all(senders.map((owner) => announced(api, owner, 2, file)));
  const { ended } = sendInOtherProcess(addresses.map((at) => [at, { ...file, offset: 0, bytesPerSecond }]));
  await sleep(2_000);
  const during = await checkIns(api, others, seconds);
  const [code] = await ended;
  if (code !== 0) throw new Failure('The uploads beside the check-ins failed');
  return { quiet, during };
}

const mb = (pair: [number, number] | undefined) => (pair ? pair.map((n) => n.toFixed(0)) : ['', '']);

export const bench = defineBench({
  flags: {
    mib: whole(2_040, 'the size of the file, in MiB'),
    seconds: whole(30, 'how long check-ins are measured, alone and beside uploads'),
    pace: positive(1, 'MiB that each of the 20 uploads sends in a second meanwhile'),
  },
  async run({ mib, seconds, pace }, context) {
    const { say, closing } = context;
    const environment = await openFilesEnvironment(context, 2 * UPLOADS);
    const { folder, owners } = environment;
    const [owner] = owners as [BenchOwner];
    say('writing a file of random bytes');
    const file = await randomFile(join(folder, 'film'), mib);
    const small = await randomFile(join(folder, 'warm-up'), WARM_UP_MIB);
    const transfers: Transfer[] = [];
    const note = (transfer: Transfer) => {
      say(`${transfer.what}: ${(mib / transfer.seconds).toFixed(0)} MiB/s`);
      transfers.push(transfer);
    };
    note(await timed('copied on the disk', () => copied(file, join(folder, 'copy'))));
    note(await throughBareServer(file, join(folder, 'bare'), closing));

    const api = await environment.startApi();
    const warm = await announced(api, owner, 3, small);
    await send(warm, { ...small, offset: 0 });
    await read(warm);
    const up = await announced(api, owner, 0, file);
    note(await transferWithMemory('up to the API', api, () => send(up, { ...file, offset: 0 })));
    let same = true;
    note(
      await transferWithMemory('down from the API', api, async () => {
        same = (await read(up)) === file.sha256;
      }),
    );
    say('check-ins beside 20 uploads');
    const { quiet, during } = await besideUploads(api, owners, folder, { seconds, pace });
    say('cut off three times');
    const { api: last, id } = await sentInPieces(environment, api, owner, file);
    const left = await environment.leave(last, owner, id);
    let arrivedWhole = false;
    note(
      await timed('down to a successor', async () => {
        arrivedWhole = (await read(left)) === file.sha256;
      }),
    );
    if (!same) throw new Failure('The file that was read is another one');

    printTable([
      ['', 'MiB/s', 'resident MB', 'most', 'objects MB', 'most'],
      ...transfers.map(({ what, seconds: took, resident, objects }) => [
        what,
        (mib / took).toFixed(0),
        ...mb(resident),
        ...mb(objects),
      ]),
    ]);
    const ms = ({ p50, p99 }: Timed) => [p50.toFixed(1), p99.toFixed(1)];
    printTable([
      ['check-in, ms', 'p50', 'p99', 'refused'],
      ['alone', ...ms(quiet), String(quiet.refused.size)],
      [`beside ${UPLOADS} uploads of ${pace} MiB/s`, ...ms(during), String(during.refused.size)],
    ]);
    const growth = transfers.map(({ resident: [before, most] = [0, 0] }) => most - before);
    const goals: Goal[] = [
      {
        goal: `memory of the API grows by at most ${MOST_GROWTH} MB`,
        met: Math.max(...growth) <= MOST_GROWTH,
      },
      { goal: 'a file that was cut off three times reaches a successor byte for byte', met: arrivedWhole },
      {
        goal: `p99 of a check-in beside ${UPLOADS} uploads is at most ${MOST_RATIO} times that alone`,
        met: during.p99 <= MOST_RATIO * quiet.p99 && quiet.refused.size + during.refused.size === 0,
      },
    ];
    return goals;
  },
});
