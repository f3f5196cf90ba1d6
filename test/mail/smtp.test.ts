import { X509Certificate } from 'node:crypto';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createMailer, type Mailer } from '../../activities/index.ts';
import { makeCertificates } from '../../chaos/certificates.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Token } from '../../db/entities/token.ts';
import { claimMail, ensureMail } from '../../db/mail.ts';
import { freePort } from '../../dev/processes/ports.ts';
import { deliver } from '../../mail/deliver.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { mailCheck } from '../../worker/mail-check.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { rowsContaining } from '../support/rows-containing.ts';
import { activityDeps } from '../support/servers/activity-deps.ts';
import { listening } from '../support/servers/listening.ts';
import { type SmtpListener, startSmtpListener } from '../support/servers/smtp-listener.ts';
import { startTlsListener } from '../support/servers/tls-listener.ts';
import { useApi } from '../support/servers/use-api.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/use.ts';

let listener: SmtpListener;
let mailer: Mailer;
const TURN_MS = 2_000;
const CERTIFICATES = makeCertificates('DNS:localhost', useFolder('smtp-'));
const open = (port: number, login = { user: '', password: '' }) =>
  createMailer({
    host: '127.0.0.1',
    port,
    secure: false,
    ...login,
    from: 'Vault Handover <vault@vault.test>',
    turnMs: TURN_MS,
  });
beforeEach(async () => {
  listener = await startSmtpListener();
  mailer = open(listener.port);
});
afterEach(async () => {
  mailer.close();
  await listener.close();
});

const REFERENCE = '01234567890123456789abcdef012345-0123456789abcdef';
const mailTo = (to: string) => ({
  id: `id-of-${to}`,
  to,
  reference: REFERENCE,
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
});
const reasonOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => 'it was taken',
    (reason: unknown) => reason,
  );

describe('a refusal by the mail server', () => {
  test.each([
    ['550 5.1.1 <ada@person.test>: Recipient address rejected', 'SMTP 550 5.1.1 EENVELOPE'],
    ['451 4.7.1 ada@person.test is greylisted', 'SMTP 451 4.7.1 EENVELOPE'],
    ['550 ada@person.test is on the suppression list', 'SMTP 550 suppressed EENVELOPE'],
  ])('"%s" becomes its code alone', async (answer, code) => {
    listener.onRecipient = () => answer;
    const reason = await reasonOf(mailer.send(mailTo('ada@person.test')));
    expect(reason).toBeInstanceOf(MailRefused);
    expect((reason as Error).message).toBe(code);
    expect(JSON.stringify(reason, Object.getOwnPropertyNames(reason))).not.toContain('person.test');
  });

  // What all the others mean is in smtp-verdict.unit.test.ts.
  test.each([
    ['550 no such user', 'gone'],
    ['550-5.1.1 no such user\r\n550 5.1.1 see https://mail.test', 'gone'],
    ['452 4.2.2 mailbox full', 'unavailable'],
    ['451 4.3.0 local error', 'unclear'],
    ['550 5.7.1 you may not send', 'blocked'],
  ])('"%s" to a recipient means %s', async (answer, reason) => {
    listener.onRecipient = () => answer;
    expect(await reasonOf(mailer.send(mailTo('ada@person.test')))).toMatchObject({ reason, unsent: true });
  });

  test.each([
    ['550 5.1.1 no such user', 'gone'],
    ['550 refused', 'unclear'],
    ['550 that looks like spam', 'blocked'],
  ])('"%s" to a mail’s content means %s', async (answer, reason) => {
    listener.onContentEnd = () => answer;
    expect(await reasonOf(mailer.send(mailTo('ada@person.test')))).toMatchObject({ reason, unsent: true });
  });

  test('of the sender, or not about this mail, is not held against the mailbox', async () => {
    listener.onSender = () => '550 5.1.1 who are you';
    const unanswered = { reason: null };
    expect(await reasonOf(mailer.send(mailTo('ada@person.test')))).toMatchObject({
      message: 'SMTP 550 5.1.1 EENVELOPE',
      ...unanswered,
    });
    listener.onSender = () => null;
    const nobody = open(await freePort());
    expect(await reasonOf(nobody.send(mailTo('ada@person.test')))).toMatchObject(unanswered);
    nobody.close();
    listener.onLogIn = () => '535 5.7.8 wrong password';
    const stranger = open(listener.port, { user: 'vault', password: 'wrong' });
    expect(await reasonOf(stranger.send(mailTo('ada@person.test')))).toMatchObject({
      message: 'SMTP 535 5.7.8 EAUTH',
      ...unanswered,
    });
    stranger.close();
  });

  test('by a server that is down is not held against the mailbox either', async () => {
    const nobody = open(await freePort());
    expect(await reasonOf(nobody.send(mailTo('ada@person.test')))).toMatchObject({ message: 'ESOCKET' });
    await expect(nobody.probe()).rejects.toBeInstanceOf(MailRefused);
    nobody.close();
  });

  test('of one recipient does not stop the mail to the next one', async () => {
    listener.onRecipient = (address) => (address.startsWith('bad') ? '550 no such user' : null);
    const all = ['bad1@x.test', 'good1@x.test', 'bad2@x.test', 'good2@x.test', 'bad3@x.test', 'good3@x.test'];
    const results = await Promise.allSettled(all.map((to) => mailer.send(mailTo(to))));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
    expect(listener.taken.sort()).toEqual(['good1@x.test', 'good2@x.test', 'good3@x.test']);
  });
});

test('a mail says that it is automatic, so that no absence note answers it', async () => {
  let received = '';
  listener.onContentEnd = (_, source) => {
    received = source;
    return null;
  };
  await mailer.send(mailTo('ada@person.test'));
  expect(received).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  // Not `All`, which would keep back delivery reports.
  expect(received).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r?$/m);
  expect(received).toContain(REFERENCE);
});

describe('a mail server without TLS, if TLS is required', () => {
  const strict = (port: number, secure = false, host = '127.0.0.1') =>
    createMailer({
      ...{ host, port, secure, requireTls: true },
      ...{ user: 'vault', password: 'not for the wire', from: 'Vault Handover <vault@vault.test>' },
    });

  test('gets neither password nor mail, and the probe fails too', async () => {
    const logIns: string[] = [];
    listener.onLogIn = () => {
      logIns.push('log-in');
      return '235 2.7.0 welcome';
    };
    const own = strict(listener.port);
    await expect(own.probe()).rejects.toMatchObject({ message: 'SMTP 502 5.5.1 ETLS', withoutTls: true });
    expect(await reasonOf(own.send(mailTo('ada@person.test')))).toMatchObject({
      ...{ message: 'SMTP 502 5.5.1 ETLS', withoutTls: true, reason: null, unsent: true },
    });
    own.close();
    expect([listener.taken, logIns]).toEqual([[], []]);
  });

  test('gets nothing if its certificate is not trusted', async () => {
    const server = createServer(CERTIFICATES.valid, (socket) =>
      socket.on('error', () => {}).end('220 listener\r\n'),
    );
    await using untrusted = await listening(server);
    const own = strict(untrusted.port, true);
    await expect(own.probe()).rejects.toMatchObject({ withoutTls: true });
    own.close();
  });

  test.each([
    ['from the first byte', true],
    ['by STARTTLS', false],
  ])('with TLS %s says until when its certificate is valid, and that it has expired', async (_, secure) => {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, CERTIFICATES.authority.cert]);
    const log = pino({ level: 'silent' });
    try {
      for (const [certificate, problem] of [
        [CERTIFICATES.valid, null],
        [CERTIFICATES.expired, 'certificate_expired'],
      ] as const) {
        const server = await startTlsListener(certificate, secure);
        const own = strict(server.port, secure, 'localhost');
        const check = mailCheck(own, log);
        expect(check.certificateUntil()).toBeNull();
        await check.check().catch(() => {});
        expect(check.problem()).toBe(problem);
        const until = check.certificateUntil()?.getTime() ?? Number.NaN;
        const leaf = Date.parse(new X509Certificate(certificate.cert).validTo);
        if (problem === null) expect(until).toBe(leaf);
        // Its dates are unknown, only that they are over.
        else expect([until >= leaf, until <= Date.now()]).toEqual([true, true]);
        own.close();
        await server.close();
      }
    } finally {
      setDefaultCACertificates(before);
    }
  });

  test('is distinguished from one that is down or hangs up', async () => {
    const down = strict(await freePort());
    await expect(down.probe()).rejects.toMatchObject({ withoutTls: false });
    down.close();
    const own = strict(listener.port);
    listener.onEhlo = () => listener.hangUp();
    await expect(own.probe()).rejects.toMatchObject({ withoutTls: false });
    own.close();
  });

  test('is logged once, and again if it could be used in between', async () => {
    const said: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void said.push(JSON.parse(line).msg) });
    const own = strict(listener.port);
    let probe = own.probe;
    const { check, problem } = mailCheck({ probe: () => probe(), certificateUntil: () => null }, log);
    await expect(check()).rejects.toBeInstanceOf(MailRefused);
    await expect(check()).rejects.toBeInstanceOf(MailRefused);
    expect(problem()).toBe('no_tls');
    expect(said).toEqual([
      expect.stringMatching(/offers no TLS .* mails stay queued: .* SMTP_REQUIRE_TLS=false/),
    ]);
    probe = mailer.probe;
    await check();
    expect(problem()).toBeNull();
    probe = own.probe;
    await expect(check()).rejects.toBeInstanceOf(MailRefused);
    expect(said).toHaveLength(2);
    own.close();
  });
});

describe('a mail server that is slow', () => {
  test('gets as many mails at a time as there are connections; further ones are refused as busy, never sent late', async () => {
    const answer = Promise.withResolvers<void>();
    listener.onContent = () => answer.promise;
    const sending = Array.from({ length: 10 }, (_, i) => reasonOf(mailer.send(mailTo(`person${i}@x.test`))));
    await until('four mails under way', () => listener.held.length === 4);
    const busy = await Promise.all(sending.slice(4));
    expect(busy.map((reason) => (reason as Error).message)).toEqual(Array(6).fill('busy'));
    answer.resolve();
    expect(await Promise.all(sending.slice(0, 4))).toEqual(Array(4).fill('it was taken'));
    expect(listener.taken.sort()).toEqual([0, 1, 2, 3].map((i) => `person${i}@x.test`));
    // All places are free again.
    listener.onContent = async () => {};
    await Promise.all(Array.from({ length: 20 }, (_, i) => mailer.send(mailTo(`later${i}@x.test`))));
    expect(listener.taken).toHaveLength(24);
  });
});

const api = await useApi();

describe('a refused mail', () => {
  test('differs from one that lost its claim or the database while waiting for a connection, which is not sent', async () => {
    const answer = Promise.withResolvers<void>();
    listener.onContent = () => answer.promise;
    const deps = activityDeps(api, listener);
    const before = Array.from({ length: 4 }, (_, i) => deps.mailer.send(mailTo(`before${i}@x.test`)));
    await until('four mails under way', () => listener.held.length === 4);
    const queued: string[] = [];
    const mailer: typeof deps.mailer = {
      ...deps.mailer,
      send(mail, still) {
        queued.push(mail.to);
        return deps.mailer.send(mail, still);
      },
    };
    const gone = () => Promise.reject(new Error('the database is gone'));
    const wait = (whats: string[]) =>
      whats.map(async (what) => {
        const { id, email } = await buildOwner(api, { verified: false });
        const request = { key: `account_exists/${id}`, kind: 'account_exists' as const, userId: id };
        const em = api.em();
        const mail = await ensureMail(em, { ...request, recipient: email }, new Date());
        const own: typeof deps = { ...deps, mailer };
        const claim = (await claimMail(em, mail.id))!;
        // However slow this test is, this claim stays too young to be checked.
        if (what === 'no clock') claim.takenAt += 60_000;
        const reason = deliver(own, em, mail, { claim }).catch((error: unknown) => error);
        await until('it waits for its turn', () => queued.includes(email));
        if (what === 'gone') em.execute = gone;
        if (what === 'no clock') own.referenceClock = gone;
        if (what === 'lost') await api.em().nativeUpdate(Mail, { id: mail.id }, { attempts: 2 });
        return { email, reason };
      });
    const old = await Promise.all(wait(['lost', 'gone', 'kept']));
    // The claim is checked again once it is a second old.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const waiting = [...old, ...(await Promise.all(wait(['kept', 'no clock'])))];
    answer.resolve();
    await Promise.all(before);
    const reasons = await Promise.all(waiting.map(({ reason }) => reason));
    expect(reasons[0]).toMatchObject({ type: 'MailClaimed' });
    expect(reasons[1]).toMatchObject({ message: 'the database is gone' });
    expect(reasons[2]).toBeInstanceOf(Date);
    expect(reasons[3]).toBeInstanceOf(Date);
    expect(reasons[4]).toMatchObject({ message: 'the database is gone' });
    expect(listener.taken.filter((to) => !to.startsWith('before')).sort()).toEqual(
      [waiting[2]!.email, waiting[3]!.email].sort(),
    );
    deps.mailer.close();
  });

  test('stays queued while TLS is missing, and goes out once TLS is not required', async () => {
    const deps = activityDeps(api, listener);
    const strict = { host: listener.host, port: listener.port, secure: false, requireTls: true };
    const mailer = createMailer({ ...strict, user: '', password: '', from: 'vault@vault.test' });
    const owner = await buildOwner(api, { verified: false });
    const request = { kind: 'account_exists' as const, recipient: owner.email, userId: owner.id };
    const { id } = await ensureMail(api.em(), { ...request, key: `account_exists/${owner.id}` }, new Date());
    const row = () => api.em().findOneOrFail(Mail, { id });
    await expect(deliver({ ...deps, mailer }, api.em(), await row())).rejects.toMatchObject({
      nonRetryable: false,
    });
    const refusal = { status: 'queued', lastError: 'SMTP 502 5.5.1 ETLS', permanentRefusals: 0 };
    expect(await row()).toMatchObject({ ...refusal, refusedSince: null });
    expect(await deliver(deps, api.em(), await row())).toBeInstanceOf(Date);
    expect(listener.taken).toEqual([owner.email]);
    mailer.close();
    deps.mailer.close();
  });

  test('keeps the time of its first refusal, and waits for a quarter of a day if the mailbox does not exist', async () => {
    const deps = activityDeps(api, listener);
    const owner = await buildOwner(api, { verified: false });
    const request = { kind: 'account_exists' as const, recipient: owner.email, userId: owner.id };
    const { id } = await ensureMail(api.em(), { ...request, key: `account_exists/${owner.id}` }, new Date());
    const row = () => api.em().findOneOrFail(Mail, { id });
    const attempt = async () => deliver(deps, api.em(), await row()).catch((reason: unknown) => reason);
    const start = api.clock.now;
    const at = (ms: number) => new Date(start + ms);
    const HOUR = 3_600_000;

    listener.onSender = () => '451 4.3.0 later';
    expect(await attempt()).toMatchObject({ message: 'SMTP 451 4.3.0 EENVELOPE', nextRetryDelay: undefined });
    expect(await row()).toMatchObject({ refusedSince: null, permanentRefusals: 0, permanentSince: null });

    listener.onSender = () => null;
    listener.onRecipient = () => '451 4.7.1 greylisted';
    api.clock.now = start + HOUR;
    expect(await attempt()).toMatchObject({ nextRetryDelay: undefined });
    expect(await row()).toMatchObject({ refusedSince: at(HOUR), permanentRefusals: 0, restsUntil: null });

    listener.onRecipient = () => '550 5.1.1 unknown';
    api.clock.now = start + 2 * HOUR;
    expect(await attempt()).toMatchObject({ nextRetryDelay: 6 * HOUR, nonRetryable: false });
    const refused = {
      refusedSince: at(HOUR),
      permanentRefusals: 1,
      permanentSince: at(2 * HOUR),
      attempts: 3,
    };
    expect(await row()).toMatchObject({ ...refused, restsUntil: at(8 * HOUR) });

    // A try in the meantime only says how long the mail still has to wait, and the server is not asked.
    api.clock.now = start + 5 * HOUR;
    expect(await attempt()).toMatchObject({ message: 'SMTP 550 5.1.1 EENVELOPE', nextRetryDelay: 3 * HOUR });
    expect(await row()).toMatchObject(refused);

    api.clock.now = start + 8 * HOUR;
    await attempt();
    expect(await row()).toMatchObject({ ...refused, permanentRefusals: 2, attempts: 4 });

    // A delay written by a clock that was years ahead is ignored.
    await api.em().nativeUpdate(Mail, { id }, { restsUntil: at(9_000 * HOUR) });
    listener.onRecipient = () => null;
    expect(await attempt()).toEqual(at(8 * HOUR));
    expect(await row()).toMatchObject({
      status: 'accepted',
      permanentRefusals: 2,
      restsUntil: null,
      lastError: null,
    });
    expect(listener.taken).toEqual([owner.email]);
    deps.mailer.close();
  });

  test('is retried with the backoff for a day, then hourly, and every three hours after a week', async () => {
    const deps = activityDeps(api, listener);
    const owner = await buildOwner(api);
    const request = { kind: 'account_exists' as const, recipient: owner.email, userId: owner.id };
    const { id } = await ensureMail(api.em(), { ...request, key: `hourly/${owner.id}` }, new Date());
    const row = () => api.em().findOneOrFail(Mail, { id });
    const attempt = async () => deliver(deps, api.em(), await row()).catch((reason: unknown) => reason);
    const HOUR = 3_600_000;
    const start = api.clock.now;
    listener.onRecipient = () => '451 4.7.1 greylisted';
    for (const hours of [0, 23]) {
      api.clock.now = start + hours * HOUR;
      expect(await attempt()).toMatchObject({ nextRetryDelay: undefined });
    }
    api.clock.now = start + 24 * HOUR;
    expect(await attempt()).toMatchObject({ nextRetryDelay: HOUR });
    api.clock.now += HOUR / 4;
    expect(await attempt()).toMatchObject({ nextRetryDelay: (HOUR * 3) / 4 });
    expect((await row()).attempts).toBe(3);
    // Only days on which it was refused count towards a week.
    api.clock.now = start + 9 * 24 * HOUR;
    expect(await attempt()).toMatchObject({ nextRetryDelay: HOUR });
    for (const [day, hours] of [
      [10, 1],
      [11, 1],
      [12, 1],
      [13, 1],
      [14, 3],
      [60, 3],
    ] as const) {
      api.clock.now = start + day * 24 * HOUR;
      expect([day, await attempt()]).toEqual([
        day,
        expect.objectContaining({ nextRetryDelay: hours * HOUR }),
      ]);
    }
    // A server that is down says nothing about the mailbox.
    api.clock.now += 6 * HOUR;
    listener.onSender = () => '421 4.3.2 shutting down';
    expect(await attempt()).toMatchObject({ nextRetryDelay: undefined });
    deps.mailer.close();
  });

  test('leaves no token behind, unless the mail may have arrived', async () => {
    const deps = activityDeps(api, listener);
    const owner = await buildOwner(api);
    const successor = await buildSuccessor(api, owner, { verified: false });
    const request = { recipient: successor.email, userId: owner.id, successorId: successor.id };
    const kind = 'successor_verification' as const;
    const { id } = await ensureMail(
      api.em(),
      { ...request, kind, key: `${kind}/${owner.id}` },
      new Date(api.clock.now),
    );
    const attempt = async (mailer = deps.mailer) =>
      deliver({ ...deps, mailer }, api.em(), await api.em().findOneOrFail(Mail, { id })).catch(
        (no: Error) => no,
      );
    const tokens = () => api.em().count(Token, { userId: owner.id });
    const nobody = open(await freePort());
    expect(await attempt(nobody)).toMatchObject({ message: 'ESOCKET' });
    nobody.close();
    listener.onSender = () => '421 4.3.2 shutting down';
    await attempt();
    listener.onSender = () => null;
    listener.onRecipient = () => '451 4.7.1 greylisted';
    await attempt();
    listener.onRecipient = () => null;
    listener.onContentEnd = () => '451 4.3.0 later';
    await attempt();
    expect(await tokens()).toBe(0);
    // The server hangs up during the content: nobody knows whether it has accepted the mail.
    listener.onContent = async () => listener.hangUp();
    expect(await attempt()).toBeInstanceOf(Error);
    expect(await tokens()).toBe(2);
    listener.onContent = async () => {};
    listener.onContentEnd = () => null;
    expect(await attempt()).toEqual(new Date(api.clock.now));
    expect(await tokens()).toBe(4);
    deps.mailer.close();
  });

  test('records why in its row and in Temporal, without the address, releases its claim, and goes out later', async () => {
    const deps = activityDeps(api, listener);
    const owner = await buildOwner(api, { verified: false });
    const request = { kind: 'verify_email' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(
      api.em(),
      { ...request, key: `verify_email/${owner.id}` },
      new Date(api.clock.now),
    );
    listener.onRecipient = (address) => `550 5.1.1 <${address}>: user unknown`;
    const failure = await deliver(deps, api.em(), mail).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({
      name: 'ApplicationFailure',
      type: 'MailboxGone',
      message: 'SMTP 550 5.1.1 EENVELOPE',
      nonRetryable: false,
    });
    expect(JSON.stringify(failure, [...Object.getOwnPropertyNames(failure), 'cause'])).not.toContain(
      owner.email,
    );
    const refused = await api.em().findOneOrFail(Mail, { id: mail.id });
    expect(refused).toMatchObject({ status: 'queued', attempts: 1, lastError: 'SMTP 550 5.1.1 EENVELOPE' });
    expect(await rowsContaining(api.orm, owner.email)).toEqual(['mail', 'user']);
    listener.onRecipient = () => null;
    api.clock.now += 6 * 3_600_000;
    await deliver(deps, api.em(), refused);
    expect(await api.em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({
      status: 'accepted',
      attempts: 2,
      lastError: null,
    });
    expect(listener.taken).toEqual([owner.email]);
    deps.mailer.close();
  });
});
