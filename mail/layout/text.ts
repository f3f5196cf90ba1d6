import { LAYOUT } from './layout-words.ts';
import { checkedLink, greetingOf, type Letter } from './letter.ts';

/** The plain text of a letter: heading, link, greeting, paragraphs. The reader's program wraps the lines. */
export function toText(letter: Letter): string {
  const { action, optOutLink } = letter;
  const { before, link } = LAYOUT[letter.language].optOut;
  return `${[
    letter.heading,
    ...(action ? [`${action.label}:\n${checkedLink(action.link)}`] : []),
    greetingOf(letter),
    ...letter.paragraphs,
    // "-- " starts a signature (RFC 3676, section 4.3).
    `-- \n${letter.reason}`,
    ...(optOutLink ? [`${before}${link}:\n${checkedLink(optOutLink)}`] : []),
  ].join('\n\n')}\n`;
}
