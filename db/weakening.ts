/**
 * What weakens a switch: whatever brings a release nearer or puts somebody else in front of it. Pure functions of
 * before and after; the API asks them whether a confirmed session is needed, and the owner's mail says what they found.
 */
import type { SwitchSettings, SwitchState } from '../switch/state.ts';

/**
 * What a change weakened, as flat as the mail's row keeps it: the values of before and of after, and none for what
 * became stronger or stayed.
 */
export type Weakening = Partial<{
  thresholdDaysBefore: number;
  thresholdDays: number;
  reminderPercentsBefore: string;
  reminderPercents: string;
  quorumBefore: number;
  quorum: number;
  accessDaysBefore: number;
  accessDays: number;
  handoverDelayDaysBefore: number;
  handoverDelayDays: number;
  pause: 'ended' | 'shortened';
  successor: 'named' | 'moved' | 'removed';
  unrestricted: true;
  account: 'two_factor_off' | 'password_changed' | 'address_changed' | 'key_bundle_replaced';
}>;

/** A list as logs and mails keep it. */
export const listed = (percents: readonly number[]): string => percents.join(', ');

/** Whether an owner would hear of it less often, or of any reminder later. */
const fewerOrLater = (before: readonly number[], after: readonly number[]): boolean =>
  before.some((percent, i) => (after[i] ?? Number.POSITIVE_INFINITY) > percent);

/**
 * What other settings weaken: a shorter threshold, fewer or later reminders, a lower quorum, longer access.
 *
 * @returns null where they weaken nothing
 */
export function weakensSettings(before: SwitchSettings, after: SwitchSettings): Weakening | null {
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
  };
  return orNull(found);
}

/**
 * What a pause is weakened by: ending it, or letting it end sooner. Whoever paused may be where no reminder reaches them.
 *
 * @returns null where it weakens nothing
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

/** Of a successor, what the order of a handover depends on. */
export interface NamedSuccessor {
  email: string;
  handoverDelayDays: number;
  restrictToAssignedEntries: boolean;
}

/**
 * What a change of a successor weakens: naming one, moving one to another address, removing one, a shorter delay,
 * taking a restriction away.
 *
 * @param before null where they are being named
 * @param after null where they are being removed
 * @returns null where it weakens nothing
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
    ...(after.handoverDelayDays < before.handoverDelayDays
      ? { handoverDelayDaysBefore: before.handoverDelayDays, handoverDelayDays: after.handoverDelayDays }
      : {}),
    ...(before.restrictToAssignedEntries && !after.restrictToAssignedEntries ? { unrestricted: true } : {}),
  };
  return orNull(found);
}

const orNull = (found: Weakening): Weakening | null => (Object.keys(found).length > 0 ? found : null);
