/** Sizes of ciphertexts say little about their contents. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MOST_TEXT_BYTES, readContent, writeContent } from '../../crypto/index.ts';
import { paddedLength, padJson } from '../../crypto/padding.ts';

const note = (text: string) => ({
  kind: 'note' as const,
  title: 'Häuser',
  category: '',
  tags: [],
  fields: { text },
});
const size = (text: string) => Buffer.byteLength(text);

test('short texts all have the same length, and longer ones at most 12 % more than they need', () => {
  expect([0, 1, 255, 256].map(paddedLength)).toEqual([256, 256, 256, 256]);
  expect([257, 1_000, 1_024, 1_025, 100_000].map(paddedLength)).toEqual([272, 1_024, 1_024, 1_088, 100_352]);
  fc.assert(
    fc.property(fc.integer({ min: 257, max: 2 ** 21 }), (length) => {
      const padded = paddedLength(length);
      expect(padded).toBeGreaterThanOrEqual(length);
      expect(padded).toBeLessThanOrEqual(length * 1.12);
      expect(paddedLength(padded)).toBe(padded);
    }),
  );
});

test('a content is read as it was written, whatever its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const written = writeContent(note(text));
      expect(size(written)).toBe(paddedLength(size(written)));
      expect(readContent(written).fields.text).toBe(text);
    }),
  );
});

test('two passwords of different lengths give texts of the same length', () => {
  const [short, long] = ['hunter2', 'a much longer pass phrase of many words'].map((each) =>
    writeContent(note(each)),
  );
  expect(size(short!)).toBe(size(long!));
});

test('no text is filled up beyond the largest entry, and one that is larger stays as it is', () => {
  const most = writeContent(note('')).trimEnd().length + 1;
  const full = writeContent(note('x'.repeat(MOST_TEXT_BYTES - most)));
  expect(size(full)).toBe(MOST_TEXT_BYTES);
  expect(padJson('{}'.padEnd(300), 280)).toHaveLength(300);
});
