/** How much one `POST /vault/import` takes as a JSON document. */

const MOST_IN_REQUEST = { entries: 5_000, bytes: 31 * 1024 * 1024 };

/** The items in their order, in as few requests as fit. @param size in bytes of JSON */
export function* requestBatches<Item>(
  items: Iterable<Item>,
  size: (item: Item) => number,
  most = MOST_IN_REQUEST,
): Generator<Item[], void> {
  let batch: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    // The comma counts too.
    const more = size(item) + 1;
    if (batch.length > 0 && (batch.length === most.entries || bytes + more > most.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}
