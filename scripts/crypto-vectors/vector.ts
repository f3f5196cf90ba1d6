import type { CodeKind, EntryRecord, FileKey, Kdf, SealedCopy } from '../../crypto/index.ts';

/** What a vector tests, as the file explains it. */
export const FLAGS = {
  Typing: 'What people type: other cases, white space, dashes and Unicode forms.',
  KeyDerivation: 'Parameters of Argon2id.',
  Version: 'The version of a format.',
  Splice: 'Parts that are each genuine, but were never stored together.',
  Rollback: 'Something genuine from an earlier time.',
  Rotation: 'Something from before or after a rotation.',
  Certificate: 'Signing keys that were given up, and what certifies the next.',
  Pin: 'Keys that an owner has compared, or has not.',
  Impersonation: 'Something genuine, passed off as another thing, or as that of another person.',
  Forgery: 'Made by someone who can encrypt, but not sign for the owner.',
  Quorum: 'Shares of several successors.',
  BitFlip: 'One bit or several bytes changed.',
  Base64: 'Text other than the one spelling of its bytes.',
  Integer: 'Numbers at their limits and beyond.',
  LowOrderPoint: 'Points of X25519 with which every key agreement gives zero.',
  MalformedKey: 'Public keys to which nothing can be sealed.',
  Signature: 'Signatures that libraries judge differently, or once did.',
  UnknownMember: 'Members of a later or another client, which a reader ignores.',
  Deterministic: 'Sealing with `random` as the random bytes, in the order in which our code draws them.',
} as const;

export type Flag = keyof typeof FLAGS;

/** As in Wycheproof. `acceptable`: a reader may open it as said, or refuse it as said. */
export type Result = 'valid' | 'invalid' | 'acceptable';

export const resultOf = ({ opens, refused }: Vector): Result =>
  opens && refused ? 'acceptable' : opens ? 'valid' : 'invalid';

/** Something to open or to seal, and the required result: its content, or the error that refuses it, or either. */
export interface Vector {
  /** A sentence about the vector. Others refer to it by this name. */
  name: string;
  kind: VectorKind;
  flags?: Flag[];
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
  | 'pin'
  | 'pinnedKey'
  | 'printCode'
  | 'sealEntry'
  | 'sealEnvelope'
  | 'sealPackage'
  | 'sealCopy'
  | 'sealList'
  | 'sealFile'
  | 'openAsSuccessor'
  | 'savedCopy'
  | 'openFile';

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
  /** Whether it is in the trash or an old export. */
  old?: boolean;
}

export interface ComparisonGiven {
  publicKey: string;
  ownerKey: string;
  /** The successor's. */
  email: string;
}

export interface PinGiven {
  owner: string;
  successor: { id: string; publicKey: string; email: string };
  /** The words, as they are typed. */
  typed: string;
}

/** Before something is sealed to a successor. */
export interface PinnedKeyGiven {
  owner: string;
  successor: { id: string; publicKey: string };
}

export interface PrintCodeGiven {
  kind: CodeKind;
  /** In hexadecimal. */
  code: string;
}

/** In hexadecimal, one for each draw. */
type Random = { random: string[] };

interface SealGiven extends Random {
  /** The vector whose vault it is. */
  owner: string;
}

export interface SealEntryGiven extends SealGiven {
  /** `after` is later than any clock, so that it alone gives the version. */
  entry: { id: string; text: string; after: number; date: number; salt?: string };
}

export interface SealEnvelopeGiven extends SealGiven {
  successorId: string;
  entry: { id: string; salt: string };
  /** Everything that is left to them. */
  entryIds: string[];
}

export interface SealPackageGiven extends SealGiven, KitGiven {
  publicKey: string;
  /** JSON. */
  text: string;
}

export interface SealListGiven extends SealGiven {
  successorId: string;
  records: EntryRecord[];
  /** Later than any clock, so that it alone gives the counter. */
  after: number;
  /** The time of sealing, in milliseconds since 1970. */
  date: number;
}

export interface SealCopyGiven extends Random {
  code: string;
  text: string;
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
    list?: string;
    rehearsal?: boolean;
  };
  entries: (VectorEntry & { envelope: string | null })[];
}

export interface SavedCopyGiven {
  code: string;
  copy: SealedCopy;
}

export interface OpenFileGiven {
  key: FileKey;
  ciphertext: string;
}

export interface SealFileGiven extends Random {
  text: string;
}
