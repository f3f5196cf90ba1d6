/** What the owner decided about successors, against what the service says of it. */
import {
  CryptoError,
  decide,
  hashLeft,
  type Pin,
  readSuccessorKeys,
  type Vault,
} from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import type { Connection } from './connection.ts';
import type { Invocation } from './invocation.ts';
import { counted, oneLine } from './printing.ts';
import type { Recipient } from './succession.ts';
import { demandYes } from './terminal.ts';
import { openOne, storedEntries } from './vault-entries.ts';

/**
 * How many must accept: what `--quorum` says, or what the owner decided before. The service is not asked, because it
 * could say one.
 *
 * @throws Failure if there are not enough of them, or nothing was decided
 */
export async function thresholdFor(
  vault: Vault,
  recipients: readonly unknown[],
  wanted: number | undefined,
): Promise<number> {
  if (recipients.length === 0) return 1;
  const threshold = wanted ?? (await readSuccessorKeys(vault)).threshold ?? (recipients.length === 1 ? 1 : 0);
  if (threshold === 0) throw new Failure('Say how many successors must accept, with --quorum <k>');
  if (threshold > recipients.length) {
    throw new Failure(
      `A quorum of ${threshold} needs ${threshold} successors with a pinned key, and there are ${recipients.length}: ` +
        'pin more of them, or name a lower quorum with --quorum',
    );
  }
  return threshold;
}

/** @throws CryptoError `key_not_pinned` */
export async function pinOf(vault: Vault, successorId: string): Promise<Pin> {
  const { pins } = await readSuccessorKeys(vault);
  const pin = Object.hasOwn(pins, successorId) ? pins[successorId] : undefined;
  if (!pin) throw new CryptoError('key_not_pinned', { successorId });
  return pin;
}

/** The titles of entries, as far as they open. */
async function titles(connection: Connection, vault: Vault, ids: readonly string[]): Promise<string> {
  const named: string[] = [];
  for await (const stored of storedEntries(connection)) {
    if (!ids.includes(stored.id)) continue;
    const { content } = await openOne(vault, stored);
    named.push(content ? `"${oneLine(content.title)}"` : stored.id);
  }
  return named.join(', ') || 'nothing';
}

/**
 * Asks whether what the service says is what the owner wants.
 *
 * @throws Failure if it is not, or nobody can answer
 */
async function ask({ terminal, note }: Invocation, difference: string): Promise<void> {
  if (!terminal.interactive)
    throw new Failure(`${difference} Nothing was sealed: run this in a terminal to decide it there`);
  note(difference);
  await demandYes(terminal, 'Is it right as the service says?');
}

/** @returns the vault with the owner's new decision */
async function settle(
  invocation: Invocation,
  connection: Connection,
  vault: Vault,
  recipients: readonly Recipient[],
  refusal: CryptoError,
): Promise<Vault> {
  const recipient = recipients.find(({ id }) => id === refusal.successorId);
  if (!recipient) throw refusal;
  const pin = await pinOf(vault, recipient.id);
  const { id, name, restricted, entries } = recipient;
  const who = oneLine(pin.name ?? name);
  const entryIds = entries.map((entry) => entry.id);
  if (refusal.what === 'name') {
    const compared = pin.name === null ? 'somebody without a name' : oneLine(pin.name);
    await ask(
      invocation,
      `The service calls somebody ${oneLine(name)}, and you compared that key with ${compared}.`,
    );
    return decide(vault, { successors: [{ id, name }] });
  }
  const listed = await titles(connection, vault, entryIds);
  const says = restricted ? `exactly this is left to ${who}: ${listed}` : `everything is left to ${who}`;
  const decided = !pin.restricted ? 'to leave them everything' : 'otherwise';
  const before =
    restricted !== pin.restricted && pin.restricted ? 'to leave them only some entries' : decided;
  await ask(invocation, `The service says that ${says}. You decided ${before}.`);
  return decide(vault, { successors: [{ id, restricted, ...(restricted ? { entryIds } : {}) }] });
}

/**
 * Does what needs the owner's decisions. Where the service says something else, the owner is asked, each time.
 *
 * @throws Failure if that is not what they want, or nobody can answer
 */
export async function asDecided<T>(
  invocation: Invocation,
  connection: Connection,
  vault: Vault,
  recipients: readonly Recipient[],
  work: (vault: Vault) => Promise<T>,
): Promise<T> {
  let agreed = vault;
  for (;;) {
    try {
      return await work(agreed);
    } catch (error) {
      if (!(error instanceof CryptoError) || error.code !== 'decision_differs') throw error;
      agreed = await settle(invocation, connection, agreed, recipients, error);
    }
  }
}

/**
 * What a successor has, as the service lists it, once the owner agrees that they decided so.
 *
 * @throws Failure if they do not
 */
export async function agreeOnList(
  invocation: Invocation,
  connection: Connection,
  vault: Vault,
  successorId: string,
  listed: readonly string[],
): Promise<void> {
  const pin = await pinOf(vault, successorId);
  if ((await hashLeft(listed)) === pin.left) return;
  const says = await titles(connection, vault, listed);
  const what = counted(listed.length, 'entry', 'entries');
  await ask(
    invocation,
    `The service says that ${what} ${listed.length === 1 ? 'is' : 'are'} left to ${oneLine(pin.name ?? successorId)} already: ${says}. You decided otherwise.`,
  );
}

/** The lists in which an entry is, as the owner decided them. What the service made up is left alone. */
export async function decidedListsWith(
  vault: Vault,
  entryId: string,
  listed: ReadonlyMap<string, readonly string[]>,
): Promise<{ id: string; entryIds: string[] }[]> {
  const { pins } = await readSuccessorKeys(vault);
  const changed: { id: string; entryIds: string[] }[] = [];
  for (const [id, entryIds] of listed) {
    const pin = Object.hasOwn(pins, id) ? pins[id] : undefined;
    const isDecided = pin?.restricted && pin.left === (await hashLeft(entryIds));
    if (isDecided && entryIds.includes(entryId))
      changed.push({ id, entryIds: entryIds.filter((each) => each !== entryId) });
  }
  return changed;
}
