/**
 * Passkeys (WebAuthn, discoverable credentials). Every use needs user verification, a fingerprint or a PIN, so a passkey
 * is two factors by itself. It belongs to the host of `FRONTEND_URL`, and works at no other.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Config } from '../../config.ts';
import { Passkey, type PasskeyRow } from '../../db/entities/passkey.ts';
import type { EntityManager } from '../../db/orm.ts';
import {
  CHALLENGE_LIVES_MS,
  type ChallengeUse,
  issueChallenge,
  readChallenge,
} from './passkey-challenges.ts';

type PasskeyConfig = Pick<
  Config,
  'FRONTEND_URL' | 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'TWO_FACTOR_ISSUER'
>;

/** EdDSA, ES256 and RS256 (COSE). Every authenticator has at least one of them. */
const ALGORITHMS = [-8, -7, -257];

const rpIdOf = ({ FRONTEND_URL }: PasskeyConfig): string => new URL(FRONTEND_URL).hostname;

/** Identifies the account. Authenticators return it with a signature, so nobody has to enter a name. */
const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');

const referenceTo = ({ credentialId: id, transports }: Pick<PasskeyRow, 'credentialId' | 'transports'>) => ({
  id,
  type: 'public-key' as const,
  transports,
});

/** The options of `navigator.credentials.create()`, in JSON. */
export const creationOptions = (
  config: PasskeyConfig,
  use: ChallengeUse,
  user: { id: string; email: string; name: string },
  existing: readonly PasskeyRow[],
  now: Date,
) => ({
  rp: { id: rpIdOf(config), name: config.TWO_FACTOR_ISSUER },
  user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
  challenge: issueChallenge(config, use, now),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
  timeout: CHALLENGE_LIVES_MS,
  attestation: 'none' as const,
  excludeCredentials: existing.map(referenceTo),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
});

/**
 * The options of `navigator.credentials.get()`, in JSON.
 *
 * @param allowed if left out, the authenticator offers all passkeys that it has for this service
 */
export const requestOptions = (
  config: PasskeyConfig,
  use: ChallengeUse,
  now: Date,
  allowed: readonly PasskeyRow[] = [],
) => ({
  challenge: issueChallenge(config, use, now),
  rpId: rpIdOf(config),
  timeout: CHALLENGE_LIVES_MS,
  userVerification: 'required' as const,
  allowCredentials: allowed.map(referenceTo),
});

/** Not loaded at start, because many processes never need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** What each check of a response expects, and when its challenge was issued. */
function expected(config: PasskeyConfig, use: ChallengeUse, now: Date) {
  let issuedAt: Date | null = null;
  return {
    issuedAt: () => issuedAt,
    expectations: {
      expectedOrigin: new URL(config.FRONTEND_URL).origin,
      expectedRPID: rpIdOf(config),
      requireUserVerification: true,
      expectedChallenge(challenge: string) {
        issuedAt = readChallenge(config, use, challenge, now);
        return issuedAt !== null;
      },
    },
  };
}

/** The library throws a plain Error for every response that it doesn't accept. */
const orNull = <T>(checked: Promise<T>): Promise<T | null> => checked.catch(() => null);

interface Sent<Response> {
  id: string;
  rawId: string;
  type: 'public-key';
  response: Response & { clientDataJSON: string };
}

/** What `navigator.credentials.create()` returned. */
export type NewCredential = Sent<{ attestationObject: string; transports?: string[] | undefined }>;

/** What `navigator.credentials.get()` returned. */
export type SignedCredential = Sent<{
  authenticatorData: string;
  signature: string;
  userHandle?: string | undefined;
}>;

/** An RSA key of 8192 bits has 1,040. Checking signatures of larger keys would take long. */
const LARGEST_KEY = 1_100;

/**
 * Drops what an authenticator says about its maker: we don't ask for it, and checking it could mean fetching addresses
 * that a stranger chose.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', decoded.get('authData')],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** @returns the new passkey's row; null if the response is not a genuine answer to a challenge of ours */
export async function readNewPasskey(
  config: PasskeyConfig,
  use: ChallengeUse,
  { userId, name, credential: sent }: { userId: string; name: string; credential: NewCredential },
  now: Date,
): Promise<PasskeyRow | null> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { expectations } = expected(config, use, now);
  const { id, rawId, type } = sent;
  const { clientDataJSON, transports = [] } = sent.response;
  const attestationObject = await orNull(withoutAttestation(sent.response.attestationObject));
  if (attestationObject === null) return null;
  const response = {
    ...{ id, rawId, type, clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject },
  };
  const checked = await orNull(
    verifyRegistrationResponse({ response, ...expectations, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!checked?.verified) return null;
  const { credential, credentialBackedUp: isSynced } = checked.registrationInfo;
  if (credential.publicKey.length > LARGEST_KEY) return null;
  return {
    id: randomUUIDv7(),
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    isSynced,
    name,
    createdAt: now,
    lastUsedAt: null,
    challengedAt: null,
  } as PasskeyRow;
}

/** A passkey whose signature is right. `takePasskey` makes sure that it is used only once. */
export interface ShownPasskey {
  passkey: PasskeyRow;
  counter: number;
  isSynced: boolean;
  challengedAt: Date;
}

/**
 * Checks a signature, and that the authenticator's counter has risen, if it has one: otherwise the passkey was copied.
 *
 * @returns null if anything is wrong, and if no account has such a passkey
 */
export async function readPasskey(
  em: EntityManager,
  config: PasskeyConfig,
  use: ChallengeUse,
  { id, rawId, type, response: { userHandle, ...signed } }: SignedCredential,
  now: Date,
): Promise<ShownPasskey | null> {
  const passkey = await em.findOne(Passkey, { credentialId: id }, { refresh: true });
  if (!passkey) return null;
  // At log-in the user hasn't said who they are, so the authenticator must (WebAuthn, 7.2, step 6).
  const isOwners = userHandle === undefined ? use !== 'log-in' : userHandle === userHandleOf(passkey.userId);
  if (!isOwners) return null;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { expectations, issuedAt } = expected(config, use, now);
  const { publicKey, counter } = passkey;
  const response = { id, rawId, type, clientExtensionResults: {}, response: signed };
  const credential = { id, publicKey: new Uint8Array(publicKey), counter };
  const checked = await orNull(verifyAuthenticationResponse({ response, ...expectations, credential }));
  const challengedAt = issuedAt();
  if (!checked?.verified || !challengedAt) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { passkey, counter: newCounter, isSynced: credentialBackedUp, challengedAt };
}

/**
 * Uses up the challenge. Call it in the transaction that needs the passkey: if that fails, the challenge remains
 * unused.
 *
 * @returns false if this or a later challenge was accepted already, or the passkey was used or removed at the same moment
 */
export async function takePasskey(
  em: EntityManager,
  { passkey, counter, isSynced, challengedAt }: ShownPasskey,
  now: Date,
): Promise<boolean> {
  const taken = await em.nativeUpdate(
    Passkey,
    {
      id: passkey.id,
      counter: passkey.counter,
      $or: [{ challengedAt: null }, { challengedAt: { $lt: challengedAt } }],
    },
    { counter, isSynced, challengedAt, lastUsedAt: now },
  );
  return taken === 1;
}
