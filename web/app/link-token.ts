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
 * where reloading and going back find it. So does the mark of a rehearsal.
 *
 * @returns an empty text if the link is incomplete
 */
export function useLinkToken(): string {
  const [link] = useState(() => ({ token: readToken(), isRehearsal: isRehearsalLink() }) satisfies KeptLink);
  useEffect(() => {
    const keep = () => history.replaceState(link, '', location.pathname);
    if (location.search.includes('token=')) keep();
    // A link to a part of the page adds an empty history entry.
    const keepInNew = () => {
      if (history.state === null) keep();
    };
    addEventListener('hashchange', keepInNew);
    return () => removeEventListener('hashchange', keepInNew);
  }, [link]);
  return link.token;
}
