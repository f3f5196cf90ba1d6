/** Reading a body, whatever its shape, lets other requests have their turn. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { readDocument } from '../../../api/http/bodies/streaming-json.ts';
import { Problem } from '../../../api/http/errors.ts';
import { validate } from '../../../api/http/middleware/validate.ts';
import { RegisterBody } from '../../../api/routes/auth/schema.ts';
import { ImportedEntry, NewEntry } from '../../../api/routes/vault/schema.ts';
import { readJson } from './json-body.ts';

const MIB = 1024 * 1024;

/** As from a socket: 64 KiB in each turn of the event loop. */
async function* arriving(bytes: Buffer, arrived = () => {}): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await setImmediate();
    arrived();
    yield bytes.subarray(at, at + 65_536);
  }
}

/** @returns how many turns of the event loop others had during this work */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let over = false;
  const others = (async () => {
    for (; !over; turns += 1) await setImmediate();
  })();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  } finally {
    over = true;
    await others;
  }
  return turns;
}

const filled = (before: string, piece: string, after: string, bytes: number): Buffer =>
  Buffer.from(before + piece.repeat(Math.floor(bytes / piece.length)) + after);
const entry = (bytes: number) =>
  JSON.stringify({
    id: randomUUID(),
    encryptedData: randomBytes(bytes).toString('base64'),
    iv: randomBytes(12).toString('base64'),
    salt: randomBytes(16).toString('base64'),
    algorithm: 'AES-GCM',
    tags: ['a', 'b'],
  });
const entries = (count: number, bytes: number) =>
  Buffer.from(`{"entries":[${Array.from({ length: count }, () => entry(bytes)).join(',')}]}`);

afterEach(() => {
  jest.restoreAllMocks();
});

test.each<[string, () => Buffer]>([
  ['an import of nothing but empty entries', () => filled('{"entries":[', '{},', '{}]}', 31 * MIB)],
  ['an import of nothing but numbers', () => filled('{"entries":[', '1,', '1]}', 31 * MIB)],
  ['an import with too much around it', () => filled('{"x":[', '[],', '[]]}', 31 * MIB)],
  ['an import nested without end', () => filled('{"entries":', '[', '', 31 * MIB)],
  ['an import of one string of escapes', () => filled('{"entries":["', '\\u0041', '"]}', 31 * MIB)],
  ['an import of white space', () => filled('{"entries":[', ' \n', ']}', 31 * MIB)],
  ['a whole import of 5,000 entries', () => entries(5_000, 400)],
  ['a whole import of large entries', () => entries(20, MIB)],
])('%s lets others have a turn between any two entries, if they take long', async (_, make) => {
  // By a clock that runs so fast, everything takes long.
  let time = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => {
    time += 1_000;
    return time;
  });
  let chunks = 0;
  let checked = 0;
  const element = z.preprocess((value) => {
    checked += 1;
    return value;
  }, ImportedEntry);
  const bytes = make();
  const turns = await turnsDuring(async () => {
    const document = readDocument(
      arriving(bytes, () => {
        chunks += 1;
      }),
      {
        arrays: { entries: { element, most: 5_000 } },
        rest: NewEntry.partial(),
        elementBytes: 1.5 * MIB,
      },
    );
    for await (const _ of document);
  });
  expect(chunks).toBeGreaterThan(0);
  expect(turns).toBeGreaterThanOrEqual(chunks + checked - 1);
});

/** How long this thread has worked so far, in milliseconds. Other work on the machine does not count. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * How long one piece may take: as long as thirty entries of the largest size take to parse and validate on this
 * machine, as busy as it is now. That is a tenth of a second on an idle one.
 */
function mostMs(): number {
  const text = entry(MIB);
  const before = worked();
  for (let n = 0; n < 30; n += 1) validate(NewEntry, JSON.parse(text), 'body');
  return worked() - before;
}

const read = (schema: Parameters<typeof validate>[0], bytes: Buffer) =>
  turnsDuring(async () => {
    validate(schema, await readJson(arriving(bytes)), 'body');
  });

test.each<[string, () => Buffer, Parameters<typeof validate>[0]]>([
  ['an entry that is nearly base64', () => filled('{"encryptedData":"', 'AAAA', '!"}', 1.4 * MIB), NewEntry],
  ['an entry of empty tags', () => filled('{"tags":[', '"",', '""]}', 1.4 * MIB), NewEntry],
  [
    'a registration of many members',
    () => filled('{"keyBundle":{"a":[', '{},', '{}]}}', 60_000),
    RegisterBody,
  ],
  ['an address that is nearly one', () => filled('{"email":"a@', 'a.', '"}', 60_000), RegisterBody],
])('%s takes no longer than thirty large entries', async (_, make, schema) => {
  const bytes = make();
  // Garbage collection may take its time once, but not ten times.
  const shares: number[] = [];
  while (shares.length < 10 && !shares.some((share) => share < 1)) {
    const before = worked();
    await read(schema, bytes);
    shares.push((worked() - before) / mostMs());
  }
  expect(Math.min(...shares)).toBeLessThan(1);
});
