import type { Language } from '../../db/locale.ts';

/** The device that a change came from, as far as we know. */
export interface MailedDevice {
  browser?: string;
  system?: string;
  /** Whether it was a command of the operator. */
  byOperator?: true;
}

/** The device that a mail's row names. */
export const deviceIn = ({ browser, system, byOperator }: Record<string, unknown>): MailedDevice => ({
  ...(browser === undefined ? {} : { browser: String(browser) }),
  ...(system === undefined ? {} : { system: String(system) }),
  ...(byOperator === true ? { byOperator } : {}),
});

/** A device in words, if it wasn't the operator's: after "from" in English, after „mit“ in German. */
export const deviceWords: Record<Language, (device: MailedDevice) => string> = {
  en({ browser, system }) {
    if (system === undefined) return browser ?? 'an unknown device';
    return `${browser ?? 'an unknown browser'} on ${system}`;
  },
  de({ browser, system }) {
    if (system === undefined) return browser ?? 'einem unbekannten Gerät';
    return `${browser ?? 'einem unbekannten Browser'} unter ${system}`;
  },
};
