/**
 * The worst that one account and twenty networks can do: they use all they have at the same time, and hold on to what
 * they get. Each attack costs them next to nothing.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callsFrom, headOf, neverFinish, neverRead, type RawCall, type RawReply } from './calls.ts';
import type { AttackCounts, CrowdSettings } from './settings.ts';

/** They try again this soon after a refusal, whatever it says. This is not a test of floods. */
const AGAIN_MS = 5_000;
/** An unread response is abandoned after this long and requested again. */
const UNREAD_MS = 30_000;
/** The status when the API gives up on a body. The next one follows at once. */
const TOO_SLOW = 408;
const KIB = 1024;

interface Crowd extends CrowdSettings {
  /** The newest sessions and devices of the account. Log-ins add further ones. */
  sessions: string[];
  devices: string[];
  call(network: number, call: RawCall): Promise<RawReply>;
  counts: AttackCounts;
}

export interface Attack {
  name: string;
  /** For the table. */
  title: string;
  /**
   * What it needs and not every crowd has. `limits` are the real ones, without which each request would bring the
   * account a mail.
   */
  needs?: 'changers' | 'link' | 'limits';
  /** Begins it. It goes on until the process ends. */
  begin(crowd: Crowd): void;
}

const times = <T>(count: number, each: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => each(n));
const networkOf = ({ networks }: Crowd, n: number): string => networks[n % networks.length] ?? '';

/**
 * Repeats something in many places at once, with a rest after each answer, and counts it.
 *
 * @param one resolves with a status; 0 without a response, or if it was not read
 */
function repeat(
  { counts }: Crowd,
  places: number,
  one: (place: number) => Promise<number>,
  restMs = 0,
): void {
  let held = 0;
  const goOn = async (place: number) => {
    for (;;) {
      counts.asked += 1;
      held += 1;
      counts.mostHeld = Math.max(counts.mostHeld, held);
      const status = await one(place);
      held -= 1;
      if (status !== 0) counts.answered += 1;
      if (status === 429 || status === 503) counts.refused += 1;
      else if (status >= 400 && status < 500 && status !== TOO_SLOW) counts.turnedAway += 1;
      const again =
        (status >= 200 && status < 300) || status === TOO_SLOW ? restMs : Math.max(restMs, AGAIN_MS);
      // Not all at the same moment: otherwise all that found the API down would come back together.
      if (again > 0) await sleep(again * (0.75 + Math.random() / 2));
    }
  };
  for (const place of times(places, (n) => n)) void goOn(place);
}

const bearer = (token = '') => ({ Authorization: `Bearer ${token}` });

/** Every session of the account asks for the same at the same time. */
const fromEverySession =
  (method: string, path: string, each = 1) =>
  (crowd: Crowd) => {
    const askAs = async (place: number, token?: string) =>
      (await crowd.call(place, { method, path: `/api/v1${path}`, headers: bearer(token) })).status;
    const request = async (place: number) => {
      const status = await askAs(place, crowd.sessions[place % crowd.sessions.length]);
      // A log-in may have ended that session in the meantime. The newest is the last to be ended.
      return status === 401 ? askAs(place, crowd.sessions.at(-1)) : status;
    };
    repeat(crowd, crowd.sessions.length * each, request, crowd.restMs);
  };

const unfinished = (crowd: Crowd, path: string, length: number, token?: string, method = 'POST'): string =>
  headOf(method, `/api/v1${path}`, {
    Host: crowd.host,
    'Content-Type': 'application/json',
    'Content-Length': length,
    ...(token ? bearer(token) : {}),
  });

/** Routes where anybody may send a body, each with a limit of its own, and how many of a hundred bodies go there. */
const PUBLIC_BODIES = [
  ['/mail/returns', 40],
  ['/auth/refresh', 40],
  ['/auth/kdf', 18],
  ['/auth/login', 2],
] as const;
const PUBLIC_PATHS = PUBLIC_BODIES.flatMap(([path, share]) => Array<string>(share).fill(path));

/** Slow enough to last, and fast enough not to be cut off for it. */
const SLOWLY = { bytes: 24 * KIB, everyMs: 8_000 };

/**
 * Several requests at once on each connection: the API no longer holds the first responses once the kernel has taken
 * them.
 */
const unread = (crowd: Crowd, connections: number, path: string, pipelined: number): void =>
  repeat(crowd, connections, async (place) => {
    const requests = headOf('GET', path, { Host: crowd.host }).repeat(pipelined);
    await neverRead(networkOf(crowd, place), crowd.port, requests, UNREAD_MS);
    return 0;
  });

export const ATTACKS: readonly Attack[] = [
  {
    name: 'log-ins',
    title: 'log-ins at once, each from a different device',
    begin: (crowd) => {
      const logIn = async (place: number) => {
        const { email, password } = crowd.account;
        const device = crowd.devices[place % crowd.devices.length] ?? '';
        const { status, body } = await crowd.call(place, {
          method: 'POST',
          path: '/api/v1/auth/login',
          headers: { Cookie: `device=${device}` },
          body: { email, password, session: 'bearer', deviceToken: device },
        });
        if (status !== 200) return status;
        const { accessToken, deviceToken } = JSON.parse(body) as Record<string, string>;
        if (accessToken) {
          // An account has only so many sessions: each log-in ends the oldest of them.
          crowd.sessions.push(accessToken);
          crowd.sessions.shift();
        }
        if (deviceToken) crowd.devices[place % crowd.devices.length] = deviceToken;
        return status;
      };
      repeat(crowd, crowd.devices.length, logIn, crowd.restMs);
    },
  },
  {
    name: 'lists',
    title: 'lists, from 50 sessions',
    begin: fromEverySession('GET', '/vault/entries?limit=200'),
  },
  {
    name: 'check-ins',
    title: 'check-ins, from 50 sessions',
    begin: fromEverySession('POST', '/activity/check-in'),
  },
  { name: 'exports', title: 'exports, from 50 sessions', begin: fromEverySession('GET', '/vault/export') },
  {
    name: 'pauses',
    title: '600 pauses without a body',
    needs: 'limits',
    begin: fromEverySession('POST', '/inactivity/pause', 12),
  },
  {
    name: 'imports',
    title: 'imports of 30 MiB that never finish',
    begin: (crowd) =>
      repeat(crowd, crowd.sessions.length, (place) => {
        const token = crowd.sessions[place % crowd.sessions.length];
        const head = unfinished(crowd, '/vault/import', 30 * KIB * KIB, token);
        return neverFinish(networkOf(crowd, place), crowd.port, head, SLOWLY);
      }),
  },
  {
    name: 'websockets',
    title: 'websockets, 4 for each session',
    begin: (crowd) =>
      repeat(crowd, 4 * crowd.sessions.length, async (place) => {
        const head = headOf('GET', '/ws', {
          Host: crowd.host,
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': 13,
          'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
          ...bearer(crowd.sessions[place % crowd.sessions.length]),
        });
        await neverRead(networkOf(crowd, place), crowd.port, head, UNREAD_MS);
        return 0;
      }),
  },
  {
    name: 'bodies',
    title: '100 bodies of each network that never finish',
    begin: (crowd) =>
      repeat(crowd, 100 * crowd.networks.length, (place) => {
        const path = PUBLIC_PATHS[Math.floor(place / crowd.networks.length) % PUBLIC_PATHS.length] ?? '';
        return neverFinish(networkOf(crowd, place), crowd.port, unfinished(crowd, path, 60 * KIB));
      }),
  },
  {
    name: 'documents',
    title: 'the OpenAPI document, never read',
    begin: (crowd) => unread(crowd, 3 * crowd.networks.length, '/api/v1/openapi.json', 16),
  },
  {
    name: 'assets',
    title: 'assets of the web app, never read',
    async begin(crowd) {
      for (let path: string | undefined; ; await sleep(AGAIN_MS)) {
        const { body } = await crowd.call(0, { method: 'GET', path: '/', headers: { Host: crowd.host } });
        path = body.match(/src="(\/assets\/[^"]+\.js)"/)?.[1];
        if (path) return unread(crowd, 5 * crowd.networks.length, path, 16);
      }
    },
  },
  {
    name: 'readings',
    title: 'a vault opened with one link from 12 places, never read',
    needs: 'link',
    begin: (crowd) => unread(crowd, 12, `/api/v1/vault/successor-access?token=${crowd.link}`, 1),
  },
  {
    name: 'passwords',
    title: 'two changes of a password that never finish',
    needs: 'changers',
    begin: (crowd) =>
      repeat(crowd, crowd.changers.length, (place) => {
        const head = unfinished(crowd, '/auth/change-password', 31 * KIB * KIB, crowd.changers[place], 'PUT');
        return neverFinish(networkOf(crowd, place), crowd.port, head, SLOWLY);
      }),
  },
];

/** Begins the attacks that the settings name. @returns what each has done so far; it goes on changing */
export function beginAttacks(settings: CrowdSettings): Record<string, AttackCounts> {
  const calls = settings.networks.map((address) => callsFrom(address, settings.port));
  const shared = {
    ...settings,
    sessions: [...settings.account.sessions],
    devices: [...settings.account.devices],
    call: (network: number, call: RawCall) => calls[network % calls.length]!(call),
  };
  return Object.fromEntries(
    ATTACKS.filter(({ name }) => settings.attacks.includes(name)).map(({ name, begin }) => {
      const counts = { asked: 0, answered: 0, refused: 0, turnedAway: 0, mostHeld: 0 };
      begin({ ...shared, counts });
      return [name, counts];
    }),
  );
}
