import { randomUUIDv7 } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BASE_PATH, createApp } from '../../../api/app.ts';
import { SuccessorAccess } from '../../../api/routes/handover/schema.ts';
import { Activity } from '../../../db/entities/activity.ts';
import { VaultEntry } from '../../../db/entities/vault-entry.ts';
import { invite } from '../../support/builders/handover.ts';
import { buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { insertEntries } from '../../support/builders/vault-entries.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem } from '../../support/clients/refused.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi();
/** The same API on a socket that buffers little, whatever this machine allows a network connection to buffer. */
const socketPath = join(tmpdir(), `successor-access-${process.pid}-${randomUUIDv7()}.sock`);
let narrow: Server;
beforeAll(async () => {
  narrow = createServer(createApp(api.deps).callback());
  await new Promise<void>((resolve) => narrow.listen(socketPath, resolve));
});
afterAll(async () => {
  narrow.closeAllConnections();
  await new Promise((resolve) => narrow.close(resolve));
});

/** Far more than a batch together with everything that sockets and streams buffer on the way. */
const ENTRIES = 40;
const BYTES = 1024 * 1024;

async function released() {
  const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api, {
    restrictToAssignedEntries: false,
  });
  const ids = await insertEntries(api, owner, ENTRIES, (BYTES / 4) * 3, {
    category: 'film',
    tags: ['"a"', 'b'],
  });
  const token = (await invite(api, owner)).get(sam.id);
  const { body } = await client(api).post('/handover/respond', { token, response: 'accept' });
  return { owner, ids, token: body.accessToken as string };
}

/** Begins an answer, and reads no more of it until the test does so. */
const begin = (token: string, more = '') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const path = `${BASE_PATH}/vault/successor-access?token=${token}${more}`;
    const req = request({ socketPath, path }, resolve);
    req.on('error', reject);
    req.end();
  });

async function takeAll(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe('reading a vault that is larger than anything held at once', () => {
  test('begins before the last entries have been read from the database, and ends with the whole document', async () => {
    const { owner, ids, token } = await released();
    const answer = await begin(token);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching('application/json'),
    ]);
    // If a change made now shows up in the answer, the entry had not been read when the answer began.
    const last = ids.at(-1) as string;
    await api.em().nativeUpdate(VaultEntry, { userId: owner.id, id: last }, { category: 'later' });
    const { entries } = SuccessorAccess.parse(JSON.parse(await takeAll(answer)));
    expect(entries.map(({ id }) => id)).toEqual(ids);
    expect([entries[0]?.category, entries.at(-1)?.category]).toEqual(['film', 'later']);
    const rows = await api.em().find(VaultEntry, { userId: owner.id }, { orderBy: { id: 'asc' } });
    expect(entries.map(({ encryptedData }) => encryptedData)).toEqual(
      rows.map(({ encryptedData }) => encryptedData),
    );
  });

  test('comes as lines, the first one with everything but the entries, if they are asked for', async () => {
    const { ids, token } = await released();
    const document = JSON.parse(await takeAll(await begin(token)));
    const { entries, ...head } = SuccessorAccess.parse(document);
    expect(head.entryCount).toBe(ids.length);
    const answer = await begin(token, '&format=ndjson');
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    const lines = await takeAll(answer);
    const [first, ...others] = lines.split('\n').slice(0, -1);
    expect([JSON.parse(first!), others.map((line) => JSON.parse(line))]).toEqual([head, entries]);
  });

  test('slowly keeps no check-in waiting, holds no connection, and ends when the owner is back', async () => {
    const { owner, token } = await released();
    // None of them reads anything. From the ninth on, they are told to come back later.
    const begun = await Promise.all(Array.from({ length: 12 }, () => begin(token)));
    const answers = begun.filter(({ statusCode }) => statusCode === 200);
    const refused = begun.filter(({ statusCode }) => statusCode === 429);
    expect([answers.length, refused.length]).toEqual([8, 4]);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('5');
    const checkedIn = await owner.program.post('/activity/check-in');
    expect(checkedIn.status).toBe(200);
    // Nothing more is read for those who had begun, and their answers break off.
    for (const answer of answers) {
      const end = await takeAll(answer).then(
        ({ length }) => `a document of ${length} characters`,
        (error: Error) => error.message,
      );
      expect(end).toBe('aborted');
    }
    await expectProblem(client(api).get(`/vault/successor-access?token=${token}`), '410 handover_ended');
    const log = await api.em().count(Activity, { userId: owner.id, type: 'vault_accessed' });
    expect(log).toBe(8);
  });
});

async function readInDeadlock(): Promise<true> {
  const { successor: sam, ...owner } = await buildOwnerWithSuccessor(api);
  const token = (await invite(api, owner)).get(sam.id);
  const { body } = await client(api).post('/handover/respond', { token, response: 'accept' });
  const reading = await api.em().transactional(async (tx) => {
    // The log first, then the switch, which is the reader's order reversed.
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`activity/${owner.id}`]);
    const answer = client(api).get(`/vault/successor-access?token=${body.accessToken}`);
    await until('the reader waits', async () => {
      const [{ n } = { n: 0 }] = await api.em().execute<{ n: number }[]>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return n > 0;
    });
    // PostgreSQL ends the reader's transaction, which has waited longer.
    await tx.execute('select 1 from switch where user_id = ? for update', [owner.id]);
    return { answer };
  });
  expect((await reading.answer).status).toBe(200);
  const accesses = await api.em().count(Activity, { userId: owner.id, type: 'vault_accessed' });
  expect(accesses).toBe(1);
  return true;
}

test('a reader in a deadlock with another transaction still reads', () =>
  until('the reader to be in it', () =>
    readInDeadlock().catch((error: { code?: string }) => {
      // If the reader has waited for a second, on a busy machine, PostgreSQL ends the test's transaction instead.
      if (error.code === '40P01') return null;
      throw error;
    }),
  ));
