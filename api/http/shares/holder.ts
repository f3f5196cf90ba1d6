/**
 * Who a request is held and counted against: its account and the network it came from. Everything else that it shows, a
 * device or a session, can be had in any number.
 */
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';

/** A network is an IPv4 address or an IPv6 customer's /64. One customer may have a whole /56 or /48. */
export type PartKind = '/48' | '/56' | 'network' | 'account';

export type PerKind = Readonly<Record<PartKind, number>>;

export interface HolderPart {
  readonly kind: PartKind;
  /** Unique among all kinds. */
  readonly key: string;
}

/** From the widest part to the narrowest. */
export type Holder = readonly HolderPart[];

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
export function networksOf(ip: string): Holder {
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
 * Who sends a request.
 *
 * @param account what it counts as besides its networks, such as `account:<id>`; nothing if nobody is logged in
 */
export function holderOf({ ip }: Pick<Context, 'ip'>, account?: string): Holder {
  const networks = networksOf(ip);
  return account === undefined ? networks : [...networks, { kind: 'account', key: account }];
}

/** How much each part of the holders has at this moment. */
export interface Tally {
  add(holder: Holder, amount: number): void;
  /** Whether a holder may have so much more. A first one always fits. */
  fits(holder: Holder, amount: number, most: PerKind): boolean;
}

export function createTally(): Tally {
  const sums = new Map<string, number>();
  return {
    add(holder, amount) {
      for (const { key } of holder) {
        const sum = (sums.get(key) ?? 0) + amount;
        if (sum > 0) sums.set(key, sum);
        else sums.delete(key);
      }
    },
    fits: (holder, amount, most) =>
      holder.every(({ kind, key }) => {
        const sum = sums.get(key) ?? 0;
        return sum === 0 || sum + amount <= most[kind];
      }),
  };
}

interface Held {
  readonly holder: Holder;
  readonly amount: number;
}

/**
 * What belongs to whoever has most: to the widest network that has, within it to the narrower one, and so on to the
 * account.
 *
 * @returns in the order given; empty if nobody has anything
 */
export function ofLargest<T extends Held>(all: Iterable<T>): T[] {
  let candidates = [...all];
  const depth = Math.max(0, ...candidates.map(({ holder }) => holder.length));
  for (let level = 0; level < depth; level += 1) {
    const sums = new Map<string | undefined, number>();
    const keyOf = ({ holder }: T) => holder[level]?.key;
    for (const each of candidates) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0) + each.amount);
    const [largest] = [...sums].reduce((most, each) => (each[1] > most[1] ? each : most));
    candidates = candidates.filter((each) => keyOf(each) === largest);
  }
  return candidates;
}
