import type { Letter } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type EmailChange = { name: string; link: string };

/** To the new address of an account: prove that this mailbox is yours. The link works for 24 hours. */
export const emailChange = ({ name, link }: EmailChange): Letter => ({
  subject: line`Confirm your new e-mail address for Vault Handover`,
  heading: line`Please confirm that this is your new e-mail address`,
  action: { label: line`Confirm my new address`, link },
  to: name,
  paragraphs: [
    line`You asked to use this address for your Vault Handover account. The link works for 24 hours. Once you have confirmed, you log in with this address and the new password; until then the old ones work as before.`,
    line`If you did not ask for it, do nothing: without this confirmation nothing changes.`,
  ],
  reason: line`You get this mail because somebody gave this address as the new one of their Vault Handover account.`,
});
