import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReconcileResult } from './contract.ts';

const { compareWithLastRun, startOver, resignal } = proxyActivities<Activities>({
  startToCloseTimeout: '4 minutes',
  // A starting worker waits for this: one that was killed halfway must not hold up the next.
  heartbeatTimeout: '20 seconds',
  retry: { maximumInterval: '1 minute' },
});

/**
 * Run by a Schedule, which keeps the result for the next run. Comparing is an activity of its own, so that its verdict
 * is in the history and a retry of what follows can't change it.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const previous = (workflowInfo().lastResult ?? null) as ReconcileResult | null;
  const { restoredAt, reason, ...found } = await compareWithLastRun(previous);
  if (restoredAt !== null) await startOver({ restoredAt, ...(reason ? { reason } : {}) });
  return { ...found, resignalled: await resignal(), restored: restoredAt !== null };
}
