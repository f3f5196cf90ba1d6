/** Certificates for tests and drills. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TlsCertificate {
  cert: string;
  key: string;
}

type Subject = 'authority' | 'other' | 'client' | 'valid' | 'expired';

/**
 * Two authorities, and the certificates that the first has issued: a client's, and two of a server, one valid and one
 * expired. Each is also in the folder, as `client.pem` and `client.key`.
 *
 * @param name the server's, as `DNS:<host>` or `IP:<address>`
 */
export function makeCertificates(name: string, folder: string): Record<Subject, TlsCertificate> {
  const openssl = (...given: string[]) =>
    execFileSync('openssl', given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const made = (subject: Subject): TlsCertificate => ({
    cert: readFileSync(join(folder, `${subject}.pem`), 'utf8'),
    key: readFileSync(join(folder, `${subject}.key`), 'utf8'),
  });
  const request = (subject: Subject, ...more: string[]) => {
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      `${subject}.key`,
    ];
    openssl('req', ...key, '-subj', `/CN=Vault test ${subject}`, ...more);
  };
  const authority = (subject: Subject) => {
    request(subject, '-x509', '-days', '2', '-out', `${subject}.pem`);
    return made(subject);
  };
  const certified = (subject: Subject, days: number, ...extensions: string[]) => {
    const more = ['basicConstraints=CA:FALSE', ...extensions].flatMap((each) => ['-addext', each]);
    request(subject, ...more, '-out', 'request.pem');
    const by = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
    const out = ['-copy_extensions', 'copyall', '-days', String(days), '-out', `${subject}.pem`];
    openssl('x509', '-req', '-in', 'request.pem', ...by, ...out);
    return made(subject);
  };
  return {
    authority: authority('authority'),
    other: authority('other'),
    client: certified('client', 2),
    valid: certified('valid', 2, `subjectAltName=${name}`),
    expired: certified('expired', -1, `subjectAltName=${name}`),
  };
}
