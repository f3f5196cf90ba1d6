/** Forgeries that the service and dishonest successors could make. */
import { expect } from '@jest/globals';
import { fromBase64, toBase64 } from '../../crypto/base64.ts';
import { concat, fromUtf8, joined, utf8 } from '../../crypto/bytes.ts';
import { openWith, sealTo } from '../../crypto/hpke.ts';
import { openKit } from '../../crypto/kit.ts';
import type { Package } from '../../crypto/package-format.ts';
import { BOTH_SIGNATURES_BYTES } from '../../crypto/signing.ts';
import { kitOf, type Person } from './family.ts';

/** A package in the clear, as its successor sees it. */
export async function readPackage(person: Person, encryptedShare: string) {
  const { keyPair } = await openKit(kitOf(person));
  const bound = joined('package-v2', person.id);
  const plaintext = await openWith(keyPair, 'package-v2', bound, fromBase64(encryptedShare));
  return {
    signature: plaintext.slice(0, BOTH_SIGNATURES_BYTES),
    contents: JSON.parse(fromUtf8(plaintext.slice(BOTH_SIGNATURES_BYTES))) as Package,
  };
}

/** Seals any package under any signature to a successor, which needs only public keys. */
export async function passOn(person: Person, signature: Uint8Array, contents: object): Promise<string> {
  const plaintext = concat(signature, utf8(JSON.stringify(contents)));
  const bound = joined('package-v2', person.id);
  return toBase64(await sealTo(fromBase64(person.kit.publicKey), 'package-v2', bound, plaintext));
}

/** Seals any text to a successor as a reshare. */
export async function sealReshare(from: Person, to: Person, value: object): Promise<string> {
  const bound = joined('reshare-v2', from.id, to.id);
  const json = utf8(JSON.stringify(value));
  return toBase64(await sealTo(fromBase64(to.kit.publicKey), 'reshare-v2', bound, json));
}

/** The same text in base64 with one bit of its bytes turned. */
export function flipped(base64: string, bit: number): string {
  const bytes = fromBase64(base64);
  const at = bit % (bytes.length * 8);
  bytes[at >> 3]! ^= 1 << (at & 7);
  return toBase64(bytes);
}

/** Expects a refusal with this code, and with these details of it. */
export const refused = async (attempt: Promise<unknown>, code: string, details = {}): Promise<void> => {
  await expect(attempt).rejects.toMatchObject({ name: 'CryptoError', code, ...details });
};
