/** Failures as Temporal may keep them: it shows and stores their words, and a database's words repeat rows. */
import { ApplicationFailure, TemporalFailure } from '@temporalio/common';

/** The frames of a stack, without the message that it begins with. */
const framesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');

/** Our own failures say only what may be said; of any other nothing is left but its name, code and stack. */
export function discreet(error: unknown): unknown {
  if (error instanceof TemporalFailure || !(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const why = typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${error.name} ${code}` : error.name;
  const failure = ApplicationFailure.retryable(why, error.name);
  failure.stack = `${why}\n${framesOf(error)}`;
  return failure;
}

type Activity = (...args: never[]) => Promise<unknown>;

/** The same activities, which fail discreetly. */
export function failingDiscreetly<A extends Record<string, Activity>>(activities: A): A {
  const wrapped = Object.entries(activities).map(([name, work]) => [
    name,
    async (...args: never[]) => {
      try {
        return await work(...args);
      } catch (error) {
        throw discreet(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as A;
}
