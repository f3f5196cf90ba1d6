/** Whether the database agrees with what was seen from outside. */
import type { Broken, CampaignEvidence, MailRecord, OwnerEvidence, Rows } from '../evidence.ts';
import { brokenPromiseRecorder } from './broken.ts';
import { acknowledged, CROSSING_MS, earliestRelease } from './moments.ts';
import { tooSoonAfterOwnerAlive } from './owner-alive.ts';
import { expectsRelease } from './releases.ts';
import { couldBe, judgeSigns } from './signs.ts';
import { mayBeUnnoted } from './takeover.ts';
import { goneForEver } from './undeliverable.ts';
import { goesToDeafWay } from './ways.ts';

const STATUSES: Record<string, readonly string[]> = {
  pauses: ['paused'],
  unanswered: ['awaiting_successors'],
};

function judgeMails(evidence: CampaignEvidence, { mails, readAt }: Rows): Broken[] {
  const owners = new Map(evidence.owners.map((owner) => [owner.userId, owner]));
  const rows = new Map(mails.map((row) => [row.id, row]));
  const sent = [...evidence.mails, ...evidence.returned];
  const taken = evidence.deliveries.filter(({ answer }) => answer !== null && answer < 300);
  const caught = new Set([...sent.map(({ messageId }) => messageId), ...taken.map(({ id }) => id)]);
  const gone = goneForEver(evidence);
  const nameOf = ({ userId }: MailRecord) => owners.get(userId)?.plan.email ?? userId;
  const unknown = evidence.mails
    .filter((mail) => mail.at < readAt && !mayBeUnnoted(mail, evidence))
    // Registering again before the address is verified removes the earlier rows.
    .filter(({ messageId, kind }) => kind !== 'verify_email' || rows.get(messageId)?.recipient)
    .filter(({ messageId, to }) => rows.get(messageId)?.recipient !== to)
    .map(({ to, subject, messageId }) => ({
      promise: 'every mail has its row',
      owner: to,
      evidence: `"${subject}" (${messageId}) has none for this recipient`,
    }));
  const lost = mails
    .filter(({ id, status }) => status === 'accepted' && !caught.has(id))
    .map((row) => ({
      promise: 'no step without its mail',
      owner: nameOf(row),
      evidence: `the database says that ${row.key} was accepted, and nobody took it`,
    }));
  const waiting = mails
    .filter(({ status, kind }) => status === 'queued' && kind !== 'reminder' && kind !== 'final_notice')
    .filter((row) => !gone.has(row.recipient) && !goesToDeafWay(row, evidence))
    // A mail that became due just before the reading may be under way.
    .filter(({ createdAt }) => createdAt <= readAt - CROSSING_MS)
    .map((row) => ({
      promise: 'nothing due is lost',
      owner: nameOf(row),
      evidence: `${row.key} is still queued (${row.tried})`,
    }));
  const twice = mails
    .filter(({ kind, id }) => /^(?:channel_)?(?:reminder|final_notice)$/.test(kind) && caught.has(id))
    .flatMap((row) => {
      const silence = Number(row.key.split('/')[3]);
      const owner = owners.get(row.userId);
      if (!owner || owner.acts.some((act) => couldBe(act, silence))) return [];
      return {
        promise: 'one mail per step and person',
        owner: nameOf(row),
        evidence: `${row.key} warns of a silence that began with nothing the owner did`,
      };
    });
  return [...unknown, ...lost, ...waiting, ...twice];
}

function judgeOwner(owner: OwnerEvidence, evidence: CampaignEvidence, rows: Rows): Broken[] {
  const { plan, userId } = owner;
  const broken = brokenPromiseRecorder(owner);
  const found: Broken[] = [];
  for (const { releasedAt } of rows.handovers.filter((each) => each.userId === userId)) {
    if (releasedAt === null) continue;
    const act = acknowledged(owner).find(
      (each) => each.endedAt <= releasedAt && releasedAt < earliestRelease(each, releasedAt, owner, evidence),
    );
    if (act)
      found.push(
        broken(
          'never released early',
          `the release committed ${releasedAt - act.endedAt} ms after an acknowledged ${act.what}`,
        ),
      );
    const wait = tooSoonAfterOwnerAlive(owner, releasedAt, evidence);
    if (wait)
      found.push(
        broken(
          'never released early',
          `the release committed ${releasedAt - wait.knownAt} ms after ${wait.successor} said that the owner is alive`,
        ),
      );
  }
  const row = rows.switches.find((each) => each.userId === userId);
  if (!row) found.push(broken('nothing due is lost', 'the switch has no row'));
  else {
    found.push(...judgeSigns(owner, row, rows));
    // Once a pause has ended by itself, anything may have happened.
    const isPauseOver = plan.scenario === 'pauses' && owner.acts.some(({ what }) => what === 'resume');
    const expected = isPauseOver
      ? null
      : (STATUSES[plan.scenario] ?? (expectsRelease(owner) ? ['released', 'completed'] : null));
    if (expected && !expected.includes(row.status))
      found.push(broken('nothing due is lost', `the switch is ${row.status}, not ${expected.join(' or ')}`));
  }
  return found;
}

export function judgeRows(evidence: CampaignEvidence, rows: Rows): Broken[] {
  const owners = new Map(evidence.owners.map(({ userId, plan }) => [userId, plan.email]));
  return [
    ...judgeMails(evidence, rows),
    ...evidence.owners.flatMap((owner) => judgeOwner(owner, evidence, rows)),
    ...rows.brokenChains.map(({ userId, id }) => ({
      promise: 'the activity log is whole',
      owner: owners.get(userId) ?? userId,
      evidence: `record ${id} does not follow from the one before it`,
    })),
  ];
}
