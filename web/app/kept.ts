/**
 * What the browser keeps for this site. Where its user lets no site keep anything, even asking for its storage throws: then
 * everything lasts as long as the page.
 */
type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function inMemory(): Kept {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function storageOf(name: 'localStorage' | 'sessionStorage'): () => Kept {
  const instead = inMemory();
  return () => {
    try {
      return globalThis[name];
    } catch {
      return instead;
    }
  };
}

/** All tabs share it. */
export const keptInBrowser = storageOf('localStorage');

export const keptInTab = storageOf('sessionStorage');
