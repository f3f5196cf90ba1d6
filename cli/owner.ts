/** The owner of the kept session, who is asked for the password once, and only when something needs it. */
import {
  type Api,
  confirmSession,
  type Derived,
  deriveOwn,
  differsFromList,
  isProblem,
  type Owner,
  openOwner,
  openVault,
  readDeparted,
  rememberBundle,
  renewListsAfter,
  type SecondFactor,
  type UnlockedVault,
  type User,
} from '../client/index.ts';
import { type KeptSession, resumeSession } from './connection.ts';
import { CommandFailure } from './failure.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { seenKeys } from './seen-keys.ts';
import type { Terminal } from './terminal.ts';

/** A password that was typed just now, with its keys. */
interface TypedPassword extends Derived {
  user: User;
}

export interface OwnerSession extends KeptSession {
  /** Asks for the password the first time, and derives its keys. */
  typed(): Promise<TypedPassword>;
  /** Opens the vault with the password. Says who still holds keys and should not. */
  open(): Promise<Owner>;
  /** Does what may need a confirmed session, and confirms it only if the service says so. */
  confirmed<T>(step: () => Promise<T>): Promise<T>;
}

/** What to do about keys that someone should no longer hold. */
export const stillHolds = (name: string): string =>
  `${name} still holds keys that should no longer open anything: \`vault-handover rotate\` makes them useless`;

/** Asks until something is typed. */
export async function askPassword(terminal: Terminal, email: string): Promise<string> {
  const question = `Password of ${oneLine(email)}, which opens the vault: `;
  let password = await terminal.askSecret(question);
  while (password === '' && terminal.interactive) password = await terminal.askSecret(question);
  if (password === '') throw new CommandFailure('The password is missing: write it on a line of its own');
  return password;
}

/** Six digits are from the app, anything else is a recovery code. */
export async function askSecondFactor(terminal: Terminal): Promise<SecondFactor> {
  const question = 'Code from your authenticator app, or one of the recovery codes for it: ';
  const code = (await terminal.askSecret(question)).trim();
  return /^\d{3} ?\d{3}$/.test(code) ? { twoFactorCode: code } : { recoveryCode: code };
}

/**
 * Remembers who holds keys and should no longer hold them, so that `status` can say so without the password.
 *
 * @returns their names
 */
export async function rememberDeparted(
  { session, keep }: Pick<KeptSession, 'session' | 'keep'>,
  owner: Owner,
): Promise<string[]> {
  const names = (await readDeparted(owner)).map(({ id, name }) => oneLine(name ?? id));
  if (JSON.stringify(names) !== JSON.stringify(session().departed ?? [])) await keep({ departed: names });
  return names;
}

/** An owner whose vault is open. This machine remembers how new its keys are. */
export async function ownerOf(
  { note, atEnd, sessionPath }: Invocation,
  api: Api,
  unlocked: UnlockedVault,
): Promise<Owner> {
  const seen = seenKeys(sessionPath);
  await rememberBundle(seen, unlocked.vault);
  const owner = openOwner(api, unlocked, {
    seen,
    onOutdated: () =>
      atEnd('renew the lists', async () => {
        for (const { id, name } of (await renewListsAfter(owner)).filter(differsFromList))
          note(
            `What the service has differs from the list that you signed for ${oneLine(name ?? id)}: look at your ` +
              'entries, and if everything is right, sign it again with `vault-handover seal`.',
          );
      }),
    onConflict: () => note('Another device has changed your vault or its keys: reading them again.'),
  });
  return owner;
}

/** @throws CommandFailure if you are not logged in */
export async function ownerSession(invocation: Invocation): Promise<OwnerSession> {
  const { terminal, note } = invocation;
  const kept = await resumeSession(invocation);
  const { api, session } = kept;

  async function derive(): Promise<TypedPassword> {
    const { email } = session();
    return deriveOwn(api, await askPassword(terminal, email), [email]);
  }
  let asked: Promise<TypedPassword> | undefined;
  const typed = () => {
    asked ??= derive();
    return asked;
  };

  async function confirmed<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (!isProblem(error, 'confirmation_required')) throw error;
    }
    const { logIn, user } = await typed();
    await confirmSession(api, logIn, user.twoFactorEnabled ? await askSecondFactor(terminal) : {});
    return step();
  }

  return {
    ...kept,
    typed,
    async open() {
      const { logIn, user } = await typed();
      const seen = seenKeys(invocation.sessionPath);
      const opened = await confirmed(() => openVault(api, logIn, user, seen));
      if (opened.state !== 'open')
        throw new CommandFailure(
          'Your password is right, but it does not open the keys that the service has now: `vault-handover login` says what to do',
        );
      const owner = await ownerOf(invocation, api, opened.unlocked);
      for (const name of await rememberDeparted(kept, owner)) note(`${stillHolds(name)}.`);
      return owner;
    },
    confirmed,
  };
}
