/** The contents of a scanned QR code. */
import { areSixWords, CryptoError, readCode } from '../../crypto/index.ts';

export type ScannedCode =
  | { kind: 'words'; text: string }
  /** The secret half of a kit. */
  | { kind: 'code' }
  | { kind: 'other' };

const CODE = /(?:^|[^0-9a-z])((?:[0-9a-f]{4}-?){8}[0-9a-f]{4})\s*$/i;

/** Whether the text is the code of a kit or a recovery code. Its checksum shows it. */
export const isSecretCode = (typed: string): Promise<boolean> =>
  readCode('kit-code-v1', typed).then(
    () => true,
    (problem) => problem instanceof CryptoError && problem.code === 'code_of_other_kind',
  );

/** Six words, or a code alone or at the end of an address. */
export async function readScanned(text: string): Promise<ScannedCode> {
  if (areSixWords(text)) return { kind: 'words', text };
  const [, code] = CODE.exec(text) ?? [];
  const isCode =
    code &&
    (await readCode('kit-code-v1', code).then(
      () => true,
      () => false,
    ));
  return isCode ? { kind: 'code' } : { kind: 'other' };
}
