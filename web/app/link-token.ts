/** The token of the link that was followed from an email. */
import { useEffect, useState } from 'react';

interface KeptLink {
  token?: string;
  isRehearsal?: boolean;
}

const kept = (): KeptLink => (history.state as KeptLink | null) ?? {};

/** Whether the link was sent for a rehearsal. */
export const isRehearsalLink = (): boolean =>
  new URLSearchParams(location.search).has('rehearsal') || kept().isRehearsal === true;

const readToken = (): string =>
  new URLSearchParams(location.search).get('token')?.trim() ?? kept().token ?? '';

/**
 * Takes the token out of the address, so that nobody sees, bookmarks or shares it. It stays in this tab's history entry,
 * where reloading and going back find it, and so does the mark of a rehearsal.
 *
 * @returns an empty text if the link is incomplete
 */
export function useLinkToken(): string {
  const [token] = useState(readToken);
  useEffect(() => {
    if (!location.search.includes('token=')) return;
    history.replaceState({ token, isRehearsal: isRehearsalLink() } satisfies KeptLink, '', location.pathname);
  }, [token]);
  return token;
}
