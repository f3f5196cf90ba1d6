/** Mail: providers' reports of returned mail, and how a bystander stops ours. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { mailIdIn } from '../../../db/return-reference.ts';
import {
  isSignedByNone,
  ReturnedTooSoon,
  type ReturnReport,
  takeBack,
  warningReportedAsSpam,
} from '../../../mail/returned.ts';
import type { ApiDeps } from '../../deps.ts';
import { notFound, Problem } from '../../http/errors.ts';
import { route, tagged } from '../../http/route.ts';
import { type Complaint, postmarkReport, sesReport } from './reports.ts';
import { Received } from './schema.ts';
import { stopMail } from './stop.ts';

function jsonOf(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    throw new Problem('malformed_json', 'This is not a report in a format that we know.');
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, whatever the lengths. */
const same = (given: string, expected: string): boolean => timingSafeEqual(sha256(given), sha256(expected));

/** The password that a webhook was set up with: by HTTP Basic, or in a header of its own. */
function passwordIn(authorization: string, header: string): string {
  const [, credentials] = authorization.match(/^Basic ([A-Za-z0-9+/=]+)$/i) ?? [];
  if (credentials === undefined) return header;
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

/** @throws Problem `dependency_unavailable` while SNS can't be asked: it sends the message again */
async function ask<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch {
    throw new Problem('dependency_unavailable', 'Amazon SNS does not respond. Send it again later.', {
      retryAfter: 60,
    });
  }
}

/** @throws Problem `webhook_signature_invalid` unless SNS signed it for the topic */
async function sesReportIn(
  { sns, log }: ApiDeps,
  topic: string,
  raw: Buffer,
): Promise<ReturnReport | Complaint | null> {
  const message = await ask(sns.read(jsonOf(raw), topic));
  if (!message)
    throw new Problem('webhook_signature_invalid', 'Check that BOUNCE_SNS_TOPIC names this topic.');
  if (message.Type === 'Notification') return sesReport(jsonOf(message.Message));
  if (message.Type === 'SubscriptionConfirmation') {
    await ask(sns.confirm(message));
    log.info('the subscription to BOUNCE_SNS_TOPIC is confirmed');
  } else {
    log.error('the subscription to BOUNCE_SNS_TOPIC has ended: returned mails are no longer reported');
  }
  return null;
}

/** @throws Problem `dependency_unavailable` if the report came too soon: it is sent again */
function sendAgain(error: unknown): never {
  if (!(error instanceof ReturnedTooSoon)) throw error;
  throw new Problem(
    'dependency_unavailable',
    'We are still noting that this mail was sent. Send it again later.',
    {
      retryAfter: 60,
    },
  );
}

const returns = route('POST /mail/returns', {
  name: 'receiveMailReturn',
  summary: 'Receive a report that a mail came back',
  description:
    'For mail providers only. Postmark authenticates by HTTP Basic or the header `X-Webhook-Secret`, Amazon SES ' +
    'by the signature of the SNS topic. A warning that came back was not delivered: its switch takes the step ' +
    'back. A complaint that a warning is spam takes nothing back, and is logged for the operators. A report that ' +
    'repeats another one, or names a mail that we do not know, changes nothing and gets the same response. ' +
    '`dependency_unavailable` asks to send a report again, for example about a mail that we are still noting as sent.',
  access: 'public',
  limit: 'webhook',
  requestHeaders: ['X-Webhook-Secret', 'X-Amz-Sns-Message-Type'],
  rawBody: true,
  bodyLimit: 1024 * 1024,
  responses: { 200: Received },
  errors: [
    'webhook_signature_invalid',
    'malformed_json',
    'payload_too_large',
    'not_found',
    'dependency_unavailable',
  ],
  ownTransactions: true,
  async handler({ raw, em, now, deps, ctx }) {
    const { BOUNCE_WEBHOOK_SECRET: secret, BOUNCE_SNS_TOPIC: topic, ADMIN_EMAILS: operators } = deps.config;
    const isSns = ctx.get('X-Amz-Sns-Message-Type') !== '';
    if ((isSns ? topic : secret) === '') throw notFound('Webhook');
    if (!isSns && !same(passwordIn(ctx.get('Authorization'), ctx.get('X-Webhook-Secret')), secret)) {
      throw new Problem('webhook_signature_invalid', 'Check that the password is BOUNCE_WEBHOOK_SECRET.');
    }
    const report = isSns ? await sesReportIn(deps, topic, raw) : postmarkReport(jsonOf(raw));
    if (report && 'complaintAbout' in report) {
      const userId = await warningReportedAsSpam({ ...deps, em }, report.complaintAbout);
      if (userId !== null)
        deps.log.error(
          { userId },
          'a warning was reported as spam, and the provider may send this owner no more',
        );
      return { body: { received: true } };
    }
    const owner = report && (await takeBack({ ...deps, em, operators }, report, now).catch(sendAgain));
    if (report && !owner && (await isSignedByNone({ ...deps, em }, report.reference)))
      deps.log.error(
        { mailId: mailIdIn(report.reference) },
        'a mail came back, and ACTIVITY_HMAC_SECRET_PREVIOUS lacks the secret of its reference',
      );
    return { body: { received: true }, ...(owner ? { about: owner } : {}) };
  },
});

export const mailRoutes = [...tagged('Monitoring', [returns]), ...tagged('Account', [stopMail])];
