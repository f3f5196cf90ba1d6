/** Random passwords, and how long a password would withstand guessing. */
import { COMMON_PASSWORDS } from './common-passwords.ts';

const CLASSES = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&()*+,-./:;<=>?@[]^_{}~',
} as const;

export type CharacterClass = keyof typeof CLASSES;

/** Characters that are easily confused on paper. */
const LOOK_ALIKES = /[0O1lI|]/g;

export const PASSWORD_LENGTH = { least: 8, usual: 20, most: 128 };

export interface PasswordOptions {
  length: number;
  classes: readonly CharacterClass[];
  /** Leaves out characters that look alike. */
  readable?: boolean;
}

/** Every whole number below the limit is equally likely. */
export function randomBelow(limit: number): number {
  const most = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return number % limit;
  }
}

/**
 * Holds at least one character of each class. Whole passwords are drawn until one does, so that all of them are equally
 * likely.
 *
 * @throws RangeError without a class, or if they don't fit the length
 */
export function generatePassword({ length, classes, readable = false }: PasswordOptions): string {
  const alphabets = [...new Set(classes)].map((each) =>
    readable ? CLASSES[each].replace(LOOK_ALIKES, '') : CLASSES[each],
  );
  if (alphabets.length === 0 || length < alphabets.length) throw new RangeError('No password fits');
  const all = alphabets.join('');
  for (;;) {
    const password = Array.from({ length }, () => all[randomBelow(all.length)]).join('');
    if (alphabets.every((alphabet) => [...alphabet].some((each) => password.includes(each)))) return password;
  }
}

export type Weakness =
  /** Among the most common passwords, perhaps with a digit added or an @ for an a. */
  | 'common'
  /** Holds a name or address of the person. */
  | 'personal'
  /** `aaaa`, `abcabc`. */
  | 'repeated'
  /** `1234`, `qwert`. */
  | 'sequence'
  | 'year'
  | 'short';

export interface Strength {
  /** From 0, guessed at once, to 4, practically impossible to guess. */
  score: 0 | 1 | 2 | 3 | 4;
  /** How many guesses it takes, as a power of ten. */
  guesses: number;
  weaknesses: Weakness[];
}

/** Argon2id lets a rich attacker try some ten thousand passwords a second, so the last step takes years. */
const STEPS = [4, 7, 10, 12];

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiopü',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
];
const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
  '!': 'i',
};
const plain = (text: string): string => text.replace(/[@40135$7!]/g, (each) => LEET[each]!);

/** A part of the password that an attacker would guess in one piece. */
interface Piece {
  from: number;
  to: number;
  guesses: number;
  why: Weakness | null;
}

/**
 * A lower bound: parts without a known weakness are taken as random, with ten possibilities a character, and runs of
 * letters as dictionary words. That is stricter than most estimates, because one password protects the whole vault.
 *
 * `@zxcvbn-ts/core` was measured instead, against 15 sample passwords, and rejected. Alone (11 kB, compressed) it rates 7
 * of them too strong. With its common dictionary (236 kB) and the German one (600 kB) it still rates 4 too strong, and
 * needs six seconds to load on a phone with 1.6 Mbit/s.
 *
 * @param personal names and addresses of the person
 */
export function strengthOf(password: string, personal: readonly string[] = []): Strength {
  // Beyond this, more characters make no difference, and long texts would take time.
  const typed = password.slice(0, 100);
  const text = typed.toLowerCase();
  const pieces = [
    ...known(text, personal),
    ...repeats(text),
    ...sequences(text),
    ...years(text),
    ...words(typed),
  ];
  const { guesses, weaknesses } = cheapest(text, pieces);
  const score = STEPS.filter((step) => guesses >= step).length as Strength['score'];
  if (password.length < PASSWORD_LENGTH.least) weaknesses.push('short');
  return { score, guesses, weaknesses: [...new Set(weaknesses)] };
}

/** The fewest guesses that cover the whole password. */
function cheapest(text: string, pieces: readonly Piece[]): { guesses: number; weaknesses: Weakness[] } {
  const best: { guesses: number; weaknesses: Weakness[] }[] = [{ guesses: 0, weaknesses: [] }];
  for (let to = 1; to <= text.length; to += 1) {
    const before = best[to - 1]!;
    let found = { guesses: before.guesses + 1, weaknesses: before.weaknesses };
    for (const piece of pieces) {
      if (piece.to !== to) continue;
      const { guesses, weaknesses } = best[piece.from]!;
      if (guesses + piece.guesses >= found.guesses) continue;
      found = {
        guesses: guesses + piece.guesses,
        weaknesses: piece.why ? [...weaknesses, piece.why] : weaknesses,
      };
    }
    best.push(found);
  }
  return best[text.length]!;
}

function known(text: string, personal: readonly string[]): Piece[] {
  const own = personal
    .flatMap((each) => each.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((each) => each.length >= 3);
  const substituted = plain(text);
  const found = (list: readonly string[], cost: (rank: number) => number, why: Weakness): Piece[] =>
    list.flatMap((word, rank) =>
      [text, substituted].flatMap((where, changed) =>
        occurrences(where, word).map((from) => ({
          from,
          to: from + word.length,
          guesses: cost(rank) + (changed && where !== text ? 0.5 : 0),
          why,
        })),
      ),
    );
  return [
    ...found(COMMON_PASSWORDS, (rank) => Math.log10(rank + 2), 'common'),
    ...found(own, () => 1, 'personal'),
  ];
}

function occurrences(text: string, word: string): number[] {
  const all: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) all.push(at);
  return all;
}

/** `aaaa` and `abcabc`: the guesses for one repetition, times the number of repetitions. */
const repeats = (text: string): Piece[] =>
  [...text.matchAll(/(.{1,10}?)\1{1,}/gsu)]
    .filter(([all]) => all.length >= 3)
    .map(({ 0: all, 1: unit = '', index }) => ({
      from: index,
      to: index + all.length,
      guesses: unit.length + Math.log10(all.length / unit.length),
      why: 'repeated',
    }));

function sequences(text: string): Piece[] {
  const found: Piece[] = [];
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
  for (let from = 0; from + 3 <= text.length; from += 1) {
    for (
      let to = from + 3;
      rows.some((row) => row.includes(text.slice(from, to))) && to <= text.length;
      to += 1
    ) {
      found.push({ from, to, guesses: 1.5 + Math.log10(to - from), why: 'sequence' });
    }
  }
  return found;
}

const years = (text: string): Piece[] =>
  [...text.matchAll(/(?:19|20)\d\d/g)].map(({ index }) => ({
    from: index,
    to: index + 4,
    guesses: 2,
    why: 'year',
  }));

/** The longest run of letters that is taken as one word. */
const MAX_WORD_LENGTH = 12;
/** The typical length of a word in a run of several. */
const USUAL_WORD_LENGTH = 6;

const wordsIn = (letters: number): number =>
  1 + Math.ceil(Math.max(0, letters - MAX_WORD_LENGTH) / USUAL_WORD_LENGTH);

/** Letters that look like `words`, `ManyWords` or `WORDS`, unlike those of `dBcylyPA`. */
const LIKE_WORDS = /\p{Lu}{4,}|(?:\p{Lu}?(?:(?!\p{Lu})\p{L}){2,})+/gu;

/** Without a dictionary nobody can tell whether a run of letters is made of words, so it is taken to be. */
const words = (typed: string): Piece[] =>
  [...typed.matchAll(LIKE_WORDS)].flatMap(({ 0: run, index }) =>
    Array.from({ length: Math.max(0, run.length - 3) }, (_, i) => i + 4).map((length) => ({
      from: index,
      to: index + length,
      guesses: 4.3 * wordsIn(length),
      why: null,
    })),
  );
