/** Describes the client of a session to people. */
import Bowser from 'bowser';

/** The first product of a user agent (RFC 9110, 10.1.5), as programs name themselves. */
const PRODUCT = /^([A-Za-z][\w.-]{0,40})(?:\/|\s|$)/;

/** Such as "Firefox on Linux" or "curl". A guess from what the client sent, so never decide anything by it. */
export function deviceOf(userAgent: string | null): string {
  const unknown = 'Unknown device';
  if (!userAgent) return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  const name = browser.name || (userAgent.match(PRODUCT)?.[1] ?? '');
  if (!name) return os.name ? `Unknown browser on ${os.name}` : unknown;
  return os.name ? `${name} on ${os.name}` : name;
}
