import { z } from 'zod';
import { base64, id, message, moment, nextCursor, paging } from '../../schemas.ts';

/** IDs are compared as they are stored: lower case. */
export const entryId = id.toLowerCase();
export const EntryParams = z.strictObject({ id: entryId });

/** Most bytes of ciphertext in one entry. */
export const MAX_ENCRYPTED_BYTES = 1024 * 1024;
/** Room for the largest entry as base64, its labels, and the escapes that JSON encoders like to add. */
export const ENTRY_BODY_LIMIT = 1.5 * 1024 * 1024;

/**
 * So many characters (code points), kept as they are. U+0000 and halves of characters are refused: PostgreSQL and
 * UTF-8 could not give them back as they came.
 */
const label = (most: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[^\\0\\p{Surrogate}]{0,${most}}$`, 'u'),
      `must be at most ${most} characters, without U+0000 and unpaired surrogates`,
    );
const category = label(100);
const tag = label(50);
const tags = z.array(tag).max(20);

const sealed = {
  encryptedData: base64(1, MAX_ENCRYPTED_BYTES),
  iv: base64(12, 12),
  salt: base64(16, 64),
  algorithm: z.literal('AES-GCM'),
};

export const NewEntry = z.strictObject({
  /** Chosen by a client that wants to repeat the request safely. */
  id: entryId.optional(),
  ...sealed,
  category: category.default(''),
  tags: tags.default([]),
});
export type NewEntry = z.output<typeof NewEntry>;

export const ChangedEntry = z.strictObject({
  ...sealed,
  category,
  tags,
  /** The version that this change was made on; `If-Match` says the same. */
  version: z.int().min(1).max(2_147_483_647).optional(),
});
export type ChangedEntry = z.output<typeof ChangedEntry>;

export const Entry = z.strictObject({
  id,
  ...sealed,
  category,
  tags,
  version: z.int().min(1),
  createdAt: moment,
  updatedAt: moment,
});

export const EntryQuery = z.strictObject({ ...paging, category: category.optional(), tag: tag.optional() });
export type EntryQuery = z.output<typeof EntryQuery>;

export const EntryAnswer = z.strictObject({ entry: Entry });
export const EntryWritten = z.strictObject({ message, entry: Entry });
export const EntryList = z.strictObject({ entries: z.array(Entry), nextCursor });
