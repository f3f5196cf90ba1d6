/** The reader's language and time zone, for the service to store. */
import type { Language } from '../locales/areas.ts';

export const ownLocale = (language: string) => ({
  language: language as Language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
