import { recordActivity } from '../../../db/activity-log.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { Client } from '../../auth/caller.ts';
import { stopRemoval, useRecoveryCode, useToken } from '../../auth/two-factor.ts';
import type { ApiDeps } from '../../deps.ts';
import { invalid, Problem } from '../../http/errors.ts';

/**
 * The second factor that was sent. An empty one is treated as absent, because forms send every field that they have.
 */
export interface PresentedFactor {
  token?: string | undefined;
  recoveryCode?: string | undefined;
}

/**
 * Checks the second factor, and stops its removal. Call it in the transaction that needs it: if that fails, the factor
 * remains unused.
 *
 * @throws Problem `two_factor_required` if none was sent, `two_factor_invalid` if it is wrong or was used
 */
export async function passSecondFactor(
  em: EntityManager,
  { deps, client, now }: { deps: ApiDeps; client: Client; now: Date },
  userId: string,
  { token, recoveryCode }: PresentedFactor,
): Promise<void> {
  if (token) {
    if (await useToken(em, deps.config, userId, token, now)) return stopRemoval(em, userId);
    throw new Problem(
      'two_factor_invalid',
      'This code is wrong or has already been used. Wait for the next one.',
    );
  }
  if (!recoveryCode) {
    throw new Problem('two_factor_required', 'Also send twoFactorCode or recoveryCode.');
  }
  const left = await useRecoveryCode(em, userId, recoveryCode, now);
  if (left === null)
    throw new Problem('two_factor_invalid', 'This recovery code is wrong or has already been used.');
  await stopRemoval(em, userId);
  const detail = { left };
  const record = { userId, type: 'two_factor_recovery_code_used', at: now, detail, ...client } as const;
  await recordActivity(em, deps.signRecord, record);
}

/**
 * As above, for a caller with a session, whose client would take 401 to mean that the session is over.
 *
 * @throws Problem `validation_failed` if none was sent, `wrong_two_factor_code` if it is wrong or was used
 */
export async function confirmSecondFactor(...given: Parameters<typeof passSecondFactor>): Promise<void> {
  try {
    await passSecondFactor(...given);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'two_factor_invalid') throw new Problem('wrong_two_factor_code', error.message);
    if (error.code !== 'two_factor_required') throw error;
    const message = 'is required because two-factor authentication is on';
    throw invalid([{ path: 'body.token', message }], 'Also send a two-factor code.');
  }
}
