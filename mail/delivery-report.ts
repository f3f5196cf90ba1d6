/** Reads the reports by which mail servers return what they could not deliver (RFC 3464). */
import { simpleParser } from 'mailparser';
import { referencesIn } from '../db/return-reference.ts';

export interface DeliveryReport {
  /** What looks like a reference of ours, wherever in the report: only a signed one is believed. */
  references: string[];
  /** Of the first recipient for whom delivery has failed; null while the server goes on trying, or has delivered. */
  failure: { status: string; diagnostic: string } | null;
}

const STATUS_TYPE = 'message/delivery-status';
/** A report holds one returned mail of ours at most. What is longer isn't one. */
export const LONGEST_REPORT = 1024 * 1024;

/** @returns null if the mail is no report of a delivery */
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

/** The groups of fields, divided by blank lines. Folded lines are joined. */
function fieldGroups(text: string): Map<string, string>[] {
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+/g, ' ');
  return unfolded.split(/\n{2,}/).map(
    (group) =>
      new Map(
        group.split('\n').flatMap((line) => {
          const [, name, value] = line.match(/^([\w-]+):\s*(.*)$/) ?? [];
          return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
        }),
      ),
  );
}
