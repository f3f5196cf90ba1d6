/**
 * The tokens in mailed links. Only their SHA-256 is stored, and they are minted at the moment of sending, so that
 * no plain token is ever at rest. Check-in tokens also carry an HMAC, so that a forged one costs no query.
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

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Makes and checks the outer form of tokens; made from `ACTIVITY_HMAC_SECRET` once, at start. */
export interface TokenSeal {
  seal(purpose: TokenPurpose, token: string): string;
  /** Whether the text can be a token of this purpose at all. No query. */
  plausible(purpose: TokenPurpose, text: string): boolean;
}

export function tokenSeal(secret: string): TokenSeal {
  const key = Buffer.from(secret, 'base64');
  const mac = (token: string) =>
    createHmac('sha256', key).update(`check-in ${token}`).digest().subarray(0, SEAL_BYTES);
  return {
    seal: (purpose, token) =>
      purpose === 'check_in' ? `${token}.${mac(token).toString('base64url')}` : token,
    plausible(purpose, text) {
      const [token = '', seal, ...rest] = text.split('.');
      if (!/^[A-Za-z0-9_-]{43}$/.test(token) || rest.length > 0) return false;
      if (purpose !== 'check_in') return seal === undefined;
      const given = Buffer.from(seal ?? '', 'base64url');
      return given.length === SEAL_BYTES && timingSafeEqual(given, mac(token));
    },
  };
}

/** A seal that remembers the tokens made with it, in plain: for as long as one try of a mail takes. */
export function remembering(seal: TokenSeal): { seal: TokenSeal; minted: string[] } {
  const minted: string[] = [];
  const remember: TokenSeal['seal'] = (purpose, token) => {
    const sealed = seal.seal(purpose, token);
    minted.push(sealed);
    return sealed;
  };
  return { seal: { ...seal, seal: remember }, minted };
}

/** Deletes tokens that surely reached nobody. */
export async function forgetTokens(em: EntityManager, tokens: readonly string[]): Promise<void> {
  if (tokens.length > 0) await em.nativeDelete(Token, { hash: { $in: tokens.map(sha256) } });
}

/** A token in plain, which is kept nowhere, and what is stored of it. */
export interface NewToken {
  token: string;
  hash: Buffer;
}

export function newToken(seal: TokenSeal, purpose: TokenPurpose): NewToken {
  const token = seal.seal(purpose, randomBytes(TOKEN_BYTES).toString('base64url'));
  return { token, hash: sha256(token) };
}

/** Mints a token and stores its hash. The plain token is returned once, and is nowhere else. */
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

/** Finds the row of a token, whether used or expired; null for one that never was or is of another purpose. */
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

/** Uses up a single-use token. @returns whether this call was the one that did */
export async function consumeToken(em: EntityManager, row: TokenRow, now: Date): Promise<boolean> {
  const consumed = await em.nativeUpdate(
    Token,
    { id: row.id, consumedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] },
    { consumedAt: now },
  );
  return consumed === 1;
}

/** Makes every token of these purposes worthless, for an owner or for one of their successors. */
export async function killTokens(
  em: EntityManager,
  whose: { userId: string; successorId?: string },
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await em.nativeDelete(Token, { ...whose, purpose: { $in: [...purposes] } });
}
