/** The days after a reset by mail: whoever took over a mailbox must not destroy anything before its owner sees it. */

/** Real days, whatever the length of a day is set to. */
export const AFTER_RESET_MS = 7 * 86_400_000;

/** When things can be destroyed again; null where they can be now. */
export function protectedUntil(
  { passwordResetAt }: { passwordResetAt?: Date | null | undefined },
  now: Date,
): Date | null {
  if (!passwordResetAt) return null;
  const until = new Date(passwordResetAt.getTime() + AFTER_RESET_MS);
  return now < until ? until : null;
}
