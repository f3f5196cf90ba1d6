import { type Letter, toAccountHolder } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type PasswordReset = { name: string; link: string };

/** To somebody who forgot their password. The link works for 1 hour. */
export const passwordReset = ({ name, link }: PasswordReset): Letter => ({
  subject: line`Reset your Vault Handover password`,
  heading: line`Choose a new password`,
  action: { label: line`Choose a new password`, link },
  to: name,
  paragraphs: [
    line`Somebody, we hope you, asked to reset the password of your account. The link works once, for 1 hour. When you have chosen a new password, every device that is logged in will be logged out.`,
    line`If it was not you, do nothing: your password stays as it is.`,
  ],
  reason: toAccountHolder,
});
