/** An owner in their grace period, as the planner would have brought them there. */

import { randomUUIDv7 } from 'node:crypto';
import { Switch } from '../../../db/entities/switch.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import { changeSwitch } from '../../../db/switch.ts';
import type { SwitchEvent } from '../../../switch/state.ts';
import type { TestApi } from '../servers/api.ts';

/**
 * Brings an armed owner through all reminders and the final notice, without any mail, and tells nobody.
 *
 * @param at when the final notice was accepted, in milliseconds
 * @returns the ID of the handover
 */
export async function openGrace(
  api: Pick<TestApi, 'em' | 'deps'>,
  userId: string,
  at: number,
): Promise<string> {
  const em = api.em();
  const handoverId = randomUUIDv7();
  // They were last seen before all that.
  const seen = new Date(at - 1_000);
  await em.nativeUpdate(Switch, { userId }, { lastSeenAt: seen, clockStartedAt: seen });
  const current = await loadSwitch(em, userId);
  const events: SwitchEvent[] = [
    ...(current?.state.settings.reminderPercents ?? []).map(() => ({
      kind: 'reminder_accepted' as const,
      at,
    })),
    { kind: 'final_notice_accepted', at, handoverId },
  ];
  for (const event of events) {
    const after = await changeSwitch({ ...api.deps, em, now: new Date(at) }, userId, event, {
      signalWorkflow: 'never',
    });
    if (!after) throw new Error(`${event.kind} is not possible here`);
  }
  return handoverId;
}
