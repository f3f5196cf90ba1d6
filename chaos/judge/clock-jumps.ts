/** While all clocks are wrong, nothing is answered, sent or dated; when they are right again, everything goes on. */
import type { Broken, CampaignEvidence, ClockJump, OwnerEvidence, Rows } from '../evidence.ts';
import { brokenPromiseRecorder } from './broken.ts';

/** Clocks may be this far apart. What is dated further from the campaign was dated by a wrong clock. */
const APART_MS = 5 * 60_000;
/** For this long after a jump, a mail that was written before it may be under way. */
const UNDER_WAY_MS = 3_000;
/** The service must go on within this time without anybody's help. */
const BACK_WITHIN_MS = 30_000;
/** For this long after a jump, a session that it ended would be noticed by those who use it. */
const NOTICED_WITHIN_MS = 60_000;

const when = ({ days }: ClockJump) => `when all clocks were ${days} days off`;

function judgeService(jump: ClockJump): Broken[] {
  const { answers, backAt, to } = jump;
  const broken = (promise: string, evidence: string): Broken => ({ promise, owner: 'the service', evidence });
  const acceptedStatuses = answers.filter((status) => status !== 503 && status !== 0);
  return [
    ...acceptedStatuses.map((status) =>
      broken('a service without the time refuses', `${status} ${when(jump)}`),
    ),
    ...(answers.includes(503)
      ? []
      : [broken('a service without the time refuses', `no 503 came ${when(jump)}`)]),
    ...(backAt - to > BACK_WITHIN_MS
      ? [broken('a service with the right time goes on', `it took ${Math.round((backAt - to) / 1000)} s`)]
      : []),
  ];
}

function judgeOwner(owner: OwnerEvidence, jump: ClockJump): Broken[] {
  const { from, to, backAt } = jump;
  const broken = brokenPromiseRecorder(owner);
  const asked = [
    ...owner.acts.map((act) => ({ ...act, did: act.what })),
    ...[...owner.successorActs, ...owner.rehearsed].map((successorAct) => ({
      ...successorAct,
      did: `${successorAct.successor}'s ${successorAct.did}`,
    })),
    ...owner.rehearsals.map((each) => ({ ...each, did: 'rehearsal' })),
    ...owner.thefts.map((theft) => ({ ...theft, did: `thief's ${theft.tried}` })),
  ];
  const answered = asked
    .filter(({ outcome, sentAt, endedAt }) => outcome !== 'unknown' && sentAt > from && endedAt < to)
    .map(({ did, outcome, code }) =>
      broken('a service without the time refuses', `${did} was ${outcome} (${code ?? '2xx'}) ${when(jump)}`),
    );
  const loggedOut = owner.acts
    .filter(({ code, endedAt }) => code === 'unauthenticated' && endedAt > from)
    .filter(({ sentAt }) => sentAt < backAt + NOTICED_WITHIN_MS)
    .map(({ what }) => broken('a wrong clock ends no session', `${what} was answered 401 ${when(jump)}`));
  return [...answered, ...loggedOut];
}

function judgeDates({ owners, beganAt }: CampaignEvidence, { dates, readAt }: Rows): Broken[] {
  const names = new Map(owners.map(({ userId, plan }) => [userId, plan.email]));
  return dates
    .filter(({ earliest, latest }) => earliest < beganAt - APART_MS || latest > readAt + APART_MS)
    .map(({ what, userId, earliest, latest }) => ({
      promise: 'nothing is dated by a wrong clock',
      owner: (userId && names.get(userId)) || 'the service',
      evidence: `${what} from ${new Date(earliest).toISOString()} to ${new Date(latest).toISOString()}`,
    }));
}

export function judgeClockJumps(evidence: CampaignEvidence, rows: Rows): Broken[] {
  const { jumps, owners, mails, returned, deliveries } = evidence;
  const requests = deliveries.map(({ at, way, kind }) => ({ at, to: way, subject: kind }));
  const sent = jumps.flatMap((jump) =>
    [...mails, ...returned, ...requests]
      .filter(({ at }) => at > jump.from + UNDER_WAY_MS && at < jump.to)
      .map(({ to, subject }) => ({
        promise: 'nothing is sent by a wrong clock',
        owner: to,
        evidence: `"${subject}" was sent ${when(jump)}`,
      })),
  );
  return [
    ...jumps.flatMap(judgeService),
    ...jumps.flatMap((jump) => owners.flatMap((owner) => judgeOwner(owner, jump))),
    ...sent,
    ...judgeDates(evidence, rows),
  ];
}
