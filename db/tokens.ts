/**
 * The tokens in mailed links. Only their SHA-256 is stored, and they are minted when the mail is sent, so plain tokens
 * are never stored anywhere. Check-in tokens also carry an HMAC, so that forged ones cost no query. So do those that
 * stop our mail: they are a mailbox's hash, which no row has to keep.
 */
import { createHash, createHmac, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { Token, type TokenPurpose, type TokenRow } from './entities/token.ts';
import type { EntityManager } from './orm.ts';

export interface TokenRequest {
  purpose: TokenPurpose;
  userId: string;
  successorId?: string | null;
  handoverId?: string | null;
  registrationId?: string | null;
  epoch?: number | null;
  expiresAt?: Date | null;
}

const TOKEN_BYTES = 32;
const SEAL_BYTES = 16;

/** What an HMAC says it is for, of the tokens that carry one. */
const SEALED: Partial<Record<SealedPurpose, string>> = { check_in: 'check-in', stop_mail: 'stop mail' };

/** `stop_mail` has no rows. */
type SealedPurpose = TokenPurpose | 'stop_mail';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Adds and checks the HMAC of tokens that carry one. */
export interface TokenSeal {
  seal(purpose: SealedPurpose, token: string): string;
  /** Whether this text could be a token for this purpose, without a query. */
  plausible(purpose: SealedPurpose, text: string): boolean;
}

export function tokenSeal(secret: string): TokenSeal {
  const key = Buffer.from(secret, 'base64');
  const mac = (label: string, token: string) =>
    createHmac('sha256', key).update(`${label} ${token}`).digest().subarray(0, SEAL_BYTES);
  return {
    seal(purpose, token) {
      const label = SEALED[purpose];
      return label === undefined ? token : `${token}.${mac(label, token).toString('base64url')}`;
    },
    plausible(purpose, text) {
      const [token = '', seal, ...rest] = text.split('.');
      if (!/^[A-Za-z0-9_-]{43}$/.test(token) || rest.length > 0) return false;
      const label = SEALED[purpose];
      if (label === undefined) return seal === undefined;
      const given = Buffer.from(seal ?? '', 'base64url');
      return given.length === SEAL_BYTES && timingSafeEqual(given, mac(label, token));
    },
  };
}

/** A seal that remembers the plain tokens made with it, for one attempt to send a mail. */
export function remembering(seal: TokenSeal): { seal: TokenSeal; minted: string[] } {
  const minted: string[] = [];
  const remember: TokenSeal['seal'] = (purpose, token) => {
    const sealed = seal.seal(purpose, token);
    minted.push(sealed);
    return sealed;
  };
  return { seal: { ...seal, seal: remember }, minted };
}

/** Deletes tokens that certainly reached nobody. */
export async function forgetTokens(em: EntityManager, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await em.nativeDelete(Token, { hash: { $in: tokens.map(sha256) } });
}

/** The token with which the holder of a mailbox stops our mail. @param mailbox its hash */
export const stopToken = (seal: TokenSeal, mailbox: Buffer): string =>
  seal.seal('stop_mail', mailbox.toString('base64url'));

/** The hash of the mailbox that a token stops mail to; null if it is none of ours. */
export const stoppedMailbox = (seal: TokenSeal, token: string): Buffer | null =>
  seal.plausible('stop_mail', token) ? Buffer.from(token.slice(0, token.indexOf('.')), 'base64url') : null;

/** A plain token, and the hash that we store. */
export interface NewToken {
  token: string;
  hash: Buffer;
}

export function newToken(seal: TokenSeal, purpose: TokenPurpose): NewToken {
  const token = seal.seal(purpose, randomBytes(TOKEN_BYTES).toString('base64url'));
  return { token, hash: sha256(token) };
}

/** Mints a token and stores its hash. The plain token exists only in the return value. */
export async function mintToken(
  em: EntityManager,
  seal: TokenSeal,
  request: TokenRequest,
  now: Date,
): Promise<string> {
  const { token, hash } = newToken(seal, request.purpose);
  await em.insert(Token, {
    id: randomUUIDv7(),
    hash,
    successorId: null,
    handoverId: null,
    registrationId: null,
    epoch: null,
    expiresAt: null,
    consumedAt: null,
    createdAt: now,
    ...request,
  });
  return token;
}

/** Finds a token's row, even if it is used or expired. Null if it never existed or has another purpose. */
export async function findToken(
  em: EntityManager,
  seal: TokenSeal,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenRow | null> {
  if (!seal.plausible(purpose, token)) return null;
  return em.findOne(Token, { hash: sha256(token), purpose }, { refresh: true });
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
