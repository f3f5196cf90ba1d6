/** Entries to start with: each asks what someone would need to know. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Content, ContentKind } from '../../crypto/index.ts';
import { emptyContent } from './kinds.ts';

interface Starter {
  kind: Exclude<ContentKind, 'file'>;
  title: MessageDescriptor;
  /** Questions, one on each line. */
  questions: MessageDescriptor;
}

/** By the name in the address of the page. */
export const STARTERS = {
  letter: {
    kind: 'letter',
    title: msg`A letter to someone I love`,
    questions: msg`What I want you to know:

What I’m grateful to you for:

What I wish for you:`,
  },
  first: {
    kind: 'note',
    title: msg`What to do first`,
    questions: msg`Whom to call:
Where the keys to my home are:
Where my papers are:
What can’t wait:`,
  },
  bank: {
    kind: 'login',
    title: msg`My bank`,
    questions: msg`Which accounts I have:
Who may use them too:
What must go on being paid:`,
  },
  insurance: {
    kind: 'note',
    title: msg`My insurance`,
    questions: msg`Company:
Number of the policy:
What it covers:
Where the papers are:`,
  },
  phone: {
    kind: 'note',
    title: msg`My phone`,
    questions: msg`Code that unlocks it:
PIN of the SIM card:
What’s important on it:`,
  },
  funeral: {
    kind: 'note',
    title: msg`My wishes for the funeral`,
    questions: msg`How and where:
Who should be told:
Music and words:
What has been paid for:`,
  },
  pets: {
    kind: 'note',
    title: msg`My pets`,
    questions: msg`Who takes them in:
What they eat:
Vet:
What they like, and what they fear:`,
  },
  subscriptions: {
    kind: 'note',
    title: msg`Subscriptions and contracts`,
    questions: msg`What to cancel:
What to keep:
Paid from which account:`,
  },
} as const satisfies Record<string, Starter>;

export type StarterName = keyof typeof STARTERS;

const isStarter = (name: string | null): name is StarterName =>
  name !== null && Object.hasOwn(STARTERS, name);

/** The content that a new entry begins with. */
export function beginningOf(
  kind: ContentKind,
  name: string | null,
  say: (words: MessageDescriptor) => string,
): Content {
  const empty = emptyContent(kind);
  if (!isStarter(name) || STARTERS[name].kind !== kind) return empty;
  const { title, questions } = STARTERS[name];
  const field = kind === 'login' ? 'notes' : 'text';
  return { ...empty, title: say(title), fields: { ...empty.fields, [field]: say(questions) } };
}
