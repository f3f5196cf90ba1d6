/**
 * What the browser keeps for this site. If its user has blocked storage, there is none, or even accessing it throws;
 * full storage takes nothing more. In those cases everything lasts only as long as the page.
 */
type SiteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function inMemory(): SiteStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function storageOf(name: 'localStorage' | 'sessionStorage'): () => SiteStorage {
  const instead = inMemory();
  function inBrowser(): SiteStorage {
    try {
      return globalThis[name] ?? instead;
    } catch {
      return instead;
    }
  }
  const kept: SiteStorage = {
    getItem: (key) => instead.getItem(key) ?? inBrowser().getItem(key),
    setItem(key, value) {
      instead.removeItem(key);
      try {
        inBrowser().setItem(key, value);
      } catch {
        instead.setItem(key, value);
      }
    },
    removeItem(key) {
      instead.removeItem(key);
      inBrowser().removeItem(key);
    },
  };
  return () => kept;
}

/** All tabs share it. */
export const browserStorage = storageOf('localStorage');

export const tabStorage = storageOf('sessionStorage');
