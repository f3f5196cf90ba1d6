/** Content security policies: what a page of ours may load and run. None allows inline scripts. */

const NO_ESCAPE = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

const joinDirectives = (directives: readonly string[]): string => directives.join('; ');

/** Strings become scripts only through the named policies (Trusted Types). */
const trustedTypes = (policies: string): string[] => [
  "require-trusted-types-for 'script'",
  `trusted-types ${policies}`,
];

/** React Aria adds this style on iOS while a dialog is open, so that the page behind it doesn't scroll. */
export const OVERSCROLL_STYLE = 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=';

/**
 * The web app. Its Trusted Types policies create the addresses of its workers. A tab in which it opens a PDF has the
 * same policy, which needs `object-src` for Chrome's viewer.
 */
export const WEB_APP_POLICY = joinDirectives([
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' '${OVERSCROLL_STYLE}'`,
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  'object-src blob:',
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  ...NO_ESCAPE,
  ...trustedTypes('vault-worker film-worker push-worker'),
]);

/** The worker that holds the keys. It may run WebAssembly, for Argon2id, and talks to nobody but our own API. */
export const WORKER_POLICY = joinDirectives([
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  ...NO_ESCAPE,
  ...trustedTypes("'none'"),
]);

/** Workers that load nothing and talk to nobody: the one that shows push messages, and the one that reads films. */
export const SILENT_POLICY = joinDirectives(["default-src 'none'", ...NO_ESCAPE, ...trustedTypes("'none'")]);

/**
 * A document without scripts, forms or files. The sandbox gives it an opaque origin, without our storage and channels.
 *
 * @param style the hash of its only style
 */
export const documentPolicy = (style: string): string =>
  joinDirectives(["default-src 'none'", `style-src '${style}'`, ...NO_ESCAPE, 'sandbox']);
