import type { SwitchStatus } from '../../../switch/state.ts';

/** What an owner is told after a restored backup. */
export interface RestoredFacts {
  name: string;
  /** Whether a standby took over, which may lack the latest changes. Otherwise it was a backup, which lacks them. */
  isStandby: boolean;
  restoredAt: Date;
  /** The newest moment in the restored database; null if that isn't known. */
  knownUntil: Date | null;
  /** Whether the owner had deleted the account since the backup. */
  accountReturned: boolean;
  /** The names of successors who have confirmed, of those who haven't, and of those who came back with the backup. */
  confirmed: readonly string[];
  unconfirmed: readonly string[];
  returned: readonly string[];
  status: SwitchStatus;
  pausedUntil: Date | null;
  thresholdDays: number;
  quorum: number;
  /** When the clock started. */
  countsFrom: Date;
  link: string;
}
