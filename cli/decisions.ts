/** Asks the owner where the service contradicts their decisions about successors. */
import {
  agree,
  type Difference,
  findPin,
  type Owner,
  openEntries,
  readSuccession,
  type Successor,
  type SuccessorChoice,
  type SuccessorState,
} from '../client/index.ts';
import { CryptoError } from '../crypto/index.ts';
import { CommandFailure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import type { OwnerSession } from './owner.ts';
import { oneLine } from './printing.ts';
import { requireYes } from './terminal.ts';

async function titlesOf(owner: Owner, entryIds: readonly string[]): Promise<string> {
  const entries = (await openEntries(owner)).filter(({ id }) => entryIds.includes(id));
  const titles = entries.map(({ id, content }) => (content ? `"${oneLine(content.title)}"` : id));
  return titles.join(', ') || 'nothing';
}

async function inWords(owner: Owner, id: string, difference: Difference): Promise<string> {
  const pinned = await findPin(owner.unlocked().vault, id);
  const who = oneLine(pinned?.name ?? id);
  if (difference.what === 'leaves')
    return {
      opted_out: `The service says that ${who} does not want to be a successor.`,
      not_compared: `The service says that ${who}'s key is not compared, but you compared it. If they have made a new kit, compare it with \`vault-handover pin\`.`,
      stays: `The service says that ${who} is a successor again. According to your own keys, they no longer are.`,
    }[difference.stated];
  if (difference.what === 'name')
    return `The service calls this successor ${oneLine(difference.stated)}, but you compared the key of ${who}.`;
  if (difference.what === 'restricted' && !difference.stated)
    return `The service says that everything is left to ${who}. You decided to leave them only some entries.`;
  const titles = await titlesOf(owner, difference.entryIds);
  const decided = difference.what === 'restricted' ? 'to leave them everything' : 'otherwise';
  return `The service says that exactly this is left to ${who}: ${titles}. You decided ${decided}.`;
}

/**
 * Asks the owner about a difference, and records that they agree.
 *
 * @throws CommandFailure if they don't agree, or nobody can answer
 */
async function settle(
  { terminal, note }: Invocation,
  { confirmed }: OwnerSession,
  owner: Owner,
  { id, difference }: { id: string; difference: Difference },
): Promise<void> {
  const text = await inWords(owner, id, difference);
  if (!terminal.interactive)
    throw new CommandFailure(`${text} Nothing was sealed: run this in a terminal to decide it there`);
  note(text);
  await requireYes(terminal, 'Is it right as the service says?');
  await confirmed(() => agree(owner, { id, difference }));
}

const hasDifference = (state: SuccessorState): state is SuccessorState & { difference: Difference } =>
  state.difference !== null;

/**
 * Does a step that needs the owner's decisions, and asks the owner where the service contradicts them.
 *
 * @throws CommandFailure if they don't agree, or nobody can answer
 */
export async function asDecided<T>(
  invocation: Invocation,
  session: OwnerSession,
  owner: Owner,
  step: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await session.confirmed(step);
    } catch (error) {
      if (!(error instanceof CryptoError) || error.code !== 'decision_differs') throw error;
      const differing = (await readSuccession(owner)).people.filter(hasDifference);
      if (differing.length === 0)
        throw new CommandFailure(
          'You have not decided yet what each successor gets: leave them something with `vault-handover assign`',
        );
      for (const each of differing) await settle(invocation, session, owner, each);
    }
  }
}

/**
 * The entries that the owner left to a successor, asking where the service lists others.
 *
 * @returns no entries if nothing is decided yet
 * @throws CommandFailure if they get everything, if the owner doesn't agree, or if nobody can answer
 */
export async function decidedEntries(
  invocation: Invocation,
  session: OwnerSession,
  owner: Owner,
  { id: successorId, name }: Pick<Successor, 'id' | 'name'>,
): Promise<Pick<SuccessorChoice, 'entryIds' | 'decided'>> {
  for (;;) {
    const state = (await readSuccession(owner)).people.find(({ id }) => id === successorId);
    if (!state?.isDecided) return { entryIds: [], decided: state?.decided };
    const { restricted, entryIds, decided } = state;
    if (hasDifference(state)) {
      await settle(invocation, session, owner, state);
      continue;
    }
    // Leaving them some entries would take everything else away.
    if (!restricted)
      throw new CommandFailure(
        `${oneLine(name)} gets everything already: to leave them exactly these entries, add --only`,
      );
    return { entryIds, decided };
  }
}
