/** Which promises the judge finds broken at the second addresses of successors, and about the question to them. */
import { describe, expect, test } from '@jest/globals';
import type { AcceptedMail, MailRecord, OwnerEvidence, QuestionAct } from '../../chaos/evidence.ts';
import type { SecondPlan } from '../../chaos/plan-seconds.ts';
import {
  act,
  brokenIn,
  DAY,
  goodCampaign,
  mail,
  plan,
  SEEN,
  SUCCESSOR,
  successor,
  type TestCampaign,
  take,
  takeFirst,
} from './campaign.ts';

const SECOND = 'second@elsewhere.example';

/** The good campaign, whose successor has a second address: the same mails come there a moment later. */
function withSecond(gone: SecondPlan['gone'] = null): TestCampaign {
  const campaign = goodCampaign();
  const second: SecondPlan = { address: SECOND, gone, reads: 'second' };
  const confirmed = { successor: SUCCESSOR, address: SECOND, triedAt: SEEN - 500, confirmedAt: SEEN - 400 };
  Object.assign(campaign.owner, {
    plan: { ...plan, successors: [{ ...successor, second }] },
    seconds: [confirmed],
  });
  const first = campaign.mails.filter(({ to }) => to === SUCCESSOR);
  campaign.mails.push(mail('second_address', SEEN - 600, { to: SECOND }), ...first.map(atSecond));
  campaign.mails.sort((a, b) => a.at - b.at);
  if (gone === 'first') for (const each of first) campaign.mails.splice(campaign.mails.indexOf(each), 1);
  fileSecond(campaign, gone === 'first' ? first : []);
  return campaign;
}

const atSecond = (each: AcceptedMail): AcceptedMail => ({
  ...each,
  messageId: `${each.messageId} second`,
  to: SECOND,
  at: each.at + 20,
});

/** Rows that agree with the mails. @param queued mails that a mailbox has refused */
function fileSecond(campaign: TestCampaign, queued: readonly AcceptedMail[] = []): void {
  campaign.file();
  const { mails } = campaign.rows;
  for (const each of mails)
    if (each.recipient === SECOND && each.kind !== 'second_address')
      Object.assign(each, { key: `${each.kind}/second`, createdAt: each.createdAt - 20 });
    else if (each.recipient === SUCCESSOR) Object.assign(each, { key: each.kind });
  const row = ({ messageId, kind, at }: AcceptedMail): MailRecord => ({
    ...{ id: messageId, key: kind, kind, recipient: SUCCESSOR, status: 'queued' },
    ...{ userId: 'id', createdAt: at - 10 },
  });
  mails.push(...queued.map(row));
}

const LOST = 'nothing due is lost';

describe('second addresses', () => {
  test.each([null, 'first'] as const)('alone break no promise (gone: %s)', (gone) => {
    expect(brokenIn(withSecond(gone))).toEqual([]);
  });

  test('a mail that has no row for one of the addresses is found', () => {
    const campaign = withSecond();
    takeFirst(campaign.rows.mails, ({ key }) => key === 'invitation/second');
    takeFirst(campaign.mails, ({ to, kind }) => to === SECOND && kind === 'invitation');
    expect(brokenIn(campaign)).toEqual(['every address of a successor is written to']);
  });

  test('an invitation that never came to the only mailbox that works is found', () => {
    const campaign = withSecond('first');
    const row = campaign.rows.mails.find(({ key }) => key === 'invitation/second')!;
    Object.assign(row, { status: 'obsolete' });
    for (const kind of ['invitation', 'access'])
      takeFirst(campaign.mails, (each) => each.to === SECOND && each.kind === kind);
    takeFirst(campaign.rows.mails, ({ key }) => key === 'access/second');
    campaign.successorActs.length = 0;
    campaign.rows.handovers.length = 0;
    expect(brokenIn(campaign)).toContain(LOST);
  });

  test('a mail may be under way that became due just before the rows were read', () => {
    const campaign = withSecond();
    const { mails, readAt } = campaign.rows;
    const sample = { kind: 'rehearsal', status: 'queued', userId: 'id' };
    const both = [
      { ...sample, id: 'first', key: 'rehearsal', recipient: SUCCESSOR, createdAt: readAt - 4_000 },
      { ...sample, id: 'second', key: 'rehearsal/second', recipient: SECOND, createdAt: readAt - 4_000 },
    ];
    mails.push(...both);
    expect(brokenIn(campaign)).toEqual([]);
    for (const each of both) each.createdAt -= 2_000;
    expect(brokenIn(campaign)).toEqual([LOST]);
  });

  test('a cancellation may be left out where no invitation to that handover came, and nowhere else', () => {
    const campaign = withSecond();
    const invitedAt = campaign.mails.find(({ kind }) => kind === 'invitation')!.at;
    const cancelled = (openedAt: number): MailRecord[] => {
      const time = openedAt.toString(16).padStart(12, '0');
      const key = `handover_cancelled/${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000/successor`;
      const row = { kind: 'handover_cancelled', status: 'obsolete', userId: 'id', createdAt: SEEN + 900_000 };
      return [
        { ...row, id: 'first', key, recipient: SUCCESSOR },
        { ...row, id: 'second', key: `${key}/second`, recipient: SECOND },
      ];
    };
    const { mails } = campaign.rows;
    mails.push(...cancelled(invitedAt + 5_000));
    expect(brokenIn(campaign)).not.toContain(LOST);
    mails.splice(-2, 2, ...cancelled(invitedAt - 5_000));
    expect(brokenIn(campaign)).toContain(LOST);
    // A promoted replica may not know that a mailbox took it.
    const promotedAt = (at: number) => ({
      takeover: {
        ...{ lostFrom: at - 4_000, killedAt: at - 500, promotedAt: at, upAt: at + 400, noticedAt: at + 900 },
        completed: [],
      },
    });
    Object.assign(campaign, promotedAt(invitedAt + 600));
    expect(brokenIn(campaign)).not.toContain(LOST);
    Object.assign(campaign, promotedAt(invitedAt + 60_000));
    expect(brokenIn(campaign)).toContain(LOST);
  });

  test('an invitation that came to one before its time is found', () => {
    const campaign = withSecond();
    Object.assign(campaign.mails.find(({ to, kind }) => to === SECOND && kind === 'invitation')!, {
      at: SEEN + 17_000,
    });
    expect(brokenIn(campaign)).toEqual(['never without reminders, final notice and a full grace period']);
  });

  test('anything that came to one before it was confirmed is found', () => {
    const campaign = withSecond();
    campaign.mails.unshift(mail('rehearsal', SEEN - 550, { to: SECOND, marked: true }));
    campaign.owner = {
      ...campaign.owner,
      rehearsals: [
        { successor: SUCCESSOR, sentAt: SEEN - 560, endedAt: SEEN - 555, outcome: 'acknowledged' },
      ],
    };
    fileSecond(campaign);
    expect(brokenIn(campaign)).toEqual(['a second address gets nothing before it is confirmed']);
  });
});

/** An owner who asks again on the day after they were seen, and then looks at the answer. */
function asking(...acts: readonly (Partial<QuestionAct> & Pick<QuestionAct, 'did'>)[]): TestCampaign {
  const campaign = goodCampaign();
  const questions = acts.map((each, i) => ({
    ...{ successor: SUCCESSOR, sentAt: SEEN + 2_000 + i * 500, endedAt: SEEN + 2_050 + i * 500 },
    ...{ outcome: 'acknowledged' as const, ...each },
  }));
  campaign.mails.push(mail('contact_question', SEEN + 2_200));
  campaign.mails.sort((a, b) => a.at - b.at);
  campaign.file();
  Object.assign(campaign.owner, { questions });
  return campaign;
}
const shows = (campaign: TestCampaign, answer: string | null): void => {
  const shown: OwnerEvidence['shown'] = [{ successor: SUCCESSOR, sentAt: SEEN + 6_000, answer }];
  Object.assign(campaign.owner, { shown });
};

describe('the question whether successors can be reached', () => {
  test('may be asked again, answered twice and seen', () => {
    const campaign = asking({ did: 'asked' }, { did: 'sheet_lost' }, { did: 'here' });
    shows(campaign, 'here');
    expect(brokenIn(campaign)).toEqual([]);
    shows(campaign, 'sheet_lost');
    expect(brokenIn(campaign)).toEqual(['owners see what was answered']);
  });

  test('is found if nobody asked for it and it is too early; after three months it is due', () => {
    const campaign = asking();
    expect(brokenIn(campaign)).toEqual(['nobody is asked too often']);
    campaign.acts.unshift(act('settings', SEEN - 92 * DAY));
    expect(brokenIn(campaign)).toEqual([]);
  });

  test('is found missing if it does not come although the owner asked', () => {
    const campaign = asking({ did: 'asked' });
    take(campaign, 'contact_question');
    campaign.file();
    expect(brokenIn(campaign)).toEqual(['who is asked again hears of it']);
  });

  test('is found if it is written while the owner is being warned', () => {
    const campaign = asking({ did: 'asked' });
    Object.assign(campaign.rows.mails.find(({ kind }) => kind === 'contact_question')!, {
      createdAt: SEEN + 13_000,
    });
    expect(brokenIn(campaign)).toEqual(['nobody is asked while their owner is warned']);
    // Unless the owner asked for it then: with a program, that isn't a sign of life.
    const [question] = campaign.owner.questions as [QuestionAct];
    Object.assign(question, { sentAt: SEEN + 12_950, endedAt: SEEN + 13_050 });
    campaign.mails.find(({ kind }) => kind === 'contact_question')!.at = SEEN + 13_100;
    campaign.mails.sort((a, b) => a.at - b.at);
    expect(brokenIn(campaign)).toEqual([]);
  });
});
