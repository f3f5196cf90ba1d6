import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { makeCertificates, type TlsCertificate } from '../../chaos/certificates.ts';
import { Mail } from '../../db/entities/mail.ts';
import { OperatorLog } from '../../db/entities/operator-log.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { adminCommand } from '../support/clients/admin-command.ts';
import { runScript } from '../support/clients/run-script.ts';
import { listening } from '../support/servers/listening.ts';
import { type SmtpListener, startSmtpListener } from '../support/servers/smtp-listener.ts';
import { useApi } from '../support/servers/use-api.ts';
import { serviceVariables } from '../support/service-variables.ts';
import { useFolder } from '../support/use.ts';

const TO = 'ada@person.test';

const folder = useFolder('test-mail-');
const api = await useApi({}, { clock: Date.now });
const variables = serviceVariables(api.config);
let listener: SmtpListener;
beforeEach(async () => {
  listener = await startSmtpListener();
});
afterEach(() => listener.close());

const testMail = (settings: Record<string, string> = {}) =>
  adminCommand(['test-mail', TO, '--data', folder], {
    ...variables,
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(listener.port), ...settings },
  });
const results = async () =>
  (await api.em().find(OperatorLog, { action: 'mail_tested' }, { orderBy: { id: 'asc' } })).map(
    ({ detail }) => detail,
  );

describe('test-mail', () => {
  test('shows what the server said to a mail that it accepted, is logged, and puts nothing into the queue', async () => {
    const { code, stdout } = await testMail();
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^127\.0\.0\.1:\d+ accepted a mail to ada@person\.test: 250 2\.0\.0 taken\n/),
    ]);
    expect(listener.taken).toEqual([TO]);
    expect(await results()).toEqual([{ result: 'accepted' }]);
    expect(await api.em().count(Mail, {})).toBe(0);
  });

  test('shows which part of a mail was refused, in the server’s own words', async () => {
    listener.onRecipient = () => '550 5.1.1 no such user';
    const { code, stdout } = await testMail();
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining('The server said to RCPT TO: 550 5.1.1 no such user\n'),
    ]);
  });

  test('has the return address of all other mail, which the server may refuse', async () => {
    const settings = { BOUNCE_ADDRESS: 'returns@vault.test' };
    expect(await testMail(settings)).toMatchObject({ code: 0 });
    expect(listener.returnAddresses).toEqual([expect.stringMatching(/^returns\+[0-9a-f-]{49}@vault\.test$/)]);
    listener.onSender = () => '553 5.1.8 no such sender';
    const { code, stdout } = await testMail(settings);
    expect([code, stdout]).toEqual([3, expect.stringContaining('check SMTP_FROM, and BOUNCE_ADDRESS')]);
    expect(stdout).toContain('The server said to MAIL FROM: 553 5.1.8 no such sender\n');
  });

  test('names the variables of a log-in that was refused, and not the password', async () => {
    listener.onLogIn = () => '535 5.7.8 bad credentials';
    const { code, stdout, stderr } = await testMail({ SMTP_USER: 'vault', SMTP_PASS: 'a secret of theirs' });
    expect([code, stdout]).toEqual([3, expect.stringContaining('check SMTP_USER and SMTP_PASS')]);
    expect(stdout).toContain('535 5.7.8 bad credentials');
    expect(stdout + stderr).not.toContain('a secret of theirs');
  });

  test('sends nothing to a server without encryption, where that is required', async () => {
    const { code, stdout } = await testMail({ SMTP_REQUIRE_TLS: 'true' });
    expect([code, stdout]).toEqual([3, expect.stringContaining('offers no STARTTLS')]);
    expect(listener.taken).toEqual([]);
  });

  test('says where nothing listens, and that no mail server is configured', async () => {
    const { stdout } = await testMail({ SMTP_PORT: String(await freePort()) });
    expect(stdout).toContain('nothing listens there: check SMTP_HOST and SMTP_PORT');
    expect(await testMail({ SMTP_HOST: '' })).toMatchObject({
      ...{ code: 1, stderr: 'No mail server is configured: set SMTP_HOST.\n' },
    });
  });
});

describe('test-mail from the image, to a server with TLS', () => {
  const certificates = makeCertificates('DNS:localhost', folder);

  async function answer(certificate: TlsCertificate, settings: Record<string, string>) {
    const server = createServer(certificate, (socket) =>
      socket.on('error', () => {}).end('554 no mail here\r\n'),
    );
    await using listener = await listening(server);
    return await runScript('admin/main', ['test-mail', TO], {
      ...variables,
      ...{ SMTP_HOST: 'localhost', SMTP_PORT: String(listener.port), SMTP_SECURE: 'true', ...settings },
    });
  }

  test('names a certificate that expired, is for another name, or comes from an unknown authority', async () => {
    const known = { NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') };
    expect((await answer(certificates.expired, known)).stdout).toContain('certificate has expired');
    expect((await answer(certificates.valid, { ...known, SMTP_HOST: '127.0.0.1' })).stdout).toContain(
      'certificate is for another name',
    );
    expect((await answer(certificates.valid, {})).stdout).toMatch(/authority.* NODE_EXTRA_CA_CERTS/);
    const { code, stdout } = await answer(certificates.valid, known);
    expect([code, stdout]).toEqual([3, expect.stringContaining('554 no mail here')]);
  });

  test('takes no data folder, since the environment names the service', async () => {
    expect(await runScript('admin/main', ['due', '--data', folder], variables)).toMatchObject({
      code: 2,
      stderr: '--data is for npm start: here the environment names the service.\n',
    });
  });
});
