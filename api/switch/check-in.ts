import type { LoadedSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { ApiDeps } from '../deps.ts';
import { Problem } from '../http/errors.ts';
import { planned, toMoment } from './planned.ts';

/** The response to a check-in at this time. */
export const checkedInAt = (lastSeenAt: number, deadline: number | null) => ({
  message: "You've checked in.",
  lastSeenAt: new Date(lastSeenAt).toISOString(),
  deadline: toMoment(deadline),
});

/** The response to every kind of check-in. */
export async function checkedIn(deps: ApiDeps, em: EntityManager, current: LoadedSwitch | null, now: Date) {
  if (!current) throw new Problem('unauthenticated');
  const { deadline } = await planned(deps, em, current, now);
  return checkedInAt(current.state.lastSeenAt, deadline);
}
