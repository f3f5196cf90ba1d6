/** `npm run admin -- check-env`: whether Docker Compose passes on every value of deploy.env as it is written. */
import { text as read } from 'node:stream/consumers';
import { UsageFailure } from '../../dev/cli/failure.ts';
import type { CommandResult } from './service.ts';

const ASSIGNMENT = /^[A-Za-z_]\w*=(.*)$/;

/** The spellings that Compose leaves unchanged and that people can check by eye. */
const TAKEN_AS_WRITTEN = [/^'(?:\\.|[^'\\])*'$/, /^"[^"\\$]*"$/, /^[^\s#'"\\$`]*$/];

/** The lines that Compose would change or doesn't understand, with what to do. Never a value: they are secrets. */
export function mistakesIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [, value] = ASSIGNMENT.exec(line.trimEnd()) ?? [];
    if (value === undefined) return [`line ${index + 1} isn't NAME='value'`];
    if (TAKEN_AS_WRITTEN.some((spelling) => spelling.test(value))) return [];
    const name = line.slice(0, line.indexOf('='));
    return [`line ${index + 1}: the value of ${name} must be in single quotes, on one line`];
  });
}

/** Checks the file on the standard input. It needs no service. @returns what to say; each wrong line is named */
export async function checkEnv(): Promise<CommandResult> {
  if (process.stdin.isTTY)
    throw new UsageFailure('check-env reads the file from its input: add < deploy.env');
  const mistakes = mistakesIn(await read(process.stdin));
  if (mistakes.length === 0) return 'Compose takes every value as it is written.';
  return { code: 3, text: `Compose would cut off or replace something:\n  ${mistakes.join('\n  ')}` };
}
