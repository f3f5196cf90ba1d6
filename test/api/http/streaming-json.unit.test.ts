/** Large bodies, read as they arrive: however the bytes are cut, the elements and the errors are the same. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { readDocument, readLines } from '../../../api/http/bodies/streaming-json.ts';
import { Problem } from '../../../api/http/errors.ts';
import { readJson } from './json-body.ts';

async function* cut(text: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const anything = z.unknown();
const rules = {
  arrays: { entries: { element: anything, most: 5_000 } },
  rest: anything,
  elementBytes: 4_096,
};

async function read(body: AsyncIterable<Buffer>): Promise<unknown> {
  const document = readDocument(body, rules);
  const entries: unknown[] = [];
  for await (const { name, from, values } of document) {
    expect([name, from]).toEqual(['entries', entries.length]);
    entries.push(...values);
  }
  return { ...(document.rest as object), entries };
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return 'none';
};

const spaced = fc.constantFrom(undefined, 1, '\t');

/** Without `__proto__`, because a member of that name is refused; test/api/http/bodies.test.ts tests that. */
const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));

test('any document, cut anywhere, gives what JSON.parse gives', async () => {
  const document = fc.record({
    mode: fc.string(),
    entries: fc.array(json),
    'né"\\{[': json,
  });
  await fc.assert(
    fc.asyncProperty(document, fc.integer({ min: 1, max: 50 }), spaced, async (value, size, space) => {
      const text = JSON.stringify(value, null, space);
      expect(await read(cut(text, size))).toEqual(JSON.parse(text));
      expect(await readJson(cut(text, size))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('what JSON.parse refuses is refused, wherever a byte is lost, added or changed', async () => {
  const text = JSON.stringify({
    a: ['[', { b: '\\"' }],
    entries: [{ x: 'é"\\' }, [], 'y,]', -1.5e3, null],
    z: {},
  });
  const change = fc.record({
    at: fc.nat({ max: text.length - 1 }),
    remove: fc.nat({ max: 2 }),
    put: fc.constantFrom('', '"', ',', ':', '[', ']', '{', '}', '\\', '1', ' '),
  });
  await fc.assert(
    fc.asyncProperty(change, fc.integer({ min: 1, max: 30 }), async ({ at, remove, put }, size) => {
      const broken = text.slice(0, at) + put + text.slice(at + remove);
      let parsed: unknown;
      try {
        parsed = JSON.parse(broken);
      } catch {
        expect(['malformed_json', 'validation_failed']).toContain(await refusal(read(cut(broken, size))));
        return;
      }
      const isDocument = Array.isArray((parsed as { entries?: unknown }).entries);
      const twice = (broken.match(/"entries":/g) ?? []).length > 1;
      if (isDocument && !twice) expect(await read(cut(broken, size))).toEqual(parsed);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['no entries', '{}', 'validation_failed'],
  ['entries that are not an array', '{"entries":{}}', 'validation_failed'],
  ['entries twice', '{"entries":[],"entries":[1]}', 'malformed_json'],
  ['an array', '[{"entries":[]}]', 'validation_failed'],
  ['an empty element', '{"entries":[1,,2]}', 'malformed_json'],
  ['a comma at the end', '{"entries":[1,]}', 'malformed_json'],
  ['two values without a comma', '{"entries":[1 2]}', 'malformed_json'],
  ['something after it', '{"entries":[1]}{}', 'malformed_json'],
  ['a missing end', '{"entries":[1', 'malformed_json'],
  ['an entry of too many bytes', `{"entries":["${'x'.repeat(5_000)}"]}`, 'payload_too_large'],
  ['an entry of too many values', `{"entries":[[${'1,'.repeat(1_500)}1]]}`, 'payload_too_large'],
  ['too many values around them', `{"x":[${'1,'.repeat(30_000)}1],"entries":[]}`, 'payload_too_large'],
  ['too many bytes around them', `{"x":"${'1'.repeat(300_000)}","entries":[]}`, 'payload_too_large'],
  ['too deep an entry', `{"entries":[${'['.repeat(100)}${']'.repeat(100)}]}`, 'validation_failed'],
  ['too many entries', `{"entries":[${'1,'.repeat(5_000)}1]}`, 'validation_failed'],
])('a document with %s is refused', async (_, text, code) => {
  expect(await refusal(read(cut(text, 1_000)))).toBe(code);
  expect(await refusal(read(cut(text, 7)))).toBe(code);
});

test('text that is not UTF-8 is refused, not repaired', async () => {
  const bytes = Buffer.concat([Buffer.from('{"entries":["'), Buffer.from([0xff]), Buffer.from('"]}')]);
  expect(await refusal(read(cut(bytes, 100)))).toBe('malformed_json');
  expect(await refusal(readJson(cut(bytes, 100)))).toBe('malformed_json');
});

test('each line that is not blank is a value, and an error names its line', async () => {
  const values: unknown[] = [];
  const lines = { element: z.strictObject({ id: z.int() }), most: 3, elementBytes: 100 };
  for await (const batch of readLines(cut('{"id":1}\r\n\n{"id":2}\n{"id":3}', 3), lines))
    values.push(...batch.values);
  expect(values).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  const reading = async (text: string) => {
    for await (const _ of readLines(cut(text, 3), lines));
  };
  await expect(reading('{"id":1}\n{"id":"x"}\n')).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'body.1.id' }],
  });
  expect(await refusal(reading('{"id":1}\n{"id":'))).toBe('malformed_json');
  expect(await refusal(reading('{"id":1}\n'.repeat(4)))).toBe('validation_failed');
  expect(await refusal(reading('{"id":1}\r\n\r\n'.repeat(2)))).toBe('none');
  for (const blank of ['\n', ' \n', '\r\n'])
    await expect(reading(blank.repeat(4))).rejects.toMatchObject({
      errors: [{ path: 'body', message: 'must have at most 3 blank lines' }],
    });
});

test('an element or a line may hold more values where its route says so, and no more than that', async () => {
  const rule = { element: anything, most: 5, elementValues: 1_500 };
  const reading = async (values: number) => {
    const list = JSON.stringify(Array.from({ length: values }, () => 1));
    const document = { arrays: { entries: rule }, rest: anything, elementBytes: 2 ** 20 };
    for await (const _ of readDocument(cut(`{"entries":[${list}]}`, 1_000), document));
    for await (const _ of readLines(cut(`${list}\n`, 1_000), { ...rule, elementBytes: 2 ** 20 }));
  };
  // Brackets, and the commas between the values.
  expect(await refusal(reading(1_498))).toBe('none');
  expect(await refusal(reading(1_510))).toBe('payload_too_large');
});

test.each([
  ['quotes', '"'],
  ['escapes', '"\\\\"'],
  ['backslashes', '\\'],
])('a megabyte of %s in one line is read within a second', async (_, unit) => {
  const line = unit.repeat((1024 * 1024) / unit.length);
  const before = process.threadCpuUsage();
  const read = readLines(cut(`${line}\n`, 64 * 1024), { element: anything, most: 5, elementBytes: 2 ** 21 });
  expect(await refusal(read.next())).toBe('malformed_json');
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
