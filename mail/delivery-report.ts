/** Reads the reports that mail servers send about mail they couldn't deliver (RFC 3464). */
import { simpleParser } from 'mailparser';
import { referencesIn } from '../db/return-reference.ts';

export interface DeliveryReport {
  /** Everything in the report that looks like one of our references. Only a signed one is believed. */
  references: string[];
  /**
   * The failure of the first recipient to whom delivery failed; null if the server is still trying, or has delivered.
   */
  failure: { status: string; diagnostic: string } | null;
}

const STATUS_TYPE = 'message/delivery-status';
/** A report holds at most one of our mails. Anything longer isn't a report. */
export const LONGEST_REPORT = 1024 * 1024;

/** @returns null if the mail isn't a delivery report */
export async function readDeliveryReport(source: Buffer): Promise<DeliveryReport | null> {
  const parsed = await simpleParser(source, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  }).catch(() => null);
  const part = parsed?.attachments.find(({ contentType }) => contentType === STATUS_TYPE);
  if (!part) return null;
  const failed = fieldGroups(part.content.toString('utf8')).find(
    (fields) => fields.get('action')?.toLowerCase() === 'failed',
  );
  return {
    references: referencesIn(source.toString('latin1')),
    failure: failed
      ? {
          status: failed.get('status')?.match(/\d\.\d{1,3}\.\d{1,3}/)?.[0] ?? '',
          diagnostic: failed.get('diagnostic-code') ?? '',
        }
      : null,
  };
}

/** The groups of fields, which blank lines separate. Folded lines are joined. */
function fieldGroups(text: string): Map<string, string>[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n{2,}/).map(
    (group) =>
      new Map(
        group.split('\n').flatMap((line) => {
          const [, name, value] = line.match(/^([\w-]+):(.*)/s) ?? [];
          return name === undefined || value === undefined
            ? []
            : [[name.toLowerCase(), value.trim()] as const];
        }),
      ),
  );
}
