/** TLS in front of the campaign's mail server, with a certificate that can be changed while it runs. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { makeCertificates } from './certificates.ts';

export interface TlsFront {
  /** Variables with which the service uses it and trusts its authority. */
  variables: Record<string, string>;
  /** Presents this certificate from now on. Open connections end. */
  present(which: 'valid' | 'expired'): void;
  close(): Promise<void>;
}

/** @param folder for its certificates */
export async function startTlsFront(
  target: { host: string; port: number },
  folder: string,
): Promise<TlsFront> {
  const certificates = makeCertificates('DNS:localhost', folder);
  const sockets = new Set<Socket>();
  const server = createServer(certificates.valid, (socket) => {
    const behind = connect(target.port, target.host);
    for (const each of [socket, behind]) {
      sockets.add(each);
      each
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(each);
          socket.destroy();
          behind.destroy();
        });
    }
    socket.pipe(behind).pipe(socket);
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    variables: {
      SMTP_HOST: 'localhost',
      SMTP_PORT: String((server.address() as AddressInfo).port),
      SMTP_SECURE: 'true',
      SMTP_REQUIRE_TLS: 'true',
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    },
    present(which) {
      server.setSecureContext(certificates[which]);
      hangUp();
    },
    async close() {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
