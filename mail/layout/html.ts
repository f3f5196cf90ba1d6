import { LAYOUT, type SentenceWithLink } from './layout-words.ts';
import { checkedLink, greetingOf, type Letter, optOutsOf } from './letter.ts';
import { SERVICE_NAME } from './service-name.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * Text and background colours are the mail program's, light or dark. Only the button and the mark in the header have
 * their own: white on green at 5.5 to 1, and a green that stands out from both white and near-black.
 */
const STYLE = {
  body: 'margin:0;padding:0;color-scheme:light dark',
  sheet:
    "max-width:34em;margin:0 auto;padding:24px 20px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  header: "margin:0 0 24px;border-collapse:collapse;font:600 18px/1.35 Georgia,'Times New Roman',serif",
  mark: 'width:6px;padding:0;border-radius:3px;background-color:#3a7563',
  name: 'padding:2px 0 2px 10px',
  heading: "margin:0 0 20px;font:600 22px/1.35 Georgia,'Times New Roman',serif",
  paragraph: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:14px 24px;border-radius:8px;background-color:#3a7563;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 24px;font-size:14px;overflow-wrap:anywhere;word-break:break-word',
  rule: 'margin:28px 0 16px;border:0;border-top:1px solid #8a938f',
  small: 'margin:0 0 8px;font-size:14px',
} as const;

/** The HTML of a letter: the same words as its text, in the same order. No image, no style sheet, no script. */
export function toHtml(letter: Letter): string {
  const { action, paragraphs } = letter;
  return `<!doctype html>
<html lang="${letter.language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.subject)}</title>
</head>
<body style="${STYLE.body}">
<div lang="${letter.language}" dir="ltr" style="${STYLE.sheet}">
${[
  HEADER,
  `<h1 style="${STYLE.heading}">${escaped(letter.heading)}</h1>`,
  paragraph(greetingOf(letter)),
  ...paragraphs.slice(0, 1).map(paragraph),
  ...(action ? button(letter, action) : []),
  ...paragraphs.slice(1).map(paragraph),
  `<hr style="${STYLE.rule}">`,
  `<p style="${STYLE.small}">${escaped(letter.reason)}</p>`,
  ...optOutsOf(letter).map(optOut),
].join('\n')}
</div>
</body>
</html>
`;
}

/** The name of the service beside a green bar: a table, which every mail program shows, and no image to load. */
const HEADER = `<table role="presentation" style="${STYLE.header}"><tr><td style="${STYLE.mark}"></td><td style="${STYLE.name}">${SERVICE_NAME}</td></tr></table>`;

const paragraph = (text: string): string => `<p style="${STYLE.paragraph}">${escaped(text)}</p>`;

/** The button, and the address in full for readers who want to see where it leads. */
function button({ language }: Letter, { label, link }: NonNullable<Letter['action']>): string[] {
  const href = escaped(checkedLink(link));
  return [
    `<p style="${STYLE.paragraph}"><a href="${href}" style="${STYLE.button}">${escaped(label)}</a></p>`,
    `<p style="${STYLE.address}">${LAYOUT[language].orOpen} <a href="${href}">${href}</a></p>`,
  ];
}

function optOut({ before, link, after, href }: SentenceWithLink & { href: string }): string {
  const anchor = `<a href="${escaped(href)}">${escaped(link)}</a>`;
  return `<p style="${STYLE.small}">${escaped(before)}${anchor}${escaped(after)}</p>`;
}
