/**
 * The tokens of automations. Each may do one thing: check in for the owner, or read the state or the dates of the
 * switch. A route takes either sessions or such tokens, never both, so a token can do nothing that its scope does not name.
 */
import { createHash, randomBytes } from 'node:crypto';
import { withConnection } from '../../db/connection-queue.ts';
import { Automation, type AutomationScope } from '../../db/entities/automation.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { NewToken } from '../../db/tokens.ts';
import { Problem } from '../http/errors.ts';
import type { AutomationCaller } from './caller.ts';

/** People and scanners for leaked secrets recognise a token by its beginning. */
const TOKEN = /^vh_[A-Za-z0-9_-]{43}$/;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export function newAutomationToken(): NewToken {
  const token = `vh_${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashOf(token) };
}

/**
 * @returns null if the token is not one of ours, or is revoked or expired
 * @throws Problem `forbidden` if it has another scope
 */
export async function findAutomation(
  em: EntityManager,
  presented: string,
  scope: AutomationScope,
  now: Date,
): Promise<AutomationCaller | null> {
  if (!TOKEN.test(presented)) return null;
  const found = await withConnection(() => em.findOne(Automation, { hash: hashOf(presented) }));
  if (!found || (found.expiresAt && found.expiresAt <= now)) return null;
  if (found.scope !== scope)
    throw new Problem('forbidden', `This token is for ${found.scope}, and for nothing else.`);
  return { user: { id: found.userId }, automation: found, human: false };
}

/**
 * Records that a token was used. Call it in the transaction of the token's action, so that a token revoked in the
 * meantime has no effect.
 *
 * @throws Problem `unauthenticated`
 */
export async function useAutomation(
  em: EntityManager,
  { automation: { id } }: AutomationCaller,
  now: Date,
): Promise<void> {
  const used = await em.nativeUpdate(Automation, { id }, { lastUsedAt: now });
  if (used !== 1) throw new Problem('unauthenticated');
}
