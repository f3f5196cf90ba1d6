/** The worker's side of a tab. */
import type { Progress } from '../../client/owner.ts';

/** A tab that uses this worker: the port through which it asks. */
export type Tab = object;

/** What a task knows of the tab that asked for it. */
export interface TaskContext {
  /** Anything prepared for one tab is for no other, and is forgotten with its port once the tab is closed. */
  tab: Tab;
  progress: Progress;
  /** Aborted once the tab no longer wants the result. */
  signal: AbortSignal;
}
