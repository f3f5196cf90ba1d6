/** The Markdown of our descriptions as HTML. */
import { Marked } from 'marked';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (each) => ENTITIES[each]!);

/** `Who is calling` → `who-is-calling`. */
export const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const marked = new Marked({
  renderer: {
    // The page's own headings are above those of a description.
    heading({ tokens, depth, text }) {
      return `<h${depth + 1} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
    },
    html: ({ text }) => escapeHtml(text),
  },
  hooks: {
    // A wide table scrolls on a phone, with the keyboard too.
    postprocess: (html) =>
      html
        .replaceAll('<table>', '<div class="table" role="region" aria-label="Table" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
});

/** The headings of the second level. */
export const headingsOf = (text: string): string[] =>
  marked.lexer(text).flatMap((token) => (token.type === 'heading' && token.depth === 2 ? [token.text] : []));

export const markdown = (text = ''): string => marked.parse(text, { async: false });

/** For one line within a sentence or a cell. */
export const inline = (text: string): string => marked.parseInline(text, { async: false });
