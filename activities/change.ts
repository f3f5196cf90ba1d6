/** A change of a switch that the owner's open pages hear of. */

import type { EntityManager } from '../db/orm.ts';
import { type Change, changeSwitch, type LoadedSwitch } from '../db/switch.ts';
import type { ActivityDeps } from './deps.ts';

/** As `changeSwitch`, in a transaction of its own; once it has committed, a hint goes out. */
export async function changeAndAnnounce(
  { signRecord, announce }: Pick<ActivityDeps, 'signRecord' | 'announce'>,
  em: EntityManager,
  userId: string,
  now: Date,
  decide: (before: LoadedSwitch) => Change | null,
): Promise<LoadedSwitch | null> {
  const after = await changeSwitch({ em, signRecord, now }, userId, decide);
  if (after) announce(userId);
  return after;
}
