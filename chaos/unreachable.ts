/** Mailboxes that refuse mail for a while, or whose mail is lost. */
import { BLOCKED_DAYS, type CastMailbox, type CastOwner } from './cast.ts';
import { type CampaignEnvironment, days, until } from './environment.ts';
import type { AcceptedMail } from './evidence.ts';

/** It opens after this many refusals at the latest, because each retry waits twice as long as the one before. */
const REFUSES_AT_MOST = 8;

/**
 * Shuts a mailbox until it has refused as many mails as cast.
 *
 * @param others whether the others, who must not wait for this mailbox, have got their mails; until then it stays shut
 *   for a few more refusals
 */
export async function shutWhileRefusing(
  environment: CampaignEnvironment,
  address: string,
  { reply, refuses }: CastMailbox,
  others: () => boolean = () => true,
): Promise<void> {
  const { post, mailboxes, shut } = environment;
  const before = post.refusals.length;
  mailboxes.shut(address, reply);
  const own = () => post.refusals.slice(before).filter(({ to }) => to === address);
  const first = await until(environment, () => own()[0]);
  await until(environment, () => own().length >= (others() ? refuses : REFUSES_AT_MOST));
  shut.push({ address, from: first.at, to: Date.now() });
  mailboxes.open(address);
}

/** Loses as many mails to a mailbox as cast, each reported as returned or dropped without a word. */
export async function loseMails(
  { post, mailboxes, shut, ...environment }: CampaignEnvironment,
  address: string,
  { refuses }: CastMailbox,
  how: 'returned' | 'dropped',
): Promise<void> {
  mailboxes.lose(address, how);
  const lost = () =>
    how === 'dropped'
      ? post.mails.filter(({ to, dropped }) => dropped && to === address)
      : post.returned.filter(({ to, reportedAt }) => to === address && reportedAt !== null);
  const all = await until(environment, () => lost().length >= refuses && lost());
  // A mail that is known to have been lost is due again; one that was dropped is not.
  if (how === 'returned') shut.push({ address, from: all[0]!.at, to: Date.now() });
  mailboxes.open(address);
}

/** Lets the provider of an owner and their successors refuse all mail, until the block is over. */
export async function blockProvider(
  environment: CampaignEnvironment,
  { email, mailbox }: CastOwner,
): Promise<void> {
  const { post, mailboxes, shut } = environment;
  const provider = email.slice(email.lastIndexOf('@'));
  mailboxes.shut(provider, mailbox.reply);
  const first = await until(environment, () => post.refusals.find(({ to }) => to === email));
  await days(environment, BLOCKED_DAYS);
  shut.push({ address: email, from: first.at, to: Date.now() });
  mailboxes.open(provider);
}

/** Whether each successor but the first has been invited. */
export function othersInvited(
  { post }: CampaignEnvironment,
  { successors: [, ...others] }: CastOwner,
): () => boolean {
  const invited = ({ kind }: AcceptedMail) => kind === 'invitation';
  return () => others.every(({ email }) => post.to(email).some(invited));
}
