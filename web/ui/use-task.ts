import { useState } from 'react';

/** Thrown when someone takes back what they began, such as by closing a dialog. Nothing has gone wrong then. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

interface TaskState<Result> {
  isPending: boolean;
  /** Whether the last run succeeded. */
  isDone: boolean;
  /** What the last run threw, or null. */

  error: unknown;
  /** What the last run returned. */
  result: Result | undefined;
}

interface Task<Given extends unknown[], Result> extends TaskState<Result> {
  /** Works once more, from the beginning. It never rejects. */
  run(...given: Given): Promise<void>;
  /** Forgets what became of the last run. */
  reset(): void;
}

const IDLE = { isPending: false, isDone: false, error: null, result: undefined };

/** What a button or a form does: whether it is under way, and what became of it. */
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
