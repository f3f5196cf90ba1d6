/** An owner at their browser, who does what the web client would, from registration to the last envelope. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Timeline } from '../../api/routes/inactivity/schema.ts';
import type { Successor } from '../../api/routes/successors/schema.ts';
import { answer } from '../api-client.ts';
import { Failure } from '../cli/failure.ts';
import { browser, type Caller, openPage, program, type Service, visitor } from './callers.ts';
import {
  authKey,
  type Bytes,
  entryKey,
  fingerprint,
  type KeyBundle,
  keyEncryptionKey,
  masterKey,
  newSalt,
  newVaultKey,
  openEntry,
  type SealedEntry,
  sealEntry,
  sealEnvelope,
  unwrapVaultKey,
  wrapVaultKey,
} from './vault-crypto.ts';

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** An entry as its owner knows it. */
export interface WrittenEntry {
  id: string;
  category: string;
  plaintext: string;
}

type NamedSuccessor = z.output<typeof Successor>;

/** Registers with a new vault key, wrapped under the password. Log-in works once the address is verified. */
export async function register(service: Service, { name, email, password }: Account): Promise<void> {
  const salt = newSalt();
  const master = await masterKey(password, email);
  const keyBundle = await wrapVaultKey(newVaultKey(), await keyEncryptionKey(master, salt));
  const body = { email, name, password: await authKey(master), salt, keyBundle: { ...keyBundle } };
  await answer(visitor(service).POST('/auth/register', { body }));
}

/** Opens the link of the verification mail and presses the button. */
export async function verifyAddress(service: Service, link: string): Promise<void> {
  const token = await openPage(service, link);
  await answer(visitor(service).GET('/auth/verify-email', { params: { query: { token } } }));
}

/** A browser in which the owner is logged in, with the vault key in its memory. */
export interface OwnersBrowser {
  userId: string;
  /** The keys in this browser's memory, which must never leave it. */
  secrets(): Promise<Bytes[]>;
  /** What the service is sent as `password`. */
  authKey: string;
  call: Caller;
  /** Logs in a program of the owner's. Neither that nor what it reads is a sign of life. */
  letProgramIn(): Promise<Caller>;
  /** Encrypts and stores an entry. */
  store(category: string, plaintext: string): Promise<WrittenEntry>;
  /** Reads and decrypts everything. */
  readAll(): Promise<WrittenEntry[]>;
  nameSuccessor(name: string, email: string, handoverDelayDays: number): Promise<NamedSuccessor>;
  /**
   * Pins a successor's key.
   *
   * @param spoken the fingerprint that the successor read out from their kit
   * @throws Failure when the service shows a different key
   */
  pin(successorId: string, spoken: string): Promise<NamedSuccessor>;
  /** Assigns exactly these entries to a successor, with their keys sealed to the successor's pinned key. */
  assign(successor: NamedSuccessor, entryIds: readonly string[]): Promise<void>;
  successors(): Promise<NamedSuccessor[]>;
  timeline(): Promise<z.output<typeof Timeline>>;
}

/** Logs in. The vault key comes from the key bundle that the service kept. */
export async function logIn(service: Service, { email, password }: Account): Promise<OwnersBrowser> {
  const call = browser(service);
  const master = await masterKey(password, email);
  const credentials = { email, password: await authKey(master) };
  const { user } = await answer(call.POST('/auth/login', { body: credentials }));
  const kek = await keyEncryptionKey(master, user.salt);
  const vaultKey = await unwrapVaultKey(user.keyBundle as KeyBundle, kek);
  const userId = user.id;
  const stored = new Map<string, SealedEntry>();

  const list = async () => {
    const { entries } = await answer(call.GET('/vault/entries'));
    for (const entry of entries) stored.set(entry.id, entry);
    return entries;
  };

  return {
    userId,
    authKey: credentials.password,
    call,
    async secrets() {
      const entryKeys = [...stored.values()].map(({ salt }) => entryKey(vaultKey, salt));
      return [master, kek, vaultKey, ...(await Promise.all(entryKeys))];
    },
    async letProgramIn() {
      const body = { ...credentials, session: 'bearer' as const };
      const { accessToken } = await answer(visitor(service).POST('/auth/login', { body }));
      return program(service, accessToken ?? '');
    },
    async store(category, plaintext) {
      const entry = await sealEntry(vaultKey, userId, randomUUID(), plaintext);
      await answer(call.POST('/vault/entries', { body: { ...entry, category, tags: [] } }));
      stored.set(entry.id, entry);
      return { id: entry.id, category, plaintext };
    },
    async readAll() {
      const entries = await list();
      return Promise.all(
        entries.map(async (entry) => {
          const key = await entryKey(vaultKey, entry.salt);
          return {
            id: entry.id,
            category: entry.category,
            plaintext: await openEntry(key, userId, entry),
          };
        }),
      );
    },
    async nameSuccessor(name, email, handoverDelayDays) {
      const body = { name, email, handoverDelayDays, restrictToAssignedEntries: true };
      return (await answer(call.POST('/successors', { body }))).successor;
    },
    async pin(successorId, spoken) {
      const params = { path: { id: successorId } };
      const body = { keyFingerprint: spoken };
      const { successor } = await answer(call.POST('/successors/{id}/verify', { params, body }));
      // The browser computes the fingerprint itself, because the service could lie about it.
      if ((await fingerprint(successor.publicKey ?? '')) !== spoken) {
        throw new Failure('The service shows a different key from the one that was pinned');
      }
      return successor;
    },
    async assign({ id: successorId, publicKey, keyPinnedAt }, entryIds) {
      if (!publicKey || !keyPinnedAt)
        throw new Failure('The key is not pinned, so nothing can be sealed to it');
      const envelopes = entryIds.map(async (entryId) => {
        const key = await entryKey(vaultKey, stored.get(entryId)?.salt ?? '');
        const envelope = await sealEnvelope(publicKey, { userId, successorId, entryId }, key);
        return { entryId, envelope };
      });
      const params = { path: { id: successorId } };
      const body = {
        entryIds: [...entryIds],
        restrictToAssignedEntries: true,
        envelopes: await Promise.all(envelopes),
      };
      await answer(call.PUT('/successors/{id}/assigned-entries', { params, body }));
    },
    async successors() {
      return (await answer(call.GET('/successors'))).successors;
    },
    timeline: () => answer(call.GET('/inactivity/timeline')),
  };
}
