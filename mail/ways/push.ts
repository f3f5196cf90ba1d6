/** Push messages to a browser or phone: encrypted for it alone (RFC 8291), and signed (RFC 8292). */
import webPush, { type RequestOptions } from 'web-push';
import type { ChannelRow } from '../../db/entities/channel.ts';
import type { MailRow } from '../../db/entities/mail.ts';
import type { Language } from '../../db/locale.ts';
import type { Note } from './note.ts';

/** The sender, and the keys that sign for it. */
export type PushKeys = NonNullable<RequestOptions['vapidDetails']>;

/** How long a push service keeps it for a device that is off. */
const KEPT_SECONDS = 28 * 86_400;

/** What the service worker shows (web/public/push.js). */
export interface PushedNote extends Note {
  /** The same at each attempt, so that a second one replaces the first. */
  tag: string;
  language: Language;
}

export function pushRequest(
  keys: PushKeys,
  { address: endpoint, p256dh, auth }: ChannelRow,
  { id: tag }: Pick<MailRow, 'id'>,
  note: Note,
  language: Language,
): { headers: Record<string, string>; body: Buffer } {
  const pushed: PushedNote = { ...note, tag, language };
  const subscription = { endpoint, keys: { p256dh: p256dh ?? '', auth: auth ?? '' } };
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(pushed), {
    vapidDetails: keys,
    TTL: KEPT_SECONDS,
    urgency: 'high',
  });
  // The guard counts the bytes itself.
  const { 'Content-Length': _, ...ours } = headers;
  return {
    headers: Object.fromEntries(Object.entries(ours).map(([name, value]) => [name, String(value)])),
    body,
  };
}
