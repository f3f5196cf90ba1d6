/** Messages of an import about files and their contents. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Format, ImportRefusal } from '../../client/import/detect.ts';
import type { LeftBehind, SkipReason } from '../../client/import/reading.ts';
import type { SkippedFile } from '../../client/upload-exported-files.ts';

export const FORMATS: Record<Format, MessageDescriptor> = {
  decrypted: msg`A readable export from Vault Handover`,
  encrypted: msg`An encrypted export from Vault Handover`,
  bitwarden: msg`An export from Bitwarden`,
  bitwarden_csv: msg`A CSV export from Bitwarden, which leaves out cards and identities and doesn’t say which fields were hidden. Its JSON export has all of that`,
  onepassword: msg`An export from 1Password`,
  keepass: msg`An export from KeePass`,
  apple: msg`Passwords from Apple`,
  chrome: msg`Passwords from Chrome, Edge or a similar browser`,
  firefox: msg`Passwords from Firefox`,
};

export const REFUSALS: Record<ImportRefusal, MessageDescriptor> = {
  empty_file: msg`This file is empty. Please export it again.`,
  archive: msg`This is an archive, but it’s neither from 1Password nor an unchanged one of ours. If it’s from Bitwarden or one of ours, unpack it, and choose the folder or the file inside. Files that were attached in Bitwarden have to be added here by hand.`,
  broken_archive: msg`This archive is damaged or incomplete. Please export it again.`,
  too_large: msg`This file is too large to be read in one go. If it’s from another program, export fewer entries at a time. If it’s an encrypted export of ours, use our command line program, which takes any size.`,
  keepass_database: msg`This is an encrypted KeePass database. Open it there, and export it as XML.`,
  bitwarden_encrypted: msg`Bitwarden has encrypted this file, and only Bitwarden can open it. Export again there, and choose JSON without encryption.`,
  newer_version: msg`This file was written by a newer version of Vault Handover. Reload this page and try again.`,
  other_account: msg`This encrypted export belongs to another account, or to one that you had before. Only that account can open it. To bring entries from one account into another, make a readable export there.`,
  broken_xml: msg`This file is damaged or incomplete. Please export it again.`,
  broken_json: msg`This file is damaged or incomplete. Please export it again.`,
  unknown_json: msg`We don’t recognise the program that wrote this file. We can read JSON exports from Bitwarden and our own. If you use another password manager, import your entries into Bitwarden first, and export them there.`,
  unknown_xml: msg`We don’t recognise the program that wrote this file. We can read XML exports from KeePass 2 and KeePassXC.`,
  unknown_columns: msg`We don’t recognise the columns of this table. We can read tables from Apple, Bitwarden, Chrome and Firefox. From 1Password, export a 1PUX file instead, and from KeePass or KeePassXC an XML file. If you use another password manager, import your entries into Bitwarden or KeePassXC first, and export them there.`,
  unknown_encoding: msg`This isn’t text that we can read. If it’s a table, save it again as CSV in UTF-8.`,
  unknown: msg`We don’t recognise this kind of file. We can read exports from Bitwarden, 1Password, KeePass, Apple, Chrome and Firefox, and our own. If it’s a table, save it as CSV with commas. If you use another password manager, import your entries into Bitwarden or KeePassXC first, and export them there.`,
};

/** For every other reason, the entry can't be opened. */
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

/** Each follows the name of a file. */
export const NOT_SENT: Record<SkippedFile['why'], MessageDescriptor> = {
  missing: msg`it isn’t in this export`,
  plan_limit: msg`your plan has no room for it`,
  payload_too_large: msg`it’s larger than 2 GB`,
  file_too_large: msg`it’s larger than 2 GB`,
  checksum_mismatch: msg`it’s damaged in this export`,
  already_exists: msg`another entry has it`,
};

export const LEFT_BEHIND_WORDS: Record<LeftBehind, MessageDescriptor> = {
  password_history: msg`Previous passwords`,
  passkeys: msg`Passkeys`,
  attachments: msg`Attached files`,
  earlier_versions: msg`Earlier versions of entries`,
  uri_rules: msg`Rules for matching websites`,
  linked_fields: msg`Linked fields`,
  folder_details: msg`Descriptions and tags of folders`,
  missing_entries: msg`Entries missing from the file`,
};
