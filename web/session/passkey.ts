/** The browser's part in using passkeys. It is loaded when one is used. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { answered } from '../../client/api.ts';
import type { User } from '../../client/log-in.ts';
import type { PasskeyAssertion } from '../../client/passkeys.ts';
import { Problem } from '../../client/problem.ts';
import { api } from '../api/client.ts';
import { keys } from '../keys/keys.ts';
import { requireStillOpen } from './still-open.ts';

/** The same at every use, so that the authenticator returns the same secret (docs/crypto.md). */
const PRF_INPUT = new TextEncoder().encode('vault-prf-v2');

const CODES: Partial<Record<string, string>> = {
  // Closed, too late, or no matching passkey: browsers don't say which.
  NotAllowedError: 'passkey_not_used',
  AbortError: 'passkey_not_used',
  InvalidStateError: 'passkey_exists',
};

/** @throws Problem in place of the browser's error */
function refuse(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  throw new Problem({ code: CODES[name] ?? 'passkey_unsupported', status: 0, cause });
}

async function requestAssertion(options: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAssertion> {
  const extensions = { prf: { eval: { first: PRF_INPUT } } };
  const answer = await startAuthentication({ optionsJSON: { ...options, extensions } }).catch(refuse);
  const { id, rawId } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
  const secret = answer.clientExtensionResults.prf?.results?.first;
  return {
    credential: {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
    },
    prf: secret ? new Uint8Array(secret as ArrayBuffer) : null,
  };
}

/** Hands an assertion over to the worker, and keeps nothing of it here. */
async function withAssertion<Result>(
  assertion: PasskeyAssertion,
  task: (assertion: PasskeyAssertion) => Promise<Result>,
): Promise<Result> {
  try {
    return await task(assertion);
  } finally {
    assertion.prf?.fill(0);
  }
}

/** Logs in, and opens the vault if the passkey can. */
export async function logInWithPasskey(): Promise<User> {
  const { options } = await answered(api.POST('/auth/login/passkey/options'));
  return (await withAssertion(await requestAssertion(options), keys.logInWithPasskey)).user;
}

/** @param credentialId the passkey to use; one of the account's unless given */
async function requestSessionAssertion(credentialId?: string): Promise<PasskeyAssertion> {
  const { options } = await answered(api.POST('/auth/confirm/passkey/options'));
  const allowCredentials = options.allowCredentials.filter(({ id }) => id === (credentialId ?? id));
  return requestAssertion({ ...options, allowCredentials });
}

/** Opens the vault of the session. @throws Problem `passkey_opens_nothing` if the password is needed */
export async function unlockWithPasskey(): Promise<void> {
  const { isOpen } = await withAssertion(await requestSessionAssertion(), keys.unlockWithPasskey);
  if (!isOpen) throw new Problem({ code: 'passkey_opens_nothing', status: 0 });
  requireStillOpen();
}

/** Confirms the session. */
export async function confirmWithPasskey(): Promise<void> {
  const { credential } = await withAssertion(await requestSessionAssertion(), async (assertion) => assertion);
  await answered(api.POST('/auth/confirm/passkey', { body: { credential } }));
}

/** Makes a passkey and adds it to the account. @throws Problem `confirmation_required` before anything is made */
export async function addPasskey(name: string) {
  const { options } = await answered(api.POST('/passkeys/options'));
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = { ...options, extensions: { prf: {} } };
  const { id, rawId, response, clientExtensionResults } = await startRegistration({ optionsJSON }).catch(
    refuse,
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, attestationObject, transports },
  };
  const { passkey } = await answered(api.POST('/passkeys', { body: { name, credential } }));
  return { passkey, mayOpenVault: clientExtensionResults.prf?.enabled === true };
}

/** Lets a passkey open the vault. @throws Problem `passkey_opens_nothing` if its authenticator can't do that */
export async function letPasskeyOpen(credentialId: string, password: string): Promise<void> {
  await withAssertion(await requestSessionAssertion(credentialId), async ({ credential, prf }) => {
    if (!prf) throw new Problem({ code: 'passkey_opens_nothing', status: 0 });
    await keys.letPasskeyOpen({ credential, prf, password });
  });
}
