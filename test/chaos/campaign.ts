/** A campaign in which every promise holds, for tests of the judge to break. */

import { describe, expect, test } from '@jest/globals';
import type {
  AcceptedMail,
  AddedWay,
  CampaignEvidence,
  CertainOutage,
  ClockJump,
  Delivery,
  MailRecord,
  OwnerAct,
  OwnerEvidence,
  Rehearsal,
  ReturnedMail,
  Rows,
  Shut,
  SuccessorAct,
  Takeover,
} from '../../chaos/evidence.ts';
import { judge } from '../../chaos/judge/all.ts';
import type { OwnerPlan, SuccessorPlan } from '../../chaos/plans.ts';

export const DAY = 2_000;
export const GRACE = 4_000;
/** When the owner was last seen. Threshold and grace period are over 18 s later. */
export const SEEN = 1_000_000;
export const OWNER = 'owner@chaos.example';
export const SUCCESSOR = 'successor@chaos.example';

export const successor: SuccessorPlan = {
  name: 'Successor',
  email: SUCCESSOR,
  delayDays: 0,
  answer: 'accept',
  thinksDays: 0,
  ownerAliveCount: 0,
  restricted: false,
  second: null,
  question: 'here',
};

export const plan: OwnerPlan = {
  name: 'Owner',
  email: OWNER,
  scenario: 'silent',
  session: 'cookie',
  way: 'check_in',
  thresholdDays: 7,
  reminderPercents: [50],
  quorum: 1,
  successors: [successor],
  afterwards: 'silent',
  cancelsIn: 'grace_period',
  count: 1,
  rehearsalAnswer: 'accept',
  mailbox: { reply: '451 4.3.0 try again later', refuses: 3 },
  ways: [],
};

export const act = (what: OwnerAct['what'], at: number, more: Partial<OwnerAct> = {}): OwnerAct => ({
  what,
  sentAt: at,
  endedAt: at + 50,
  outcome: 'acknowledged',
  thresholdDays: 7,
  ...more,
});

export const successorAct = (
  did: SuccessorAct['did'],
  at: number,
  more: Partial<SuccessorAct> = {},
): SuccessorAct => ({
  successor: SUCCESSOR,
  did,
  sentAt: at,
  endedAt: at + 50,
  outcome: 'acknowledged',
  ...more,
});

export const mail = (
  kind: AcceptedMail['kind'],
  at: number,
  more: Partial<AcceptedMail> = {},
): AcceptedMail => ({
  messageId: `${kind} ${at}`,
  subject: kind,
  kind,
  n: kind === 'reminder' || kind === 'invitation' ? 1 : 0,
  of: 1,
  token: null,
  marked: false,
  reference: '',
  at,
  to: kind === 'reminder' || kind === 'final_notice' ? OWNER : SUCCESSOR,
  ...more,
});

export const outage = (service: CertainOutage['service'], from: number, to: number): CertainOutage => ({
  service,
  from,
  to,
  backAt: to + 500,
});

const keyOf = ({ kind, at, messageId }: AcceptedMail): string =>
  kind === 'reminder' || kind === 'final_notice'
    ? `${kind}/id/1/${SEEN + 10}/1`
    : `${kind}/${messageId}/${at}`;

/** Rows that a test may change. */
interface OpenRows extends Rows {
  mails: MailRecord[];
  handovers: { userId: string; releasedAt: number | null; undeliverable: boolean }[];
  records: Map<string, number>;
  brokenChains: { userId: string; id: string }[];
  dates: Rows['dates'][number][];
}

export interface TestCampaign {
  owner: OwnerEvidence;
  acts: OwnerAct[];
  successorActs: SuccessorAct[];
  rehearsals: Rehearsal[];
  rehearsed: SuccessorAct[];
  shut: Shut[];
  takeover: Takeover | null;
  mails: AcceptedMail[];
  returned: ReturnedMail[];
  ways: AddedWay[];
  deliveries: Delivery[];
  outages: CertainOutage[];
  jumps: ClockJump[];
  rows: OpenRows;
  endedAt: number;
  /** Rows that agree with the mails at this moment. */
  file(): void;
}

/** A campaign in which everything goes as it should: one reminder, the final notice, the invitation, the release. */
export function goodCampaign(endedAt = SEEN + 30_000): TestCampaign {
  const acts = [act('check_in', SEEN)];
  const successorActs = [
    successorAct('accept', SEEN + 19_000, { status: 'released' }),
    successorAct('read', SEEN + 20_000),
  ];
  const mails = [
    mail('reminder', SEEN + 7_200),
    mail('final_notice', SEEN + 14_300),
    mail('invitation', SEEN + 18_400),
    mail('access', SEEN + 19_500),
  ];
  const ways: AddedWay[] = [];
  const rehearsals: Rehearsal[] = [];
  const rehearsed: SuccessorAct[] = [];
  const campaign: TestCampaign = {
    owner: {
      plan,
      userId: 'id',
      acts,
      successorActs,
      rehearsals,
      rehearsed,
      seconds: [],
      questions: [],
      shown: [],
      refusals: [],
      thefts: [],
      kept: null,
      ways,
      sealedAt: SEEN - 10,
      texts: new Map(),
      trouble: [],
    },
    acts,
    successorActs,
    rehearsals,
    rehearsed,
    shut: [],
    takeover: null,
    mails,
    returned: [],
    ways,
    deliveries: [],
    outages: [],
    jumps: [],
    endedAt,
    rows: {
      readAt: SEEN + 1_000_000,
      mails: [],
      handovers: [{ userId: 'id', releasedAt: SEEN + 19_020, undeliverable: false }],
      switches: [{ userId: 'id', status: 'released', lastSeenAt: SEEN + 10 }],
      records: new Map([['id/check_in', 1]]),
      brokenChains: [],
      dates: [],
    },
    file() {
      const rows = campaign.mails.map(
        (each): MailRecord => ({
          id: each.messageId,
          key: keyOf(each),
          kind: each.kind,
          recipient: each.to,
          status: 'accepted',
          userId: 'id',
          createdAt: each.at - 10,
        }),
      );
      campaign.rows.mails.splice(0, Number.POSITIVE_INFINITY, ...rows);
    },
  };
  campaign.file();
  return campaign;
}

/** The evidence of a campaign, as the judge gets it. */
export const evidenceOf = (campaign: TestCampaign): CampaignEvidence => {
  const { owner, mails, returned, deliveries, outages, jumps, shut, takeover, endedAt } = campaign;
  return {
    dayMs: DAY,
    graceMs: GRACE,
    owners: [owner],
    mails,
    returned,
    deliveries,
    outages: [...outages, ...jumps],
    jumps,
    selfEnded: [],
    refusals: [],
    shut,
    takeover,
    crowd: null,
    beganAt: SEEN - 60_000,
    endedAt,
  };
};

/** @returns the promises that the judge finds broken */
export const brokenIn = (campaign: TestCampaign): string[] => [
  ...new Set(judge(evidenceOf(campaign), campaign.rows).map(({ promise }) => promise)),
];

/** Tests that each promise holds in a scenario, and that each change under its name breaks it. */
export const testBrokenPromises = (
  scenario: () => TestCampaign,
  promises: Record<string, Record<string, (campaign: TestCampaign) => unknown>>,
): void =>
  describe.each(Object.entries(promises))('it finds broken: %s', (promise, changes) => {
    test.each(Object.entries(changes))('%s', (_name, change) => {
      const campaign = scenario();
      expect(brokenIn(campaign)).not.toContain(promise);
      change(campaign);
      expect(brokenIn(campaign)).toContain(promise);
    });
  });

/** Removes and returns the first element that matches. */
export const takeFirst = <T>(from: T[], matches: (each: T) => boolean): T =>
  from.splice(from.findIndex(matches), 1)[0]!;

export const take = (campaign: TestCampaign, kind: AcceptedMail['kind']): AcceptedMail =>
  takeFirst(campaign.mails, (each) => each.kind === kind);
