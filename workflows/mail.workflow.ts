import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { MailInput } from './contract.ts';

const { sendMail } = proxyActivities<Activities>({
  // A mail server may take minutes to answer. A worker that has died is found out by its missing heartbeats.
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  // No limit: the mail is tried until the server takes it or it loses its point. After a refusal the activity's failure
  // asks for a longer rest.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Each mail has a workflow of its own, so that none waits for another. */
export async function mailWorkflow(input: MailInput): Promise<void> {
  await sendMail(input);
}
