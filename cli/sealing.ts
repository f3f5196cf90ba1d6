/** Comparing keys, leaving entries to successors, and new keys for the vault. */
import {
  compareKey,
  differsFromList,
  findPin,
  type Owner,
  openEntries,
  type Progress,
  readLeft,
  readSuccession,
  readSuccessors,
  renewKeys,
  renewLists,
  type SuccessionChoices,
  type Successor,
  type SuccessorChoice,
  saveSuccession,
  takesShare,
  whyNewKeys,
} from '../client/index.ts';
import { areSixWords, CryptoError, readSuccessorKeys, WORDS } from '../crypto/index.ts';
import { asDecided, decidedEntries } from './decisions.ts';
import { findEntry } from './entries.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { command, type Invocation } from './invocation.ts';
import { type OwnerSession, ownerSession, rememberDeparted } from './owner.ts';
import { counted, oneLine } from './printing.ts';
import { findSuccessor } from './successor.ts';
import { requireYes } from './terminal.ts';

/** @throws UsageFailure */
export function readQuorum(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^([1-9]|1[0-5])$/.test(text)) throw new UsageFailure('--quorum must be a whole number from 1 to 15');
  return Number(text);
}

/**
 * How many must accept: as `--quorum` says, or as the owner decided before. The service is not asked, because it could
 * claim that one is enough.
 *
 * @param successors to whom something can be sealed
 * @returns also what was decided before, unless `--quorum` says how many
 * @throws CommandFailure if there are not enough of them, or nothing was decided
 */
export async function thresholdFor(
  owner: Owner,
  { length: successors }: readonly Successor[],
  wanted: number | undefined,
): Promise<Omit<SuccessionChoices, 'people'>> {
  if (successors === 0) return { threshold: 1 };
  const { threshold: decided } = await readSuccessorKeys(owner.unlocked().vault);
  const threshold = wanted ?? decided ?? (successors === 1 ? 1 : 0);
  if (threshold === 0) throw new CommandFailure('Say how many successors must accept, with --quorum <k>');
  if (threshold > successors) {
    throw new CommandFailure(
      `A quorum of ${threshold} needs ${threshold} successors whose key you compared, and there are ${successors}: ` +
        'compare more with `vault-handover pin`, or name a lower quorum with --quorum',
    );
  }
  return { threshold, thresholdBefore: wanted === undefined ? decided : undefined };
}

export const pin = command({
  usage: '<successor>',
  what: "compares a successor's key with what they read out to you, and trusts it from then on",
  options: {},
  takes: [1, 1],
  async run(invocation, { words: [wanted = ''] }) {
    const { terminal, note, print } = invocation;
    const { api, open, confirmed } = await ownerSession(invocation);
    const { id, name: shown, email, publicKey } = findSuccessor(await readSuccessors(api), wanted);
    const name = oneLine(shown);
    if (publicKey === null)
      throw new CommandFailure(
        `${name} has not made a recovery kit yet: ask them to open the link in their email`,
      );
    const owner = await open();
    note(`You named ${name} at ${oneLine(email)}. Stop here if that is not the address you gave.`);
    note(`Have ${name} read the six words on their sheet out to you, by telephone or face to face.`);
    const heard = await terminal.ask(`The six words that ${name} reads out: `);
    const compared = await confirmed(() => compareKey(owner, { id, name: shown, email, heard }));
    if (!compared.matches) {
      if (compared.words.length === WORDS && !areSixWords(heard))
        throw new CommandFailure(
          'This version does not know these words: have them read the six words once more, or update vault-handover',
        );
      const { words } = compared;
      const which = words.length === 1 ? `Word ${words[0]} differs` : `Words ${words.join(', ')} differ`;
      throw new CommandFailure(
        `${which}, so one of the keys may have been swapped: have them read the words slowly once more, and if they ` +
          'still differ, ask them to make a new kit',
      );
    }
    print(`You have compared ${name}'s key. Leave them something with \`vault-handover assign\`.`);
  },
});

const SHOWN_EVERY_MS = 200;

/** One line that a terminal refreshes. Without a terminal, nothing is shown. */
function progressLine({ terminal, progress }: Invocation): Progress {
  let next = 0;
  return (done, total) => {
    if (!terminal.interactive || (Date.now() < next && done < total)) return;
    next = Date.now() + SHOWN_EVERY_MS;
    progress(`\r${done} of ${total} sealed${done < total ? '' : '\n'}`);
  };
}

/** Prints what is sealed to whom. */
async function printShares({ print }: Invocation, owner: Owner): Promise<void> {
  const { api } = owner;
  const { people } = await readSuccession(owner);
  const lines = (await readSuccessors(api)).map(async (successor) => {
    const { id, name, restrictToAssignedEntries } = successor;
    if (!takesShare(successor)) return `  ${oneLine(name)}: nothing yet, because the key is not compared`;
    if (people.find((each) => each.id === id)?.difference)
      return `  ${oneLine(name)}: nothing yet, because you have not decided what they get`;
    if (!restrictToAssignedEntries) return `  ${oneLine(name)}: everything, later entries too`;
    const { entryIds } = await readLeft(api, id);
    return `  ${oneLine(name)}: ${counted(entryIds.length, 'entry', 'entries')}`;
  });
  if (lines.length > 0) print((await Promise.all(lines)).join('\n'));
}

/** Decides what is left to these successors, and seals to all. If the vault gets new keys, says why. */
async function sealTo(
  invocation: Invocation,
  session: OwnerSession,
  owner: Owner,
  quorum: number | undefined,
  people: SuccessorChoice[],
): Promise<void> {
  const { print, note } = invocation;
  const successors = await readSuccessors(session.api);
  const able = successors.filter(takesShare);
  if (able.length === 0)
    throw new CommandFailure('No key of a successor is compared yet: do it with `vault-handover pin`');
  const choices = { ...(await thresholdFor(owner, able, quorum)), people };
  const { losing, raisedFrom } = await whyNewKeys(owner, choices);
  const { newKeys } = await asDecided(invocation, session, owner, () =>
    saveSuccession(owner, choices, progressLine(invocation)),
  );
  for (const { name } of successors.filter(({ id }) => losing.includes(id)))
    note(`${oneLine(name)} gets less than before.`);
  if (raisedFrom !== null) note(`Before, ${raisedFrom} of them had to accept.`);
  if (newKeys) note('The vault has new keys, because the old ones would still open what was sealed before.');
  await rememberDeparted(session, owner);
  print(`Sealed to ${counted(able.length, 'successor')}; ${choices.threshold} of them must accept.`);
  await printShares(invocation, owner);
}

export const assign = command({
  usage: '<successor> <entry>… [--only] [--quorum <k>] | <successor> --everything [--quorum <k>]',
  what: 'leaves entries to a successor, besides those they get already; --only makes it exactly these',
  options: { everything: { type: 'boolean' }, only: { type: 'boolean' }, quorum: { type: 'string' } },
  takes: [1, Number.POSITIVE_INFINITY],
  async run(invocation, { values, words: [wanted = '', ...titles] }) {
    const { everything = false, only = false } = values;
    if (everything ? titles.length > 0 || only : titles.length === 0)
      throw new UsageFailure('Name the entries, or say --everything');
    const quorum = readQuorum(values.quorum);
    const session = await ownerSession(invocation);
    const owner = await session.open();
    const successor = findSuccessor(await readSuccessors(session.api), wanted);
    const { id } = successor;
    if (!takesShare(successor) || !(await findPin(owner.unlocked().vault, id)))
      throw new CryptoError('key_not_pinned', { successorId: id });
    if (everything) {
      await sealTo(invocation, session, owner, quorum, [{ id, restricted: false, entryIds: [] }]);
      return;
    }
    // Otherwise the service could add entries to the list that the owner never saw.
    const before = only ? { entryIds: [] } : await decidedEntries(invocation, session, owner, successor);
    const entryIds = new Set(before.entryIds);
    const entries = await openEntries(owner);
    for (const title of titles) entryIds.add(findEntry(entries, title).id);
    const choice = { ...before, id, restricted: true, entryIds: [...entryIds] };
    await sealTo(invocation, session, owner, quorum, [choice]);
  },
});

/**
 * Asks the owner about lists that the service contradicts, and renews them if the owner agrees.
 *
 * @throws CommandFailure if the owner doesn't agree, or nobody can answer
 */
async function settleLists({ terminal, note }: Invocation, owner: Owner): Promise<void> {
  const different = (await renewLists(owner, { whole: true })).filter(differsFromList);
  if (different.length === 0) return;
  for (const { id, name, isRolledBack, missing, older, returned } of different) {
    const who = oneLine(name ?? id);
    if (isRolledBack)
      note(`The list that you signed for ${who} is missing, or older than one that this machine has seen.`);
    for (const each of missing) note(`The list for ${who} has ${each}, which is no longer in your vault.`);
    for (const each of returned)
      note(`${each} is in your vault again, and the list for ${who} does not have it.`);
    for (const each of older) note(`The list for ${who} has a newer version of ${each} than the service.`);
  }
  if (!terminal.interactive)
    throw new CommandFailure('Nothing was sealed: run this in a terminal to say whether that is right');
  await requireYes(terminal, 'Did you delete or restore this yourself, or was sealing interrupted?');
  await renewLists(owner, { accept: different });
}

export const seal = command({
  usage: '[--quorum <k>]',
  what: 'seals again to every successor whose key you compared; --quorum says how many must accept',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const quorum = readQuorum(values.quorum);
    const session = await ownerSession(invocation);
    const owner = await session.open();
    await settleLists(invocation, owner);
    await sealTo(invocation, session, owner, quorum, []);
  },
});

/** Gives the vault new keys, sealed to the successors who remain. If it is cut off, nothing has changed. */
export async function rotateVault(
  invocation: Invocation,
  session: OwnerSession,
  owner: Owner,
  { quorum, newSigner = false }: { quorum: number | undefined; newSigner?: boolean },
): Promise<void> {
  const successors = (await readSuccessors(session.api)).filter(takesShare);
  const wanted = await thresholdFor(owner, successors, quorum);
  const renewed = await asDecided(invocation, session, owner, () =>
    renewKeys(owner, { ...wanted, newSigner }, progressLine(invocation)),
  );
  const { entryCount } = renewed;
  if (newSigner && !renewed.newSigner)
    invocation.note(
      'The keys that you sign with stay the same, because the kits of some successors are too old for new ones: ' +
        'remove these people, add them again, and then replace the keys once more.',
    );
  await rememberDeparted(session, owner);
  invocation.print(
    `${counted(entryCount, 'entry has new keys', 'entries have new keys')}, sealed to ` +
      `${counted(successors.length, 'successor')}.`,
  );
  if (successors.length > 0) await printShares(invocation, owner);
}

export const rotate = command({
  usage: '[--quorum <k>]',
  what: 'replaces all your keys, including those that sign; if interrupted, it changes nothing',
  options: { quorum: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const quorum = readQuorum(values.quorum);
    const session = await ownerSession(invocation);
    await rotateVault(invocation, session, await session.open(), { quorum, newSigner: true });
  },
});
