/** The contents of a scanned QR code. */
import { CryptoError, readCode } from '../../crypto/index.ts';

export type ScannedCode =
  | { kind: 'comparison'; text: string }
  /** The secret half of a kit. */
  | { kind: 'code' }
  | { kind: 'other' };

const COMPARISON = /(?:^|[^0-9a-z])((?:[0-9a-f]{4}[ +-]?){9}[0-9a-f]{4})\s*$/i;
const CODE = /(?:^|[^0-9a-z])((?:[0-9a-f]{4}-?){8}[0-9a-f]{4})\s*$/i;

/** Whether the text is the code of a kit or a recovery code. Its checksum tells it from a comparison number. */
export const isSecretCode = (typed: string): Promise<boolean> =>
  readCode('kit-code-v1', typed).then(
    () => true,
    (problem) => problem instanceof CryptoError && problem.code === 'code_of_other_kind',
  );

/** The comparison alone, or at the end of an address or of other words. */
export async function readScanned(text: string): Promise<ScannedCode> {
  const [, comparison] = COMPARISON.exec(text) ?? [];
  if (comparison) {
    const plain = comparison.replace(/[ +-]/g, '').toUpperCase();
    return { kind: 'comparison', text: plain.match(/.{4}/g)?.join(' ') ?? plain };
  }
  const [, code] = CODE.exec(text) ?? [];
  const isCode =
    code &&
    (await readCode('kit-code-v1', code).then(
      () => true,
      () => false,
    ));
  return isCode ? { kind: 'code' } : { kind: 'other' };
}
