import { Session } from '../../../db/entities/session.ts';
import type { TestApi } from '../servers/api.ts';
import type { BuiltOwner } from './owner.ts';

/** Confirms every session of an owner at this moment of the test, as `POST /auth/confirm` would. */
export async function confirmSessions(
  api: Pick<TestApi, 'em' | 'clock'>,
  { id: userId }: Pick<BuiltOwner, 'id'>,
): Promise<void> {
  await api.em().nativeUpdate(Session, { userId }, { confirmedAt: new Date(api.clock.now) });
}
