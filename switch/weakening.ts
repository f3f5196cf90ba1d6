/**
 * Changes that weaken a switch: they bring a release closer, let someone else receive the vault, or change what can stop
 * the switch. The API requires a confirmed session for such a change, and a mail tells the owner what was weakened.
 */
import type { SwitchSettings, SwitchState } from './state.ts';

/** The settings that a change weakened, before and after, in the flat form that a mail's row stores. */
export type Weakening = Partial<{
  thresholdDaysBefore: number;
  thresholdDays: number;
  reminderPercentsBefore: string;
  reminderPercents: string;
  quorumBefore: number;
  quorum: number;
  accessDaysBefore: number;
  accessDays: number;
  checkInByLink: boolean;
  handoverDelayDaysBefore: number;
  handoverDelayDays: number;
  pause: 'ended' | 'shortened';
  successor: 'named' | 'moved' | 'removed' | 'new_kit';
  secondAddress: 'set' | 'removed';
  unrestricted: true;
  automation: 'check-in' | 'status' | 'calendar' | 'revoked';
  automationName: string;
  account:
    | 'two_factor_on'
    | 'two_factor_off'
    | 'two_factor_removal_started'
    | 'two_factor_recovery_codes_renewed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'channel_added'
    | 'channel_changed'
    | 'channel_removed'
    | 'password_changed'
    | 'address_changed'
    | 'key_bundle_replaced'
    | 'vault_rotated';
}>;

/** A list as logs and mails store it. */
export const listed = (percents: readonly number[]): string => percents.join(', ');

/** Whether the owner would get fewer reminders, or any of them later. */
const fewerOrLater = (before: readonly number[], after: readonly number[]): boolean =>
  before.some((percent, i) => (after[i] ?? Number.POSITIVE_INFINITY) > percent);

/** An owner's settings: those that the planner uses, and whether links check in. */
type OwnerSettings = SwitchSettings & { checkInByLink?: boolean };

/**
 * New settings weaken by a shorter threshold, fewer or later reminders, a lower quorum, or longer access. Whether links
 * check in weakens either way: without them there are fewer ways to stop the switch, and with them others who read the
 * owner's mail can stop it.
 *
 * @returns null if nothing is weaker
 */
export function weakensSettings(before: OwnerSettings, after: OwnerSettings): Weakening | null {
  const found: Weakening = {
    ...(after.thresholdDays < before.thresholdDays
      ? { thresholdDaysBefore: before.thresholdDays, thresholdDays: after.thresholdDays }
      : {}),
    ...(fewerOrLater(before.reminderPercents, after.reminderPercents)
      ? {
          reminderPercentsBefore: listed(before.reminderPercents),
          reminderPercents: listed(after.reminderPercents),
        }
      : {}),
    ...(after.quorum < before.quorum ? { quorumBefore: before.quorum, quorum: after.quorum } : {}),
    ...(after.accessDays > before.accessDays
      ? { accessDaysBefore: before.accessDays, accessDays: after.accessDays }
      : {}),
    ...(after.checkInByLink === undefined || after.checkInByLink === before.checkInByLink
      ? {}
      : { checkInByLink: after.checkInByLink }),
  };
  return orNull(found);
}

/**
 * Ending a pause early weakens, because the owner may be where no reminder reaches them.
 *
 * @returns null if nothing is weaker
 */
export function weakensPause(
  before: Pick<SwitchState, 'status' | 'pausedUntil'>,
  after: Pick<SwitchState, 'status' | 'pausedUntil'>,
): Weakening | null {
  if (before.status !== 'paused') return null;
  if (after.status !== 'paused') return { pause: 'ended' };
  const sooner = (after.pausedUntil ?? 0) < (before.pausedUntil ?? 0);
  return sooner ? { pause: 'shortened' } : null;
}

/** The facts about a successor that a handover depends on. */
export interface NamedSuccessor {
  email: string;
  secondEmail?: string | null | undefined;
  handoverDelayDays: number;
  restrictToAssignedEntries: boolean;
}

/**
 * Changes to successors weaken by adding or removing one, changing an address or a second one, shortening a delay, or
 * lifting a restriction.
 *
 * @param before null if they are being added
 * @param after null if they are being removed
 * @returns null if nothing is weaker
 */
export function weakensSuccessor(
  before: NamedSuccessor | null,
  after: NamedSuccessor | null,
): Weakening | null {
  if (!before)
    return (
      after && { successor: 'named', ...(after.restrictToAssignedEntries ? {} : { unrestricted: true }) }
    );
  if (!after) return { successor: 'removed' };
  const found: Weakening = {
    ...(after.email === before.email ? {} : { successor: 'moved' }),
    ...secondAddressChange(before, after),
    ...(after.handoverDelayDays < before.handoverDelayDays
      ? { handoverDelayDaysBefore: before.handoverDelayDays, handoverDelayDays: after.handoverDelayDays }
      : {}),
    ...(before.restrictToAssignedEntries && !after.restrictToAssignedEntries ? { unrestricted: true } : {}),
  };
  return orNull(found);
}

/** Their second address gets the same links. Changing the first address removes it, and is itself reported. */
function secondAddressChange(before: NamedSuccessor, after: NamedSuccessor): Weakening {
  const [old = null, now = null] = [before.secondEmail, after.secondEmail];
  if (now === old) return {};
  if (now) return { secondAddress: 'set' };
  return after.email === before.email ? { secondAddress: 'removed' } : {};
}

const orNull = (found: Weakening): Weakening | null => (Object.keys(found).length > 0 ? found : null);
