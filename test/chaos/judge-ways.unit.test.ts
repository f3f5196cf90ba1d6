/** Which promises the judge finds broken on the ways to an owner beside the mailbox of their account. */
import { expect, test } from '@jest/globals';
import type { AddedWay, Delivery, MailRecord, ReturnedMail } from '../../chaos/evidence.ts';
import {
  brokenIn,
  DAY,
  goodCampaign,
  mail,
  outage,
  plan,
  SEEN,
  type TestCampaign,
  take,
  testBrokenPromises,
} from './campaign.ts';

const HOOK: AddedWay = { id: 'hook', name: '1-1', kind: 'webhook', habit: 'works', verifiedAt: SEEN };

const delivery = (kind: 'reminder' | 'final_notice', at: number, more: Partial<Delivery> = {}): Delivery => ({
  way: '1-1',
  at,
  signedAt: at,
  id: `channel_${kind}`,
  kind,
  n: kind === 'reminder' ? 1 : 0,
  text: 'Please check in by Monday.',
  token: 'token',
  genuine: true,
  answer: 204,
  takenAt: at,
  ...more,
});

/** The rows of an owner's webhook beside those of the mailbox. */
function fileWays({ rows, deliveries }: TestCampaign): void {
  const warnings = rows.mails.filter(({ kind }) => kind === 'reminder' || kind === 'final_notice');
  const ofWay = ({ key, kind, createdAt, userId }: MailRecord): MailRecord => {
    const id = `channel_${kind}`;
    const taken = deliveries.some((each) => each.id === id && each.takenAt !== null);
    const status = taken ? 'accepted' : 'obsolete';
    return { id, key: `channel_${key}/hook`, kind: id, recipient: '', status, userId, createdAt };
  };
  rows.mails.push(...warnings.map(ofWay));
}

/** The good campaign, whose owner is reached by a webhook too. */
function withHook(endedAt?: number): TestCampaign {
  const campaign = goodCampaign(endedAt);
  campaign.ways.push(HOOK);
  campaign.deliveries.push(delivery('reminder', SEEN + 7_250), delivery('final_notice', SEEN + 14_350));
  fileWays(campaign);
  return campaign;
}

/** Every mail comes back, and the webhook takes the final notice: the usual grace period is enough. */
function reachedOnlyByWay(): TestCampaign {
  const campaign = withHook(SEEN + 60_000);
  Object.assign(campaign.owner, { plan: { ...plan, scenario: 'returned_for_ever' } });
  for (const kind of ['reminder', 'final_notice'] as const) take(campaign, kind);
  campaign.rows.mails.splice(0, 2);
  const later = 20_000;
  for (const each of campaign.mails) each.at += later;
  for (const each of campaign.successorActs)
    Object.assign(each, { sentAt: each.sentAt + later, endedAt: each.endedAt + later });
  Object.assign(campaign.rows.handovers[0]!, { releasedAt: SEEN + 19_020 + later });
  const back = (at: number): ReturnedMail => ({ ...mail('reminder', at), reportedAt: at + DAY / 2 });
  for (let n = 0; n <= 7; n += 1) campaign.returned.push(back(SEEN + 7_200 + n * DAY));
  campaign.deliveries[1]!.takenAt = SEEN + 24_000;
  campaign.rows.records.set('id/warning_undeliverable', 2);
  return campaign;
}

test('an owner who is reached on another way too, or only there, breaks no promise', () => {
  for (const scenario of [withHook, reachedOnlyByWay])
    expect([scenario.name, brokenIn(scenario())]).toEqual([scenario.name, []]);
});

test('a way that is refused, slow or gone breaks no promise', () => {
  for (const habit of ['refuses', 'slow', 'silent', 'gone', 'redirects', 'hangs_up'] as const) {
    const campaign = withHook();
    campaign.ways.splice(0, 1, { ...HOOK, habit });
    campaign.deliveries.splice(1, 1, delivery('final_notice', SEEN + 14_350, { answer: 410, takenAt: null }));
    campaign.rows.mails.splice(-2);
    fileWays(campaign);
    expect([habit, brokenIn(campaign)]).toEqual([habit, []]);
  }
});

test('a warning may stay queued only at a way that takes nothing', () => {
  for (const habit of ['hangs_up', 'works'] as const) {
    const campaign = withHook();
    campaign.ways.splice(0, 1, { ...HOOK, habit });
    campaign.deliveries.pop();
    campaign.rows.mails.splice(-2);
    fileWays(campaign);
    Object.assign(campaign.rows.mails.at(-1)!, { status: 'queued' });
    expect([habit, brokenIn(campaign)]).toEqual([habit, habit === 'works' ? ['nothing due is lost'] : []]);
  }
});

test('a request that was under way when all clocks jumped may be signed with a wrong time', () => {
  const campaign = withHook();
  const [reminder] = campaign.deliveries;
  Object.assign(reminder!, { genuine: false });
  const { at: from } = reminder!;
  const [to, backAt] = [from + 6_000, from + 6_500];
  campaign.jumps.push({
    ...{ service: 'clock', days: 3_650, from, to, backAt },
    ...{ answers: [503], accepted: false },
  });
  expect(brokenIn(campaign)).not.toContain('every request to a way is signed');
  campaign.jumps[0]!.from -= 3_000;
  expect(brokenIn(campaign)).toContain('every request to a way is signed');
});

/** A device that was gone when the first warning came: it is left out of the next. */
function withDevice(): TestCampaign {
  const campaign = withHook();
  campaign.ways.splice(0, 1, { ...HOOK, kind: 'push', habit: 'gone' });
  Object.assign(campaign.deliveries[0]!, { answer: 410, takenAt: null });
  campaign.deliveries.pop();
  campaign.rows.mails.splice(-2);
  fileWays(campaign);
  campaign.rows.mails.pop();
  return campaign;
}

test('a device that is gone is left out, and breaks no promise unless it is asked again', () => {
  expect(brokenIn(withDevice())).toEqual([]);
  const asked = withDevice();
  asked.deliveries.push(delivery('final_notice', SEEN + 14_350, { answer: 410, takenAt: null }));
  expect(brokenIn(asked)).toEqual(['a device that is gone is asked no more']);
  // The service may not have noted it.
  asked.outages.push(outage('worker', SEEN + 7_300, SEEN + 8_000));
  expect(brokenIn(asked)).toEqual([]);
});

const first = ({ deliveries }: TestCampaign): Delivery => deliveries[0]!;
testBrokenPromises(withHook, {
  'no step before its time': {
    'a warning that comes too soon': (campaign) => Object.assign(first(campaign), { at: SEEN + 5_250 }),
  },
  'one warning per step and way': {
    'a warning that comes again': (campaign) => campaign.deliveries.push(delivery('reminder', SEEN + 9_000)),
    'a warning that comes again after a 410': (campaign) => {
      Object.assign(first(campaign), { answer: 410, takenAt: null });
      campaign.deliveries.push(delivery('reminder', SEEN + 9_000));
    },
  },
  'every request to a way is signed': {
    'a request that was not signed': (campaign) => Object.assign(first(campaign), { genuine: false }),
  },
  'no webhook or device reads a name': {
    "a successor's name": (campaign) =>
      Object.assign(first(campaign), { text: 'Please check in, or Successor gets it.' }),
  },
  'redirects are not followed': {
    'a redirect that was followed': (campaign) =>
      campaign.deliveries.push(delivery('reminder', SEEN + 7_260, { way: 'elsewhere', id: 'x' })),
  },
  'every way is warned at the same step': {
    'a way that was left out': (campaign) => campaign.rows.mails.splice(-1),
  },
  'nothing due is lost': {
    'warnings that never reach a working way': ({ rows }) => {
      for (const row of rows.mails.slice(-2)) Object.assign(row, { status: 'obsolete' });
    },
  },
  'no step without its mail': {
    'a warning that nobody took, and that counts as taken': (campaign) => campaign.deliveries.splice(0, 1),
  },
});

testBrokenPromises(reachedOnlyByWay, {
  'never without reminders, final notice and a full grace period': {
    'a grace period that ends too soon after a way took the final notice': ({ deliveries }) =>
      Object.assign(deliveries[1]!, { takenAt: SEEN + 36_000 }),
  },
  'an owner who was reached on another way has the usual grace period': {
    'an owner who was reached, and is treated as if nobody had been': ({ rows }) =>
      Object.assign(rows.handovers[0]!, { undeliverable: true }),
  },
});

test('a kill between the answer and our note of it explains a second request', () => {
  const campaign = withHook();
  campaign.deliveries.push(delivery('reminder', SEEN + 9_000));
  campaign.outages.push(outage('worker', SEEN + 7_500, SEEN + 8_000));
  expect(brokenIn(campaign)).toEqual([]);
});
