import { p } from '@mikro-orm/core';
import { TextArray } from './text-array.ts';

/** What a client seals and sends for an entry, kept byte for byte, wherever the entry is. */
export const sealedColumns = () => ({
  encryptedData: p.text(),
  iv: p.text(),
  salt: p.text(),
  algorithm: p.text(),
  category: p.text(),
  tags: p.type(TextArray).columnType('text[]'),
});
