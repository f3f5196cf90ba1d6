/** The parts of the web app, each with its own words. A part's words are loaded with its first page. */
export const AREAS = {
  /** What every page shows. Loaded at the start. */
  shell: ['app', 'api', 'ui'],
  session: ['session'],
  switch: ['switch'],
  vault: ['vault'],
  /** The names of kinds and fields, for owners and for successors. */
  entries: ['entries'],
  successors: ['successors'],
  account: ['account'],
  inheritance: ['inheritance'],
  admin: ['admin'],
} as const satisfies Record<string, readonly string[]>;

export type Area = keyof typeof AREAS;

/** The first is the one that the sources are written in. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each in its own language, so that every reader finds theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };
