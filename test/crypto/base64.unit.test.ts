/** Base64, read and written without Node's Buffer. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';

test('any bytes are encoded as Node encodes them, and decode to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test('a megabyte is encoded and decoded', () => {
  const bytes = Buffer.alloc(1024 * 1024 + 1, 'grüße');
  expect(toBase64(bytes)).toBe(bytes.toString('base64'));
  expect(Buffer.from(fromBase64(toBase64(bytes))).equals(bytes)).toBe(true);
});

test('only canonical Base64 is decoded', () => {
  const almost = fc.string({
    unit: fc.constantFrom(...'ABab01+/=-_ \n\u0141é'),
    maxLength: 9,
  });
  fc.assert(
    fc.property(almost, (text) => {
      let bytes: Uint8Array;
      try {
        bytes = fromBase64(text);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
        return;
      }
      expect(toBase64(bytes)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
