/** An owner at their browser, who does what the web client would, from registration to the last envelope. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Timeline } from '../../api/routes/inactivity/schema.ts';
import type { Successor } from '../../api/routes/successors/schema.ts';
import {
  beginReset,
  createAccount,
  decide,
  fingerprint,
  type Kdf,
  type LogIn,
  openEntry,
  pin,
  prepareLogIn,
  readContent,
  type SealedEntry,
  sealEntry,
  sealToSuccessors,
  type User,
  unlock,
  unlockWithRecoveryCode,
  type Vault,
  writeContent,
} from '../../crypto/index.ts';
import { answer } from '../api-client.ts';
import { type ApiCaller, browser, openPage, program, type ServiceAccess, visitor } from '../callers.ts';

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

/** How an account's password is stretched, and how a new one is to be. */
const derivations = async (service: ServiceAccess, email: string): Promise<{ kdf: Kdf; current: Kdf }> =>
  answer(visitor(service).POST('/auth/kdf', { body: { email } }));

/** Registers with new keys. Log-in works once the address is verified. @returns the recovery code, shown once */
export async function register(service: ServiceAccess, { name, email, password }: Account): Promise<string> {
  const { current } = await derivations(service, email);
  const { recoveryCode, keyBundle, ...fresh } = await createAccount({ email, password, kdf: current });
  const body = { email, name, ...fresh, keyBundle: { ...keyBundle } };
  await answer(visitor(service).POST('/auth/register', { body }));
  return recoveryCode;
}

/** Opens the link of the verification mail and presses the button. */
export async function verifyAddress(service: ServiceAccess, link: string): Promise<void> {
  const token = await openPage(service, link);
  await answer(visitor(service).GET('/auth/verify-email', { params: { query: { token } } }));
}

/** Chooses a new password with the link from a mail, which knows nothing of the old one. */
export async function resetPassword(
  service: ServiceAccess,
  link: string,
  { email, password }: Account,
): Promise<void> {
  const token = await openPage(service, link);
  const { current } = await derivations(service, email);
  const { keyBundle, ...fresh } = await beginReset({ email, password, kdf: current });
  const body = { token, email, ...fresh, keyBundle: { ...keyBundle } };
  await answer(visitor(service).POST('/auth/reset-password', { body }));
}

/** What is left to whom: these entries, or the whole vault. */
export interface Bequest {
  successorId: string;
  entryIds: readonly string[] | 'everything';
}

/** A browser in which the owner is logged in, with the vault open in its memory. */
export interface OwnersBrowser {
  /** The keys in this browser's memory, which must never leave it. */
  readonly vault: Vault;
  readonly logIn: LogIn;
  /** The account's salt. */
  readonly salt: string;
  /** Everything stored or read here, as the service has it. */
  readonly entries: readonly SealedEntry[];
  call: ApiCaller;
  /** Logs in a program of the owner's. Neither that nor what it reads is a sign of life. */
  letProgramIn(): Promise<ApiCaller>;
  /** Encrypts and stores an entry. */
  store(category: string, plaintext: string): Promise<WrittenEntry>;
  /** Reads and decrypts everything. */
  readAll(): Promise<WrittenEntry[]>;
  nameSuccessor(
    name: string,
    email: string,
    handoverDelayDays: number,
    restrictToAssignedEntries: boolean,
  ): Promise<NamedSuccessor>;
  /**
   * Pins a successor's key, in the key bundle and then on the service.
   *
   * @param spoken what the successor read out from their sheet
   * @throws CryptoError `comparison_differs` when the service shows another key
   */
  pin(successorId: string, spoken: string): Promise<void>;
  /** Seals to all successors what is left to them. */
  seal(threshold: number, bequests: readonly Bequest[]): Promise<void>;
  successors(): Promise<NamedSuccessor[]>;
  timeline(): Promise<z.output<typeof Timeline>>;
}

interface Entered {
  service: ServiceAccess;
  call: ApiCaller;
  logIn: LogIn;
  user: User;
}

async function enter(service: ServiceAccess, { email, password }: Account): Promise<Entered> {
  const call = browser(service);
  const { kdf } = await derivations(service, email);
  const logIn = await prepareLogIn({ email, password, kdf });
  const body = { email, password: logIn.password };
  const { user } = await answer(call.POST('/auth/login', { body }));
  return { service, call, logIn, user };
}

/** @returns its version */
const storeBundle = async (call: ApiCaller, { keyBundle }: Vault): Promise<number> => {
  const body = { keyBundle: { ...keyBundle } };
  return (await answer(call.PUT('/auth/profile', { body }))).user.keyBundleVersion;
};

/**
 * Logs in. The vault opens with the key bundle that the service kept.
 *
 * @throws CryptoError `needs_recovery_code` after a reset
 */
export async function logIn(service: ServiceAccess, account: Account): Promise<OwnersBrowser> {
  const entered = await enter(service, account);
  return ownersBrowser(entered, await unlock(entered.logIn, entered.user));
}

/** Logs in after a reset. The recovery code opens the bundle that the service archived. */
export async function logInWithRecoveryCode(
  service: ServiceAccess,
  account: Account,
  recoveryCode: string,
): Promise<OwnersBrowser> {
  const entered = await enter(service, account);
  const { keyBundles } = await answer(entered.call.GET('/auth/key-bundles'));
  const vault = await unlockWithRecoveryCode(entered.logIn, entered.user, keyBundles, recoveryCode);
  await storeBundle(entered.call, vault);
  return ownersBrowser(entered, vault);
}

function ownersBrowser({ service, call, logIn, user }: Entered, opened: Vault): OwnersBrowser {
  let vault = opened;
  const stored = new Map<string, SealedEntry>();

  const keep = async (changed: Vault): Promise<number> => {
    const version = await storeBundle(call, changed);
    vault = changed;
    return version;
  };
  const successors = async () => (await answer(call.GET('/successors'))).successors;
  const sealed = (ids: readonly string[]) => ids.map((id) => ({ id, salt: stored.get(id)?.salt ?? '' }));

  return {
    get vault() {
      return vault;
    },
    logIn,
    salt: user.salt,
    get entries() {
      return [...stored.values()];
    },
    call,
    async letProgramIn() {
      const body = { email: logIn.email, password: logIn.password, session: 'bearer' as const };
      const { accessToken } = await answer(visitor(service).POST('/auth/login', { body }));
      return program(service, accessToken ?? '');
    },
    async store(category, plaintext) {
      const text = writeContent({
        kind: 'note',
        title: category,
        category,
        tags: [],
        fields: { text: plaintext },
      });
      const entry = await sealEntry(vault, { id: randomUUID(), text });
      // Category and tags are only inside the ciphertext.
      await answer(call.POST('/vault/entries', { body: { ...entry, category: '', tags: [] } }));
      stored.set(entry.id, entry);
      return { id: entry.id, category, plaintext };
    },
    async readAll() {
      const { entries } = await answer(call.GET('/vault/entries'));
      for (const entry of entries) stored.set(entry.id, entry);
      return Promise.all(entries.map(async (entry) => readWritten(entry.id, await openEntry(vault, entry))));
    },
    async nameSuccessor(name, email, handoverDelayDays, restrictToAssignedEntries) {
      const { ownerKey } = vault;
      const body = { name, email, handoverDelayDays, restrictToAssignedEntries, ownerKey };
      return (await answer(call.POST('/successors', { body }))).successor;
    },
    async pin(id, spoken) {
      const publicKey = (await successors()).find((each) => each.id === id)?.publicKey ?? '';
      await keep(await pin(vault, { id, publicKey }, spoken));
      const body = { keyFingerprint: await fingerprint(publicKey) };
      await answer(call.POST('/successors/{id}/verify', { params: { path: { id } }, body }));
    },
    async seal(threshold, bequests) {
      const keys = new Map((await successors()).map(({ id, publicKey }) => [id, publicKey]));
      const recipients = bequests.map(({ successorId: id, entryIds }) => ({
        id,
        publicKey: keys.get(id) ?? null,
        restricted: entryIds !== 'everything',
        entries: entryIds === 'everything' ? [] : sealed(entryIds),
      }));
      const decisions = bequests.map(({ successorId: id, entryIds }) =>
        entryIds === 'everything' ? { id, restricted: false } : { id, restricted: true, entryIds },
      );
      const decided = await decide(vault, { threshold, successors: decisions });
      const { shares, assignments, ...done } = await sealToSuccessors(decided, {
        threshold,
        successors: recipients,
      });
      // The bundle comes first: without its secrets nothing could be added to what is sent next.
      const keyBundleVersion = await keep(done.vault);
      await answer(call.PUT('/successors/shares', { body: { threshold, shares } }));
      for (const { successorId, envelopes } of assignments) {
        const params = { path: { id: successorId } };
        const entryIds = envelopes.map(({ entryId }) => entryId);
        const body = { entryIds, restrictToAssignedEntries: true, keyBundleVersion, envelopes };
        await answer(call.PUT('/successors/{id}/assigned-entries', { params, body }));
      }
    },
    successors,
    timeline: () => answer(call.GET('/inactivity/timeline')),
  };
}

/** An opened entry in the words of the demo. */
export function readWritten(id: string, text: string): WrittenEntry {
  const { category, fields } = readContent(text);
  return { id, category, plaintext: fields.text ?? '' };
}
