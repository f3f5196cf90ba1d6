/** No secret stays behind in bytes: whatever went into Web Crypto or came out of it is overwritten after use. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import {
  changePassword,
  createAccount,
  createKit,
  KDF_V1,
  lock,
  openAsSuccessor,
  openEntry,
  pin,
  prepareLogIn,
  renewRecoveryCode,
  reshare,
  rotate,
  sealEntry,
  sealRehearsal,
  unlock,
  unlockWithRecoveryCode,
} from '../../crypto/index.ts';
import {
  accessOf,
  holdersOf,
  kitOf,
  type Person,
  restricted,
  SAM,
  sealAsDecided,
  unrestricted,
  withEntries,
} from './family.ts';

interface Seen {
  what: string;
  /** The very bytes that the caller has. */
  bytes: Uint8Array;
  from: string;
}

type Call = (...given: unknown[]) => Promise<unknown>;

const subtle = crypto.subtle as unknown as Record<'importKey' | 'encrypt' | 'decrypt' | 'deriveBits', Call>;
const { importKey, encrypt, decrypt, deriveBits } = subtle;
afterEach(() => {
  Object.assign(subtle, { importKey, encrypt, decrypt, deriveBits });
});

/** Everything secret that passes through Web Crypto from now on. */
function watch(): Seen[] {
  const seen: Seen[] = [];
  const keep = (what: string, data: unknown) => {
    const from = new Error().stack ?? '';
    if (from.includes('node_modules/@hpke')) return;
    seen.push({ what, from, bytes: data instanceof Uint8Array ? data : new Uint8Array(data as ArrayBuffer) });
  };
  const real = (call: Call, given: unknown[]) => call.apply(subtle, given);
  Object.assign(subtle, {
    importKey(...given: unknown[]) {
      const [format, data, , , usages] = given;
      if (format !== 'jwk' && !(usages as string[]).includes('verify')) keep(`${format} key`, data);
      return real(importKey, given);
    },
    encrypt(...given: unknown[]) {
      keep('plaintext', given[2]);
      return real(encrypt, given);
    },
    async decrypt(...given: unknown[]) {
      const opened = await real(decrypt, given);
      keep('decrypted', opened);
      return opened;
    },
    async deriveBits(...given: unknown[]) {
      const derived = await real(deriveBits, given);
      const { info } = given[0] as { info?: Uint8Array };
      // The authentication key goes to the service.
      if (info && new TextDecoder().decode(info) !== 'auth') keep('derived', derived);
      return derived;
    },
  });
  return seen;
}

test('every secret that can be overwritten is overwritten, from registration to a rotation', async () => {
  const seen = watch();
  const who = { email: 'ada@example.org', password: 'correct horse', kdf: KDF_V1 };
  const { salt, keyBundle, recoveryCode } = await createAccount(who);
  const logIn = await prepareLogIn(who);
  const user = { id: randomUUID(), salt, keyBundle };
  const first = await unlock(logIn, user);
  await unlockWithRecoveryCode(logIn, user, [], recoveryCode);
  let { vault } = await renewRecoveryCode((await changePassword(first, who)).vault);
  const people: Person[] = [];
  for (let i = 0; i < 3; i++) {
    const person = { id: randomUUID(), kit: await createKit({ ownerKey: vault.ownerKey, email: SAM }) };
    vault = await pin(
      vault,
      { id: person.id, publicKey: person.kit.publicKey, email: SAM },
      person.kit.words,
    );
    people.push(person);
  }
  const [one, two, three] = people as [Person, Person, Person];
  const entries = await withEntries(vault, 'one', 'two');
  const successors = [unrestricted(one), unrestricted(two), restricted(three, entries)];
  const sealed = await sealAsDecided(vault, { threshold: 2, successors });
  const { lines } = await rotate(sealed.vault, {
    keyBundleVersion: 1,
    entries: entries.map((entry) => ({ ...entry, version: 1 })),
    entryCount: 2,
    threshold: 2,
    successors,
  });
  for await (const _line of lines);
  await sealRehearsal(sealed.vault, { id: one.id, publicKey: one.kit.publicKey }, 'it works');
  await reshare(kitOf(two), sealed.shares[1]!.encryptedShare, holdersOf(people));
  const inheritance = await openAsSuccessor(kitOf(one), await accessOf(sealed, one, [two]));
  expect((await inheritance.open({ ...entries[0]!, envelope: null })).text).toBe('one');
  const added = await sealEntry(sealed.vault, { id: randomUUID(), text: 'three' });
  expect((await openEntry(sealed.vault, added)).text).toBe('three');
  lock(sealed.vault);

  expect(seen.length).toBeGreaterThan(100);
  const left = seen.filter(({ bytes }) => bytes.some((byte) => byte !== 0));
  expect(left.map(({ what, from }) => `${what} ${from}`)).toEqual([]);
});
