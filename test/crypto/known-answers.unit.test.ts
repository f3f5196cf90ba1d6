/** The building blocks of crypto/ give the answers that their standards publish. */
import {
  argon2Sync,
  createPrivateKey,
  createPublicKey,
  sign as nodeSign,
  verify as nodeVerify,
} from 'node:crypto';
import { XWing } from '@hpke/hybridkem-x-wing';
import { expect, test } from '@jest/globals';
import { argon2id } from 'hash-wasm';
import { aeadKey, open, openBox, sealBox } from '../../crypto/aead.ts';
import { toBase64 } from '../../crypto/base64.ts';
import { concat, fromHex, toHex, utf8 } from '../../crypto/bytes.ts';
import { baseKey, deriveBytes } from '../../crypto/hkdf.ts';
import { keyPairOf, rawPublicKey } from '../../crypto/hpke.ts';
import { KDF_V1, prepareLogIn } from '../../crypto/index.ts';
import {
  ed25519Key,
  publicKeysOf,
  sign,
  signingKeys,
  signWithBoth,
  verifyBoth,
  verifyingKey,
  verifyWith,
} from '../../crypto/signing.ts';

/** The first test vector of draft-connolly-cfrg-xwing-kem: its private key, the randomness, and what both sides share. */
const X_WING = {
  sk: '7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26',
  eseed:
    '3cb1eea988004b93103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e235b8cc873c23dc62b8d260169afa2f75ab916a58d974918835d25e6a435085b2',
  beginOfPk: 'e2236b35a8c24b39b10aa1323a96a919a2ced88400633a7b07131713fc14b2b5',
  ss: 'd2df0522128f09dd8e2c92b1e905c793d8f57a54c3da25861f10bf4ca613e384',
};

test('X-Wing gives the public key and the shared secret of its specification', async () => {
  const kem = new XWing();
  const pair = await keyPairOf(fromHex(X_WING.sk));
  const publicKey = await rawPublicKey(pair);
  expect(toHex(publicKey).slice(0, 64)).toBe(X_WING.beginOfPk);
  const made = await kem.encap({ recipientPublicKey: pair.publicKey, ekm: fromHex(X_WING.eseed) });
  expect(toHex(new Uint8Array(made.sharedSecret))).toBe(X_WING.ss);
  const shared = await kem.decap({ recipientKey: pair, enc: made.enc });
  expect(toHex(new Uint8Array(shared))).toBe(X_WING.ss);
});

test('ML-DSA-65: OpenSSL derives the same key from the seed, and each verifies what the other signed', async () => {
  const seed = fromHex('07'.repeat(32));
  const keys = await signingKeys(seed);
  const publicKeys = await publicKeysOf(seed);
  const own = await deriveBytes(await baseKey(seed), 'ml-dsa-65-v2');
  const pkcs8 = concat(fromHex('3034020100300b060960864801650304031204228020'), own);
  const theirs = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(theirs).export({ format: 'der', type: 'spki' });
  expect(toHex(publicKeys.slice(32))).toBe(spki.subarray(-1_952).toString('hex'));

  const message = utf8('a package');
  const ours = await signWithBoth(keys, message);
  expect(nodeVerify(null, message, createPublicKey(theirs), ours.slice(64))).toBe(true);
  const signedByBoth = concat(ours.slice(0, 64), new Uint8Array(nodeSign(null, message, theirs)));
  expect(await verifyBoth(publicKeys, signedByBoth, message)).toBe(true);
  expect(await verifyBoth(publicKeys, signedByBoth, utf8('another'))).toBe(false);
});

test('of two signatures both must be valid', async () => {
  const [seed, other] = [fromHex('07'.repeat(32)), fromHex('08'.repeat(32))];
  const message = utf8('a package');
  const made = await signWithBoth(await signingKeys(seed), message);
  const forged = await signWithBoth(await signingKeys(other), message);
  const publicKeys = await publicKeysOf(seed);
  expect(await verifyBoth(publicKeys, made, message)).toBe(true);
  for (const half of [
    concat(made.slice(0, 64), forged.slice(64)),
    concat(forged.slice(0, 64), made.slice(64)),
    made.slice(0, 64),
    made.slice(0, -1),
  ]) {
    expect(await verifyBoth(publicKeys, half, message)).toBe(false);
  }
});

/** 32 KiB and 3 passes in 4 lanes, with a secret and associated data, which hash-wasm does not accept. */
test('Argon2id: Node gives the tag of RFC 9106, section 5.3, and hash-wasm the same as Node', async () => {
  const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
  const parameters = { memory: 32, passes: 3, parallelism: 4, tagLength: 32 };
  const inputs = { message: filled(32, 1), nonce: filled(16, 2) };
  const rfc = argon2Sync('argon2id', {
    ...parameters,
    ...inputs,
    secret: filled(8, 3),
    associatedData: filled(12, 4),
  });
  expect(toHex(rfc)).toBe('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659');
  const ours = await argon2id({
    password: inputs.message,
    salt: inputs.nonce,
    secret: filled(8, 3),
    memorySize: parameters.memory,
    iterations: parameters.passes,
    parallelism: parameters.parallelism,
    hashLength: parameters.tagLength,
  });
  expect(ours).toBe(toHex(argon2Sync('argon2id', { ...parameters, ...inputs, secret: filled(8, 3) })));
});

test('Argon2id: hash-wasm gives a tag of the reference implementation', async () => {
  const cost = { memorySize: 65_536, iterations: 2, parallelism: 1, hashLength: 32 };
  expect(await argon2id({ password: 'password', salt: utf8('somesalt'), ...cost })).toBe(
    '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
  );
});

test('a log-in sends the password as derived by Node’s Argon2id and HKDF', async () => {
  const { password } = await prepareLogIn({ email: 'ada@example.org', password: 'rhubarb', kdf: KDF_V1 });
  const digest = await crypto.subtle.digest('SHA-256', utf8('vault-v1ada@example.org'));
  const master = argon2Sync('argon2id', {
    message: 'rhubarb',
    nonce: new Uint8Array(digest).subarray(0, 16),
    memory: 65_536,
    passes: 3,
    parallelism: 4,
    tagLength: 32,
  });
  expect(password).toBe(toBase64(await deriveBytes(await baseKey(new Uint8Array(master)), 'auth')));
});

test('HKDF gives the output of RFC 5869, appendix A.3', async () => {
  const output = await deriveBytes(await baseKey(new Uint8Array(22).fill(0x0b)), '');
  expect(toHex(output)).toBe('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d');
});

test('Ed25519 gives the signatures of RFC 8032, section 7.1, tests 2 and 3', async () => {
  const cases = [
    {
      seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      message: '72',
      signature:
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    },
    {
      seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      message: 'af82',
      signature:
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    },
  ];
  for (const { seed, publicKey, message, signature } of cases) {
    const made = await sign(await ed25519Key(fromHex(seed)), fromHex(message));
    expect(toHex(made)).toBe(signature);
    const key = await verifyingKey(fromHex(publicKey));
    expect(await verifyWith(key, made, fromHex(message))).toBe(true);
    expect(await verifyWith(key, made, fromHex('00'))).toBe(false);
  }
});

test('AES-256-GCM opens test case 16 of the specification submitted to NIST', async () => {
  const key = await aeadKey(fromHex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'));
  const iv = fromHex('cafebabefacedbaddecaf888');
  const data = concat(
    fromHex(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662',
    ),
    fromHex('76fc6ece0f4e1768cddf8853bb2d551b'),
  );
  const additionalData = fromHex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
  expect(toHex(await open(key, additionalData, { iv, data }, 'entry_refused'))).toBe(
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
  );
});

test('sealing the same text twice gives different ciphertexts', async () => {
  const key = await aeadKey(new Uint8Array(32).fill(7));
  const [one, other] = [
    await sealBox(key, utf8('a'), utf8('text')),
    await sealBox(key, utf8('a'), utf8('text')),
  ];
  expect(one.iv).not.toBe(other.iv);
  expect(one.data).not.toBe(other.data);
  expect(await openBox(key, utf8('a'), one, 'entry_refused')).toEqual(utf8('text'));
});
