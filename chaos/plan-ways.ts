/** The ways to an owner beside the mailbox of their account, and how each behaves once it is verified. */
import type { Seeded } from './seeded.ts';

/** What a webhook, or the push service of a device, does with a warning. */
const HABITS = [
  /** Takes it at once. */
  'works',
  /** Answers 503 a few times before it takes it. */
  'refuses',
  /** Takes it after a while. */
  'slow',
  /** Leaves the first attempt without an answer. */
  'silent',
  /** Answers 410: a webhook wants nothing more of this warning, a device nothing more at all. */
  'gone',
  /** Answers with a redirect. */
  'redirects',
  /** Hangs up. */
  'hangs_up',
] as const;
export type Habit = (typeof HABITS)[number];

/** What becomes of mail to a second mailbox. */
export type MailboxHabit = 'works' | 'refuses' | 'returns';

export type WayPlan = { name: string } & (
  | { kind: 'webhook' | 'push'; habit: Habit }
  | { kind: 'mailbox'; habit: MailboxHabit; address: string }
);

/** Whether the owner certainly reads what comes there. */
export const works = ({ habit }: WayPlan): boolean => habit === 'works';

/** Whether it never takes anything, so that a warning waits there until it has become obsolete. */
export const isDeaf = ({ kind, habit }: WayPlan): boolean =>
  kind === 'mailbox' ? habit !== 'works' : habit === 'redirects' || habit === 'hangs_up';

const kindOf = (chance: Seeded) => chance.pick(['webhook', 'push'] as const);

/** @param needed whether one of them must work, because the mailbox doesn't */
export function planWays(chance: Seeded, label: string, needed: boolean): WayPlan[] {
  const count = chance.pick([0, 1, 1, 2, 3]);
  const ways = Array.from({ length: count }, (_, i): WayPlan => {
    const name = `${label}-${i + 1}`;
    if (chance.chance(0.3)) {
      const habit = chance.pick(['works', 'works', 'refuses', 'returns'] as const);
      return { name, kind: 'mailbox', habit, address: `second-${name}@chaos.example` };
    }
    const habit = chance.chance(0.4) ? 'works' : chance.pick(HABITS);
    return { name, kind: kindOf(chance.of(name)), habit };
  });
  const name = `${label}-0`;
  return needed ? [{ name, kind: kindOf(chance.of(name)), habit: 'works' }, ...ways] : ways;
}
