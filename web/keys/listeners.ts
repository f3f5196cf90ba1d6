/** Functions to call after a change. */
export function listeners() {
  const all = new Set<() => void>();
  return {
    tell() {
      for (const listener of all) listener();
    },
    /** @returns a function that stops it */
    subscribe(listener: () => void): () => void {
      all.add(listener);
      return () => all.delete(listener);
    },
  };
}
