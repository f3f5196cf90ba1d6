import { useLingui } from '@lingui/react/macro';

export interface Device {
  /** A browser, or a program. */
  browser: string | null;
  /** An operating system. */
  system: string | null;
}

/** A device as people say it. */
export function useDeviceWords(): (device: Device) => string {
  const { t } = useLingui();
  return ({ browser, system }) => {
    if (browser && system) return t`${browser} on ${system}`;
    if (system) return t`Unknown browser on ${system}`;
    return browser ?? t`Unknown device`;
  };
}
