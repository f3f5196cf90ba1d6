import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMailer, type Mailer } from '../../activities/index.ts';
import { deliver } from '../../activities/mail.ts';
import { MailRefused } from '../../activities/smtp.ts';
import { Mail } from '../../db/entities/mail.ts';
import { ensureMail } from '../../db/mail.ts';
import { freePort } from '../../scripts/servers/ports.ts';
import { activityDeps } from '../support/activity-deps.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { buildOwner } from '../support/builders.ts';
import { rowsContaining } from '../support/rows-containing.ts';
import { type SmtpListener, startSmtpListener } from '../support/smtp-listener.ts';
import { until } from '../support/until.ts';

let listener: SmtpListener;
let mailer: Mailer;
const TURN_MS = 300;
const open = (port: number) =>
  createMailer({
    host: '127.0.0.1',
    port,
    secure: false,
    user: '',
    password: '',
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

const mailTo = (to: string) => ({
  id: `id-of-${to}`,
  to,
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
});
const reasonOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => 'it was taken',
    (reason: unknown) => reason,
  );

describe('the mail server’s no', () => {
  test.each([
    ['550 5.1.1 <ada@person.test>: Recipient address rejected', 'SMTP 550 EENVELOPE'],
    ['451 4.7.1 ada@person.test is greylisted', 'SMTP 451 EENVELOPE'],
  ])('"%s" becomes its code alone', async (answer, code) => {
    listener.onRecipient = () => answer;
    const reason = await reasonOf(mailer.send(mailTo('ada@person.test')));
    expect(reason).toBeInstanceOf(MailRefused);
    expect((reason as Error).message).toBe(code);
    expect(JSON.stringify(reason, Object.getOwnPropertyNames(reason))).not.toContain('person.test');
  });

  test('a server that is not there says so too', async () => {
    const nobody = open(await freePort());
    expect(await reasonOf(nobody.send(mailTo('ada@person.test')))).toMatchObject({ message: 'ESOCKET' });
    await expect(nobody.probe()).rejects.toBeInstanceOf(MailRefused);
    nobody.close();
  });

  test('to one recipient does not keep the next one from their mail', async () => {
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

describe('a mail server that is slow', () => {
  test('gets no more mails at a time than it has connections; others are refused as busy, never sent late', async () => {
    const answer = Promise.withResolvers<void>();
    listener.onContent = () => answer.promise;
    const sending = Array.from({ length: 10 }, (_, i) => reasonOf(mailer.send(mailTo(`person${i}@x.test`))));
    await until('four mails under way', () => listener.held.length === 4);
    const busy = await Promise.all(sending.slice(4));
    expect(busy.map((reason) => (reason as Error).message)).toEqual(Array(6).fill('busy'));
    answer.resolve();
    expect(await Promise.all(sending.slice(0, 4))).toEqual(Array(4).fill('it was taken'));
    expect(listener.taken.sort()).toEqual([0, 1, 2, 3].map((i) => `person${i}@x.test`));
    // Everybody's place is free again.
    listener.onContent = async () => {};
    await Promise.all(Array.from({ length: 20 }, (_, i) => mailer.send(mailTo(`later${i}@x.test`))));
    expect(listener.taken).toHaveLength(24);
  });
});

describe('a refused mail', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  test('says why in its row and to Temporal, without the address; it is given back and goes out later', async () => {
    const deps = activityDeps(api, listener);
    const em = () => api.orm.em.fork();
    const owner = await buildOwner(api, { verified: false });
    const request = { kind: 'verify_email' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(em(), { ...request, key: `verify_email/${owner.id}` }, new Date());
    listener.onRecipient = (address) => `550 5.1.1 <${address}>: user unknown`;
    const failure = await deliver(deps, em(), mail).catch((reason: unknown) => reason);
    expect(failure).toMatchObject({
      name: 'ApplicationFailure',
      type: 'MailNotAccepted',
      message: 'SMTP 550 EENVELOPE',
      nonRetryable: false,
    });
    expect(JSON.stringify(failure, [...Object.getOwnPropertyNames(failure), 'cause'])).not.toContain(
      owner.email,
    );
    const refused = await em().findOneOrFail(Mail, { id: mail.id });
    expect(refused).toMatchObject({ status: 'queued', attempts: 1, lastError: 'SMTP 550 EENVELOPE' });
    expect(await rowsContaining(api.orm, owner.email)).toEqual(['mail', 'user']);
    listener.onRecipient = () => null;
    await deliver(deps, em(), refused);
    expect(await em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({
      status: 'accepted',
      attempts: 2,
      lastError: null,
    });
    expect(listener.taken).toEqual([owner.email]);
    deps.mailer.close();
  });
});
