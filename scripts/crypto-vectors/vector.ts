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

export const valid = (
  name: string,
  kind: VectorKind,
  given: unknown,
  opens: Record<string, unknown>,
  between?: Record<string, unknown>,
): Vector => ({ name, kind, given, ...(between && { between }), opens });

export const refused = (name: string, kind: VectorKind, given: unknown, code: string): Vector => ({
  name,
  kind,
  given,
  refused: code,
});

export const flagged = (flag: Flag, vectors: readonly Vector[]): Vector[] =>
  vectors.map((each) => ({ ...each, flags: [...(each.flags ?? []), flag] }));

export interface UnlockGiven {
  email: string;
  password: string;
  kdf: Kdf;
  user: { id: string; salt: string; keyBundle: unknown };
  /** The highest counter that the device has seen; 0 if absent. */
  seen?: number;
}

interface VectorEntry {
  id: string;
  algorithm?: string;
  encryptedData: string;
  iv: string;
  salt: string;
}

interface KitGiven {
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

/** In hexadecimal, one for each draw. */
type Random = { random: string[] };

interface SealGiven extends Random {
  /** The name of the vector whose vault it is. */
  owner: string;
}

/** What a vector of each kind is given. */
export interface Given {
  unlock: UnlockGiven;
  unlockWithRecoveryCode: UnlockGiven & { archived: { keyBundle: unknown }[]; code: string };
  /** `prf` is in base64. */
  unlockWithPasskey: Pick<UnlockGiven, 'user' | 'seen'> & { credentialId: string; prf: string };
  openEntry: {
    /** The name of the vector whose vault this is. */
    owner: string;
    /** The user whose entry it is according to the server, if not the vault's. */
    userId?: string;
    entry: VectorEntry;
    /** Whether it is in the trash or an old export. */
    old?: boolean;
  };
  kit: KitGiven;
  /** The address is the successor's. */
  comparison: { publicKey: string; ownerKey: string; email: string };
  left: { entryIds: string[] };
  /** `typed` is the words, as they are typed. */
  pin: { owner: string; successor: { id: string; publicKey: string; email: string }; typed: string };
  /** Before something is sealed to a successor. */
  pinnedKey: { owner: string; successor: { id: string; publicKey: string } };
  /** `code` is in hexadecimal. */
  printCode: { kind: CodeKind; code: string };
  /** `after` is later than any clock, so that it alone gives the version. */
  sealEntry: SealGiven & { entry: { id: string; text: string; after: number; date: number; salt?: string } };
  /** `entryIds` is everything that is left to them. */
  sealEnvelope: SealGiven & { successorId: string; entry: { id: string; salt: string }; entryIds: string[] };
  /** `text` is JSON. */
  sealPackage: SealGiven & KitGiven & { publicKey: string; text: string };
  sealCopy: Random & { code: string; text: string };
  sealList: SealGiven & {
    successorId: string;
    records: EntryRecord[];
    /** Later than any clock, so that it alone gives the counter. */
    after: number;
    /** The time of sealing, in milliseconds since 1970. */
    date: number;
  };
  sealFile: Random & { text: string };
  openAsSuccessor: OpenAsSuccessorGiven;
  savedCopy: { code: string; copy: SealedCopy };
  openFile: { key: FileKey; ciphertext: string };
  /** The text of an entry, as our clients write it. */
  readContent: { text: string };
}

export type VectorKind = keyof Given;
