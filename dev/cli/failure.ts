/**
 * A failure that a person can do something about. Its message is one sentence that says what; whoever runs a
 * script sees that sentence alone, never a stack trace. It is written without its full stop, since it may
 * become part of another one.
 */
export class Failure extends Error {
  override name = 'Failure';
}

/** The sentence to show for whatever was thrown; an unexpected error keeps its stack, for it is a bug. */
export function sentence(thrown: unknown): string {
  if (thrown instanceof Failure) {
    return /[.:!?]$|\n/.test(thrown.message) ? thrown.message : `${thrown.message}.`;
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
