/**
 * A push service on this machine. It checks who sends, as push services do (RFC 8292), and decrypts as a device does
 * (RFC 8291), without the library that sends.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import type { PushedNote } from '../../../mail/ways/push.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** `PushSubscription.toJSON()`. */
export interface Subscription {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  endpoint: string;
  headers: Record<string, string | undefined>;
  note: PushedNote;
}

export interface PushService extends Receiver<ReceivedPush> {
  /** A device's subscription. @param senderKey the only one that may send there */
  subscribe(senderKey: string): Subscription;
}

interface Device {
  curve: ECDH;
  auth: Buffer;
  senderKey: string;
}

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

/** Throws unless a request was signed by the key that the device subscribed with, for this service. */
async function checkSender({ senderKey }: Device, authorization: string, audience: string): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== senderKey) throw new Error('sent with another key');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const verifier = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, verifier, { audience, algorithms: ['ES256'] });
  if (!/^(https|mailto):/.test(payload.sub ?? '')) throw new Error('nobody to write to');
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device>();
  const receiver = await startReceiver(async ({ url = '', headers }, body): Promise<ReceivedPush> => {
    const device = devices.get(url);
    if (!device || headers['content-encoding'] !== 'aes128gcm' || !(Number(headers.ttl) > 0))
      throw new Error('not a push');
    await checkSender(device, headers.authorization ?? '', receiver.origin);
    return {
      endpoint: `${receiver.origin}${url}`,
      headers: headers as ReceivedPush['headers'],
      note: JSON.parse(decrypt(device, body)),
    };
  });
  return {
    ...receiver,
    subscribe(senderKey) {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      devices.set(path, { curve, auth, senderKey });
      const keys = { p256dh, auth: auth.toString('base64url') };
      return { endpoint: `${receiver.origin}${path}`, expirationTime: null, keys };
    },
  };
}
