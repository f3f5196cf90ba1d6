/** Keys that another tab or device has changed: this tab takes them as well, or asks for the password. */
import { queries } from '../api/queries.ts';
import { isWorking, keys, openKeys } from '../keys/keys.ts';
import { knownUser, PROFILE } from './session.ts';

/** Tabs that share a worker have the new keys as soon as one of them has changed them. */
const DELAY_MS = 2_000;

let timer: ReturnType<typeof setTimeout> | null = null;

function isBehind(): boolean {
  const user = knownUser();
  const open = openKeys();
  return user !== undefined && open?.userId === user.id && user.keyBundleVersion > open.version;
}

function look(): void {
  if (timer !== null || !isBehind()) return;
  timer = setTimeout(() => {
    timer = null;
    if (isWorking()) look();
    else if (isBehind()) keys.takeNewerKeys().catch(() => {});
  }, DELAY_MS);
}

/** Looks whenever the web app has read the profile, which says how new the keys are. */
export function followNewerKeys(): void {
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[1] === PROFILE[1]) look();
  });
}
