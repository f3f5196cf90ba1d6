/** The requests that are measured. */
import type { LoadRequest } from './load.ts';
import { type BenchOwner, newEntry, PASSWORD } from './owners.ts';

export interface BenchRoute {
  /** Its name in `--routes`. */
  name: string;
  title: string;
  /** Reads return the same JSON from both servers, which is checked, and their p99 has a goal. */
  isRead: boolean;
  method: 'GET' | 'POST';
  path(owner: BenchOwner): string;
  body?(owner: BenchOwner): object;
  status: number;
  /** Public routes get no token. */
  isPublic?: boolean;
  /** With more connections it isn't measured. */
  mostConnections?: number;
  /** The share of the baseline's requests per second, and of its processor time, that must be reached. */
  goal?: number;
}

type RouteDetails = Partial<BenchRoute>;

const read = (
  name: string,
  title: string,
  path: BenchRoute['path'],
  more: RouteDetails = {},
): BenchRoute => ({
  ...{ name, title, isRead: true, method: 'GET', path, status: 200 },
  ...more,
});

const write = (name: string, title: string, path: string, more: RouteDetails): BenchRoute => ({
  ...{ name, title, isRead: false, method: 'POST', path: () => path, status: 200 },
  ...more,
});

export const ROUTES: readonly BenchRoute[] = [
  read('list', 'list of 20 entries', () => '/vault/entries?limit=20', { goal: 0.8 }),
  read('entry', 'one entry', ({ entryIds }) => `/vault/entries/${entryIds[0]}`, { goal: 0.8 }),
  read('status', 'handover status', () => '/handover/status', { goal: 0.8 }),
  read('profile', 'profile', () => '/auth/profile'),
  read('successors', 'successors', () => '/successors'),
  write('check-in', 'check-in', '/activity/check-in', { goal: 0.75 }),
  write('create', 'create an entry', '/vault/entries', { body: newEntry, status: 201, goal: 0.75 }),
  write('log-in', 'log-in', '/auth/login', {
    body: ({ email }) => ({ email, password: PASSWORD, session: 'app' }),
    isPublic: true,
    // The most requests with a body that the API takes from one address at a time.
    mostConnections: 100,
  }),
  read('health', 'health', () => '/health', { isRead: false, isPublic: true, goal: 0.6 }),
];

/** Health is measured at the root, where monitoring requests it. */
export const pathOf = (route: BenchRoute, owner: BenchOwner): string =>
  `${route.name === 'health' ? '' : '/api/v1'}${route.path(owner)}`;

function toRequest(route: BenchRoute, owner: BenchOwner): LoadRequest {
  const body = route.body ? JSON.stringify(route.body(owner)) : route.method === 'POST' ? '' : null;
  const head = [
    `${route.method} ${pathOf(route, owner)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Accept: application/json',
    ...(route.isPublic ? [] : [`Authorization: Bearer ${owner.token}`]),
    ...(body ? ['Content-Type: application/json'] : []),
    ...(body === null ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return { bytes: Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`), status: route.status };
}

/** One request of each owner in turn, so that simultaneous requests come from different owners. */
export function requestsOf(route: BenchRoute, owners: readonly BenchOwner[]): (n: number) => LoadRequest {
  const requests = owners.map((owner) => toRequest(route, owner));
  return (n) => requests[n % requests.length] as LoadRequest;
}
