/** The measurements of `npm run bench -- processes` and `npm run bench -- live`, on a few owners and without a stopwatch. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiEnvironment, openApiEnvironment } from '../../bench/apis/environment.ts';
import { type Closing, closeAll } from '../../bench/bench.ts';
import { checkIn, demandOpenFiles, openPages } from '../../bench/live/sockets.ts';
import { runLoad } from '../../bench/requests/load.ts';
import { ROUTES, requestsOf } from '../../bench/requests/routes.ts';
import { silent } from '../../dev/cli/progress.ts';

const closing: Closing = [];
let environment: ApiEnvironment;
beforeAll(async () => {
  environment = await openApiEnvironment({ say: silent, closing }, 4);
});
afterAll(() => closeAll(closing));

test('several processes answer behind one port, and each reports its processor time', async () => {
  const apis = await environment.startApis(2);
  expect(new Set(apis.map(({ url }) => url)).size).toBe(1);
  const before = await Promise.all(apis.map((api) => api.usage()));
  const port = apis[0]?.port ?? 0;
  for (const route of ROUTES.filter(({ name }) => ['list', 'check-in'].includes(name))) {
    const next = requestsOf(route, environment.owners);
    const { answers } = await runLoad({ port, connections: 4, forMs: 500, next });
    expect(answers).toBeGreaterThanOrEqual(4);
  }
  const after = await Promise.all(apis.map((api) => api.usage()));
  for (const [n, { cpuMs }] of after.entries()) expect(cpuMs).toBeGreaterThan(before[n]?.cpuMs ?? 0);
});

test('a check-in through either process is pushed to open pages', async () => {
  const [here, there] = [await environment.startApi(), await environment.startApi()];
  const pages = await openPages(here, environment.owners, 2);
  expect(pages).toHaveLength(environment.owners.length);
  for (const page of pages) {
    for (const api of [here, there]) {
      const { answeredMs, pushedMs } = await checkIn(api, page);
      expect(Math.min(answeredMs, pushedMs)).toBeGreaterThan(0);
    }
  }
  expect((await here.usage('settled')).resident).toBeGreaterThan(0);
  await Promise.all(pages.map((page) => page.close()));
});

test('opening more websockets than the limit of open files allows is refused, with what to do', () => {
  expect(() => demandOpenFiles(1_000_000_000)).toThrow('ulimit -n');
  expect(() => demandOpenFiles(1)).not.toThrow();
});
