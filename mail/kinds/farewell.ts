import type { Letter } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type Farewell = { name: string };

/** The last mail to an account: it is deleted. */
export const farewell = ({ name }: Farewell): Letter => ({
  subject: line`Your Vault Handover account is deleted`,
  heading: line`Your account is deleted`,
  to: name,
  paragraphs: [
    line`Your vault, your successors and your settings are gone, and your switch will not fire. A handover that was under way has ended with them. This cannot be undone.`,
    line`Thank you for having trusted us. We wish you well.`,
  ],
  reason: line`You get this last mail because this address belonged to a Vault Handover account.`,
});
