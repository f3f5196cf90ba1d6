/** Records signs of life, on which every promise of the switch depends. */
import type { ActivityDetail } from '../../db/activity-log.ts';
import type { ActivityType } from '../../db/entities/activity.ts';
import type { LoadedSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import { changeSwitch, touchSwitch } from '../../db/switch.ts';
import type { ApiDeps } from '../deps.ts';
import type { Client } from './caller.ts';

/**
 * A person's log-in or check-in, a check-in by a link or by an automation or another program, or any other write by a
 * person in a browser or an app.
 */
export type SignOfLifeSource =
  | Extract<ActivityType, 'login' | 'check_in' | 'check_in_link'>
  | 'automation'
  | 'write';

function recordOf(source: SignOfLifeSource, detail: ActivityDetail, client: Client) {
  if (source === 'write') return null;
  return { type: source === 'automation' ? 'check_in' : source, detail, ...client } as const;
}

/**
 * Records that the owner is alive. Once this has committed, a pending release cannot happen.
 *
 * @param detail for the log
 * @returns the switch afterwards; null if the account was deleted, or if a plain write only updated `last_seen_at`
 */
export async function signOfLife(
  { rules, signRecord }: Pick<ApiDeps, 'rules' | 'signRecord'>,
  em: EntityManager,
  userId: string,
  source: SignOfLifeSource,
  client: Client,
  now: Date,
  detail: ActivityDetail = {},
): Promise<LoadedSwitch | null> {
  // A plain write is not logged, and an armed switch's workflow does not need to know either.
  if (source === 'write' && (await touchSwitch(em, userId, now))) return null;
  return changeSwitch(
    { em, signRecord, rules, now },
    userId,
    { kind: 'sign_of_life' },
    {
      record: recordOf(source, detail, client),
      ...(source === 'check_in_link' ? { signalWorkflow: 'always' } : {}),
      // Someone else may have the link, and a program may outlive its owner.
      ...(source === 'check_in_link' || source === 'automation' ? { beside: { linkUsedAt: now } } : {}),
    },
  );
}
