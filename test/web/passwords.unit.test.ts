/** Random passwords, and what the page says about those that people think up. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type CharacterClass,
  generatePassword,
  PASSWORD_LENGTH,
  randomBelow,
  strengthOf,
} from '../../web/vault/passwords.ts';

const CLASSES: CharacterClass[] = ['lower', 'upper', 'digits', 'symbols'];
const HOLDS: Record<CharacterClass, RegExp> = {
  lower: /[a-z]/,
  upper: /[A-Z]/,
  digits: /[0-9]/,
  symbols: /[^a-zA-Z0-9]/,
};

describe('a made password', () => {
  test('holds each class that was asked for, and no other', () => {
    const classes = fc.uniqueArray(fc.constantFrom(...CLASSES), { minLength: 1 });
    fc.assert(
      fc.property(classes, fc.integer({ min: 4, max: 64 }), fc.boolean(), (asked, length, readable) => {
        const password = generatePassword({ length, classes: asked, readable });
        expect(password).toHaveLength(length);
        for (const each of CLASSES)
          expect([each, HOLDS[each].test(password)]).toEqual([each, asked.includes(each)]);
        if (readable) expect(password).not.toMatch(/[0O1lI|]/);
      }),
    );
  });

  test('is refused where nothing fits', () => {
    expect(() => generatePassword({ length: 3, classes: CLASSES })).toThrow(RangeError);
    expect(() => generatePassword({ length: 20, classes: [] })).toThrow(RangeError);
  });

  test('has no character more often than others', () => {
    const counts = new Map<number, number>();
    const draws = 60_000;
    for (let i = 0; i < draws; i += 1) {
      const drawn = randomBelow(60);
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    expect(Math.min(...counts.keys())).toBe(0);
    expect(Math.max(...counts.keys())).toBe(59);
    // Ten standard deviations of a fair draw: it fails by chance less often than the machine does.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(316);
  });

  test('of the usual length is rated the strongest', () => {
    const made = Array.from({ length: 200 }, () =>
      generatePassword({ length: PASSWORD_LENGTH.usual, classes: CLASSES }),
    );
    // One in 100,000 has so many letters that look like words that it's rated 3.
    expect(made.filter((password) => strengthOf(password).score < 4).slice(1)).toEqual([]);
  });
});

describe('the strength of a password', () => {
  test.each([
    ['', 0, ['short']],
    ['123456', 0, ['common', 'short']],
    ['Passwort', 0, ['common']],
    ['P@ssw0rt', 0, ['common']],
    ['Sommer2024!', 1, ['common', 'year']],
    ['aaaaaaaaaaaaaaaaaaaa', 0, ['repeated']],
    ['abcdefghijkl', 0, ['sequence']],
    ['AdaLovelace', 0, ['personal']],
    // One word of a dictionary, however long, and a year.
    ['Apfelkuchen2024', 1, ['year']],
    ['Donaudampfschiff', 2, []],
    ['correct horse battery staple', 4, []],
    ['bluewhaletableradiotin', 4, []],
    ['k7#Qz9-vW2!p', 4, []],
    // Its letters are no word, as their case shows.
    ['2riWMziH.dBcylyPAsJw', 4, []],
    ['DonauDampfSchiff', 2, []],
  ])('%j is %i, because of %j', (password, score, weaknesses) => {
    const found = strengthOf(password, ['Ada Lovelace', 'ada@example.com']);
    expect([found.score, found.weaknesses.toSorted()]).toEqual([score, weaknesses]);
  });

  test('counts no more than ten possibilities for any character', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcde12345@ASe!x'), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.constantFrom(...'a1@z'), (password, more) => {
        const [before, after] = [strengthOf(password).guesses, strengthOf(password + more).guesses];
        expect(after).toBeLessThanOrEqual(before + 1 + 1e-9);
        expect(after).toBeLessThanOrEqual(password.length + 1);
      }),
    );
  });

  test('is found for a text of any length', () => {
    expect(strengthOf('ab1'.repeat(100_000)).weaknesses).toEqual(['repeated']);
  });
});
