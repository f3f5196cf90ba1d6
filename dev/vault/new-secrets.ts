/** New passwords and codes: chosen or written down by the person before anything depends on them. */
import { Failure } from '../cli/failure.ts';
import type { Invocation } from './invocation.ts';
import { changedNothing } from './problem.ts';
import type { Terminal } from './terminal.ts';

/** The vault is only as safe as its password: somebody who has copied the ciphertext can guess for ever. */
const SHORTEST_PASSWORD = 12;
const TRIES = 3;

/** Asks for a new password: twice where it is typed without being seen. */
export async function askNewPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.askSecret('New password: ');
  if ([...password].length < SHORTEST_PASSWORD) {
    throw new Failure(
      `That password is too short to protect a vault: choose at least ${SHORTEST_PASSWORD} characters, such as five words`,
    );
  }
  if (terminal.interactive && (await terminal.askSecret('The same again: ')) !== password) {
    throw new Failure('The two passwords differ: try again');
  }
  return password;
}

/** Shows a recovery code, and goes on only when its last group comes back. */
async function showRecoveryCode({ terminal, print, note }: Invocation, recoveryCode: string): Promise<void> {
  print(
    [
      'Your recovery code. It is shown only now. If you forget your password, nothing else opens your vault.',
      'Write it on paper and keep it where your password is not:',
      '',
      `    ${recoveryCode}`,
      '',
    ].join('\n'),
  );
  const last = recoveryCode.split('-').at(-1) ?? '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    const typed = await terminal.ask('Type its last four characters, to be sure that you have it: ');
    if (typed.trim().toUpperCase() === last) return;
    note('Those are not its last four characters.');
  }
  throw new Failure('Nothing was changed: run this again for another code');
}

export const IN_DOUBT = 'keep it and the one before, and make another with `npm run vault -- recovery-code`';

/**
 * Shows a recovery code, then makes it count.
 *
 * @param doubt what to do with it if nobody knows whether it counts
 */
export async function introduceRecoveryCode<T>(
  invocation: Invocation,
  recoveryCode: string,
  store: () => Promise<T>,
  doubt: string,
): Promise<T> {
  let isSent = false;
  try {
    await showRecoveryCode(invocation, recoveryCode);
    isSent = true;
    return await store();
  } catch (error) {
    invocation.note(
      !isSent || changedNothing(error)
        ? 'The recovery code above does not count: destroy it.'
        : `It is not known whether the recovery code above counts: ${doubt}.`,
    );
    throw error;
  }
}
