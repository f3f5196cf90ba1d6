/** Who lives in a campaign, and how: all of it follows from the seed. */
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
  'vouched_for',
  'vouched_for_and_back',
  'rehearses',
  'successor_unreachable',
  'unreachable',
  'program_thief',
  'stranger_at_log_in',
  'trashes',
] as const;
export type Life = (typeof LIVES)[number];

/** How an owner shows that they live: by the link in a mail, by the button, by writing something, or by logging in. */
export type Way = 'check_in_link' | 'check_in' | 'write' | 'log_in';

/** What a successor can answer. */
export type Answer = 'accept' | 'decline' | 'owner_alive';

export interface CastSuccessor {
  name: string;
  email: string;
  delayDays: number;
  answer: 'accept' | 'decline' | 'decline_then_accept' | 'never';
  /** How long they think about it, in days. */
  thinksDays: number;
  /** So often they first answer that the owner is alive; a third time is one too many. */
  vouches: number;
}

/** How long a mailbox is shut, and what its mail server says then. */
export interface CastMailbox {
  reply: string;
  /** It opens again once it has refused so often. */
  refuses: number;
}

export interface CastOwner {
  name: string;
  email: string;
  life: Life;
  /** A browser's cookie, whose writes are signs of life, or a program's token, whose check-ins alone are. */
  session: 'cookie' | 'bearer';
  way: Way;
  thresholdDays: number;
  reminderPercents: readonly number[];
  quorum: number;
  successors: readonly CastSuccessor[];
  /** Whether they are silent again after they came back, or live on. */
  afterwards: 'silent' | 'alive';
  /** Where a handover is called off. */
  cancelsIn: 'grace_period' | 'awaiting_successors' | 'released';
  /** Which reminder they come back at, or how many days they check in or pause. */
  count: number;
  /** What the first successor answers to a rehearsal. */
  rehearsalAnswer: Answer;
  /** The owner's own, or the first successor's, as their life has it. */
  mailbox: CastMailbox;
}

/** Lives that need a browser: a stranger is told from it by its cookie, and what it writes counts. */
const ONLY_COOKIE: readonly Life[] = ['program_thief', 'stranger_at_log_in', 'trashes'];

/** Lives after which the owner is still there when the campaign ends, so that nothing may be released. */
export const endsAlive = ({ life, afterwards }: CastOwner): boolean =>
  life === 'alive' ||
  life === 'vouched_for_and_back' ||
  (afterwards === 'alive' &&
    (life === 'returns_released' || life === 'returns_awaiting' || life === 'cancels'));

function castSuccessors(chance: Seeded, label: string, quorum: number, life: Life): CastSuccessor[] {
  const several = quorum > 1 ? 3 : 2;
  const count = quorum > 1 || life === 'successor_unreachable' ? several : chance.pick([1, 1, 2]);
  const accepting = life === 'unanswered' ? quorum - 1 : quorum + (chance.chance(0.5) ? count - quorum : 0);
  const order = chance.shuffled(Array.from({ length: count }, (_, i) => i < accepting));
  const cast = order.map(
    (accepts, i): CastSuccessor => ({
      name: `Successor ${label}-${i + 1}`,
      email: `successor-${label}-${i + 1}@chaos.example`,
      delayDays: chance.pick([0, 0, 0, 1, 2]),
      answer: accepts
        ? chance.chance(0.2)
          ? 'decline_then_accept'
          : 'accept'
        : chance.pick(['decline', 'never'] as const),
      thinksDays: chance.between(0, 1.5),
      vouches: 0,
    }),
  );
  return adapted(life, quorum, cast, chance);
}

/** What the mail servers of shut mailboxes say (RFC 5321, RFC 3463): gone for good, or to be tried again. */
const GONE = '550 5.1.1 no such mailbox';
const TRY_AGAIN = '451 4.3.0 try again later';

/**
 * Each refusal doubles the wait after the next thing that fails, up to what real days need: a mailbox refuses as few
 * mails as show what becomes of them. An owner's is never gone: whose is counts as dead after a week of it.
 */
const castMailbox = (chance: Seeded, life: Life): CastMailbox => ({
  reply: life === 'unreachable' ? TRY_AGAIN : chance.pick([GONE, TRY_AGAIN]),
  refuses: chance.whole(3, 5),
});

/** The successors that a life needs beside what chance has cast: the first is the one whom it is about. */
function adapted(life: Life, quorum: number, cast: CastSuccessor[], chance: Seeded): CastSuccessor[] {
  switch (life) {
    case 'vouched_for':
    case 'vouched_for_and_back':
      // Nothing can be released without the one who vouches; whoever else accepts does so at once.
      return cast.slice(0, quorum).map((each, i) => ({
        ...each,
        answer: 'accept' as const,
        vouches: i > 0 ? 0 : life === 'vouched_for' ? chance.pick([1, 1, 2, 3]) : 1,
      }));
    case 'successor_unreachable':
      // Somebody else is asked at the same moment, and must not wait.
      return cast.map((each) => ({ ...each, delayDays: 0, answer: 'accept' as const }));
    default:
      return cast;
  }
}

/** @returns as many owners as asked for, every life among them if they are enough */
export function castOwners(chance: Seeded, count: number): CastOwner[] {
  const lives = chance.of('lives');
  const deal = Array.from({ length: Math.ceil(count / LIVES.length) }, () => lives.shuffled(LIVES)).flat();
  return deal.slice(0, count).map((life, i) => {
    const own = chance.of(`owner ${i + 1}`);
    const session = ONLY_COOKIE.includes(life) ? 'cookie' : own.chance(0.3) ? 'bearer' : 'cookie';
    const quorum = own.chance(0.25) ? 2 : 1;
    return {
      name: `Owner ${i + 1}`,
      email: `owner-${i + 1}@chaos.example`,
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
