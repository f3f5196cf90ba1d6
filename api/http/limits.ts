/** Every rate limit, in one table. `RATE_LIMIT_SCALE` multiplies the points. */

export interface Limit {
  /** Requests per window. */
  points: number;
  /** Length of the window in seconds. */
  seconds: number;
  /**
   * What is counted: the client's address, the session, the caller's account, the mailbox that is written to, or the
   * client's address together with the account named.
   */
  by: 'ip' | 'session' | 'account' | 'ip_and_email' | 'email';
}

const MINUTES_15 = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

export const LIMITS = {
  /** A device that has logged in to the account before is counted by itself: strangers do not use its tries up. */
  login: { points: 10, seconds: MINUTES_15, by: 'ip_and_email' },
  reset: { points: 10, seconds: MINUTES_15, by: 'ip' },
  /** What somebody who is logged in does with their password. */
  password: { points: 10, seconds: MINUTES_15, by: 'session' },
  two_factor: { points: 10, seconds: MINUTES_15, by: 'session' },
  register: { points: 20, seconds: HOUR, by: 'ip' },
  mail: { points: 5, seconds: HOUR, by: 'ip' },
  /**
   * What anybody may ask for by an address alone. Not refused but left out, as mails of before have just arrived: whoever
   * asked for them, their links are the owner's to use. A link to reset lives for an hour, so that five an hour are
   * spread over it; one to verify lives for a day.
   */
  reset_mail: { points: 1, seconds: 12 * 60, by: 'email' },
  verification_mail: { points: 5, seconds: HOUR, by: 'email' },
  /** Whoever asks from wherever: one mailbox gets no more than this. */
  mail_address: { points: 5, seconds: HOUR, by: 'email' },
  /** An owner's request that makes us write to somebody, from whichever of their sessions. */
  owner_mail: { points: 20, seconds: HOUR, by: 'account' },
  /** One successor's mailbox gets no more than this by owners' requests, whoever they are and however many. */
  successor_mail: { points: 5, seconds: HOUR, by: 'email' },
  successor_mail_day: { points: 10, seconds: DAY, by: 'email' },
  /** Changing a successor: mostly a name or a delay. Another address counts as a mail too. */
  successor_change: { points: 60, seconds: HOUR, by: 'account' },
  /** Asking to change the address makes us write to one that nobody proved; counted per account. */
  email_change: { points: 5, seconds: HOUR, by: 'account' },
  /** Replacing the key bundle, each of which is kept for good; counted per account, by the archive itself. */
  key_bundle: { points: 10, seconds: 24 * HOUR, by: 'account' },
  /**
   * Changes that weaken a switch or an account: each makes us write to its owner. What is over the limit is refused,
   * so that no flood of mails hides the one change that matters.
   */
  weakening: { points: 30, seconds: HOUR, by: 'account' },
  token_link: { points: 60, seconds: MINUTES_15, by: 'ip' },
  /** An old access link that asks for a new one: makes us write to its successor, whose mailbox has a limit too. */
  renew_access: { points: 10, seconds: HOUR, by: 'ip' },
  /** The payment provider sends all its events from a few addresses; their signatures are cheap to check. */
  webhook: { points: 3_000, seconds: MINUTES_15, by: 'ip' },
  /** Each reads a whole vault. */
  export: { points: 30, seconds: HOUR, by: 'session' },
  /** Opening the websocket: a page that reconnects in a hurry is slowed down. */
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

/** Counts requests by who sends them. */
export type RequestLimit = LimitsBy<'ip' | 'session' | 'account' | 'ip_and_email'>;

/** Of a public route, where there is neither session nor account to count. `none`: health and metrics are exempt. */
export type PublicLimit = LimitsBy<'ip' | 'ip_and_email'> | 'default' | 'none';
