/**
 * What a campaign saw from outside: what people did and how they were answered, which mails were accepted, and what was
 * killed. All moments are milliseconds of one machine's clock.
 */

import type { CrowdCounts } from './crowd/settings.ts';
import type { ReadMail } from './mail-source.ts';
import type { WayPlan } from './plan-ways.ts';
import type { OwnerPlan, SuccessorAnswer } from './plans.ts';

/** `unknown`: no answer came, so it may or may not have been done. */
export type RequestOutcome = 'acknowledged' | 'refused' | 'unknown';

interface TimedRequest {
  sentAt: number;
  /** When the answer came, or it was clear that none would. */
  endedAt: number;
  outcome: RequestOutcome;
  /** The code of the refusal. */
  code?: string | undefined;
}

/** Something an owner did that restarts their clock. */
export interface OwnerAct extends TimedRequest {
  what:
    | 'check_in'
    | 'check_in_link'
    | 'write'
    | 'log_in'
    | 'settings'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'armed'
    /** Not their own act: a promoted replica restarts every clock. */
    | 'started_over';
  /** The threshold from then on. */
  thresholdDays: number;
}

/** Which acts are signs of life, from any session. */
export const isCheckIn = ({ what }: OwnerAct): boolean =>
  what === 'check_in' || what === 'check_in_link' || what === 'log_in' || what === 'write';

/** What a successor opened with their kit. */
export interface OpenedPackage {
  /** Why nothing opened; null if the package did. */
  locked: string | null;
  /** Texts by the IDs of their entries. */
  texts: Record<string, string>;
  /** Why an entry did not open. */
  refused: Record<string, string>;
}

/** Something a successor did with a link. */
export interface SuccessorAct extends TimedRequest {
  successor: string;
  did: SuccessorAnswer | 'read';
  /** The status of the switch in the answer. */
  status?: string | undefined;
  /** Whether the answer said that this was a rehearsal. */
  marked?: boolean | undefined;
  /** The IDs of the entries that they could read. */
  entries?: readonly string[] | undefined;
  /** What their kit opened. */
  opened?: OpenedPackage | undefined;
  /** Whether an acceptance passed on their share. */
  reshared?: boolean | undefined;
}

/** An attempt by a thief with a program's token to weaken the switch. */
export interface Theft extends TimedRequest {
  tried: string;
}

/** A second address that its successor has confirmed. */
export interface AddedSecond {
  successor: string;
  address: string;
  /** When they first tried to confirm it, and when that was acknowledged. */
  triedAt: number;
  confirmedAt: number;
}

/** Something about the question whether a successor can be reached: the owner asked again, or the successor answered. */
export interface QuestionAct extends TimedRequest {
  successor: string;
  did: 'asked' | 'here' | 'sheet_lost';
}

/** What an owner was shown as a successor's answer. */
export interface ShownAnswer {
  successor: string;
  sentAt: number;
  answer: string | null;
}

/** An attempt to rehearse with a successor. */
export interface Rehearsal extends TimedRequest {
  successor: string;
}

/** A mail as the mail server accepted it. */
export interface AcceptedMail extends ReadMail {
  at: number;
  to: string;
  /** Whether it never reached its mailbox, without a report. */
  dropped?: boolean;
}

/** A mail that was accepted and then returned, so that it never reached its mailbox. */
export interface ReturnedMail extends AcceptedMail {
  /** When the service acknowledged the report; null until then. */
  reportedAt: number | null;
}

/** A way to an owner, verified by the owner. */
export type AddedWay = WayPlan & { id: string; verifiedAt: number };

/** A request to a webhook or a device. */
export interface Delivery {
  /** The name of the way. */
  way: string;
  at: number;
  /** When the service signed it, to the second. */
  signedAt: number;
  /** Lets a receiver recognise a repetition. */
  id: string;
  kind: string;
  /** Which reminder it is; 0 for others. */
  n: number;
  /** All that it says. */
  text: string;
  /** The token of its link. */
  token: string | null;
  /**
   * Whether it is genuine: a webhook signed with a secret that the owner was given, or a push encrypted for its device.
   */
  genuine: boolean;
  /** The status of the answer; null for none so far. */
  answer: number | null;
  /** When it was accepted, with a status of 2xx; null if it wasn't. */
  takenAt: number | null;
}

/** A mail that was refused because its recipient's mailbox was shut. */
export interface RefusedDelivery {
  at: number;
  to: string;
  /** What the mail server said. */
  reply: string;
}

/** When a mailbox was shut: from the first mail that it refused or lost until it accepted mail again. */
export interface Shut {
  address: string;
  from: number;
  to: number;
}

export interface OwnerEvidence {
  plan: OwnerPlan;
  userId: string;
  acts: readonly OwnerAct[];
  successorActs: readonly SuccessorAct[];
  /** What the owner asked to rehearse, and what successors did with the links of rehearsals. */
  rehearsals: readonly Rehearsal[];
  rehearsed: readonly SuccessorAct[];
  seconds: readonly AddedSecond[];
  questions: readonly QuestionAct[];
  shown: readonly ShownAnswer[];
  /** How the service answered a program that tried to change settings during a handover. */
  refusals: readonly string[];
  thefts: readonly Theft[];
  /**
   * The entries that successors may read in the scenario with a trash, and when that began; null before that, and in
   * other scenarios.
   */
  kept: { since: number; entries: readonly string[] } | null;
  /** What they wrote, by the IDs of the entries. */
  texts: ReadonlyMap<string, string>;
  ways: readonly AddedWay[];
  /** When everything had been sealed to their successors; null before. */
  sealedAt: number | null;
  /** What kept the owner from finishing their scenario. Empty when nothing did. */
  trouble: string[];
}

export const SERVICES = ['api', 'worker', 'temporal', 'postgres', 'redis', 'mail'] as const;
export type CampaignService = (typeof SERVICES)[number];

/** When a service was certainly down. It could be used again at `backAt`. */
export interface CertainOutage {
  /** `clock`: the clocks of PostgreSQL, API and worker were wrong, so that none of them did anything. */
  service: CampaignService | 'clock';
  from: number;
  to: number;
  backAt: number;
}

/** A replica that lagged behind took over from its primary for good. */
export interface Takeover {
  /** Everything that was acknowledged before this moment is kept. */
  lostFrom: number;
  killedAt: number;
  /** When the promotion began. The database took writes again at `upAt`. */
  promotedAt: number;
  upAt: number;
  /** When the service was seen to have noticed. From then on every switch has started over. */
  noticedAt: number | null;
  /** The users whose handover was completed by then, according to the replica. Their switches do not start over. */
  completed: readonly string[];
}

/** When the clocks of PostgreSQL, API and worker had all jumped alike. */
export interface ClockJump extends CertainOutage {
  service: 'clock';
  /** How far, in real days. */
  days: number;
  /** The different statuses with which the service answered; 0 for no answer. */
  answers: readonly number[];
  /** Whether it went on only after an operator accepted the time, because of heartbeats from the future. */
  accepted: boolean;
}

/** One account and its networks, which used all they had throughout the campaign. */
export interface CrowdEvidence {
  sessions: number;
  networks: number;
  counts: CrowdCounts;
  /** Why it stopped before the campaign was over; null if it did not. */
  ended: string | null;
}

export interface CampaignEvidence {
  dayMs: number;
  graceMs: number;
  owners: readonly OwnerEvidence[];
  /** The mails that did not come back. */
  mails: readonly AcceptedMail[];
  returned: readonly ReturnedMail[];
  /** What webhooks and devices were sent. */
  deliveries: readonly Delivery[];
  /** Jumps of the clocks among them. */
  outages: readonly CertainOutage[];
  jumps: readonly ClockJump[];
  /** Services that exited without being killed, and were restarted. */
  selfEnded: readonly CampaignService[];
  refusals: readonly RefusedDelivery[];
  shut: readonly Shut[];
  takeover: Takeover | null;
  /** Null in a campaign without one. */
  crowd: CrowdEvidence | null;
  beganAt: number;
  /** When the last evidence was taken. */
  endedAt: number;
}

/** A broken promise: which, to whom, and the evidence. */
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
  /** To help find the cause: how often it was tried, and with what result. */
  tried?: string;
  createdAt: number;
}

/** The database after the campaign. Moments are milliseconds. */
export interface Rows {
  /** When reading began. Rows written since may be missing. */
  readAt: number;
  mails: readonly MailRecord[];
  handovers: readonly { userId: string; releasedAt: number | null; undeliverable: boolean }[];
  switches: readonly { userId: string; status: string; lastSeenAt: number }[];
  /** The earliest and the latest moment that the service has set, of each kind and owner. */
  dates: readonly { what: string; userId: string | null; earliest: number; latest: number }[];
  /** How many records of each type each owner's log holds, by `<userId>/<type>`. */
  records: ReadonlyMap<string, number>;
  /** Owners with a broken hash chain, and the first record that does not fit. */
  brokenChains: readonly { userId: string; id: string }[];
}
