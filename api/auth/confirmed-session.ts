/**
 * A confirmed session: one that was opened, or confirmed, with the password (and the second factor where it is on)
 * within the last 15 minutes. Whatever weakens a switch or an account needs one, so that a stolen token alone does not.
 */
import { Session, type SessionRow } from '../../db/entities/session.ts';
import type { EntityManager } from '../../db/orm.ts';
import { Problem } from '../http/errors.ts';
import type { Caller } from './caller.ts';

/** How long a confirmation lasts. A refresh does not extend it. */
const CONFIRMED_MS = 15 * 60_000;

/** How far clocks that trust each other may be apart: a confirmation dated later than this is none. */
const CLOCKS_APART_MS = 5 * 60_000;

/** @returns until when a session that was confirmed at this moment counts as confirmed */
export const confirmedUntil = (at: Date): Date => new Date(at.getTime() + CONFIRMED_MS);

/** Whether the password was shown for this session within the last 15 minutes. */
export function isConfirmed({ confirmedAt }: Pick<SessionRow, 'confirmedAt'>, now: Date): boolean {
  if (!confirmedAt) return false;
  const age = now.getTime() - confirmedAt.getTime();
  return age < CONFIRMED_MS && age >= -CLOCKS_APART_MS;
}

/**
 * Lets nobody through but the holder of a confirmed session, in a browser or a program.
 *
 * @throws Problem `confirmation_required`
 */
export function requireConfirmed({ session }: Pick<Caller, 'session'>, now: Date): void {
  if (!isConfirmed(session, now)) throw new Problem('confirmation_required');
}

/** Notes that the holder of this session has just shown their password, and the second factor where it is on. */
export async function confirmSession(em: EntityManager, sessionId: string, now: Date): Promise<void> {
  await em.nativeUpdate(Session, { id: sessionId, revokedAt: null }, { confirmedAt: now });
}
