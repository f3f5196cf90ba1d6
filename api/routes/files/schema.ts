import { z } from 'zod';
import type { FileRow } from '../../../db/entities/file.ts';
import { UNFINISHED_MS } from '../../../db/files.ts';
import { extensibleEnum, id, linkToken, message, moment, nextCursor, paging } from '../../http/schemas.ts';
import { entryId } from '../vault/schema.ts';

export const FileParams = z.strictObject({ id: entryId });
export const FileLink = z.strictObject({ token: linkToken });

export const sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
  .describe('The SHA-256 of the ciphertext.')
  .meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] });

export const File = z.strictObject({
  id,
  entryId: id.describe('The entry that it belongs to.'),
  size: z.int().min(1).describe('In bytes.'),
  sha256,
  state: extensibleEnum(['uploading', 'stored', 'trashed']).describe(
    '`uploading`: not all of it has arrived. `stored`: it can be read. `trashed`: it was deleted on its own and ' +
      'can be restored. A file whose entry is in the trash is `stored`.',
  ),
  createdAt: moment,
  deletedAt: moment.nullable().describe('When it was deleted on its own, without its entry.'),
  expiresAt: moment.nullable().describe('When an upload expires unless it is continued.'),
});

export const FileList = z.strictObject({ files: z.array(File).describe('By ID.'), nextCursor });
export const FileQuery = z.strictObject({
  ...paging,
  entryId: entryId.optional().describe('Only files of this entry.'),
});
export const FileWritten = z.strictObject({ message, file: File });
export const DeleteQuery = z.strictObject({
  permanently: z
    .literal('true')
    .optional()
    .describe('Delete it from the trash, before the 30 days are over.'),
});

/** Bytes, as they are stored. */
export const Bytes = z.string().meta({ format: 'binary' });
/** A success without a body. */
export const NoContent = z.undefined();

/** When an upload ends unless it is continued. */
export const expiryOf = ({ touchedAt }: FileRow): Date => new Date(touchedAt.getTime() + UNFINISHED_MS);

export const presentFile = (row: FileRow): z.input<typeof File> => ({
  id: row.id,
  entryId: row.entryId,
  size: row.size,
  sha256: row.sha256,
  state: row.deletedAt ? 'trashed' : row.state,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
  expiresAt: row.state === 'uploading' ? expiryOf(row).toISOString() : null,
});
