/**
 * Every secret of a scenario in the clear, so that the audit can search for it. No other part of the demo uses the
 * internals of crypto/.
 */
import { argon2Sync, createHash, hkdfSync } from 'node:crypto';
import { readCode } from '../../crypto/codes.ts';
import { entryKey } from '../../crypto/entry.ts';
import { openContents, openRecoveryKey } from '../../crypto/key-bundle.ts';
import { openKit } from '../../crypto/kit.ts';
import { openPackage } from '../../crypto/package.ts';
import { keysOf, unwrapSecrets } from '../../crypto/vault.ts';
import type { SearchedSecret } from '../secret-search.ts';
import type { Account, OwnersBrowser } from './owner.ts';
import type { PrintedKit } from './successor.ts';

const KEY_BYTES = 32;
const SALT_BYTES = 16;

const decode = (base64: string): Buffer => Buffer.from(base64, 'base64');

const hkdf = (secret: Uint8Array, info: string, salt: Uint8Array = new Uint8Array()): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, KEY_BYTES));

/** What only the browser may know while a password is typed. */
function passwordSecrets(
  { name, email, password }: Account,
  { logIn: { kdf }, salt }: OwnersBrowser,
): SearchedSecret[] {
  const master = argon2Sync('argon2id', {
    message: password.normalize('NFC'),
    nonce: createHash('sha256').update(`vault-v1${email}`).digest().subarray(0, SALT_BYTES),
    memory: kdf.memoryKiB,
    passes: kdf.passes,
    parallelism: kdf.parallelism,
    tagLength: KEY_BYTES,
  });
  return [
    { what: `${name}'s password`, value: password },
    { what: `${name}'s master key`, value: master },
    { what: `the key that wraps ${name}'s vault key`, value: hkdf(master, 'kek', decode(salt)) },
  ];
}

/** A printed code, and the bytes that it encodes. */
const codeSecrets = async (
  what: string,
  kind: Parameters<typeof readCode>[0],
  code: string,
): Promise<SearchedSecret[]> => [
  { what, value: code },
  { what, value: await readCode(kind, code) },
];

/** Everything that an owner's browser knows. */
export async function ownersSecrets(
  account: Account,
  browser: OwnersBrowser,
  recoveryCode: string,
): Promise<SearchedSecret[]> {
  const { vault, entries } = browser;
  const { name } = account;
  const { root, vaultKey } = await unwrapSecrets(vault);
  const { seed, previous, successors } = await openContents(
    vault.keyBundle,
    { root, vaultKey },
    vault.userId,
  );
  const quorum = successors.quorumSecret === null ? [] : [decode(successors.quorumSecret)];
  const own = Object.values(successors.pins)
    .flatMap(({ ownSecret }) => ownSecret ?? [])
    .map(decode);
  const packageKeys = own.map((secret) => hkdf(Buffer.concat([secret, ...quorum]), 'package-key-v1'));
  const boxKeys = ['previous-keys-v1', 'signing-key-v1', 'successors-v1'].map((info) => hkdf(root, info));
  const entryKeys = await Promise.all(entries.map((entry) => entryKey(vault, entry)));
  const named: [string, readonly Uint8Array[]][] = [
    [`${name}'s root secret`, [root]],
    [`${name}'s vault key`, [vaultKey, ...previous]],
    [`the key of ${name}'s recovery code`, [await openRecoveryKey(vault.keyBundle, keysOf(vault).kek)]],
    [`the seed of ${name}'s signing key`, [seed]],
    [`a key of a box in ${name}'s bundle`, boxKeys],
    [`the key of an entry of ${name}'s`, entryKeys],
    [`the quorum secret of ${name}'s successors`, quorum],
    [`the own secret of a successor of ${name}'s`, own],
    [`the key of a package of ${name}'s`, packageKeys],
  ];
  return [
    ...passwordSecrets(account, browser),
    ...(await codeSecrets(`${name}'s recovery code`, 'recovery-code-v1', recoveryCode)),
    ...named.flatMap(([what, values]) => values.map((value) => ({ what, value }))),
  ];
}

/** The secrets of a successor's kit, and the share in their package. */
export async function successorsSecrets(
  { id, name, kit }: { id: string; name: string; kit: PrintedKit },
  browser: OwnersBrowser,
): Promise<SearchedSecret[]> {
  const known = (await browser.successors()).find((each) => each.id === id);
  const salt = known?.publicKeySalt ?? '';
  const keys = await openKit({ code: kit.code, salt, successorId: id });
  const { share } = await openPackage(keys, id, known?.encryptedShare ?? '', 'handover');
  const code = await readCode('kit-code-v1', kit.code);
  return [
    ...(await codeSecrets(`${name}'s kit code`, 'kit-code-v1', kit.code)),
    { what: `the private key of ${name}'s kit`, value: hkdf(code, 'kit-v2', decode(salt)) },
    ...(share ? [{ what: `${name}'s share`, value: decode(share.data) }] : []),
  ];
}
