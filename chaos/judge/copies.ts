/** One mail per step and person: which mails came twice, and whether a kill between 250 and commit explains it. */
import type { AcceptedMail, Broken, CampaignEvidence, CertainOutage, OwnerEvidence } from '../evidence.ts';
import { CROSSING_MS } from './moments.ts';
import { mayBeUnnoted } from './takeover.ts';
import { firstCopies } from './warnings.ts';

/** How long before its 250 a mail may be under way on a busy machine. A kill then comes too late to stop it. */
const UNDER_WAY_MS = 1_000;
/** How long after its 250 a mail may be uncommitted. */
const COMMIT_MS = 3_000;

export interface JudgedCopy {
  mail: AcceptedMail;
  /** The kill that explains it, or null. A promoted replica may not know that a mail was sent. */
  excuse: CertainOutage | null;
}

/** Every second and later copy of a mail. */
export function copies({ mails, outages, takeover }: CampaignEvidence): JudgedCopy[] {
  const latest = new Map<string, AcceptedMail>();
  const found: JudgedCopy[] = [];
  for (const mail of mails) {
    const before = latest.get(mail.messageId);
    latest.set(mail.messageId, mail);
    if (!before) continue;
    const excuse = outages.find(
      ({ service, from }) =>
        (from === takeover?.killedAt && mayBeUnnoted(before, { takeover })) ||
        ((service === 'worker' || service === 'postgres' || service === 'mail') &&
          from >= before.at - UNDER_WAY_MS &&
          from <= before.at + COMMIT_MS),
    );
    found.push({ mail, excuse: excuse ?? null });
  }
  return found;
}

/** Mails that a successor gets once per handover, or once per request. */
const ONCE: readonly AcceptedMail['kind'][] = ['invitation', 'access'];

/** Different mails for the same step, although the owner did nothing in between. */
function repeated({ plan, acts }: OwnerEvidence, mails: readonly AcceptedMail[]): Broken[] {
  return plan.successors.flatMap(({ email }) => {
    const own = firstCopies(mails).filter(({ to, kind }) => to === email && ONCE.includes(kind));
    return own.flatMap(({ kind, n, at, subject }, i) => {
      const before = own.slice(0, i).findLast((each) => each.kind === kind && each.n === n);
      if (!before) return [];
      const shown = acts.some(
        (act) => act.outcome !== 'refused' && act.endedAt >= before.at - CROSSING_MS && act.sentAt <= at,
      );
      if (shown) return [];
      const promise = 'one mail per step and person';
      return { promise, owner: email, evidence: `"${subject}" came again as another mail` };
    });
  });
}

export function judgeCopies(evidence: CampaignEvidence): Broken[] {
  const recipients = new Map<string, string>();
  const misled = evidence.mails.flatMap(({ messageId, to, subject }) => {
    const first = recipients.get(messageId) ?? to;
    recipients.set(messageId, first);
    if (first === to) return [];
    return {
      promise: 'one mail per step and person',
      owner: to,
      evidence: `"${subject}" is also ${first}'s`,
    };
  });
  const twice = copies(evidence)
    .filter(({ excuse }) => excuse === null)
    .map(({ mail }) => ({
      promise: 'one mail per step and person',
      owner: mail.to,
      evidence: `"${mail.subject}" came twice (${mail.messageId}), and nothing was killed when it was sent`,
    }));
  return [...misled, ...twice, ...evidence.owners.flatMap((owner) => repeated(owner, evidence.mails))];
}
