/** Keys that were not compared, to which nothing can be sealed, or whose signatures libraries judge differently. */
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { comparedWords } from '../../crypto/index.ts';
import { insideAccount } from './between.ts';
import { delivered } from './delivered.ts';
import { FORGER, flipped } from './forger.ts';
import {
  ADDRESSES,
  ALAN,
  EDSGER,
  GRACE,
  LETTER,
  OWNER,
  REGISTERED,
  ROTATED,
  SEALED,
  signedEntry,
  TEXTS,
  uuid,
  type VectorMaterial,
} from './material.ts';
import { base64, bytes, hkdf, join, openAes, publicKeysOf, sealAes, sha512 } from './plain.ts';
import { fullWidth } from './spellings.ts';
import { flagged, refused, type Vector, valid } from './vector.ts';

export async function oddKeys(material: VectorMaterial): Promise<Vector[]> {
  return [...(await pins(material)), ...(await unusableKeys(material)), ...signatures(material)];
}

async function pins({ kits, ownerKey }: VectorMaterial): Promise<Vector[]> {
  const { publicKey, fingerprint, words: typed } = kits[GRACE]!;
  const successor = { id: GRACE, publicKey, email: ADDRESSES[GRACE]! };
  const german = await comparedWords({ ...successor, ownerKey }, 'de');
  const same = (name: string, text: string, to = successor) =>
    valid(name, 'pin', { owner: REGISTERED, successor: to, typed: text }, { fingerprint });
  const differs = (name: string, text: string, to = successor) =>
    refused(name, 'pin', { owner: REGISTERED, successor: to, typed: text }, 'comparison_differs');
  const sealing = (
    name: string,
    to: { id: string; publicKey: string | null },
    code: string,
    owner = SEALED,
  ) => refused(name, 'pinnedKey', { owner, successor: to }, code);
  const pinned = { owner: SEALED, successor: { id: GRACE, publicKey } };
  const alans = kits[ALAN]!.publicKey;
  const [first = '', ...rest] = typed.split(' ');
  const starts = typed.replace(/\w+/g, (word) => word.slice(0, 4));
  return flagged('Pin', [
    same('a compared key', typed),
    ...flagged('Typing', [
      same('words in upper case, with dashes', typed.toUpperCase().replaceAll(' ', '\u2013')),
      same('words with no-break spaces, commas and a full stop', `${typed.replaceAll(' ', ',\u00a0')}.`),
      same('the first four letters of each word', starts),
      same('the words in German', german),
      same(
        'the words in German, in upper case and without umlauts',
        german.toUpperCase().replaceAll('Ä', 'AE').replaceAll('Ö', 'OE').replaceAll('Ü', 'UE'),
      ),
      same('the words in German, with decomposed umlauts', german.normalize('NFD')),
      differs('another first word', [first === 'abandon' ? 'zoo' : 'abandon', ...rest].join(' ')),
      differs('the words in another order', [...rest, first].join(' ')),
      differs('the words without the last one', rest.join(' ')),
      differs('the words and one more', `${typed} ${first}`),
      differs('the words of two languages', [german.split(' ')[0], ...rest].join(' ')),
      differs(
        'the first three letters of each word',
        typed.replace(/\w+/g, (word) => word.slice(0, 3)),
      ),
      differs('no words', ''),
      differs('words in full-width letters', fullWidth(typed.toUpperCase())),
    ]),
    same('an address in upper case, with spaces', typed, {
      ...successor,
      email: ` ${successor.email.toUpperCase()} `,
    }),
    differs('the words of a successor at another address', typed, { ...successor, email: ADDRESSES[ALAN]! }),
    differs('the words of another key', typed, { ...successor, publicKey: alans }),
    differs(
      'words with the key of another owner',
      await comparedWords({ ...successor, ownerKey: base64(publicKeysOf(FORGER)) }, 'en'),
    ),
    differs(
      'words with a key that has another bit',
      await comparedWords({ ...successor, ownerKey, publicKey: flipped(publicKey, 0) }, 'en'),
    ),
    valid('a pinned key', 'pinnedKey', pinned, { fingerprint }),
    sealing('another key than the pinned one', { id: GRACE, publicKey: alans }, 'key_swapped'),
    sealing('no key in place of the pinned one', { id: GRACE, publicKey: null }, 'key_swapped'),
    sealing('a key that was not compared', { id: uuid(14), publicKey }, 'key_not_pinned'),
    ...flagged('Rotation', [
      sealing(
        'the key of someone whom a rotation has shut out',
        { id: EDSGER, publicKey: kits[EDSGER]!.publicKey },
        'key_not_pinned',
        ROTATED,
      ),
    ]),
  ]);
}

const P = 2n ** 255n - 19n;
const littleEndian = (number: bigint): Buffer =>
  Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();

/** The u-coordinates of the points of order 1, 2, 4 and 8 on Curve25519 and its twist, and other spellings of the first two. */
const LOW_ORDER: readonly [name: string, point: bigint][] = [
  ['zero', 0n],
  ['one', 1n],
  ['a point of order 8', 325606250916557431795983626356110631294008115727848805560023387167927233504n],
  ['another of order 8', 39382357235489614581723060781553021112529911719440698176882885853963445705823n],
  ['p − 1', P - 1n],
  ['p, which is zero', P],
  ['p + 1, which is one', P + 1n],
];

async function unusableKeys(material: VectorMaterial): Promise<Vector[]> {
  const { kits, ownerKey, one } = material;
  const key = bytes(kits[GRACE]!.publicKey);
  const successorWith = (raw: Uint8Array) => ({
    id: GRACE,
    publicKey: base64(raw),
    email: ADDRESSES[GRACE]!,
  });
  const unusable = async (name: string, raw: Buffer) => {
    const successor = successorWith(raw);
    const typed = await comparedWords({ ...successor, ownerKey }, 'en');
    return refused(name, 'pin', { owner: REGISTERED, successor, typed }, 'key_unusable');
  };
  const short = { owner: REGISTERED, successor: successorWith(key.subarray(1)), typed: kits[GRACE]!.words };
  /** Its first coefficient is 12 bits, the lower ones first. */
  const withCoefficient = (value: number) => {
    const changed = Buffer.from(key);
    changed[0] = value & 0xff;
    changed[1] = (changed[1]! & 0xf0) | (value >> 8);
    return changed;
  };
  const alone = delivered(material, one, GRACE, [LETTER]);
  const sealed = bytes(alone.access.encryptedShare!);
  const withPoint = (point: bigint) =>
    join(sealed.subarray(0, 1_088), littleEndian(point), sealed.subarray(1_120));
  return [
    ...flagged('MalformedKey', [
      await unusable('a key whose first coefficient is q', withCoefficient(3_329)),
      await unusable('a key whose first coefficient is 4095', withCoefficient(4_095)),
      refused('a key with a byte too few', 'pin', short, 'format_unknown'),
    ]),
    ...flagged('LowOrderPoint', [
      ...(await Promise.all(
        LOW_ORDER.map(([name, point]) =>
          unusable(`a key with ${name} as its point`, join(key.subarray(0, 1_184), littleEndian(point))),
        ),
      )),
      ...LOW_ORDER.map(([name, point]) =>
        refused(
          `a package encapsulated with ${name} as its point`,
          'openAsSuccessor',
          { ...alone, access: { ...alone.access, encryptedShare: base64(withPoint(point)) } },
          'wrong_kit',
        ),
      ),
    ]),
  ];
}

/** An entry whose signature is valid by some rules and not by others. Only someone with the owner's keys could make one. */
function signatures({ registered, entries }: VectorMaterial): Vector[] {
  const { vaultKey, ed25519Seed } = insideAccount(registered);
  const { salt } = entries[LETTER]!;
  const bound = `${OWNER}${LETTER}`;
  const key = hkdf(bytes(vaultKey, 'hex'), bytes(salt), `entry-v1${bound}`);
  const iv = bytes(entries[LETTER]!.iv);
  const aad = join('entry-v1', bound);
  const genuine = openAes(key, iv, bytes(entries[LETTER]!.encryptedData), aad);
  const [stamp, signature, text] = [genuine.subarray(0, 16), genuine.subarray(16, 80), genuine.subarray(80)];
  const { Fn } = ed25519.Point;
  const numberOf = (raw: Uint8Array) => BigInt(`0x${Buffer.from(raw).reverse().toString('hex')}`);
  const [R, S] = [signature.subarray(0, 32), numberOf(signature.subarray(32))];
  const opening = (signed: Uint8Array) => ({
    owner: REGISTERED,
    entry: { ...entries[LETTER]!, encryptedData: base64(sealAes(key, iv, join(stamp, signed, text), aad)) },
  });

  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(bytes(ed25519Seed, 'hex'));
  const nonce = 1_843n;
  const torsion = ed25519.Point.fromHex(ED25519_TORSION_SUBGROUP[1]!);
  const shifted = ed25519.Point.BASE.multiply(nonce).add(torsion).toBytes();
  const challenge = Fn.create(
    numberOf(sha512(shifted, pointBytes, `entry-signature-v1${bound}`, stamp, text)),
  );
  const cofactored = join(shifted, littleEndian(Fn.create(nonce + challenge * scalar)));
  const forged = (name: string, signed: Uint8Array) =>
    refused(name, 'openEntry', opening(signed), 'entry_forged');
  const orderAdded = join(R, littleEndian(S + Fn.ORDER));
  return flagged('Signature', [
    forged('an entry whose signature has the group order added to S', orderAdded),
    {
      ...forged('an entry whose signature is valid only times the cofactor', cofactored),
      opens: signedEntry(LETTER, TEXTS[LETTER]!),
    },
  ]);
}
