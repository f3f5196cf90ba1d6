/** What an import says about files and what is in them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Format, ImportRefusal } from './import/detect.ts';
import type { LeftBehind, SkipReason } from './import/reading.ts';

export const FORMATS: Record<Format, MessageDescriptor> = {
  decrypted: msg`A readable export of Vault Handover`,
  encrypted: msg`An encrypted export of Vault Handover`,
  bitwarden: msg`An export of Bitwarden`,
  chrome: msg`Passwords of Chrome, Edge or another browser like them`,
  firefox: msg`Passwords of Firefox`,
};

export const REFUSALS: Record<ImportRefusal, MessageDescriptor> = {
  empty_file: msg`This file is empty. Export it once more.`,
  archive: msg`This is an archive. Unpack it, and choose the file inside.`,
  bitwarden_encrypted: msg`Bitwarden has encrypted this file, and only Bitwarden opens it. Export again there, and choose JSON without encryption.`,
  bitwarden_csv: msg`Bitwarden’s CSV leaves things out. Export again there, and choose JSON.`,
  newer_version: msg`A newer version of Vault Handover wrote this file. Load this page again, then try once more.`,
  broken_json: msg`This file is damaged or was cut off. Export it once more.`,
  unknown_json: msg`We don’t know the program that wrote this file. We read exports of Bitwarden and our own.`,
  unknown_columns: msg`We don’t know the columns of this table. We read those of Chrome and Firefox.`,
  unknown: msg`We don’t know this kind of file. We read exports of Bitwarden, Chrome, Firefox and our own.`,
};

/** Others are reasons why an entry does not open. */
export const SKIPPED: Partial<Record<SkipReason, MessageDescriptor>> = {
  quote_open: msg`a quote is never closed, so nothing after it can be read`,
  quote_stray: msg`there is something after a closing quote`,
  wrong_columns: msg`the line has too many or too few columns`,
  empty: msg`it is empty`,
  too_large: msg`it is too large for one entry`,
  unknown_kind: msg`we have no such kind of entry`,
  in_trash: msg`it was in the trash there`,
  not_json: msg`the line is damaged`,
};

export const DOES_NOT_OPEN = msg`this vault doesn’t open it`;

export const LEFT: Record<LeftBehind, MessageDescriptor> = {
  password_history: msg`Former passwords`,
  passkeys: msg`Passkeys`,
  attachments: msg`Attached files`,
  uri_rules: msg`Rules for addresses`,
  linked_fields: msg`Linked fields`,
  missing_entries: msg`Entries that were cut off`,
};
