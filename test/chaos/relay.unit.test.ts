/** The relay of `npm run chaos`, which reports what it could not deliver. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { ReturnedMail } from '../../chaos/evidence.ts';
import { reportReturns } from '../../chaos/relay.ts';
import { listening } from '../support/servers/listening.ts';
import { mail } from './campaign.ts';

test('each returned mail is reported by its reference, until the service acknowledges the report', async () => {
  const requested: { path: string | undefined; secret: unknown; body: unknown }[] = [];
  const service = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    requested.push({ path: request.url, secret: request.headers['x-webhook-secret'], body });
    response.writeHead(requested.length === 1 ? 503 : 200).end();
  });
  await using receiver = await listening(service);
  const over = new AbortController();
  const returned: ReturnedMail[] = [{ ...mail('reminder', 0), reference: 'first', reportedAt: null }];
  const relay = reportReturns(receiver.origin, 'secret', { returned }, 10, over.signal);
  const reported = async (count: number) => {
    while (returned.filter(({ reportedAt }) => reportedAt !== null).length < count)
      await new Promise((again) => setTimeout(again, 10));
  };
  await reported(1);
  returned.push({ ...mail('final_notice', 0), reference: 'second', reportedAt: null });
  await reported(2);
  over.abort();
  await relay;
  expect(requested.map(({ body }) => (body as { Metadata: unknown }).Metadata)).toEqual([
    { return: 'first' },
    { return: 'first' },
    { return: 'second' },
  ]);
  for (const { path, secret } of requested)
    expect([path, secret]).toEqual(['/api/v1/mail/returns', 'secret']);
});
