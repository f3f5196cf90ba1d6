/** A vault that is larger than any string. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { createApi, readAccess } from '../../client/index.ts';
import { listening } from '../support/servers/listening.ts';
import { use } from '../support/use.ts';

const MIB = 1024 * 1024;
/** V8's longest string has a few characters less than 512 MiB. */
const ENTRIES = 520;
const ENTRY = `${JSON.stringify({ id: '', encryptedData: 'A'.repeat(MIB) })}\n`;

/** How many of the promised entries the server sends. */
let sent = ENTRIES;
const server = createServer(async (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  response.write(`${JSON.stringify({ ownerName: 'Ada', entryCount: ENTRIES })}\n`);
  for (let n = 0; n < sent; n += 1) if (!response.write(ENTRY)) await once(response, 'drain');
  response.end();
});
const { origin } = await use(() => listening(server));
const api = createApi({ origin });

test('a vault that is larger than any string is read entry by entry', async () => {
  const progress: [number, number][] = [];
  const { ownerName, entries } = await readAccess(api, 'token', (...step) => progress.push(step));
  expect([ownerName, entries.length]).toEqual(['Ada', ENTRIES]);
  expect(entries.every(({ size }) => size === ENTRY.length - 1)).toBe(true);
  expect(progress.at(-1)).toEqual([ENTRIES, ENTRIES]);
});

test('a vault is not taken for complete if the connection ends too soon, as if all had been sent', async () => {
  sent = 3;
  await expect(readAccess(api, 'token')).rejects.toMatchObject({ code: 'unreachable' });
});
