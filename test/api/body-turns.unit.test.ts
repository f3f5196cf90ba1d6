/** Reading a body, whatever its shape, lets other requests have their turn. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readDocument } from '../../api/http/bodies/elements.ts';
import { readJson } from '../../api/http/bodies/read-json.ts';
import { Problem } from '../../api/http/errors.ts';
import { validate } from '../../api/http/middleware/validate.ts';
import { RegisterBody } from '../../api/routes/auth/schema.ts';
import { ImportedEntry, NewEntry } from '../../api/routes/vault/schema.ts';

const MIB = 1024 * 1024;

/** As from a socket: 64 KiB in each turn of the event loop. */
async function* arriving(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await setImmediate();
    yield bytes.subarray(at, at + 65_536);
  }
}

const ofEntries = async (bytes: Buffer): Promise<void> => {
  const document = readDocument(arriving(bytes), {
    arrays: { entries: { element: ImportedEntry, most: 5_000 } },
    rest: NewEntry.partial(),
    elementBytes: 1.5 * MIB,
  });
  for await (const _ of document);
};
const whole = (schema: Parameters<typeof validate>[0]) => async (bytes: Buffer) => {
  validate(schema, await readJson(arriving(bytes)), 'body');
};

/** How long this thread has worked so far, in milliseconds. Other work on the machine does not count. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * How long others may wait: as long as thirty entries of the largest size take to parse and validate, on this machine and
 * as busy as it is now. That is a tenth of a second where nobody is in the way.
 */
function patience(): number {
  const text = entry(MIB);
  const before = worked();
  for (let n = 0; n < 30; n += 1) validate(NewEntry, JSON.parse(text), 'body');
  return worked() - before;
}

/** The longest stretch of work without a turn for others, in milliseconds. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let last = worked();
  let over = false;
  const others = (async () => {
    while (!over) {
      await setImmediate();
      const now = worked();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  } finally {
    over = true;
    await others;
  }
  return longest;
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

test.each<[string, () => Buffer, (bytes: Buffer) => Promise<void>]>([
  [
    'an import of nothing but empty entries',
    () => filled('{"entries":[', '{},', '{}]}', 31 * MIB),
    ofEntries,
  ],
  ['an import of nothing but numbers', () => filled('{"entries":[', '1,', '1]}', 31 * MIB), ofEntries],
  ['an import with too much around it', () => filled('{"x":[', '[],', '[]]}', 31 * MIB), ofEntries],
  ['an import nested without end', () => filled('{"entries":', '[', '', 31 * MIB), ofEntries],
  [
    'an import of one string of escapes',
    () => filled('{"entries":["', '\\u0041', '"]}', 31 * MIB),
    ofEntries,
  ],
  ['an import of white space', () => filled('{"entries":[', ' \n', ']}', 31 * MIB), ofEntries],
  ['a whole import of 5,000 entries', () => entries(5_000, 4_000), ofEntries],
  ['a whole import of large entries', () => entries(20, MIB), ofEntries],
  [
    'an entry that is nearly base64',
    () => filled('{"encryptedData":"', 'AAAA', '!"}', 1.4 * MIB),
    whole(NewEntry),
  ],
  ['an entry of empty tags', () => filled('{"tags":[', '"",', '""]}', 1.4 * MIB), whole(NewEntry)],
  [
    'a registration of many members',
    () => filled('{"keyBundle":{"a":[', '{},', '{}]}}', 60_000),
    whole(RegisterBody),
  ],
  ['an address that is nearly one', () => filled('{"email":"a@', 'a.', '"}', 60_000), whole(RegisterBody)],
])('%s keeps nobody waiting longer than a few large entries would', async (_, make, read) => {
  const bytes = make();
  // Garbage collection and what else runs here may take turns of their own, but not ten times.
  const turns: number[] = [];
  while (turns.length < 10 && !turns.some((turn) => turn < 1))
    turns.push((await longestTurn(() => read(bytes))) / patience());
  expect(Math.min(...turns)).toBeLessThan(1);
});
