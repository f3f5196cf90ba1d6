/**
 * A confirmed session was opened or confirmed with the password (and the second factor, if it is on) within the last
 * 15 minutes. Changes that weaken a switch or an account need one, so that a stolen token alone is not enough.
 */
import { Session, type SessionRow } from '../../db/entities/session.ts';
import type { EntityManager } from '../../db/orm.ts';
import { Problem } from '../http/errors.ts';
import type { Caller } from './caller.ts';

/** How long a confirmation lasts. A refresh does not extend it. */
const CONFIRMED_MS = 15 * 60_000;

/** How far apart trusted clocks may be. A confirmation dated further in the future is not valid. */
const CLOCKS_APART_MS = 5 * 60_000;

/** @returns when the confirmation of a session confirmed at this moment ends */
export const confirmedUntil = (at: Date): Date => new Date(at.getTime() + CONFIRMED_MS);

/** Whether the password was shown for this session within the last 15 minutes. */
export function isConfirmed({ confirmedAt }: Pick<SessionRow, 'confirmedAt'>, now: Date): boolean {
  if (!confirmedAt) return false;
  const age = now.getTime() - confirmedAt.getTime();
  return age < CONFIRMED_MS && age >= -CLOCKS_APART_MS;
}

/**
 * Requires a confirmed session, in a browser or a program.
 *
 * @throws Problem `confirmation_required`
 */
export function requireConfirmed({ session }: Pick<Caller, 'session'>, now: Date): void {
  if (!isConfirmed(session, now)) throw new Problem('confirmation_required');
}

/** Records that the password, and the second factor if it is on, has just been shown in this session. */
export async function confirmSession(em: EntityManager, sessionId: string, now: Date): Promise<void> {
  await em.nativeUpdate(Session, { id: sessionId, revokedAt: null }, { confirmedAt: now });
}
