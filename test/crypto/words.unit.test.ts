/** The lists of words that people read out, and how typed words are read. */
import { describe, expect, it, test } from '@jest/globals';
import fc from 'fast-check';
import { readWords, WORD_LANGUAGES, type WordLanguage, wordsLike } from '../../crypto/index.ts';
import { foldWord, inWords, wordNumbers } from '../../crypto/words.ts';

const SIZE = 2_048;
const listOf = (language: WordLanguage): string[] =>
  inWords(
    Array.from({ length: SIZE }, (_, number) => number),
    language,
  ).split(' ');
const numbersIn = (typed: string, language: WordLanguage) =>
  readWords(typed).find((read) => read.language === language)?.numbers;

describe.each(WORD_LANGUAGES)('the words in %s', (language) => {
  const words = listOf(language);

  it('are 2,048 words of three to eight letters, which their first four tell apart', () => {
    expect(new Set(words).size).toBe(SIZE);
    expect(words.filter((word) => !/^[a-zäöüß]{3,8}$/.test(word))).toEqual([]);
    expect(new Set(words.map((word) => foldWord(word).slice(0, 4))).size).toBe(SIZE);
  });

  it('do not change, because printed sheets have them', async () => {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words.join(' ')));
    const known = { en: 'f18b9a84c83e38e9', de: 'fe52a6cfb6e2e2e5' };
    expect(Buffer.from(hash).toString('hex').slice(0, 16)).toBe(known[language]);
  });

  it('name nothing grim, because their readers think of death', () => {
    const grim = {
      en: 'dead death die grave tomb coffin corpse funeral cancer murder kill war',
      de: 'tod tot sterben leiche leichnam sarg grab gruft urne krieg mord opfer waise witwe trauer wunde krebs blut angst',
    };
    for (const word of grim[language].split(' ')) expect(words).not.toContain(word);
  });

  test('are read however they are typed', () => {
    const number = fc.nat({ max: SIZE - 1 });
    const spelling = fc.constantFrom<(word: string) => string>(
      (word) => word,
      (word) => word.toUpperCase(),
      (word) => foldWord(word),
      (word) => word.normalize('NFD'),
      (word) => foldWord(word).slice(0, 4),
      (word) => word.slice(0, Math.max(4, word.length - 1)),
    );
    const separator = fc.constantFrom(' ', '  ', '-', ' – ', ', ', '\n', '. ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(number, spelling), { minLength: 6, maxLength: 6 }),
        separator,
        (typed, between) => {
          const text = typed.map(([at, spelled]) => spelled(words[at]!)).join(between);
          expect(numbersIn(` ${text} `, language)).toEqual(typed.map(([at]) => at));
        },
      ),
    );
  });

  it('are not read from fewer than four letters, or from others', () => {
    const long = words.find((word) => foldWord(word).length > 5)!;
    expect(numbersIn(`${long.slice(0, 3)} ${long}x ${long.slice(0, 4)}x 1234`, language)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('are suggested by what they begin with', () => {
    const word = words[1_000]!;
    expect(wordsLike(word.slice(0, 3), language)).toContain(word);
    expect(wordsLike(`${word.toUpperCase()}q`, language)).toEqual([word]);
    expect(wordsLike('', language)).toEqual([]);
  });
});

test('six words stand for the first 66 bits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
      const numbers = Array.from({ length: 6 }, (_, i) =>
        Number.parseInt(bits.slice(11 * i, 11 * i + 11), 2),
      );
      expect(wordNumbers(bytes)).toEqual(numbers);
    }),
  );
});
