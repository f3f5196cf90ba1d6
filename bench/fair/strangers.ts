/** Requests of strangers at a steady pace, each from a network of their own and within its limits, and their latency. */
import { setTimeout as sleep } from 'node:timers/promises';
import { callsFrom, type RawCall, type RawReply } from '../../chaos/crowd/calls.ts';
import { percentile, sorted } from '../figures.ts';
import { newEntry } from '../requests/owners.ts';
import type { FairEnvironment } from './environment.ts';

/** A request of a stranger. */
export interface StrangerAction {
  name: string;
  perSecond: number;
  /** @returns the status of the first response that is an error, or of the last one */
  run(n: number): Promise<number>;
}

export interface Timed {
  name: string;
  count: number;
  p50: number;
  p99: number;
  /** How many did not succeed, by status; 0 stands for no response. */
  refused: ReadonlyMap<number, number>;
}

/** A response that takes longer is treated as none. */
const TIMEOUT_MS = 15_000;

const inTime = (call: Promise<RawReply>): Promise<RawReply> =>
  Promise.race([call, sleep(TIMEOUT_MS, { status: 0, body: '' }, { ref: false })]);

/** Strangers with persistent connections, as browsers have them. */
export function strangersOf({ api, strangers, readers }: FairEnvironment) {
  const calls = strangers.map(({ network }) => callsFrom(network, api.port));
  const reads = readers.map(({ network }) => callsFrom(network, api.port));
  const request = async (n: number, call: RawCall): Promise<number> => {
    const { status } = await inTime(calls[n % calls.length]!(call));
    return status;
  };
  const as = (n: number) => ({ Authorization: `Bearer ${strangers[n % strangers.length]?.token}` });
  const post = (path: string, body: object): RawCall => ({
    method: 'POST',
    path: `/api/v1/auth/${path}`,
    body,
  });
  const large = { ...newEntry(), encryptedData: 'A'.repeat(96 * 1024) };
  const actions: StrangerAction[] = [
    {
      name: 'log-in',
      perSecond: 3,
      async run(n) {
        const { email, password } = strangers[n % strangers.length]!;
        const status = await request(n, post('kdf', { email }));
        return status === 200 ? request(n, post('login', { email, password, session: 'app' })) : status;
      },
    },
    {
      name: 'check-in',
      perSecond: 10,
      run: (n) => request(n, { method: 'POST', path: '/api/v1/activity/check-in', headers: as(n) }),
    },
    {
      name: 'list of 50',
      perSecond: 10,
      run: (n) => request(n, { method: 'GET', path: '/api/v1/vault/entries?limit=50', headers: as(n) }),
    },
    {
      name: "successor's reading",
      perSecond: 5,
      async run(n) {
        const path = `/api/v1/vault/successor-access?token=${readers[n % readers.length]?.token}`;
        const { status } = await inTime(reads[n % reads.length]!({ method: 'GET', path }));
        return status;
      },
    },
    {
      name: 'entry of 96 KiB',
      perSecond: 2,
      run: (n) => request(n, { method: 'POST', path: '/api/v1/vault/entries', headers: as(n), body: large }),
    },
  ];
  let turn = 0;
  return {
    /** Sends every kind of request at its pace for this long, and resolves once all are answered. */
    async measure(forMs: number): Promise<Timed[]> {
      const first = turn;
      const timed = await Promise.all(actions.map((action) => atPace(action, forMs, first)));
      turn += Math.max(...timed.map(({ count }) => count));
      return timed;
    },
  };
}

/**
 * Sends one kind of request at its pace.
 *
 * @param first the number of the first one, so that every stranger gets the same share of turns
 */
export async function atPace(
  { name, perSecond, run }: StrangerAction,
  forMs: number,
  first: number,
): Promise<Timed> {
  const latencies: number[] = [];
  const refused = new Map<number, number>();
  const one = async (n: number) => {
    const from = performance.now();
    const status = await run(n);
    if (status >= 200 && status < 300) latencies.push(performance.now() - from);
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  };
  const under: Promise<void>[] = [];
  const count = Math.round((forMs / 1_000) * perSecond);
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    under.push(one(first + n));
    await sleep(Math.max(0, ((n + 1) * 1_000) / perSecond - (performance.now() - began)));
  }
  await Promise.all(under);
  const times = sorted(latencies);
  return { name, count, p50: percentile(times, 0.5), p99: percentile(times, 0.99), refused };
}
