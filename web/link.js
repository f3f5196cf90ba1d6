// @ts-check
/** What the link in the email carried: its token, and whether this is a rehearsal. */

const query = new URLSearchParams(location.search);

/** Known before the first request, because the link says so. The service's answers say so too. */
export const rehearsal = query.has('rehearsal') || history.state?.rehearsal === true;

export const token = takeToken();

/**
 * Takes the token out of the address bar, so that nobody sees, bookmarks or shares it. It stays in this tab's
 * history entry, where reloading and going back find it.
 *
 * @returns {string | null}
 */
function takeToken() {
  const given = query.get('token')?.trim();
  if (given) history.replaceState({ token: given, rehearsal }, '', location.pathname);
  const kept = history.state?.token;
  return typeof kept === 'string' ? kept : null;
}

/** @param {string} path */
export const withToken = (path, value = token ?? '') => `${path}?token=${encodeURIComponent(value)}`;
