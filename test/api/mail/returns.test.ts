/** Providers report mails that came back. Only what is signed is believed, and nobody learns which mails exist. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSns } from '../../../api/routes/mail/sns.ts';
import { rules } from '../../../chaos/alert-rules.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { openLog } from '../../../db/log.ts';
import { claimMail, ensureMail, mailAccepted } from '../../../db/mail.ts';
import { switchOf } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectRefused } from '../../support/clients/refused.ts';
import { startApi, type TestApi } from '../../support/servers/api.ts';
import { until } from '../../support/until.ts';

const SECRET = randomBytes(24).toString('hex');
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:returned-mail';
const CERTIFICATE_URL = `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'0'.repeat(32)}.pem`;

let api: TestApi;
let owner: BuiltOwner;
let key: string;
/** What was fetched from SNS. */
const fetched: string[] = [];
let isSnsDown = false;
/** What was logged as an error. */
const errors: Record<string, unknown>[] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sns-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=sns',
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ],
    { stdio: 'ignore' },
  );
  key = readFileSync(keyFile, 'utf8');
  const certificate = readFileSync(certificateFile, 'utf8');
  rmSync(folder, { recursive: true });
  const sns = openSns(async (address) => {
    fetched.push(address.href);
    if (isSnsDown) throw new Error('down');
    return certificate;
  });
  api = await startApi(
    { BOUNCE_ADDRESS: 'returns@example.test', BOUNCE_WEBHOOK_SECRET: SECRET, BOUNCE_SNS_TOPIC: TOPIC },
    { sns, log: openLog('error', 'test', { write: (line) => void errors.push(JSON.parse(line)) }) },
  );
  owner = await buildOwner(api);
});
afterAll(() => api.close());

/** A mail that a worker is sending, and its reference. */
async function claimedMail(kind = 'access_notice'): Promise<{ id: string; reference: string }> {
  const request = { key: randomUUID(), kind, recipient: owner.email, userId: owner.id };
  const { id } = await ensureMail(api.em(), request, new Date(api.clock.now));
  await claimMail(api.em(), id);
  return { id, reference: api.deps.returnReferences.of(id, 1) };
}
const accept = (id: string) => mailAccepted(api.em(), id, new Date(api.clock.now));
async function acceptedMail(kind?: string) {
  const mail = await claimedMail(kind);
  await accept(mail.id);
  return mail;
}
const statusOf = async (id: string) => (await api.em().findOneOrFail(Mail, { id })).status;
const post = (body: object | string, headers: Record<string, string>) =>
  client(api).raw.post('/mail/returns', typeof body === 'string' ? body : JSON.stringify(body), headers);

/** As Postmark documents its bounce webhook. */
const postmarkBounce = (reference: string, more: object = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 4323372036854775807n.toString(),
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  MessageID: randomUUID(),
  Metadata: { return: reference },
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'john@example.com',
  From: 'sender@example.com',
  BouncedAt: '2026-11-05T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Reminder 1 of 3',
  ...more,
});
const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
});

/** As SES documents what it publishes to a topic. */
const sesBounce = (reference: string, recipient: object = {}) => ({
  notificationType: 'Bounce',
  bounce: {
    feedbackId: '0100019a-1',
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'jane@example.com',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User unknown',
        ...recipient,
      },
    ],
    timestamp: '2026-11-05T16:33:54.907Z',
    reportingMTA: 'dsn; a8-70.smtp-out.amazonses.com',
  },
  mail: {
    source: `returns+${reference}@vault.test`,
    messageId: '0100019a',
    destination: ['jane@example.com'],
  },
});

const MEMBERS: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};
/** A message that SNS signed. @param changed the fields that were changed after that */
function snsMessage(
  message: string,
  more: Record<string, string> = {},
  changed: Record<string, string> = {},
) {
  const body: Record<string, string> = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: TOPIC,
    Message: message,
    Timestamp: '2026-11-05T16:33:55.000Z',
    SignatureVersion: '2',
    SigningCertURL: CERTIFICATE_URL,
    ...more,
  };
  const names = (MEMBERS[body.Type ?? ''] ?? []).filter((name) => body[name] !== undefined);
  const text = names.map((name) => `${name}\n${body[name]}\n`).join('');
  const digest = body.SignatureVersion === '1' ? 'sha1' : 'sha256';
  return { ...body, Signature: sign(digest, Buffer.from(text), key).toString('base64'), ...changed };
}
const SNS = { 'X-Amz-Sns-Message-Type': 'Notification', 'Content-Type': 'text/plain; charset=UTF-8' };
const received = { status: 200, body: { received: true } };

const mailOf = (id: string) => api.em().findOneOrFail(Mail, { id });

describe('from Postmark', () => {
  /** An address on its suppression list. */
  const inactive = {
    Type: 'SMTPApiError',
    Details:
      'You tried to send to a recipient that has been marked as inactive. Inactive recipients are ones that have ' +
      'generated a hard bounce, a spam complaint, or a manual suppression.',
  };

  test('a suppressed address is considered gone only if its mailbox had said so', async () => {
    owner = await buildOwner(api);
    api.clock.now += 60_000;
    const { id, reference } = await acceptedMail();
    await post(postmarkBounce(reference, inactive), basic(SECRET));
    expect(await mailOf(id)).toMatchObject({
      ...{ status: 'queued', refusal: 'blocked', permanentRefusals: 0, lastError: 'returned suppressed' },
    });
    const bounced = await acceptedMail();
    api.clock.now += 60_000;
    await post(postmarkBounce(bounced.reference), basic(SECRET));
    const { id: later, reference: again } = await acceptedMail();
    await post(postmarkBounce(again, inactive), basic(SECRET));
    expect(await mailOf(later)).toMatchObject({ status: 'queued', refusal: 'gone', permanentRefusals: 1 });
  });

  test.each([
    ['for another reason', { Type: 'SMTPApiError', Details: null }, 'returned 5.7.1'],
    [
      'as its description says',
      { Type: 'SMTPApiError', Details: null, Description: inactive.Details },
      'returned suppressed',
    ],
    [
      'because someone deactivated the address',
      { Type: 'ManuallyDeactivated', Details: null },
      'returned 5.7.1',
    ],
  ])('mail that it took and did not send %s is not held against the mailbox', async (_, more, lastError) => {
    owner = await buildOwner(api);
    const { id, reference } = await acceptedMail();
    await post(postmarkBounce(reference, more), basic(SECRET));
    expect(await mailOf(id)).toMatchObject({ status: 'queued', refusal: 'blocked', lastError });
  });

  test.each([
    ['by HTTP Basic', basic(SECRET)],
    ['in a header', { 'X-Webhook-Secret': SECRET }],
  ])('a report with the password %s queues the mail again', async (_, headers) => {
    const { id, reference } = await acceptedMail();
    expect(await post(postmarkBounce(reference), headers)).toMatchObject(received);
    expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject({
      status: 'queued',
      permanentRefusals: 1,
      lastError: 'returned 5.1.1',
    });
  });

  test.each([
    ['a mail that is only late', { Type: 'Transient' }],
    ['an automatic answer', { Type: 'AutoResponder' }],
    ['a complaint', { Type: 'SpamComplaint' }],
    ['a mail of someone else', { Metadata: { return: 'something' } }],
    ['a mail without a reference', { Metadata: {} }],
    ['a type named like an inherited property', { Type: 'toString' }],
  ])('%s changes nothing and gets the same answer', async (_, more) => {
    const { id, reference } = await acceptedMail();
    expect(await post(postmarkBounce(reference, more), basic(SECRET))).toMatchObject(received);
    expect(await statusOf(id)).toBe('accepted');
  });

  test('without the password nothing changes', async () => {
    const { id, reference } = await acceptedMail();
    for (const headers of [
      {},
      basic(''),
      basic(`${SECRET}x`),
      { 'X-Webhook-Secret': 'x' },
      { Authorization: 'Basic' },
    ]) {
      await expectRefused(api, () => post(postmarkBounce(reference), headers), 'webhook_signature_invalid');
    }
    await expectRefused(api, () => post('{', basic(SECRET)), 'malformed_json');
    expect(await statusOf(id)).toBe('accepted');
    const { expr } = rules.find(({ alert }) => alert === 'VaultReturnsRefused')!;
    const [, labels = ''] = expr.match(/_count\{(.*)\}/) ?? [];
    await until('the alert’s metric counts them', async () =>
      (await (await fetch(`${api.url}/metrics`)).text()).includes(`,${labels}}`),
    );
  });

  test('a forged reference, an unknown one and a repeated report get the answer of a real one', async () => {
    const { id, reference } = await acceptedMail();
    const logged = errors.length;
    const forged = reference.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of [forged, api.deps.returnReferences.of(randomUUID(), 1), '', 'x'.repeat(10_000)]) {
      expect(await post(postmarkBounce(wrong), basic(SECRET))).toMatchObject(received);
    }
    expect(await statusOf(id)).toBe('accepted');
    expect(await post(postmarkBounce(reference), basic(SECRET))).toMatchObject(received);
    expect(await post(postmarkBounce(reference), basic(SECRET))).toMatchObject(received);
    expect((await api.em().findOneOrFail(Mail, { id })).permanentRefusals).toBe(1);
    // The secret of the forged one may have been replaced. That of the repeated one is listed.
    expect(errors.slice(logged)).toMatchObject([{ mailId: id }]);
  });
});

test('a report that comes before the acceptance is noted has to be sent again, and queues the mail then', async () => {
  const { id, reference } = await claimedMail();
  const soon = () => post(postmarkBounce(reference), basic(SECRET));
  await expectRefused(api, soon, 'dependency_unavailable');
  expect((await soon()).headers.get('Retry-After')).toBe('60');
  // A forged one gets the answer of any other.
  const forged = reference.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await post(postmarkBounce(forged), basic(SECRET))).toMatchObject(received);
  await accept(id);
  expect(await soon()).toMatchObject(received);
  expect(await api.em().findOneOrFail(Mail, { id })).toMatchObject({
    status: 'queued',
    permanentRefusals: 1,
  });
  // The mail is queued now, and the same report changes nothing.
  expect(await soon()).toMatchObject(received);
});

describe('a complaint', () => {
  const fromPostmark = (reference: string) =>
    post(
      postmarkBounce(reference, { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Details: '' }),
      basic(SECRET),
    );
  const sesComplaint = (reference: string, complaintSubType: string | null) => {
    const { mail } = sesBounce(reference);
    return JSON.stringify({ eventType: 'Complaint', mail, complaint: { complaintSubType } });
  };
  const fromSes = (reference: string) => post(snsMessage(sesComplaint(reference, null)), SNS);

  test.each([
    ['Postmark', fromPostmark],
    ['Amazon SES', fromSes],
  ])('from %s about a warning is an error for the operators, and no sign of life', async (_, complain) => {
    const { state: before } = await switchOf(api, owner);
    const { id, reference } = await acceptedMail('reminder');
    const logged = errors.length;
    expect(await complain(reference)).toMatchObject(received);
    expect(errors.slice(logged)).toMatchObject([
      { userId: owner.id, msg: expect.stringContaining('reported as spam') },
    ]);
    expect(await statusOf(id)).toBe('accepted');
    expect((await switchOf(api, owner)).state).toEqual(before);
    const forged = reference.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const other = await acceptedMail();
    for (const each of [forged, other.reference]) expect(await complain(each)).toMatchObject(received);
    expect(errors).toHaveLength(logged + 1);
  });

  test('about an earlier mail, because of which Amazon SES did not send this one, queues it again', async () => {
    const { id, reference } = await acceptedMail('reminder');
    await post(snsMessage(sesComplaint(reference, 'OnAccountSuppressionList')), SNS);
    expect(await mailOf(id)).toMatchObject({ status: 'queued', lastError: 'returned suppressed' });
  });
});

describe('from Amazon SES', () => {
  test.each(['1', '2'])(
    'a notification with signature version %s queues the mail again',
    async (SignatureVersion) => {
      const { id, reference } = await acceptedMail();
      const message = snsMessage(JSON.stringify(sesBounce(reference.toUpperCase())), {
        SignatureVersion,
        Subject: 'Bounce',
      });
      expect(await post(message, SNS)).toMatchObject(received);
      expect(await statusOf(id)).toBe('queued');
    },
  );

  test('an absence note, and any other notification, changes nothing', async () => {
    const { id, reference } = await acceptedMail();
    const absent = sesBounce(reference, { action: undefined, status: undefined, diagnosticCode: undefined });
    for (const message of [JSON.stringify(absent), JSON.stringify({ notificationType: 'Complaint' }), '{}']) {
      expect(await post(snsMessage(message), SNS)).toMatchObject(received);
    }
    expect(await statusOf(id)).toBe('accepted');
  });

  test('what SNS did not sign for this topic changes nothing, and no other host is asked', async () => {
    const { id, reference } = await acceptedMail();
    const message = JSON.stringify(sesBounce(reference));
    const other = 'arn:aws:sns:eu-central-1:999999999999:returned-mail';
    const path = '/SimpleNotificationService-0.pem';
    const before = fetched.length;
    const forged = [
      snsMessage(message, { TopicArn: other }),
      snsMessage(message, {}, { SigningCertURL: `https://sns.eu-central-1.amazonaws.com.evil.test${path}` }),
      snsMessage(message, {}, { SigningCertURL: `https://evil.test${path}` }),
      snsMessage(message, {}, { SigningCertURL: `http://sns.eu-central-1.amazonaws.com${path}` }),
      snsMessage(message, {}, { SigningCertURL: `https://sns.eu-central-1.amazonaws.com@evil.test${path}` }),
      snsMessage(message, {}, { SigningCertURL: `https://sns.us-east-1.amazonaws.com${path}` }),
      snsMessage(message, {}, { SigningCertURL: 'https://sns.eu-central-1.amazonaws.com/other.pem' }),
      snsMessage(message, {}, { SignatureVersion: '3' }),
      { Type: 'Notification' },
    ];
    for (const each of forged) await expectRefused(api, () => post(each, SNS), 'webhook_signature_invalid');
    expect(fetched).toHaveLength(before);
    for (const changed of [
      { Message: JSON.stringify(sesBounce(reference, {})).concat(' ') },
      { Signature: 'AAAA' },
    ]) {
      await expectRefused(
        api,
        () => post(snsMessage(message, {}, changed), SNS),
        'webhook_signature_invalid',
      );
    }
    expect(await statusOf(id)).toBe('accepted');
  });

  test('a subscription is confirmed at SNS and nowhere else', async () => {
    const confirmation = (SubscribeURL: string, changed = {}) =>
      snsMessage('You have chosen', { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL }, changed);
    const address = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    expect(await post(confirmation(address), SNS)).toMatchObject(received);
    expect(fetched.at(-1)).toBe(address);
    expect(await post(confirmation('https://evil.test/'), SNS)).toMatchObject(received);
    await expectRefused(
      api,
      () => post(confirmation(address, { Token: 'u' }), SNS),
      'webhook_signature_invalid',
    );
    expect(fetched.at(-1)).toBe(address);
    expect(fetched.some((each) => each.includes('evil'))).toBe(false);
    isSnsDown = true;
    await expectRefused(api, () => post(confirmation(address), SNS), 'dependency_unavailable');
    isSnsDown = false;
  });
});

test('where no provider is set up, the route does not exist', async () => {
  const without = await startApi({});
  const send = (headers: Record<string, string>) => client(without).raw.post('/mail/returns', '{}', headers);
  try {
    await expectRefused(without, () => send(basic('')), 'not_found');
    await expectRefused(without, () => send(SNS), 'not_found');
  } finally {
    await without.close();
  }
});
