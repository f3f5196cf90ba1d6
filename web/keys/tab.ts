/** The worker's side of a tab. */
import type { Progress } from '../../client/owner.ts';

/** A tab that uses this worker: the port through which it asks. */
export type Tab = object;

/** What a task knows of the tab that asked for it. */
export interface TaskContext {
  /** What is prepared for one tab is for no other. Once the tab is closed, it is forgotten with its port. */
  tab: Tab;
  progress: Progress;
  /** Aborted once the tab no longer wants the result. */
  signal: AbortSignal;
}
