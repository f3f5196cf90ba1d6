/** Messages of an import about files and their contents. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Format, ImportRefusal } from './import/detect.ts';
import type { LeftBehind, SkipReason } from './import/reading.ts';

export const FORMATS: Record<Format, MessageDescriptor> = {
  decrypted: msg`A readable export from Vault Handover`,
  encrypted: msg`An encrypted export from Vault Handover`,
  bitwarden: msg`An export from Bitwarden`,
  chrome: msg`Passwords from Chrome, Edge or a similar browser`,
  firefox: msg`Passwords from Firefox`,
};

export const REFUSALS: Record<ImportRefusal, MessageDescriptor> = {
  empty_file: msg`This file is empty. Please export it again.`,
  archive: msg`This is an archive. Unpack it and choose the file inside.`,
  bitwarden_encrypted: msg`Bitwarden has encrypted this file, and only Bitwarden can open it. Export again there, and choose JSON without encryption.`,
  bitwarden_csv: msg`Bitwarden’s CSV leaves things out. Export again there, and choose JSON.`,
  newer_version: msg`This file was written by a newer version of Vault Handover. Reload this page and try again.`,
  broken_json: msg`This file is damaged or incomplete. Please export it again.`,
  unknown_json: msg`We don’t recognise the program that wrote this file. We can read exports from Bitwarden and our own.`,
  unknown_columns: msg`We don’t recognise the columns of this table. We can read exports from Chrome and Firefox.`,
  unknown: msg`We don’t recognise this kind of file. We can read exports from Bitwarden, Chrome and Firefox, and our own.`,
};

/** Other reasons are those why an entry can't be opened. */
export const SKIPPED: Partial<Record<SkipReason, MessageDescriptor>> = {
  quote_open: msg`a quotation mark is never closed, so nothing after it can be read`,
  quote_stray: msg`there’s text after a closing quotation mark`,
  wrong_columns: msg`the line has too many or too few columns`,
  empty: msg`it’s empty`,
  too_large: msg`it’s too large for one entry`,
  unknown_kind: msg`we don’t have this kind of entry`,
  in_trash: msg`it was in the trash there`,
  not_json: msg`the line is damaged`,
};

export const DOES_NOT_OPEN = msg`this vault can’t open it`;

export const LEFT: Record<LeftBehind, MessageDescriptor> = {
  password_history: msg`Previous passwords`,
  passkeys: msg`Passkeys`,
  attachments: msg`Attached files`,
  uri_rules: msg`Rules for matching websites`,
  linked_fields: msg`Linked fields`,
  missing_entries: msg`Entries missing from the file`,
};
