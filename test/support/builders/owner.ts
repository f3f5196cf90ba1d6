/** Rows as the API would have made them, for tests that are about something else. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { accessTokens } from '../../../api/auth/sessions.ts';
import { Session } from '../../../db/entities/session.ts';
import { Successor } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { changeSwitch, createSwitch } from '../../../db/switch.ts';
import { client, type TestClient } from '../clients/client.ts';
import type { TestApi } from '../servers/api.ts';

export interface BuiltOwner {
  id: string;
  email: string;
  /** A browser, whose writes are signs of life. */
  browser: TestClient;
  /** A program, whose writes are not. */
  program: TestClient;
}

type BuilderApi = Pick<TestApi, 'em' | 'deps' | 'config' | 'clock' | 'url' | 'origin'>;

export const uniqueEmail = (who = 'person'): string =>
  `${who}-${randomBytes(6).toString('hex')}@example.test`;

/** What a browser sends with every request, for those that no JSON client can send. */
export const cookieOf = ({ origin }: { origin: string }, { browser }: Pick<BuiltOwner, 'browser'>) => ({
  Cookie: `accessToken=${browser.cookies.get('accessToken')}`,
  Origin: origin,
});

/** A verified owner with two sessions. Nobody can log in with their password. */
export async function buildOwner(
  api: BuilderApi,
  more: { verified?: boolean; name?: string; email?: string } = {},
): Promise<BuiltOwner> {
  const now = new Date(api.clock.now);
  const em = api.em();
  const id = randomUUIDv7();
  const email = more.email ?? uniqueEmail('owner');
  await em.insert(User, {
    id,
    email,
    name: more.name ?? 'Olive Owner',
    authHash: 'none',
    salt: randomBytes(16).toString('base64'),
    keyBundle: null,
    emailVerifiedAt: more.verified === false ? null : now,
    twoFactorEnabled: false,
    plan: null,
    createdAt: now,
  });
  await createSwitch(em, id, now);
  const session = async (kind: 'browser' | 'bearer') => {
    const sessionId = randomUUIDv7();
    await em.insert(Session, {
      id: sessionId,
      userId: id,
      kind,
      refreshHash: randomBytes(32),
      rotatedAt: null,
      ipAddress: null,
      userAgent: null,
      createdAt: now,
      lastUsedAt: now,
      // Tests move the clock by years, and these sessions must outlast that.
      expiresAt: new Date(now.getTime() + 100 * 365 * 86_400_000),
      revokedAt: null,
      confirmedAt: now,
    });
    const longLived = accessTokens({ ...api.config, JWT_EXPIRES_IN: 100 * 365 * 86_400_000 });
    return longLived.issue(id, sessionId, now);
  };
  return {
    id,
    email,
    browser: client(api, { cookies: { accessToken: await session('browser') } }),
    program: client(api, { bearer: await session('bearer') }),
  };
}

export interface BuiltSuccessor {
  id: string;
  email: string;
}

interface SuccessorOptions {
  verified?: boolean;
  handoverDelayDays?: number;
  restrictToAssignedEntries?: boolean;
  name?: string;
  /** With a key that the owner has pinned. Nobody has its private half. */
  pinned?: true;
}

/** An owner whose switch is armed, because they have a verified successor. */
export async function buildOwnerWithSuccessor(
  api: BuilderApi,
  more: SuccessorOptions = {},
): Promise<BuiltOwner & { successor: BuiltSuccessor }> {
  const owner = await buildOwner(api);
  return { ...owner, successor: await buildSuccessor(api, owner, more) };
}

/** A successor of an owner, verified unless told otherwise. Arms the switch as verifying would. */
export async function buildSuccessor(
  api: BuilderApi,
  owner: Pick<BuiltOwner, 'id'>,
  more: SuccessorOptions = {},
): Promise<BuiltSuccessor> {
  const now = new Date(api.clock.now);
  const em = api.em();
  const id = randomUUIDv7();
  const email = uniqueEmail('successor');
  await em.insert(Successor, {
    id,
    userId: owner.id,
    email,
    name: more.name ?? 'Sam Successor',
    verifiedAt: more.verified === false ? null : now,
    optedOutAt: null,
    handoverDelayDays: more.handoverDelayDays ?? 0,
    restrictToAssignedEntries: more.restrictToAssignedEntries ?? true,
    publicKey: more.pinned ? randomBytes(1_216).toString('base64') : null,
    publicKeySalt: more.pinned ? randomBytes(16).toString('base64') : null,
    keyPinnedAt: more.pinned ? now : null,
    encryptedShare: null,
    sharesStale: false,
    createdAt: now,
  });
  await changeSwitch({ ...api.deps, em, now }, owner.id, { kind: 'eligibility_changed' });
  return { id, email };
}
