import { ConfigError } from '../../config/config-error.ts';

/**
 * A failure that a person can do something about. Its message is one sentence that says what, and commands print only
 * that sentence, without a stack trace. It has no full stop, because it may become part of another sentence.
 */
export class Failure extends Error {
  override name = 'Failure';
}

/** The arguments make no sense, so nothing was done. */
export class UsageFailure extends Failure {
  override name = 'UsageFailure';
}

/** What to print for a thrown value. An unexpected error keeps its stack, because it is a bug. */
export function sentence(thrown: unknown): string {
  if (thrown instanceof Failure) {
    return /[.:!?]$|\n/.test(thrown.message) ? thrown.message : `${thrown.message}.`;
  }
  if (thrown instanceof ConfigError) {
    const wrong = thrown.message.replaceAll('\n', '; ');
    return sentence(new Failure(`The configuration cannot be used: ${wrong}`));
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
