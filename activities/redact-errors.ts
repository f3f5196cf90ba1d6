/** Redacts errors before Temporal stores and shows them, because a database's error messages quote rows. */
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';
import { type ActivitySet, wrap } from './wrap.ts';

/** A stack's frames, without the message in front of them. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Our own failures are safe to show and stay as they are. Any other keeps only its name, code and stack. */
export function redactError(error: unknown): unknown {
  if (error instanceof TemporalFailure || !(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const why = typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
  const failure = ApplicationFailure.retryable(why, error.name);
  failure.stack = `${why}\n${framesOf(error)}`;
  return failure;
}

/** Makes activities redact what they throw. */
export const redactErrors = <A extends ActivitySet>(activities: A): A =>
  wrap(activities, async (call) => {
    try {
      return await call();
    } catch (error) {
      throw redactError(error);
    }
  });
