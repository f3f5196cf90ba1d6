/** One HTML file that holds everything and opens offline: readable by anyone, or sealed under the code of a kit. */

import { baseName, isSecret } from '../../../client/fields.ts';
import { fileName } from '../../../client/file-names.ts';
import type { Freshness } from '../../../client/inheritance.ts';
import { type AttachedFile, type Content, type ContentKind, sealCopy } from '../../../crypto/index.ts';
import { documentOf, escapeHtml } from './html.ts';
import { SAVED_STYLE } from './saved-style.ts';
import type { SavedWords, SealedWords } from './saved-words.ts';
import { UNSEAL_SCRIPT } from './unseal-script.ts';

/** An entry, and how it compares with the owner's list, if there is one. */
export interface SavedContent extends Omit<Content, 'files'> {
  freshness?: Freshness | null;
  files?: readonly NamedFile[] | undefined;
}

type NamedFile = Pick<AttachedFile, 'id' | 'name' | 'size'>;

/** Where a file of an entry is, beside the page. */
export interface FilePlace {
  /** Relative to the page. Null if it could not be fetched. */
  path: string | null;
  /** The identity that opens it with `age`, if it is sealed. */
  key?: string;
}

/** By the IDs of files. The page only names a file that has no place. */
type Places = ReadonlyMap<string, FilePlace>;

/** Letters and notes come first. */
const ORDER: readonly ContentKind[] = ['letter', 'login', 'note', 'card', 'identity', 'file'];

/** Without any script. */
export const savedPage = (
  contents: readonly SavedContent[],
  words: SavedWords,
  places: Places = new Map(),
): Promise<string> =>
  documentOf({
    language: words.language,
    title: words.title,
    style: SAVED_STYLE,
    body: mainOf(contents, words, places),
  });

/**
 * Asks for the code of the kit. Even the titles are sealed.
 *
 * @throws CryptoError `code_mistyped`, `code_of_other_kind`
 */
export async function sealedPage(
  contents: readonly SavedContent[],
  code: string,
  words: SavedWords & { sealed: SealedWords },
  places: Places = new Map(),
): Promise<string> {
  const sealed = await sealCopy(code, mainOf(contents, words, places));
  const { title, intro, code: label, unsupported, ...more } = words.sealed;
  const messages = Object.entries({ ...more, unsupported }).map(
    ([name, text]) => `data-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}="${escapeHtml(text)}"`,
  );
  return documentOf({
    language: words.language,
    title,
    style: SAVED_STYLE,
    script: UNSEAL_SCRIPT,
    body: [
      `<main><h1>${escapeHtml(title)}</h1>${paragraphs(intro)}`,
      `<p role="alert">${escapeHtml(unsupported)}</p>`,
      `<form hidden ${messages.join(' ')}><label for="code">${escapeHtml(label)}</label>`,
      '<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required>',
      `<button>${escapeHtml(words.sealed.open)}</button></form></main>`,
      // Base64 in JSON has no character that HTML would read as its own.
      `<template>${JSON.stringify(sealed)}</template>`,
    ].join('\n'),
  });
}

const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');

function mainOf(contents: readonly SavedContent[], words: SavedWords, places: Places): string {
  const collator = new Intl.Collator(words.language, { numeric: true });
  const sections = ORDER.map((kind) => {
    const entries = contents
      .filter((content) => content.kind === kind)
      .sort((one, other) => collator.compare(one.title, other.title));
    if (entries.length === 0) return '';
    const articles = entries.map((content, at) => articleOf(content, `letter-${at + 1}`, words, places));
    return `<section><h2>${escapeHtml(words.kinds[kind])}</h2>\n${articles.join('\n')}</section>`;
  });
  const nothing = contents.length === 0 ? paragraphs([words.nothing]) : '';
  return `<main><h1>${escapeHtml(words.title)}</h1>${paragraphs(words.intro)}${sections.join('\n')}${nothing}</main>`;
}

/** @param id by which a letter is shown alone, as a file without scripts cannot print a part of itself */
function articleOf(content: SavedContent, id: string, words: SavedWords, places: Places): string {
  const { kind, title, category, tags, fields, files, freshness } = content;
  const { text = '', name = '', data = '', to = '', ...others } = fields;
  const isFile = kind === 'file';
  const isLetter = kind === 'letter';
  const shown = {
    ...others,
    ...(!isLetter && to && { to }),
    ...(!isFile && name && { name }),
    ...(!isFile && data && { data }),
  };
  const about = [
    category && `${words.category}: ${category}`,
    tags.length > 0 && `${words.tags}: ${tags.join(', ')}`,
  ];
  return [
    isLetter ? `<article class="letter" id="${id}">${aloneOf(words)}` : '<article>',
    `<h3>${escapeHtml(title)}</h3>`,
    !freshness || freshness === 'current' ? '' : paragraphs([words.freshness[freshness]]),
    isLetter && to !== '' ? `<p>${escapeHtml(to)}</p>` : '',
    text === '' ? '' : `<div class="text">${escapeHtml(text)}</div>`,
    isFile && data !== '' ? fileOf(name || title, data, words) : '',
    ...(files ?? []).map((file) => attachedOf(file, places.get(file.id), words)),
    fieldsOf(content, shown, words),
    ...about
      .filter((each) => typeof each === 'string' && each !== '')
      .map((each) => `<p class="about">${escapeHtml(`${each}`)}</p>`),
    isLetter ? `<p class="print"><a href="#${id}">${escapeHtml(words.printLetter)}</a></p>` : '',
    '</article>',
  ].join('');
}

/** A link to a file beside the page, with the key that opens it. */
function attachedOf({ name, size }: NamedFile, place: FilePlace | undefined, words: SavedWords): string {
  const about = `${escapeHtml(name)}, ${escapeHtml(words.size(size))}`;
  if (!place) return `<p>${about}</p>`;
  if (place.path === null) return `<p>${about}: ${escapeHtml(words.missing)}</p>`;
  const href = place.path.split('/').map(encodeURIComponent).join('/');
  const link = `<p><a href="${escapeHtml(href)}">${escapeHtml(name)}</a>, ${escapeHtml(words.size(size))}</p>`;
  if (place.key === undefined) return link;
  const from = escapeHtml(place.path);
  return `${link}<p class="about">${from} · ${escapeHtml(words.fileKey)}:</p>${covered(place.key, words)}`;
}

const aloneOf = ({ nowPrint, showAll }: SavedWords): string =>
  `<p class="alone">${escapeHtml(nowPrint)} <a href="#">${escapeHtml(showAll)}</a></p>`;

function fieldsOf(content: SavedContent, fields: Content['fields'], words: SavedWords): string {
  const filled = Object.entries(fields).filter(([, value]) => value !== '');
  if (filled.length === 0) return '';
  const rows = filled.map(([name, value]) => {
    const base = baseName(name);
    const label = Object.hasOwn(words.fields, base)
      ? `${words.fields[base]}${name.slice(base.length)}`
      : name;
    const shown = isSecret(content, name) ? covered(value, words) : linked(value);
    return `<dt>${escapeHtml(label)}</dt><dd>${shown}</dd>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

/** Until it is clicked, or printed. */
const covered = (value: string, { show }: SavedWords): string =>
  `<details><summary>${escapeHtml(show)}</summary><div>${escapeHtml(value)}</div></details>`;

/** A link only where it leads to the web. */
const linked = (value: string): string =>
  /^https?:\/\/\S+$/i.test(value)
    ? `<a href="${escapeHtml(value)}" rel="noreferrer noopener" target="_blank">${escapeHtml(value)}</a>`
    : escapeHtml(value);

/** Always as untyped bytes, so that no browser opens the file instead of saving it. */
function fileOf(name: string, data: string, words: SavedWords): string {
  const isBase64 = data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
  if (!isBase64) return `<p>${escapeHtml(name)}: ${escapeHtml(words.damaged)}</p>`;
  const bytes = (data.length / 4) * 3 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  const href = `data:application/octet-stream;base64,${data}`;
  return (
    `<p>${escapeHtml(name)}, ${escapeHtml(words.size(bytes))} ` +
    `<a href="${href}" download="${escapeHtml(fileName(name))}">${escapeHtml(words.download)}</a></p>`
  );
}
