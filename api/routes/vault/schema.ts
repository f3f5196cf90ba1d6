import { z } from 'zod';
import { MOST_FILES } from '../../billing/plans.ts';
import { putBody } from '../../http/input.ts';
import {
  anyMoment,
  base64,
  extensibleEnum,
  id,
  message,
  moment,
  nextCursor,
  paging,
} from '../../http/schemas.ts';

/** IDs are normalised to lower case, as they are stored. */
export const entryId = id.toLowerCase();
export const EntryParams = z.strictObject({ id: entryId });

/** The longest ciphertext of an entry, in bytes. */
const MAX_ENCRYPTED_BYTES = 1024 * 1024;
/** Room for the largest entry as base64, its labels, and the escapes that JSON encoders like to add. */
export const ENTRY_BODY_LIMIT = 1.5 * 1024 * 1024;

/** Characters that PostgreSQL or UTF-8 could not return unchanged. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is refused
const NOT_KEPT = /[\u0000\p{Surrogate}]/u;

/**
 * At most this many code points, kept unchanged. The document says the rest in words, because no pattern for it works
 * in every language.
 */
const label = (most: number) =>
  z
    .string()
    .refine(
      (text) => text.length <= 2 * most && [...text].length <= most,
      `must be at most ${most} characters`,
    )
    .refine((text) => !NOT_KEPT.test(text), 'must not contain U+0000 or unpaired surrogates')
    .meta({ maxLength: most, form: 'Without U+0000 or unpaired surrogates.' });
const category = label(100);
const tag = label(50);
const tags = z.array(tag).max(20);

/** The fields that encrypting an entry produces. */
export const sealed = {
  encryptedData: base64(1, MAX_ENCRYPTED_BYTES),
  iv: base64(12, 12).describe('The AES-GCM initialisation vector, new for every change.'),
  salt: base64(16, 64).describe("The salt the client derives the entry's key with."),
  algorithm: extensibleEnum(['AES-GCM']),
};

export const Entry = z.strictObject({
  id,
  ...sealed,
  category,
  tags,
  version: z.int().min(1),
  createdAt: moment,
  updatedAt: moment,
});

/** A new entry. One that GET returned can be sent again. */
export const NewEntry = putBody(Entry, {
  id: entryId.optional().describe('Chosen by a client that wants to repeat the request safely.'),
  ...sealed,
  category: category.default(''),
  tags: tags.default([]),
});
export type NewEntry = z.output<typeof NewEntry>;

/** A changed entry. Its version names the one the change is based on. Labels that are omitted stay as they are. */
export const ChangedEntry = putBody(Entry, {
  id: entryId.optional().describe('If sent, the same as in the path.'),
  ...sealed,
  category: category.optional(),
  tags: tags.optional(),
  version: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('The version this change is based on; the same as `If-Match`.'),
});
export type ChangedEntry = z.output<typeof ChangedEntry>;

/** How many entries one import may contain. */
export const MAX_IMPORTED = 5_000;
export const IMPORT_BODY_LIMIT = 32 * 1024 * 1024;

/**
 * The version of the export format. An integer with one value, because some generators write a constant that does not
 * compile.
 */
const exportVersion = z.int().min(1).max(1);

export const EXPORT_FORMAT = 'vault-handover-encrypted';
const exportFormat = z.literal(EXPORT_FORMAT).describe('Tells an export from other files.');

/** What an export says about itself besides its version. Not needed to import it. */
const exportedBy = {
  format: exportFormat.optional(),
  userId: id.optional().describe('As an export names it; ignored.'),
  exportedAt: anyMoment.optional(),
};

export const ExportedFile = z.strictObject({
  id,
  size: z.int().min(1).describe('In bytes.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('The SHA-256 of the ciphertext.')
    .meta({
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
});
export type ExportedFile = z.output<typeof ExportedFile>;
export const ExportedEntry = z.strictObject({
  ...Entry.shape,
  files: z
    .array(ExportedFile)
    .max(MOST_FILES)
    .optional()
    .describe('The stored files of the entry; absent if it has none.'),
});

/** An entry with or without the extra fields of an export. An existing one keeps the labels that are omitted. */
export const ImportedEntry = putBody(ExportedEntry, {
  ...NewEntry.shape,
  category: category.optional(),
  tags: tags.optional(),
  version: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('For an entry that does not exist yet; an existing one continues from its own version.'),
  createdAt: anyMoment.optional(),
  updatedAt: anyMoment.optional(),
});

export type ImportedEntry = z.output<typeof ImportedEntry>;

const importMode = z.enum(['merge', 'replace']);

export const Import = z.strictObject({
  mode: importMode.default('merge'),
  entries: z
    .array(ImportedEntry)
    .max(MAX_IMPORTED)
    .describe('The entries to import; those of an export can be sent unchanged.'),
  version: exportVersion.optional().describe('The format, as an export states it.'),
  ...exportedBy,
  entryCount: z.int().min(0).optional(),
});
export type Import = z.output<typeof Import>;

export const ImportQuery = z.strictObject({
  mode: importMode
    .optional()
    .describe('For an import as newline-delimited JSON. In a JSON document it belongs in the body.'),
});
export type ImportQuery = z.output<typeof ImportQuery>;

/** The first line of an export as newline-delimited JSON. */
export const ExportHead = z.strictObject({
  version: exportVersion,
  ...exportedBy,
  entryCount: z.int().min(0),
});

export const ExportQuery = z.strictObject({
  format: z
    .enum(['json', 'ndjson'])
    .optional()
    .describe('`ndjson`: newline-delimited JSON, for vaults of any size. Overrides `Accept`.'),
});
export type ExportQuery = z.output<typeof ExportQuery>;

const count = z.int().min(0);
export const Imported = z.strictObject({ message, created: count, updated: count, total: count });

export const Export = z.strictObject({
  format: exportFormat,
  version: exportVersion.describe('The version of the format.'),
  userId: id.describe('The owner, whose keys alone open the entries.'),
  exportedAt: moment,
  entryCount: count,
  entries: z.array(ExportedEntry).describe('All entries, oldest first.'),
});

export const EntryQuery = z.strictObject({ ...paging, category: category.optional(), tag: tag.optional() });
export type EntryQuery = z.output<typeof EntryQuery>;

export const EntryAnswer = z.strictObject({ entry: Entry });
export const EntryWritten = z.strictObject({ message, entry: Entry });
export const EntryList = z.strictObject({
  entries: z.array(Entry).describe('The entries on this page.'),
  nextCursor,
});

/** A row of the trash: the entry as it was, and what happened to it. */
export const TrashedEntry = z.strictObject({
  ...Entry.shape,
  trashId: id.describe('Identifies this row: one entry may have several in the trash.'),
  deletedAt: moment.describe('When the entry was deleted, or this content replaced.'),
  reason: extensibleEnum(['deleted', 'changed']).describe(
    '`deleted`: the entry was deleted. `changed`: its content was replaced.',
  ),
  restorableUntil: moment.describe('When it is permanently deleted.'),
});
export const TrashQuery = z.strictObject({
  ...paging,
  reason: z.enum(['deleted', 'changed']).optional().describe('Only rows with this reason.'),
});
export type TrashQuery = z.output<typeof TrashQuery>;
export const TrashList = z.strictObject({
  entries: z.array(TrashedEntry).describe('The contents of the trash, newest first.'),
  nextCursor,
});

const trashId = entryId.optional().describe('Only one row, if an entry has several in the trash.');
export const RestoreBody = z.strictObject({ trashId }).optional();
export const PurgeQuery = z.strictObject({ trashId });
