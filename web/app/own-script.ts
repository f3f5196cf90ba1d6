interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): object };
}

/**
 * The address of a worker, as Trusted Types require it. The policy accepts no other address. A page may create each
 * policy only once, so the caller keeps the result.
 */
export function ownScript(policy: 'vault-worker' | 'film-worker' | 'push-worker', address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  if (!trustedTypes) return address;
  const only = trustedTypes.createPolicy(policy, {
    createScriptURL(url) {
      if (url !== address) throw new TypeError('Not the script of the worker');
      return url;
    },
  });
  return only.createScriptURL(address) as unknown as string;
}
