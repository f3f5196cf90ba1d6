import { checkedLink, type Letter } from './letter.ts';
import { line } from './line.ts';

/** The plain text of a letter: heading, link, greeting, paragraphs. The reader's program wraps the lines. */
export function toText(letter: Letter): string {
  const { action, optOutLink } = letter;
  return `${[
    letter.heading,
    ...(action ? [`${action.label}:\n${checkedLink(action.link)}`] : []),
    line`Hello ${letter.to},`,
    ...letter.paragraphs,
    // "-- " starts a signature (RFC 3676, section 4.3).
    `-- \n${letter.reason}`,
    ...(optOutLink ? [`If you'd rather not be a successor, opt out:\n${checkedLink(optOutLink)}`] : []),
  ].join('\n\n')}\n`;
}
