/**
 * A failure that a person can do something about. Its message is one sentence that says what; whoever runs a
 * script sees that sentence alone, never a stack trace.
 */
export class Failure extends Error {
  override name = 'Failure';
}

/** The sentence to show for whatever was thrown; an unexpected error keeps its stack, for it is a bug. */
export function sentence(thrown: unknown): string {
  if (thrown instanceof Failure) {
    return thrown.message;
  }
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
