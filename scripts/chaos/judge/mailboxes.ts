/** Mailboxes that were shut for a while: what came too late for them comes, and nobody else waits for it. */
import type { Broken, Evidence, OwnerEvidence, Shut } from '../evidence.ts';
import { covered } from './moments.ts';
import { LATE_MS } from './releases.ts';

/** What was down so shortly before still keeps a busy machine from telling everybody at once. */
const UNREST_MS = 10_000;

/** What became of the mail that was refused. */
function afterwards({ address, to: openedAt }: Shut, { mails, outages, endedAt }: Evidence) {
  const next = mails.find(({ to, at }) => to === address && at >= openedAt);
  const at = next?.at ?? endedAt;
  const down = outages.map(({ from, backAt }) => ({ from, to: backAt }));
  return { came: next !== undefined, lateMs: at - openedAt - covered(down, openedAt, at) };
}

/** Successors who were not invited while the mailbox of another one, who was, refused it. */
function waiting(owner: OwnerEvidence, { address, from, to }: Shut, { mails, outages }: Evidence): string[] {
  const { successors } = owner.cast;
  const shut = successors.find(({ email }) => email === address);
  if (!shut || outages.some((each) => each.from < to && each.backAt > from - UNREST_MS)) return [];
  return successors
    .filter(({ email, delayDays }) => email !== address && delayDays <= shut.delayDays)
    .map(({ email }) => email)
    .filter(
      (email) => !mails.some((mail) => mail.to === email && mail.kind === 'invitation' && mail.at < to),
    );
}

function judgeShut(owner: OwnerEvidence, shut: Shut, evidence: Evidence): Broken[] {
  const { came, lateMs } = afterwards(shut, evidence);
  const broken = (promise: string, shows: string): Broken => ({
    promise,
    owner: owner.cast.email,
    evidence: shows,
  });
  const overdue = `${Math.round(lateMs / 1000)} s after the mailbox of ${shut.address} took mail again`;
  return [
    ...(came ? [] : [broken('nothing due is lost', `it had got nothing ${overdue}`)]),
    ...(came && lateMs > LATE_MS ? [broken('nothing due is late', `it got mail ${overdue}`)] : []),
    ...waiting(owner, shut, evidence).map((email) =>
      broken('nobody waits for the mailbox of somebody else', `${email} was not invited meanwhile`),
    ),
  ];
}

export const judgeMailboxes = (evidence: Evidence): Broken[] =>
  evidence.owners.flatMap((owner) => {
    const people = new Set([owner.cast.email, ...owner.cast.successors.map(({ email }) => email)]);
    return evidence.shut
      .filter(({ address }) => people.has(address))
      .flatMap((shut) => judgeShut(owner, shut, evidence));
  });
