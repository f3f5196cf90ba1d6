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

interface Watched {
  owner: OwnerEvidence;
  /** Successors who were not invited before the mailbox of another one took mail again. */
  later: string[];
}

/** What others got meanwhile; null where nobody else was asked, or something was down. */
function watched(owner: OwnerEvidence, { address, from, to }: Shut, evidence: Evidence): Watched | null {
  const { mails, outages } = evidence;
  const { successors } = owner.cast;
  const shut = successors.find(({ email }) => email === address);
  const others = successors.filter(
    ({ email, delayDays }) => shut && email !== address && delayDays <= shut.delayDays,
  );
  const calm = !outages.some((each) => each.from < to && each.backAt > from - UNREST_MS);
  if (others.length === 0 || !calm) return null;
  const invited = (email: string) =>
    mails.some(({ to: whose, kind, at }) => whose === email && kind === 'invitation' && at < to);
  return { owner, later: others.map(({ email }) => email).filter((email) => !invited(email)) };
}

/**
 * Whether others wait for a mailbox that is shut. On a busy machine any mail may be later than the moment at which it
 * opens again: only where most of those who could have waited did, it was the mailbox that they waited for.
 */
function judgeOthers(all: readonly Watched[]): Broken[] {
  const waited = all.filter(({ later }) => later.length > 0);
  if (waited.length * 2 <= all.length) return [];
  return waited.map(({ owner, later }) => ({
    promise: 'nobody waits for the mailbox of somebody else',
    owner: owner.cast.email,
    evidence: `${later.join(', ')} got nothing meanwhile, as in ${waited.length} of ${all.length} such lives`,
  }));
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
  ];
}

export function judgeMailboxes(evidence: Evidence): Broken[] {
  const lives = evidence.owners.flatMap((owner) => {
    const people = new Set([owner.cast.email, ...owner.cast.successors.map(({ email }) => email)]);
    return evidence.shut.filter(({ address }) => people.has(address)).map((shut) => ({ owner, shut }));
  });
  const others = lives.flatMap(({ owner, shut }) => watched(owner, shut, evidence) ?? []);
  return [...lives.flatMap(({ owner, shut }) => judgeShut(owner, shut, evidence)), ...judgeOthers(others)];
}
