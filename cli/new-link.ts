/**
 * Offers a new link for an expired one, as the web app does: by email only, so that a finder gets nothing from the old
 * one.
 */
import { isProblem } from '../client/index.ts';
import { printable } from './advice.ts';
import { CommandFailure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { requireYes } from './terminal.ts';

interface NewLink {
  /** The code of the problem that a new link solves. */
  code: 'token_expired' | 'email_not_verified';
  /** What to say in place of the problem. */
  why?: string;
  send(): Promise<{ message: string }>;
}

/**
 * Does a step, or offers a new link. The command can continue only with the new one.
 *
 * @throws CommandFailure once it was offered; whatever else `step` throws
 */
export async function orNewLink<T>(
  { terminal, note }: Pick<Invocation, 'terminal' | 'note'>,
  step: () => Promise<T>,
  { code, why, send }: NewLink,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isProblem(error, code)) throw error;
    note(why ?? printable(error));
  }
  await requireYes(terminal, 'Ask for an email with a new link?');
  throw new CommandFailure(oneLine((await send()).message));
}
