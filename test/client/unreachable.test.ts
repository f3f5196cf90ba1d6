import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { createApi } from '../../client/api.ts';

test('a request that its caller ends does not make the service unreachable, a lost one does', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const onUnreachable = jest.fn();
  const api = createApi({ origin, onUnreachable });
  const unreachable = expect.objectContaining({ code: 'unreachable' });

  const caller = new AbortController();
  const ended = api.GET('/handover/status', { signal: caller.signal });
  await once(silent, 'request');
  caller.abort();
  await expect(ended).rejects.toEqual(unreachable);
  expect(onUnreachable).not.toHaveBeenCalled();

  const lost = api.GET('/handover/status');
  await once(silent, 'request');
  silent.closeAllConnections();
  await expect(lost).rejects.toEqual(unreachable);
  expect(onUnreachable).toHaveBeenCalledTimes(1);
  silent.close();
});
