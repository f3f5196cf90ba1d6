/** A few slots in each round of the event loop, for work that has much to do and no hurry. */
export interface Slots {
  /** Resolves in a round in which there is a slot left, in the order of asking; at once if that is this one. */
  next(): Promise<void> | undefined;
}

export function createSlots(perRound: number): Slots {
  const waiting: (() => void)[] = [];
  let left = perRound;
  let isCounting = false;

  function nextRound(): void {
    for (left = perRound; left > 0 && waiting.length > 0; left -= 1) waiting.shift()?.();
    isCounting = left < perRound;
    if (isCounting) setImmediate(nextRound);
  }

  return {
    next() {
      if (!isCounting) {
        isCounting = true;
        setImmediate(nextRound);
      }
      if (left > 0) {
        left -= 1;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
