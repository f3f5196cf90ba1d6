/** The pages of the operator: shipped texts, each of which a file in the operator's own folder can replace. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import type { Language } from '../../../db/locale.ts';

export const SITE_PAGES = ['privacy', 'terms', 'contact', 'help'] as const;
export type SitePage = (typeof SITE_PAGES)[number];

type SiteConfig = Pick<Config, 'SITE_DIR' | 'SITE_OPERATOR' | 'SITE_PLACE' | 'SITE_CONTACT'>;

const SHIPPED = new URL('../../../site/', import.meta.url);

/** The words to use where the operator has set none. */
const UNKNOWN = {
  en: { operator: 'The operator of this service', contact: 'the operator, whose address isn’t given yet' },
  de: { operator: 'Der Betreiber dieses Dienstes', contact: 'den Betreiber, dessen Adresse noch fehlt' },
} as const satisfies Record<Language, object>;

const contactLink = (contact: string): string =>
  /^https?:/.test(contact) ? `[${contact}](${contact})` : `[${contact}](mailto:${contact})`;

/** A page as Markdown (CommonMark). `{operator}`, `{in place}` and `{contact}` are filled in. */
export type SiteText = (page: SitePage, language: Language) => Promise<string>;

/**
 * Files are read again once they have changed. A page of the operator that can't be read is logged once, and the
 * shipped one takes its place.
 */
export function siteTexts(config: SiteConfig, log: Pick<Logger, 'warn'>): SiteText {
  const { SITE_DIR, SITE_OPERATOR, SITE_PLACE, SITE_CONTACT } = config;
  const known = new Map<string, { mtimeMs: number; size: number; text: string }>();
  const unreadable = new Set<string>();

  async function read(file: URL): Promise<string> {
    const { mtimeMs, size } = await stat(file);
    const before = known.get(file.href);
    if (before?.mtimeMs === mtimeMs && before.size === size) return before.text;
    const text = await readFile(file, 'utf8');
    known.set(file.href, { mtimeMs, size, text });
    return text;
  }

  /** Null if the operator has none. */
  async function readOwn(name: string): Promise<string | null> {
    if (SITE_DIR === '') return null;
    const file = new URL(name, pathToFileURL(`${SITE_DIR}/`));
    try {
      const text = await read(file);
      unreadable.delete(file.href);
      return text;
    } catch (error) {
      // The folder may lack pages, but it has to be there.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync(SITE_DIR)) return null;
      if (!unreadable.has(file.href)) {
        unreadable.add(file.href);
        log.warn(
          { file: fileURLToPath(file), err: error },
          'a page of SITE_DIR cannot be read, so the shipped one is shown',
        );
      }
      return null;
    }
  }

  return async (page, language) => {
    const name = `${language}/${page}.md`;
    const text = (await readOwn(name)) ?? (await read(new URL(name, SHIPPED)));
    const { operator, contact } = UNKNOWN[language];
    return text
      .replaceAll('{operator}', SITE_OPERATOR || operator)
      .replaceAll('{in place}', SITE_PLACE === '' ? '' : ` in ${SITE_PLACE}`)
      .replaceAll('{contact}', SITE_CONTACT === '' ? contact : contactLink(SITE_CONTACT));
  };
}
