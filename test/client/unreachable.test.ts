import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { answered, createApi } from '../../client/api.ts';
import { linesIn } from '../../client/ndjson.ts';
import { problemOf } from '../../client/problem.ts';
import { listening } from '../support/servers/listening.ts';

const unreachable = expect.objectContaining({ code: 'unreachable' });

test('a request that its caller ends does not make the service unreachable, a lost one does', async () => {
  const server = createServer();
  await using silent = await listening(server);
  const onUnreachable = jest.fn();
  const api = createApi({ origin: silent.origin, onUnreachable });

  const caller = new AbortController();
  const ended = api.GET('/handover/status', { signal: caller.signal });
  await once(server, 'request');
  caller.abort();
  await expect(ended).rejects.toEqual(unreachable);
  expect(onUnreachable).not.toHaveBeenCalled();

  const lost = api.GET('/handover/status');
  await once(server, 'request');
  silent.cut();
  await expect(lost).rejects.toEqual(unreachable);
  expect(onUnreachable).toHaveBeenCalledTimes(1);
});

test.each([
  ['with its length', { 'Content-Length': 100 }],
  ['in chunks', {}],
])('a response that is cut off is no response, %s', async (_, headers) => {
  let status = 200;
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.write('{"status":"ar', () => response.destroy());
  });
  await using cutting = await listening(server);
  const onUnreachable = jest.fn();
  const api = createApi({ origin: cutting.origin, onUnreachable });

  await expect(answered(api.GET('/handover/status'))).rejects.toEqual(unreachable);
  expect(onUnreachable).toHaveBeenCalledTimes(1);

  const { data } = await api.GET('/handover/status', { parseAs: 'stream' });
  await expect(linesIn(data as unknown as ReadableStream).next()).rejects.toEqual(unreachable);

  // A refusal whose content is lost.
  status = 503;
  await expect(answered(api.GET('/handover/status'))).rejects.toEqual(unreachable);
  api.use({
    async onResponse({ response }) {
      throw await problemOf(response);
    },
  });
  await expect(api.GET('/handover/status')).rejects.toEqual(unreachable);
});
