/** The ways to an owner beside the mailbox of their account, and how each behaves once it is verified. */
import type { Seeded } from './seeded.ts';

/** What a webhook does with a warning. */
export const HOOK_HABITS = [
  /** Takes it at once. */
  'works',
  /** Answers 503 a few times before it takes it. */
  'refuses',
  /** Takes it after a while. */
  'slow',
  /** Leaves the first attempt without an answer. */
  'silent',
  /** Answers 410. */
  'gone',
  /** Answers with a redirect. */
  'redirects',
  /** Hangs up. */
  'hangs_up',
] as const;
export type HookHabit = (typeof HOOK_HABITS)[number];

/** What becomes of mail to a second mailbox. */
export type MailboxHabit = 'works' | 'refuses' | 'returns';

export type WayPlan = { name: string } & (
  | { kind: 'webhook'; habit: HookHabit }
  | { kind: 'mailbox'; habit: MailboxHabit; address: string }
);

/** Whether the owner certainly reads what comes there. */
export const works = ({ habit }: WayPlan): boolean => habit === 'works';

/** @param needed whether one of them must work, because the mailbox doesn't */
export function planWays(chance: Seeded, label: string, needed: boolean): WayPlan[] {
  const count = chance.pick([0, 1, 1, 2, 3]);
  const ways = Array.from({ length: count }, (_, i): WayPlan => {
    const name = `${label}-${i + 1}`;
    if (chance.chance(0.3)) {
      const habit = chance.pick(['works', 'works', 'refuses', 'returns'] as const);
      return { name, kind: 'mailbox', habit, address: `second-${name}@chaos.example` };
    }
    return { name, kind: 'webhook', habit: chance.chance(0.4) ? 'works' : chance.pick(HOOK_HABITS) };
  });
  return needed ? [{ name: `${label}-0`, kind: 'webhook', habit: 'works' }, ...ways] : ways;
}
