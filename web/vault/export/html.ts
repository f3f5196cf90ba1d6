/** Builds HTML from text. */

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A parser would turn it into a line feed.
  '\r': '&#13;',
};

/** For elements and quoted attributes. A control character that HTML cannot hold becomes U+FFFD. */
export const escapeHtml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '\uFFFD')
    .replace(/[&<>"'\r]/g, (character) => ESCAPES[character]!);

/** `'sha256-…'` of an inline script or style, for a content security policy. */
async function cspHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

export interface SavedPage {
  language: string;
  title: string;
  style: string;
  /** An inline script, if it needs one. */
  script?: string;
  /** HTML. */
  body: string;
}

/** A whole document that loads nothing and sends nothing. */
export async function documentOf({ language, title, style, script, body }: SavedPage): Promise<string> {
  const policy = [
    "default-src 'none'",
    `style-src ${await cspHash(style)}`,
    ...(script === undefined ? [] : [`script-src ${await cspHash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="robots" content="noindex">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    `<body>${body}${script === undefined ? '' : `<script>${script}</script>`}</body>`,
    '</html>\n',
  ].join('\n');
}
