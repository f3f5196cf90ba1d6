import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Freshness } from '../../client/inheritance.ts';

/** How a text compares with the list that the owner signed. */
export const FRESHNESS: Record<Exclude<Freshness, 'current'>, MessageDescriptor> = {
  older: msg`This isn’t the newest version: the list has a newer one.`,
  newer: msg`This text was changed after the list was signed.`,
  unlisted: msg`This entry isn’t on the list. It was added after the list was signed, or wasn’t meant for you.`,
  twice: msg`The service returned this entry more than once. Rely on the other version.`,
};
