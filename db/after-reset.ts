/**
 * The days after a password reset by mail. In that time, an attacker who took over a mailbox can neither destroy
 * anything nor move the account to an address of their own.
 */

/** Real days, even if `DAY_LENGTH_MS` makes days shorter. */
export const AFTER_RESET_MS = 7 * 86_400_000;

/** Until when the account is protected, or null. */
export function protectedUntil(
  { passwordResetAt }: { passwordResetAt?: Date | null | undefined },
  now: Date,
): Date | null {
  if (!passwordResetAt) return null;
  const until = new Date(passwordResetAt.getTime() + AFTER_RESET_MS);
  return now < until ? until : null;
}
