/** Limits how much work is done per iteration of the event loop, for long work that is in no hurry. */
export interface EventLoopThrottle {
  /** Resolves in an iteration with capacity left, in the order of calls. Returns undefined if this one has some. */
  next(): Promise<void> | undefined;
}

export function createEventLoopThrottle(perIteration: number): EventLoopThrottle {
  const waiting: (() => void)[] = [];
  let left = perIteration;
  let isScheduled = false;

  function nextIteration(): void {
    for (left = perIteration; left > 0 && waiting.length > 0; left -= 1) waiting.shift()?.();
    isScheduled = left < perIteration;
    if (isScheduled) setImmediate(nextIteration);
  }

  return {
    next() {
      if (!isScheduled) {
        isScheduled = true;
        setImmediate(nextIteration);
      }
      if (left > 0) {
        left -= 1;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
