/** What the replies of real mail servers say about a mailbox. The addresses and networks in them are made up. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { refusalReason } from '../../mail/smtp-verdict.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';

/** Server, reply, what it means, and whether it came after the content instead of the recipient. */
type VerdictCase = [server: string, text: string, reason: RefusalReason, afterContent?: 'after the content'];

const GONE: VerdictCase[] = [
  [
    'Gmail',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient’s email address for typos or\r\n550 5.1.1 unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser - gsmtp',
    'gone',
  ],
  ['Gmail', '550 5.2.1 The email account that you tried to reach is disabled. - gsmtp', 'gone'],
  ['Gmail', '553 5.1.2 We weren’t able to find the recipient domain. Please check for any errors', 'gone'],
  [
    'Exchange',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    'gone',
  ],
  ['Exchange', '550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found', 'gone'],
  [
    'Yahoo',
    '554 delivery error: dd This user doesn’t have a yahoo.com account (ada@yahoo.com) [0] - mta4471.mail.bf1.yahoo.com',
    'gone',
    'after the content',
  ],
  [
    'Yahoo',
    '554 30 Sorry, your message to ada@yahoo.com cannot be delivered. This mailbox is disabled (554.30).',
    'gone',
    'after the content',
  ],
  ['AOL', '550 5.1.1 <ada@aol.com>: Recipient address rejected: aol.com', 'gone'],
  ['iCloud', '550 5.1.1 <ada@icloud.com>: user does not exist', 'gone'],
  [
    'GMX',
    '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=rnf',
    'gone',
  ],
  [
    'Postfix',
    '550 5.1.1 <ada@person.test>: Recipient address rejected: User unknown in virtual mailbox table',
    'gone',
  ],
  ['Postfix', '550 5.1.1 <full-rate@sender.test>: User unknown in relay recipient table', 'gone'],
  ['Exim', '550 No such user here', 'gone'],
  ['sendmail', '550 5.0.0 User unknown', 'gone'],
  ['Proofpoint', '550 5.1.1 User Unknown', 'gone'],
  ['Mimecast', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550', 'gone'],
  ['any', '551 User not local', 'gone'],
  ['any', '553 mailbox name not allowed', 'gone'],
  ['any', '550 5.2.1 mailbox disabled', 'gone'],
  ['any', '556 5.1.10 Recipient address has null MX', 'gone'],
];

const UNAVAILABLE: VerdictCase[] = [
  ['Gmail', '452-4.2.2 The recipient’s inbox is out of storage space. - gsmtp', 'unavailable'],
  ['Gmail', '552-5.2.2 The recipient’s inbox is out of storage space and inactive. - gsmtp', 'unavailable'],
  [
    'Exchange',
    '550 5.4.1 Recipient address rejected: Access denied. [DB8EUR05FT064.eop-eur05.prod]',
    'unavailable',
  ],
  ['Exchange', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception: over the quota limit', 'unavailable'],
  ['Outlook', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'unavailable'],
  ['iCloud', '552 5.2.2 <ada@icloud.com>: user is over quota', 'unavailable'],
  [
    'GMX',
    '552-Requested mail action aborted: exceeded storage allocation\r\n552 Quota exceeded.',
    'unavailable',
  ],
  ['Postfix', '450 4.1.2 <ada@lapsed.test>: Recipient address rejected: Domain not found', 'unavailable'],
  ['Postfix', '450 4.1.1 <ada@person.test>: Recipient address rejected: unverified address', 'unavailable'],
  ['Dovecot', '450 4.2.1 Mailbox disabled', 'unavailable'],
  ['any', '550 Mailbox quota exceeded', 'unavailable'],
];

const UNCLEAR: VerdictCase[] = [
  ['Gmail', '421-4.3.0 Temporary System Problem. Try again later. - gsmtp', 'unclear'],
  ['Exchange', '452 4.3.1 Insufficient system resources', 'unclear'],
  ['Exchange', '451 4.4.62 Mail sent to the wrong Office 365 region. ATTR35.', 'unclear'],
  ['Mimecast', '451 Internal resource temporarily unavailable - https://community.mimecast.com', 'unclear'],
  ['GMX', '450 Requested mail action not taken: mailbox unavailable', 'unclear'],
  ['Exim', '451 Temporary local problem - please try later', 'unclear'],
  ['any', '554 Transaction failed', 'unclear'],
  ['any', '550 5.1.0 address rejected', 'unclear'],
  ['any', '550 Temporary lookup failure', 'unclear'],
  ['any', '550 Please try again later', 'unclear'],
  ['any', '550 Message rejected', 'unclear'],
  ['any', '550 refused', 'unclear', 'after the content'],
];

const BLOCKED: VerdictCase[] = [
  [
    'Gmail',
    '421-4.7.0 [192.0.2.1 15] Our system has detected an unusual rate of unsolicited mail originating from your IP address.',
    'blocked',
  ],
  [
    'Gmail',
    '421-4.7.28 Gmail has detected an unusual rate of mail originating from your SPF domain',
    'blocked',
  ],
  ['Gmail', '550-5.7.26 Your email has been blocked because the sender is unauthenticated.', 'blocked'],
  [
    'Gmail',
    '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.',
    'blocked',
    'after the content',
  ],
  ['Gmail', '450-4.2.1 The user you are trying to contact is receiving mail too quickly.', 'blocked'],
  [
    'Gmail',
    '550-5.2.1 The user you are trying to contact is receiving mail\r\n550 5.2.1 at a rate that is too high',
    'blocked',
  ],
  ['Gmail', '550 5.4.5 Daily SMTP relay limit exceeded for user.', 'blocked'],
  ['Gmail', '452 4.5.3 Your message has too many recipients.', 'blocked'],
  [
    'Outlook',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Please contact your Internet service provider since part of their network is on our block list (S3150).',
    'blocked',
  ],
  [
    'Outlook',
    '550 SC-001 Mail rejected by Outlook.com for policy reasons. Reasons may be content',
    'blocked',
  ],
  ['Exchange', '550 5.7.606 Access denied, banned sending IP [192.0.2.1].', 'blocked'],
  [
    'Exchange',
    '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.',
    'blocked',
  ],
  [
    'Exchange',
    '550 5.7.515 Access denied, sending domain doesn’t meet the required authentication level',
    'blocked',
  ],
  [
    'Exchange',
    '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    'blocked',
  ],
  ['Exchange', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)', 'blocked'],
  ['Exchange', '550 5.1.8 Access denied, bad outbound sender', 'blocked'],
  ['Exchange', '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded', 'blocked'],
  [
    'Yahoo',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
    'blocked',
  ],
  [
    'Yahoo',
    '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus’s list',
    'blocked',
  ],
  [
    'Yahoo',
    '554 Message not allowed - [PH01] Email not accepted for policy reasons.',
    'blocked',
    'after the content',
  ],
  ['AOL', '554 5.7.9 Message not accepted for policy reasons.', 'blocked'],
  [
    'iCloud',
    '550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com',
    'blocked',
  ],
  ['iCloud', '554 5.7.1 [HM08] Message rejected due to local policy.', 'blocked', 'after the content'],
  [
    'GMX',
    '550-Requested action not taken: mailbox unavailable\r\n550 Reject due to policy restrictions.',
    'blocked',
  ],
  [
    'web.de',
    '554-web.de (mxweb112) Nemesis ESMTP Service not available\r\n554 IP address is block listed.',
    'blocked',
  ],
  [
    'web.de',
    '450-Requested mail action not taken: mailbox unavailable\r\n450 Sender IP address is greylisted.',
    'blocked',
  ],
  [
    'web.de',
    '554-Bad DNS PTR resource record.\r\n554 For explanation visit https://postmaster.web.de',
    'blocked',
  ],
  ['Proofpoint', '550 5.7.0 Local Policy Violation', 'blocked'],
  ['Proofpoint', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', 'blocked'],
  ['Proofpoint', '550 5.7.1 Delivery not authorized, message refused', 'blocked'],
  ['Mimecast', '550 csi.mimecast.org Poor Reputation Sender.', 'blocked'],
  ['Mimecast', '550 Administrative prohibition - envelope blocked', 'blocked'],
  ['Mimecast', '554 Email rejected due to security policies', 'blocked', 'after the content'],
  ['Mimecast', '550 Rate limit exceeded', 'blocked'],
  ['Spamhaus', '550 5.7.1 Service unavailable; client [192.0.2.1] blocked using zen.spamhaus.org', 'blocked'],
  ['Spamhaus', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Spamhaus.', 'blocked'],
  [
    'Spamhaus',
    '550 JunkMail rejected - host [192.0.2.1] is in an RBL: https://www.spamhaus.org/query/ip',
    'blocked',
  ],
  ['Postfix', '450 4.2.0 <ada@person.test>: Recipient address rejected: Greylisted', 'blocked'],
  ['Postfix', '451 4.7.1 <ada@person.test>: Recipient address rejected: try again later', 'blocked'],
  ['Postfix', '554 5.7.1 <ada@person.test>: Relay access denied', 'blocked'],
  ['Postfix', '550 5.1.1 <vault@vault.test>: Sender address rejected: undeliverable address', 'blocked'],
  ['Exim', '550 Verification failed for <vault@vault.test>', 'blocked'],
  ['Exim', '550 relay not permitted', 'blocked'],
  ['any', '530 5.7.0 Authentication required', 'blocked'],
  ['any', '550 Too many messages, slow down', 'blocked'],
  ['any', '550 Message rejected, your IP has no reverse name', 'blocked'],
  ['any', '552 5.2.3 Message size exceeds fixed maximum message size', 'blocked'],
  ['any', '554 5.6.0 Corrupt message content', 'blocked', 'after the content'],
];

describe('a refusal', () => {
  test.each([...GONE, ...UNAVAILABLE, ...UNCLEAR, ...BLOCKED])(
    'by %s: "%s" means %s',
    // One rest parameter: Jest takes a fourth one that a row doesn't fill for a callback, and waits for it.
    (...[, text, reason, after]) => {
      expect(refusalReason({ text, ofRecipient: after === undefined })).toBe(reason);
    },
  );

  test('with 5.7.x or 4.7.x is never held against the mailbox, whatever its text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('421', '450', '550', '554'),
        fc.constantFrom('4', '5'),
        fc.nat(999),
        fc.constantFrom(...GONE.map(([, text]) => text.replace(/^\d{3}[ -][\d.]*/, '')), 'no'),
        fc.boolean(),
        (reply, klass, detail, words, ofRecipient) => {
          const text = `${reply} ${klass}.7.${detail} ${words}`;
          expect(refusalReason({ text, ofRecipient })).toBe('blocked');
        },
      ),
    );
  });

  test('that is temporary is never taken for a permanent one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GONE),
        fc.constantFrom('421', '450', '451', '452'),
        ([, text], reply) => {
          const later = text.replace(/^\d{3}/, reply);
          expect(refusalReason({ text: later, ofRecipient: true })).not.toBe('gone');
        },
      ),
    );
  });
});

/** Status and Diagnostic-Code of reports (RFC 3464). */
describe('a report about returned mail', () => {
  test.each<[text: string, status: string, reason: RefusalReason]>([
    ['smtp; 550-5.1.1 The email account that you tried to reach does not exist.', '5.1.1', 'gone'],
    ['smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found', '5.1.10', 'gone'],
    ['smtp; 550 No such user here', '5.0.0', 'gone'],
    ['', '5.1.1', 'gone'],
    ['X-Postfix; unknown user: "ada"', '5.1.1', 'gone'],
    ['smtp; 550 Requested action not taken: mailbox unavailable', '5.0.0', 'unavailable'],
    ['smtp; 452 4.2.2 over quota', '4.2.2', 'unavailable'],
    [
      'X-Postfix; Host or domain name not found. Name service error for name=lapsed.test',
      '5.4.4',
      'unavailable',
    ],
    ['smtp;550 4.4.7 QUEUE.Expired; message expired', '4.4.7', 'unclear'],
    ['X-Postfix; connect to mx.person.test[192.0.2.1]:25: Connection timed out', '4.4.1', 'unclear'],
    ['smtp; 550 refused', '5.0.0', 'unclear'],
    ['', '', 'unclear'],
    ['smtp; 554 5.7.1 Service unavailable; blocked using zen.spamhaus.org', '5.7.1', 'blocked'],
    // Some relays translate every 550 into 5.1.1. The words know better.
    ['smtp; 550 Message rejected as spam', '5.1.1', 'blocked'],
    ['smtp; 550 5.7.26 unauthenticated', '5.1.1', 'blocked'],
  ])('"%s", status "%s", means %s', (text, status, reason) => {
    expect(refusalReason({ text, status, ofRecipient: false })).toBe(reason);
  });
});
