/** Hands mails to the mail server. */
import { Transform } from 'node:stream';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { RefusalReason } from '../switch/dead-mailbox.ts';
import { type MailPace, unlimited } from './pace.ts';
import { RETRY } from './retry.ts';
import { BUSY, isSuppressed, UNANSWERED, type Verdict, verdictOf } from './smtp-verdict.ts';

export interface OutgoingMail {
  id: string;
  /** The signed reference that identifies this attempt in a report if the mail comes back. */
  reference: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Asks for a mail's turn, before it is claimed.
   *
   * @returns 0 if it may be sent now; otherwise how long to wait before asking again, in milliseconds
   */
  turn(): Promise<number>;
  /**
   * Resolves once the mail server has taken responsibility (its 250).
   *
   * @param still called if the mail had to wait for its turn; rejects if it must no longer be sent
   * @throws MailRefused otherwise, or the error that `still` rejects with if the mail wasn't sent
   */
  send(mail: OutgoingMail, still?: () => Promise<void>): Promise<void>;
  /** Resolves when the mail server answers. @throws MailRefused otherwise */
  probe(): Promise<void>;
  /** Until when the server's certificate is valid, as the last encrypted connection showed it; null before the first. */
  certificateUntil(): Date | null;
  close(): void;
}

/** The mail server's refusal. The message is only its code, because its words often repeat the address. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** Null if the server said nothing about this mail's recipient or content. */
  readonly reason: RefusalReason | null;
  /** Whether the provider didn't ask the mailbox, because the address is on its own list. */
  readonly suppressed: boolean;
  /** Whether the mail certainly wasn't sent. If a connection broke, it may have arrived. */
  readonly unsent: boolean;
  /** Whether the server asked us to slow down, so that all mail is paused now. */
  readonly throttled: boolean;
  /** Whether the connection could not be encrypted, or the server's certificate isn't valid. */
  readonly withoutTls: boolean;
  /** Whether that is because a certificate has expired. */
  readonly certificateExpired: boolean;

  constructor(code: string, verdict: Verdict = UNANSWERED) {
    super(code);
    this.reason = verdict.reason;
    this.suppressed = verdict.suppressed ?? false;
    this.throttled = verdict.throttled ?? false;
    this.unsent = verdict.unsent;
    this.withoutTls = verdict.withoutTls ?? false;
    this.certificateExpired = verdict.certificateExpired ?? false;
  }
}

export interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  /** Whether to refuse a connection that isn't encrypted, or whose certificate isn't valid. */
  requireTls?: boolean;
  user: string;
  password: string;
  from: string;
  /** Where undeliverable mails are returned to, if not to `from`. */
  returnAddress?: string;
  /** How long a mail waits for a connection before it is refused as `busy`, in milliseconds. */
  turnMs?: number;
}

/** A server answers quickly or not at all, but may take ten minutes to accept a mail (RFC 5321, 4.5.3.2.6). */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 };

/** How many mails are sent at a time. */
const CONNECTIONS = 4;

/** Lets a limited number of mails through at a time, in order. Those that wait too long are refused as busy. */
function connectionQueue(places: number, timeoutMs: number) {
  let free = places;
  const queue = new Set<() => void>();
  return {
    /** @returns whether it had to wait */
    enter: () =>
      new Promise<boolean>((resolve, reject) => {
        if (free > 0) {
          free -= 1;
          resolve(false);
          return;
        }
        const pass = () => {
          clearTimeout(timeout);
          resolve(true);
        };
        const timeout = setTimeout(() => {
          queue.delete(pass);
          reject(new MailRefused(BUSY, { ...UNANSWERED, unsent: true }));
        }, timeoutMs);
        queue.add(pass);
      }),
    leave() {
      const [next] = queue;
      if (next) {
        queue.delete(next);
        next();
      } else free += 1;
    },
  };
}

/** Gathers a mail so that it is written to its connection at once. Otherwise each piece costs a packet. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush: (done) => done(null, Buffer.concat(pieces)),
  });
}

const code = (error: unknown): string => {
  const {
    responseCode,
    response = '',
    code: word,
  } = error as {
    responseCode?: number;
    response?: string;
    code?: string;
  };
  const enhanced = response.match(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/)?.[1];
  const suppressed = isSuppressed(response) && 'suppressed';
  const parts = [responseCode && `SMTP ${responseCode}`, enhanced, suppressed, word];
  return parts.filter(Boolean).join(' ') || 'unreachable';
};

/** Providers that replace the return address with their own include this header's value in their reports. */
const REFERENCE_HEADER = 'X-PM-Metadata-return';

/**
 * Asks programs not to answer (RFC 3834), and Exchange not to send an absence note. `All` would also suppress the
 * reports that a mail couldn't be delivered.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** A mailbox as nodemailer takes it: one, whatever commas or brackets its address holds. */
export const mailboxAt = (address: string) => ({ name: '', address });

/** The envelope of a mail that comes back to `returns+<reference>@vault.example`; none without a return address. */
export const returnEnvelope = ({ returnAddress }: MailServer, reference: string, to: string) =>
  returnAddress
    ? {
        envelope: {
          from: returnAddress.replace(/@(?=[^@]*$)/, `+${reference}@`),
          to: mailboxAt(to),
        },
      }
    : {};

/** How nodemailer connects to this server. */
export const connectionOptions = (server: MailServer) => ({
  host: server.host,
  port: server.port,
  secure: server.secure,
  requireTLS: server.requireTls ?? false,
  ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
  ...TIMEOUTS,
});

/**
 * Opens a small pool of connections to the mail server; nothing is sent until the first mail.
 *
 * @param pace shared with the other workers; if left out, nothing limits the rate
 */
export function createMailer(server: MailServer, pace: MailPace = unlimited()): Mailer {
  let certificateUntil: Date | null = null;
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    ...connectionOptions(server),
    tls: {
      // Called only once the certificate has proved to be valid.
      checkServerIdentity(host: string, certificate: PeerCertificate) {
        certificateUntil = new Date(certificate.valid_to);
        return checkServerIdentity(host, certificate);
      },
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', (mail, done) => {
    mail.message.transform(inOnePiece);
    done();
  });
  const domain = server.from.match(/@([^>\s]+)/)?.[1] ?? 'localhost';
  const connection = connectionQueue(CONNECTIONS, server.turnMs ?? RETRY.busyAfterMs);
  const refused = (error: unknown): never => {
    throw new MailRefused(code(error), verdictOf(error));
  };
  const refusedMail = async (error: unknown) => {
    const verdict = verdictOf(error);
    if (verdict.throttled) await pace.noteThrottled();
    throw new MailRefused(code(error), verdict);
  };
  return {
    turn: pace.turn,
    async send({ id, reference, to, subject, text, html }, still = async () => {}) {
      const messageId = `<${id}@${domain}>`;
      const mail = {
        ...{ from: server.from, to: mailboxAt(to), subject, text, html, messageId },
        ...returnEnvelope(server, reference, to),
        headers: { ...AUTOMATIC, [REFERENCE_HEADER]: reference },
      };
      const waited = await connection.enter();
      try {
        if (waited) {
          await still();
          // The server may have throttled a mail before it.
          if (await pace.isPaused())
            throw new MailRefused(BUSY, { ...UNANSWERED, unsent: true, throttled: true });
        }
        await transport.sendMail(mail).catch(refusedMail);
        await pace.noteAccepted();
      } finally {
        connection.leave();
      }
    },
    async probe() {
      await transport.verify().catch(refused);
    },
    certificateUntil: () => certificateUntil,
    close: () => transport.close(),
  };
}
