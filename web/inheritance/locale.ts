/** How the reader of this page reads, for the service to keep with them. */
import type { Language } from '../locales/areas.ts';

export const ownLocale = (language: string) => ({
  language: language as Language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
