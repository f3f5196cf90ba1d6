/** The entries of the vault, as far as they open. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenedEntry } from '../../client/entries.ts';
import { keys } from '../keys/keys.ts';
import { useSession } from '../session/session.ts';

export interface ListedEntries {
  items: OpenedEntry[] | undefined;
  error: unknown;
  progress: { done: number; total: number };
  readAgain(): void;
}

export function useListedEntries(): ListedEntries {
  const session = useSession();
  const isOpen = session.state === 'in' && session.keys === 'open';
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const { data, error, refetch } = useQuery({
    queryKey: ['keys', '/vault/entries for successors'],
    queryFn: () => keys.openEntries(undefined, (done, total) => setProgress({ done, total })),
    enabled: isOpen,
    staleTime: 30_000,
    // Contents don't stay in memory longer than they are shown.
    gcTime: 0,
  });
  return { items: isOpen ? data : undefined, error, progress, readAgain: () => void refetch() };
}

/** Titles by entry. */
export function useTitles(): Map<string, string> | null {
  const { items } = useListedEntries();
  return items ? new Map(items.flatMap(({ id, content }) => (content ? [[id, content.title]] : []))) : null;
}
