/**
 * The tokens in mailed links. Only their SHA-256 is stored, and they are minted when the mail is sent, so plain tokens
 * are never stored anywhere. Check-in tokens also carry an HMAC, so that a forged one costs no query. So do the tokens
 * that stop our mail: they contain a mailbox's hash and need no row.
 */
import { createHash, createHmac, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { Token, type TokenPurpose, type TokenRow } from './entities/token.ts';
import type { EntityManager } from './orm.ts';
import type { SecretList } from './secret-list.ts';

export interface TokenRequest {
  purpose: TokenPurpose;
  userId: string;
  successorId?: string | null;
  handoverId?: string | null;
  registrationId?: string | null;
  channelId?: string | null;
  toSecond?: boolean;
  epoch?: number | null;
  expiresAt?: Date | null;
}

const TOKEN_BYTES = 32;
const HMAC_BYTES = 16;

/** The purposes whose tokens carry an HMAC, and the label that goes into it. */
const SIGNED: Partial<Record<SignedPurpose, string>> = { check_in: 'check-in', stop_mail: 'stop mail' };

/** `stop_mail` has no rows. */
type SignedPurpose = TokenPurpose | 'stop_mail';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds and checks the HMAC of tokens that carry one. */
export interface TokenSigner {
  /** The token with its HMAC; unchanged if tokens for this purpose carry none. */
  sign(purpose: SignedPurpose, token: string): string;
  /** Whether this text could be a token for this purpose, without a query. */
  isPlausible(purpose: SignedPurpose, text: string): boolean;
}

/** @param secrets in base64: the one that signs, and those that are still accepted */
export function tokenSigner(secrets: SecretList): TokenSigner {
  // The hash in a token that stops mail keeps to the oldest secret (db/opt-outs.ts), so that secret alone signs it: both
  // end when it is removed.
  const oldest = secrets.at(-1) ?? secrets[0];
  const secretsFor = (purpose: SignedPurpose): SecretList => (purpose === 'stop_mail' ? [oldest] : secrets);
  const mac = (label: string, token: string, secret: string) =>
    createHmac('sha256', Buffer.from(secret, 'base64'))
      .update(`${label} ${token}`)
      .digest()
      .subarray(0, HMAC_BYTES);
  return {
    sign(purpose, token) {
      const label = SIGNED[purpose];
      if (label === undefined) return token;
      const [secret] = secretsFor(purpose);
      return `${token}.${mac(label, token, secret).toString('base64url')}`;
    },
    isPlausible(purpose, text) {
      const [token = '', hmac, ...rest] = text.split('.');
      if (!/^[A-Za-z0-9_-]{43}$/.test(token) || rest.length > 0) return false;
      const label = SIGNED[purpose];
      if (label === undefined) return hmac === undefined;
      const given = Buffer.from(hmac ?? '', 'base64url');
      return (
        given.length === HMAC_BYTES &&
        secretsFor(purpose).some((secret) => timingSafeEqual(given, mac(label, token, secret)))
      );
    },
  };
}

/** A signer that remembers the plain tokens made with it, for one attempt to send a mail. */
export function rememberingSigner(signer: TokenSigner): { tokenSigner: TokenSigner; minted: string[] } {
  const minted: string[] = [];
  const sign: TokenSigner['sign'] = (purpose, token) => {
    const signed = signer.sign(purpose, token);
    minted.push(signed);
    return signed;
  };
  return { tokenSigner: { ...signer, sign }, minted };
}

/** Deletes tokens that certainly reached nobody. */
export async function forgetTokens(em: EntityManager, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await em.nativeDelete(Token, { hash: { $in: tokens.map(sha256) } });
}

/** The token with which the holder of a mailbox stops our mail. @param mailbox its hash */
export const stopToken = (signer: TokenSigner, mailbox: Buffer): string =>
  signer.sign('stop_mail', mailbox.toString('base64url'));

/** The hash of the mailbox to which a token stops mail; null if the token isn't one of ours. */
export const stoppedMailbox = (signer: TokenSigner, token: string): Buffer | null =>
  signer.isPlausible('stop_mail', token)
    ? Buffer.from(token.slice(0, token.indexOf('.')), 'base64url')
    : null;

/** A plain token, and its hash, which we store. */
export interface NewToken {
  token: string;
  hash: Buffer;
}

export function newToken(signer: TokenSigner, purpose: TokenPurpose): NewToken {
  const token = signer.sign(purpose, randomBytes(TOKEN_BYTES).toString('base64url'));
  return { token, hash: sha256(token) };
}

/** Mints a token and stores its hash. The plain token exists only in the return value. */
export async function mintToken(
  em: EntityManager,
  signer: TokenSigner,
  request: TokenRequest,
  now: Date,
): Promise<string> {
  const { token, hash } = newToken(signer, request.purpose);
  await em.insert(Token, {
    id: randomUUIDv7(),
    hash,
    successorId: null,
    handoverId: null,
    registrationId: null,
    channelId: null,
    toSecond: false,
    epoch: null,
    expiresAt: null,
    consumedAt: null,
    createdAt: now,
    ...request,
  });
  return token;
}

/**
 * Finds a token's row, even if it is used or expired. Null if it never existed or has another purpose.
 *
 * @param purpose the one it must have, or those it may have
 */
export async function findToken(
  em: EntityManager,
  signer: TokenSigner,
  purpose: TokenPurpose | readonly TokenPurpose[],
  token: string,
): Promise<TokenRow | null> {
  const purposes = [purpose].flat().filter((each) => signer.isPlausible(each, token));
  if (purposes.length === 0) return null;
  return em.findOne(Token, { hash: sha256(token), purpose: { $in: purposes } }, { refresh: true });
}

export const tokenExpired = (row: TokenRow, now: Date): boolean =>
  row.expiresAt != null && row.expiresAt <= now;

/** Uses up a single-use token. @returns whether it was this call that did */
export async function consumeToken(em: EntityManager, row: TokenRow, now: Date): Promise<boolean> {
  const consumed = await em.nativeUpdate(
    Token,
    { id: row.id, consumedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] },
    { consumedAt: now },
  );
  return consumed === 1;
}

/** Deletes all tokens with these purposes, of an owner or of one of their successors. */
export async function killTokens(
  em: EntityManager,
  whose: { userId: string; successorId?: string },
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await em.nativeDelete(Token, { ...whose, purpose: { $in: [...purposes] } });
}
