/**
 * Where passwords, codes and answers come from: the terminal, or the lines of standard input, one for each question.
 * Never arguments or the environment, which other programs on the machine can read.
 */
import { createInterface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandFailure } from './failure.ts';
import { harmless } from './printing.ts';

/** Ctrl-C at a question. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

export interface Terminal {
  /** Whether a person can answer. */
  readonly interactive: boolean;
  /** @throws CommandFailure if there is nobody to ask and standard input has ended, or isn't text */
  ask(question: string): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string>;
  /** The rest of standard input, or what is typed until Ctrl-D. */
  readAll(question: string): Promise<string>;
  /** Lets the program end although standard input is still open. */
  close(): void;
}

export interface Streams {
  input: NodeJS.ReadStream;
  /** Not standard output, which may be a file. */
  prompts: NodeJS.WritableStream;
}

const NEWLINE = 0x0a;

/** Reads a stream line by line and then to its end, without losing what has already arrived. */
function linesOf(input: NodeJS.ReadableStream) {
  let held: Buffer = Buffer.alloc(0);
  let chunks: AsyncIterator<Buffer | string> | undefined;

  async function more(): Promise<boolean> {
    chunks ??= (input as AsyncIterable<Buffer | string>)[Symbol.asyncIterator]();
    const { value, done } = await chunks.next();
    if (done) return false;
    held = Buffer.concat([held, Buffer.from(value)]);
    return true;
  }
  const take = (length: number): string => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(taken);
    } catch {
      throw new CommandFailure('Standard input is not text in UTF-8, so nothing was done');
    }
  };

  return {
    /** The next line, or null at the end. */
    async next(): Promise<string | null> {
      while (!held.includes(NEWLINE)) {
        if (!(await more())) return held.length > 0 ? take(held.length) : null;
      }
      return take(held.indexOf(NEWLINE) + 1).replace(/\r?\n$/, '');
    },
    async rest(): Promise<string> {
      while (await more());
      return take(held.length);
    },
  };
}

/** One line that a person types. Readline also edits a line that is not shown. */
function typedLine({ input, prompts }: Streams, question: string, shown: boolean): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = shown ? prompts : nowhere;
  const reader = createInterface({ input, output, terminal: true, historySize: 0 });
  if (!shown) prompts.write(question);
  return new Promise((resolve, reject) => {
    const closed = () => end(() => reject(new CommandFailure('Nothing was typed, so nothing was done')));
    const end = (settle: () => void) => {
      // Removes only our listener: without readline's own, it would go on showing what is typed, passwords too.
      reader.off('close', closed).close();
      if (!shown) prompts.write('\n');
      settle();
    };
    reader.once('line', (line) => end(() => resolve(line)));
    reader.once('SIGINT', () => {
      if (shown) prompts.write('\n');
      end(() => reject(new Interrupted()));
    });
    reader.once('close', closed);
    reader.setPrompt(shown ? question : '');
    reader.prompt();
  });
}

/** Reads what a person types until Ctrl-D with readline: the terminal itself would cut lines off after 4,095 bytes. */
function typedText({ input, prompts }: Streams, question: string): Promise<string> {
  const reader = createInterface({ input, output: prompts, terminal: true, historySize: 0 });
  let text = '';
  prompts.write(question);
  return new Promise((resolve, reject) => {
    reader.on('line', (line) => {
      text += `${line}\n`;
    });
    // Readline takes Ctrl-D for the end only on an empty line, and a pasted text may have no line break at its end.
    const onKey = (_: string | undefined, { ctrl, name }: Key) => {
      if (!ctrl || name !== 'd' || reader.line === '' || reader.cursor < reader.line.length) return;
      text += reader.line;
      prompts.write('\n');
      reader.close();
    };
    input.prependListener('keypress', onKey);
    reader.once('SIGINT', () => {
      prompts.write('\n');
      reject(new Interrupted());
      reader.close();
    });
    reader.once('close', () => {
      input.off('keypress', onKey);
      resolve(text);
    });
    reader.setPrompt('');
    reader.prompt();
  });
}

export function openTerminal(streams: Streams = { input: process.stdin, prompts: process.stderr }): Terminal {
  const { input } = streams;
  const interactive = input.isTTY === true;
  const lines = linesOf(input);

  async function answer(asked: string, shown: boolean): Promise<string> {
    const question = harmless(asked);
    if (interactive) return typedLine(streams, question, shown);
    const line = await lines.next();
    if (line !== null) return line;
    const wanted = question.replace(/[:?]?\s*$/, '').trimStart();
    throw new CommandFailure(
      `There is nobody to ask and standard input has ended: run this in a terminal, or write one line there for ` +
        `each question, the next being "${wanted}"`,
    );
  }

  return {
    interactive,
    ask: (question) => answer(question, true),
    askSecret: (question) => answer(question, false),
    readAll: (question) => (interactive ? typedText(streams, question) : lines.rest()),
    close: () => input.destroy(),
  };
}

/** @throws CommandFailure unless the answer is yes */
export async function requireYes(terminal: Terminal, question: string): Promise<void> {
  const answer = await terminal.ask(`${question} Type yes to continue: `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing was done');
}
