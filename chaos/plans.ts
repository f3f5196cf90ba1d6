/** What each owner and successor of a campaign does. Everything follows from the seed. */
import { planSecond, type SecondPlan } from './plan-seconds.ts';
import { planWays, type WayPlan } from './plan-ways.ts';
import type { Seeded } from './seeded.ts';

/** What an owner does, until they fall silent for good or the campaign ends. */
export const SCENARIOS = [
  'silent',
  'returns_reminding',
  'returns_grace',
  'returns_awaiting',
  'returns_released',
  'pauses_and_resumes',
  'pauses',
  'cancels',
  'changes_settings',
  'refused_in_grace',
  'daily_then_silent',
  'alive',
  'unanswered',
  'owner_alive',
  'owner_alive_and_back',
  'rehearses',
  'asks_again',
  'successor_unreachable',
  'unreachable',
  'returned',
  'returned_for_ever',
  'reached_by_way',
  'dropped',
  'blocked',
  'program_thief',
  'stranger_at_log_in',
  'trashes',
  'forgets_password',
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

/** How an owner shows that they're alive: the link in a mail, the check-in button, a write, or a log-in. */
export type SignWay = 'check_in_link' | 'check_in' | 'write' | 'log_in';

/** What a successor can answer. */
export type SuccessorAnswer = 'accept' | 'decline' | 'owner_alive';

export interface SuccessorPlan {
  name: string;
  email: string;
  delayDays: number;
  answer: 'accept' | 'decline' | 'decline_then_accept' | 'never';
  /** How many days they think before they answer. */
  thinksDays: number;
  /** How often they first answer that the owner is alive. The third time is refused. */
  ownerAliveCount: number;
  /** Whether they get the first entry only. */
  restricted: boolean;
  second: SecondPlan | null;
  /** What they answer to the question whether they can be reached and have their sheet. */
  question: 'here' | 'lost_then_here' | 'never';
}

/** A mailbox that is shut for a while, and what its mail server says then. */
export interface MailboxPlan {
  reply: string;
  /** It opens again after this many mails that it refused, or that were lost on their way to it. */
  refuses: number;
}

export interface OwnerPlan {
  name: string;
  email: string;
  scenario: ScenarioName;
  /** Every write with a browser's cookie is a sign of life; with a program's token only check-ins are. */
  session: 'cookie' | 'bearer';
  way: SignWay;
  thresholdDays: number;
  reminderPercents: readonly number[];
  quorum: number;
  successors: readonly SuccessorPlan[];
  /** What they do after they have come back. */
  afterwards: 'silent' | 'alive';
  /** At which stage they cancel the handover. */
  cancelsIn: 'grace_period' | 'awaiting_successors' | 'released';
  /** Depends on the scenario: the reminder at which they return, or for how many days they check in or pause. */
  count: number;
  /** What the first successor answers to a rehearsal. */
  rehearsalAnswer: SuccessorAnswer;
  /** The owner's or the first successor's, depending on the scenario. */
  mailbox: MailboxPlan;
  /** Other ways to the owner. */
  ways: readonly WayPlan[];
}

/** Scenarios that need a browser: its cookie tells it from a stranger, and its writes are signs of life. */
const ONLY_COOKIE: readonly ScenarioName[] = [
  'program_thief',
  'stranger_at_log_in',
  'trashes',
  'forgets_password',
];

/** Scenarios in which the mailboxes of successors are shut for a while. */
const UNREACHED: readonly ScenarioName[] = ['successor_unreachable', 'blocked'];

/** Whether every mail to the owner comes back, for good. */
export const hasNoMailbox = ({ scenario }: Pick<OwnerPlan, 'scenario'>): boolean =>
  scenario === 'returned_for_ever' || scenario === 'reached_by_way';

/** Whether the owner is still alive when the campaign ends, so that nothing may be released. */
export const endsAlive = ({ scenario, afterwards }: OwnerPlan): boolean =>
  scenario === 'alive' ||
  scenario === 'owner_alive_and_back' ||
  scenario === 'reached_by_way' ||
  (afterwards === 'alive' &&
    (scenario === 'returns_released' || scenario === 'returns_awaiting' || scenario === 'cancels'));

function planSuccessors(
  chance: Seeded,
  label: string,
  quorum: number,
  scenario: ScenarioName,
): SuccessorPlan[] {
  const several = quorum > 1 ? 3 : 2;
  const count = quorum > 1 || scenario === 'successor_unreachable' ? several : chance.pick([1, 1, 2]);
  const accepting =
    scenario === 'unanswered' ? quorum - 1 : quorum + (chance.chance(0.5) ? count - quorum : 0);
  const order = chance.shuffled(Array.from({ length: count }, (_, i) => i < accepting));
  const plan = order.map(
    (accepts, i): SuccessorPlan => ({
      name: `Successor ${label}-${i + 1}`,
      email: `successor-${label}-${i + 1}@${providerOf(scenario, label)}`,
      delayDays: chance.pick([0, 0, 0, 1, 2]),
      answer: accepts
        ? chance.chance(0.2)
          ? 'decline_then_accept'
          : 'accept'
        : chance.pick(['decline', 'never'] as const),
      thinksDays: chance.between(0, 1.5),
      ownerAliveCount: 0,
      // Anyone who reads a vault with a trash must see all of it.
      restricted: scenario !== 'trashes' && chance.of(`restricted ${i}`).chance(0.3),
      // In some scenarios, nothing at all may reach them for a while.
      second: UNREACHED.includes(scenario)
        ? null
        : planSecond(chance.of(`second ${i}`), `second-${label}-${i + 1}`),
      question: chance.of(`question ${i}`).pick(['here', 'here', 'lost_then_here', 'never'] as const),
    }),
  );
  return adapted(scenario, quorum, plan, chance);
}

/** What the mail servers of shut mailboxes say (RFC 5321, RFC 3463): gone for good, or try again. */
const GONE = '550 5.1.1 no such mailbox';
const TRY_AGAIN = '451 4.3.0 try again later';
/** The reply of a provider that blocks the sender, for every recipient. */
const BLOCKED = '550 5.7.1 message blocked by policy';
/** How long it blocks, in days: longer than it takes to believe that a mailbox is dead. */
export const BLOCKED_DAYS = 36;

/** All people of a blocked scenario, and no others, have mailboxes at the same provider. */
const providerOf = (scenario: ScenarioName, label: string): string =>
  scenario === 'blocked' ? `provider-${label}.example` : 'chaos.example';

/**
 * Retries back off as they do in real days, so a mailbox refuses only a few mails. An owner's mailbox is never gone for
 * good: after a week of permanent refusals it would be declared dead.
 */
const planMailbox = (chance: Seeded, scenario: ScenarioName): MailboxPlan => ({
  reply:
    scenario === 'blocked'
      ? BLOCKED
      : scenario === 'unreachable'
        ? TRY_AGAIN
        : chance.pick([GONE, TRY_AGAIN]),
  refuses: scenario === 'returned' || scenario === 'dropped' ? chance.whole(1, 2) : chance.whole(3, 5),
});

/** Adapts the successors to the scenario, which is about the first of them. */
function adapted(
  scenario: ScenarioName,
  quorum: number,
  plan: SuccessorPlan[],
  chance: Seeded,
): SuccessorPlan[] {
  switch (scenario) {
    case 'owner_alive':
    case 'owner_alive_and_back':
      // Nothing is released without the one who says that the owner is alive. The others accept at once.
      return plan.slice(0, quorum).map((each, i) => ({
        ...each,
        answer: 'accept' as const,
        ownerAliveCount: i > 0 ? 0 : scenario === 'owner_alive' ? chance.pick([1, 1, 2, 3]) : 1,
      }));
    case 'successor_unreachable':
      // Another successor is invited at the same moment, and must not wait.
      return plan.map((each) => ({ ...each, delayDays: 0, answer: 'accept' as const }));
    default:
      return plan;
  }
}

/** Plans this many owners. Every scenario occurs before one occurs twice. */
export function planOwners(chance: Seeded, count: number): OwnerPlan[] {
  const order = chance.of('scenarios');
  const deal = Array.from({ length: Math.ceil(count / SCENARIOS.length) }, () =>
    order.shuffled(SCENARIOS),
  ).flat();
  return deal.slice(0, count).map((scenario, i) => {
    const own = chance.of(`owner ${i + 1}`);
    const session = ONLY_COOKIE.includes(scenario) ? 'cookie' : own.chance(0.3) ? 'bearer' : 'cookie';
    const quorum = own.chance(0.25) ? 2 : 1;
    return {
      name: `Owner ${i + 1}`,
      email: `owner-${i + 1}@${providerOf(scenario, String(i + 1))}`,
      scenario,
      session: scenario === 'refused_in_grace' ? 'bearer' : session,
      way: own.pick(
        session === 'cookie'
          ? (['check_in_link', 'check_in', 'write', 'log_in'] as const)
          : (['check_in_link', 'check_in'] as const),
      ),
      thresholdDays: own.whole(7, 9),
      reminderPercents: own.pick([[75, 85, 95], [60, 90], [50]]),
      quorum,
      successors: planSuccessors(own, String(i + 1), quorum, scenario),
      afterwards: own.chance(0.4) ? 'alive' : 'silent',
      cancelsIn: own.pick(['grace_period', 'awaiting_successors', 'released'] as const),
      count: own.whole(1, 5),
      rehearsalAnswer: own.pick(['accept', 'accept', 'decline', 'owner_alive'] as const),
      mailbox: planMailbox(own, scenario),
      ways: planWays(own.of('ways'), String(i + 1), scenario === 'reached_by_way'),
    };
  });
}

/** Scenarios that nothing but a fault can disturb. */
const SIMPLE: readonly ScenarioName[] = ['silent', 'daily_then_silent', 'alive'];
/** How much longer each of them may be silent than the one before, in days, so that something is due all the time. */
const STAGGER_DAYS = 2;

/** Plans this many owners with simple scenarios, no other ways and no second addresses. */
export const planSimpleOwners = (chance: Seeded, count: number): OwnerPlan[] =>
  planOwners(chance, count * SCENARIOS.length)
    .filter(({ scenario }) => SIMPLE.includes(scenario))
    .slice(0, count)
    .map((plan, i) => ({
      ...plan,
      thresholdDays: plan.thresholdDays + i * STAGGER_DAYS,
      ways: [],
      successors: plan.successors.map((each) => ({ ...each, second: null })),
    }));
