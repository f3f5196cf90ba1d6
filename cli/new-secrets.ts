/** New passwords and codes: the owner has typed or written them down before anything depends on them. */
import { didNothing } from './advice.ts';
import { CommandFailure } from './failure.ts';
import { onSignal } from './files.ts';
import type { Invocation } from './invocation.ts';
import type { Terminal } from './terminal.ts';

/** The vault is only as safe as its password: someone who has copied the ciphertext can guess without limit. */
const SHORTEST_PASSWORD = 12;
/** How many tries someone has, because people mistype. */
export const TRIES = 3;

/** Asks for a new password: twice where it is typed without being shown. */
export async function askNewPassword(terminal: Terminal): Promise<string> {
  const password = await terminal.askSecret('New password: ');
  if ([...password].length < SHORTEST_PASSWORD) {
    throw new CommandFailure(
      `That password is too short to protect a vault: choose at least ${SHORTEST_PASSWORD} characters, such as five words`,
    );
  }
  if (terminal.interactive && (await terminal.askSecret('Type it again: ')) !== password) {
    throw new CommandFailure('The two passwords differ: try again');
  }
  return password;
}

/** Shows a recovery code, and goes on once its last group was typed. */
async function showRecoveryCode({ terminal, print, note }: Invocation, recoveryCode: string): Promise<void> {
  print(
    [
      'Your recovery code. It is shown only once. If you forget your password, nothing else opens your vault.',
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
  throw new CommandFailure('Nothing was changed: run this again for another code');
}

export const IN_DOUBT = 'keep it and the one before, and make another with `vault-handover recovery-code`';

/**
 * Shows a recovery code, then makes it active.
 *
 * @param doubt advice for the owner if we can't tell whether the code is active
 */
export async function introduceRecoveryCode<T>(
  invocation: Invocation,
  recoveryCode: string,
  store: () => Promise<T>,
  doubt: string,
): Promise<T> {
  const noteDoubt = () =>
    invocation.note(`We don't know whether the recovery code above is active: ${doubt}.`);
  let isSent = false;
  let done = () => {};
  try {
    await showRecoveryCode(invocation, recoveryCode);
    isSent = true;
    done = onSignal(noteDoubt);
    return await store();
  } catch (error) {
    if (isSent && !didNothing(error)) noteDoubt();
    else invocation.note('The recovery code above is not active: destroy it.');
    throw error;
  } finally {
    done();
  }
}
