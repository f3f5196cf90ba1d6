/** Somebody whose mailbox takes no mail for a while. */
import type { CastMailbox, CastOwner } from './cast.ts';
import type { CaughtMail } from './evidence.ts';
import { until, type World } from './world.ts';

/** However slow others are, it opens again: what fails is tried again after a while that doubles each time. */
const REFUSES_AT_MOST = 8;

/**
 * Shuts a mailbox until it has refused as much as it was cast to.
 *
 * @param others whether all has come that somebody else's mailbox must not keep up; it stays shut for some more mails
 */
export async function shutFor(
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
