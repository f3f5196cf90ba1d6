import { isCancellation, patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ReconcileResult } from './contract.ts';

/** A starting worker waits for these activities, so one whose worker was killed must not delay the next for long. */
const heartbeatTimeout = '20 seconds';

const { compareWithLastRun, startOver } = proxyActivities<Activities>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout,
  retry: { maximumInterval: '1 minute' },
});

/** Few attempts, because the next run comes soon and waits for this one. */
const chores = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout,
  retry: { maximumAttempts: 2 },
});

/** The other chores. None of them may stop another one, or a switch. */
const HOUSEKEEPING = ['restartMails', 'forgetSamples', 'emptyTrash', 'forgetImports'] as const;

/**
 * Run by a Schedule, which keeps the result for the next run. Comparing is an activity of its own, so that its verdict
 * is in the history and a retry of what follows can't change it.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const previous = (workflowInfo().lastResult ?? null) as ReconcileResult | null;
  const { restoredAt, reason, comparedWith, ...found } = await compareWithLastRun(previous);
  if (restoredAt !== null) {
    const { removals } = found;
    await startOver({ restoredAt, comparedWith, removals, ...(reason ? { reason } : {}) });
  }

  const failed: string[] = [];
  async function attempt(name: string, chore: () => Promise<unknown>): Promise<void> {
    try {
      await chore();
    } catch (error) {
      if (isCancellation(error)) throw error;
      failed.push(name);
    }
  }
  let resignalled = 0;
  await Promise.all([
    attempt('resignal', async () => {
      resignalled = await chores.resignal();
    }),
    ...HOUSEKEEPING.map((name) => attempt(name, chores[name])),
    ...(patched('ask-successors') ? [attempt('askSuccessors', chores.askSuccessors)] : []),
  ]);
  return { ...found, resignalled, restored: restoredAt !== null, failed };
}
