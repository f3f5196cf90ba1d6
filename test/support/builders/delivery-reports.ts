/** Reports of returned mails (RFC 3464) as different servers write them. */

/** @param to the return address of the mail, with its reference */
type WriteReport = (to: string) => string;

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

export const postfix: WriteReport = (to) =>
  crlf(`Return-Path: <>
Received: by relay.example.net (Postfix) id 4F1XYZ; Mon,  2 Nov 2026 10:00:00 +0000 (UTC)
Date: Mon,  2 Nov 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@relay.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="4F1.1793613600/relay.example.net"
Message-Id: <20261102100000.4F1XYZ@relay.example.net>

This is a MIME-encapsulated message.

--4F1.1793613600/relay.example.net
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host relay.example.net.

<owner@example.test>: host mx.example.test[192.0.2.1] said: 550 5.1.1
    <owner@example.test>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)

--4F1.1793613600/relay.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.net
X-Postfix-Queue-ID: 4F1XYZ
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Mon,  2 Nov 2026 09:59:59 +0000 (UTC)

Final-Recipient: rfc822; owner@example.test
Original-Recipient: rfc822;owner@example.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.test
Diagnostic-Code: smtp; 550 5.1.1 <owner@example.test>: Recipient address
    rejected: User unknown in virtual mailbox table

--4F1.1793613600/relay.example.net
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <${to}>
From: Vault Handover <vault@vault.test>
To: owner@example.test
Subject: Reminder 1 of 3

--4F1.1793613600/relay.example.net--
`);

/** Exim puts its failures under 5.0.0, whatever the other server said. */
export const exim: WriteReport = (to) =>
  crlf(`Return-path: <>
X-Failed-Recipients: owner@example.test
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.net>
To: ${to}
References: <id@vault.test>
Content-Type: multipart/report; report-type=delivery-status; boundary=1793613600-eximdsn-804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1abc-000000-00@mail.example.net>
Date: Mon, 02 Nov 2026 10:00:00 +0000

--1793613600-eximdsn-804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1793613600-eximdsn-804289383
Content-type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Action: failed
Final-Recipient: rfc822;owner@example.test
Status: 5.0.0
Remote-MTA: dns; mx.example.test
Diagnostic-Code: smtp; 550 No such person at this address

--1793613600-eximdsn-804289383
Content-type: message/rfc822

Return-path: <${to}>
From: Vault Handover <vault@vault.test>
To: owner@example.test
Subject: Reminder 1 of 3

Text
--1793613600-eximdsn-804289383--
`);

/** Exchange Online writes the words in base64 and repeats its server in the diagnostic. */
export const exchange: WriteReport = (to) =>
  crlf(`From: <postmaster@example.onmicrosoft.com>
To: <${to}>
Date: Mon, 2 Nov 2026 10:00:00 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="1a2b3c4d-0000-4000-8000-000000000000"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <1a2b@DU2PR04.eurprd04.prod.outlook.com>
In-Reply-To: <id@vault.test>
Subject: Undeliverable: Reminder 1 of 3
Auto-Submitted: auto-replied
MIME-Version: 1.0

--1a2b3c4d-0000-4000-8000-000000000000
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="5e6f7a8b-0000-4000-8000-000000000000"

--5e6f7a8b-0000-4000-8000-000000000000
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: base64

WW91ciBtZXNzYWdlIGNvdWxkbid0IGJlIGRlbGl2ZXJlZC4=

--5e6f7a8b-0000-4000-8000-000000000000--

--1a2b3c4d-0000-4000-8000-000000000000
Content-Type: message/delivery-status

Reporting-MTA: dns;DU2PR04MB0000.eurprd04.prod.outlook.com
Received-From-MTA: dns;relay.example.net
Arrival-Date: Mon, 2 Nov 2026 09:59:58 +0000

Original-Recipient: rfc822;owner@example.test
Final-Recipient: rfc822;owner@example.test
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient owner@example.test not found by SMTP address lookup

--1a2b3c4d-0000-4000-8000-000000000000
Content-Type: message/rfc822

Return-Path: <${to}>
From: Vault Handover <vault@vault.test>
To: <owner@example.test>
Subject: Reminder 1 of 3

Text
--1a2b3c4d-0000-4000-8000-000000000000--
`);

export const gmail: WriteReport = (to) =>
  crlf(`Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${to}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <id@vault.test>
In-Reply-To: <id@vault.test>
X-Failed-Recipients: owner@example.test
Message-ID: <6547.a@mx.google.com>
Date: Mon, 02 Nov 2026 02:00:00 -0800 (PST)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1b2c3"; report-type=delivery-status

--000000000000a1b2c3
Content-Type: multipart/related; boundary="000000000000d4e5f6"

--000000000000d4e5f6
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000d4e5f6--
--000000000000a1b2c3
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 02 Nov 2026 01:59:59 -0800 (PST)
X-Original-Message-ID: <id@vault.test>

Final-Recipient: rfc822; owner@example.test
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.test. (192.0.2.1, the server for the domain example.test.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 double-checking the recipient's email address for typos or
 unnecessary spaces.
Last-Attempt-Date: Mon, 02 Nov 2026 02:00:00 -0800 (PST)

--000000000000a1b2c3
Content-Type: message/rfc822

From: Vault Handover <vault@vault.test>
To: owner@example.test
Subject: Reminder 1 of 3

Text
--000000000000a1b2c3--
`);

/** A mailbox that was full for days: Postfix gives up with a temporary status. */
export const expired: WriteReport = (to) =>
  postfix(to)
    .replace('Status: 5.1.1', 'Status: 4.2.2')
    .replace(/Diagnostic-Code:[\s\S]*?mailbox table/, 'Diagnostic-Code: smtp; 452 4.2.2 Mailbox full');

/** The domain is gone: no other server said anything. */
export const noDomain: WriteReport = (to) =>
  postfix(to)
    .replace('Status: 5.1.1', 'Status: 5.4.4')
    .replace(
      /Diagnostic-Code:[\s\S]*?mailbox table/,
      'Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error',
    );

/** Not yet given up. */
export const delayed: WriteReport = (to) =>
  postfix(to).replace('Action: failed', 'Action: delayed').replace('Status: 5.1.1', 'Status: 4.4.1');

/** Refused because of the sender. */
export const blocked: WriteReport = (to) =>
  exchange(to)
    .replace('Status: 5.1.10', 'Status: 5.7.1')
    .replace(/550 5\.1\.10.*/, '550 5.7.1 Service unavailable, client host blocked using Spamhaus\r');

/** A diagnostic of any length: in base64, because mail servers break long lines. */
export const withDiagnostic =
  (diagnostic: string): WriteReport =>
  (to) => {
    const fields = `Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: ${diagnostic}\r\n`;
    const encoded = Buffer.from(fields).toString('base64').replace(/.{76}/g, '$&\r\n');
    return postfix(to).replace(
      /(?<=message\/delivery-status\r\n)[\s\S]*?(?=\r\n--)/,
      `Content-Transfer-Encoding: base64\r\n\r\n${encoded}`,
    );
  };

/** As many texts as a report can hold that look like references. */
export const withManyReferences: WriteReport = (to) =>
  postfix(to) +
  Array.from({ length: 18_000 }, (_, i) => `${i.toString(16).padStart(32, '0')}-${'0'.repeat(16)}\r\n`).join(
    '',
  );

/** Someone's answer, which quotes our mail. */
export const answer: WriteReport = (to) =>
  crlf(`From: Owner <owner@example.test>
To: ${to}
Subject: Re: Reminder 1 of 3
MIME-Version: 1.0
Content-Type: text/plain

I am away. Action: failed. Status: 5.1.1
`);
