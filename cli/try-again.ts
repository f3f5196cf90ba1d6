/** What someone has typed must not be lost to a failure that passes. */
import { isProblem } from '../client/index.ts';
import { adviceOn } from './advice.ts';
import { HalfDone, sentence } from './failure.ts';
import type { Invocation } from './invocation.ts';

/**
 * Takes a step. If it fails and someone can answer, asks whether to take it again, as often as they like.
 *
 * @param step must be safe to repeat
 * @throws whatever the last try throws; at once if the entry was changed on another device, or part of it is done
 */
export async function untilDone<T>(
  { terminal, note }: Pick<Invocation, 'terminal' | 'note'>,
  step: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const advice = adviceOn(error);
      const isFinal = !advice || error instanceof HalfDone || isProblem(error, 'version_conflict');
      if (isFinal || !terminal.interactive) throw error;
      note(sentence(advice));
      const answer = await terminal.ask('What you typed is still here. Type yes to try again: ');
      if (answer.trim().toLowerCase() !== 'yes') throw error;
    }
  }
}
