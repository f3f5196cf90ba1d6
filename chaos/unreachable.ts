/** A mailbox that refuses mail for a while. */
import type { CastMailbox, CastOwner } from './cast.ts';
import type { CaughtMail } from './evidence.ts';
import { until, type World } from './world.ts';

/** It opens after this many refusals at the latest, because each retry waits twice as long as the one before. */
const REFUSES_AT_MOST = 8;

/**
 * Shuts a mailbox until it has refused as many mails as cast.
 *
 * @param others whether the others, who must not wait for this mailbox, have got their mails; until then it stays shut
 *   for a few more refusals
 */
export async function shutWhileRefusing(
  world: World,
  address: string,
  { reply, refuses }: CastMailbox,
  others: () => boolean = () => true,
): Promise<void> {
  const { post, mailboxes, shut } = world;
  const before = post.refusals.length;
  mailboxes.shut(address, reply);
  const own = () => post.refusals.slice(before).filter(({ to }) => to === address);
  const first = await until(world, () => own()[0]);
  await until(world, () => own().length >= (others() ? refuses : REFUSES_AT_MOST));
  shut.push({ address, from: first.at, to: Date.now() });
  mailboxes.open(address);
}

/** Whether each successor but the first has been invited. */
export function othersInvited({ post }: World, { successors: [, ...others] }: CastOwner): () => boolean {
  const invited = ({ kind }: CaughtMail) => kind === 'invitation';
  return () => others.every(({ email }) => post.to(email).some(invited));
}
