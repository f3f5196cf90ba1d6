/** The public keys of recovery kits: X-Wing, which is ML-KEM-768 and X25519 (docs/crypto.md, "A successor's kit"). */
import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';

/** Three coefficients of 256 numbers each, in 12 bits. A seed follows, which may be any 32 bytes. */
const COEFFICIENT_BYTES = 1_152;
const MODULUS = 3_329;
const ML_KEM_BYTES = 1_184;
/** What DER puts before a raw X25519 key (RFC 8410, section 4). */
const X25519_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');

/** Encapsulation refuses others (FIPS 203, section 7.2). */
function isInRange(mlKem: Buffer): boolean {
  for (let i = 0; i < COEFFICIENT_BYTES; i += 3) {
    const bits = mlKem.readUIntLE(i, 3);
    if ((bits & 0xfff) >= MODULUS || bits >> 12 >= MODULUS) return false;
  }
  return true;
}

/** Points of low order give everyone the same secret (RFC 7748, section 6.1). OpenSSL refuses them. */
function hasLowOrder(x25519: Buffer): boolean {
  const key = Buffer.concat([X25519_PREFIX, x25519]);
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  try {
    diffieHellman({ publicKey, privateKey: generateKeyPairSync('x25519').privateKey });
    return false;
  } catch {
    return true;
  }
}

/** Whether anything can be sealed to a key of 1,216 bytes in base64. False for other lengths. */
export function isUsableKey(publicKey: string): boolean {
  const raw = Buffer.from(publicKey, 'base64');
  const x25519 = raw.subarray(ML_KEM_BYTES);
  return x25519.length === 32 && isInRange(raw) && !hasLowOrder(x25519);
}
