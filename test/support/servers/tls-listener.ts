/** A mail server with TLS that lets everybody log in and accepts no mail. */
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TlsCertificate } from '../../../chaos/certificates.ts';
import { type Listening, listening } from './listening.ts';

/** @param secure whether it speaks TLS from the first byte; otherwise it offers STARTTLS */
export function startTlsListener(certificate: TlsCertificate, secure: boolean): Promise<Listening> {
  const encrypted = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...certificate });
  return listening(
    createServer((socket) => converse(secure ? encrypted(socket) : socket, encrypted, secure)),
  );
}

function converse(socket: Socket, encrypted: (socket: Socket) => Socket, greets: boolean): void {
  const isEncrypted = socket instanceof TLSSocket;
  const answer = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => socket.destroy());
  if (greets || !isEncrypted) answer('220 listener');
  socket.on('data', function read(bytes: Buffer) {
    switch (bytes.toString().slice(0, 4).toUpperCase()) {
      case 'EHLO':
        answer(`250-listener\r\n250 ${isEncrypted ? 'AUTH PLAIN' : 'STARTTLS'}`);
        break;
      case 'STAR':
        answer('220 go on');
        socket.off('data', read);
        converse(encrypted(socket), encrypted, false);
        break;
      case 'AUTH':
        answer('235 2.7.0 welcome');
        break;
      case 'QUIT':
        socket.end('221 bye\r\n');
        break;
      default:
        answer('502 5.5.1 no such command');
    }
  });
}
