import { Failure } from '../cli/failure.ts';

/** The arguments make no sense, so nothing was done. The exit code is 2. */
export class UsageFailure extends Failure {
  override name = 'UsageFailure';
}
