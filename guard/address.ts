/**
 * Which of the addresses that users enter we may send requests to: only public ones, so that nobody can reach our
 * internal network through us.
 */
import ipaddr from 'ipaddr.js';

/** Whether loopback may be reached, and without TLS: for tests that bring a receiver of their own. */
export interface AddressRules {
  allowLoopback: boolean;
}

/** The longest address we store. */
export const LONGEST_ADDRESS = 2_000;

/** Ports above 1023 that browsers block too (https://fetch.spec.whatwg.org/#port-blocking): other protocols use them. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Names that only mean something within a network (RFC 6761, RFC 6762, RFC 8375, and what clouds use). */
const INNER_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/;

/** The part of IPv6 that is assigned for public use. ipaddr.js calls everything it doesn't know `unicast`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** For documentation (RFC 9637), which ipaddr.js may not know. */
const DOCUMENTATION_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/** Whether an IP address, in any notation, is public. An IPv4 address within IPv6 never is. */
function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_IPV6) && !address.match(DOCUMENTATION_IPV6));
}

const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback';

/** Whether we may connect to a host that resolves to this address. */
export const mayConnect = (ip: string, { allowLoopback }: AddressRules): boolean =>
  isPublicAddress(ip) || (allowLoopback && isLoopback(ip));

/** The host of an address as Node connects to it: IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/**
 * What is wrong with an address, before its host is looked up; null if nothing is. The addresses that the host resolves
 * to are checked when we connect (guard/post.ts).
 */
export function addressProblem(text: string, rules: AddressRules): string | null {
  const url = URL.parse(text);
  if (!url || url.href.length > LONGEST_ADDRESS) return 'must be a web address';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  const host = hostOf(url);
  if (rules.allowLoopback && /^https?:$/.test(url.protocol) && isLoopback(host)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  const port = portOf(url);
  if ((port !== 443 && port < 1024) || BLOCKED_PORTS.has(port)) return 'must not use this port';
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? null : 'must be a public address';
  const name = host.replace(/\.$/, '').toLowerCase();
  return name.includes('.') && !INNER_NAMES.test(name) ? null : 'must be a public address';
}
