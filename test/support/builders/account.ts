/** Accounts opened as a client opens them: through the API, with a password that works at log-in. */
import { randomUUID } from 'node:crypto';
import { EmailChange } from '../../../db/entities/email-change.ts';
import type { TokenPurpose } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import { queueMail } from '../../../db/mail.ts';
import { mailboxHash } from '../../../db/opt-outs.ts';
import { mintToken } from '../../../db/tokens.ts';
import { client, type TestClient } from '../clients/client.ts';
import type { TestApi } from '../servers/api.ts';
import { base64 } from './base64.ts';
import { uniqueEmail } from './owner.ts';

export interface TestCredentials {
  email: string;
  name: string;
  /** As a client derives it: 32 bytes of base64. */
  password: string;
  salt: string;
}

export const credentials = (email = uniqueEmail('owner')): TestCredentials => ({
  email,
  name: 'Ada Account',
  ...newPassword(),
});

/** A password, as a client derives it, with the salt that it was derived with. */
export const newPassword = () => ({ password: base64(32), salt: base64(16) });

/** Mints what the worker would mint when it sends the verification mail, or another mail, by the API's clock. */
export async function verificationToken(
  api: TestApi,
  userId: string,
  livesMs = 86_400_000,
  purpose: TokenPurpose = 'verify_email',
): Promise<string> {
  const now = await api.deps.clock();
  const expiresAt = new Date(now + livesMs);
  return mintToken(api.em(), api.deps.tokenSigner, { purpose, userId, expiresAt }, new Date(now));
}

export const userOf = (api: TestApi, email: string) => api.em().findOneOrFail(User, { email });

export interface TestAccount extends TestCredentials {
  id: string;
}

/** Registers, and verifies the address unless told otherwise. */
export async function openAccount(api: TestApi, more: { verified?: boolean } = {}): Promise<TestAccount> {
  const given = credentials();
  const reply = await client(api).post('/auth/register', given);
  if (reply.status !== 201) throw new Error(`register answered ${reply.status}`);
  const { id } = await userOf(api, given.email);
  if (more.verified !== false) {
    const verified = await client(api).get(`/auth/verify-email?token=${await verificationToken(api, id)}`);
    if (verified.status !== 200) throw new Error(`verify-email answered ${verified.status}`);
  }
  return { ...given, id };
}

/** Logs in from a new browser. */
export async function logIn(api: TestApi, { email, password }: TestCredentials): Promise<TestClient> {
  const browser = client(api);
  const reply = await browser.post('/auth/login', { email, password });
  if (reply.status !== 200) throw new Error(`login answered ${reply.status}`);
  return browser;
}

/** An account with a browser that is logged in. */
export async function openLoggedIn(api: TestApi): Promise<TestAccount & { browser: TestClient }> {
  const account = await openAccount(api);
  return { ...account, browser: await logIn(api, account) };
}

export interface TestProgram extends TestClient {
  accessToken: string;
  refreshToken: string;
}

/** Logs in as a program, or as an app that a person uses. */
export async function logInProgram(
  api: TestApi,
  { email, password }: TestCredentials,
  session: 'app' | 'bearer' = 'bearer',
): Promise<TestProgram> {
  const reply = await client(api).post('/auth/login', { email, password, session });
  if (reply.status !== 200) throw new Error(`login answered ${reply.status}`);
  const { accessToken, refreshToken } = reply.body;
  return { ...client(api, { bearer: accessToken }), accessToken, refreshToken };
}

/** A pending change of address with both of its mails queued, as the route leaves it. */
export async function buildEmailChange(
  api: TestApi,
  owner: { id: string; email: string },
  email: string,
): Promise<void> {
  const em = api.em();
  const now = new Date(api.clock.now);
  await em.insert(EmailChange, {
    userId: owner.id,
    email,
    authHash: 'none',
    salt: base64(16),
    keyBundle: null,
    sessionId: randomUUID(),
    requestedAt: now,
  });
  const mailbox = mailboxHash(api.deps.config, email).toString('base64url');
  for (const [kind, recipient, data] of [
    ['email_change', email, { mailbox }],
    ['email_change_notice', owner.email, {}],
  ] as const) {
    await queueMail(em, { key: `${kind}/${randomUUID()}`, kind, recipient, userId: owner.id, data }, now);
  }
}
