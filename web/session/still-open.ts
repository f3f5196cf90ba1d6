import { CryptoError } from '../../crypto/index.ts';
import { openKeys } from '../keys/keys.ts';

/** @throws CryptoError `locked` if another tab has locked the vault since an unlock began: then it stays locked */
export function requireStillOpen(): void {
  if (!openKeys()) throw new CryptoError('locked');
}
