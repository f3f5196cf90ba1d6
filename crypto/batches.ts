/** Work on long lists: enough at once to keep Web Crypto busy, and never more in memory than that. */

const BATCH = 64;

/** Yields the results of `make` in the order of the items. Reads at most one batch ahead. */
export async function* inBatches<Item, Made>(
  items: Iterable<Item> | AsyncIterable<Item>,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made, void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield* await Promise.all(batch.map(make));
    batch = [];
  }
  yield* await Promise.all(batch.map(make));
}
