/** What is in front of a Temporal elsewhere: TLS with a client certificate, an API key, and fewer permissions. */
import { connect, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { makeCertificates } from '../../chaos/certificates.ts';

/** The name in the server's certificate. No address of this machine has it. */
export const SERVER_NAME = 'temporal.vault.test';

const refuse = (stream: ServerHttp2Stream, status: number) =>
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status) },
    { endStream: true },
  );

/**
 * Ends TLS in front of a Temporal on this machine, as a cloud does. It admits only clients with a certificate of its
 * authority and the API key, and allows nobody an operator's calls.
 */
export async function startTemporalProxy(
  target: string,
  { authority, valid }: ReturnType<typeof makeCertificates>,
  apiKey: string,
): Promise<{ address: string; close(): Promise<void> }> {
  const upstream = connect(`http://${target}`);
  const server = createSecureServer({
    ca: authority.cert,
    ...valid,
    requestCert: true,
    rejectUnauthorized: true,
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(stream, 16);
    if (headers[':path']?.includes('OperatorService')) return refuse(stream, 7);
    const { ':authority': _authority, ':scheme': _scheme, ...rest } = headers;
    const call = upstream.request(rest);
    stream.on('close', () => call.close());
    call.on('error', () => stream.close());
    call.on('response', ({ ':status': status = 200, ...answer }, flags) => {
      // A failed call has its status here and nothing after it.
      if (flags & 1) return stream.respond({ ':status': status, ...answer }, { endStream: true });
      stream.respond({ ':status': status, ...answer }, { waitForTrailers: true });
      let trailers = {};
      call.on('trailers', (given) => {
        trailers = { 'grpc-status': given['grpc-status'], 'grpc-message': given['grpc-message'] ?? '' };
      });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      call.pipe(stream);
    });
    stream.pipe(call);
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
