/** The account as its owner sees it. */
import type { z } from 'zod';
import type { Config } from '../../config.ts';
import type { UserRow } from '../../db/entities/user.ts';
import { planOf } from '../billing/plans.ts';
import type { UserBody } from '../routes/auth/schema.ts';

/**
 * @param lastSeenAt the last sign of life, from the switch
 * @param withBundle whether to include the key bundle, against which a password could be guessed: only if the password
 *   was just shown
 */
export const presentUser = (
  config: Config,
  user: Omit<UserRow, 'authHash' | 'keyBundleFromReset' | 'returnedAt'>,
  lastSeenAt: Date,
  withBundle: boolean,
): z.output<typeof UserBody> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  twoFactorEnabled: user.twoFactorEnabled,
  salt: user.salt,
  kdfVersion: user.kdfVersion,
  emailVerified: user.emailVerifiedAt != null,
  isAdmin:
    user.emailVerifiedAt != null && config.ADMIN_EMAILS.some((each) => each.toLowerCase() === user.email),
  plan: planOf(config, user.plan),
  language: user.language,
  timeZone: user.timeZone,
  keyBundle: ((withBundle && user.keyBundle) || null) as Record<string, unknown> | null,
  keyBundleVersion: user.keyBundleVersion,
  createdAt: user.createdAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
