import { checkedLink, greetingOf, type Letter, optOutsOf } from './letter.ts';
import { SERVICE_NAME } from './service-name.ts';

/** The plain text of a letter, in the same order as its HTML. The reader's program wraps the lines. */
export function toText(letter: Letter): string {
  const { action, paragraphs } = letter;
  return `${[
    SERVICE_NAME,
    letter.heading,
    greetingOf(letter),
    ...paragraphs.slice(0, 1),
    ...(action ? [`${action.label}:\n${checkedLink(action.link)}`] : []),
    ...paragraphs.slice(1),
    // "-- " starts a signature (RFC 3676, section 4.3).
    `-- \n${letter.reason}`,
    ...optOutsOf(letter).map(({ before, link, href }) => `${before}${link}:\n${href}`),
  ].join('\n\n')}\n`;
}
