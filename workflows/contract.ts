/**
 * What the rest of the service may know of the workflows: their names, arguments and results. Clients import this,
 * never an implementation.
 */

/** Carries IDs only: no address, token, name or share ever enters a workflow. */
export interface SwitchInput {
  userId: string;
}

/** "Look again": level-triggered, so a lost or doubled signal changes nothing. */
export interface SwitchChanged {
  seq: number;
}

export interface MailInput {
  mailId: string;
}

/** What a database remembers, by which a restored backup of it is known. */
export interface Remembered {
  /** Highest activity record of the database; a lower one later means that a backup was restored. */
  highestActivityId: string;
  /** How many signs of life it has seen, those that write no record included; likewise. */
  signsOfLife: string;
  /** Which PostgreSQL it lies in, which timeline of it, and how far that was written; null where it does not tell. */
  system: string | null;
  timeline: number | null;
  written: string | null;
}

/** What reconcile remembers from run to run, as the Schedule's last result; an older version's has less in it. */
export interface ReconcileResult extends Remembered {
  resignalled: number;
  /** Whether a restored backup was found, and every open switch started over. */
  restored: boolean;
}

export const SWITCH_WORKFLOW = 'switchWorkflow';
export const MAIL_WORKFLOW = 'mailWorkflow';
export const RECONCILE_WORKFLOW = 'reconcileWorkflow';
export const SWITCH_CHANGED = 'switchChanged';

export const switchWorkflowId = (userId: string): string => `switch/${userId}`;
export const mailWorkflowId = (mailId: string): string => `mail/${mailId}`;
/** One Schedule for each instance in a namespace: it remembers what that instance's database had. */
export const reconcileScheduleId = (taskQueue: string): string => `reconcile/${taskQueue}`;

/** Account mail and reconcile have a task queue of their own, so that a storm of switches never delays them. */
export const accountTaskQueue = (taskQueue: string): string => `${taskQueue}-account`;

/** Search attributes that operators filter by in the Temporal UI. */
export const SEARCH_ATTRIBUTES = { SwitchState: 'KEYWORD', NextDeadline: 'DATETIME' } as const;
