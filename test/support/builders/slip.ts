import { type CodeKind, readCode } from '../../../crypto/index.ts';

/** A code with a slip in its last digit. One slip in 65,536 gives a code of the other kind of sheet, so it isn't taken. */
export async function slipIn(kind: CodeKind, code: string): Promise<string> {
  for (const digit of '012') {
    const typed = code.replace(/.$/, digit);
    const refused = await readCode(kind, typed).catch(({ code }) => code);
    if (refused === 'code_mistyped') return typed;
  }
  throw new Error('no digit is mistyped');
}
