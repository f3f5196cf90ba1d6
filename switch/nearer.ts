/**
 * Which changes bring a release nearer, or open more. None of them is allowed in a database that may lack signs of
 * life.
 */
import type { SwitchEvent, SwitchState } from './state.ts';

/** Events that owners, successors and operators may always cause. Any other event that changes something is a step. */
const NEVER_A_STEP: ReadonlySet<SwitchEvent['kind']> = new Set([
  'sign_of_life',
  'eligibility_changed',
  'settings_changed',
  'address_changed',
  'paused',
  'resumed',
  'restored',
  'clock_corrected',
  'cancelled',
  'responded',
  'owner_alive',
] satisfies SwitchEvent['kind'][]);

/** Whether someone can read now who couldn't before, or can read for longer. */
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

/**
 * Whether a switch is nearer to a release after an event than before. An acceptance always is, also a repeated one: its
 * answer brings the successor's share, and access if the vault is open.
 */
export function isNearer(event: SwitchEvent, before: SwitchState, after: SwitchState): boolean {
  if (event.kind === 'responded' && event.response === 'accept') return true;
  if (after === before) return false;
  return !NEVER_A_STEP.has(event.kind) || opens(before, after);
}
