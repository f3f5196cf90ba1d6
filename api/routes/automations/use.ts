/** What the tokens of automations can do. */
import { recordActivity } from '../../../db/activity-log.ts';
import { type LoadedSwitch, loadSwitch } from '../../../db/load-switch.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { transact } from '../../../db/transact.ts';
import { useAutomation } from '../../auth/automations.ts';
import type { AutomationCaller, Client } from '../../auth/caller.ts';
import { signOfLife } from '../../auth/sign-of-life.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { checkedIn } from '../../switch/check-in.ts';
import { planned, toMoment } from '../../switch/planned.ts';
import { CheckIn } from '../activity/schema.ts';
import { SwitchState } from './schema.ts';

/** In UTC. */
const dayOf = (at?: Date | null): string | undefined => at?.toISOString().slice(0, 10);

export const checkIn = route('POST /automations/check-in', {
  name: 'checkInByAutomation',
  summary: 'Check in for the owner, with the token of an automation',
  description:
    'Ends reminders, a grace period or an open handover, and restarts the clock. The activity log says which ' +
    'automation it was.',
  access: 'automation',
  scope: 'check-in',
  limit: 'automation_check_in',
  responses: { 200: CheckIn },
  async handler({ em, caller, client, now, deps }) {
    const detail = { automation: caller.automation.name };
    const current = await signOfLife(deps, em, caller.user.id, 'automation', client, now, detail);
    await useAutomation(em, caller, now);
    return { body: await checkedIn(deps, em, current, now) };
  },
});

/** The switch, for an automation that reads it. Notes the use, and records the first of each day. */
export async function readSwitch(
  deps: ApiDeps,
  em: EntityManager,
  caller: AutomationCaller,
  client: Client,
  now: Date,
): Promise<LoadedSwitch> {
  const userId = caller.user.id;
  const current = await loadSwitch(em, userId);
  if (!current) throw new Problem('unauthenticated');
  const { lastUsedAt, name } = caller.automation;
  await transact(em, async (tx) => {
    await useAutomation(tx, caller, now);
    // A monitor asks every few minutes, and would bury the rest of the log.
    if (dayOf(lastUsedAt) === dayOf(now)) return;
    const record = { userId, type: 'status_read', at: now, ...client, detail: { automation: name } } as const;
    await recordActivity(tx, deps.signRecord, record);
  });
  return current;
}

export const readStatus = route('GET /automations/status', {
  name: 'readStatusByAutomation',
  summary: 'Read the state of the switch, with the token of an automation',
  description: 'Says nothing about the vault or the successors. No sign of life. Recorded once a day.',
  access: 'automation',
  scope: 'status',
  limit: 'automation_status',
  responses: { 200: SwitchState },
  async handler({ em, caller, client, now, deps }) {
    const current = await readSwitch(deps, em, caller, client, now);
    const { deadline, holds } = await planned(deps, em, current, now);
    const { status, lastSeenAt, pausedUntil } = current.state;
    return {
      body: {
        status,
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        deadline: toMoment(deadline),
        pausedUntil: toMoment(pausedUntil),
        holds,
      },
    };
  },
});
