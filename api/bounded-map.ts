/**
 * A map with room for a fixed number of keys. When it is full, the key that was set longest ago makes room for another.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    const oldest = this.keys().next();
    if (this.size >= this.#most && !oldest.done) this.delete(oldest.value);
    return super.set(key, value);
  }
}
