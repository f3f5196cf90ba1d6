/** The language of the web app, and its words, loaded part by part. */
import { i18n, type Messages } from '@lingui/core';
import { Problem } from '../../client/problem.ts';
import { type Area, LANGUAGES, type Language } from '../locales/areas.ts';
import { browserStorage, tabStorage } from './site-storage.ts';

const LANGUAGE_KEY = 'language';

const catalogues = import.meta.glob<{ messages: Messages }>('../locales/*/*.po');

const loaded = new Set<Area>();
/** The language to switch to as soon as its words are loaded. */
let chosen: Language = LANGUAGES[0];

const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((each) => each === text);

/** The language of the mail whose link opened this tab, kept because pages remove the link's parameters. */
function languageOfLink(): Language | undefined {
  const named = new URLSearchParams(location.search).get('lang');
  if (isLanguage(named)) tabStorage().setItem(LANGUAGE_KEY, named);
  const kept = tabStorage().getItem(LANGUAGE_KEY);
  return isLanguage(kept) ? kept : undefined;
}

/** The language chosen on this device, or else that of our mail to the reader, or else that of the browser. */
export function preferredLanguage(): Language {
  const ofLink = languageOfLink();
  const kept = browserStorage().getItem(LANGUAGE_KEY);
  if (isLanguage(kept)) return kept;
  if (ofLink) return ofLink;
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? LANGUAGES[0];
}

/** The language and region for dates and numbers: the browser's own, if it is a variant of our language. */
export function regionOf(language: string): string {
  const regions = { en: 'en-GB', de: 'de-DE' } satisfies Record<Language, string>;
  const own = navigator.languages.find((each) => each.startsWith(`${language}-`));
  return own ?? regions[language as Language] ?? language;
}

async function loadCatalogue(area: Area, language: Language): Promise<void> {
  const catalogue = catalogues[`../locales/${area}/${language}.po`];
  if (!catalogue) return;
  const { messages } = await catalogue().catch((cause) => {
    throw new Problem({ code: 'unreachable', status: 0, cause });
  });
  i18n.load(language, messages);
}

/** Loads the words of these parts of the web app. */
export async function loadCatalogues(areas: readonly Area[]): Promise<void> {
  const fresh = areas.filter((area) => !loaded.has(area));
  let language: Language;
  do {
    language = chosen;
    await Promise.all(fresh.map((area) => loadCatalogue(area, language)));
    // The reader may have chosen another language since.
  } while (language !== chosen);
  for (const area of fresh) loaded.add(area);
}

/**
 * Changes the language of the whole web app.
 *
 * @throws Problem `unreachable`, and leaves the language as it was, if the words do not arrive
 */
export async function setLanguage(language: Language, areas: readonly Area[] = []): Promise<void> {
  const before = chosen;
  chosen = language;
  for (const area of areas) loaded.add(area);
  try {
    await Promise.all([...loaded].map((area) => loadCatalogue(area, language)));
  } catch (error) {
    if (language === chosen) chosen = before;
    throw error;
  }
  if (language !== chosen) return;
  i18n.activate(language);
}

/** Changes the language and remembers it on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  browserStorage().setItem(LANGUAGE_KEY, language);
}

/** Follows the language chosen in another tab of this browser. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_KEY && isLanguage(newValue)) setLanguage(newValue).catch(() => {});
  });
}

/** Switches to the language that the service has stored for the reader, unless one was chosen on this device. */
export async function adoptReaderLanguage(language: string | undefined): Promise<void> {
  if (isLanguage(language) && browserStorage().getItem(LANGUAGE_KEY) === null && i18n.locale !== language)
    // If the words can't be loaded, another language is better than nothing to read.
    await setLanguage(language).catch(() => {});
}
