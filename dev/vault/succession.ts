/** What an owner's client knows about successors before it seals anything to them. */
import type { components } from '../../docs/openapi.d.ts';
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';
import { counted, oneLine } from './printing.ts';
import { UsageFailure } from './usage-failure.ts';
import { type StoredEntry, storedEntries } from './vault-entries.ts';

export type Successor = components['schemas']['Successor'];

export async function readSuccessors({ call, answer }: Connection): Promise<Successor[]> {
  return (await answer(call.GET('/successors'))).successors;
}

/** @throws Failure unless exactly one is meant: by ID, address, name, or a part of the name */
export function findSuccessor(successors: readonly Successor[], wanted: string): Successor {
  const text = wanted.trim().toLowerCase();
  const ways: ((successor: Successor) => boolean)[] = [
    ({ id, email, name }) => [id, email, name.toLowerCase()].includes(text),
    ({ id, name }) =>
      text !== '' && (name.toLowerCase().includes(text) || (text.length >= 4 && id.startsWith(text))),
  ];
  for (const fits of ways) {
    const [found, ...more] = successors.filter(fits);
    if (found && more.length === 0) return found;
    if (found) throw new Failure(`Several successors fit "${wanted}": name one by the address`);
  }
  throw new Failure(`No successor fits "${wanted}": \`npm run vault -- successors\` lists them`);
}

/** Whether something can be sealed to them: their key was compared. The key itself is checked against our own pin. */
const isPinned = ({ publicKey, keyPinnedAt, optedOut }: Successor): boolean =>
  publicKey !== null && keyPinnedAt !== null && !optedOut;

export interface Recipient {
  id: string;
  name: string;
  publicKey: string | null;
  restricted: boolean;
  entries: { id: string; salt: string }[];
}

export interface Succession {
  /** Those with a pinned key. */
  recipients: Recipient[];
  /** The others, to whom nothing can be sealed yet. */
  waiting: Successor[];
}

/**
 * Everybody to whom something is left, and what.
 *
 * @param settle what each entry goes through first
 */
export async function readSuccession(
  connection: Connection,
  settle = async (stored: StoredEntry) => stored,
): Promise<Succession> {
  const { call, answer } = connection;
  const successors = await readSuccessors(connection);
  const salts = new Map<string, string>();
  for await (const stored of storedEntries(connection)) {
    const { id, salt } = await settle(stored);
    salts.set(id, salt);
  }
  const recipients = successors.filter(isPinned).map(async (successor) => {
    const { id, name, publicKey, restrictToAssignedEntries } = successor;
    if (!restrictToAssignedEntries) return { id, name, publicKey, restricted: false, entries: [] };
    const { entryIds } = await answer(
      call.GET('/successors/{id}/assigned-entries', { params: { path: { id } } }),
    );
    const entries = entryIds.flatMap((entryId) => {
      const salt = salts.get(entryId);
      return salt === undefined ? [] : [{ id: entryId, salt }];
    });
    return { id, name, publicKey, restricted: true, entries };
  });
  return {
    recipients: await Promise.all(recipients),
    waiting: successors.filter((each) => !isPinned(each)),
  };
}

/** Who gets what, in words. */
export const whoGetsWhat = ({ recipients, waiting }: Succession): string =>
  [
    ...recipients.map(({ name, restricted, entries }) => {
      const what = restricted ? counted(entries.length, 'entry', 'entries') : 'everything, later entries too';
      return `  ${oneLine(name)}: ${what}`;
    }),
    ...waiting.map(({ name }) => `  ${oneLine(name)}: nothing yet, because the key is not pinned`),
  ].join('\n');

/** @throws UsageFailure */
export function readQuorum(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^([1-9]|1[0-5])$/.test(text)) throw new UsageFailure('--quorum must be a whole number from 1 to 15');
  return Number(text);
}

/** The IDs that the service lists for each successor. */
export async function readLists(connection: Connection): Promise<Map<string, string[]>> {
  const lists = new Map<string, string[]>();
  for (const { id } of await readSuccessors(connection)) {
    const params = { path: { id } };
    const { entryIds } = await connection.answer(
      connection.call.GET('/successors/{id}/assigned-entries', { params }),
    );
    lists.set(id, entryIds);
  }
  return lists;
}
