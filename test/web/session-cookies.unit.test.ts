/** Requests that change the session's cookies: one at a time, so that an old answer can't undo a new one. */
import { expect, test } from '@jest/globals';
import { until } from '../support/until.ts';
import { answerWith, asWorker, refusal } from '../support/worker-tasks.ts';

asWorker();
const { api } = await import('../../web/api/client.ts');
const { logOut } = await import('../../web/keys/tasks/account.ts');
const { keepUnlocked, lockCount, unlockedVault } = await import('../../web/keys/unlocked-vault.ts');

test('a log-in and a log-out wait for an exchange, which is tried again if its answer gets lost', async () => {
  const sent: string[] = [];
  const first = Promise.withResolvers<Response>();
  answerWith(({ path }) => {
    sent.push(path);
    if (path === '/auth/profile') return refusal(401, 'unauthenticated');
    if (path !== '/auth/refresh') return {};
    return sent.filter((each) => each === path).length === 1
      ? first.promise
      : refusal(401, 'unauthenticated');
  });
  const read = api.GET('/auth/profile');
  await until('the exchange', () => sent.includes('/auth/refresh'));
  const others = [api.POST('/auth/login', { body: {} as never }), api.POST('/auth/logout')];
  await until('both to wait', async () => (await navigator.locks.query()).pending?.length === 2);
  first.reject(new TypeError('the connection was lost'));
  await Promise.all([read, ...others]);
  expect(sent).toEqual(['/auth/profile', '/auth/refresh', '/auth/refresh', '/auth/login', '/auth/logout']);
});

test('a vault that another tab opens while the log-out is under way is locked again', async () => {
  answerWith(({ path }) => {
    if (path === '/auth/logout') keepUnlocked({ vault: { userId: 'ada' } } as never, lockCount());
    return {};
  });
  await logOut();
  expect(unlockedVault()).toBeNull();
});
