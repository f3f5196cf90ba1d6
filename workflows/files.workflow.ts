import { isCancellation, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';

/** A store may have millions of files. The next run comes soon, so few attempts are made. */
const chores = proxyActivities<Activities>({
  startToCloseTimeout: '50 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 2 },
});

const HOUSEKEEPING = ['endOldFiles', 'removeFiles', 'compareStores'] as const;

/** Run by a Schedule: the housekeeping of files. @returns the chores that failed; none of them stops another one */
export async function filesWorkflow(): Promise<{ failed: string[] }> {
  const failed: string[] = [];
  for (const name of HOUSEKEEPING) {
    try {
      await chores[name]();
    } catch (error) {
      if (isCancellation(error)) throw error;
      failed.push(name);
    }
  }
  return { failed };
}
