/** docs/crypto-vectors.json: crypto/ opens each vector, refuses each forgery with its error, and writes the same file again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { fromHex, toHex } from '../../crypto/bytes.ts';
import { printCode } from '../../crypto/codes.ts';
import { hashLeft } from '../../crypto/decisions.ts';
import {
  CryptoError,
  comparedWords,
  decryptFile,
  fingerprint,
  type LogIn,
  openAsSuccessor,
  openCopy,
  openEntry,
  pin,
  prepareLogIn,
  readContent,
  readSuccessorKeys,
  unlock,
  unlockWithPasskey,
  unlockWithRecoveryCode,
  type Vault,
} from '../../crypto/index.ts';
import { openKit } from '../../crypto/kit.ts';
import { requirePin } from '../../crypto/pins.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { replayed } from '../../scripts/crypto-vectors/draws.ts';
import { SEAL } from '../../scripts/crypto-vectors/sealings.ts';
import type { Given, Result, Vector, VectorKind } from '../../scripts/crypto-vectors/vector.ts';
import { runScript } from '../support/clients/run-script.ts';

const { vectors } = JSON.parse(readFileSync(join(checkout, 'docs', 'crypto-vectors.json'), 'utf8')) as {
  vectors: (Vector & { result: Result })[];
};

/** Cached by the typed credentials, because each log-in costs Argon2id. */
const logIns = new Map<string, Promise<LogIn>>();
/** By the name of the vector that unlocks them. */
const vaults = new Map<string, Promise<Vault>>();

function logInOf({ email, password, kdf }: Given['unlock']): Promise<LogIn> {
  const key = JSON.stringify([email, password, kdf]);
  const logIn = logIns.get(key) ?? prepareLogIn({ email, password, kdf });
  logIns.set(key, logIn);
  return logIn;
}

async function unlocked(given: Given['unlock']) {
  const logIn = await logInOf(given);
  return { vault: await unlock(logIn, given.user, given.seen), password: logIn.password };
}

function vaultOf(name: string): Promise<Vault> {
  const given = vectors.find((each) => each.name === name)?.given as Given['unlock'];
  const vault = vaults.get(name) ?? unlocked(given).then((opened) => opened.vault);
  vaults.set(name, vault);
  return vault;
}

const READ: { [Kind in VectorKind]: (given: Given[Kind]) => Promise<Record<string, unknown>> } = {
  async unlock(given) {
    const { vault, password } = await unlocked(given);
    return { ownerKey: vault.ownerKey, password };
  },
  async unlockWithRecoveryCode({ archived, code, seen = 0, ...given }) {
    const vault = await unlockWithRecoveryCode(await logInOf(given), given.user, archived, code, { seen });
    return { ownerKey: vault.ownerKey };
  },
  async unlockWithPasskey({ credentialId, prf, user, seen }) {
    const vault = await unlockWithPasskey({ credentialId, prf: fromBase64(prf) }, user, seen);
    return { ownerKey: vault.ownerKey };
  },
  async openEntry({ owner, userId, entry, old = false }) {
    const vault = await vaultOf(owner);
    return { ...(await openEntry(userId ? { ...vault, userId } : vault, entry, { old })) };
  },
  async kit({ kit }) {
    const keys = await openKit(kit);
    const publicKey = toBase64(keys.publicKey);
    return { publicKey, fingerprint: await fingerprint(publicKey), ownerFingerprint: toHex(keys.ownerHash) };
  },
  async comparison(given) {
    return {
      en: await comparedWords(given, 'en'),
      de: await comparedWords(given, 'de'),
    };
  },
  async left({ entryIds }) {
    return { left: await hashLeft(entryIds) };
  },
  async pin({ owner, successor, typed }) {
    const pinned = await pin(await vaultOf(owner), successor, typed);
    const { pins } = await readSuccessorKeys(pinned);
    return { fingerprint: pins[successor.id]?.fingerprint };
  },
  async pinnedKey({ owner, successor }) {
    const keys = await readSuccessorKeys(await vaultOf(owner));
    return { fingerprint: (await requirePin(keys, successor)).pin.fingerprint };
  },
  async printCode({ kind, code }) {
    return { printed: await printCode(kind, fromHex(code)) };
  },
  async sealEntry({ owner, random, ...given }) {
    const vault = await vaultOf(owner);
    return replayed(random, () => SEAL.sealEntry(vault, given));
  },
  async sealEnvelope({ owner, random, ...given }) {
    const vault = await vaultOf(owner);
    return replayed(random, () => SEAL.sealEnvelope(vault, given));
  },
  async sealPackage({ owner, random, ...given }) {
    const vault = await vaultOf(owner);
    return replayed(random, () => SEAL.sealPackage(vault, given));
  },
  async sealList({ owner, random, ...given }) {
    const vault = await vaultOf(owner);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(given.date);
    try {
      return await replayed(random, () => SEAL.sealList(vault, given));
    } finally {
      clock.mockRestore();
    }
  },
  sealCopy: ({ random, ...given }) => replayed(random, () => SEAL.sealCopy(given)),
  async openAsSuccessor({ kit, access, entries }) {
    const { generation: _, open, ...opened } = await openAsSuccessor(kit, access);
    const texts: Record<string, string> = {};
    for (const each of entries) texts[each.id] = (await open(each)).text;
    return { ...opened, entries: texts };
  },
  async savedCopy({ code, copy }) {
    return { text: await openCopy(code, copy) };
  },
  sealFile: ({ random, ...given }) => replayed(random, () => SEAL.sealFile(given)),
  async readContent({ text }) {
    return { ...readContent(text) };
  },
  async openFile({ key, ciphertext }) {
    const opened = await decryptFile(new Blob([fromBase64(ciphertext)]).stream(), key);
    return { text: await new Response(opened).text() };
  },
};

const read = ({ kind, given }: Vector) => READ[kind](given as never);

const valid = vectors.filter(({ result }) => result === 'valid');
/** Where two behaviours are acceptable, our code chooses the stricter. */
const refused = vectors.filter(({ result }) => result !== 'valid');

test.each(valid.map((each) => [each.name, each] as const))('%s', async (_, vector) => {
  expect(await read(vector)).toEqual(vector.opens);
});

test.each(refused.map((each) => [`${each.name}: ${each.refused}`, each] as const))(
  '%s',
  async (_, vector) => {
    const error = await read(vector).then(
      () => null,
      (error: unknown) => error,
    );
    expect(error).toBeInstanceOf(CryptoError);
    expect((error as CryptoError).code).toBe(vector.refused);
  },
);

test('scripts/crypto-vectors.ts writes the same file again', async () => {
  const { code, stdout, stderr } = await runScript('crypto-vectors', ['--check']);
  expect([code, stdout, stderr]).toEqual([0, 'docs/crypto-vectors.json is up to date.\n', '']);
});
