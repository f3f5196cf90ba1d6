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

export const ROUTES: readonly BenchRoute[] = [
  {
    name: 'list',
    title: 'list of 20 entries',
    isRead: true,
    method: 'GET',
    path: () => '/vault/entries?limit=20',
    status: 200,
    goal: 0.8,
  },
  {
    name: 'entry',
    title: 'one entry',
    isRead: true,
    method: 'GET',
    path: ({ entryIds }) => `/vault/entries/${entryIds[0]}`,
    status: 200,
    goal: 0.8,
  },
  {
    name: 'status',
    title: 'handover status',
    isRead: true,
    method: 'GET',
    path: () => '/handover/status',
    status: 200,
    goal: 0.8,
  },
  {
    name: 'profile',
    title: 'profile',
    isRead: true,
    method: 'GET',
    path: () => '/auth/profile',
    status: 200,
  },
  {
    name: 'successors',
    title: 'successors',
    isRead: true,
    method: 'GET',
    path: () => '/successors',
    status: 200,
  },
  {
    name: 'check-in',
    title: 'check-in',
    isRead: false,
    method: 'POST',
    path: () => '/activity/check-in',
    status: 200,
    goal: 0.75,
  },
  {
    name: 'create',
    title: 'create an entry',
    isRead: false,
    method: 'POST',
    path: () => '/vault/entries',
    body: newEntry,
    status: 201,
    goal: 0.75,
  },
  {
    name: 'log-in',
    title: 'log-in',
    isRead: false,
    method: 'POST',
    path: () => '/auth/login',
    body: ({ email }) => ({ email, password: PASSWORD, session: 'app' }),
    status: 200,
    isPublic: true,
    // The API takes so many requests with a body from one address at a time.
    mostConnections: 100,
  },
  {
    name: 'health',
    title: 'health',
    isRead: false,
    method: 'GET',
    path: () => '/health',
    status: 200,
    isPublic: true,
    goal: 0.6,
  },
];

/** Health is measured at the root, where monitoring asks for it. */
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

/** One request of each owner, in turn, so that those at the same time come from different owners. */
export function requestsOf(route: BenchRoute, owners: readonly BenchOwner[]): (n: number) => LoadRequest {
  const requests = owners.map((owner) => toRequest(route, owner));
  return (n) => requests[n % requests.length] as LoadRequest;
}
