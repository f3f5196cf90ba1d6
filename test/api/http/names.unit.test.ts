import { describe, expect, test } from '@jest/globals';
import { name } from '../../../api/http/schemas.ts';

const problem = (text: string) => name.safeParse(text).error?.issues[0]?.message ?? null;

describe('a name', () => {
  test.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'Martin Luther King Jr.',
    "Siobhán O'Neill-Ní Bhriain",
    '陳大文',
    'محمد بن سلمان',
    'نازنین‌زهرا',
    'Ægir Þórsson',
    'Henry VIII (the 8th)',
    'Class of 2024',
    'Grandma 🙂',
    'Test User 12345',
    'J.Doe',
    'St.John',
    'A/B',
    'sam@example.com',
    'Your parcel is held: call 0800 123 456',
    'x'.repeat(60),
  ])('of a person is accepted unchanged: %s', (text) => {
    expect(name.parse(text)).toBe(text);
  });

  test('is kept in one form of Unicode, without the space around it', () => {
    expect(name.parse('  Zoe\u0308 ')).toBe('Zoë');
  });

  test.each([
    '\u3164',
    '\u2800\u2800',
    'Sam\u034f',
    'Sam\nBcc: all',
    'Sam\u0085x',
    'Sam\u2028x',
    'Sam\u202exe.gpj',
    'Sam\u2066x\u2069',
    'Sam\u200fx',
    'S\u200bam',
    'Sam\u{e0041}',
    'Sam\ud800',
    'x'.repeat(61),
    ' \t ',
  ])('that isn’t one visible line is refused: %j', (text) => {
    expect(problem(text)).not.toBeNull();
  });

  test('is refused with a reason that helps', () => {
    expect(problem('Sam\nBcc: all')).toContain('one line');
  });
});
