/** Codes while someone types them from paper. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printCode } from '../../crypto/codes.ts';
import { checkCode, groupsToProve, parseTypedCode, provesGroup } from '../../web/ui/typed-code.ts';

const code = '3F2A-0011-2233-4455-6677-8899-AABB-CCDD-EEFF';
const states = (typed: string) =>
  parseTypedCode(typed)
    .groups.map(({ state }) => state[0])
    .join('');

describe('a typed code', () => {
  test('is the printed one, however it is typed', async () => {
    const codes = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => new Uint8Array(bytes));
    const separators = fc.constantFrom('', ' ', '-', ' – ', '\u00ad', '\n');
    await fc.assert(
      fc.asyncProperty(
        codes,
        separators,
        fc.boolean(),
        fc.boolean(),
        async (bytes, separator, lower, letters) => {
          const printed = await printCode('kit-code-v1', bytes);
          let typed = printed.replaceAll('-', separator);
          if (letters) typed = typed.replaceAll('0', 'O').replaceAll('1', lower ? 'l' : 'I');
          if (lower) typed = typed.toLowerCase();
          expect(parseTypedCode(typed)).toMatchObject({ text: printed, isComplete: true });
          expect(await checkCode('kit-code-v1', typed)).toBe('good');
          // One code in 65,536 has the same checksum as either kind.
          const isOfBoth = printed === (await printCode('recovery-code-v1', bytes));
          expect(await checkCode('recovery-code-v1', typed)).toBe(isOfBoth ? 'good' : 'other_kind');
        },
      ),
    );
  });

  test('says of each group what is wrong with it', () => {
    expect(states(code)).toBe('ggggggggg');
    expect(states('3F2A-001')).toBe('guuuuuuuu');
    expect(states('3F2A-001-2233-4455')).toBe('gsgguuuuu');
    expect(states('3F2A-00112-2233')).toBe('glguuuuuu');
    expect(states('3F2A-00X1-2233')).toBe('gsguuuuuu');
    expect(parseTypedCode('3F2A-00X1').groups[1]?.state).toBe('strange');
    expect(states(`${code}-1234`)).toBe('gggggggggl');
  });

  test('is checked as a whole once it is complete', async () => {
    expect(await checkCode('kit-code-v1', '')).toBe('unfinished');
    expect(await checkCode('kit-code-v1', code.slice(0, -1))).toBe('unfinished');
    expect(await checkCode('kit-code-v1', code)).toBe('mistyped');
    expect(await checkCode('kit-code-v1', code.replace('3F', 'XY'))).toBe('mistyped');
  });

  test('is proved to be on paper by two different groups', () => {
    const pairs = new Set<string>();
    for (let i = 0; i < 5_000; i += 1) {
      const [first, second] = groupsToProve();
      expect(first).toBeGreaterThanOrEqual(1);
      expect(first).toBeLessThan(second);
      expect(second).toBeLessThanOrEqual(9);
      pairs.add(`${first} ${second}`);
    }
    expect(pairs.size).toBe(36);
    expect(provesGroup(code, 1, ' 3f2a ')).toBe(true);
    expect(provesGroup(code, 2, 'OOll')).toBe(true);
    expect(provesGroup(code, 3, '2234')).toBe(false);
    expect(provesGroup(code, 3, '')).toBe(false);
  });
});
