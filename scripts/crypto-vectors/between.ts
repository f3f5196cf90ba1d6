/** What lies between the inputs and the outputs of a vector, derived with Node's own functions. */
import { combine } from 'shamir-secret-sharing';
import type { Kdf } from '../../crypto/index.ts';
import {
  bytes,
  codeBytes,
  ed25519Seed,
  hex,
  hkdf,
  hpkeOpen,
  join,
  mlDsaSeed,
  openAes,
  openBox,
  type SealedBox,
  SIGNATURES_BYTES,
  stretch,
  u64,
} from './plain.ts';
import type { Given, OpenAsSuccessorGiven, UnlockGiven } from './vector.ts';

const NONE = Buffer.alloc(0);

export interface Certificate {
  counter: number;
  ownerKey: string;
  signatures: string;
}

export interface PlainBundle {
  userId: string | null;
  counter: number;
  kdf: Kdf;
  vaultKey: {
    password: SealedBox;
    recovery: SealedBox;
    recoveryKey: SealedBox;
    passkeys: { credentialId: string; box: SealedBox }[];
  };
  previous: SealedBox[];
  signing: { publicKey: string; seed: SealedBox; former: Certificate[] };
  successors: SealedBox;
  proofKey: string;
}

const sized = (data: Uint8Array) => join(u64(data.length), data);
const boxText = ({ iv, data }: SealedBox) => sized(join(bytes(iv), bytes(data)));

/** What the MAC of a bundle covers. */
export const bundleText = ({
  userId,
  counter,
  kdf,
  vaultKey,
  previous,
  signing,
  successors,
  proofKey,
}: PlainBundle) =>
  join(
    'bundle-v2',
    sized(join(userId ?? '')),
    ...[counter, kdf.version, kdf.memoryKiB, kdf.passes, kdf.parallelism].map(u64),
    ...[vaultKey.password, vaultKey.recovery, vaultKey.recoveryKey].map(boxText),
    u64(vaultKey.passkeys.length),
    ...vaultKey.passkeys.flatMap(({ credentialId, box }) => [sized(join(credentialId)), boxText(box)]),
    u64(previous.length),
    ...previous.map(boxText),
    sized(bytes(signing.publicKey)),
    u64(signing.former.length),
    ...signing.former.flatMap(({ counter: at, ownerKey, signatures }) => [
      u64(at),
      sized(bytes(ownerKey)),
      sized(bytes(signatures)),
    ]),
    boxText(successors),
    sized(bytes(proofKey)),
  );

/** The contents of a bundle, once root secret and vault key are known. */
function insideBundle(secrets: Uint8Array, bundle: PlainBundle) {
  const { signing, previous, successors } = bundle;
  const [root, vaultKey] = [secrets.subarray(0, 32), secrets.subarray(32)];
  const publicKey = bytes(signing.publicKey);
  const key = (label: string) => hkdf(root, NONE, label);
  const open = (label: string, box: SealedBox, ...more: Uint8Array[]) =>
    openBox(key(label), box, join(label, ...more));
  const seed = open('signing-key-v1', signing.seed, publicKey);
  return {
    root: hex(root),
    'key bundle-v2': hex(key('bundle-v2')),
    bundleText: hex(bundleText(bundle)),
    vaultKey: hex(vaultKey),
    'key signing-key-v1': hex(key('signing-key-v1')),
    signingSeed: hex(seed),
    ed25519Seed: hex(ed25519Seed(seed)),
    mlDsaSeed: hex(mlDsaSeed(seed)),
    proofSeed: hex(key('recovery-proof-v2')),
    'key previous-keys-v1': hex(key('previous-keys-v1')),
    previousKeys: previous.map((each) => hex(open('previous-keys-v1', each))),
    'key successors-v1': hex(key('successors-v1')),
    successors: open('successors-v1', successors, publicKey).toString(),
  };
}

export function insideAccount({ user, ...who }: UnlockGiven) {
  const { argonSalt, master } = stretch(who);
  const kek = hkdf(master, bytes(user.salt), 'kek');
  const bundle = user.keyBundle as PlainBundle;
  const secrets = openBox(kek, bundle.vaultKey.password, join('vault-key-v1'));
  return {
    argonSalt: hex(argonSalt),
    master: hex(master),
    authKey: hex(hkdf(master, NONE, 'auth')),
    kek: hex(kek),
    recoveryKey: hex(openBox(kek, bundle.vaultKey.recoveryKey, join('recovery-key-v1'))),
    ...insideBundle(secrets, bundle),
  };
}

export function insidePasskey({ credentialId, prf, user }: Given['unlockWithPasskey']) {
  const bundle = user.keyBundle as PlainBundle;
  const key = hkdf(bytes(prf), NONE, 'passkey-v2');
  const { box } = bundle.vaultKey.passkeys.find((each) => each.credentialId === credentialId)!;
  const kek = openBox(key, box, join('passkey-v2', user.id, credentialId));
  const secrets = openBox(kek, bundle.vaultKey.password, join('vault-key-v1'));
  return { 'key passkey-v2': hex(key), kek: hex(kek), ...insideBundle(secrets, bundle) };
}

export function insideRecovery(printed: string, bundle: PlainBundle) {
  const code = codeBytes(printed);
  const recoveryKey = hkdf(code, NONE, 'recovery-v1');
  const secrets = openBox(recoveryKey, bundle.vaultKey.recovery, join('vault-key-recovery-v1'));
  return { code: hex(code), recoveryKey: hex(recoveryKey), ...insideBundle(secrets, bundle) };
}

export function insideKit({ code: printed, salt }: { code: string; salt: string }) {
  const code = codeBytes(printed);
  return { code: hex(code), privateKey: hex(hkdf(code, bytes(salt), 'kit-v2')) };
}

export interface Share {
  data: string;
  signature: string;
}

/** The text of a package. */
export interface PackageText {
  version: number | undefined;
  purpose: string;
  userId: string;
  successorId: string;
  ownerKey: string;
  certificates: Certificate[];
  generation: number;
  threshold: number;
  holders: { successorId: string; fingerprint: string }[];
  ownSecret: string;
  share: Share | null;
  vaultKey: SealedBox | null;
}

export interface ReshareText {
  version: number | undefined;
  userId: string;
  generation: number;
  share: Share;
}

type VectorKit = OpenAsSuccessorGiven['kit'];
const privateKeyOf = (kit: VectorKit) => hkdf(codeBytes(kit.code), bytes(kit.salt), 'kit-v2');

export async function packageText(kit: VectorKit, sealed: string): Promise<PackageText> {
  const plain = await hpkeOpen(privateKeyOf(kit), 'package-v2', `package-v2${kit.successorId}`, sealed);
  return JSON.parse(plain.subarray(SIGNATURES_BYTES).toString());
}

export async function reshareText(kit: VectorKit, from: string, sealed: string): Promise<ReshareText> {
  const plain = await hpkeOpen(
    privateKeyOf(kit),
    'reshare-v2',
    `reshare-v2${from}${kit.successorId}`,
    sealed,
  );
  return JSON.parse(plain.toString());
}

/** The JSON of a list. @param ids of its owner and of the successor */
function listText(packageKey: Uint8Array, ids: string, list: string): Buffer {
  const data = bytes(list);
  const plain = openAes(packageKey, data.subarray(0, 12), data.subarray(12), join('list-v1', ids));
  return plain.subarray(SIGNATURES_BYTES);
}

/** The intermediate values of an access whose shares and list are all genuine. */
export async function insidePackage({ kit, access, entries }: OpenAsSuccessorGiven) {
  const { successorId } = kit;
  const sealed = access.encryptedShare ?? '';
  const plain = await hpkeOpen(privateKeyOf(kit), 'package-v2', `package-v2${successorId}`, sealed);
  const text: PackageText = JSON.parse(plain.subarray(SIGNATURES_BYTES).toString());
  const shares: Record<string, Buffer> = text.share ? { [successorId]: bytes(text.share.data) } : {};
  for (const { fromSuccessorId: from, encryptedShare } of access.reshares) {
    shares[from] = bytes((await reshareText(kit, from, encryptedShare)).share.data);
  }
  const all = Object.values(shares);
  const quorumSecret = all.length > 1 ? await combine(all.map((each) => new Uint8Array(each))) : NONE;
  const packageKey = hkdf(join(bytes(text.ownSecret), quorumSecret), NONE, 'package-key-v1');
  const ids = `${text.userId}${successorId}`;
  const vaultKey =
    text.vaultKey &&
    openBox(packageKey, text.vaultKey, join('package-vault-key-v1', ids, u64(text.generation)));
  const entryKey = ({ id, salt, envelope }: OpenAsSuccessorGiven['entries'][number]) => {
    if (vaultKey) return hkdf(vaultKey, bytes(salt), `entry-v1${text.userId}${id}`);
    const data = bytes(envelope ?? '');
    return openAes(packageKey, data.subarray(0, 12), data.subarray(12), join('envelope-v1', ids, id));
  };
  return {
    ...insideKit(kit),
    package: plain.subarray(SIGNATURES_BYTES).toString(),
    ownSecret: hex(bytes(text.ownSecret)),
    ...(all.length > 0 && {
      shares: Object.fromEntries(Object.entries(shares).map(([id, each]) => [id, hex(each)])),
      quorumSecret: hex(quorumSecret),
    }),
    packageKey: hex(packageKey),
    ...(vaultKey && { vaultKey: hex(vaultKey) }),
    ...(access.list && { list: listText(packageKey, ids, access.list).toString() }),
    entryKeys: Object.fromEntries(entries.map((each) => [each.id, hex(entryKey(each))])),
  };
}
