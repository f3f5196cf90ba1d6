import { toHtml } from './html.ts';
import type { Letter } from './letter.ts';
import { toText } from './text.ts';

/** A mail ready to send, but for its addresses. The subject is one line. */
export type RenderedMail = { subject: string; text: string; html: string };

/**
 * A letter as text and HTML. The same letter always gives the same bytes, so a retry sends what the first try would
 * have sent.
 *
 * @throws TypeError for a link that is not http or https; the message does not repeat it
 */
export const render = (letter: Letter): RenderedMail => ({
  subject: letter.subject,
  text: toText(letter),
  html: toHtml(letter),
});
