/** What a crowd does to a server that never ends anything by itself. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import type { CrowdSettings } from '../../chaos/crowd/settings.ts';
import { localNetworks, type RunningCrowd, startCrowd } from '../../chaos/crowd/start-crowd.ts';
import { until } from '../support/until.ts';

const NETWORKS = localNetworks(9, 3);
let stop = async () => {};

afterEach(() => stop());

/** Sets a crowd on a server that answers as it is told, and remembers the requests. */
async function runCrowd(
  attacks: string[],
  answer: (req: IncomingMessage, res: ServerResponse) => void,
  sessions: string[] = [],
) {
  const requests: { from: string; path: string; token: string }[] = [];
  const server = createServer((req, res) => {
    const { remoteAddress: from = '' } = req.socket;
    requests.push({ from, path: req.url ?? '', token: req.headers.authorization?.slice(7) ?? '' });
    answer(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const settings: CrowdSettings = {
    port: (server.address() as AddressInfo).port,
    host: 'vault.test',
    networks: NETWORKS,
    account: { email: 'crowd@chaos.example', password: 'password', sessions, devices: ['device'] },
    changers: [],
    link: null,
    restMs: 60_000,
    attacks,
  };
  const crowd: RunningCrowd = startCrowd(settings);
  stop = async () => {
    await crowd.stop();
    server.closeAllConnections();
    server.close();
  };
  return { requests, crowd };
}

test('each network of the crowd sends a hundred bodies that never end', async () => {
  const ended: string[] = [];
  const { requests, crowd } = await runCrowd(['bodies'], (req) => {
    req.resume().on('end', () => ended.push(req.url ?? ''));
  });
  await until('300 bodies', () => requests.length === 300 && crowd.counts.bodies?.mostHeld === 300);
  for (const network of NETWORKS) expect(requests.filter(({ from }) => from === network)).toHaveLength(100);
  expect(ended).toEqual([]);
  expect(crowd.counts.bodies).toEqual({ asked: 300, answered: 0, refused: 0, turnedAway: 0, mostHeld: 300 });
});

test('the crowd never reads the responses that it requests', async () => {
  const unsent = new Set<ServerResponse>();
  const answers = new Set<ServerResponse>();
  const { crowd } = await runCrowd(['documents'], (_req, res) => {
    answers.add(res);
    unsent.add(res);
    res.on('finish', () => unsent.delete(res));
    res.end(Buffer.alloc(1024 * 1024));
  });
  await until('144 answers', () => crowd.counts.documents?.mostHeld === 9 && answers.size >= 9 * 16);
  expect(unsent.size).toBeGreaterThan(answers.size / 2);
});

test('the account of the crowd uses all sessions at once, and counts refusals', async () => {
  const sessions = ['one', 'two', 'three'];
  const { requests, crowd } = await runCrowd(
    ['pauses', 'lists'],
    (req, res) => res.writeHead(req.method === 'GET' ? 429 : 200).end(),
    sessions,
  );
  await until(
    'every answer',
    () => crowd.counts.pauses?.answered === 36 && crowd.counts.lists?.refused === 3,
  );
  expect(crowd.counts.pauses).toEqual({ asked: 36, answered: 36, refused: 0, turnedAway: 0, mostHeld: 36 });
  expect(crowd.counts.lists).toEqual({ asked: 3, answered: 3, refused: 3, turnedAway: 0, mostHeld: 3 });
  expect(new Set(requests.map(({ token }) => token))).toEqual(new Set(sessions));
  expect(new Set(requests.map(({ from }) => from))).toEqual(new Set(NETWORKS));
});

test('a request whose session has ended is sent again with the newest session', async () => {
  const { requests, crowd } = await runCrowd(
    ['lists'],
    (req, res) => res.writeHead(req.headers.authorization === 'Bearer one' ? 401 : 200).end(),
    ['one', 'two', 'three'],
  );
  await until('every answer', () => crowd.counts.lists?.answered === 3);
  expect(crowd.counts.lists).toEqual({ asked: 3, answered: 3, refused: 0, turnedAway: 0, mostHeld: 3 });
  expect(requests.map(({ token }) => token).sort()).toEqual(['one', 'three', 'three', 'two']);
});

test('the crowd counts what is turned away, but neither abandoned bodies nor refusals by a busy API', async () => {
  const sessions = ['one', 'two', 'three'];
  const statuses: Record<string, number> = {
    '/api/v1/vault/entries?limit=200': 401,
    '/api/v1/vault/export': 503,
  };
  const { crowd } = await runCrowd(
    ['lists', 'exports', 'imports'],
    (req, res) => res.writeHead(statuses[req.url ?? ''] ?? 408).end(),
    sessions,
  );
  const answered = (name: string) => crowd.counts[name]?.answered ?? 0;
  await until('every answer', () => ['lists', 'exports', 'imports'].every((name) => answered(name) >= 3));
  expect(crowd.counts.lists).toMatchObject({ answered: 3, refused: 0, turnedAway: 3 });
  expect(crowd.counts.exports).toMatchObject({ answered: 3, refused: 3, turnedAway: 0 });
  expect(crowd.counts.imports).toMatchObject({ refused: 0, turnedAway: 0 });
});

test.each([
  ['it ends by itself', 'the crowd exited with SIGTERM'],
  ['it is stopped', null],
])('when %s, the crowd says: %s', async (_how, words) => {
  const { crowd } = await runCrowd(['websockets'], () => {}, ['one']);
  await until('the websockets', () => crowd.counts.websockets?.mostHeld === 4);
  if (words === null) await crowd.stop();
  else process.kill(crowd.pid ?? 0, 'SIGTERM');
  await until('its end', () => words === null || crowd.ended !== null);
  expect(crowd.ended).toBe(words);
});
