import type { Language } from '../../db/locale.ts';

/** What a request came from, as far as it said so. */
export interface Device {
  browser?: string;
  system?: string;
}

/** The device that a mail's row names. */
export const deviceIn = ({ browser, system }: Record<string, unknown>): Device => ({
  ...(browser === undefined ? {} : { browser: String(browser) }),
  ...(system === undefined ? {} : { system: String(system) }),
});

/** A device in words: after "from" in English, after „mit“ in German. */
export const deviceWords: Record<Language, (device: Device) => string> = {
  en({ browser, system }) {
    if (system === undefined) return browser ?? 'an unknown device';
    return `${browser ?? 'an unknown browser'} on ${system}`;
  },
  de({ browser, system }) {
    if (system === undefined) return browser ?? 'einem unbekannten Gerät';
    return `${browser ?? 'einem unbekannten Browser'} unter ${system}`;
  },
};
