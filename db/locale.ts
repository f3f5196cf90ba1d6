/** How a person reads mails and pages: their language, and the time zone of the dates. */

/** Another language is one more name here. The compiler then names every mail that lacks its words. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Locale {
  language: Language;
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string;
}

export const DEFAULT_LOCALE: Locale = { language: 'en', timeZone: 'UTC' };

/** Whether dates can be written in a time zone of this name. `Intl` also knows offsets, which have no summer time. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** A locale of which a request may leave out fields. */
export type LocaleInput = { [K in keyof Locale]?: Locale[K] | undefined };

/** The fields that a request gives. */
export const givenLocale = ({ language, timeZone }: LocaleInput): Partial<Locale> => ({
  ...(language === undefined ? {} : { language }),
  ...(timeZone === undefined ? {} : { timeZone }),
});

/** The locale in a row. A language that only a newer version knows is read as the default. */
export const localeIn = ({ language, timeZone }: { language?: unknown; timeZone?: unknown }): Locale => ({
  language: LANGUAGES.find((each) => each === language) ?? DEFAULT_LOCALE.language,
  timeZone: typeof timeZone === 'string' ? timeZone : DEFAULT_LOCALE.timeZone,
});
