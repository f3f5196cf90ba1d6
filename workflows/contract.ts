/**
 * The workflows' public contract: their names, arguments and results. Clients import this, never an implementation.
 */

/**
 * Contains only IDs: no address, token, name or share ever enters a workflow. A workflow's details may also say what a
 * switch waits for, and which kind of mail it is.
 */
export interface SwitchInput {
  userId: string;
}

/** "Look again." Level-triggered, so a lost or repeated signal does no harm. */
export interface SwitchChanged {
  seq: number;
}

export interface MailInput {
  mailId: string;
}

/** The memory of a database. If it is smaller later, a backup was restored. */
export interface Remembered {
  /** The ID of its newest activity record. */
  highestActivityId: string;
  /** How many signs of life it has counted, including those that write no record. */
  signsOfLife: string;
  /** Its PostgreSQL's system identifier, timeline and position in the log; null if PostgreSQL doesn't report them. */
  system: string | null;
  timeline: number | null;
  written: string | null;
  /** The OIDs of the database and of the table `switch`, because a dump that is loaded makes new ones. */
  tables: string;
  /** The successors and entries that owners removed in the last 90 days: hashes by day (db/removals.ts). */
  removals: Readonly<Record<string, string>>;
}

/** What reconcile remembers from run to run, as the Schedule's last result. */
export interface ReconcileResult extends Remembered {
  resignalled: number;
  /** Whether a restored backup was found, and every open switch started over. */
  restored: boolean;
  /** The chores that failed. */
  failed: string[];
}

export const SWITCH_WORKFLOW = 'switchWorkflow';
export const MAIL_WORKFLOW = 'mailWorkflow';
export const RECONCILE_WORKFLOW = 'reconcileWorkflow';
export const FILES_WORKFLOW = 'filesWorkflow';
export const SWITCH_CHANGED = 'switchChanged';

export const switchWorkflowId = (userId: string): string => `switch/${userId}`;
export const mailWorkflowId = (mailId: string): string => `mail/${mailId}`;
/** How the Temporal UI describes a mail: its kind and its owner. It isn't an input, so no history depends on it. */
export const mailSummary = ({ kind, userId }: { kind: string; userId: string }): string =>
  `${kind} of ${userId}`;
/** Each instance in a namespace has a Schedule of its own, which remembers that instance's database. */
export const reconcileScheduleId = (taskQueue: string): string => `reconcile/${taskQueue}`;

export const filesScheduleId = (taskQueue: string): string => `files/${taskQueue}`;

/** Account mail, reconcile and files have a task queue of their own, so that a storm of switches never delays them. */
export const accountTaskQueue = (taskQueue: string): string => `${taskQueue}-account`;

/** Search attributes that operators filter by in the Temporal UI. */
export const SEARCH_ATTRIBUTES = { SwitchStatus: 'KEYWORD', NextDeadline: 'DATETIME' } as const;
