/** The part of SMTP (RFC 5321) that our mailer needs, for servers that catch, refuse or count mails. */
import type { Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string;
  source: string;
}

/** A server's answers where they differ from those of a server that accepts everything. */
export interface SmtpAnswers {
  /**
   * @param name the first four letters of the command, in upper case
   * @param address the address in it
   */
  command?(name: string, address: string): string | null;
  /** To a mail that has arrived whole. */
  mail(mail: ReceivedMail): string | null | Promise<string | null>;
}

/** Speaks with one client. */
export function converse(socket: Socket, { command, mail }: SmtpAnswers): void {
  let from = '';
  let to = '';
  let content: string[] | null = null;
  let received = '';
  const answer = (line: string) => socket.write(`${line}\r\n`);

  async function contentEnded(source: string): Promise<void> {
    answer((await mail({ from, to, source })) ?? '250 2.0.0 taken');
  }

  function line(text: string): void {
    if (content && text !== '.') {
      // The sender doubles a leading dot (RFC 5321, 4.5.2).
      content.push(text.startsWith('.') ? text.slice(1) : text);
      return;
    }
    if (content) {
      void contentEnded(content.join('\r\n'));
      content = null;
      return;
    }
    const name = text.slice(0, 4).toUpperCase();
    const address = /<(.*)>/.exec(text)?.[1] ?? '';
    if (name === 'MAIL') from = address;
    if (name === 'RCPT') to = address;
    if (name === 'QUIT') {
      socket.end('221 bye\r\n');
      return;
    }
    const own = command?.(name, address) ?? null;
    if (name === 'DATA' && own === null) content = [];
    answer(own ?? (content ? '354 go on' : '250 ok'));
  }

  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (received + chunk.toString('latin1')).split('\r\n');
    received = lines.pop() ?? '';
    for (const text of lines) line(text);
  });
  answer('220 ready');
}
