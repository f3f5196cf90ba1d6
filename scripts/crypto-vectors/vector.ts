import type { Kdf, SealedCopy } from '../../crypto/index.ts';

/** Something to open, and the required result: its content, or the error that refuses it. */
export interface Vector {
  /** A sentence about the vector. Others refer to it by this name. */
  name: string;
  kind: VectorKind;
  /** The input of a person and the server, as in the API. */
  given: unknown;
  /** Intermediate values, in hexadecimal. */
  between?: Record<string, unknown>;
  opens?: Record<string, unknown>;
  refused?: string;
}

export type VectorKind =
  | 'unlock'
  | 'unlockWithRecoveryCode'
  | 'unlockWithPasskey'
  | 'openEntry'
  | 'kit'
  | 'comparison'
  | 'left'
  | 'openAsSuccessor'
  | 'savedCopy';

export interface UnlockGiven {
  email: string;
  password: string;
  kdf: Kdf;
  user: { id: string; salt: string; keyBundle: unknown };
  /** The highest counter that the device has seen; 0 if absent. */
  seen?: number;
}

export interface PasskeyGiven extends Pick<UnlockGiven, 'user' | 'seen'> {
  credentialId: string;
  /** In base64. */
  prf: string;
}

export interface RecoveryGiven extends UnlockGiven {
  archived: { keyBundle: unknown }[];
  code: string;
}

export interface VectorEntry {
  id: string;
  encryptedData: string;
  iv: string;
  salt: string;
}

export interface OpenEntryGiven {
  /** The name of the vector whose vault this is. */
  owner: string;
  /** Whose entry the server says it is, if not theirs. */
  userId?: string;
  entry: VectorEntry;
}

export interface ComparisonGiven {
  publicKey: string;
  ownerKey: string;
}

export interface LeftGiven {
  entryIds: string[];
}

export interface KitGiven {
  kit: { code: string; salt: string; successorId: string };
}

export interface OpenAsSuccessorGiven extends KitGiven {
  access: {
    encryptedShare: string | null;
    reshares: { fromSuccessorId: string; encryptedShare: string }[];
    rehearsal?: boolean;
  };
  entries: (VectorEntry & { envelope: string | null })[];
}

export interface SavedCopyGiven {
  code: string;
  copy: SealedCopy;
}
