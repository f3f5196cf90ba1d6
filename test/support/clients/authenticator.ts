/** An authenticator in software: passkeys with ES256, without attestation. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Flags of the authenticator data (WebAuthn, 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_SYNCED = 0x08;
const SYNCED = 0x10;
const WITH_CREDENTIAL = 0x40;

/** What a passkey of an attacker, or of a careless browser, does differently. */
export interface Ceremony {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** The value of the counter. It counts from 1 unless given; synced passkeys always say 0. */
  counter?: number;
  /** What the authenticator says about its maker; nothing unless given. */
  attestation?: [format: string, statement: Map<string, unknown>];
  /** The size of a key that is nonsense, in bytes, in place of the passkey's. */
  rsaKey?: number;
}

interface Held {
  privateKey: KeyObject;
  userHandle: string;
  rpId: string;
  counter: number;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
  allowCredentials: { id: string }[];
}

/** @param origin the address of the page that asks */
export function softwareAuthenticator(pageOrigin: string) {
  const passkeys = new Map<string, Held>();

  const clientData = (type: string, challenge: string, { origin = pageOrigin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, counter: number, ceremony: Ceremony, credential?: Buffer): Buffer {
    const { isVerified = true } = ceremony;
    const flags =
      PRESENT | (isVerified ? VERIFIED : 0) | MAY_BE_SYNCED | SYNCED | (credential ? WITH_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, credential ?? Buffer.alloc(0)]);
  }

  return {
    /** The IDs of its passkeys, in the order in which they were made. */
    ids: () => [...passkeys.keys()],
    /** Makes a passkey, as `navigator.credentials.create()`. */
    create({ challenge, rp, user }: CreationOptions, ceremony: Ceremony = {}) {
      const { rpId = rp.id, counter = 0 } = ceremony;
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(16);
      passkeys.set(encode(id), { privateKey, userHandle: user.id, rpId, counter });
      const key = ceremony.rsaKey
        ? new Map<number, number | Uint8Array>([
            [1, 3],
            [3, -257],
            [-1, new Uint8Array(randomBytes(ceremony.rsaKey))],
            [-2, new Uint8Array([1, 0, 1])],
          ])
        : new Map<number, number | Uint8Array>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
            [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
          ]);
      const [format, statement] = ceremony.attestation ?? ['none', new Map()];
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authenticatorData(rpId, counter, ceremony, credential))],
      ]);
      return {
        id: encode(id),
        rawId: encode(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', challenge, ceremony)),
          attestationObject: encode(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** Signs with the passkey that was asked for, or else the newest, as `navigator.credentials.get()`. */
    get({ challenge, rpId: asked, allowCredentials }: RequestOptions, ceremony: Ceremony = {}) {
      const id =
        allowCredentials.map((each) => each.id).find((each) => passkeys.has(each)) ?? this.ids().at(-1);
      const held = id === undefined ? undefined : passkeys.get(id);
      if (id === undefined || !held) throw new Error('this authenticator has no such passkey');
      const { rpId = asked, counter = held.counter + 1 } = ceremony;
      held.counter = counter;
      const data = clientData('webauthn.get', challenge, ceremony);
      const authData = authenticatorData(rpId, counter, ceremony);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), held.privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: encode(data),
          authenticatorData: encode(authData),
          signature: encode(signature),
          userHandle: held.userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}
