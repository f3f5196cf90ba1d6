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
] as const;
export type Life = (typeof LIVES)[number];

/** How an owner shows that they live: by the link in a mail, by the button, by writing something, or by logging in. */
export type Way = 'check_in_link' | 'check_in' | 'write' | 'log_in';

export interface CastSuccessor {
  name: string;
  email: string;
  delayDays: number;
  answer: 'accept' | 'decline' | 'decline_then_accept' | 'never';
  /** How long they think about it, in days. */
  thinksDays: number;
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
}

/** Lives after which the owner is still there when the campaign ends, so that nothing may be released. */
export const endsAlive = ({ life, afterwards }: CastOwner): boolean =>
  life === 'alive' ||
  (afterwards === 'alive' &&
    (life === 'returns_released' || life === 'returns_awaiting' || life === 'cancels'));

function castSuccessors(chance: Seeded, label: string, quorum: number, unanswered: boolean): CastSuccessor[] {
  const count = quorum > 1 ? 3 : chance.pick([1, 1, 2]);
  const accepting = unanswered ? quorum - 1 : quorum + (chance.chance(0.5) ? count - quorum : 0);
  const order = chance.shuffled(Array.from({ length: count }, (_, i) => i < accepting));
  return order.map((accepts, i) => ({
    name: `Successor ${label}-${i + 1}`,
    email: `successor-${label}-${i + 1}@chaos.example`,
    delayDays: chance.pick([0, 0, 0, 1, 2]),
    answer: accepts
      ? chance.chance(0.2)
        ? 'decline_then_accept'
        : 'accept'
      : chance.pick(['decline', 'never'] as const),
    thinksDays: chance.between(0, 1.5),
  }));
}

/** @returns as many owners as asked for, every life among them if they are enough */
export function castOwners(chance: Seeded, count: number): CastOwner[] {
  const lives = chance.of('lives');
  const deal = Array.from({ length: Math.ceil(count / LIVES.length) }, () => lives.shuffled(LIVES)).flat();
  return deal.slice(0, count).map((life, i) => {
    const own = chance.of(`owner ${i + 1}`);
    const session = own.chance(0.3) ? 'bearer' : 'cookie';
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
      successors: castSuccessors(own, String(i + 1), quorum, life === 'unanswered'),
      afterwards: own.chance(0.4) ? 'alive' : 'silent',
      cancelsIn: own.pick(['grace_period', 'awaiting_successors', 'released'] as const),
      count: own.whole(1, 5),
    };
  });
}
