/** The relay behind the mail server, which reports to the service, hours later, what it could not deliver. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReturnedMail } from './evidence.ts';
import type { MailLog } from './mail-log.ts';
import { untilAnswered } from './until-answered.ts';

/** How long after the 250 a mail comes back, in days. */
const AFTER_DAYS = 0.5;
const LOOK_EVERY_MS = 100;

/** What Postmark sends for a mail to a mailbox that does not exist. */
const reportOf = ({ reference, to }: ReturnedMail) => ({
  RecordType: 'Bounce',
  Type: 'HardBounce',
  Email: to,
  Metadata: { return: reference },
  Details: 'smtp;550 5.1.1 no such mailbox',
});

/**
 * Reports each returned mail until the service has acknowledged the report. Ends with the signal.
 *
 * @param api the address of the service's API
 * @param secret the password of the webhook
 */
export async function reportReturns(
  api: string,
  secret: string,
  { returned }: Pick<MailLog, 'returned'>,
  dayMs: number,
  signal: AbortSignal,
): Promise<void> {
  const report = async (mail: ReturnedMail): Promise<void> => {
    await sleep(Math.max(0, mail.at + AFTER_DAYS * dayMs - Date.now()), undefined, { signal });
    const { outcome, endedAt } = await untilAnswered(signal, async () => {
      const response = await fetch(`${api}/api/v1/mail/returns`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Webhook-Secret': secret },
        body: JSON.stringify(reportOf(mail)),
        signal: AbortSignal.any([signal, AbortSignal.timeout(8_000)]),
      });
      return { response };
    });
    if (outcome === 'acknowledged') mail.reportedAt = endedAt;
  };
  for (let known = 0; !signal.aborted; ) {
    for (const mail of returned.slice(known)) report(mail).catch(() => {});
    known = returned.length;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}
