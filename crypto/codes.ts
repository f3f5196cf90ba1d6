/** The codes that people print and type: an owner's recovery code, and the code of a successor's kit. */
import { concat, equal, fromHex, isHex, sha256, toHex, utf8, wipe } from './bytes.ts';
import { CryptoError } from './errors.ts';
import { refuseLater } from './parse.ts';
import { withoutSeparators } from './typed.ts';
import type { Bytes } from './web-crypto.ts';

export type CodeKind = 'recovery-code-v1' | 'kit-code-v1';

export const CODE_BYTES = 16;
const CHECKSUM_BYTES = 2;
const OTHER_KIND = {
  'recovery-code-v1': 'kit-code-v1',
  'kit-code-v1': 'recovery-code-v1',
} as const satisfies Record<CodeKind, CodeKind>;

const checksum = async (kind: CodeKind, code: Bytes): Promise<Bytes> =>
  (await sha256(concat(utf8(kind), code))).subarray(0, CHECKSUM_BYTES);

/** Groups of four upper-case hexadecimal digits, no two of which look alike. */
const groups = (bytes: Uint8Array): string => toHex(bytes).toUpperCase().match(/.{4}/g)!.join('-');

/** Nine groups such as `3F2A`, the last one a checksum. */
export async function printCode(kind: CodeKind, code: Bytes): Promise<string> {
  const printed = concat(code, await checksum(kind, code));
  try {
    return groups(printed);
  } finally {
    wipe(printed);
  }
}

/**
 * Reads a typed code, in any case and with any white space and dashes.
 *
 * @throws CryptoError `code_of_other_kind` for a code from the other kind of sheet, `format_unknown` for one that a later
 *   version printed, `code_mistyped` for anything else
 */
export async function readCode(kind: CodeKind, typed: string): Promise<Bytes> {
  const digits = withoutSeparators(typed);
  refuseLater(digits);
  if (digits.length !== 2 * (CODE_BYTES + CHECKSUM_BYTES) || !isHex(digits)) {
    throw new CryptoError('code_mistyped');
  }
  const bytes = fromHex(digits);
  const code = bytes.subarray(0, CODE_BYTES);
  const printed = bytes.subarray(CODE_BYTES);
  if (equal(printed, await checksum(kind, code))) return code;
  const isOther = equal(printed, await checksum(OTHER_KIND[kind], code));
  wipe(bytes);
  throw new CryptoError(isOther ? 'code_of_other_kind' : 'code_mistyped');
}
