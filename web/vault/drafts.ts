/**
 * Unsaved text, and files that were chosen. They outlive a locked vault and an ended session, in the memory of this tab.
 */
import { useState, useSyncExternalStore } from 'react';
import type { Content } from '../../crypto/index.ts';
import { openKeys } from '../keys/keys.ts';
import { listeners } from '../keys/listeners.ts';
import type { TabMessage } from '../session/session.ts';
import { warn } from '../ui/use-warning.ts';

export interface ChosenFile {
  /** The new entry's ID, so that saving again adds nothing twice. */
  id: string;
  file: File;
  /** A small file is part of its entry. Null for others, which are stored apart. */
  inside: Content | null;
}

export interface EntryDraft {
  userId: string;
  /** The new entry's ID, or that of the entry that is being changed. */
  id: string;
  content: Content;
  /** Which version is being changed; null for a new entry. */
  version: number | null;
  /** The version that the owner signed of the entry that is being changed. */
  signedVersion?: number | null;
  /** For new entries: each file has its own, unless they are kept together. */
  chosen?: readonly ChosenFile[];
  isTogether?: boolean;
  /** The entry for all of them may be stored already, so they stay together. */
  isBegun?: boolean;
}

const drafts = new Map<string, EntryDraft>();
/** The places whose draft is being saved. The page may have been left since. */
const beingSaved = new Set<string>();
const changes = listeners();
let version = 0;

let stopWarning: (() => void) | null = null;

function tell(): void {
  version += 1;
  // Whatever the tab shows when it is closed: a locked vault, or another page.
  if (drafts.size > 0) stopWarning ??= warn();
  else {
    stopWarning?.();
    stopWarning = null;
  }
  changes.tell();
}

/** @param place an entry's ID, or `new` and a kind */
export function draftAt(place: string): EntryDraft | undefined {
  const draft = drafts.get(place);
  return draft?.userId === openKeys()?.userId ? draft : undefined;
}

export function keepDraft(place: string, draft: Omit<EntryDraft, 'userId'>): void {
  const userId = openKeys()?.userId;
  if (!userId) return;
  drafts.set(place, { ...draft, userId });
  tell();
}

/** Changes a draft if there is one, even while the vault is locked. */
export function changeDraft(place: string, change: (draft: EntryDraft) => EntryDraft): void {
  const draft = drafts.get(place);
  if (draft) drafts.set(place, change(draft));
}

/** Saves a draft, even if the page is left: see `useStillSaving`. */
export async function withSavingMarked(place: string, save: () => Promise<void>): Promise<void> {
  beingSaved.add(place);
  tell();
  try {
    await save();
  } finally {
    beingSaved.delete(place);
    tell();
  }
}

/**
 * Whether a page that was left is still saving the draft. Until that is over, its form must not be shown again: it would
 * save the draft a second time, or replace it with what is written next.
 */
export function useStillSaving(place: string): boolean {
  const isSaving = useSyncExternalStore(changes.subscribe, () => beingSaved.has(place));
  const [isWaiting, setWaiting] = useState(isSaving);
  if (isWaiting && !isSaving) setWaiting(false);
  return isWaiting && isSaving;
}

export function dropDraft(place: string): void {
  if (drafts.delete(place)) tell();
}

// When the owner logs out, or another one logs in, the drafts are dropped. An ended session keeps them.
new BroadcastChannel('session').onmessage = ({ data }: MessageEvent<TabMessage>) => {
  for (const [place, { userId }] of drafts) {
    if (data === 'left' || data.entered !== userId) drafts.delete(place);
  }
  tell();
};

/** Whether closing the tab would lose anything. */
export const hasDrafts = (): boolean => drafts.size > 0;

/** The places of this owner's drafts. */
export function useDraftPlaces(): ReadonlySet<string> {
  useSyncExternalStore(changes.subscribe, () => version);
  const userId = openKeys()?.userId;
  return new Set([...drafts].filter(([, draft]) => draft.userId === userId).map(([place]) => place));
}
