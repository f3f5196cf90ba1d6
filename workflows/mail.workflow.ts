import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { MailInput } from './contract.ts';

const { sendMail } = proxyActivities<Activities>({
  // As long as a mail server may think; a worker that is gone is noticed by its silence.
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  // Without end: a mail that is due goes out when the server takes it, or loses its point. A mail server that says no is
  // left alone for longer, as the activity tells.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** One mail of its own: nobody else's waits for it. */
export async function mailWorkflow(input: MailInput): Promise<void> {
  await sendMail(input);
}
