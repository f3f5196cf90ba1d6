import { checkedLink, greetingOf, type Letter, optOutsOf } from './letter.ts';

/** The plain text of a letter: heading, link, greeting, paragraphs. The reader's program wraps the lines. */
export function toText(letter: Letter): string {
  const { action } = letter;
  return `${[
    letter.heading,
    ...(action ? [`${action.label}:\n${checkedLink(action.link)}`] : []),
    greetingOf(letter),
    ...letter.paragraphs,
    // "-- " starts a signature (RFC 3676, section 4.3).
    `-- \n${letter.reason}`,
    ...optOutsOf(letter).map(({ before, link, href }) => `${before}${link}:\n${href}`),
  ].join('\n\n')}\n`;
}
