/** The flags of a command: each is declared once, for its help and for reading it. */
import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { readArguments, wholeNumber } from './arguments.ts';
import { Failure } from './failure.ts';

interface Flag<T> {
  /** What it does, for the help. */
  what: string;
  /** In the usage line: its default, or the kind of its value. Missing for a flag without a value. */
  shown?: string;
  /** @throws Failure for a value that is not possible */
  read(text: string | boolean | undefined, name: string): T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type ValuesOf<F extends Flags> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

const withDefault = <T>(preset: string, what: string, read: (text: string, name: string) => T): Flag<T> => ({
  what,
  shown: preset,
  read: (text, name) => read(String(text ?? preset), name),
});

/** A whole number above 0. */
export const whole = (preset: number, what: string): Flag<number> =>
  withDefault(String(preset), what, (text, name) => wholeNumber(name, text));

/** A whole number above 0, or nothing. */
export const optionalWhole = (what: string): Flag<number | undefined> => ({
  what,
  shown: 'NUMBER',
  read: (text, name) => (text === undefined ? undefined : wholeNumber(name, String(text))),
});

/** A number above 0. */
export const positive = (preset: number, what: string): Flag<number> =>
  withDefault(String(preset), what, (text, name) => {
    if (!/^\d{1,6}(\.\d+)?$/.test(text) || Number(text) === 0) {
      throw new Failure(`--${name} must be a number above 0`);
    }
    return Number(text);
  });

/** A number of a range. @param preset left out if it depends on something else */
export const within = <P extends number | undefined>(
  low: number,
  high: number,
  preset: P,
  what: string,
): Flag<number | P> => ({
  what,
  shown: String(preset ?? 'NUMBER'),
  read(text, name) {
    if (text === undefined) return preset;
    const value = Number(text);
    if (!(value >= low && value <= high)) {
      throw new Failure(`--${name} is a number from ${low} to ${high}`);
    }
    return value;
  },
});

/** Whole numbers above 0, separated by commas. */
export const wholes = (preset: readonly number[], what: string): Flag<number[]> =>
  withDefault(preset.join(','), what, (text, name) => text.split(',').map((each) => wholeNumber(name, each)));

/**
 * Some of a list, separated by commas.
 *
 * @param kind for an error: "route"
 * @param preset all of it, unless given
 */
export const someOf = <N extends string>(
  kind: string,
  names: readonly N[],
  what: string,
  preset = names,
): Flag<N[]> => ({
  what: `${what}, separated by commas: ${names.join(', ')}`,
  shown: names.slice(0, 2).join(','),
  read(text) {
    if (text === undefined) return [...preset];
    const isKnown = (name: string): name is N => names.some((each) => each === name);
    const chosen = String(text).split(',');
    const unknown = chosen.find((name) => !isKnown(name));
    if (unknown !== undefined) {
      throw new Failure(`There is no ${kind} "${unknown}": choose from ${names.join(', ')}`);
    }
    return chosen.filter(isKnown);
  },
});

/** A file or a folder. @param shown such as "FILE" */
export const path = (shown: string, what: string): Flag<string | undefined> => ({
  what,
  shown,
  read: (text) => (text === undefined ? undefined : resolve(String(text))),
});

/** A flag without a value. */
export const yes = (what: string): Flag<boolean> => ({ what, read: (given) => given === true });

export const isHelp = (text: string): boolean => text === '--help' || text === '-h';

/** @throws Failure that names the first mistake */
export function readFlags<F extends Flags>(flags: F, args: readonly string[], command: string): ValuesOf<F> {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(flags).map(([name, { shown }]) => [
      name,
      { type: shown === undefined ? 'boolean' : 'string' },
    ]),
  );
  const { values } = readArguments({ args: [...args], options }, command);
  const read = Object.entries(flags).map(([name, flag]) => [name, flag.read(values[name] as string, name)]);
  return Object.fromEntries(read) as ValuesOf<F>;
}

/** The usage line, what the command does, and a line for each flag. */
export function flagsHelp(command: string, about: string, flags: Flags): string {
  const all = Object.entries(flags);
  const usage = all.map(([name, { shown }]) => `[--${name}${shown === undefined ? '' : ` ${shown}`}]`);
  const width = Math.max(...all.map(([name]) => name.length)) + 2;
  const lines = all.map(([name, { what }]) => `  --${name.padEnd(width)}${what}`);
  return [[command, ...usage].join(' '), about, ...lines].join('\n');
}
