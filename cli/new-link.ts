/** What the web app offers where a link has expired: another, by email only, so that a finder gets nothing from the old one. */
import { printable } from './advice.ts';
import { CommandFailure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { demandYes } from './terminal.ts';

/**
 * @param why the old one was of no use
 * @throws CommandFailure always: the command can go on only with the new link
 */
export async function offerNewLink(
  { terminal, note }: Pick<Invocation, 'terminal' | 'note'>,
  why: unknown,
  send: () => Promise<{ message: string }>,
): Promise<never> {
  note(printable(why));
  await demandYes(terminal, 'Ask for an email with a new link?');
  throw new CommandFailure(oneLine((await send()).message));
}
