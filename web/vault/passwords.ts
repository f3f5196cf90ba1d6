/** Passwords made by chance, and how long a guessed one would last. */
import { COMMON_PASSWORDS } from './common-passwords.ts';

const CLASSES = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&()*+,-./:;<=>?@[]^_{}~',
} as const;

export type CharacterClass = keyof typeof CLASSES;

/** Characters that are easily taken for another on paper. */
const LOOK_ALIKES = /[0O1lI|]/g;

export const PASSWORD_LENGTH = { least: 8, usual: 20, most: 128 };

export interface PasswordOptions {
  length: number;
  classes: readonly CharacterClass[];
  /** Leaves out what looks like another character. */
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
  /** Among the passwords that everybody tries first, perhaps with a digit more or an @ for an a. */
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
  /** 0: guessed at once. 4: nobody guesses it. */
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

/** A stretch that someone would guess in one piece. */
interface Piece {
  from: number;
  to: number;
  guesses: number;
  why: Weakness | null;
}

/**
 * A guess from below: what is not found to be weak counts as chance, ten possibilities a character, and a run of letters
 * as words of a dictionary. That is stricter than most, because one password protects the whole vault.
 *
 * This is our own code because `@zxcvbn-ts` needs dictionaries of 222 to 606 kB, six seconds on a phone with 1.6 Mbit/s.
 * Without the German one, it takes German words for random letters.
 *
 * @param personal names and addresses of the person
 */
export function strengthOf(password: string, personal: readonly string[] = []): Strength {
  // Beyond this, more makes no difference, and long texts would take time.
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

/** The cheapest way to put the whole together, as an attacker would. */
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

/** `aaaa` and `abcabc`: as hard as one turn, times how often. */
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

/** Up to so many letters may be one word. */
const MAX_WORD_LENGTH = 12;
/** As long as most words that someone writes together. */
const USUAL_WORD_LENGTH = 6;

const wordsIn = (letters: number): number =>
  1 + Math.ceil(Math.max(0, letters - MAX_WORD_LENGTH) / USUAL_WORD_LENGTH);

/** Letters that look like `words`, `ManyWords` or `WORDS`, as those of `dBcylyPA` don't. */
const LIKE_WORDS = /\p{Lu}{4,}|(?:\p{Lu}?(?:(?!\p{Lu})\p{L}){2,})+/gu;

/** Whether a run of letters is made of words nobody can tell without a dictionary, so it counts as such. */
const words = (typed: string): Piece[] =>
  [...typed.matchAll(LIKE_WORDS)].flatMap(({ 0: run, index }) =>
    Array.from({ length: Math.max(0, run.length - 3) }, (_, i) => i + 4).map((length) => ({
      from: index,
      to: index + length,
      guesses: 4.3 * wordsIn(length),
      why: null,
    })),
  );
