/** Every rate limit, in one table. `RATE_LIMIT_SCALE` multiplies the points. */

export interface Limit {
  /** Requests per window. */
  points: number;
  /** Length of the window in seconds. */
  seconds: number;
  /**
   * Counts per: the client's network, the session (and its account, which may have twice as much), the caller's
   * account, the mailbox we write to, or the client's network together with the account it names. Wider networks have
   * ceilings (`middleware/rate-limit.ts`).
   */
  by: 'network' | 'session' | 'account' | 'network_and_email' | 'email';
  /** Some places are reserved for these requests. */
  priority?: true;
}

const MINUTES_15 = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

export const LIMITS = {
  /**
   * A device that has logged in to the account before is counted separately, so that strangers can't use up its attempts.
   * All such devices of an account together, and all in a network, have three times as many.
   */
  login: { points: 10, seconds: MINUTES_15, by: 'network_and_email', priority: true },
  /**
   * Before each log-in and each new password, for a household or a small office. Never by the account: a stranger could
   * use that up, and could tell from the remaining requests when the owner logs in.
   */
  kdf: { points: 120, seconds: MINUTES_15, by: 'network', priority: true },
  /**
   * Logging in with a passkey, two requests each time. They name no address, and there is nothing to guess, so strangers
   * can neither use up an account's log-ins nor lock it.
   */
  passkey: { points: 40, seconds: MINUTES_15, by: 'network', priority: true },
  /** Log-ins whose signature was right: only someone with one of the account's passkeys can use this up. */
  passkey_account: { points: 20, seconds: MINUTES_15, by: 'account' },
  reset: { points: 10, seconds: MINUTES_15, by: 'network' },
  /** Requests that check the caller's password. */
  password: { points: 10, seconds: MINUTES_15, by: 'session' },
  two_factor: { points: 10, seconds: MINUTES_15, by: 'session' },
  register: { points: 20, seconds: HOUR, by: 'network' },
  mail: { points: 5, seconds: HOUR, by: 'network' },
  /**
   * Mails that anyone can request by naming an address. Over the limit they are left out, not refused, because
   * earlier ones have just arrived and their links still work. A reset link lives for an hour, so five an hour are
   * spread over it; a verification link lives for a day.
   */
  reset_mail: { points: 1, seconds: 12 * 60, by: 'email' },
  verification_mail: { points: 5, seconds: HOUR, by: 'email' },
  /** The most mails to one mailbox that registrations and changes of address can cause, no matter who sends the requests. */
  mail_address: { points: 5, seconds: HOUR, by: 'email' },
  /** Requests of an owner that make us write to another person, over all their sessions. */
  owner_mail: { points: 20, seconds: HOUR, by: 'account' },
  /** The most mails to one successor's mailbox that owners can cause. */
  successor_mail: { points: 5, seconds: HOUR, by: 'email' },
  successor_mail_day: { points: 10, seconds: DAY, by: 'email' },
  /**
   * Changing a successor, mostly a name or a delay. A new address also counts as a mail. By session, so that a thief
   * can't use it up and keep the owner from restricting successors.
   */
  successor_change: { points: 60, seconds: HOUR, by: 'session' },
  /** Each change of address sends a mail to an unverified address, which `mail_address` limits too. */
  email_change: { points: 5, seconds: HOUR, by: 'account' },
  /**
   * Replaced key bundles are kept for good. Counted by the archive itself. Pinning and sealing replace the bundle, so an
   * owner with 15 successors needs many in a day.
   */
  key_bundle: { points: 50, seconds: 24 * HOUR, by: 'account' },
  /**
   * We write to the owner about each change that weakens the switch or the account. Beyond the limit such changes are
   * refused, so that no flood of mails hides the one that matters.
   */
  weakening: { points: 30, seconds: HOUR, by: 'account' },
  /**
   * Removing a successor weakens a switch, but it also undoes what a thief has done. So it has an allowance of its own,
   * which a thief in another session can't use up.
   */
  removal: { points: 30, seconds: HOUR, by: 'session' },
  token_link: { points: 60, seconds: MINUTES_15, by: 'network', priority: true },
  /**
   * Asking for a new access link with an old one makes us write to its successor, whose mailbox has a limit too.
   */
  renew_access: { points: 10, seconds: HOUR, by: 'network' },
  /** Providers of payments and mail send all events from a few addresses, and their signatures are cheap to check. */
  webhook: { points: 3_000, seconds: MINUTES_15, by: 'network' },
  /** Each reads a whole vault. */
  export: { points: 30, seconds: HOUR, by: 'session' },
  /** A film is read, and a file is sent, in many small parts. */
  files: { points: 3_000, seconds: MINUTES_15, by: 'session' },
  file_link: { points: 3_000, seconds: MINUTES_15, by: 'network', priority: true },
  /** More than anyone taps a tag in a day. Each is recorded in the activity log. */
  automation_check_in: { points: 48, seconds: DAY, by: 'session' },
  /** Calendar programs ask a few times a day, each on several devices. */
  automation_calendar: { points: 200, seconds: DAY, by: 'session' },
  /** A monitor that asks every five minutes needs 288. */
  automation_status: { points: 500, seconds: DAY, by: 'session' },
  /** Slows down pages that reconnect too often. */
  realtime: { points: 300, seconds: MINUTES_15, by: 'session' },
  /** By the client's address where nobody is logged in. */
  default: { points: 600, seconds: MINUTES_15, by: 'session' },
} as const satisfies Record<string, Limit>;

/** The limits that count by one of these. */
type LimitsBy<By extends Limit['by']> = {
  [Name in keyof typeof LIMITS]: (typeof LIMITS)[Name]['by'] extends By ? Name : never;
}[keyof typeof LIMITS];

/** Counts mails by the mailbox they go to. */
export type MailboxLimit = LimitsBy<'email'>;

/** Counts requests by their sender. */
export type RequestLimit = LimitsBy<'network' | 'session' | 'account' | 'network_and_email'>;

/** A public route has neither session nor account to count. `none`: health and metrics are exempt. */
export type PublicLimit = LimitsBy<'network' | 'network_and_email'> | 'default' | 'none';
