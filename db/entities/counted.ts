import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { SwitchStatus } from '../../switch/state.ts';
import type { DueStep } from '../../switch/timeline.ts';
import type { ChannelKind } from './channel.ts';

/** How many mails of a kind are finished. */
export interface DoneMails {
  kind: string;
  status: 'accepted' | 'obsolete';
  count: number;
}

/** How many there are, and those that have waited longest. Moments are in ISO 8601. */
interface CountedRows<T> {
  count: number;
  oldest: (T & { since: string })[];
}

/** A refused mail: codes and dates, never an address. */
interface RefusedMail {
  userId: string;
  kind: string;
  /** Whether the mailbox doesn't exist. */
  permanent: boolean;
  /** Whether the mail server refuses us, and not the mailbox. */
  blocked: boolean;
  /** The mail server's code for the latest attempt. */
  code: string | null;
}

interface WaitingMails {
  kind: string;
  /** `failing`: still queued after an attempt. */
  result: 'queued' | 'failing';
  count: number;
}

interface RefusedCount {
  kind: string;
  /** Whether the mailbox is said not to exist. */
  permanent: boolean;
  /** Whether the server refuses us, not the mailbox. */
  blocked: boolean;
  count: number;
}

/** Other ways to owners than the mailboxes of their accounts, of one kind. */
export interface WayCounts {
  kind: ChannelKind;
  /** Verified, and took the latest that they were sent. */
  working: number;
  /** Verified, and did not take it. */
  failing: number;
  /** Warnings that they took within the last day, that they refused and that are tried again, and that are new. */
  taken: number;
  refused: number;
  queued: number;
  /** When the oldest warning that none of them has taken became due, in ISO 8601; null if there is none. */
  waitingSince: string | null;
}

/** What needs an operator (db/attention.ts). */
export interface Attention {
  /** Handovers in which a successor has not answered for 30 days. */
  stuckHandovers: CountedRows<{ handoverId: string; userId: string }>;
  /** Handovers in which so many declined that the remaining successors cannot reach the quorum. */
  quorumUnreachable: number;
  /** Switches whose sign of life a wrong clock dated in the future. */
  seenInFuture: number;
  waitingMails: WaitingMails[];
  /** Only the kinds that someone has. */
  ways: WayCounts[];
  failingSince: string | null;
  /** Queued mails that the mail server refused. */
  refusedMails: CountedRows<RefusedMail> & { byKind: RefusedCount[] };
  /** Successors of open handovers whose address bounces. */
  bouncingSuccessors: CountedRows<RefusedMail & { handoverId: string; successorId: string }>;
  /** Owners of running switches whose only signs of life for a year were check-in links, and when that began. */
  keptAliveByLinks: CountedRows<{ userId: string }>;
}

/** An owner whose warnings don't arrive. */
interface Unwarned {
  userId: string;
  status: SwitchStatus;
  /** Whether a warning has counted as undeliverable, so that the switch goes on without it. */
  goesOn: boolean;
  /** The mail server's code for the latest attempt. */
  code: string | null;
}

/** Overdue and upcoming steps (db/counted-outlook.ts). Moments are in ISO 8601. */
export interface CountedOutlook {
  unwarned: CountedRows<Unwarned>;
  overdue: {
    count: number;
    byReason: Record<string, number>;
    oldest: {
      userId: string;
      status: SwitchStatus;
      reason: string;
      since: string | null;
      mail: string | null;
      code: string | null;
    }[];
  };
  /** Within the next 24 hours. */
  upcoming: {
    count: number;
    byHour: { hour: string; step: DueStep['kind']; count: number }[];
    first: {
      userId: string;
      status: SwitchStatus;
      step: DueStep['kind'];
      n?: number;
      of?: number;
      at: string;
    }[];
  };
  /** False if there were too many switches to look at all of them. */
  complete: boolean;
  /** How many recipients have waited for a mail for over an hour, by the mail server's response. */
  failingRecipients: Partial<Record<'gone' | 'refused' | 'none', number>>;
  /** How many different recipients' mail was accepted within the last day. */
  servedRecipients: number;
}

/** The latest counts, in a single row that db/counts.ts writes. */
export const Counted = defineEntity({
  name: 'Counted',
  tableName: 'counted',
  properties: {
    id: p.integer().primary(),
    users: p.integer(),
    /** How many of them have a verified address. */
    verified: p.integer(),
    /** For each version of the key derivation: the largest share of verified accounts that ever had it or a newer one. */
    kdfShares: p.json().$type<Record<string, number>>(),
    switches: p.json().$type<Partial<Record<SwitchStatus, number>>>(),
    mails: p.json().$type<DoneMails[]>(),
    attention: p.json().$type<Attention>(),
    outlook: p.json().$type<CountedOutlook>(),
    countedAt: p.datetime(),
    tookMs: p.integer(),
  },
});

export type CountedRow = InferEntity<typeof Counted>;
