/**
 * A queue for resources that requests need only briefly: a database connection, a thread that hashes passwords. A new
 * request doesn't wait behind everything that one requester has asked for: requesters take turns (start-time fair
 * queueing, Goyal, Vin and Cheng 1996).
 */
import { Problem } from '../errors.ts';
import { createUsage, largestUser, type PerScope, type Requester, type ScopeKind } from './requester.ts';

export interface FairQueueLimits {
  /** How many may hold a place at the same time. */
  concurrency: number;
  /** How many of the places are only for requests with priority. */
  reserved?: number;
  /** How many places each scope may hold. */
  most: PerScope;
  /** How long to wait for a place, in milliseconds. */
  timeoutMs?: number;
  /** How many may wait before those of the largest user are refused. */
  mostWaiting?: number;
  /**
   * How long a place stays empty after use if its requester has more requests waiting, as a multiple of the time it was
   * used. It prevents queues of a few requesters from keeping the process busy all the time. Requesters with no such
   * place don't wait for it, and a client that sends one request after another never notices.
   */
  cooldown?: number;
}

export interface FairQueue {
  /**
   * Waits for a place.
   *
   * @param priority whether it may take a reserved place
   * @returns a function that gives the place back; calling it again does nothing
   * @throws Problem `rate_limited` if far too many wait, and most of them belong to this requester;
   *   `dependency_unavailable` after too long a wait
   */
  acquire(requester: Requester, priority?: boolean): Promise<() => void>;
  /** How many places are in use at the moment. */
  readonly active: number;
}

const TIMEOUT_MS = 10_000;
const MAX_COOLDOWN_MS = 1_000;
const RETRY_AFTER_S = 5;
const MOST_WAITING = 1_000;

/** How many turns a wider network takes while an account takes one. */
const WEIGHTS: PerScope = { account: 1, network: 2, '/56': 4, '/48': 8 };
const costOf = (kind: ScopeKind) => 1 / WEIGHTS[kind];

interface Waiter {
  readonly requester: Requester;
  readonly amount: 1;
  readonly priority: boolean;
  readonly group: string;
  /** Its position in the order, in turns since the queue began. */
  readonly startTag: number;
  admit(): void;
  refuse(problem: Problem): void;
}

/** @param refusal a sentence for people, without its full stop: "Too many passwords are being checked" */
export function createFairQueue(
  {
    concurrency,
    reserved = 0,
    most,
    timeoutMs = TIMEOUT_MS,
    mostWaiting = MOST_WAITING,
    cooldown = 0,
  }: FairQueueLimits,
  refusal: string,
): FairQueue {
  const usage = createUsage();
  const waiting = new Set<Waiter>();
  /**
   * The waiting requests, grouped by all their scopes and their priority. Within a group, the first always comes first,
   * and either all fit or none does. So only the first is examined, however many of one requester's requests wait.
   */
  const groups = new Map<string, Set<Waiter>>();
  /** The start tag of each scope's next request. */
  const nextTags = new Map<string, number>();
  let virtualTime = 0;
  let active = 0;
  /** Places that are cooling down. They stay empty only for requesters who share a scope with their last users. */
  let coolingDown = 0;
  const coolingScopes = createUsage();

  function fits({ requester, priority }: Pick<Waiter, 'requester' | 'priority'>): boolean {
    const taken = coolingScopes.has(requester) ? active + coolingDown : active;
    return taken < (priority ? concurrency : concurrency - reserved) && usage.allows(requester, 1, most);
  }

  function nextInOrder(): Waiter | undefined {
    if (active >= concurrency) return undefined;
    let chosen: Waiter | undefined;
    for (const [first] of groups.values()) {
      if (first && (!chosen || first.startTag < chosen.startTag) && fits(first)) chosen = first;
    }
    return chosen;
  }

  /** One place given back may let in several, because it counted in several scopes. */
  function admitNext(): void {
    for (let chosen = nextInOrder(); chosen; chosen = nextInOrder()) {
      virtualTime = Math.max(virtualTime, chosen.startTag);
      leave(chosen);
      chosen.admit();
    }
  }

  function join(waiter: Waiter): void {
    const group = groups.get(waiter.group);
    if (group) group.add(waiter);
    else groups.set(waiter.group, new Set([waiter]));
    waiting.add(waiter);
  }

  function leave(waiter: Waiter): void {
    const group = groups.get(waiter.group);
    group?.delete(waiter);
    if (group?.size === 0) groups.delete(waiter.group);
    waiting.delete(waiter);
    // Order matters only among requests that wait at the same time.
    if (waiting.size === 0) nextTags.clear();
  }

  function hasMoreWaiting(requester: Requester): boolean {
    const key = requester.at(-1)?.key;
    for (const [first] of groups.values()) if (first?.requester.at(-1)?.key === key) return true;
    return false;
  }

  function enter(requester: Requester): () => void {
    const began = performance.now();
    let isReleased = false;
    active += 1;
    usage.add(requester, 1);
    const coolDown = (places: 1 | -1) => {
      coolingDown += places;
      coolingScopes.add(requester, places);
    };
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      if (cooldown === 0 || !hasMoreWaiting(requester)) {
        usage.add(requester, -1);
        return admitNext();
      }
      coolDown(1);
      setTimeout(
        () => {
          coolDown(-1);
          usage.add(requester, -1);
          admitNext();
        },
        Math.min(MAX_COOLDOWN_MS, cooldown * (performance.now() - began)),
      ).unref();
      admitNext();
    };
  }

  function nextStartTag(requester: Requester): number {
    const startTag = Math.max(virtualTime, ...requester.map(({ key }) => nextTags.get(key) ?? 0));
    for (const { kind, key } of requester) nextTags.set(key, startTag + costOf(kind));
    return startTag;
  }

  const tooMany = () =>
    new Problem('rate_limited', `${refusal}. Try again in a few seconds.`, { retryAfter: RETRY_AFTER_S });

  /**
   * Refuses the later half of the largest user's requests, so that the largest user isn't determined again for each new
   * request.
   */
  function refuseLargest(): void {
    const largest = largestUser(waiting);
    for (const each of largest.slice(Math.floor(largest.length / 2))) each.refuse(tooMany());
  }

  return {
    async acquire(requester, priority = false) {
      if (fits({ requester, priority })) return enter(requester);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const waiter: Waiter = {
        requester,
        amount: 1,
        priority,
        group: `${priority} ${requester.map(({ key }) => key).join(' ')}`,
        startTag: nextStartTag(requester),
        admit() {
          clearTimeout(timer);
          resolve(enter(requester));
        },
        refuse(problem) {
          clearTimeout(timer);
          leave(waiter);
          reject(problem);
        },
      };
      const timer = setTimeout(() => {
        const busy = `${refusal}. The service is too busy right now.`;
        waiter.refuse(new Problem('dependency_unavailable', busy, { retryAfter: RETRY_AFTER_S }));
      }, timeoutMs);
      join(waiter);
      if (waiting.size > mostWaiting) refuseLargest();
      return promise;
    },
    get active() {
      return active;
    },
  };
}
