/** The code with which a call was refused. */
import { CryptoError, type CryptoErrorCode } from '../../crypto/index.ts';

/** The code of the refusal; anything else that was thrown is thrown on, and no refusal at all is undefined. */
export async function refusal(attempt: () => unknown): Promise<CryptoErrorCode | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof CryptoError) return error.code;
    throw error;
  }
}
