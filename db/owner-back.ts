import type { HandoverRow } from './entities/handover.ts';
import type { EntityManager } from './orm.ts';

/**
 * When the owner of a completed handover came back; null if they haven't been seen since. The handover isn't touched
 * then, so only the log says it. Leaving `completed` alone doesn't show it: if a backup was restored, a successor who asks
 * for a new link starts the switch again.
 */
export async function ownerBackAt(
  em: EntityManager,
  { userId, completedAt }: Pick<HandoverRow, 'userId' | 'completedAt'>,
): Promise<Date | null> {
  if (!completedAt) return null;
  const [seen] = await em.execute<{ at: Date | string }[]>(
    `select at from activity
     where user_id = ? and at >= ? and (type in ('check_in', 'check_in_link')
       or type = 'login' and detail ->> 'session' is distinct from 'bearer'
       or type = 'switch_changed' and detail ->> 'from' = 'completed' and detail ->> 'to' <> 'completed'
         and detail ->> 'reason' is null)
     order by id limit 1`,
    [userId, completedAt],
  );
  return seen ? new Date(seen.at) : null;
}
