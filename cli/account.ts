/** Registering, logging in and out. */
import {
  type Api,
  acceptOlderBundle,
  answered,
  archivedBundles,
  derive,
  isProblem,
  logOut,
  moveToNewest,
  openSession,
  openVault,
  prepareAccount,
  putOlderKeysBack,
  type Registration,
  recover,
  register as registerAccount,
  type SessionRequest,
  startOver,
  storeNewKeys,
  type UnlockedVault,
  type User,
  type VaultState,
  verifyAddress,
} from '../client/index.ts';
import { CryptoError, type LogIn, normalAddress, readCode } from '../crypto/index.ts';
import { printable } from './advice.ts';
import { resumeSession, serverOf, tokensOf, visit } from './connection.ts';
import { CommandFailure, UsageFailure } from './failure.ts';
import { command, type Invocation } from './invocation.ts';
import { orNewLink } from './new-link.ts';
import { askNewPassword, IN_DOUBT, introduceRecoveryCode, TRIES } from './new-secrets.ts';
import { askPassword, askSecondFactor, ownerOf, rememberDeparted, stillHolds } from './owner.ts';
import { oneLine } from './printing.ts';
import { seenKeys } from './seen-keys.ts';
import { LOCAL_SERVER, readInvitationLink, readLink } from './server-address.ts';
import { endSession, isOpen, readSession, writeSession } from './session-file.ts';
import { requireYes } from './terminal.ts';

async function askAddress({ terminal }: Invocation, given: string | undefined): Promise<string> {
  const email = normalAddress(given ?? (await terminal.ask('Email address: ')));
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new CommandFailure('That is not an email address: type all of it');
  return email;
}

/** Asks for the link of an invitation where the service opens accounts by invitation only. */
async function registerInvited(
  { terminal, note }: Invocation,
  api: Api,
  registration: Registration,
): Promise<void> {
  try {
    return await registerAccount(api, registration);
  } catch (error) {
    if (!isProblem(error, 'invitation_required')) throw error;
    note('This service opens accounts by invitation only.');
  }
  for (let left = TRIES; ; left -= 1) {
    try {
      const invitation = readInvitationLink(await terminal.askSecret('Link of your invitation: '));
      return await registerAccount(api, { ...registration, invitation });
    } catch (error) {
      const isWrong = error instanceof UsageFailure || isProblem(error, 'invitation_required');
      if (!isWrong || left === 1) throw error;
      note(printable(error));
    }
  }
}

export const register = command({
  usage: '[address] [--name <name>]',
  what: 'opens an account; shows its recovery code, once',
  options: { name: { type: 'string' } },
  takes: [0, 1],
  async run(invocation, { values, words: [address] }) {
    const { terminal, print } = invocation;
    const { server = LOCAL_SERVER } = invocation;
    const api = visit(server, invocation);
    const email = await askAddress(invocation, address);
    const name = values.name ?? (await terminal.ask('Your name, as your successors know you: '));
    const password = await askNewPassword(terminal);
    const { recoveryCode, registration } = await prepareAccount(api, { name, email, password });
    await introduceRecoveryCode(
      invocation,
      recoveryCode,
      () => registerInvited(invocation, api, registration),
      'keep it if you get an email to confirm the address, and register again if you get none',
    );
    print(
      `Check the mailbox of ${email}: open the link there, or paste it into \`vault-handover verify\`. Then log in at ` +
        `${server}.`,
    );
  },
});

/** Sends the email for confirming an address again. */
const resendTo = (api: Api, email: string) =>
  answered(api.POST('/auth/resend-verification', { body: { email } }));

export const verify = command({
  usage: '[--link <link>]',
  what: 'confirms your address with the link from the email',
  options: { link: { type: 'string' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const { token, server } = readLink(
      values.link ?? (await invocation.terminal.ask('Link from the email: ')),
    );
    const api = visit(invocation.server ?? server ?? (await serverOf(invocation)), invocation);
    const send = async () => resendTo(api, await askAddress(invocation, undefined));
    const step = () => verifyAddress(api, token);
    const { message } = await orNewLink(invocation, step, { code: 'token_expired', send });
    invocation.print(oneLine(message));
  },
});

/** Opens a session, with a second factor if the account has one. */
async function enter({ terminal }: Invocation, api: Api, logIn: LogIn, deviceToken: string | null) {
  const request: SessionRequest = { session: 'app', deviceToken };
  try {
    return await openSession(api, logIn, request);
  } catch (error) {
    if (!isProblem(error, 'two_factor_required')) throw error;
  }
  return openSession(api, logIn, { ...request, ...(await askSecondFactor(terminal)) });
}

/** Packages that were sealed after an older bundle have other secrets, so its envelopes would open nothing. */
const SEAL_AGAIN =
  'If you have successors, run `vault-handover seal`: what they hold may not fit these keys.';
const OLDER_THAN_SEEN =
  'The newest keys that still open are older than those that this machine has seen. That happens after the service ' +
  'was restored from a backup. Otherwise someone may be undoing a change of yours, such as a new password or the ' +
  'removal of a successor: then answer no, and ask the people who run the service.';
const WAS_RESTORED = 'Do you know that a backup was restored?';
const OPENS = 'Your new password opens the vault from now on.';

/** After a reset by email the bundle holds no key, but the archive does. */
async function recoverVault(
  { terminal, note, print, sessionPath }: Invocation,
  api: Api,
  logIn: LogIn,
): Promise<UnlockedVault> {
  if ((await archivedBundles(api)).length === 0) throw new CryptoError('nothing_to_recover');
  note(
    'Your password was reset, so the vault needs the recovery code that you wrote down when you registered. If you ' +
      'no longer have it, `vault-handover login --start-over` begins an empty vault.',
  );
  const recoveryCode = await terminal.askSecret('Recovery code of your vault: ');
  // A code that can't be read says nothing about the keys.
  await readCode('recovery-code-v1', recoveryCode);
  const seen = seenKeys(sessionPath);
  try {
    const opened = await recover(api, logIn, { recoveryCode }, seen);
    print(`The recovery code is right, and nothing was lost. ${OPENS}`);
    return opened;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    if (error.code === 'bundle_rolled_back') {
      note(OLDER_THAN_SEEN);
      await requireYes(terminal, WAS_RESTORED);
    } else if (error.code === 'format_unknown') {
      note(
        'A newer version of this program has changed your keys, or someone has replaced them. Answer no, update this ' +
          'program and log in again. If that does not help: the code may open an older copy of your keys. With those, ' +
          'entries and successors added since then may not open.',
      );
      await requireYes(terminal, 'Put the older keys back?');
    } else if (error.code === 'recovery_code_replaced') {
      note(
        'That code opens only an older copy of your keys, because a newer copy has a different code. If you have a ' +
          'newer code, answer no and log in again with it. With the older keys, entries and successors added since ' +
          'then may not open.',
      );
      await requireYes(terminal, 'Put the older keys back?');
    } else throw error;
  }
  const opened = await recover(api, logIn, { recoveryCode, older: true }, seen);
  print(`The older keys are back. ${OPENS} ${SEAL_AGAIN}`);
  return opened;
}

async function reviveOlderKeys(
  { terminal, note, print, sessionPath }: Invocation,
  api: Api,
  logIn: LogIn,
): Promise<UnlockedVault> {
  note(
    'Your password is right, but it does not open the keys that the service has now: they are damaged, from a newer ' +
      'program, or someone replaced them. If you use a newer version of this program elsewhere, answer no and update ' +
      'this one. An older copy of your keys does open. Entries and successors added since then may not.',
  );
  await requireYes(terminal, 'Put the older keys back?');
  const opened = await putOlderKeysBack(api, logIn, seenKeys(sessionPath));
  print(`The older keys are back. ${SEAL_AGAIN}`);
  return opened;
}

async function acceptOlderKeys(
  { terminal, note, print, sessionPath }: Invocation,
  api: Api,
  logIn: LogIn,
): Promise<UnlockedVault> {
  note(OLDER_THAN_SEEN);
  await requireYes(terminal, WAS_RESTORED);
  const opened = await acceptOlderBundle(api, logIn, seenKeys(sessionPath));
  print(`The older keys are in use. ${SEAL_AGAIN}`);
  return opened;
}

async function beginEmptyVault(invocation: Invocation, api: Api, logIn: LogIn): Promise<UnlockedVault> {
  const keys = await startOver(api, logIn);
  return introduceRecoveryCode(invocation, keys.recoveryCode, () => storeNewKeys(api, logIn, keys), IN_DOUBT);
}

const WITHOUT_KEYS: Record<Exclude<VaultState, 'open'>, typeof recoverVault> = {
  older_keys: reviveOlderKeys,
  rolled_back: acceptOlderKeys,
  needs_recovery_code: recoverVault,
  // The service may be hiding the keys.
  no_keys: recoverVault,
};

/** Opens the vault, or does what it takes to open it. */
async function settleKeys(
  invocation: Invocation,
  api: Api,
  logIn: LogIn,
  user: User,
  mayStartOver: boolean,
): Promise<UnlockedVault> {
  const opened = await openVault(api, logIn, user, seenKeys(invocation.sessionPath)).catch((error) => {
    if (mayStartOver && error instanceof CryptoError) return null;
    throw error;
  });
  if (opened?.state === 'open') return opened.unlocked;
  if (mayStartOver || !opened) return beginEmptyVault(invocation, api, logIn);
  return WITHOUT_KEYS[opened.state](invocation, api, logIn);
}

export const login = command({
  usage: '[address] [--start-over]',
  what: 'logs in; after a reset, asks for your recovery code, or begins an empty vault with --start-over',
  options: { 'start-over': { type: 'boolean' } },
  takes: [0, 1],
  async run(invocation, { values, words: [address] }) {
    const { terminal, sessionPath, print, note } = invocation;
    const before = await readSession(sessionPath);
    const server = await serverOf(invocation);
    const visitor = visit(server, invocation);
    const email = await askAddress(invocation, address);
    const password = await askPassword(terminal, email);
    const derived = await derive(visitor, { email, password });
    const { logIn } = derived;
    const isKnown = before?.email === email && before.server === server;
    const {
      user,
      deviceToken = null,
      ...tokens
    } = await orNewLink(
      invocation,
      () => enter(invocation, visitor, logIn, isKnown ? before.deviceToken : null),
      { code: 'email_not_verified', send: () => resendTo(visitor, email) },
    );
    if (before) await endQuietly(invocation);
    await writeSession(sessionPath, {
      version: 1,
      server,
      email,
      userId: user.id,
      ...tokensOf(tokens),
      deviceToken,
    });
    const kept = await resumeSession({ ...invocation, server: undefined });
    const { api } = kept;
    const opened = await settleKeys(invocation, api, logIn, user, values['start-over'] ?? false);
    const moved = await moveToNewest(api, derived, password, opened);
    if (moved)
      print('Your password is the same, but it is protected better now. Other devices have to log in again.');
    for (const name of await rememberDeparted(kept, await ownerOf(invocation, api, moved ?? opened)))
      note(`${stillHolds(name)}.`);
    print(`You are logged in as ${email} at ${server}.`);
  },
});

/** Ends the session in the file. @returns whether the service was told */
async function endQuietly(invocation: Invocation): Promise<boolean> {
  try {
    const { api } = await resumeSession({ ...invocation, server: undefined });
    await logOut(api);
    return true;
  } catch {
    return false;
  }
}

export const logout = command({
  usage: '',
  what: 'ends the session',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const { sessionPath, print } = invocation;
    const before = await readSession(sessionPath);
    if (!before || !isOpen(before)) {
      print('You are not logged in.');
      return;
    }
    const isEnded = await endQuietly(invocation);
    await endSession(sessionPath, before);
    if (!isEnded) {
      throw new CommandFailure(
        'This machine no longer has the session, but the service could not be told: end it in a browser, or let it expire',
      );
    }
    print('You are logged out.');
  },
});
