/** What a successor opens with their kit, as their browser does. */
import { CryptoError, openAsSuccessor, type Reshare, type SealedLeftEntry } from '../crypto/index.ts';
import type { OpenedPackage } from './evidence.ts';
import type { PaperKit } from './vaults.ts';

export interface DeliveredAccess {
  encryptedShare: string | null;
  reshares: Reshare[];
  rehearsal?: boolean | undefined;
  entries: SealedLeftEntry[];
}

const codeOf = (error: unknown): string => {
  if (error instanceof CryptoError) return error.code;
  throw error;
};

export async function inherit(
  kit: PaperKit,
  { entries, rehearsal, ...access }: DeliveredAccess,
): Promise<OpenedPackage> {
  const opened: OpenedPackage = { locked: null, texts: {}, refused: {} };
  try {
    const inheritance = await openAsSuccessor(kit, { ...access, rehearsal: rehearsal === true });
    for (const entry of entries) {
      try {
        opened.texts[entry.id] = (await inheritance.open(entry)).text;
      } catch (error) {
        opened.refused[entry.id] = codeOf(error);
      }
    }
  } catch (error) {
    opened.locked = codeOf(error);
  }
  return opened;
}
