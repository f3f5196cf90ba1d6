/** The owner behind a command: asked for the password once, and only when something needs it. */
import {
  departed,
  type Kdf,
  type KeyBundle,
  type LogIn,
  prepareLogIn,
  unlock as unlockVault,
  type Vault,
} from '../../crypto/index.ts';
import { Failure } from '../cli/failure.ts';
import { type Connection, connectOwner, type OwnConnection } from './connection.ts';
import type { Invocation } from './invocation.ts';
import { oneLine } from './printing.ts';
import { ApiProblem } from './problem.ts';
import { readSuccessors } from './succession.ts';
import type { Terminal } from './terminal.ts';

/** What to do about somebody who was removed. */
export const stillHolds = (name: string): string =>
  `${name} was removed but still holds keys: npm run vault -- rotate`;

/** A password that was typed just now. */
export interface TypedPassword {
  password: string;
  /** Its keys, by the account's version of the key derivation. */
  logIn: LogIn;
  /** How to derive a new password. */
  current: Kdf;
}

export interface Owner extends OwnConnection {
  /** Asks for the password at first, and derives its keys. */
  typed(): Promise<TypedPassword>;
  /** Opens the vault with the password, as it is stored at this moment. Says who still holds keys and should not. */
  open(): Promise<OpenVault>;
  unlock(): Promise<Vault>;
  /**
   * Keeps a changed key bundle at the service.
   *
   * @param version of the bundle that it is based on
   * @returns its own version
   * @throws ApiProblem `version_conflict` if that has been replaced since
   */
  storeBundle(vault: Vault, version: number): Promise<number>;
  /** Opens the vault, changes its bundle and keeps it. @returns the changed vault */
  changeBundle(change: (vault: Vault) => Promise<Vault>): Promise<Vault>;
  /** Does something again if the keys or the vault were changed elsewhere meanwhile. */
  again<T>(work: () => Promise<T>): Promise<T>;
  /** Confirms the session, for a request that cannot be repeated. */
  confirm(): Promise<void>;
  /** Does what may need a confirmed session, and confirms it only if the service says so. */
  confirmed<T>(work: () => Promise<T>): Promise<T>;
}

export interface OpenVault {
  vault: Vault;
  /** Of its key bundle. */
  version: number;
}

/** How often something is tried again after somebody else's change. */
const TRIES = 3;

const isConflict = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'version_conflict';

/** As the API takes it: our bundle is opaque to it. */
export const asBundle = (keyBundle: KeyBundle): Record<string, unknown> => ({ ...keyBundle });

async function askForPassword(terminal: Terminal, question: string): Promise<string> {
  let password = await terminal.askSecret(question);
  while (password === '' && terminal.interactive) password = await terminal.askSecret(question);
  if (password === '') throw new Failure('The password is missing: write it on a line of its own');
  return password;
}

/** Asks for a password and derives its keys, which takes about a second. */
export async function askPassword(
  terminal: Terminal,
  { call, answer }: Connection,
  email: string,
): Promise<TypedPassword> {
  const password = await askForPassword(terminal, `Password of ${oneLine(email)}, which opens the vault: `);
  const { kdf, current } = await answer(call.POST('/auth/kdf', { body: { email } }));
  return { password, logIn: await prepareLogIn({ email, password, kdf }), current };
}

/** The second factor, in a field for each kind: six digits are from the app, anything else is a recovery code. */
export async function askSecondFactor(
  terminal: Terminal,
): Promise<{ token: string } | { recoveryCode: string }> {
  const question = 'Code from your authenticator app, or one of the recovery codes for it: ';
  const code = (await terminal.askSecret(question)).trim();
  return /^\d{3} ?\d{3}$/.test(code) ? { token: code } : { recoveryCode: code };
}

/**
 * Remembers who was removed but still holds keys, so that `status` can say so without the password.
 *
 * @returns their names
 */
export async function rememberDeparted(connection: OwnConnection, vault: Vault): Promise<string[]> {
  const { session, keep } = connection;
  const present = (await readSuccessors(connection)).map(({ id }) => id);
  const names = (await departed(vault, present)).map(({ id, name }) => oneLine(name ?? id));
  if (JSON.stringify(names) !== JSON.stringify(session().departed ?? [])) await keep({ departed: names });
  return names;
}

/** @throws Failure if nobody is logged in */
export async function openOwner(invocation: Invocation): Promise<Owner> {
  const { terminal } = invocation;
  const connection = await connectOwner(invocation);
  const { call, answer, session } = connection;
  let told = false;
  let asked: Promise<TypedPassword> | undefined;
  const typed = () => {
    asked ??= askPassword(terminal, connection, session().email);
    return asked;
  };

  async function open(): Promise<OpenVault> {
    const { logIn } = await typed();
    const { user } = await answer(call.GET('/auth/profile'));
    const vault = await unlockVault(logIn, user);
    const names = await rememberDeparted(connection, vault);
    if (!told) for (const name of names) invocation.note(stillHolds(name));
    told = true;
    return { vault, version: user.keyBundleVersion };
  }
  async function storeBundle({ keyBundle }: Vault, keyBundleVersion: number): Promise<number> {
    const body = { keyBundle: asBundle(keyBundle), keyBundleVersion };
    const { user } = await confirmed(() => answer(call.PUT('/auth/profile', { body })));
    return user.keyBundleVersion;
  }
  async function again<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error;
        invocation.note('Somebody changed your vault or its keys meanwhile: reading them again.');
      }
    }
  }

  async function confirm(): Promise<void> {
    const { password } = (await typed()).logIn;
    const { user } = await answer(call.GET('/auth/profile'));
    const second = user.twoFactorEnabled ? await askSecondFactor(terminal) : {};
    await answer(call.POST('/auth/confirm', { body: { password, ...second } }));
  }
  async function confirmed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'confirmation_required') throw error;
    }
    await confirm();
    return work();
  }

  return {
    ...connection,
    typed,
    open,
    unlock: async () => (await open()).vault,
    storeBundle,
    changeBundle: (change) =>
      again(async () => {
        const { vault, version } = await open();
        const changed = await change(vault);
        if (changed !== vault) await storeBundle(changed, version);
        return changed;
      }),
    again,
    confirm,
    confirmed,
  };
}
