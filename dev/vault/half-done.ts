import { Failure, sentence } from '../cli/failure.ts';
import { adviceOn } from './problem.ts';
import { Interrupted } from './terminal.ts';

/** What was asked for counts, but something that belongs to it is left to do. The exit code is 3. */
export class HalfDone extends Failure {
  override name = 'HalfDone';
}

/** @param next what to do about the rest, after what `error` says */
export function halfDone(done: string, error: unknown, next: string): HalfDone {
  const why = error instanceof Interrupted ? '' : `${sentence(adviceOn(error))} `;
  return new HalfDone(`${done} ${why}${next}`);
}
