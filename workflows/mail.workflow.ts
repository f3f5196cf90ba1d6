import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { MailInput } from './contract.ts';

const { sendMail } = proxyActivities<Activities>({
  // A mail server may take minutes to answer. Missing heartbeats show that a worker has died.
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  // No limit: the mail is tried until the server accepts it or it has become obsolete. After a refusal the activity's
  // failure asks for a longer delay (mail/retry.ts).
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Each mail has its own workflow, so that none waits for another. */
export async function mailWorkflow(input: MailInput): Promise<void> {
  await sendMail(input);
}
