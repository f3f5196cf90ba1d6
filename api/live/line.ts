/** Work that a few may do at a time. The rest wait in line, first come, first served. */
export type Line = (work: () => Promise<void>) => Promise<void>;

export function createLine(places: number): Line {
  let free = places;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
