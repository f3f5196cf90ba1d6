/** The keys that identify us to push services (VAPID, RFC 8292). */
import { createECDH } from 'node:crypto';

export interface PushKeys {
  /** Whom a push service can write to about our pushes: an https or mailto address. */
  subject: string;
  /** Base64url: what a browser subscribes with. */
  publicKey: string;
  privateKey: string;
}

/** @throws Error if it isn't a private key of P-256 in base64url */
function publicPushKey(privateKey: string): string {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return curve.getPublicKey('base64url');
}

export const isPushKey = (privateKey: string): boolean => {
  if (!/^[\w-]{43}$/.test(privateKey)) return false;
  try {
    return publicPushKey(privateKey) !== '';
  } catch {
    return false;
  }
};

/** @returns null without a key: then no push is offered */
export function pushKeysOf(config: {
  VAPID_PRIVATE_KEY: string;
  FRONTEND_URL: string;
  SMTP_FROM: string;
}): PushKeys | null {
  const { VAPID_PRIVATE_KEY: privateKey, FRONTEND_URL, SMTP_FROM } = config;
  if (privateKey === '') return null;
  const address = /<([^>]+)>/.exec(SMTP_FROM)?.[1] ?? SMTP_FROM;
  const subject = FRONTEND_URL.startsWith('https://') ? FRONTEND_URL : `mailto:${address}`;
  return { subject, publicKey: publicPushKey(privateKey), privateKey };
}
