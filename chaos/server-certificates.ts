/** Certificates for a web server: one that is valid, and one of the same authority that has expired. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServerCertificate {
  cert: string;
  key: string;
}

export interface ServerCertificates {
  authority: string;
  valid: ServerCertificate;
  expired: ServerCertificate;
}

export function makeServerCertificates(name: string): ServerCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'vault-web-'));
  const path = (file: string) => join(folder, file);
  const openssl = (...given: string[]) =>
    execFileSync('openssl', given, { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-addext', `subjectAltName=DNS:${name}`, '-addext', 'basicConstraints=CA:FALSE'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Vault test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', `/CN=${name}`, ...names, '-keyout', 'web.key', '-out', 'web.csr');
  const certified = (file: string, days: number): ServerCertificate => {
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copyall'];
    openssl('x509', '-req', '-in', 'web.csr', ...by, '-days', String(days), '-out', file);
    return { cert: readFileSync(path(file), 'utf8'), key: readFileSync(path('web.key'), 'utf8') };
  };
  try {
    return {
      authority: readFileSync(path('ca.pem'), 'utf8'),
      valid: certified('valid.pem', 2),
      expired: certified('expired.pem', -1),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
