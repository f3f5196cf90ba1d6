import { mailKind } from '../kind.ts';
import { line } from '../layout/line.ts';

/** The last mail to an account: it is deleted. */
export const farewell = mailKind({
  facts: async ({ ownerName: name }) => ({ name }),
  words: ({ name }) => ({
    subject: line`Your Vault Handover account has been deleted`,
    heading: line`Your account has been deleted`,
    to: name,
    paragraphs: [
      line`Your vault, your successors and your settings are gone, and your switch won't fire. Any handover that was under way has ended. This can't be undone.`,
      line`Thank you for trusting us. We wish you well.`,
    ],
    reason: line`You're receiving this last email because this address belonged to a Vault Handover account.`,
  }),
});
