/** Providers' reports of returned mails, in their own formats. */
import { z } from 'zod';
import { referencesIn } from '../../../db/return-reference.ts';
import type { ReturnReport } from '../../../mail/returned.ts';

/** Postmark's names for mails that were not delivered and are not tried again, with the status of each. */
const POSTMARK_TYPES: Record<string, string> = {
  HardBounce: '5.1.1',
  BadEmailAddress: '5.1.1',
  SoftBounce: '4.2.0',
  DnsError: '4.4.4',
  ManuallyDeactivated: '4.2.1',
  SMTPApiError: '4.3.0',
  Unknown: '4.0.0',
  Blocked: '5.7.1',
  SpamNotification: '5.7.1',
  VirusNotification: '5.7.1',
  DMARCPolicy: '5.7.1',
};

const PostmarkBounce = z.object({
  RecordType: z.literal('Bounce').optional(),
  Type: z.string(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
  Details: z.string().nullish(),
});

/** A status such as `5.1.1` in a text; blank if there is none. */
const statusIn = (words: string): string => words.match(/\b[45]\.\d{1,3}\.\d{1,3}\b/)?.[0] ?? '';

/** @returns null if the event isn't about a mail of ours that came back */
export function postmarkReport(body: unknown): ReturnReport | null {
  const { data } = PostmarkBounce.safeParse(body);
  if (!data || !Object.hasOwn(POSTMARK_TYPES, data.Type)) return null;
  const [reference] = referencesIn(String(data.Metadata?.return ?? ''));
  const diagnostic = data.Details ?? '';
  const status = statusIn(diagnostic) || (POSTMARK_TYPES[data.Type] ?? '');
  return reference === undefined ? null : { reference, status, diagnostic };
}

/** As SES publishes it to a topic of its own (`notificationType`), or with its events (`eventType`). */
const SesBounce = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ source: z.string() }),
  bounce: z.object({
    bouncedRecipients: z.array(
      z.object({
        action: z.string().nullish(),
        status: z.string().nullish(),
        diagnosticCode: z.string().nullish(),
      }),
    ),
  }),
});

/** @returns null if the notification isn't about a mail of ours that came back */
export function sesReport(body: unknown): ReturnReport | null {
  const { data } = SesBounce.safeParse(body);
  if (!data || (data.notificationType ?? data.eventType) !== 'Bounce') return null;
  const [reference] = referencesIn(data.mail.source);
  // An absence note is reported as a bounce too, without an action.
  const failed = data.bounce.bouncedRecipients.find(({ action }) => action?.toLowerCase() === 'failed');
  if (!failed || reference === undefined) return null;
  return { reference, status: failed.status ?? '', diagnostic: failed.diagnosticCode ?? '' };
}
