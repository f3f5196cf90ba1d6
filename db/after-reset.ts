/** The days after a password reset by mail. An attacker who took over a mailbox can't destroy anything in that time. */

/** Real days, even if `DAY_LENGTH_MS` makes days shorter. */
export const AFTER_RESET_MS = 7 * 86_400_000;

/** Until when nothing can be destroyed, or null. */
export function protectedUntil(
  { passwordResetAt }: { passwordResetAt?: Date | null | undefined },
  now: Date,
): Date | null {
  if (!passwordResetAt) return null;
  const until = new Date(passwordResetAt.getTime() + AFTER_RESET_MS);
  return now < until ? until : null;
}
