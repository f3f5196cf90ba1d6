/** Providers' reports of returned mails, in their own formats. */
import { z } from 'zod';
import { referencesIn } from '../../../db/return-reference.ts';
import type { ReturnReport } from '../../../mail/returned.ts';

/** A complaint that a mail of ours is spam, from its reader or from a program in the mailbox. */
export interface Complaint {
  /** The signed reference of the mail. */
  complaintAbout: string;
}

/** Postmark's names for mails that were not delivered and are not tried again, with the status of each. */
const POSTMARK_TYPES: Record<string, string> = {
  HardBounce: '5.1.1',
  BadEmailAddress: '5.1.1',
  SoftBounce: '4.2.0',
  DnsError: '4.4.4',
  Unknown: '4.0.0',
  Blocked: '5.7.1',
  SpamNotification: '5.7.1',
  VirusNotification: '5.7.1',
  DMARCPolicy: '5.7.1',
  // Postmark accepted the mail by SMTP, but sent it to nobody.
  ManuallyDeactivated: '5.7.1',
  SMTPApiError: '5.7.1',
};

const PostmarkReport = z.object({
  RecordType: z.enum(['Bounce', 'SpamComplaint']).optional(),
  Type: z.string(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
  Details: z.string().nullish(),
  Description: z.string().nullish(),
});

/** A status such as `5.1.1` in a text; blank if there is none. */
const statusIn = (words: string): string => words.match(/\b[45]\.\d{1,3}\.\d{1,3}\b/)?.[0] ?? '';

/** @returns null if the event isn't about a mail of ours, or is neither a return nor a complaint */
export function postmarkReport(body: unknown): ReturnReport | Complaint | null {
  const { data } = PostmarkReport.safeParse(body);
  const [reference] = referencesIn(String(data?.Metadata?.return ?? ''));
  if (!data || reference === undefined) return null;
  if (data.Type === 'SpamComplaint') return { complaintAbout: reference };
  if (!Object.hasOwn(POSTMARK_TYPES, data.Type)) return null;
  // The description of any other type is about the type, not about this mail.
  const own = data.Type === 'SMTPApiError' ? [data.Details, data.Description] : [data.Details];
  const diagnostic = own.filter(Boolean).join(' ');
  const status = statusIn(diagnostic) || (POSTMARK_TYPES[data.Type] ?? '');
  return { reference, status, diagnostic };
}

/** As SES publishes it to a topic of its own (`notificationType`), or with its events (`eventType`). */
const SesReport = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: z.string() }),
  bounce: z
    .object({
      bouncedRecipients: z.array(
        z.object({
          action: z.string().nullish(),
          status: z.string().nullish(),
          diagnosticCode: z.string().nullish(),
        }),
      ),
    })
    .optional(),
  complaint: z.object({ complaintSubType: z.string().nullish() }).optional(),
});

/** @returns null if the notification isn't about a mail of ours, or is neither a return nor a complaint */
export function sesReport(body: unknown): ReturnReport | Complaint | null {
  const { data } = SesReport.safeParse(body);
  const [reference] = referencesIn(data?.mail.source ?? '');
  if (!data || reference === undefined) return null;
  const type = data.notificationType ?? data.eventType;
  if (type === 'Complaint') {
    // Such as `OnAccountSuppressionList`: this mail wasn't sent, because of a complaint about an earlier one.
    const diagnostic = data.complaint?.complaintSubType;
    return diagnostic ? { reference, status: '5.7.1', diagnostic } : { complaintAbout: reference };
  }
  // An out-of-office reply is reported as a bounce too, but without an action.
  const failed = data.bounce?.bouncedRecipients.find(({ action }) => action?.toLowerCase() === 'failed');
  if (type !== 'Bounce' || !failed) return null;
  return { reference, status: failed.status ?? '', diagnostic: failed.diagnosticCode ?? '' };
}
