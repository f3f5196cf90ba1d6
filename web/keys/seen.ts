/**
 * What this browser remembers of the accounts that were opened here: how new their keys are, the addresses that were
 * typed, and which entries were imported in the last day. It is kept in IndexedDB, and holds no secret. Where there is
 * no IndexedDB, as in some private windows, it lasts as long as the tab.
 */
import type { SeenBundles } from '../../client/seen-bundles.ts';
import type { PastImport, PastImports } from '../../client/undo-import.ts';
import { normalAddress } from '../../crypto/index.ts';

const STORE = 'seen';
/** A key that is no user's ID. */
const ADDRESSES = 'addresses';
/** Enough for people who share a browser. */
const MOST_ADDRESSES = 20;

/** The part of IndexedDB that is used here. Node, which runs the unit tests, has neither it nor its types. */
interface StoreRequest<T> {
  result: T;
  error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
  onupgradeneeded?: (() => void) | null;
}
interface Store {
  get(key: string): StoreRequest<unknown>;
  put(value: unknown, key: string): StoreRequest<unknown>;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite'): { objectStore(name: string): Store };
}
interface Databases {
  indexedDB: { open(name: string, version: number): StoreRequest<Database> } | undefined;
}

const done = <T>(request: StoreRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<Database | null> {
  // When storage is blocked, some browsers throw as soon as this property is read.
  const { indexedDB } = globalThis as unknown as Databases;
  // The version never rises: after a return to an earlier release, that release couldn't open the database, and would
  // remember only what it sees itself. Another format gets another name.
  const request = indexedDB?.open('seen', 1);
  if (!request) return null;
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

const inMemory = new Map<string, unknown>();
let database: Promise<Database | null> | undefined;

async function store(mode: 'readonly' | 'readwrite'): Promise<Store | null> {
  try {
    database ??= open();
    return (await database)?.transaction(STORE, mode).objectStore(STORE) ?? null;
  } catch {
    return null;
  }
}

async function read(key: string): Promise<unknown> {
  const kept = await store('readonly');
  return (kept && (await done(kept.get(key)))) ?? inMemory.get(key);
}

async function write(key: string, value: unknown): Promise<void> {
  inMemory.set(key, value);
  const kept = await store('readwrite');
  if (kept) await done(kept.put(value, key));
}

export const seen: SeenBundles = {
  async highest(userId) {
    const counter = await read(userId);
    return typeof counter === 'number' ? counter : 0;
  },
  remember: (userId, counter) => write(userId, counter),
};

/** The imports of the last day, so that they can be undone. */
export const pastImports: PastImports = {
  async read(userId) {
    const imports = await read(`imports ${userId}`);
    return Array.isArray(imports) ? (imports as PastImport[]) : [];
  },
  write: (userId, imports) => write(`imports ${userId}`, imports),
};

/** The addresses that owners have typed in this browser, newest first. */
export async function typedAddresses(): Promise<string[]> {
  const addresses = await read(ADDRESSES);
  return Array.isArray(addresses) ? addresses.filter((each) => typeof each === 'string') : [];
}

/** Remembers an address in the form used at log-in, so that the service can't pass another off as typed. */
export async function rememberAddress(typed: string): Promise<void> {
  const email = normalAddress(typed);
  const before = (await typedAddresses()).filter((each) => each !== email);
  await write(ADDRESSES, [email, ...before].slice(0, MOST_ADDRESSES));
}
