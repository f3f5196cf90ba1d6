/** What brings a release nearer, or opens more of it. In a database that may lack signs of life, nothing of it happens. */
import type { SwitchEvent, SwitchState } from './state.ts';

/** What owners, successors and operators may always do. Any other event that changes something is a step further. */
const NEVER_A_STEP: ReadonlySet<SwitchEvent['kind']> = new Set([
  'sign_of_life',
  'eligibility_changed',
  'settings_changed',
  'address_changed',
  'paused',
  'resumed',
  'restored',
  'cancelled',
  'responded',
  'owner_alive',
] satisfies SwitchEvent['kind'][]);

/** Whether somebody may read now who could not before, or for longer. */
function opens(before: SwitchState, after: SwitchState): boolean {
  if (after.status !== 'released') return false;
  if (before.status !== 'released') return true;
  const endOf = new Map(
    before.handover?.invitees.map(({ successorId, accessEndsAt }) => [successorId, accessEndsAt]),
  );
  return (after.handover?.invitees ?? []).some(
    ({ successorId, accessEndsAt }) => (accessEndsAt ?? 0) > (endOf.get(successorId) ?? 0),
  );
}

/** Whether what an event made of a switch is nearer to a release than what it was. */
export function isNearer(event: SwitchEvent, before: SwitchState, after: SwitchState): boolean {
  if (after === before) return false;
  if (event.kind === 'responded' && event.response === 'accept') return true;
  return !NEVER_A_STEP.has(event.kind) || opens(before, after);
}
