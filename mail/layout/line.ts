declare const safe: unique symbol;

/**
 * One line of a mail. Only a `Writer` makes one, so no template can put a name into a mail as it was given.
 */
export type MailLine = string & { readonly [safe]: true };

/**
 * A value in a line. An IP address and a mail server's code, such as `SMTP 550 5.1.1`, are shown as they are, because no
 * mail program makes them a link.
 */
export type LineValue = string | number | Date | { ip: string } | { code: string } | { words: string };

/**
 * Writes a line: line`${successorName} opened it on ${at}`. Every string is treated as a hostile name
 * (see `flattenName`), and every date is written out in the reader's language and time zone.
 *
 * @throws RangeError for an invalid date
 */
export type WriteLine = (words: TemplateStringsArray, ...values: readonly LineValue[]) => MailLine;

/** Writes for one reader. */
export interface Writer {
  line: WriteLine;
  /** A date without its time, for a line. */
  day(at: Date): string;
  /** The reason under every mail to the holder of an account. */
  toAccountHolder: MailLine;
  /** The reason under every mail to a successor. */
  toSuccessor(ownerName: string): MailLine;
}
