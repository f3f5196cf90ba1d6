/**
 * A failure that its reader can do something about. The message is one sentence that says what, without a full stop, because
 * it may become part of another sentence. Nothing else is printed, and no stack trace.
 */
export class CommandFailure extends Error {
  override name = 'CommandFailure';
  readonly exitCode: number = 1;
}

/** The arguments make no sense, so nothing was done. */
export class UsageFailure extends CommandFailure {
  override name = 'UsageFailure';
  override readonly exitCode = 2;
}

/** The command did its main work, but a part of it is left to do. */
export class HalfDone extends CommandFailure {
  override name = 'HalfDone';
  override readonly exitCode = 3;
}

/** The message with its full stop. */
export const sentence = ({ message }: CommandFailure): string =>
  /[.:!?]$/.test(message) ? message : `${message}.`;
