/** Limits how much work is done per iteration of the event loop, for long work that is in no hurry. */
export interface EventLoopThrottle {
  /**
   * Resolves in an iteration with capacity left. If several wait, the requester who was served least of late comes
   * first, so that a hundred calls of one don't delay another's only one. Returns undefined if this iteration has
   * capacity left and nobody waits.
   */
  next(requester: string): Promise<void> | undefined;
}

/** Each time this has passed, we halve the record of how often requesters were served. */
const HALF_LIFE_MS = 1_000;

export function createEventLoopThrottle(perIteration: number): EventLoopThrottle {
  const waiting = new Map<string, (() => void)[]>();
  /** How often each requester was served recently. */
  const served = new Map<string, number>();
  let halvedAt = performance.now();
  let left = perIteration;
  let isScheduled = false;

  function serve(requester: string): void {
    left -= 1;
    served.set(requester, (served.get(requester) ?? 0) + 1);
  }

  function halve(): void {
    halvedAt = performance.now();
    for (const [requester, count] of served) {
      if (count > 1) served.set(requester, count / 2);
      else served.delete(requester);
    }
  }

  function serveNext(): void {
    let next = '';
    let least = Number.POSITIVE_INFINITY;
    for (const requester of waiting.keys()) {
      const count = served.get(requester) ?? 0;
      if (count < least) [next, least] = [requester, count];
    }
    const calls = waiting.get(next);
    const proceed = calls?.shift();
    if (calls?.length === 0) waiting.delete(next);
    serve(next);
    proceed?.();
  }

  function nextIteration(): void {
    if (performance.now() - halvedAt > HALF_LIFE_MS) halve();
    left = perIteration;
    while (left > 0 && waiting.size > 0) serveNext();
    isScheduled = left < perIteration;
    if (isScheduled) setImmediate(nextIteration);
  }

  return {
    next(requester) {
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(nextIteration);
      }
      if (left > 0 && waiting.size === 0) {
        serve(requester);
        return undefined;
      }
      return new Promise((resolve) => {
        const calls = waiting.get(requester);
        if (calls) calls.push(resolve);
        else waiting.set(requester, [resolve]);
      });
    },
  };
}
