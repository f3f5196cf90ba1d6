/** Lets this browser receive pushes. */
import { Problem } from '../../client/problem.ts';
import { ownScript } from '../app/own-script.ts';

/** The service worker (web/public/push.js). */
const WORKER = '/push.js';

const refused = (code: 'push_unsupported' | 'push_refused', cause?: unknown): Problem =>
  new Problem({ code, status: 0, cause });

/** Created once, because a page may create each policy only once. */
let script: string | undefined;

/**
 * Asks whether notifications may be shown, and subscribes to pushes.
 *
 * @param pushKey the only key that may send them
 * @throws Problem `push_unsupported` or `push_refused`
 */
export async function subscribe(pushKey: string) {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) throw refused('push_unsupported');
  if ((await Notification.requestPermission()) !== 'granted') throw refused('push_refused');
  try {
    script ??= ownScript('push-worker', WORKER);
    await navigator.serviceWorker.register(script, { updateViaCache: 'none' });
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    if (before && !isFor(before, pushKey)) await before.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: pushKey };
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
  } catch (cause) {
    throw refused('push_unsupported', cause);
  }
}

/** Whether a subscription accepts pushes that this key has signed. The service may have been given a new key. */
function isFor({ options }: PushSubscription, pushKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? []);
  const text = btoa(String.fromCharCode(...key));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === pushKey;
}
