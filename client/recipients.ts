/** Reads the data that sealing to successors needs. */
import {
  CryptoError,
  isUndecided,
  type Pin,
  type Recipient,
  readSuccessorKeys,
  type Vault,
} from '../crypto/index.ts';
import type { components } from '../docs/openapi.d.ts';
import { type Api, answered } from './api.ts';
import { noteEntry, noteWhole } from './notes.ts';
import type { Owner } from './owner.ts';
import { underPresentKey } from './present-keys.ts';
import { openStored, storedPages } from './stored-entries.ts';

/** A successor as the service describes them. */
export type Successor = components['schemas']['Successor'];

export const readSuccessors = async (api: Api): Promise<Successor[]> =>
  (await answered(api.GET('/successors'))).successors;

/** The entries that the service lists for a successor, with the state of their envelopes. */
export const readLeft = (api: Api, id: string) =>
  answered(api.GET('/successors/{id}/assigned-entries', { params: { path: { id } } }));

/** The salt of each entry in the vault, by its ID. Null where no key opens the entry. */
export type Salts = ReadonlyMap<string, string | null>;

/**
 * The salt of each entry in the vault; entries from before a rotation are put under the current keys first. Read it
 * after the vault: salts from after a rotation don't fit older keys.
 */
export async function readSalts(owner: Owner, vault: Vault): Promise<Salts> {
  const { api } = owner;
  const salts = new Map<string, string | null>();
  for await (const page of storedPages(api)) {
    for (const stored of page) {
      const readable = await underPresentKey(api, vault, stored);
      salts.set(stored.id, readable?.salt ?? null);
      if (readable) noteEntry(owner, stored.id, (await openStored(owner, readable)).signed);
    }
  }
  noteWhole(owner, new Set(salts.keys()));
  return salts;
}

/** Whether something can be sealed to them: their key was compared. The key itself is checked against our own pin. */
export const takesShare = ({ publicKey, keyPinnedAt, optedOut }: Successor): boolean =>
  publicKey !== null && keyPinnedAt !== null && !optedOut;

/** What is to be left to one successor. */
export interface SuccessorChoice {
  id: string;
  /** Only the entries listed, or everything. */
  restricted: boolean;
  entryIds: readonly string[];
  /** `SuccessorState.decided` as the owner was shown it. If another device has changed it since, nothing is saved. */
  decided?: string | null | undefined;
}

/**
 * All successors to whom something is left, and what: as the owner chose, or else as the service says. Successors
 * whose key the owner has only compared get nothing yet, whatever the service says: the owner is asked afterwards.
 *
 * @throws CryptoError `entry_refused` with the ID of an entry that is not in the vault, or that no key opens: they
 *   would not get it, and nobody would notice before the handover
 */
export async function recipientsOf(
  api: Api,
  vault: Vault,
  successors: readonly Successor[],
  choices: readonly SuccessorChoice[],
  salts: Salts,
): Promise<(Recipient & { name: string })[]> {
  const chosen = new Map(choices.map((choice) => [choice.id, choice]));
  return Promise.all(
    successors.filter(takesShare).map(async ({ id, name, publicKey, restrictToAssignedEntries }) => {
      const pin = await findPin(vault, id);
      const isNew = pin !== null && (await isUndecided(pin));
      const choice = chosen.get(id) ?? (isNew ? { restricted: true, entryIds: [] } : null);
      const restricted = choice?.restricted ?? restrictToAssignedEntries;
      if (!restricted) return { id, name, publicKey, restricted, entries: [] };
      const entryIds = choice?.entryIds ?? (await readLeft(api, id)).entryIds;
      const entries = entryIds.map((entryId) => {
        const salt = salts.get(entryId);
        if (!salt) throw new CryptoError('entry_refused', { entryId });
        return { id: entryId, salt };
      });
      return { id, name, publicKey, restricted, entries };
    }),
  );
}

/** The owner's own record of a successor. */
export async function findPin(vault: Vault, id: string): Promise<Pin | null> {
  const { pins } = await readSuccessorKeys(vault);
  return (Object.hasOwn(pins, id) ? pins[id] : undefined) ?? null;
}

/** The owner's decision about a successor, in a form that can be compared with an earlier one. */
export const decisionIn = ({ restricted, left }: Pin): string => (restricted ? left : 'everything');
