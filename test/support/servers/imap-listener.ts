/** An IMAP server that refuses every log-in, and remembers over which kind of connection it got a password. */
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TlsCertificate } from '../../../chaos/certificates.ts';
import { type Listening, listening } from './listening.ts';

export interface ImapListener extends Listening {
  passwords: ('in the clear' | 'encrypted')[];
}

/** @param secure whether it speaks TLS from the first byte */
export async function startImapListener(
  certificate: TlsCertificate,
  { secure, offersStartTls }: { secure: boolean; offersStartTls: boolean },
): Promise<ImapListener> {
  const passwords: ImapListener['passwords'] = [];
  const encrypted = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...certificate });

  function converse(socket: Socket, greets: boolean): void {
    const isEncrypted = socket instanceof TLSSocket;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => socket.destroy());
    if (greets) answer('* OK listener');
    socket.on('data', function read(bytes: Buffer) {
      const [tag, command] = bytes.toString().trim().split(' ');
      switch (command) {
        case 'CAPABILITY':
          answer(`* CAPABILITY IMAP4rev1${offersStartTls && !isEncrypted ? ' STARTTLS' : ''}`);
          answer(`${tag} OK done`);
          break;
        case 'STARTTLS':
          answer(`${tag} OK go on`);
          socket.off('data', read);
          converse(encrypted(socket), false);
          break;
        case 'LOGIN':
          passwords.push(isEncrypted ? 'encrypted' : 'in the clear');
          answer(`${tag} NO wrong password`);
          break;
        default:
          answer(`${tag} BAD no such command`);
      }
    });
  }

  const server = await listening(
    createServer((socket) => converse(secure ? encrypted(socket) : socket, true)),
  );
  return { ...server, passwords };
}
