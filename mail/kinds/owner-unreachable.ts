import { mailKind } from '../kind.ts';
import { line } from '../layout/line.ts';

/** To an operator: an owner cannot be warned. Also shows whether the mail server takes mail for others. */
export const ownerUnreachable = mailKind({
  // The user as operators see them in the Temporal UI; the code is the mail server's, such as `SMTP 550`.
  facts: async (_context, { userId, data: { since, code } }) => ({
    userId,
    since: new Date(Number(since)),
    code: String(code),
  }),
  words: ({ userId, since, code }) => ({
    subject: line`We can't warn an owner: ${code} since ${since}`,
    heading: line`The mail server refuses our warnings to an owner`,
    to: 'operator',
    paragraphs: [
      line`A warning to user ${userId} is due, but the mail server has refused it since ${since} (${code}). We keep trying, and their switch waits until it's accepted.`,
      line`If the problem is on your side (a blocked sender, or a relay that needs a login), please fix it. If the address is dead for good, there's nothing to do: after 7 days of permanent refusals, or 30 days of any refusals, the step counts as undeliverable and the grace period becomes 30 days.`,
    ],
    reason: line`You're receiving this email because you're an operator of this Vault Handover service (ADMIN_EMAILS).`,
  }),
});
