/** Many open pages, and how long news takes to reach them. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { LiveEvent } from '../../api/live/events.ts';
import { Failure } from '../../dev/cli/failure.ts';
import type { MeasuredApi } from '../apis/process.ts';
import type { BenchOwner } from '../requests/owners.ts';

/** After this long, something hangs. */
const TIMEOUT_MS = 60_000;
/** Files that a process has open besides its websockets. */
const SPARE = 200;

/**
 * Each websocket is an open file, here and in the API. Node raises the soft limit to the hard one on its own.
 *
 * @throws Failure if this shell doesn't allow that many
 */
export function demandOpenFiles(count: number): void {
  let limits: string;
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return;
  }
  const hard = limits.match(/^Max open files\s+\S+\s+(\d+)/m)?.[1];
  if (hard !== undefined && Number(hard) < count + SPARE) {
    throw new Failure(
      `${count} websockets need ${count + SPARE} open files, and only ${hard} are allowed here: run \`ulimit -n ${count + SPARE}\` first, as root if it is refused`,
    );
  }
}

export interface OpenPage {
  owner: BenchOwner;
  /** Called with each record that is pushed. */
  onRecord: (type: string) => void;
  close(): Promise<void>;
}

/** Owners have networks of their own, because each network has its limits. All of 127.0.0.0/8 is this machine, on Linux. */
const addressOf = ({ id }: BenchOwner) => {
  const [a = 0, b = 0, c = 0] = Buffer.from(id.slice(-6), 'hex');
  return process.platform === 'linux' ? `127.${a}.${b}.${Math.max(1, c)}` : '127.0.0.1';
};

const authorization = ({ token }: BenchOwner) => ({ Authorization: `Bearer ${token}` });

/** Opens a websocket, and resolves with its first message. */
async function openPage(api: MeasuredApi, owner: BenchOwner): Promise<OpenPage> {
  const ws = new WebSocket(`${api.url.replace(/^http/, 'ws')}/ws`, {
    headers: authorization(owner),
    localAddress: addressOf(owner),
    perMessageDeflate: false,
  });
  const page: OpenPage = {
    owner,
    onRecord: () => {},
    async close() {
      if (ws.readyState === ws.CLOSED) return;
      const closed = once(ws, 'close');
      ws.close();
      await closed;
    },
  };
  let greeted = () => {};
  const greeting = new Promise<void>((resolve, reject) => {
    greeted = resolve;
    ws.once('error', reject);
    ws.once('close', (code, reason) => reject(new Error(`a websocket was closed: ${code} ${reason}`)));
  });
  ws.on('message', (data) => {
    const { event, payload } = JSON.parse(String(data)) as LiveEvent;
    if (event === 'realtime.connected') greeted();
    if (event === 'activity.recorded') page.onRecord(String(payload.type));
  });
  await greeting;
  return page;
}

/** Opens a page for each owner, some at a time. */
export async function openPages(
  api: MeasuredApi,
  owners: readonly BenchOwner[],
  atOnce: number,
): Promise<OpenPage[]> {
  const pages: OpenPage[] = [];
  const waiting = owners.values();
  const open = async () => {
    for (const owner of waiting) pages.push(await openPage(api, owner));
  };
  await Promise.all(Array.from({ length: atOnce }, open));
  return pages;
}

/** How long a client waits at most before it opens its page again. */
const COMES_BACK_WITHIN_MS = 5_000;

export interface Return {
  pages: OpenPage[];
  /** Until the last page was open again. */
  tookMs: number;
  /** Openings that failed and were tried again. */
  refused: number;
  /** How long another owner's requests to the same process took during that, in milliseconds. */
  othersMs: number[];
  /** How many of the other owner's requests were not answered with 200. */
  othersRefused: number;
}

/** Opens all pages again after a random wait, as clients do when their process was restarted. */
export async function comeBack(
  api: MeasuredApi,
  owners: readonly BenchOwner[],
  other: BenchOwner,
): Promise<Return> {
  const began = performance.now();
  let refused = 0;
  let away = true;
  const othersMs: number[] = [];
  let othersRefused = 0;
  const asking = (async () => {
    while (away) {
      const from = performance.now();
      const { ok } = await fetch(`${api.url}/api/v1/auth/profile`, { headers: authorization(other) });
      othersMs.push(performance.now() - from);
      if (!ok) othersRefused += 1;
      await sleep(20);
    }
  })();
  const randomly = () => sleep(Math.random() * COMES_BACK_WITHIN_MS);
  const pages = await Promise.all(
    owners.map(async (owner) => {
      await randomly();
      for (;;) {
        try {
          return await openPage(api, owner);
        } catch {
          refused += 1;
          if (performance.now() - began > 10 * TIMEOUT_MS) throw new Failure('not every page opened again');
          await randomly();
        }
      }
    }),
  );
  const tookMs = performance.now() - began;
  away = false;
  await asking;
  return { pages, tookMs, refused, othersMs, othersRefused };
}

export interface Push {
  /** From sending the request to its answer. */
  answeredMs: number;
  /** From sending the request to the message on the websocket. */
  pushedMs: number;
}

/**
 * Checks an owner in through an API process, which records it, and waits for the record on the owner's page.
 *
 * @throws Failure if it isn't pushed
 */
export async function checkIn(through: MeasuredApi, page: OpenPage): Promise<Push> {
  const { promise: pushed, resolve, reject } = Promise.withResolvers<number>();
  const late = setTimeout(() => reject(new Failure('a change was not pushed')), TIMEOUT_MS);
  page.onRecord = (type) => {
    if (type === 'check_in') resolve(performance.now());
  };
  const began = performance.now();
  try {
    const [answered, at] = await Promise.all([
      fetch(`${through.url}/api/v1/activity/check-in`, {
        method: 'POST',
        headers: authorization(page.owner),
      }).then(async (response) => {
        if (!response.ok) throw new Failure(`a check-in was answered with ${response.status}`);
        await response.arrayBuffer();
        return performance.now();
      }),
      pushed,
    ]);
    return { answeredMs: answered - began, pushedMs: at - began };
  } finally {
    clearTimeout(late);
    page.onRecord = () => {};
  }
}
