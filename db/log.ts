/**
 * The log of a process. More people can read it than can read the database, so errors are logged without their values:
 * statements, rows and bodies contain addresses, names and hashes.
 */
import { DriverException } from '@mikro-orm/core';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { batchedOutput } from './batched-output.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** The frames only, because a stack starts with the message. */
  stack?: string;
  cause?: LoggedError;
}

/** Facts about a database error that reveal no values. */
const SAFE_FACTS = ['constraint', 'table', 'column', 'routine'] as const;

function messageOf(error: Error): string {
  if (error instanceof DriverException || 'severity' in error) {
    // The message contains the statement with its values, and the conflicting row.
    const facts = error as unknown as Record<string, unknown>;
    const known = SAFE_FACTS.filter((fact) => typeof facts[fact] === 'string');
    return ['the database refused or could not be reached', ...known.map((f) => `${f} ${facts[f]}`)].join(
      ', ',
    );
  }
  // A parser's message quotes the text it couldn't read.
  if (error instanceof SyntaxError) return 'unreadable text';
  return error.message;
}

/** @param error whatever was thrown */
export function loggable(error: unknown): LoggedError | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { code } = error as { code?: unknown };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? (loggable(error.cause) as LoggedError) : undefined;
  return {
    type: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    ...(frames ? { stack: frames.join('\n') } : {}),
    ...(cause ? { cause } : {}),
  };
}

/** @param destination standard output by default, in batches */
export const openLog = (
  level: NonNullable<LoggerOptions['level']>,
  name: string,
  destination: DestinationStream = batchedOutput(),
): Logger => pino({ level, name, serializers: { err: loggable } }, destination);
