/**
 * A quota on memory that clients occupy for as long as they like, because they send slowly or don't read. A requester
 * who uses little always gets some: the largest user's oldest allocation is evicted.
 */
import { Problem } from '../errors.ts';
import { createUsage, largestUser, type PerScope, type Requester } from './requester.ts';

export interface QuotaLimits {
  /** The most that all requesters use together in one process. */
  total: number;
  /** The most that each scope uses. The first allocation of a scope may be larger. */
  most: PerScope;
}

export interface Allocation {
  /** @throws Problem `rate_limited` with `Retry-After`, if its requester would then use too much */
  grow(amount: number): void;
  /** Protects it from being evicted. */
  pin(): void;
  /** Gives it back; calling it again does nothing. */
  release(): void;
}

export interface Quota {
  /**
   * Allocates part of the quota, if need be by evicting an allocation of the largest user.
   *
   * @param onEvict ends the work that needs the allocation; called at most once, and not after `pin` or `release`.
   *   Without it, the allocation is never evicted
   * @param isOwed never refused: if a scope is full, the oldest allocation of the largest user within it is evicted
   * @throws Problem `rate_limited` with `Retry-After`, if this requester itself uses too much
   */
  allocate(requester: Requester, amount: number, onEvict?: () => void, isOwed?: boolean): Allocation;
  /** What all requesters use at the moment. */
  readonly used: number;
}

const RETRY_AFTER_S = 5;

interface AllocatedAmount {
  readonly requester: Requester;
  amount: number;
  onEvict: (() => void) | undefined;
}

/** @param refusal a sentence for people, without its full stop: "Only one export can run at a time" */
export function createQuota({ total, most }: QuotaLimits, refusal: string): Quota {
  const usage = createUsage();
  /** The oldest first. */
  const entries = new Set<AllocatedAmount>();
  let used = 0;

  function change(entry: AllocatedAmount, amount: number): void {
    entry.amount += amount;
    used += amount;
    usage.add(entry.requester, amount);
  }

  function release(entry: AllocatedAmount): void {
    if (!entries.delete(entry)) return;
    change(entry, -entry.amount);
  }

  function evict(victim: AllocatedAmount): void {
    release(victim);
    victim.onEvict?.();
  }

  /** @returns false if the largest user is this entry's requester, or nothing can be evicted */
  function evictFor(entry: AllocatedAmount): boolean {
    const evictable = [...entries].filter((each) => each === entry || each.onEvict);
    const victim = largestUser(evictable).find((each) => each !== entry);
    if (!victim) return false;
    evict(victim);
    return true;
  }

  /** Evicts others until this much more is allowed, or until none is left. */
  function makeRoom(requester: Requester, amount: number): void {
    for (;;) {
      const full = usage.full(requester, amount, most);
      if (!full && used + amount <= total) return;
      const isWithin = (each: AllocatedAmount) => !full || each.requester.some(({ key }) => key === full.key);
      const [victim] = largestUser([...entries].filter((each) => each.onEvict && isWithin(each)));
      if (!victim) return;
      evict(victim);
    }
  }

  function grow(entry: AllocatedAmount, amount: number): void {
    const isAllowed = usage.allows(entry.requester, amount, most);
    change(entry, amount);
    while (!isAllowed || (used > total && used > entry.amount)) {
      if (isAllowed && evictFor(entry)) continue;
      release(entry);
      const detail = `${refusal}. Try again in a few seconds.`;
      throw new Problem('rate_limited', detail, { retryAfter: RETRY_AFTER_S });
    }
  }

  return {
    allocate(requester, amount, onEvict, isOwed = false) {
      const entry: AllocatedAmount = { requester, amount: 0, onEvict };
      if (isOwed) makeRoom(requester, amount);
      entries.add(entry);
      if (isOwed) change(entry, amount);
      else grow(entry, amount);
      return {
        grow: (more) => {
          if (entries.has(entry)) grow(entry, more);
        },
        pin: () => {
          entry.onEvict = undefined;
        },
        release: () => release(entry),
      };
    },
    get used() {
      return used;
    },
  };
}
