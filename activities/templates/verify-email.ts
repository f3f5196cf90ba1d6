import type { Letter } from './letter.ts';
import { line } from './line.ts';

export type VerifyEmail = { name: string; link: string };

/** To a new account: prove that this mailbox is yours. The link works for 24 hours. */
export const verifyEmail = ({ name, link }: VerifyEmail): Letter => ({
  subject: line`Confirm your e-mail address for Vault Handover`,
  heading: line`Please confirm that this is your e-mail address`,
  action: { label: line`Confirm my address`, link },
  to: name,
  paragraphs: [
    line`Somebody, we hope you, opened a Vault Handover account with this address. The link works for 24 hours. Once you have confirmed, you can log in.`,
    line`If it was not you, do nothing: without this confirmation the account cannot be used.`,
  ],
  reason: line`You get this mail because this address was given when a Vault Handover account was opened.`,
});
