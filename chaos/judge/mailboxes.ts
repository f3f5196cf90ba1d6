/** Mailboxes that were full for a while: they get their mail in the end, and no other person waits for them. */
import type { Broken, CampaignEvidence, OwnerEvidence, Shut } from '../evidence.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { covered } from './moments.ts';
import { LATE_MS } from './releases.ts';

/** For this long after an outage, a busy machine is still catching up with its mails. */
const CATCHING_UP_MS = 10_000;

/** When the mail that was refused came after all. */
function afterwards({ address, to: openedAt }: Shut, { mails, outages, endedAt }: CampaignEvidence) {
  const next = mails.find(({ to, at }) => to === address && at >= openedAt);
  const at = next?.at ?? endedAt;
  const down = outages.map(({ from, backAt }) => ({ from, to: backAt }));
  return { came: next !== undefined, lateMs: at - openedAt - covered(down, openedAt, at) };
}

interface WaitingPeople {
  owner: OwnerEvidence;
  /** Successors who were invited only after the other mailbox accepted mail again. */
  later: string[];
}

/** The other people who waited for this mailbox. Null when no one else was due, or something was down. */
function waitingPeople(
  owner: OwnerEvidence,
  { address, from, to }: Shut,
  evidence: CampaignEvidence,
): WaitingPeople | null {
  const { mails, outages } = evidence;
  const { successors } = owner.plan;
  const shut = successors.find(({ email }) => email === address);
  const others = successors.filter(
    ({ email, delayDays }) => shut && email !== address && delayDays <= shut.delayDays,
  );
  const calm = !outages.some((each) => each.from < to && each.backAt > from - CATCHING_UP_MS);
  if (others.length === 0 || !calm) return null;
  const invited = (email: string) =>
    mails.some(({ to: whose, kind, at }) => whose === email && kind === 'invitation' && at < to);
  return { owner, later: others.map(({ email }) => email).filter((email) => !invited(email)) };
}

/**
 * Whether others wait for a shut mailbox. On a busy machine some mails are later than its opening anyway, so the
 * promise is broken only if most of those who could have waited did.
 */
function judgeOthers(all: readonly WaitingPeople[]): Broken[] {
  const waited = all.filter(({ later }) => later.length > 0);
  if (waited.length * 2 <= all.length) return [];
  return waited.map(({ owner, later }) => ({
    promise: 'nobody waits for someone else’s mailbox',
    owner: owner.plan.email,
    evidence: `${later.join(', ')} got nothing during that, as in ${waited.length} of ${all.length} such scenarios`,
  }));
}

function judgeShut(owner: OwnerEvidence, shut: Shut, evidence: CampaignEvidence): Broken[] {
  const { came, lateMs } = afterwards(shut, evidence);
  const broken = brokenPromiseRecorder(owner);
  const overdue = `${Math.round(lateMs / 1000)} s after the mailbox of ${shut.address} accepted mail again`;
  return [
    ...(came ? [] : [broken('nothing due is lost', `it had got nothing ${overdue}`)]),
    ...(came && lateMs > LATE_MS ? [broken('nothing due is late', `it got mail ${overdue}`)] : []),
  ];
}

export function judgeMailboxes(evidence: CampaignEvidence): Broken[] {
  const ofOwners = evidence.owners.flatMap((owner) => {
    const people = new Set([owner.plan.email, ...owner.plan.successors.map(({ email }) => email)]);
    return evidence.shut.filter(({ address }) => people.has(address)).map((shut) => ({ owner, shut }));
  });
  const others = ofOwners.flatMap(({ owner, shut }) => waitingPeople(owner, shut, evidence) ?? []);
  return [...ofOwners.flatMap(({ owner, shut }) => judgeShut(owner, shut, evidence)), ...judgeOthers(others)];
}
