import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type PaymentFailed = { name: string; link: string };

/** To an owner whose latest invoice could not be collected. */
export const paymentFailed = ({ name, link }: PaymentFailed): Letter => ({
  subject: line`A payment for your plan did not go through`,
  heading: line`We could not collect the latest payment for your plan`,
  action: { label: line`Open Vault Handover`, link },
  to: name,
  paragraphs: [
    line`Your plan stays as it is for now: the payment will be tried again over the next days. Log in to update how you pay; if you have paid meanwhile, there is nothing to do.`,
    line`Should the plan end, nothing is deleted. Your vault, your successors and your switch go on as they are; you could only not add more than the smaller plan allows.`,
  ],
  reason: toAccountHolder,
});
