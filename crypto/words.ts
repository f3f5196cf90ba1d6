/** Words in place of digits: six of 2,048 are 66 bits, which people read out and type with few mistakes. */
import { wordlist as ENGLISH } from '@scure/bip39/wordlists/english.js';
import { typedWords } from './typed.ts';
import { GERMAN } from './words/de.ts';

export type WordLanguage = 'en' | 'de';

export const WORD_LANGUAGES: readonly WordLanguage[] = ['en', 'de'];
export const WORDS = 6;
const BITS = 11;
/** How many first letters distinguish each word of a list from all others. */
const START = 4;

interface WordList {
  words: readonly string[];
  folded: readonly string[];
  whole: ReadonlyMap<string, number>;
  starts: ReadonlyMap<string, number>;
}

/** The word as someone types it without umlauts. */
export const foldWord = (word: string): string =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');

function makeList(words: readonly string[]): WordList {
  const folded = words.map(foldWord);
  return {
    words,
    folded,
    whole: new Map(folded.map((word, number) => [word, number])),
    starts: new Map(folded.map((word, number) => [word.slice(0, START), number])),
  };
}

const lists: Partial<Record<WordLanguage, WordList>> = {};

function listOf(language: WordLanguage): WordList {
  lists[language] ??= makeList(language === 'en' ? ENGLISH : GERMAN.trim().split(/\s/));
  return lists[language];
}

/** The first 66 bits of these bytes. */
export const wordNumbers = (bytes: Uint8Array): number[] =>
  Array.from({ length: WORDS }, (_, i) => {
    const bit = i * BITS;
    const at = bit >> 3;
    const around = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    return (around >> (24 - BITS - (bit & 7))) & ((1 << BITS) - 1);
  });

export const inWords = (numbers: readonly number[], language: WordLanguage): string =>
  numbers.map((number) => listOf(language).words[number]).join(' ');

function numberOf({ folded, whole, starts }: WordList, typed: string): number | null {
  const word = foldWord(typed);
  const number = whole.get(word);
  if (number !== undefined) return number;
  const begun = word.length < START ? undefined : starts.get(word.slice(0, START));
  return begun !== undefined && folded[begun]?.startsWith(word) ? begun : null;
}

/** What someone typed, as words of one list: null where the list has no such word. */
export interface WordsRead {
  language: WordLanguage;
  numbers: (number | null)[];
}

/** Reads typed words in every language, because owner and successor may have different ones. */
export function readWords(typed: string): WordsRead[] {
  const words = typedWords(typed);
  return WORD_LANGUAGES.map((language) => ({
    language,
    numbers: words.map((word) => numberOf(listOf(language), word)),
  }));
}

/** Whether these may be six words of one language. */
export const areSixWords = (typed: string): boolean =>
  readWords(typed).some(({ numbers }) => numbers.length === WORDS && !numbers.includes(null));

/** Words of a list that begin like this, or, if there are none, that share its longest possible beginning. */
export function wordsLike(typed: string, language: WordLanguage): string[] {
  const { words, folded } = listOf(language);
  for (let start = foldWord(typed); start !== ''; start = start.slice(0, -1)) {
    const found = words.filter((_, number) => folded[number]?.startsWith(start));
    if (found.length > 0) return found;
  }
  return [];
}
