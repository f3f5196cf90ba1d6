/** The sheet of a successor's kit, as a file of the web app or of the command line, or as a QR code: see docs/crypto.md. */
import type { TypedKit } from './inheritance.ts';

/** With the number of a later format if it has one, so that the code is refused as such, and not as mistyped. */
const CODE = /\b(?:[0-9]+\.)?(?:[0-9A-F]{4}-){8}[0-9A-F]{4}\b/i;
const OWNER_KEY = /(?:data-owner-key="|^Owner's key\s+)([0-9a-f]{64})\b/m;

/** Reads a kit from the text of its sheet; null if the text has no code. */
export function readSheet(text: string): TypedKit | null {
  const [code] = CODE.exec(text) ?? [];
  if (!code) return null;
  const [, ownerFingerprint = null] = OWNER_KEY.exec(text) ?? [];
  return { code: code.toUpperCase(), ownerFingerprint };
}
