/** Names for the types of Web Crypto that browsers and Node both have, without the type library of either. */

export type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.deriveKey>>;

/** Bytes as Web Crypto takes them: not shared with another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;
