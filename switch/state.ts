/**
 * The dead-man switch as pure functions: no I/O, no clock, no randomness.
 *
 * `step` (step.ts) is every way a switch can change; `plan` (plan.ts) says what is due, and when.
 *
 * All moments are milliseconds since the epoch; all lengths are milliseconds.
 */

/** In the order in which silence leads through them. */
export const SWITCH_STATUSES = [
  'off',
  'armed',
  'reminding',
  'grace_period',
  'awaiting_successors',
  'released',
  'completed',
  'paused',
] as const;
export type SwitchStatus = (typeof SWITCH_STATUSES)[number];

export const HANDOVER_STATUSES = [
  'grace_period',
  'awaiting_successors',
  'released',
  'completed',
  'cancelled',
] as const;
export type HandoverStatus = (typeof HANDOVER_STATUSES)[number];

export const CANCEL_REASONS = [
  'owner_returned',
  'owner_cancelled',
  'paused',
  'no_successor',
  'restored',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export type SuccessorResponse = 'accept' | 'decline';

/** Settings of the service's operator rather than of the owner. */
export interface Rules {
  /** Length of a day; shortened only in tests and demos (`DAY_LENGTH_MS`). */
  dayMs: number;
  /** Length of the grace period (`GRACE_PERIOD_HOURS`, with shorter hours if days are shortened). */
  graceMs: number;
}

export interface SwitchSettings {
  thresholdDays: number;
  /** Ascending, each 1–99: when reminders go out, in percent of the threshold. */
  reminderPercents: readonly number[];
  quorum: number;
  accessDays: number;
}

/** One successor within a handover, frozen when the handover opened. */
export interface Invitee {
  successorId: string;
  handoverDelayDays: number;
  /** How often they were asked to respond; 0 is not yet invited. */
  invitationsSent: number;
  /** When the mail server accepted the latest invitation; null while it is on its way. */
  invitedAt: number | null;
  response: SuccessorResponse | null;
  respondedAt: number | null;
  /** When their access window ends; null until something is released to them. */
  accessEndsAt: number | null;
  /** Which reminder of that end was the last to be sent, from 1; 0 if none was. */
  accessReminders: number;
  /** How often they said that the owner is alive. */
  ownerAliveCount: number;
}

export interface Handover {
  id: string;
  status: HandoverStatus;
  quorum: number;
  startedAt: number;
  /** When the grace period ended; successors' delays start here. */
  graceEndedAt: number | null;
  releasedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  cancelReason: CancelReason | null;
  /** Whether the final notice could not be delivered, because the owner's address is dead. */
  undeliverable: boolean;
  /** The length of the grace period that the final notice named. */
  graceMs: number;
  invitees: readonly Invitee[];
}

/** A verified successor as they are now. */
export interface CurrentSuccessor {
  id: string;
  handoverDelayDays: number;
  /** Whether they hold a share of the secret that opens the vault. */
  holdsShare: boolean;
}

export interface SwitchState {
  status: SwitchStatus;
  /** Cycle number, +1 at every entry to `armed`. */
  epoch: number;
  /** The last sign of life; never decreases, unless a wrong clock dated it in the future and was corrected. */
  lastSeenAt: number;
  /** When the clock was last started without a sign of life: switched on, resumed, or new settings. */
  clockStartedAt: number;
  settings: SwitchSettings;
  emailVerified: boolean;
  /** The verified successors as they are now. */
  successors: readonly CurrentSuccessor[];
  remindersAccepted: number;
  /** When the mail server accepted the latest reminder of this cycle. */
  lastReminderAt: number | null;
  /** When the final notice was accepted, or counted as undeliverable; the grace period starts here. */
  finalNoticeAt: number | null;
  /** When the owner's address was found dead; null once it accepts a mail again. */
  undeliverableAt: number | null;
  /**
   * When a warning of this silence last came back after the mail server had accepted it. From then on that server's
   * acceptance alone doesn't prove that a mailbox is alive.
   */
  returnedAt: number | null;
  /**
   * Whether another way to the owner than their mailbox took the latest final notice, and it hasn't come back since. While
   * the mailbox is dead, the grace period is then the usual one.
   */
  reachedByWay: boolean;
  /** When an invited successor said that the owner is alive; null once the final notice that follows has been given. */
  ownerAliveAt: number | null;
  pausedAt: number | null;
  pausedUntil: number | null;
  pauseReminders: number;
  /** The open handover, the one that this step has just closed, or the one that completed the cycle. */
  handover: Handover | null;
}

/** What a switch has when nothing is under way: no reminders, no notice, no pause. */
export const AT_REST = {
  remindersAccepted: 0,
  lastReminderAt: null,
  finalNoticeAt: null,
  undeliverableAt: null,
  returnedAt: null,
  reachedByWay: false,
  ownerAliveAt: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReminders: 0,
} as const satisfies Partial<SwitchState>;

/** A reminder to a successor that their access ends, and which one it is, from 1. */
export interface AccessReminder {
  successorId: string;
  n: number;
}

/** A final notice that was accepted or is undeliverable. */
export interface FinalNotice {
  at: number;
  handoverId: string;
  /** The length of the grace period that the mail named; if left out, today's rules apply. */
  graceMs?: number;
}

export type SwitchEvent =
  | { kind: 'sign_of_life' }
  | { kind: 'eligibility_changed' }
  | { kind: 'settings_changed'; settings: SwitchSettings }
  | { kind: 'paused'; until: number }
  | { kind: 'resumed' }
  | { kind: 'pause_reminded' }
  | { kind: 'reminder_accepted'; at: number }
  | ({ kind: 'final_notice_accepted' } & FinalNotice)
  | { kind: 'reminder_undeliverable'; at: number }
  | ({ kind: 'final_notice_undeliverable' } & FinalNotice)
  | { kind: 'warning_returned'; at: number; reminder: number | null }
  | { kind: 'way_accepted'; at: number; finalNotice: boolean; graceMs?: number }
  | { kind: 'way_returned'; finalNotice: boolean }
  | { kind: 'grace_ended' }
  | { kind: 'successors_invited'; successorIds: readonly string[] }
  | { kind: 'invitation_accepted'; successorId: string; at: number }
  | { kind: 'invitation_dropped'; successorId: string; n: number }
  | { kind: 'invitation_returned'; successorId: string; n: number }
  | { kind: 'responded'; successorId: string; response: SuccessorResponse }
  | { kind: 'owner_alive'; successorId: string }
  | { kind: 'address_changed' }
  | { kind: 'cancelled' }
  | { kind: 'completed' }
  | { kind: 'access_reminded'; reminders: readonly AccessReminder[] }
  /** `ownerMayBeBack`: a backup was restored since the handover was completed, and may not show that the owner came back. */
  | { kind: 'access_renewed'; successorId: string; ownerMayBeBack?: boolean }
  | { kind: 'restored' }
  | { kind: 'clock_corrected' };

/** The longest pause, and the default, in days. */
export const MAX_PAUSE_DAYS = 365;
/** Days between reminders while paused. */
export const PAUSE_REMINDER_DAYS = 30;
/** How long "the owner is alive" postpones a handover, in days, how often one successor may say so, and in all. */
export const OWNER_ALIVE_DAYS = 14;
export const OWNER_ALIVE_EACH = 2;
export const OWNER_ALIVE_IN_ALL = 56 / OWNER_ALIVE_DAYS;

/** When the current silence began. */
export const silenceStart = (state: Pick<SwitchState, 'lastSeenAt' | 'clockStartedAt'>): number =>
  Math.max(state.lastSeenAt, state.clockStartedAt);

/** Whether there is someone to hand over to, and an owner who can be reached. */
export const eligible = (state: SwitchState): boolean => state.emailVerified && state.successors.length > 0;

/** Whether there is a handover that is neither completed nor cancelled. */
export const isOpen = (handover: Handover | null): handover is Handover =>
  handover !== null && handover.status !== 'completed' && handover.status !== 'cancelled';

/** Whether any successor was asked in a handover that is still open. */
export const hasAsked = (handover: Handover | null): boolean =>
  isOpen(handover) && handover.invitees.some(({ invitationsSent }) => invitationsSent > 0);

/** Whether a handover is under way: from the grace period until access has ended, "the owner is alive" included. */
export const handoverActive = ({ handover }: SwitchState): boolean => isOpen(handover);

/** Whether the owner's mailbox is dead and nothing else reached them, so that the grace period is the long one. */
export const isUnheard = ({
  undeliverableAt,
  reachedByWay,
}: Pick<SwitchState, 'undeliverableAt' | 'reachedByWay'>): boolean =>
  undeliverableAt !== null && !reachedByWay;

export const isSuccessor = (state: SwitchState, successorId: string): boolean =>
  state.successors.some(({ id }) => id === successorId);

/**
 * How many have to accept: the frozen quorum, but no more than the number of invitees who are still successors. It is
 * the same before and after the final notice. Declining isn't leaving: those who decline are still included.
 */
export function effectiveQuorum({ handover, successors, settings }: SwitchState): number {
  const left = handover
    ? handover.invitees.filter((each) => successors.some(({ id }) => id === each.successorId)).length
    : successors.length;
  return Math.max(1, Math.min(handover?.quorum ?? settings.quorum, left));
}

/**
 * How many of the required acceptances these invitees would give. If successors hold shares, a quorum of holders is
 * needed too, and nobody else can take the place of one who is missing.
 */
function countTowardsQuorum(state: SwitchState, those: readonly Invitee[]): number {
  const { handover, successors } = state;
  if (!handover) return 0;
  const holders = new Set(successors.filter(({ holdsShare }) => holdsShare).map(({ id }) => id));
  const holdersAmong = (invitees: readonly Invitee[]) =>
    invitees.filter(({ successorId }) => holders.has(successorId)).length;
  const present = those.filter(({ successorId }) => isSuccessor(state, successorId));
  const missing = Math.min(handover.quorum, holdersAmong(handover.invitees)) - holdersAmong(present);
  return missing > 0 ? Math.min(present.length, effectiveQuorum(state) - missing) : present.length;
}

/** How many of the required acceptances have been given so far. */
export const acceptancesSoFar = (state: SwitchState): number =>
  countTowardsQuorum(state, state.handover?.invitees.filter(({ response }) => response === 'accept') ?? []);

/**
 * Whether these invitees could release the vault by accepting. Without the quorum of holders, it might be released to
 * people who can't open it, with nobody left to ask.
 */
export const isQuorum = (state: SwitchState, those: readonly Invitee[]): boolean =>
  countTowardsQuorum(state, those) >= effectiveQuorum(state);

/** The handover with one of its invitees changed. */
export const updateInvitee = (
  handover: Handover,
  successorId: string,
  change: (invitee: Invitee) => Invitee,
): Handover => ({
  ...handover,
  invitees: handover.invitees.map((each) => (each.successorId === successorId ? change(each) : each)),
});

/** How often successors have said in this handover that the owner is alive. Each time, the warnings start over. */
export const ownerAliveAnswers = ({ handover }: SwitchState): number =>
  handover?.invitees.reduce((sum, { ownerAliveCount }) => sum + ownerAliveCount, 0) ?? 0;
