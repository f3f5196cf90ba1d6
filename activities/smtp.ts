/** Hands mails to the mail server. */
import { createTransport } from 'nodemailer';

export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves once the mail server has taken responsibility (its 250). @throws MailRefused otherwise */
  send(mail: OutgoingMail): Promise<void>;
  /** Resolves when the mail server answers. @throws MailRefused otherwise */
  probe(): Promise<void>;
  close(): void;
}

/** The mail server's no. The message is its code alone, as its words often repeat the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  from: string;
}

/** Together well under the time for which a worker holds a mail in hand, so that none is sent twice. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

const code = (error: unknown): string => {
  const { responseCode, code: word } = error as { responseCode?: number; code?: string };
  return [responseCode && `SMTP ${responseCode}`, word].filter(Boolean).join(' ') || 'unreachable';
};

/** Opens a small pool of connections to the mail server; nothing is sent until the first mail. */
export function createMailer(server: MailServer): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = server.from.match(/@([^>\s]+)/)?.[1] ?? 'localhost';
  const refused = (error: unknown): never => {
    throw new MailRefused(code(error));
  };
  return {
    async send({ id, to, subject, text, html }) {
      const messageId = `<${id}@${domain}>`;
      // An address object: the recipient is one mailbox, whatever commas or brackets it holds.
      await transport
        .sendMail({ from: server.from, to: { name: '', address: to }, subject, text, html, messageId })
        .catch(refused);
    },
    async probe() {
      await transport.verify().catch(refused);
    },
    close: () => transport.close(),
  };
}
