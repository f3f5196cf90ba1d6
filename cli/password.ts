/** Changing, or replacing, what opens the vault: the password and the recovery code. */
import {
  answered,
  freshVault,
  prepareRecoveryCode,
  resetPassword,
  storePassword,
  storeRecoveryCode,
} from '../client/index.ts';
import { didNothing } from './advice.ts';
import { serverOf, visit } from './connection.ts';
import { command } from './invocation.ts';
import { askNewPassword, IN_DOUBT, introduceRecoveryCode } from './new-secrets.ts';
import { ownerSession } from './owner.ts';
import { oneLine } from './printing.ts';
import { readLink } from './server-address.ts';

export const password = command({
  usage: '[--new-code]',
  what: 'changes your password, and with --new-code your recovery code; your entries stay as they are',
  options: { 'new-code': { type: 'boolean' } },
  takes: [0, 0],
  async run(invocation, { values }) {
    const { api, typed, open, confirmed } = await ownerSession(invocation);
    const owner = await open();
    const chosen = await askNewPassword(invocation.terminal);
    const derived = await typed();
    const store = async (recoveryCode?: string) => {
      // Another device may have changed the keys while the password was typed.
      const unlocked = await freshVault(owner);
      const next = { password: chosen, ...(recoveryCode ? { recoveryCode } : {}) };
      await owner.update(await confirmed(() => storePassword(api, derived, unlocked, next)));
    };
    if (values['new-code']) {
      const code = await prepareRecoveryCode(owner);
      await introduceRecoveryCode(invocation, code, () => store(code), IN_DOUBT);
    } else
      await store().catch((error) => {
        if (!didNothing(error))
          invocation.note("We don't know whether your password was changed: try the new one first.");
        throw error;
      });
    const code = values['new-code']
      ? 'your new recovery code is active: destroy the old one'
      : 'your recovery code remains valid';
    invocation.print(`Your password has been changed. Your other sessions have ended; ${code}.`);
  },
});

export const recoveryCode = command({
  usage: '',
  what: 'replaces your recovery code',
  options: {},
  takes: [0, 0],
  async run(invocation) {
    const { open, confirmed } = await ownerSession(invocation);
    const owner = await open();
    const code = await prepareRecoveryCode(owner);
    const store = () => confirmed(() => storeRecoveryCode(owner, code));
    await introduceRecoveryCode(invocation, code, store, IN_DOUBT);
    invocation.print('Your new recovery code is active. Destroy the old one.');
  },
});

export const forgot = command({
  usage: '[address]',
  what: 'asks for an email with a link to reset a forgotten password',
  options: {},
  takes: [0, 1],
  async run(invocation, { words: [address] }) {
    const api = visit(await serverOf(invocation), invocation);
    const email = address ?? (await invocation.terminal.ask('Email address: '));
    const { message } = await answered(api.POST('/auth/forgot-password', { body: { email } }));
    invocation.print(`${oneLine(message)} Paste its link into \`vault-handover reset\`.`);
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
    const api = visit(invocation.server ?? server ?? (await serverOf(invocation)), invocation);
    const email = (address ?? (await terminal.ask('Email address of the account: '))).trim();
    const chosen = await askNewPassword(terminal);
    const { message } = await resetPassword(api, { token, email, password: chosen });
    invocation.print(`${oneLine(message)} Log in with it, and have your recovery code at hand.`);
  },
});
