/** `npm run admin -- test-mail`: sends one mail past the queue, and shows what the mail server said. */
import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { activitySecretsOf, mailConfigured, mailServerOf } from '../../config.ts';
import { recordOperator } from '../../db/operator-log.ts';
import { returnReferences } from '../../db/return-reference.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { connectionOptions, mailboxAt, returnEnvelope } from '../../mail/smtp.ts';
import { type AdminService, addressIn, type CommandResult } from './service.ts';

/** What nodemailer says about a failed attempt. */
interface SendError {
  /** Node's or nodemailer's name for what failed. */
  code?: string;
  originalCode?: string;
  /** The SMTP command that was refused. */
  command?: string;
  /** The server's own words. */
  response?: string;
  message: string;
}

/** What to do about a failure, by its code. */
const ADVICE: Record<string, string> = {
  CERT_HAS_EXPIRED: 'the server’s certificate has expired: its operator has to renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'the server’s certificate is self-signed: add its authority to NODE_EXTRA_CA_CERTS',
  SELF_SIGNED_CERT_IN_CHAIN:
    'this machine does not know the authority of the server’s certificate: add it to NODE_EXTRA_CA_CERTS',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the server does not send the certificate of its authority: ask its operator to send the whole chain, or add the authority to NODE_EXTRA_CA_CERTS here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'this machine does not know the authority of the server’s certificate: add it to NODE_EXTRA_CA_CERTS',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the server’s certificate is for another name: SMTP_HOST has to be a name that it lists',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the server does not begin with TLS on this port: set SMTP_SECURE=false for STARTTLS, or use its port for TLS (465)',
  ETLS: 'the server offers no STARTTLS, so nothing was sent: use its port for TLS with SMTP_SECURE=true, or SMTP_REQUIRE_TLS=false if nobody can intercept the connection',
  EAUTH: 'the server refuses the log-in: check SMTP_USER and SMTP_PASS',
  ECONNREFUSED: 'nothing listens there: check SMTP_HOST and SMTP_PORT',
  ENOTFOUND: 'there is no machine of this name: check SMTP_HOST',
  EDNS: 'there is no machine of this name: check SMTP_HOST',
  ETIMEDOUT:
    'the server does not answer: check SMTP_HOST and SMTP_PORT, and whether a firewall blocks the port',
  EENVELOPE:
    'the server refuses the sender or the recipient: check SMTP_FROM, and BOUNCE_ADDRESS if it is set',
};

const TEXT = `This is a test. An operator of this service sent it with the command test-mail.

If you can read it, the service can send mail to this address.
`;

/** OpenSSL's and Node's names are at the end of some messages, and in the code of others. */
const codesOf = ({ code, originalCode, message }: SendError): string[] => [
  ...(originalCode ? [originalCode] : []),
  ...(/wrong version number/i.test(message) ? ['ERR_SSL_WRONG_VERSION_NUMBER'] : []),
  ...(code ? [code] : []),
];

/** @returns what the server said; exits with 3 if it didn't accept the mail */
export async function testMail(service: AdminService, text: string): Promise<CommandResult> {
  const { orm, operator, clock, config } = service;
  if (!mailConfigured(config)) throw new Failure('No mail server is configured: set SMTP_HOST');
  const to = addressIn(text);
  const server = mailServerOf(config);
  const where = `${server.host}:${server.port}`;
  const transport = createTransport({ ...connectionOptions(server), socketTimeout: 60_000 });
  // The reference of no queued mail: a report about this one changes nothing.
  const reference = returnReferences(activitySecretsOf(config)).of(randomUUID(), 1);
  const record = async (result: string) =>
    recordOperator(orm.em.fork(), {
      at: new Date(await clock()),
      operator,
      action: 'mail_tested',
      detail: { result },
    });
  try {
    const { response } = await transport.sendMail({
      from: server.from,
      to: mailboxAt(to),
      ...returnEnvelope(server, reference, to),
      subject: 'A test of the mail server',
      text: TEXT,
    });
    await record('accepted');
    const encrypted = server.secure || server.requireTls ? ', over an encrypted connection' : '';
    return `${where} accepted a mail to ${to}${encrypted}: ${response}\nNow check that mailbox, including its spam folder.`;
  } catch (error) {
    const failure = error as SendError;
    const codes = codesOf(failure);
    await record(codes[0] ?? 'failed');
    const advice = codes.map((code) => ADVICE[code]).find(Boolean);
    const during = failure.command && failure.response ? ` to ${failure.command}` : '';
    const said = failure.response
      ? `The server said${during}: ${failure.response}`
      : `${codes.join(' ') || 'failed'}: ${failure.message}`;
    return {
      code: 3,
      text: `${where} did not accept a mail to ${to}${advice ? `: ${advice}` : ''}.\n${said}`,
    };
  } finally {
    transport.close();
  }
}
