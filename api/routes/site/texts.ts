/** The pages of the operator: shipped texts, which a folder of the operator's own replaces one by one. */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../../config.ts';
import type { Language } from '../../../db/locale.ts';

export const SITE_PAGES = ['privacy', 'terms', 'contact', 'help'] as const;
export type SitePage = (typeof SITE_PAGES)[number];

type SiteConfig = Pick<Config, 'SITE_DIR' | 'SITE_OPERATOR' | 'SITE_PLACE' | 'SITE_CONTACT'>;

const SHIPPED = new URL('../../../site/', import.meta.url);

/** What is said where the operator has said nothing. */
const UNKNOWN = {
  en: { operator: 'The operator of this service', contact: 'the operator, whose address isn’t given yet' },
  de: { operator: 'Der Betreiber dieses Dienstes', contact: 'den Betreiber, dessen Adresse noch fehlt' },
} as const satisfies Record<Language, object>;

async function read(folder: URL, page: SitePage, language: Language): Promise<string | null> {
  try {
    return await readFile(new URL(`${language}/${page}.md`, folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const contactLink = (contact: string): string =>
  /^https?:/.test(contact) ? `[${contact}](${contact})` : `[${contact}](mailto:${contact})`;

/** A page as Markdown (CommonMark). `{operator}`, `{in place}` and `{contact}` are filled in. */
export async function siteText(config: SiteConfig, page: SitePage, language: Language): Promise<string> {
  const { SITE_DIR, SITE_OPERATOR, SITE_PLACE, SITE_CONTACT } = config;
  const own = SITE_DIR === '' ? null : await read(pathToFileURL(`${SITE_DIR}/`), page, language);
  const text = own ?? (await read(SHIPPED, page, language)) ?? '';
  const { operator, contact } = UNKNOWN[language];
  return text
    .replaceAll('{operator}', SITE_OPERATOR || operator)
    .replaceAll('{in place}', SITE_PLACE === '' ? '' : ` in ${SITE_PLACE}`)
    .replaceAll('{contact}', SITE_CONTACT === '' ? contact : contactLink(SITE_CONTACT));
}
