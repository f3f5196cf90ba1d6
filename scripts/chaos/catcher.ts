/**
 * A mail server that forgets nothing: every mail stands in a file, one line of JSON each, before the sender is told
 * 250. So it can be killed like any other server, and what it had accepted is known all the same.
 *
 * `node scripts/chaos/catcher.ts <port> <file>`
 */
import { openSync, writeSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';

/** A line of the file. */
export interface Caught {
  /** When its content was complete, in milliseconds; just before the 250. */
  at: number;
  to: string;
  source: string;
}

/** Speaks SMTP (RFC 5321) with one client, as far as a client of ours needs it. */
export function converse(socket: Socket, keep: (mail: Caught) => void): void {
  let to = '';
  let content: string[] | null = null;
  let received = '';
  const answer = (line: string) => socket.write(`${line}\r\n`);

  function line(text: string): void {
    if (content) {
      if (text !== '.') {
        // A dot that the sender doubled (RFC 5321, 4.5.2).
        content.push(text.startsWith('.') ? text.slice(1) : text);
        return;
      }
      keep({ at: Date.now(), to, source: content.join('\r\n') });
      content = null;
      answer('250 2.0.0 kept');
      return;
    }
    switch (text.slice(0, 4).toUpperCase()) {
      case 'RCPT':
        to = /<(.*)>/.exec(text)?.[1] ?? '';
        answer('250 2.1.5 ok');
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
  const [, , port = '', file = ''] = process.argv;
  const kept = openSync(file, 'a');
  // A predecessor that was killed may have left half a line, which nobody was told 250 for.
  writeSync(kept, '\n');
  const keep = (mail: Caught) => void writeSync(kept, `${JSON.stringify(mail)}\n`);
  createServer((socket) => converse(socket, keep)).listen(Number(port), '127.0.0.1');
}
