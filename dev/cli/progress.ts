/** Prints a line about the progress. */
export type Say = (line: string) => void;

/** Prints nothing. */
export const silent: Say = () => {};

/** Prints lines with the seconds since the start. */
export function narrate(write: (text: string) => void = (text) => process.stdout.write(text)): Say {
  const began = performance.now();
  return (line) => write(`${`${((performance.now() - began) / 1000).toFixed(1)} s`.padStart(8)}  ${line}\n`);
}

/**
 * Waits for `work`, and says every `everyMs` that it is still going on.
 *
 * @param what such as "building the Temporal server"
 */
export async function whileSaying<T>(say: Say, what: string, work: Promise<T>, everyMs = 15_000): Promise<T> {
  const began = performance.now();
  const timer = setInterval(() => {
    say(`still ${what}, ${Math.round((performance.now() - began) / 1000)} s so far`);
  }, everyMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
