/** The words that an owner hears, while they type them. */
import { inWords, readWords, typedWords, WORDS, wordsLike } from '../../crypto/index.ts';

export interface HeardWord {
  typed: string;
  /** In full. Null if it isn't one of our words, or not yet. */
  word: string | null;
  /** Whether the owner has gone on to the next word. */
  isWritten: boolean;
}

/** A word that isn't one of ours, or not yet. */
export interface UnclearWord {
  /** From 0. */
  at: number;
  isWritten: boolean;
  /** Words that it may be. */
  suggestions: string[];
}

export interface Heard {
  words: HeardWord[];
  /** The first one. */
  unclear: UnclearWord | null;
  isComplete: boolean;
}

const MOST_SUGGESTIONS = 6;
/** With fewer letters, too many words match. */
const FEWEST_LETTERS = 2;

/** @param preferred the language to suggest from until the words show which one it is */
export function readHeard(text: string, preferred: string): Heard {
  const typed = typedWords(text);
  const readings = readWords(text).toSorted((one) => (one.language === preferred ? -1 : 1));
  const known = (numbers: readonly (number | null)[]) => numbers.filter((number) => number !== null).length;
  const [best] = readings.toSorted((one, other) => known(other.numbers) - known(one.numbers));
  if (!best) throw new TypeError('There is no language');
  const { language, numbers } = best;
  const words = typed.map((word, at) => {
    const number = numbers[at] ?? null;
    const isWritten = at < typed.length - 1 || !text.endsWith(word);
    return { typed: word, word: number === null ? null : inWords([number], language), isWritten };
  });
  const at = numbers.indexOf(null);
  if (at === -1) return { words, unclear: null, isComplete: words.length === WORDS };
  const { typed: unclear = '', isWritten = true } = words[at] ?? {};
  // Until one word is clear, it may be any language.
  const languages = known(numbers) > 0 ? [language] : readings.map((each) => each.language);
  const suggestions =
    unclear.length < FEWEST_LETTERS ? [] : languages.flatMap((each) => wordsLike(unclear, each));
  return {
    words,
    unclear: { at, isWritten, suggestions: suggestions.slice(0, MOST_SUGGESTIONS) },
    isComplete: false,
  };
}

/** The text with another word in place of one of them. */
export const withWord = (text: string, at: number, word: string): string =>
  `${typedWords(text).with(at, word).join(' ')} `;
