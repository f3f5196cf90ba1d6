/**
 * What a campaign saw from outside: what people did and were answered, which mails were accepted, and what was
 * killed. All moments are milliseconds of one machine's clock.
 */
import type { Answer, CastOwner } from './cast.ts';
import type { ReadMail } from './mail-source.ts';

/** `unknown`: no answer came, so that it may have been done or not. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

interface Asked {
  sentAt: number;
  /** When the answer was there, or it was clear that none would come. */
  endedAt: number;
  outcome: Outcome;
  /** The problem's code where it was refused. */
  code?: string | undefined;
}

/** Something of an owner's that starts their clock anew: a sign of life, or a setting that does. */
export interface Act extends Asked {
  what:
    | 'check_in'
    | 'check_in_link'
    | 'write'
    | 'log_in'
    | 'settings'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'armed';
  /** The threshold that holds from then on. */
  thresholdDays: number;
}

/** Which acts are signs of life, whatever session they came from. */
export const isCheckIn = ({ what }: Act): boolean =>
  what === 'check_in' || what === 'check_in_link' || what === 'log_in' || what === 'write';

/** Something a successor did with a link. */
export interface Deed extends Asked {
  successor: string;
  did: Answer | 'read';
  /** The switch's status that the answer told. */
  status?: string | undefined;
  /** Whether the answer said that this was a rehearsal. */
  marked?: boolean | undefined;
  /** The IDs of the entries that they could read. */
  entries?: readonly string[] | undefined;
}

/** What a thief with a program's token tried that would bring a release nearer, or put somebody else in front of it. */
export interface Theft extends Asked {
  tried: string;
}

/** A try to rehearse with a successor. */
export interface Rehearsal extends Asked {
  successor: string;
}

/** A mail as the mail server accepted it. */
export interface CaughtMail extends ReadMail {
  at: number;
  to: string;
}

/** A mail that was not taken, because its recipient's mailbox was shut. */
export interface RefusedMail {
  at: number;
  to: string;
  /** What the mail server said. */
  reply: string;
}

/** A time in which a mailbox took nothing, from the first mail that it refused until it took mail again. */
export interface Shut {
  address: string;
  from: number;
  to: number;
}

export interface OwnerEvidence {
  cast: CastOwner;
  userId: string;
  acts: readonly Act[];
  deeds: readonly Deed[];
  /** What the owner asked to rehearse, and what successors did with the links of rehearsals. */
  rehearsals: readonly Rehearsal[];
  rehearsed: readonly Deed[];
  /** What was answered to a program that wanted to change settings while a handover was under way. */
  refusals: readonly string[];
  thefts: readonly Theft[];
  /** The entries that are to be read after a life with a trash; null where nobody watched them. */
  kept: readonly string[] | null;
  /** What came in the way of living this life as it was cast; empty where nothing did. */
  trouble: string[];
}

export const SERVICES = ['api', 'worker', 'temporal', 'postgres', 'redis', 'mail'] as const;
export type Service = (typeof SERVICES)[number];

/** A time in which a service was certainly down, `backAt` being when it could be used again. */
export interface Outage {
  service: Service;
  from: number;
  to: number;
  backAt: number;
}

export interface Evidence {
  dayMs: number;
  graceMs: number;
  owners: readonly OwnerEvidence[];
  mails: readonly CaughtMail[];
  outages: readonly Outage[];
  refusals: readonly RefusedMail[];
  shut: readonly Shut[];
  /** When it was last looked. */
  endedAt: number;
}

/** A promise that was broken: whose, which, and what shows it. */
export interface Broken {
  promise: string;
  owner: string;
  evidence: string;
}

export interface MailRecord {
  id: string;
  key: string;
  kind: string;
  recipient: string;
  status: string;
  userId: string;
  createdAt: number;
}

/** What the database holds after the campaign. Moments are milliseconds. */
export interface Rows {
  /** When it was begun to read them: a row that was written since may be missing. */
  readAt: number;
  mails: readonly MailRecord[];
  handovers: readonly { userId: string; releasedAt: number | null }[];
  switches: readonly { userId: string; status: string; lastSeenAt: number }[];
  /** How many records of each kind an owner's log holds: `<userId>/<type>` → count. */
  records: ReadonlyMap<string, number>;
  /** Owners whose hash chain is broken, and at which record. */
  brokenChains: readonly { userId: string; id: string }[];
}
