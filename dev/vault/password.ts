/** Changing, or replacing, what opens the vault: the password and the recovery code. */
import { beginReset, changePassword, renewRecoveryCode } from '../../crypto/index.ts';
import { type Connection, serverOf, visit } from './connection.ts';
import { command } from './invocation.ts';
import { askNewPassword, IN_DOUBT, introduceRecoveryCode } from './new-secrets.ts';
import { asBundle, type OpenVault, openOwner, type TypedPassword } from './owner.ts';
import { oneLine } from './printing.ts';
import { readLink } from './server-address.ts';

/** Wraps the keys with a password, derived in the newest way, and logs in with it from then on. */
export async function storePassword(
  { call, answer }: Connection,
  { logIn, current }: TypedPassword,
  { vault, version: keyBundleVersion }: OpenVault,
  chosen: string,
): Promise<void> {
  const { newPassword, salt, keyBundle, kdfVersion } = await changePassword(vault, {
    email: logIn.email,
    password: chosen,
    kdf: current,
  });
  const body = {
    currentPassword: logIn.password,
    newPassword,
    salt,
    kdfVersion,
    keyBundle: asBundle(keyBundle),
    keyBundleVersion,
  };
  await answer(call.PUT('/auth/change-password', { body }));
}

export const password = command({
  usage: '',
  what: 'changes your password; nothing has to be encrypted anew',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const owner = await openOwner(invocation);
    const typed = await owner.typed();
    const chosen = await askNewPassword(invocation.terminal);
    // Only now, because somebody may have changed the keys while the password was typed.
    const opened = await owner.open();
    await owner.confirmed(() => storePassword(owner, typed, opened, chosen));
    invocation.print(
      'Your password is changed. Your other sessions have ended; your recovery code stays good.',
    );
  },
});

export const recoveryCode = command({
  usage: '',
  what: 'replaces your recovery code',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const owner = await openOwner(invocation);
    const { vault: before, version } = await owner.open();
    const { vault, recoveryCode: code } = await renewRecoveryCode(before);
    await introduceRecoveryCode(invocation, code, () => owner.storeBundle(vault, version), IN_DOUBT);
    invocation.print('The new recovery code works from now on. Destroy the old one.');
  },
});

export const forgot = command({
  usage: '[address]',
  what: 'asks for an email with which a forgotten password can be reset',
  options: {},
  takes: [0, 1],
  async run(invocation, { words: [address] }) {
    const { call, answer } = visit(serverOf(invocation), invocation);
    const email = address ?? (await invocation.terminal.ask('Email address: '));
    const { message } = await answer(call.POST('/auth/forgot-password', { body: { email } }));
    invocation.print(`${oneLine(message)} Paste its link into \`npm run vault -- reset\`.`);
  },
});

export const reset = command({
  usage: '[address] [--link <link>]',
  what: 'sets a new password with that link; the recovery code opens the vault at the next log-in',
  options: { link: { type: 'string' } },
  takes: [0, 1],
  async run(invocation, { values, words: [address] }) {
    const { terminal } = invocation;
    const { token, server } = readLink(values.link ?? (await terminal.ask('Link from the email: ')));
    const { call, answer } = visit(invocation.server ?? server ?? serverOf(invocation), invocation);
    const email = (address ?? (await terminal.ask('Email address of the account: '))).trim();
    const chosen = await askNewPassword(terminal);
    const { current } = await answer(call.POST('/auth/kdf', { body: { email } }));
    const fresh = await beginReset({ email, password: chosen, kdf: current });
    const body = { token, email, ...fresh, keyBundle: asBundle(fresh.keyBundle) };
    const { message } = await answer(call.POST('/auth/reset-password', { body }));
    invocation.print(`${oneLine(message)} Log in with it, and have your recovery code at hand.`);
  },
});
