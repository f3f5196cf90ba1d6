import { mailKind } from '../kind.ts';
import { toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

/** To an owner whose latest invoice could not be collected. */
export const paymentFailed = mailKind({
  facts: async ({ ownerName: name, frontendUrl }) => ({ name, link: `${frontendUrl}/` }),
  words: ({ name, link }) => ({
    subject: line`A payment for your plan didn't go through`,
    heading: line`We couldn't collect the latest payment for your plan`,
    action: { label: line`Open Vault Handover`, link },
    to: name,
    paragraphs: [
      line`Your plan stays as it is for now, and the payment will be tried again over the next few days. Log in to update your payment details. If you've already paid, there's nothing to do.`,
      line`If the plan ends, nothing is deleted. Your vault, your successors and your switch go on as they are. You just can't add more than the smaller plan allows.`,
    ],
    reason: toAccountHolder,
  }),
});
