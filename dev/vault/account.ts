/** Registering, logging in and out. */
import {
  CryptoError,
  createAccount,
  type Kdf,
  startOver,
  unlock,
  unlockArchived,
  unlockWithRecoveryCode,
  type Vault,
} from '../../crypto/index.ts';
import type { paths } from '../../docs/openapi.d.ts';
import { Failure } from '../cli/failure.ts';
import { connectOwner, type OwnConnection, serverOf, tokensOf, visit } from './connection.ts';
import { command, type Invocation } from './invocation.ts';
import { askNewPassword, IN_DOUBT, introduceRecoveryCode } from './new-secrets.ts';
import {
  asBundle,
  askPassword,
  askSecondFactor,
  type OpenVault,
  rememberDeparted,
  stillHolds,
  type TypedPassword,
} from './owner.ts';
import { storePassword } from './password.ts';
import { oneLine } from './printing.ts';
import { ApiProblem } from './problem.ts';
import { readLink } from './server-address.ts';
import { readSession, removeSession, writeSession } from './session-file.ts';
import { demandYes } from './terminal.ts';

type LoggedIn = paths['/auth/login']['post']['responses'][200]['content']['application/json'];

/** As the service stores it. */
const normalised = (email: string): string => email.trim().normalize('NFC').toLowerCase();

async function askAddress({ terminal }: Invocation, given: string | undefined): Promise<string> {
  const email = normalised(given ?? (await terminal.ask('Email address: ')));
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Failure('That is not an email address: type all of it');
  return email;
}

export const register = command({
  usage: '[address] [--name <name>]',
  what: 'opens an account; shows its recovery code, once',
  options: { name: { type: 'string' } },
  takes: [0, 1],
  async run(invocation, { values, words: [address] }) {
    const { terminal, print } = invocation;
    const { call, answer, server } = visit(serverOf(invocation), invocation);
    const email = await askAddress(invocation, address);
    const name = values.name ?? (await terminal.ask('Your name, as your successors know you: '));
    const chosen = await askNewPassword(terminal);
    const { current } = await answer(call.POST('/auth/kdf', { body: { email } }));
    const { password, salt, keyBundle, kdfVersion, recoveryCode } = await createAccount({
      email,
      password: chosen,
      kdf: current,
    });
    const body = { email, name, password, salt, kdfVersion, keyBundle: asBundle(keyBundle) };
    await introduceRecoveryCode(
      invocation,
      recoveryCode,
      () => answer(call.POST('/auth/register', { body })),
      'keep it if you get an email to confirm the address, and register again if you get none',
    );
    print(
      `Check the mailbox of ${email}: open the link there, or paste it into \`npm run vault -- verify\`. Then log in` +
        ` at ${server}.`,
    );
  },
});

export const verify = command({
  usage: '[--link <link>]',
  what: 'confirms your address with the link from the email',
  options: { link: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const { token, server } = readLink(
      values.link ?? (await invocation.terminal.ask('Link from the email: ')),
    );
    const { call, answer } = visit(invocation.server ?? server ?? serverOf(invocation), invocation);
    const { message } = await answer(call.GET('/auth/verify-email', { params: { query: { token } } }));
    invocation.print(oneLine(message));
  },
});

/** Logs in, with a second factor if the account asks for one. */
async function enter(
  { terminal }: Invocation,
  { call, answer }: Pick<OwnConnection, 'call' | 'answer'>,
  { email, password }: { email: string; password: string },
  deviceToken: string | null,
): Promise<LoggedIn> {
  const body = { email, password, session: 'app' as const, ...(deviceToken ? { deviceToken } : {}) };
  try {
    return await answer(call.POST('/auth/login', { body }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'two_factor_required') throw error;
  }
  const { token, recoveryCode } = {
    token: undefined,
    recoveryCode: undefined,
    ...(await askSecondFactor(terminal)),
  };
  const second = token === undefined ? { recoveryCode } : { twoFactorCode: token };
  return answer(call.POST('/auth/login', { body: { ...body, ...second } }));
}

/** More than anybody collects in years. A service that goes on for ever must not keep us. */
const MOST_PAGES = 100;

type Archived =
  paths['/auth/key-bundles']['get']['responses'][200]['content']['application/json']['keyBundles'];

/** Every archived bundle that holds keys, newest first. A reset by mail leaves one without any. */
async function archivedBundles({ call, answer }: OwnConnection): Promise<Archived> {
  const found: Archived = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = cursor === undefined ? {} : { cursor };
    const { keyBundles, nextCursor } = await answer(call.GET('/auth/key-bundles', { params: { query } }));
    found.push(...keyBundles.filter(({ keyBundle, fromReset }) => !fromReset && !('awaiting' in keyBundle)));
    // Those of resets come last, and may be many.
    if (nextCursor === null || keyBundles.some(({ fromReset }) => fromReset)) break;
    cursor = nextCursor;
  }
  return found;
}

/** Packages that were sealed after an older bundle have other secrets, so its envelopes would open nothing. */
const SEAL_AGAIN =
  'If you have successors, run `npm run vault -- seal`: what they hold may not fit these keys.';

/**
 * After a reset by mail the bundle holds no key, but the archive does.
 *
 * @returns also what to say once the vault's bundle is stored
 */
async function recover(
  invocation: Invocation,
  connection: OwnConnection,
  { logIn }: TypedPassword,
  user: LoggedIn['user'],
): Promise<{ vault: Vault; result: string }> {
  const keyBundles = await archivedBundles(connection);
  if (keyBundles.length === 0) throw new CryptoError('nothing_to_recover');
  invocation.note(
    'Your password was reset, so the vault needs the recovery code that you wrote down when you registered. If you ' +
      'no longer have it, `npm run vault -- login --start-over` begins an empty vault.',
  );
  const code = await invocation.terminal.askSecret('Recovery code of your vault: ');
  const open = (options: { older?: boolean }) =>
    unlockWithRecoveryCode(logIn, user, keyBundles, code, options);
  const opens = 'Your new password opens the vault from now on.';
  try {
    return { vault: await open({}), result: `The recovery code is right, and nothing was lost. ${opens}` };
  } catch (error) {
    if (!(error instanceof CryptoError) || error.code !== 'recovery_code_replaced') throw error;
  }
  invocation.note(
    'That code opens only an older copy of your keys, because a newer copy has another code. If you have a newer code, ' +
      'answer no and log in again with it. With the older keys, entries and successors from after them may not open.',
  );
  await demandYes(invocation.terminal, 'Put the older keys back?');
  const vault = await open({ older: true });
  return { vault, result: `The older keys are back. ${opens} ${SEAL_AGAIN}` };
}

/**
 * Opens the vault with an older bundle, because the present one does not open although the password is right.
 *
 * @returns null if no other opens, as after a reset, which changes the salt
 */
async function reviveArchived(
  { terminal, note }: Invocation,
  connection: OwnConnection,
  { logIn }: TypedPassword,
  user: LoggedIn['user'],
): Promise<Vault | null> {
  const vault = await unlockArchived(logIn, user, await archivedBundles(connection)).catch((error) => {
    if (error instanceof CryptoError) return null;
    throw error;
  });
  if (!vault) return null;
  note(
    'Your password is right, but it does not open the keys that the service has now: they are damaged, from a newer ' +
      'program, or somebody replaced them. An older copy of your keys opens. Entries and successors from after it may not.',
  );
  await demandYes(terminal, 'Put the older keys back?');
  return vault;
}

/** Opens the vault as it is, or makes it possible to open it. Stores the new bundle if there is one. */
async function settleKeys(
  invocation: Invocation,
  connection: OwnConnection,
  typed: TypedPassword,
  user: LoggedIn['user'],
  mayStartOver: boolean,
): Promise<OpenVault> {
  const { call, answer } = connection;
  const store = async (vault: Vault): Promise<OpenVault> => {
    const body = { keyBundle: asBundle(vault.keyBundle), keyBundleVersion: user.keyBundleVersion };
    const { user: stored } = await answer(call.PUT('/auth/profile', { body }));
    return { vault, version: stored.keyBundleVersion };
  };
  const present = await unlock(typed.logIn, user).catch((error) => {
    if (error instanceof CryptoError) return error;
    throw error;
  });
  if (!(present instanceof CryptoError)) return { vault: present, version: user.keyBundleVersion };
  if (mayStartOver) {
    const { vault, recoveryCode } = await startOver(typed.logIn, user);
    return introduceRecoveryCode(invocation, recoveryCode, () => store(vault), IN_DOUBT);
  }
  const older = await reviveArchived(invocation, connection, typed, user);
  if (older) {
    const opened = await store(older);
    invocation.print(`The older keys are back. ${SEAL_AGAIN}`);
    return opened;
  }
  if (present.code !== 'needs_recovery_code') throw present;
  const { vault, result } = await recover(invocation, connection, typed, user);
  const opened = await store(vault);
  invocation.print(result);
  return opened;
}

/** Whether guessing costs more. The service cannot talk us into less. */
const isStronger = (one: Kdf, other: Kdf): boolean =>
  one.memoryKiB >= other.memoryKiB &&
  one.passes >= other.passes &&
  (one.memoryKiB > other.memoryKiB || one.passes > other.passes);

/** Derives the same password in the newest way, if that costs a guesser more. */
async function moveToNewest(
  { print }: Invocation,
  connection: OwnConnection,
  typed: TypedPassword,
  opened: OpenVault,
): Promise<void> {
  if (!isStronger(typed.current, typed.logIn.kdf)) return;
  await storePassword(connection, typed, opened, typed.password);
  print('Your password is the same, but it is protected better now. Other devices have to log in again.');
}

export const login = command({
  usage: '[address] [--start-over]',
  what: 'logs in; after a reset, asks for your recovery code; --start-over begins anew without it',
  options: { 'start-over': { type: 'boolean' } },
  takes: [0, 1],
  async run(invocation, { values, words: [address] }) {
    const { terminal, sessionPath, print } = invocation;
    const before = await readSession(sessionPath);
    const visitor = visit(invocation.server ?? before?.server ?? serverOf(invocation), invocation);
    const email = await askAddress(invocation, address);
    const typed = await askPassword(terminal, visitor, email);
    const known = before?.email === email && before.server === visitor.server;
    const {
      user,
      deviceToken = null,
      ...tokens
    } = await enter(invocation, visitor, typed.logIn, known ? before.deviceToken : null);
    if (before) await endQuietly(invocation);
    await writeSession(sessionPath, {
      version: 1,
      server: visitor.server,
      email,
      userId: user.id,
      ...tokensOf(tokens),
      deviceToken,
    });
    const connection = await connectOwner({ ...invocation, server: undefined });
    const opened = await settleKeys(invocation, connection, typed, user, values['start-over'] ?? false);
    await moveToNewest(invocation, connection, typed, opened);
    for (const name of await rememberDeparted(connection, opened.vault)) invocation.note(stillHolds(name));
    print(`You are logged in as ${email} at ${visitor.server}.`);
  },
});

/** Ends the session of the file, if the service still knows it. */
async function endQuietly(invocation: Invocation): Promise<boolean> {
  try {
    const { call, answer } = await connectOwner({ ...invocation, server: undefined });
    await answer(call.POST('/auth/logout'));
    return true;
  } catch (error) {
    return error instanceof ApiProblem && error.code === 'unauthenticated';
  }
}

export const logout = command({
  usage: '',
  what: 'ends the session',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const { sessionPath, print } = invocation;
    if (!(await readSession(sessionPath))) {
      print('You are not logged in.');
      return;
    }
    const ended = await endQuietly(invocation);
    await removeSession(sessionPath);
    if (!ended) {
      throw new Failure(
        'The session is gone from this machine, but the service could not be told: end it in a browser, or let it run out',
      );
    }
    print('You are logged out.');
  },
});
