/**
 * The devices behind a push service on this machine. Each checks the sender, as push services do (RFC 8292), and
 * decrypts (RFC 8291), without the library that the service sends with.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { importJWK, jwtVerify } from 'jose';
import type { PushedNote } from '../mail/ways/push.ts';

/** `PushSubscription.toJSON()`. */
export interface Subscription {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

export interface Pushed {
  note: PushedNote;
  /** When it was signed, to the second. */
  signedAt: number;
}

export interface PushDevices {
  /**
   * A new device's subscription.
   *
   * @param origin of the push service
   * @param senderKey the only one that may send there
   */
  subscribe(origin: string, senderKey: string): Subscription;
  /** Reads a push to a device. @throws Error if it is for none, was sent by someone else, or can't be decrypted */
  read(request: Pick<IncomingMessage, 'url' | 'headers'>, body: Buffer): Promise<Pushed>;
}

interface Device {
  origin: string;
  curve: ECDH;
  auth: Buffer;
  senderKey: string;
}

/** `web-push` lets a signature expire this long after it was made. */
const SIGNED_FOR_SECONDS = 12 * 3_600;

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** The one record of an `aes128gcm` body (RFC 8188, 2). */
function decrypt({ curve, auth }: Device, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const head = 21 + body.readUInt8(20);
  const sender = body.subarray(21, head);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender]);
  const key = derive(curve.computeSecret(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(head, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record');
  return String(padded.subarray(0, end));
}

/**
 * Checks that a request was signed by the key that the device subscribed with, for this service.
 *
 * @returns when it was signed
 */
async function checkSender({ origin, senderKey }: Device, authorization: string): Promise<number> {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== senderKey) throw new Error('sent with another key');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, verifier, { audience: origin, algorithms: ['ES256'] });
  if (!/^(https|mailto):/.test(payload.sub ?? '')) throw new Error('nobody to write to');
  return ((payload.exp ?? 0) - SIGNED_FOR_SECONDS) * 1_000;
}

export function pushDevices(): PushDevices {
  const devices = new Map<string, Device>();
  return {
    subscribe(origin, senderKey) {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      devices.set(path, { origin, curve, auth, senderKey });
      const keys = { p256dh, auth: auth.toString('base64url') };
      return { endpoint: `${origin}${path}`, expirationTime: null, keys };
    },
    async read({ url = '', headers }, body) {
      const device = devices.get(url);
      if (!device || headers['content-encoding'] !== 'aes128gcm' || !(Number(headers.ttl) > 0))
        throw new Error('not a push');
      const signedAt = await checkSender(device, headers.authorization ?? '');
      return { note: JSON.parse(decrypt(device, body)), signedAt };
    },
  };
}
