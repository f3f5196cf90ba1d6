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
 * in the history: a second look would compare with what the first one found.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const previous = (workflowInfo().lastResult ?? null) as ReconcileResult | null;
  const { restoredAt, reason, ...found } = await compareWithLastRun(previous);
  if (restoredAt !== null) await startOver({ restoredAt, ...(reason ? { reason } : {}) });
  return { ...found, resignalled: await resignal(), restored: restoredAt !== null };
}
