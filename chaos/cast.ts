/** Who lives in a campaign, and how. Everything follows from the seed. */
import type { Seeded } from './seeded.ts';

/** What an owner does, until they fall silent for good or the campaign ends. */
export const LIVES = [
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
  'successor_unreachable',
  'unreachable',
  'returned',
  'returned_for_ever',
  'dropped',
  'blocked',
  'program_thief',
  'stranger_at_log_in',
  'trashes',
  'forgets_password',
] as const;
export type CastScenario = (typeof LIVES)[number];

/** How an owner shows that they're alive: the link in a mail, the check-in button, a write, or a log-in. */
export type SignWay = 'check_in_link' | 'check_in' | 'write' | 'log_in';

/** What a successor can answer. */
export type SuccessorAnswer = 'accept' | 'decline' | 'owner_alive';

export interface CastSuccessor {
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
}

/** A mailbox that is shut for a while, and what its mail server says then. */
export interface CastMailbox {
  reply: string;
  /** It opens again after this many mails that it refused, or that were lost on their way to it. */
  refuses: number;
}

export interface CastOwner {
  name: string;
  email: string;
  life: CastScenario;
  /** Every write with a browser's cookie is a sign of life; with a program's token only check-ins are. */
  session: 'cookie' | 'bearer';
  way: SignWay;
  thresholdDays: number;
  reminderPercents: readonly number[];
  quorum: number;
  successors: readonly CastSuccessor[];
  /** What they do after they have come back. */
  afterwards: 'silent' | 'alive';
  /** At which stage they cancel the handover. */
  cancelsIn: 'grace_period' | 'awaiting_successors' | 'released';
  /** Depends on the life: the reminder at which they return, or for how many days they check in or pause. */
  count: number;
  /** What the first successor answers to a rehearsal. */
  rehearsalAnswer: SuccessorAnswer;
  /** The owner's or the first successor's, depending on the life. */
  mailbox: CastMailbox;
}

/** Lives that need a browser: its cookie tells it from a stranger, and its writes count. */
const ONLY_COOKIE: readonly CastScenario[] = [
  'program_thief',
  'stranger_at_log_in',
  'trashes',
  'forgets_password',
];

/** Whether the owner is still alive when the campaign ends, so that nothing may be released. */
export const endsAlive = ({ life, afterwards }: CastOwner): boolean =>
  life === 'alive' ||
  life === 'owner_alive_and_back' ||
  (afterwards === 'alive' &&
    (life === 'returns_released' || life === 'returns_awaiting' || life === 'cancels'));

function castSuccessors(chance: Seeded, label: string, quorum: number, life: CastScenario): CastSuccessor[] {
  const several = quorum > 1 ? 3 : 2;
  const count = quorum > 1 || life === 'successor_unreachable' ? several : chance.pick([1, 1, 2]);
  const accepting = life === 'unanswered' ? quorum - 1 : quorum + (chance.chance(0.5) ? count - quorum : 0);
  const order = chance.shuffled(Array.from({ length: count }, (_, i) => i < accepting));
  const cast = order.map(
    (accepts, i): CastSuccessor => ({
      name: `Successor ${label}-${i + 1}`,
      email: `successor-${label}-${i + 1}@${providerOf(life, label)}`,
      delayDays: chance.pick([0, 0, 0, 1, 2]),
      answer: accepts
        ? chance.chance(0.2)
          ? 'decline_then_accept'
          : 'accept'
        : chance.pick(['decline', 'never'] as const),
      thinksDays: chance.between(0, 1.5),
      ownerAliveCount: 0,
      // Whoever reads a vault with a trash must see all of it.
      restricted: life !== 'trashes' && chance.of(`restricted ${i}`).chance(0.3),
    }),
  );
  return adapted(life, quorum, cast, chance);
}

/** What the mail servers of shut mailboxes say (RFC 5321, RFC 3463): gone for good, or try again. */
const GONE = '550 5.1.1 no such mailbox';
const TRY_AGAIN = '451 4.3.0 try again later';
/** The reply of a provider that blocks the sender, for every recipient. */
const BLOCKED = '550 5.7.1 message blocked by policy';
/** How long it blocks, in days: longer than it takes to believe that a mailbox is dead. */
export const BLOCKED_DAYS = 36;

/** All people of such a life, and no others, have mailboxes at the same provider. */
const providerOf = (life: CastScenario, label: string): string =>
  life === 'blocked' ? `provider-${label}.example` : 'chaos.example';

/**
 * Retries back off as they do in real days, so a mailbox refuses only a few mails. An owner's mailbox is never gone for
 * good: after a week of permanent refusals it would be declared dead.
 */
const castMailbox = (chance: Seeded, life: CastScenario): CastMailbox => ({
  reply: life === 'blocked' ? BLOCKED : life === 'unreachable' ? TRY_AGAIN : chance.pick([GONE, TRY_AGAIN]),
  refuses: life === 'returned' || life === 'dropped' ? chance.whole(1, 2) : chance.whole(3, 5),
});

/** Adapts the cast to what a life needs. The life is about the first successor. */
function adapted(life: CastScenario, quorum: number, cast: CastSuccessor[], chance: Seeded): CastSuccessor[] {
  switch (life) {
    case 'owner_alive':
    case 'owner_alive_and_back':
      // Nothing is released without the one who says that the owner is alive. The others accept at once.
      return cast.slice(0, quorum).map((each, i) => ({
        ...each,
        answer: 'accept' as const,
        ownerAliveCount: i > 0 ? 0 : life === 'owner_alive' ? chance.pick([1, 1, 2, 3]) : 1,
      }));
    case 'successor_unreachable':
      // Another successor is invited at the same moment, and must not wait.
      return cast.map((each) => ({ ...each, delayDays: 0, answer: 'accept' as const }));
    default:
      return cast;
  }
}

/** Casts this many owners. Every life occurs before one occurs twice. */
export function castOwners(chance: Seeded, count: number): CastOwner[] {
  const lives = chance.of('lives');
  const deal = Array.from({ length: Math.ceil(count / LIVES.length) }, () => lives.shuffled(LIVES)).flat();
  return deal.slice(0, count).map((life, i) => {
    const own = chance.of(`owner ${i + 1}`);
    const session = ONLY_COOKIE.includes(life) ? 'cookie' : own.chance(0.3) ? 'bearer' : 'cookie';
    const quorum = own.chance(0.25) ? 2 : 1;
    return {
      name: `Owner ${i + 1}`,
      email: `owner-${i + 1}@${providerOf(life, String(i + 1))}`,
      life,
      session: life === 'refused_in_grace' ? 'bearer' : session,
      way: own.pick(
        session === 'cookie'
          ? (['check_in_link', 'check_in', 'write', 'log_in'] as const)
          : (['check_in_link', 'check_in'] as const),
      ),
      thresholdDays: own.whole(7, 9),
      reminderPercents: own.pick([[75, 85, 95], [60, 90], [50]]),
      quorum,
      successors: castSuccessors(own, String(i + 1), quorum, life),
      afterwards: own.chance(0.4) ? 'alive' : 'silent',
      cancelsIn: own.pick(['grace_period', 'awaiting_successors', 'released'] as const),
      count: own.whole(1, 5),
      rehearsalAnswer: own.pick(['accept', 'accept', 'decline', 'owner_alive'] as const),
      mailbox: castMailbox(own, life),
    };
  });
}
