/** Loaded with `node --import`, this makes a program use Node's own Argon2id and ML-DSA from its start. */
import { useNativeCrypto } from './replace.ts';

useNativeCrypto();
