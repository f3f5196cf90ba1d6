/** What a command is, and what it gets to work with. */
import type { ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Terminal } from './terminal.ts';

export interface Invocation {
  terminal: Terminal;
  /** The file of the session. */
  sessionPath: string;
  /** From `--server`: an origin. */
  server: string | undefined;
  /** Whether a program reads the output. */
  json: boolean;
  /** Writes a result to standard output, without anything that controls a terminal. */
  print(text: string): void;
  /** Writes JSON to standard output. Control characters are escaped there, so that nothing is lost. */
  printJson(text: string): void;
  /** Resolves once all that was printed has arrived. @throws CommandFailure if something is lost, or nobody reads it */
  printed(): Promise<void>;
  /** Tells the person something that is not the result, on standard error. */
  note(text: string): void;
  /** Calls `step` once the command has succeeded. Only the last step of each name is called. */
  atEnd(name: string, step: () => Promise<void>): void;
  /** Writes to standard error as it is. */
  progress(text: string): void;
}

export type Options = ParseArgsOptionsConfig;

/** The options by name, and the other arguments. */
export interface Given<O extends Options> {
  values: ReturnType<typeof parseArgs<{ options: O; args: string[] }>>['values'];
  words: string[];
}

export interface Command<O extends Options = Options> {
  /** Its arguments, as the help shows them, without its name. */
  usage: string;
  /** What it does, for the help. */
  what: string;
  options: O;
  /** How many arguments beside the options it takes. */
  takes: readonly [least: number, most: number];
  /** Whether it prints JSON if it is called like this. Without it, it never does. */
  json?(given: Given<O>): boolean;
  run(invocation: Invocation, given: Given<O>): Promise<void>;
}

/** Keeps the types of a command's options for its own `run`. */
export const command = <const O extends Options>(one: Command<O>): Command => one as unknown as Command;
