/** Picks one of the things that an owner has named. */
import { CommandFailure } from './failure.ts';
import { oneLine } from './printing.ts';

/**
 * @param what one and several of them, for messages
 * @param command lists them
 * @throws CommandFailure unless exactly one has this name or ID
 */
export function findNamed<T extends { id: string; name: string }>(
  all: readonly T[],
  wanted: string,
  what: { one: string; several: string; command: string },
): T {
  const found = all.filter(({ id, name }) => id === wanted || oneLine(name) === wanted);
  const [first] = found;
  if (!first)
    throw new CommandFailure(
      `No ${what.one} has the name or ID ${wanted}: \`vault-handover ${what.command}\` lists them`,
    );
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(' or ');
    throw new CommandFailure(`Several ${what.several} are called ${wanted}: use an ID instead, ${ids}`);
  }
  return first;
}
