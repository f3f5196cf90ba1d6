import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReconcileResult } from './contract.ts';

const { reconcile } = proxyActivities<Activities>({
  startToCloseTimeout: '4 minutes',
  retry: { maximumInterval: '1 minute' },
});

/** Run by a Schedule, which keeps the result for the next run. */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const previous = (workflowInfo().lastResult ?? null) as ReconcileResult | null;
  return reconcile(previous);
}
