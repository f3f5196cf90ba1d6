/** The words of a saved file, in the language of the person who saves it. */
import type { Freshness } from '../../../client/inheritance.ts';
import type { ContentKind } from '../../../crypto/index.ts';

export interface SavedWords {
  /** A BCP 47 tag, such as `de`. */
  language: string;
  /** The title of the file. A sealed one shows its own before it is open. */
  title: string;
  /** Paragraphs, such as who it is from and when it was saved. */
  intro: readonly string[];
  /** The heading of each kind of entry. */
  kinds: Record<ContentKind, string>;
  /** Known fields, such as `username`; others appear under their own names. */
  fields: Readonly<Record<string, string>>;
  /** How a text compares with the list that the owner signed. */
  freshness: Record<Exclude<Freshness, 'current'>, string>;
  category: string;
  tags: string;
  /** The label that uncovers a secret. */
  show: string;
  /** The text of the link that saves a file. */
  download: string;
  size(bytes: number): string;
  /** The label of the key that opens a sealed file with `age`. */
  fileKey: string;
  /** Instead of a link, where a file could not be fetched. */
  missing: string;
  /** Instead of a link, where a file is damaged. */
  damaged: string;
  /** Where there is no entry. */
  nothing: string;
  /** The link that shows one letter alone. */
  printLetter: string;
  /** Above a letter that is shown alone: how to print it. */
  nowPrint: string;
  /** The link back from there. */
  showAll: string;
}

/** The words of a sealed file before it is opened, readable by anyone who has it. */
export interface SealedWords {
  title: string;
  intro: readonly string[];
  /** The label of the field for the code. */
  code: string;
  open: string;
  opening: string;
  mistyped: string;
  /** The six words on the sheet were typed instead of the code. */
  words: string;
  /** The code is an owner's recovery code. */
  otherSheet: string;
  /** A valid code, but of another kit or a later format, or the file is damaged: there is no way to tell. */
  wrong: string;
  /** The browser has no Web Crypto, or runs no scripts, or the file has lost its end. */
  unsupported: string;
}
