/** The same values in other characters: as people type them, as another client writes them, or as no client does. */
import { createHmac } from 'node:crypto';
import { createAccount, KDF_V1, sealCopy } from '../../crypto/index.ts';
import { bundleText, insideAccount, insideKit, type PlainBundle } from './between.ts';
import { delivered, inherits, withEnvelope } from './delivered.ts';
import {
  ALAN,
  EDSGER,
  GRACE,
  LETTER,
  LOGIN,
  NOTE,
  OTHER_OWNER,
  REGISTERED,
  type VectorMaterial,
} from './material.ts';
import { base64, bytes, hkdf, join, openBox, publicKeysOf, sealAes, sha256 } from './plain.ts';
import {
  flagged,
  type OpenAsSuccessorGiven,
  refused,
  type UnlockGiven,
  type Vector,
  valid,
} from './vector.ts';

export const fullWidth = (text: string): string =>
  text.replace(/[0-9A-F]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const arabic = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0x630));

export const spellings = async (material: VectorMaterial): Promise<Vector[]> => [
  ...flagged('Typing', [...(await typedLogIns(material)), ...typedCodes(material)]),
  ...flagged('Integer', numbers(material)),
  ...flagged('UnknownMember', await unknownMembers(material)),
  ...flagged('Base64', await oddBase64(material)),
  ...flagged('Version', await oddVersions(material)),
  ...flagged('Version', await laterFormats(material)),
];

const withBundle = (given: UnlockGiven, keyBundle: object): UnlockGiven => ({
  ...given,
  user: { ...given.user, keyBundle },
});

async function typedLogIns({ registered, ownerKey }: VectorMaterial): Promise<Vector[]> {
  const { password } = registered;
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const typed = (name: string, change: Partial<UnlockGiven>) =>
    valid(name, 'unlock', { ...registered, ...change }, opens);
  const wrong = (name: string, text: string) =>
    refused(name, 'unlock', { ...registered, password: text }, 'wrong_password');
  const half = { email: 'half@example.org', password: 'half a pair: \ud83c', kdf: KDF_V1 };
  const account = await createAccount(half);
  const user = { id: OTHER_OWNER, salt: account.salt, keyBundle: account.keyBundle };
  const inside = insideAccount({ ...half, user });
  const opensHalf = {
    ownerKey: base64(publicKeysOf(bytes(inside.signingSeed, 'hex'))),
    password: bytes(inside.authKey, 'hex').toString('base64'),
  };
  return [
    typed('an address between spaces of other kinds', { email: `\ufeff\u00a0${registered.email}\u3000` }),
    typed('a composed password', { password: password.normalize('NFC') }),
    wrong('a password with a space at its end', `${password} `),
    wrong('a password in full-width digits', fullWidth(password)),
    valid(
      'a password with half of a surrogate pair, which is U+FFFD',
      'unlock',
      { ...half, user },
      opensHalf,
      { master: inside.master },
    ),
  ];
}

function typedCodes({ kits, kitOf, reset, resetRecovers, ownerKey }: VectorMaterial): Vector[] {
  const kit = kitOf(GRACE);
  const { publicKey, fingerprint, ownerFingerprint } = kits[GRACE]!;
  const opens = { publicKey, fingerprint, ownerFingerprint };
  const between = { code: insideKit(kit).code };
  const typed = (name: string, code: string) => valid(name, 'kit', { kit: { ...kit, code } }, opens, between);
  const mistyped = (name: string, code: string) =>
    refused(name, 'kit', { kit: { ...kit, code } }, 'code_mistyped');
  const { code } = kit;
  const figureDashes = { ...reset, ...resetRecovers, code: resetRecovers.code.replaceAll('-', '\u2012') };
  const joinedWith = (separator: string) => code.replaceAll('-', separator);
  return [
    typed('a code without its dashes', joinedWith('')),
    typed('a code in lower case', code.toLowerCase()),
    typed('a code with en dashes between no-break spaces', joinedWith('\u00a0\u2013\u00a0')),
    typed('a code with minus signs', joinedWith('\u2212')),
    typed('a code with soft hyphens', joinedWith('\u00ad')),
    typed('a code on lines of its own', `\ufeff${joinedWith('\r\n')}\u2029`),
    mistyped('a code with underscores', joinedWith('_')),
    mistyped('a code with wave dashes', joinedWith('\u301c')),
    mistyped('a code with zero-width spaces', joinedWith('\u200b')),
    mistyped('a code in full-width digits', fullWidth(code)),
    mistyped('a code in Arabic digits', arabic(code)),
    mistyped('a code with O for zero', code.replace(/0|[0-9A-F]/, 'O')),
    mistyped('no code', ' '),
    valid('a recovery code with figure dashes', 'unlockWithRecoveryCode', figureDashes, { ownerKey }),
  ];
}

/** A bundle with a valid MAC, whatever is in it. */
function withValidMac(given: UnlockGiven, change: Partial<PlainBundle>): UnlockGiven {
  const root = bytes(insideAccount(given).root, 'hex');
  const bundle = { ...(given.user.keyBundle as PlainBundle), ...change };
  const key = hkdf(root, Buffer.alloc(0), 'bundle-v2');
  const mac = createHmac('sha256', key).update(bundleText(bundle)).digest('base64');
  return withBundle(given, { ...bundle, mac });
}

function numbers({ registered, ownerKey }: VectorMaterial): Vector[] {
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const most = Number.MAX_SAFE_INTEGER;
  const fraction = { ...KDF_V1, memoryKiB: 65_536.5 };
  const damaged = (name: string, given: UnlockGiven) => refused(name, 'unlock', given, 'bundle_damaged');
  const withOldMac = (counter: unknown) =>
    withBundle(registered, { ...(registered.user.keyBundle as object), counter });
  return [
    valid('a counter of 2^53 − 1', 'unlock', withValidMac(registered, { counter: most }), opens),
    damaged('a counter of 2^53', withValidMac(registered, { counter: most + 1 })),
    damaged('a counter below zero', withOldMac(-1)),
    damaged('a counter that is not whole', withOldMac(1.5)),
    damaged('a counter that is a text', withOldMac('7')),
    refused('memory that is not whole', 'unlock', { ...registered, kdf: fraction }, 'format_unknown'),
  ];
}

async function unknownMembers({ registered, ownerKey, kitOf }: VectorMaterial): Promise<Vector[]> {
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const later = { ...(registered.user.keyBundle as PlainBundle), colour: 'green' };
  const { code } = kitOf(GRACE);
  const copy = { ...(await sealCopy(code, 'Grüße')), colour: 'green' };
  return [
    valid('a bundle with another member', 'unlock', withBundle(registered, later), opens),
    valid('a saved copy with another member', 'savedCopy', { code, copy }, { text: 'Grüße' }),
  ];
}

/** Other spellings of the same bytes, which a lenient decoder accepts. */
function otherSpellings(text: string): [name: string, text: string][] {
  const padded = text.endsWith('=');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = text.search(/.=*$/);
  const leftover = alphabet[alphabet.indexOf(text[last]!) + 1];
  const spelled: [string, string][] = [
    ['with a line break', `${text.slice(0, 4)}\n${text.slice(4)}`],
    ['with a space at its end', `${text} `],
  ];
  if (padded) {
    spelled.push(['without padding', text.replace(/=+$/, '')]);
    spelled.push(['with leftover bits', `${text.slice(0, last)}${leftover}${text.slice(last + 1)}`]);
  } else {
    spelled.push(['with padding that is not needed', `${text}==`]);
  }
  if (/[+/]/.test(text)) {
    spelled.push(['in the alphabet for URLs', text.replaceAll('+', '-').replaceAll('/', '_')]);
  }
  return spelled;
}

async function oddBase64(material: VectorMaterial): Promise<Vector[]> {
  const { registered, entries, one, kitOf } = material;
  const letter = entries[LETTER]!;
  const bundle = registered.user.keyBundle as PlainBundle;
  const { password } = bundle.vaultKey;
  const whole = delivered(material, one, GRACE, [LETTER]);
  const restricted = delivered(material, one, ALAN, [LOGIN]);
  const { code } = kitOf(GRACE);
  const copy = await sealCopy(code, 'Grüße');
  const each = (what: string, text: string, vector: (name: string, spelled: string) => Vector) =>
    otherSpellings(text).map(([how, spelled]) => vector(`${what} ${how}`, spelled));
  const entry = (name: string, change: object) =>
    refused(name, 'openEntry', { owner: REGISTERED, entry: { ...letter, ...change } }, 'entry_refused');
  const unlocking = (name: string, change: object, code: string) =>
    refused(name, 'unlock', withBundle(registered, { ...bundle, ...change }), code);
  const withIv = (iv: string) => ({ vaultKey: { ...bundle.vaultKey, password: { ...password, iv } } });
  const reading = (name: string, change: object) =>
    refused(name, 'openAsSuccessor', { ...whole, ...change }, 'wrong_kit');
  return [
    ...each("an entry's text", letter.encryptedData, (name, encryptedData) => entry(name, { encryptedData })),
    ...each("an entry's salt", letter.salt, (name, salt) => entry(name, { salt })),
    ...each("a bundle's proof key", bundle.proofKey, (name, proofKey) =>
      unlocking(name, { proofKey }, 'bundle_damaged'),
    ),
    ...each("a bundle's IV", password.iv, (name, iv) => unlocking(name, withIv(iv), 'wrong_password')),
    ...each("a kit's salt", whole.kit.salt, (name, salt) => reading(name, { kit: { ...whole.kit, salt } })),
    ...each('a package', whole.access.encryptedShare!, (name, encryptedShare) =>
      reading(name, { access: { ...whole.access, encryptedShare } }),
    ),
    ...each('an envelope', restricted.entries[0]!.envelope!, (name, envelope) =>
      refused(name, 'openAsSuccessor', withEnvelope(restricted, envelope), 'envelope_refused'),
    ),
    ...each("a saved copy's salt", copy.salt, (name, salt) =>
      refused(name, 'savedCopy', { code, copy: { ...copy, salt } }, 'wrong_kit'),
    ),
  ];
}

/** What a later client may write. Only the first characters show that it is a later format. */
async function laterFormats(material: VectorMaterial): Promise<Vector[]> {
  const { entries, one, two, kitOf } = material;
  const whole = delivered(material, one, GRACE, [LETTER]);
  const restricted = delivered(material, one, ALAN, [LOGIN]);
  const quorum = delivered(material, two, ALAN, [LOGIN, NOTE], [GRACE, EDSGER]);
  const { opens } = await inherits('', whole, material, 1);
  const { opens: opensQuorum } = await inherits('', quorum, material, 2);
  const later = (text: string) => `2.${text}`;
  const kit = { ...kitOf(GRACE), salt: later(kitOf(GRACE).salt) };
  const [reshare, ...reshares] = quorum.access.reshares;
  const laterReshare = { ...reshare!, encryptedShare: later(reshare!.encryptedShare) };
  const encryptedShare = later(whole.access.encryptedShare!);
  const entry = { ...entries[LETTER]!, algorithm: 'AES-GCM-SIV', iv: '' };
  const unknown = (name: string, given: OpenAsSuccessorGiven) =>
    refused(name, 'openAsSuccessor', given, 'format_unknown');
  return [
    refused('a salt of a later kit', 'kit', { kit }, 'format_unknown'),
    unknown('a package that begins as a later format does', {
      ...whole,
      access: { ...whole.access, encryptedShare },
    }),
    valid(
      'a reshare of a later format beside others',
      'openAsSuccessor',
      { ...quorum, access: { ...quorum.access, reshares: [laterReshare, ...reshares] } },
      { ...opensQuorum, badShares: ['format_unknown'] },
    ),
    valid(
      'a list of a later format, which stops nobody from reading',
      'openAsSuccessor',
      { ...whole, access: { ...whole.access, list: later('AAAA') } },
      { ...opens, listRefused: 'format_unknown' },
    ),
    unknown('an envelope of a later format', withEnvelope(restricted, '10.AAAA')),
    refused('a number without a full stop', 'kit', { kit: { ...kit, salt: '2' } }, 'wrong_kit'),
    refused('an entry of another algorithm', 'openEntry', { owner: REGISTERED, entry }, 'format_unknown'),
    unknown('an entry of another algorithm, which was left to someone', {
      ...whole,
      entries: [{ ...entry, envelope: null }],
    }),
  ];
}

async function oddVersions({ registered, sealed, kitOf }: VectorMaterial): Promise<Vector[]> {
  const { code } = kitOf(GRACE);
  const { version: _, ...copy } = await sealCopy(code, 'Grüße');
  /** With other contents of the box that holds the pins. */
  const withPins = (change: object) => {
    const { root } = insideAccount(sealed);
    const { successors, signing } = sealed.user.keyBundle as PlainBundle;
    const key = hkdf(bytes(root, 'hex'), Buffer.alloc(0), 'successors-v1');
    const aad = join('successors-v1', bytes(signing.publicKey));
    const json = JSON.stringify({ ...JSON.parse(openBox(key, successors, aad).toString()), ...change });
    const iv = sha256(json).subarray(0, 12);
    return withValidMac(sealed, {
      successors: { iv: base64(iv), data: base64(sealAes(key, iv, join(json), aad)) },
    });
  };
  const later = { ...copy, version: 2 };
  const withText = withBundle(registered, { ...(registered.user.keyBundle as PlainBundle), version: '2' });
  return [
    refused('a saved copy without a version', 'savedCopy', { code, copy }, 'wrong_kit'),
    refused('a saved copy of a later format', 'savedCopy', { code, copy: later }, 'format_unknown'),
    refused('a bundle whose version is a text', 'unlock', withText, 'bundle_damaged'),
    refused('pins of a later format', 'unlock', withPins({ version: 2 }), 'format_unknown'),
    refused('pins without a version', 'unlock', withPins({ version: undefined }), 'bundle_damaged'),
  ];
}
