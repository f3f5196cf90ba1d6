/** Codes as people print and type them. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CodeKind, printCode, readCode } from '../../crypto/codes.ts';
import { refusal } from './refusals.ts';

const KINDS: CodeKind[] = ['recovery-code-v1', 'kit-code-v1'];
const codes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((code) => new Uint8Array(code));

describe.each(KINDS)('a code of the kind %s', (kind) => {
  test('is printed as nine groups, the last one a checksum', async () => {
    const code = new Uint8Array(16).map((_, i) => 17 * i);
    const checksum = createHash('sha256').update(kind).update(code).digest('hex').slice(0, 4).toUpperCase();
    expect(await printCode(kind, code)).toBe(`0011-2233-4455-6677-8899-AABB-CCDD-EEFF-${checksum}`);
  });

  test('is recognised with any case, spaces and dashes', async () => {
    const separators = fc.constantFrom('', ' ', '-', ' – ', '—', '\u00a0', '\t', ' - ');
    await fc.assert(
      fc.asyncProperty(codes, separators, fc.boolean(), async (code, separator, isLower) => {
        const printed = (await printCode(kind, code)).replaceAll('-', separator);
        expect(await readCode(kind, ` ${isLower ? printed.toLowerCase() : printed}\n`)).toEqual(code);
      }),
    );
  });

  test('is never mistaken for another code if a digit is wrong or two are swapped', async () => {
    const digit = fc.constantFrom(...'0123456789ABCDEF');
    const place = fc.nat({ max: 35 });
    await fc.assert(
      fc.asyncProperty(codes, place, digit, fc.boolean(), async (code, at, other, swap) => {
        const printed = (await printCode(kind, code)).replaceAll('-', '');
        const next = (at + 1) % printed.length;
        const digits = [...printed];
        if (swap) [digits[at], digits[next]] = [digits[next]!, digits[at]!];
        else digits[at] = other;
        const typed = digits.join('');
        fc.pre(typed !== printed);
        // One slip in 65,536 has a checksum that fits. Then it is another code, and opens nothing.
        const read = await readCode(kind, typed).catch(({ code: refused }) => refused);
        if (read instanceof Uint8Array) expect(read).not.toEqual(code);
        else expect(read).toMatch(/^code_(mistyped|of_other_kind)$/);
      }),
      { numRuns: 300 },
    );
  });

  test('is distinguished from the other kind, and from text that is no code', async () => {
    const other = KINDS.find((each) => each !== kind)!;
    const printed = await printCode(other, new Uint8Array(16));
    expect(await refusal(() => readCode(kind, printed))).toBe('code_of_other_kind');
    const own = await printCode(kind, new Uint8Array(16));
    for (const typed of [
      own.slice(0, -1),
      `${own}0`,
      own.replace('0', 'O'),
      own.replace('0', ''),
      '',
      'zebra',
    ]) {
      expect([typed, await refusal(() => readCode(kind, typed))]).toEqual([typed, 'code_mistyped']);
    }
    // What a later version prints begins with its number.
    expect(await refusal(() => readCode(kind, `2.${own}`))).toBe('format_unknown');
  });
});
