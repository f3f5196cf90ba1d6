import { useState } from 'react';

/** Thrown when an action is cancelled, for example by closing a dialog. It isn't a failure. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

interface TaskState<Result> {
  isPending: boolean;
  /** Whether the last run succeeded. */
  isDone: boolean;
  /** The error of the last run, or null. */
  error: unknown;
  /** The result of the last run. */
  result: Result | undefined;
}

interface Task<Given extends unknown[], Result> extends TaskState<Result> {
  /** Does the work, from the beginning. It never rejects. */
  run(...given: Given): Promise<void>;
  /** Forgets the last run. */
  reset(): void;
}

const IDLE = { isPending: false, isDone: false, error: null, result: undefined };

/** The work of a button or a form, with its progress: pending, done or failed. `run` again is the retry. */
export function useTask<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): Task<Given, Result> {
  const [state, setState] = useState<TaskState<Result>>(IDLE);
  return {
    ...state,
    async run(...given) {
      setState({ ...IDLE, isPending: true });
      try {
        const result = await work(...given);
        setState({ ...IDLE, isDone: true, result });
      } catch (error) {
        setState(error instanceof Cancelled ? IDLE : { ...IDLE, error });
      }
    },
    reset: () => setState(IDLE),
  };
}
