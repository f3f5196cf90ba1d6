/** The words that an owner hears on the telephone, while they type them. */
import { describe, expect, test } from '@jest/globals';
import { readHeard, withWord } from '../../web/successors/heard.ts';

const isWritten = (text: string) => readHeard(text, 'en').unclear?.isWritten;

describe('heard words', () => {
  test('are shown in full once four letters of them are there', () => {
    expect(readHeard('tepp käse haf', 'en').words).toEqual([
      { typed: 'tepp', word: 'teppich', isWritten: true },
      { typed: 'käse', word: 'käse', isWritten: true },
      { typed: 'haf', word: null, isWritten: false },
    ]);
    expect(readHeard('zebra zoo zone zero youth young', 'de').isComplete).toBe(true);
    expect(readHeard('zebra zoo zone zero youth', 'en').isComplete).toBe(false);
    expect(readHeard('zebra zoo zone zero youth young you', 'en').isComplete).toBe(false);
  });

  test('are suggested in the language of the others, or in both languages before there are any', () => {
    const suggested = (text: string, preferred: string) => readHeard(text, preferred).unclear?.suggestions;
    expect(suggested('haf', 'de')).toContain('hafen');
    expect(suggested('teppich zo', 'en')).toEqual(expect.arrayContaining(['zoologie', 'zopf']));
    expect(suggested('youth zop', 'de')).toEqual(['zone', 'zoo']);
    expect(suggested('ze', 'de')?.length).toBeLessThanOrEqual(6);
    expect(suggested('z', 'de')).toEqual([]);
  });

  test('are called unknown only when they are finished', () => {
    expect(isWritten('youth zop')).toBe(false);
    expect(isWritten('youth zop ')).toBe(true);
    expect(isWritten('zop youth')).toBe(true);
    expect(isWritten('youth')).toBeUndefined();
  });

  test('are replaced one at a time', () => {
    expect(withWord('youth, zop-zero', 1, 'zoo')).toBe('youth zoo zero ');
  });
});
