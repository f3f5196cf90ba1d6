/**
 * Where to go after a log-in or an unlock: only our own pages.
 *
 * @param next a path from a link, which an attacker may have chosen
 * @param origin ours
 */
export function safePath(next: string | null, origin: string): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  // Browsers read `/\evil.test` and `/<tab>/evil.test` as another host, so the address that they would open is checked.
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
