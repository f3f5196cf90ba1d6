/** The same in other characters: as people type it, as another client writes it, or as no client does. */
import { createHmac } from 'node:crypto';
import { createAccount, KDF_V1, sealCopy } from '../../crypto/index.ts';
import { bundleText, insideAccount, insideKit, type PlainBundle } from './between.ts';
import { delivered } from './delivered.ts';
import { flagged, refused } from './forger.ts';
import { ALAN, GRACE, LETTER, LOGIN, OTHER_OWNER, REGISTERED, type VectorMaterial } from './material.ts';
import { base64, bytes, hkdf, join, openBox, publicKeysOf, sealAes, sha256 } from './plain.ts';
import type { UnlockGiven, Vector } from './vector.ts';

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
];

const withBundle = (given: UnlockGiven, keyBundle: object): UnlockGiven => ({
  ...given,
  user: { ...given.user, keyBundle },
});

async function typedLogIns({ registered, ownerKey }: VectorMaterial): Promise<Vector[]> {
  const { password } = registered;
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const typed = (name: string, change: Partial<UnlockGiven>): Vector => ({
    name,
    kind: 'unlock',
    given: { ...registered, ...change },
    opens,
  });
  const wrong = (name: string, text: string) =>
    refused(name, 'unlock', { ...registered, password: text }, 'wrong_password');
  const half = { email: 'half@example.org', password: 'half a pair: \ud83c', kdf: KDF_V1 };
  const account = await createAccount(half);
  const user = { id: OTHER_OWNER, salt: account.salt, keyBundle: account.keyBundle };
  const inside = insideAccount({ ...half, user });
  return [
    typed('an address between spaces of other kinds', { email: `\ufeff\u00a0${registered.email}\u3000` }),
    typed('a composed password', { password: password.normalize('NFC') }),
    wrong('a password with a space at its end', `${password} `),
    wrong('a password in full-width digits', fullWidth(password)),
    {
      name: 'a password with half of a surrogate pair, which is U+FFFD',
      kind: 'unlock',
      given: { ...half, user },
      between: { master: inside.master },
      opens: {
        ownerKey: base64(publicKeysOf(bytes(inside.signingSeed, 'hex'))),
        password: bytes(inside.authKey, 'hex').toString('base64'),
      },
    },
  ];
}

function typedCodes({ kits, kitOf, reset, resetRecovers, ownerKey }: VectorMaterial): Vector[] {
  const kit = kitOf(GRACE);
  const { publicKey, fingerprint, ownerFingerprint } = kits[GRACE]!;
  const typed = (name: string, code: string): Vector => ({
    name,
    kind: 'kit',
    given: { kit: { ...kit, code } },
    between: { code: insideKit(kit).code },
    opens: { publicKey, fingerprint, ownerFingerprint },
  });
  const mistyped = (name: string, code: string) =>
    refused(name, 'kit', { kit: { ...kit, code } }, 'code_mistyped');
  const { code } = kit;
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
    {
      name: 'a recovery code with figure dashes',
      kind: 'unlockWithRecoveryCode',
      given: { ...reset, ...resetRecovers, code: resetRecovers.code.replaceAll('-', '\u2012') },
      opens: { ownerKey },
    },
  ];
}

/** A bundle that its owner's keys bind, whatever is in it. */
function bound(given: UnlockGiven, change: Partial<PlainBundle>): UnlockGiven {
  const root = bytes(insideAccount(given).root, 'hex');
  const bundle = { ...(given.user.keyBundle as PlainBundle), ...change };
  const key = hkdf(root, Buffer.alloc(0), 'bundle-v2');
  const mac = createHmac('sha256', key).update(bundleText(bundle)).digest('base64');
  return withBundle(given, { ...bundle, mac });
}

function numbers({ registered, ownerKey }: VectorMaterial): Vector[] {
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const most = Number.MAX_SAFE_INTEGER;
  const damaged = (name: string, given: UnlockGiven) => refused(name, 'unlock', given, 'bundle_damaged');
  const unbound = (counter: unknown) =>
    withBundle(registered, { ...(registered.user.keyBundle as object), counter });
  return [
    { name: 'a counter of 2^53 − 1', kind: 'unlock', given: bound(registered, { counter: most }), opens },
    damaged('a counter of 2^53', bound(registered, { counter: most + 1 })),
    damaged('a counter below zero', unbound(-1)),
    damaged('a counter that is not whole', unbound(1.5)),
    damaged('a counter that is a text', unbound('7')),
    refused(
      'memory that is not whole',
      'unlock',
      { ...registered, kdf: { ...KDF_V1, memoryKiB: 65_536.5 } },
      'format_unknown',
    ),
  ];
}

async function unknownMembers({ registered, ownerKey, kitOf }: VectorMaterial): Promise<Vector[]> {
  const opens = { ownerKey, password: bytes(insideAccount(registered).authKey, 'hex').toString('base64') };
  const later = { ...(registered.user.keyBundle as PlainBundle), colour: 'green' };
  const { code } = kitOf(GRACE);
  const copy = { ...(await sealCopy(code, 'Grüße')), colour: 'green' };
  return [
    { name: 'a bundle with another member', kind: 'unlock', given: withBundle(registered, later), opens },
    {
      name: 'a saved copy with another member',
      kind: 'savedCopy',
      given: { code, copy },
      opens: { text: 'Grüße' },
    },
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
  return [
    ...each("an entry's text", letter.encryptedData, (name, encryptedData) =>
      refused(name, 'openEntry', { owner: REGISTERED, entry: { ...letter, encryptedData } }, 'entry_refused'),
    ),
    ...each("an entry's salt", letter.salt, (name, salt) =>
      refused(name, 'openEntry', { owner: REGISTERED, entry: { ...letter, salt } }, 'entry_refused'),
    ),
    ...each("a bundle's proof key", bundle.proofKey, (name, proofKey) =>
      refused(name, 'unlock', withBundle(registered, { ...bundle, proofKey }), 'bundle_damaged'),
    ),
    ...each("a bundle's IV", password.iv, (name, iv) =>
      refused(
        name,
        'unlock',
        withBundle(registered, {
          ...bundle,
          vaultKey: { ...bundle.vaultKey, password: { ...password, iv } },
        }),
        'wrong_password',
      ),
    ),
    ...each("a kit's salt", whole.kit.salt, (name, salt) =>
      refused(name, 'openAsSuccessor', { ...whole, kit: { ...whole.kit, salt } }, 'wrong_kit'),
    ),
    ...each('a package', whole.access.encryptedShare!, (name, encryptedShare) =>
      refused(
        name,
        'openAsSuccessor',
        { ...whole, access: { ...whole.access, encryptedShare } },
        'wrong_kit',
      ),
    ),
    ...each('an envelope', restricted.entries[0]!.envelope!, (name, envelope) =>
      refused(
        name,
        'openAsSuccessor',
        { ...restricted, entries: [{ ...restricted.entries[0]!, envelope }] },
        'envelope_refused',
      ),
    ),
    ...each("a saved copy's salt", copy.salt, (name, salt) =>
      refused(name, 'savedCopy', { code, copy: { ...copy, salt } }, 'wrong_kit'),
    ),
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
    return bound(sealed, { successors: { iv: base64(iv), data: base64(sealAes(key, iv, join(json), aad)) } });
  };
  const keyBundle = registered.user.keyBundle as PlainBundle;
  return [
    refused('a saved copy without a version', 'savedCopy', { code, copy }, 'wrong_kit'),
    refused(
      'a saved copy of a later format',
      'savedCopy',
      { code, copy: { ...copy, version: 2 } },
      'format_unknown',
    ),
    refused(
      'a bundle whose version is a text',
      'unlock',
      withBundle(registered, { ...keyBundle, version: '2' }),
      'bundle_damaged',
    ),
    refused('pins of a later format', 'unlock', withPins({ version: 2 }), 'format_unknown'),
    refused('pins without a version', 'unlock', withPins({ version: undefined }), 'bundle_damaged'),
  ];
}
