/**
 * How new the keys are that this browser has seen, of each account that was opened here. It is kept in IndexedDB, and holds
 * no secret. Where there is none, as in some private windows, it lasts as long as the tab.
 */
import { type SeenBundles, seenInMemory } from '../../client/seen-bundles.ts';

const STORE = 'counters';

/** The part of IndexedDB that is used here. Node, which runs the unit tests, has neither it nor its types. */
interface Asked<T> {
  result: T;
  error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
  onupgradeneeded?: (() => void) | null;
}
interface Counters {
  get(userId: string): Asked<unknown>;
  put(counter: number, userId: string): Asked<unknown>;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite'): { objectStore(name: string): Counters };
}
const { indexedDB } = globalThis as unknown as {
  indexedDB: { open(name: string, version: number): Asked<Database> } | undefined;
};

const done = <T>(request: Asked<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<Database | null> {
  const request = indexedDB?.open('seen-keys', 1);
  if (!request) return null;
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

const inMemory = seenInMemory();
let database: Promise<Database | null> | undefined;

async function store(mode: 'readonly' | 'readwrite'): Promise<Counters | null> {
  try {
    database ??= open();
    return (await database)?.transaction(STORE, mode).objectStore(STORE) ?? null;
  } catch {
    return null;
  }
}

export const seen: SeenBundles = {
  async highest(userId) {
    const counters = await store('readonly');
    const kept: unknown = counters && (await done(counters.get(userId)));
    return typeof kept === 'number' ? kept : inMemory.highest(userId);
  },
  async remember(userId, counter) {
    await inMemory.remember(userId, counter);
    const counters = await store('readwrite');
    if (counters) await done(counters.put(counter, userId));
  },
};
