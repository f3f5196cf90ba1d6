import type { Letter } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type VerifyEmail = {
  name: string;
  link: string;
  /** When somebody registered. */
  at: Date;
  /** From what, such as "Firefox on Linux". */
  device: string;
};

/** To a new account: prove that this mailbox is yours. The link works for 24 hours. */
export const verifyEmail = ({ name, link, at, device }: VerifyEmail): Letter => ({
  subject: line`Confirm your e-mail address for Vault Handover`,
  heading: line`Please confirm that this is your e-mail address`,
  action: { label: line`Confirm my address`, link },
  to: name,
  paragraphs: [
    line`Somebody, we hope you, opened a Vault Handover account with this address: under the name ${name}, on ${at}, from ${device}. The link works for 24 hours. Once you have confirmed, you can log in with the password that was chosen then.`,
    line`If that wasn’t you, don’t confirm: whoever it was could then log in. If you get several of these mails, confirm only the one that names your own registration; the others then end.`,
  ],
  reason: line`You get this mail because this address was given when a Vault Handover account was opened.`,
});
