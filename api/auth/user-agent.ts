/** Describes the client of a session to people. */
import Bowser from 'bowser';

/** The first product of a user agent (RFC 9110, 10.1.5), as programs name themselves. */
const PRODUCT = /^([A-Za-z][\w.-]{0,40})(?:\/|\s|$)/;

interface DeviceNames {
  browser?: string;
  system?: string;
}

/**
 * The names of browser and system, where they are known. A guess from a header of the client, so never decide by it.
 */
export function deviceNames(userAgent: string | null): DeviceNames {
  if (!userAgent) return {};
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || userAgent.match(PRODUCT)?.[1];
  return { ...(name ? { browser: name } : {}), ...(os.name ? { system: os.name } : {}) };
}

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/** Only names that we know ourselves: a client can send any text as its own, and some of our readers are strangers. */
export function knownDeviceNames(userAgent: string | null): DeviceNames {
  const { browser = '', system = '' } = deviceNames(userAgent);
  return { ...(BROWSERS.has(browser) ? { browser } : {}), ...(SYSTEMS.has(system) ? { system } : {}) };
}

/** Such as "Firefox on Linux" or "curl". */
export function deviceOf({ browser, system }: DeviceNames): string {
  if (!browser) return system ? `Unknown browser on ${system}` : 'Unknown device';
  return system ? `${browser} on ${system}` : browser;
}
