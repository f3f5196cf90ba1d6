import { registerHooks } from 'node:module';

const NATIVE_MODULES: Partial<Record<string, string>> = {
  'hash-wasm': './argon2.ts',
  '@noble/post-quantum/ml-dsa.js': './ml-dsa.ts',
};

/**
 * Makes this program use Node's own Argon2id and ML-DSA, as most tests do, in place of the implementations that pages
 * use, which would occupy this program's thread. Known answers and vectors are tested with both. Call it before
 * anything imports `crypto/`.
 */
export function useNativeCrypto(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const own = NATIVE_MODULES[specifier];
      return next(own === undefined ? specifier : new URL(own, import.meta.url).href, context);
    },
  });
}
