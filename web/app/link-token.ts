/** The token of the link that was followed from an email. */
import { useEffect, useState } from 'react';

function readToken(): string {
  const found = new URLSearchParams(location.search).get('token')?.trim();
  const kept = (history.state as { token?: unknown } | null)?.token;
  return found ?? (typeof kept === 'string' ? kept : '');
}

/**
 * Takes the token out of the address, so that nobody sees, bookmarks or shares it. It stays in this tab's history entry,
 * where reloading and going back find it.
 *
 * @returns an empty text if the link is incomplete
 */
export function useLinkToken(): string {
  const [token] = useState(readToken);
  useEffect(() => {
    if (location.search.includes('token=')) history.replaceState({ token }, '', location.pathname);
  }, [token]);
  return token;
}
