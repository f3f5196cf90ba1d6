/**
 * Who a request is counted against: its account and the network it came from. Everything else that it presents, a
 * device or a session, can be created in any number.
 */
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';

/** A network is an IPv4 address or an IPv6 customer's /64. One customer may have a whole /56 or /48. */
export type ScopeKind = '/48' | '/56' | 'network' | 'account';

export type PerScope = Readonly<Record<ScopeKind, number>>;

export interface RequesterScope {
  readonly kind: ScopeKind;
  /** Unique among all kinds. */
  readonly key: string;
}

/** From the widest scope to the narrowest. */
export type Requester = readonly RequesterScope[];

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The first four groups of an IPv6 address, as four digits each. */
function prefixOf(ip: string): string {
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [head = '', tail] = ip.toLowerCase().split('::');
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail ?? '')];
  return all
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join('');
}

/** The networks of an address, from the widest to the narrowest. */
export function networksOf(ip: string): Requester {
  const v4 = ip.includes(':') ? ip.match(MAPPED)?.[1] : ip;
  if (v4 !== undefined || !isIPv6(ip)) return [{ kind: 'network', key: `ip:${v4 ?? ip}` }];
  const prefix = prefixOf(ip);
  return [
    { kind: '/48', key: `ip:${prefix.slice(0, 12)}/48` },
    { kind: '/56', key: `ip:${prefix.slice(0, 14)}/56` },
    { kind: 'network', key: `ip:${prefix}/64` },
  ];
}

/**
 * The requester of a request.
 *
 * @param account its narrowest scope, such as `account:<id>`; only its networks if nobody is logged in
 */
export function requesterOf({ ip }: Pick<Context, 'ip'>, account?: string): Requester {
  const networks = networksOf(ip);
  return account === undefined ? networks : [...networks, { kind: 'account', key: account }];
}

/** The key of the widest scope: all that one customer can have. */
export const widestScope = ([widest]: Requester): string => widest?.key ?? '';

/** How much each scope uses at the moment. */
export interface Usage {
  add(requester: Requester, amount: number): void;
  /** Whether one of its scopes uses anything. */
  has(requester: Requester): boolean;
  /** The scope in which a requester may not use that much more, if any. One that uses nothing may always start. */
  full(requester: Requester, amount: number, most: PerScope): RequesterScope | undefined;
  /** Whether no scope is full. */
  allows(requester: Requester, amount: number, most: PerScope): boolean;
}

export function createUsage(): Usage {
  const sums = new Map<string, number>();
  const full: Usage['full'] = (requester, amount, most) =>
    requester.find(({ kind, key }) => {
      const sum = sums.get(key) ?? 0;
      return sum > 0 && sum + amount > most[kind];
    });
  return {
    full,
    add(requester, amount) {
      for (const { key } of requester) {
        const sum = (sums.get(key) ?? 0) + amount;
        if (sum > 0) sums.set(key, sum);
        else sums.delete(key);
      }
    },
    has: (requester) => requester.some(({ key }) => sums.has(key)),
    allows: (...asked) => full(...asked) === undefined,
  };
}

interface QuotaUse {
  readonly requester: Requester;
  readonly amount: number;
}

/**
 * The uses of the largest user: of the widest network that uses most, then of the narrower one within it, and so on
 * down to the account.
 *
 * @returns in the order given; empty if there are none
 */
export function largestUser<T extends QuotaUse>(all: Iterable<T>): T[] {
  let candidates = [...all];
  const depth = Math.max(0, ...candidates.map(({ requester }) => requester.length));
  for (let level = 0; level < depth; level += 1) {
    const sums = new Map<string | undefined, number>();
    const keyOf = ({ requester }: T) => requester[level]?.key;
    for (const each of candidates) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + each.amount);
    const [largest] = [...sums].reduce((most, each) => (each[1] > most[1] ? each : most));
    candidates = candidates.filter((each) => keyOf(each) === largest);
  }
  return candidates;
}
