import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { MailInput } from './contract.ts';

const { sendMail } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  // Without end: a mail that is due goes out when the server takes it, or loses its point.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

/** One mail of its own: nobody else's waits for it. */
export async function mailWorkflow(input: MailInput): Promise<void> {
  await sendMail(input);
}
