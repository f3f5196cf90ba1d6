/** Mailboxes that refuse mail for a while, or whose mail is lost. */

import { type CampaignEnvironment, days, until } from './environment.ts';
import type { AcceptedMail } from './evidence.ts';
import { BLOCKED_DAYS, type MailboxPlan, type OwnerPlan } from './plans.ts';

/** It opens after this many refusals at the latest, because each retry waits twice as long as the one before. */
const REFUSES_AT_MOST = 8;

/**
 * Shuts a mailbox until it has refused as many mails as planned.
 *
 * @param others whether the others, who must not wait for this mailbox, have got their mails; until then it stays shut
 *   for a few more refusals
 */
export async function shutWhileRefusing(
  environment: CampaignEnvironment,
  address: string,
  { reply, refuses }: MailboxPlan,
  others: () => boolean = () => true,
): Promise<void> {
  const { mailLog, mailboxes, shut } = environment;
  const before = mailLog.refusals.length;
  mailboxes.shut(address, reply);
  const own = () => mailLog.refusals.slice(before).filter(({ to }) => to === address);
  const first = await until(environment, () => own()[0]);
  await until(environment, () => own().length >= (others() ? refuses : REFUSES_AT_MOST));
  shut.push({ address, from: first.at, to: Date.now() });
  mailboxes.open(address);
}

/** Loses as many mails to a mailbox as planned, each reported as returned or dropped without a word. */
export async function loseMails(
  { mailLog, mailboxes, shut, ...environment }: CampaignEnvironment,
  address: string,
  { refuses }: MailboxPlan,
  how: 'returned' | 'dropped',
): Promise<void> {
  mailboxes.lose(address, how);
  const lost = () =>
    how === 'dropped'
      ? mailLog.mails.filter(({ to, dropped }) => dropped && to === address)
      : mailLog.returned.filter(({ to, reportedAt }) => to === address && reportedAt !== null);
  const all = await until(environment, () => lost().length >= refuses && lost());
  // A mail that is known to have been lost is due again; one that was dropped is not.
  if (how === 'returned') shut.push({ address, from: all[0]!.at, to: Date.now() });
  mailboxes.open(address);
}

/** Lets the provider of an owner and their successors refuse all mail, until the block is over. */
export async function blockProvider(
  environment: CampaignEnvironment,
  { email, mailbox }: OwnerPlan,
): Promise<void> {
  const { mailLog, mailboxes, shut } = environment;
  const provider = email.slice(email.lastIndexOf('@'));
  mailboxes.shut(provider, mailbox.reply);
  const first = await until(environment, () => mailLog.refusals.find(({ to }) => to === email));
  await days(environment, BLOCKED_DAYS);
  shut.push({ address: email, from: first.at, to: Date.now() });
  mailboxes.open(provider);
}

/** Whether each successor but the first has been invited. */
export function othersInvited(
  { mailLog }: CampaignEnvironment,
  { successors: [, ...others] }: OwnerPlan,
): () => boolean {
  const invited = ({ kind }: AcceptedMail) => kind === 'invitation';
  return () => others.every(({ email }) => mailLog.to(email).some(invited));
}
