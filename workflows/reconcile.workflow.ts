import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReconcileResult } from './contract.ts';

const { compareWithLastRun, startOver, resignal } = proxyActivities<Activities>({
  startToCloseTimeout: '4 minutes',
  // A worker waits for it when it starts: one that was killed in the middle must not keep the next from its switches.
  heartbeatTimeout: '20 seconds',
  retry: { maximumInterval: '1 minute' },
});

/**
 * Run by a Schedule, which keeps the result for the next run. That a backup was restored is decided once, and stands
 * in the history: starting over writes activity records, so that a second look would not see it any more.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const previous = (workflowInfo().lastResult ?? null) as ReconcileResult | null;
  const { highestActivityId, restoredAt } = await compareWithLastRun(previous);
  if (restoredAt !== null) await startOver({ restoredAt });
  return { highestActivityId, resignalled: await resignal(), restored: restoredAt !== null };
}
