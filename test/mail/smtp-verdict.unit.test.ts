/** What the replies of real mail servers say about a mailbox. The addresses and networks in them are made up. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { refusalReason, verdictOf } from '../../mail/smtp-verdict.ts';
import type { RefusalReason } from '../../switch/dead-mailbox.ts';

type VerdictCase = [server: string, text: string, reason: RefusalReason, ofRecipient: boolean];

/**
 * @param replies one after the other, each behind the name of its server. The further lines of a reply are indented
 * more. It came after the recipient, unless it says that it came after the content.
 */
const repliesThatMean = (reason: RefusalReason, replies: string): VerdictCase[] =>
  replies
    .split(/\n {2}(?=\S)/)
    .slice(1)
    .map((reply) => {
      const [, server, after, text] = /^([\w.]+)(, after the content)?: (.*)$/s.exec(reply)!;
      return [server!, text!.replace(/\n */g, '\r\n'), reason, !after];
    });

const GONE = repliesThatMean(
  'gone',
  `
  Gmail: 550-5.1.1 The email account that you tried to reach does not exist. Please try
      550-5.1.1 double-checking the recipient’s email address for typos or
      550 5.1.1 unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser - gsmtp
  Gmail: 550 5.2.1 The email account that you tried to reach is disabled. - gsmtp
  Gmail: 553 5.1.2 We weren’t able to find the recipient domain. Please check for any errors
  Exchange: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
  Exchange: 550 5.1.1 RESOLVER.ADR.ExRecipNotFound; not found
  Yahoo, after the content: 554 delivery error: dd This user doesn’t have a yahoo.com account (ada@yahoo.com) [0] - mta4471.mail.bf1.yahoo.com
  Yahoo, after the content: 554 30 Sorry, your message to ada@yahoo.com cannot be delivered. This mailbox is disabled (554.30).
  AOL: 550 5.1.1 <ada@aol.com>: Recipient address rejected: aol.com
  iCloud: 550 5.1.1 <ada@icloud.com>: user does not exist
  GMX: 550-Requested action not taken: mailbox unavailable
      550 For explanation visit https://postmaster.gmx.net/en/error-messages?ip=192.0.2.1&c=rnf
  Postfix: 550 5.1.1 <ada@person.test>: Recipient address rejected: User unknown in virtual mailbox table
  Postfix: 550 5.1.1 <full-rate@sender.test>: User unknown in relay recipient table
  Exim: 550 No such user here
  sendmail: 550 5.0.0 User unknown
  Proofpoint: 550 5.1.1 User Unknown
  Mimecast: 550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550
  any: 551 User not local
  any: 553 mailbox name not allowed
  any: 550
  any: 550 Unrouteable address
  any: 550 5.2.1 mailbox disabled
  any: 556 5.1.10 Recipient address has null MX`,
);

const UNAVAILABLE = repliesThatMean(
  'unavailable',
  `
  Gmail: 452-4.2.2 The recipient’s inbox is out of storage space. - gsmtp
  Gmail: 552-5.2.2 The recipient’s inbox is out of storage space and inactive. - gsmtp
  Exchange: 550 5.4.1 Recipient address rejected: Access denied. [DB8EUR05FT064.eop-eur05.prod]
  Exchange: 554 5.2.2 mailbox full; STOREDRV.Deliver.Exception: over the quota limit
  Outlook: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).
  iCloud: 552 5.2.2 <ada@icloud.com>: user is over quota
  GMX: 552-Requested mail action aborted: exceeded storage allocation
      552 Quota exceeded.
  Postfix: 450 4.1.2 <ada@lapsed.test>: Recipient address rejected: Domain not found
  Postfix: 450 4.1.1 <ada@person.test>: Recipient address rejected: unverified address
  Dovecot: 450 4.2.1 Mailbox disabled
  any: 550 Mailbox quota exceeded
  any: 550 Postfach voll
  any: 550 Mailbox voll
  any: 550 boîte aux lettres pleine
  any: 550 Zugriff verweigert
  any: 550 Mail nicht angenommen, zu viele Verbindungen
  any: 550 Message refusé
  any: 550 Benutzer unbekannt`,
);

const UNCLEAR = repliesThatMean(
  'unclear',
  `
  Gmail: 421-4.3.0 Temporary System Problem. Try again later. - gsmtp
  Exchange: 452 4.3.1 Insufficient system resources
  Exchange: 451 4.4.62 Mail sent to the wrong Office 365 region. ATTR35.
  Mimecast: 451 Internal resource temporarily unavailable - https://community.mimecast.com
  GMX: 450 Requested mail action not taken: mailbox unavailable
  Exim: 451 Temporary local problem - please try later
  any: 554 Transaction failed
  any: 550 5.1.0 address rejected
  any: 550 Temporary lookup failure
  any: 550 Please try again later
  any: 550 Message rejected
  any, after the content: 550 refused`,
);

const BLOCKED = repliesThatMean(
  'blocked',
  `
  Gmail: 421-4.7.0 [192.0.2.1 15] Our system has detected an unusual rate of unsolicited mail originating from your IP address.
  Gmail: 421-4.7.28 Gmail has detected an unusual rate of mail originating from your SPF domain
  Gmail: 550-5.7.26 Your email has been blocked because the sender is unauthenticated.
  Gmail, after the content: 550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.
  Gmail: 450-4.2.1 The user you are trying to contact is receiving mail too quickly.
  Gmail: 550-5.2.1 The user you are trying to contact is receiving mail
      550 5.2.1 at a rate that is too high
  Gmail: 550 5.4.5 Daily SMTP relay limit exceeded for user.
  Gmail: 452 4.5.3 Your message has too many recipients.
  Outlook: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Please contact your Internet service provider since part of their network is on our block list (S3150).
  Outlook: 550 SC-001 Mail rejected by Outlook.com for policy reasons. Reasons may be content
  Exchange: 550 5.7.606 Access denied, banned sending IP [192.0.2.1].
  Exchange: 550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.
  Exchange: 550 5.7.515 Access denied, sending domain doesn’t meet the required authentication level
  Exchange: 451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.
  Exchange: 451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)
  Exchange: 550 5.1.8 Access denied, bad outbound sender
  Exchange: 432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded
  Yahoo: 421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1
  Yahoo: 553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus’s list
  Yahoo, after the content: 554 Message not allowed - [PH01] Email not accepted for policy reasons.
  AOL: 554 5.7.9 Message not accepted for policy reasons.
  iCloud: 550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com
  iCloud, after the content: 554 5.7.1 [HM08] Message rejected due to local policy.
  GMX: 550-Requested action not taken: mailbox unavailable
      550 Reject due to policy restrictions.
  web.de: 554-web.de (mxweb112) Nemesis ESMTP Service not available
      554 IP address is block listed.
  web.de: 450-Requested mail action not taken: mailbox unavailable
      450 Sender IP address is greylisted.
  web.de: 554-Bad DNS PTR resource record.
      554 For explanation visit https://postmaster.web.de
  Proofpoint: 550 5.7.0 Local Policy Violation
  Proofpoint: 554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1
  Proofpoint: 550 5.7.1 Delivery not authorized, message refused
  Mimecast: 550 csi.mimecast.org Poor Reputation Sender.
  Mimecast: 550 Administrative prohibition - envelope blocked
  Mimecast, after the content: 554 Email rejected due to security policies
  Mimecast: 550 Rate limit exceeded
  Spamhaus: 550 5.7.1 Service unavailable; client [192.0.2.1] blocked using zen.spamhaus.org
  Spamhaus: 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using Spamhaus.
  Spamhaus: 550 JunkMail rejected - host [192.0.2.1] is in an RBL: https://www.spamhaus.org/query/ip
  Postfix: 450 4.2.0 <ada@person.test>: Recipient address rejected: Greylisted
  Postfix: 451 4.7.1 <ada@person.test>: Recipient address rejected: try again later
  Postfix: 554 5.7.1 <ada@person.test>: Relay access denied
  Postfix: 550 5.1.1 <vault@vault.test>: Sender address rejected: undeliverable address
  Exim: 550 Verification failed for <vault@vault.test>
  Exim: 550 relay not permitted
  any: 530 5.7.0 Authentication required
  any: 550 Too many messages, slow down
  any: 550 Message rejected, your IP has no reverse name
  any: 552 5.2.3 Message size exceeds fixed maximum message size
  any, after the content: 554 5.6.0 Corrupt message content`,
);

describe('a refusal', () => {
  test.each([...GONE, ...UNAVAILABLE, ...UNCLEAR, ...BLOCKED])(
    'by %s: "%s" means %s',
    (_, text, reason, ofRecipient) => {
      expect(refusalReason({ text, ofRecipient })).toBe(reason);
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

// A pattern that takes quadratic time needs minutes for each of these.
test.each(['x', ' ', '@'])('a reply of a million times "%s" is read at once', (character) => {
  const text = character.repeat(1e6);
  expect(refusalReason({ text, ofRecipient: false })).toBe('unclear');
  expect(verdictOf({ command: 'DATA', responseCode: 450, response: text })).toMatchObject({
    reason: 'unclear',
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
    // Some relays translate every 550 into 5.1.1. The text is more precise.
    ['smtp; 550 Message rejected as spam', '5.1.1', 'blocked'],
    ['smtp; 550 5.7.26 unauthenticated', '5.1.1', 'blocked'],
    // Amazon SES asked no mail server: the address is on the account's own list, or on that of all its customers.
    [
      'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
      '5.1.1',
      'blocked',
    ],
    [
      'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
      '5.1.1',
      'blocked',
    ],
    ['smtp; 550 5.1.1 <suppressed@person.test>: User unknown', '5.1.1', 'gone'],
    // From the mailbox's own server.
    ['smtp; 550 5.1.1 <a@person.test>: Recipient address rejected: inactive recipient', '5.1.1', 'gone'],
  ])('"%s", status "%s", means %s', (text, status, reason) => {
    expect(refusalReason({ text, status, ofRecipient: false })).toBe(reason);
  });
});
