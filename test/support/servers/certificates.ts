/** Certificates for a server that asks its clients for theirs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** Paths of PEM files. */
  ca: string;
  otherCa: string;
  serverCert: string;
  serverKey: string;
  clientCert: string;
  clientKey: string;
  remove(): void;
}

/**
 * Two authorities, and a server and a client certified by the first.
 *
 * @param name the server's, as `DNS:<host>` or `IP:<address>`
 */
export function makeCertificates(name: string): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'vault-tls-'));
  const path = (file: string) => join(folder, file);
  const make = (file: string, subject: string, ...more: string[]) =>
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
        ],
        ...['-subj', `/CN=${subject}`, '-keyout', path(`${file}.key`), '-out', path(`${file}.pem`), ...more],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  const signed = ['-CA', path('ca.pem'), '-CAkey', path('ca.key'), '-addext', 'basicConstraints=CA:FALSE'];
  make('ca', 'Vault test authority');
  make('other', 'Another authority');
  make('server', 'vault server', ...signed, '-addext', `subjectAltName=${name}`);
  make('client', 'vault', ...signed);
  return {
    ca: path('ca.pem'),
    otherCa: path('other.pem'),
    serverCert: path('server.pem'),
    serverKey: path('server.key'),
    clientCert: path('client.pem'),
    clientKey: path('client.key'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
