import type { Letter } from '../layout/letter.ts';
import { line } from '../layout/line.ts';

export type OwnerUnreachable = {
  /** Whose switch it is, as operators see it in the Temporal UI. */
  userId: string;
  since: Date;
  /** The mail server's code, such as `SMTP 550`. */
  code: string;
};

/** To an operator: an owner cannot be warned. Also proves that the mail server takes mails for others. */
export const ownerUnreachable = ({ userId, since, code }: OwnerUnreachable): Letter => ({
  subject: line`An owner cannot be warned: ${code} since ${since}`,
  heading: line`The mail server refuses the warnings to one owner`,
  to: 'operator',
  paragraphs: [
    line`The switch of user ${userId} has a warning due, and the mail server has refused it since ${since} (${code}). It is tried again and again, and the switch waits for it.`,
    line`If the fault is yours (a blocked sender, a relay that needs a log-in), please mend it. If the address is dead for good, there is nothing to do: after 7 days of being refused for good, or 30 days of any refusal, the step counts as undeliverable and the grace period becomes 30 days.`,
  ],
  reason: line`You get this mail because your address is an operator's of this Vault Handover service (ADMIN_EMAILS).`,
});
