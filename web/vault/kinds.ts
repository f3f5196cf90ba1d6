/** The kinds of entries, with their first fields. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Contact, CreditCard, File, KeyRound, type LucideIcon, Mail, NotebookPen } from 'lucide-react';
import type { Content, ContentKind } from '../../crypto/index.ts';

export const KINDS: readonly ContentKind[] = ['login', 'note', 'letter', 'card', 'identity', 'file'];

export const isKind = (text: string | undefined): text is ContentKind => KINDS.some((kind) => kind === text);

export const KIND_ICONS: Record<ContentKind, LucideIcon> = {
  login: KeyRound,
  card: CreditCard,
  identity: Contact,
  note: NotebookPen,
  letter: Mail,
  file: File,
};

/** The German word is a plural that has no singular, so this is also a heading. */
export const KIND_NAMES: Record<ContentKind, MessageDescriptor> = {
  login: msg`Log-in`,
  card: msg`Card`,
  identity: msg`Identity`,
  note: msg`Note`,
  letter: msg`Letter`,
  file: msg`File`,
};

export function emptyContent(kind: ContentKind): Content {
  const fields: Record<ContentKind, Record<string, string>> = {
    login: { username: '', password: '', url: '' },
    card: {},
    identity: {},
    note: { text: '' },
    letter: { to: '', text: '' },
    file: {},
  };
  return { version: 1, kind, title: '', category: '', tags: [], fields: fields[kind] };
}
