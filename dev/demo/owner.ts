/** An owner at their browser, who does what the web client would, from registration to the last envelope. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Timeline } from '../../api/routes/inactivity/schema.ts';
import {
  addEntry,
  answered,
  compareKey,
  inviteSuccessor,
  logIn,
  openEntries,
  openOwner,
  openSession,
  prepareAccount,
  readStored,
  readSuccessors,
  recover,
  register,
  resetPassword,
  type Successor,
  saveSuccession,
  type UnlockedVault,
  type User,
  verifyAddress,
} from '../../client/index.ts';
import { type Content, CryptoError, type LogIn, type SealedEntry, type Vault } from '../../crypto/index.ts';
import { type ApiCaller, browser, openPage, program, type ServiceAccess, visitor } from '../callers.ts';
import { Failure } from '../cli/failure.ts';

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

/** Registers with new keys. Log-in works once the address is verified. @returns the recovery code, shown once */
export async function registerAccount(service: ServiceAccess, account: Account): Promise<string> {
  const call = visitor(service);
  const { recoveryCode, registration } = await prepareAccount(call, account);
  await register(call, registration);
  return recoveryCode;
}

/** Opens the link of the verification mail and presses the button. */
export async function confirmAddress(service: ServiceAccess, link: string): Promise<void> {
  await verifyAddress(visitor(service), await openPage(service, link));
}

/** Chooses a new password with the link from a mail, which works without the old one. */
export async function chooseNewPassword(
  service: ServiceAccess,
  link: string,
  account: Account,
): Promise<void> {
  const token = await openPage(service, link);
  await resetPassword(visitor(service), { token, ...account });
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
  ): Promise<Successor>;
  /**
   * Pins a successor's key, in the key bundle and then on the service.
   *
   * @param spoken what the successor read out from their sheet
   * @throws CryptoError `comparison_differs` when the service shows another key
   */
  pin(successor: { id: string; name: string; email: string }, spoken: string): Promise<void>;
  /** Seals to all successors what is left to them. */
  seal(threshold: number, bequests: readonly Bequest[]): Promise<void>;
  successors(): Promise<Successor[]>;
  timeline(): Promise<z.output<typeof Timeline>>;
}

/**
 * Logs in. After a reset, the recovery code opens the vault.
 *
 * @throws CryptoError `needs_recovery_code` after a reset without it
 */
export async function openBrowser(
  service: ServiceAccess,
  account: Account,
  recoveryCode?: string,
): Promise<OwnersBrowser> {
  const call = browser(service);
  const { user, derived, opened } = await logIn(call, account);
  if (opened.state === 'open') return ownersBrowser(service, call, derived.logIn, user, opened.unlocked);
  if (recoveryCode === undefined) throw new CryptoError('needs_recovery_code');
  const unlocked = await recover(call, derived.logIn, { recoveryCode });
  return ownersBrowser(service, call, derived.logIn, user, unlocked);
}

function ownersBrowser(
  service: ServiceAccess,
  call: ApiCaller,
  derived: LogIn,
  user: User,
  unlocked: UnlockedVault,
): OwnersBrowser {
  const owner = openOwner(call, unlocked);
  const stored = new Map<string, SealedEntry>();
  const keep = async (id: string) => stored.set(id, await readStored(call, id));

  return {
    get vault() {
      return owner.unlocked().vault;
    },
    logIn: derived,
    salt: user.salt,
    get entries() {
      return [...stored.values()];
    },
    call,
    async letProgramIn() {
      const { accessToken } = await openSession(visitor(service), derived, { session: 'bearer' });
      return program(service, accessToken ?? '');
    },
    async store(category, plaintext) {
      const id = randomUUID();
      const fields = { text: plaintext };
      await addEntry(owner, { id, content: { kind: 'note', title: category, category, tags: [], fields } });
      await keep(id);
      return { id, category, plaintext };
    },
    async readAll() {
      const entries = await openEntries(owner);
      for (const { id } of entries) await keep(id);
      return entries.map(({ id, content }) => asWritten(id, content));
    },
    nameSuccessor: (name, email, handoverDelayDays, restrictToAssignedEntries) =>
      inviteSuccessor(owner, { name, email, handoverDelayDays, restrictToAssignedEntries }),
    async pin({ id, name, email }, heard) {
      const compared = await compareKey(owner, { id, name, email, heard });
      if (!compared.matches) throw new CryptoError('comparison_differs');
    },
    async seal(threshold, bequests) {
      const people = bequests.map(({ successorId: id, entryIds }) =>
        entryIds === 'everything'
          ? { id, restricted: false, entryIds: [] }
          : { id, restricted: true, entryIds },
      );
      await saveSuccession(owner, { threshold, people });
    },
    successors: () => readSuccessors(call),
    timeline: () => answered(call.GET('/inactivity/timeline')),
  };
}

/** An opened entry in the words of the demo. @throws Failure if it does not open */
export function asWritten(id: string, content: Content | null): WrittenEntry {
  if (!content) throw new Failure(`The entry ${id} does not open`);
  return { id, category: content.category, plaintext: content.fields.text ?? '' };
}
