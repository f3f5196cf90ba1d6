/**
 * Someone with everything that the service kept, sent and logged, and perhaps some printed kits, who tries each key
 * that they can derive on each ciphertext. They ignore tags and additional data, so no binding protects a text from
 * them, and a judge who knows the secrets tells them when they have found one. They may have a quantum computer.
 */
import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { combine } from 'shamir-secret-sharing';
import { openWith } from '../../../crypto/hpke.ts';
import { type KitCode, openKit } from '../../../crypto/kit.ts';
import type { SearchedPlace } from '../../../dev/secret-search.ts';

/** What a quantum computer finds out from the public key of a kit. */
export interface BrokenKit {
  x25519: Uint8Array;
  /** Of 64 bytes, if even ML-KEM is broken. */
  mlKem?: Uint8Array;
}

export interface Loot {
  places: readonly SearchedPlace[];
  kits: readonly KitCode[];
  /** Kits that they don't have on paper. */
  broken?: readonly BrokenKit[];
  /** Of every successor. */
  successorIds: readonly string[];
  userId: string;
  /** Of every entry, because its key depends on its ID and on that of the owner. */
  entryIds: readonly string[];
}

/** What must not be found, by what it is: keys of 32 bytes, and texts. */
export interface Prizes {
  keys: ReadonlyMap<string, Uint8Array>;
  texts: ReadonlyMap<string, string>;
}

const LABELS = [
  ...[
    'auth',
    'kek',
    'recovery-v1',
    'previous-keys-v1',
    'signing-key-v1',
    'successors-v1',
    'passkey-v2',
    'bundle-v2',
    'recovery-proof-v2',
  ],
  ...['kit-v2', 'ed25519-v2', 'ml-dsa-65-v2', 'package-key-v1'],
];
const NONE = Buffer.alloc(0);
/** In front of the text of an entry: version, date and signature. */
const HEAD_BYTES = 80;
/** Ed25519 and ML-DSA-65. */
const BOTH_SIGNATURES_BYTES = 3_373;

const hkdf = (secret: Uint8Array, salt: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Everything in these texts that could be random bytes: base64 of either alphabet, and hexadecimal. */
function bytesIn(texts: readonly string[]): Buffer[] {
  const found = new Map<string, Buffer>();
  const keep = (bytes: Buffer) => found.set(bytes.toString('base64'), bytes);
  for (const text of texts) {
    for (const [digits] of text.replaceAll('\\/', '/').matchAll(/[A-Za-z0-9+/_-]{20,}={0,2}/g)) {
      if (UUID.test(digits)) continue;
      keep(Buffer.from(digits, 'base64'));
      if (/^(?:[0-9a-f]{2}){12,}$/i.test(digits)) keep(Buffer.from(digits, 'hex'));
    }
  }
  return [...found.values()];
}

/** The lengths of all that we keep secret: codes without and with their checksum, keys, shares, and pairs of keys. */
const SECRET_BYTES = [16, 18, 32, 33, 64];
const KEY_BYTES = 32;
const SHARE_BYTES = 33;
const ENVELOPE_BYTES = 60;
/** The shortest list: IV, tag, both signatures and a text that is filled up. */
const LIST_BYTES = 12 + 16 + BOTH_SIGNATURES_BYTES + 256;
/** A reshare is the shortest that is sealed to a kit, and longer than this. */
const SEALED_BYTES = 1_200;

interface Ciphertext {
  iv: Buffer;
  data: Buffer;
}

/** Ciphertexts as the API carries them: `iv` beside `data` or `encryptedData`, or in front of the ciphertext. */
function ciphertextsIn(texts: readonly string[], bytes: readonly Buffer[]): Ciphertext[] {
  const found = new Map<string, Ciphertext>();
  const keep = (iv: Buffer, data: Buffer) => {
    if (iv.length === 12 && data.length > 16)
      found.set(`${iv.toString('hex')}${data.toString('hex')}`, { iv, data });
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { iv, data, encryptedData } = value as Record<string, unknown>;
    const sealed = data ?? encryptedData;
    if (typeof iv === 'string' && typeof sealed === 'string') {
      keep(Buffer.from(iv, 'base64'), Buffer.from(sealed, 'base64'));
    }
    for (const member of Object.values(value)) walk(member);
  };
  for (const text of texts) {
    const json = text.slice(text.search(/[{[]/));
    try {
      walk(JSON.parse(json));
    } catch {
      // Not JSON: its bytes are tried one by one.
    }
  }
  for (const each of bytes) {
    if (each.length === ENVELOPE_BYTES || each.length >= LIST_BYTES)
      keep(each.subarray(0, 12), each.subarray(12));
  }
  return [...found.values()];
}

/** Enough of something to recognise it by. */
const start = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 24)).toString('hex');

/** How much of a text is needed to recognise it. */
const KNOWN_BYTES = BOTH_SIGNATURES_BYTES + 24;

/** AES-256-GCM without its tag, which is counter mode (SP 800-38D, 7.2). */
function decrypt(key: KeyObject, { iv, data }: Ciphertext): Buffer {
  const counter = Buffer.concat([iv, Buffer.from([0, 0, 0, 2])]);
  return createDecipheriv('aes-256-ctr', key, counter).update(data.subarray(0, -16));
}

/**
 * With kits, only what the kits add is tried: without them, everything else is.
 *
 * @returns what they found, sorted
 */
export async function attack(
  { places, kits, broken = [], successorIds, userId, entryIds }: Loot,
  { keys, texts }: Prizes,
): Promise<string[]> {
  const all = places.flatMap((place) => place.texts);
  const loose = bytesIn(all);
  const ciphertexts = ciphertextsIn(all, loose);
  const salts = loose.filter(({ length }) => length === 16 || length === 48);
  const prizes = new Map([
    ...[...keys].map(([name, key]) => [start(key), name] as const),
    ...[...texts].map(([name, text]) => [start(Buffer.from(text)), name] as const),
  ]);
  const salted = ['kek', ...entryIds.map((id) => `entry-v1${userId}${id}`)];
  const found = new Set<string>();
  const tried = new Set<string>();
  const secrets: Buffer[] = [];

  const judge = (bytes: Buffer) => {
    // Behind a signature or two is a text, and behind a root secret the vault key.
    const inside = bytes.subarray(bytes.length === 2 * KEY_BYTES ? KEY_BYTES : HEAD_BYTES);
    for (const each of [bytes, inside, bytes.subarray(BOTH_SIGNATURES_BYTES)]) {
      const name = prizes.get(start(each));
      if (!name || found.has(name)) continue;
      found.add(name);
      if (keys.has(name)) secrets.push(each.subarray(0, KEY_BYTES));
    }
  };
  const tryKey = (key: Buffer) => {
    const name = key.toString('base64');
    if (key.length !== KEY_BYTES || tried.has(name)) return;
    tried.add(name);
    judge(key);
    // Node would take longer to find out what bytes are than to decrypt with them.
    const secret = createSecretKey(key);
    for (const each of ciphertexts) {
      const { iv, data } = each;
      const text = decrypt(secret, { iv, data: data.subarray(0, KNOWN_BYTES + 16) });
      judge(text);
      // The pins in a bundle, with all that it takes to seal further envelopes.
      if (text.subarray(0, 2).toString() === '{"') bytesIn([decrypt(secret, each).toString()]).forEach(judge);
    }
  };
  const trySecrets = async () => {
    for (let secret = secrets.pop(); secret; secret = secrets.pop()) {
      tryKey(secret);
      tryKey(createHash('sha256').update(secret).digest());
      for (const label of LABELS) tryKey(hkdf(secret, NONE, label));
      for (const salt of salts) for (const label of salted) tryKey(hkdf(secret, salt, label));
      await setImmediate();
    }
  };

  const candidates = loose.filter(({ length }) => SECRET_BYTES.includes(length));
  if (kits.length === 0) secrets.push(...candidates);
  await trySecrets();

  const own: Buffer[] = [];
  const shares = loose.filter(({ length }) => length === SHARE_BYTES);
  const opened = broken.flatMap((each) => openWithoutKit(each, loose));
  for (const kit of kits) opened.push(...(await openEverything(kit, loose, successorIds)));
  for (const each of opened) {
    for (const text of [each, each.subarray(BOTH_SIGNATURES_BYTES)]) {
      const inside = bytesIn([text.toString()]);
      ciphertexts.push(...ciphertextsIn([text.toString()], inside));
      own.push(...inside.filter(({ length }) => length === KEY_BYTES));
      shares.push(...inside.filter(({ length }) => length === SHARE_BYTES));
    }
  }
  const combined = await combinations(shares);
  for (const one of own) {
    for (const other of [NONE, ...combined, ...own, ...candidates])
      tryKey(hkdf(Buffer.concat([one, other]), NONE, 'package-key-v1'));
  }
  secrets.push(...own, ...combined);
  await trySecrets();
  return [...found].sort();
}

const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const SPKI_X25519 = Buffer.from('302a300506032b656e032100', 'hex');
const X_WING_LABEL = Buffer.from('5c2e2f2f5e5c', 'hex');
/** X-Wing, HKDF-SHA-256 and AES-256-GCM (RFC 9180, section 5.1). */
const SUITE = Buffer.from('48504b45647a00010002', 'hex');
const ENCAPSULATED_BYTES = 1_120;
const ML_KEM_BYTES = 1_088;

const hmac = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const labelled = (label: string, text: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('HPKE-v1'), SUITE, Buffer.from(label), text]);
/** At most 32 bytes. */
const expand = (secret: Uint8Array, label: string, context: Uint8Array, length: number): Buffer =>
  hmac(secret, Buffer.from([0, length]), labelled(label, context), Buffer.from([1])).subarray(0, length);

/** HPKE's key and IV for a shared secret. */
function keyFor(secret: Uint8Array, info: string): { key: Buffer; iv: Buffer } {
  const extract = (salt: Uint8Array, label: string, text: Uint8Array) => hmac(salt, labelled(label, text));
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(NONE, 'psk_id_hash', NONE),
    extract(NONE, 'info_hash', Buffer.from(info)),
  ]);
  const scheduled = extract(secret, 'secret', NONE);
  return { key: expand(scheduled, 'key', context, 32), iv: expand(scheduled, 'base_nonce', context, 12) };
}

/**
 * What opens with the private keys that a quantum computer has computed, with every guess at the rest of the shared
 * secret.
 */
function openWithoutKit({ x25519, mlKem }: BrokenKit, sealed: readonly Buffer[]): Buffer[] {
  const key = Buffer.concat([PKCS8_X25519, x25519]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const own = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
  return sealed
    .filter(({ length }) => length > SEALED_BYTES)
    .flatMap((each) => {
      const [first, second] = [
        each.subarray(0, ML_KEM_BYTES),
        each.subarray(ML_KEM_BYTES, ENCAPSULATED_BYTES),
      ];
      const spki = Buffer.concat([SPKI_X25519, second]);
      const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
      let shared: Buffer;
      try {
        shared = diffieHellman({ privateKey, publicKey });
      } catch {
        return [];
      }
      const guesses = [Buffer.alloc(KEY_BYTES), shared, first.subarray(0, KEY_BYTES)];
      if (mlKem) {
        const { secretKey } = ml_kem768.keygen(new Uint8Array(mlKem));
        guesses.push(Buffer.from(ml_kem768.decapsulate(new Uint8Array(first), secretKey)));
      }
      const combined = guesses.map((guess) =>
        createHash('sha3-256')
          .update(Buffer.concat([guess, shared, second, own, X_WING_LABEL]))
          .digest(),
      );
      const data = each.subarray(ENCAPSULATED_BYTES);
      return [shared, ...combined].flatMap((secret) =>
        ['package-v2', 'reshare-v2'].map((info) => {
          const { key: opening, iv } = keyFor(secret, info);
          return decrypt(createSecretKey(opening), { iv, data });
        }),
      );
    });
}

/** Everything that was ever sealed to a kit, for whatever purpose and from whomever. */
async function openEverything(
  kit: KitCode,
  sealed: readonly Buffer[],
  ids: readonly string[],
): Promise<Buffer[]> {
  const { keyPair } = await openKit(kit);
  const bindings = ids.flatMap((one) => [
    ['package-v2', `package-v2${one}`] as const,
    ...ids.map((other) => ['reshare-v2', `reshare-v2${one}${other}`] as const),
  ]);
  const opened: Buffer[] = [];
  for (const each of sealed.filter(({ length }) => length > SEALED_BYTES)) {
    for (const [info, data] of bindings) {
      const text = await openWith(keyPair, info, new TextEncoder().encode(data), new Uint8Array(each)).catch(
        () => null,
      );
      // A package begins with its signatures, a reshare doesn't.
      if (text) opened.push(Buffer.from(text));
    }
  }
  return opened;
}

/** What each of these shares gives alone, and what any two or three give together. */
async function combinations(shares: readonly Buffer[]): Promise<Buffer[]> {
  const unique = [...new Map(shares.map((each) => [each.toString('hex'), new Uint8Array(each)])).values()];
  const results = unique.map((each) => Buffer.from(each.subarray(0, 32)));
  const give = async (...some: Uint8Array[]) => {
    if (new Set(some.map((each) => each[32])).size < some.length || some.some((each) => each[32] === 0))
      return;
    results.push(Buffer.from(await combine(some)));
  };
  for (const [i, one] of unique.entries()) {
    for (const [j, two] of unique.entries()) {
      if (j <= i) continue;
      await give(one, two);
      for (const three of unique.slice(j + 1)) await give(one, two, three);
    }
  }
  return results;
}
