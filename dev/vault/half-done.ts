import { Failure } from '../cli/failure.ts';

/** What was asked for counts, but something that belongs to it is left to do. The exit code is 3. */
export class HalfDone extends Failure {
  override name = 'HalfDone';
}
