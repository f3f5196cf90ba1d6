/**
 * A mail server that forgets nothing: it writes each mail to a file, as a line of JSON, before it answers 250. It can be
 * killed like any other server, and what it had accepted is still known. Mailboxes can be shut: their mails are refused,
 * and the refusals are written to the file too. Or their mails are lost after the 250, which the file says as well.
 *
 * `node chaos/catcher.ts <port> <file> <file of mailboxes>`
 */
import { openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';

/** The fate of a mail that was accepted (250) but does not arrive: it is reported as bounced, or lost without a report. */
export type Lost = 'returned' | 'dropped';

/** Mailboxes that take no mail, by their address, or by `@` and their domain. */
export type ClosedMailboxes = Record<string, { refuses: string } | { loses: Lost }>;

/** A line of the file about a mail that was refused. */
export interface Refused {
  at: number;
  to: string;
  refused: string;
}

/** A line of the file about a mail that was accepted. */
export interface Caught {
  /** When it was complete, just before the 250, in milliseconds. */
  at: number;
  to: string;
  source: string;
  lost?: Lost | undefined;
}

/**
 * Speaks the part of SMTP (RFC 5321) that our mailer needs.
 *
 * @param closed what becomes of mail to a mailbox; undefined when it takes it
 */
export function converse(
  socket: Socket,
  keep: (line: Caught | Refused) => void,
  closed: (address: string) => ClosedMailboxes[string] | undefined,
): void {
  let to = '';
  let lost: Lost | undefined;
  let content: string[] | null = null;
  let received = '';
  const answer = (line: string) => socket.write(`${line}\r\n`);

  function recipient(how: ClosedMailboxes[string] | undefined): void {
    const refused = how && 'refuses' in how ? how.refuses : undefined;
    lost = how && 'loses' in how ? how.loses : undefined;
    if (refused) keep({ at: Date.now(), to, refused });
    answer(refused ?? '250 2.1.5 ok');
  }

  function line(text: string): void {
    if (content) {
      if (text !== '.') {
        // The sender doubles a leading dot (RFC 5321, 4.5.2).
        content.push(text.startsWith('.') ? text.slice(1) : text);
        return;
      }
      keep({ at: Date.now(), to, source: content.join('\r\n'), lost });
      content = null;
      answer('250 2.0.0 kept');
      return;
    }
    switch (text.slice(0, 4).toUpperCase()) {
      case 'RCPT':
        to = /<(.*)>/.exec(text)?.[1] ?? '';
        recipient(closed(to));
        break;
      case 'DATA':
        content = [];
        answer('354 go on');
        break;
      case 'QUIT':
        socket.end('221 bye\r\n');
        break;
      default:
        answer('250 ok');
    }
  }

  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (received + chunk.toString('latin1')).split('\r\n');
    received = lines.pop() ?? '';
    for (const text of lines) line(text);
  });
  answer('220 catcher');
}

if (import.meta.main) {
  const [, , port = '', file = '', closedFile = ''] = process.argv;
  const kept = openSync(file, 'a');
  // A predecessor that was killed may have left half a line, before its 250.
  writeSync(kept, '\n');
  const keep = (line: Caught | Refused) => void writeSync(kept, `${JSON.stringify(line)}\n`);
  const closed = (address: string) => {
    const all = JSON.parse(readFileSync(closedFile, 'utf8')) as ClosedMailboxes;
    return all[address] ?? all[address.slice(address.lastIndexOf('@'))];
  };
  createServer((socket) => converse(socket, keep, closed)).listen(Number(port), '127.0.0.1');
}
