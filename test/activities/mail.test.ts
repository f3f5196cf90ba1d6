import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { type ActivityDeps, createActivities, createMailer } from '../../activities/index.ts';
import { Liveness } from '../../db/entities/liveness.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Switch } from '../../db/entities/switch.ts';
import { Token } from '../../db/entities/token.ts';
import { User } from '../../db/entities/user.ts';
import { claimMail, ensureMail, takeNewMail } from '../../db/mail.ts';
import { findToken, newToken } from '../../db/tokens.ts';
import { deliver } from '../../mail/deliver.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { verificationMail } from '../support/builders/verification-mail.ts';
import { caughtMails, linksIn, tokenIn } from '../support/clients/caught-mail.ts';
import { rowsContaining } from '../support/rows-containing.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;

const { api, deps, activities } = await useActivities();

const reread = (mail: MailRow) => api.em().findOneOrFail(Mail, { id: mail.id });
const now = () => new Date(api.clock.now);

describe('a mail', () => {
  test('that two workers try at the same time goes out once; the other worker retries and finds it sent', async () => {
    const { owner, mail } = await verificationMail(api);
    const results = await Promise.allSettled([
      deliver(deps, api.em(), mail),
      deliver(deps, api.em(), { ...mail }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.filter((result) => result.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(ApplicationFailure);
    expect(refused?.reason.nonRetryable).toBe(false);
    expect(await deliver(deps, api.em(), await reread(mail))).toEqual(now());
    await activities.sendMail({ mailId: mail.id });
    expect(await caughtMails(owner.email)).toHaveLength(1);
    expect(await reread(mail)).toMatchObject({ status: 'accepted', attempts: 1, acceptedAt: now() });
  });

  test('that is requested ten times at the same time is one row', async () => {
    const userId = randomUUIDv7();
    const request = {
      key: `farewell/${userId}`,
      kind: 'farewell' as const,
      recipient: uniqueEmail(),
      userId,
    };
    const rows = await Promise.all(
      Array.from({ length: 10 }, () => ensureMail(api.em(), { ...request, data: { name: 'Olive' } }, now())),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  });

  test('to an owner, requested ten times at the same time, is inserted and claimed once, with the name it greets', async () => {
    const { id, email } = await buildOwner(api, { name: 'Olive Owner' });
    const data = { n: 1, of: 3 };
    const request = { key: `reminder/${id}/1`, kind: 'reminder' as const, userId: id, epoch: 1, data };
    const take = (own: typeof request = request) =>
      takeNewMail(api.em(), own, newToken(deps.tokenSigner, 'check_in'), now());
    const takes = await Promise.all(Array.from({ length: 10 }, () => take()));
    const [taken, ...others] = takes.filter((one) => one !== null);
    expect(others).toEqual([]);
    // Of the ten tokens, the one in the mail was stored.
    expect(await api.em().count(Token, { userId: id })).toBe(1);
    expect(await findToken(api.em(), deps.tokenSigner, 'check_in', taken?.token ?? '')).toMatchObject({
      userId: id,
      epoch: 1,
      expiresAt: null,
      consumedAt: null,
      createdAt: now(),
    });
    expect(taken).toMatchObject({ name: 'Olive Owner', claim: { id: taken?.mail.id, attempt: 1 } });
    const row = await api.em().findOneOrFail(Mail, { key: request.key });
    expect({ ...row }).toEqual({ ...taken?.mail });
    expect(row).toMatchObject({ recipient: email, status: 'queued', data, createdAt: now() });
    expect(await claimMail(api.em(), row.id)).toBeNull();
    const gone = randomUUIDv7();
    expect(await take({ ...request, key: `reminder/${gone}/1`, userId: gone })).toBeNull();
    expect(await api.em().count(Token, { userId: gone })).toBe(0);
  });

  test('to an owner whose links do not check in is inserted and claimed without a token', async () => {
    const { id } = await buildOwner(api);
    const request = { key: `reminder/${id}/1`, kind: 'reminder' as const, userId: id, epoch: 1 };
    const taken = await takeNewMail(api.em(), request, null, now());
    expect(taken).toMatchObject({ claim: { attempt: 1 }, mail: { status: 'queued' } });
    expect(taken).not.toHaveProperty('token');
    expect(await api.em().count(Token, { userId: id })).toBe(0);
  });

  test('to an owner whose address is being changed goes to the new one', async () => {
    const { id } = await buildOwner(api);
    const email = uniqueEmail('moved');
    const changed = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const moving = api.em().transactional(async (tx) => {
      await tx.nativeUpdate(User, { id }, { email });
      changed.resolve();
      await go.promise;
    });
    await changed.promise;
    const request = { key: `reminder/${id}/1`, kind: 'reminder' as const, userId: id };
    const taking = takeNewMail(api.em(), request, newToken(deps.tokenSigner, 'check_in'), now());
    await until('it waits', async () => {
      const waiting = await api
        .em()
        .execute<unknown[]>(
          `select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        );
      return waiting.length === 1;
    });
    go.resolve();
    await moving;
    expect((await taking)?.mail.recipient).toBe(email);
  });

  test('whose sender crashed after the server’s 250 goes out again, recognisably the same', async () => {
    const { owner, mail } = await verificationMail(api);
    const sent = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const dying = {
      ...deps.mailer,
      async send(outgoing: Parameters<typeof deps.mailer.send>[0]) {
        await deps.mailer.send(outgoing);
        sent.resolve();
        // As if the process died here.
        await over.promise;
      },
    };
    const died = deliver({ ...deps, mailer: dying }, api.em(), mail);
    await sent.promise;
    // Its claim runs out, as it would after a minute.
    expect(await claimMail(api.em(), mail.id)).toBeNull();
    await api.em().execute('update mail set claimed_until = clock_timestamp() where id = ?', [mail.id]);
    await deliver(deps, api.em(), await reread(mail));
    const caught = await caughtMails(owner.email);
    expect(caught.map(({ messageId }) => messageId)).toEqual([
      `${mail.id}@vault.test`,
      `${mail.id}@vault.test`,
    ]);
    over.resolve();
    await died;
    // Whichever of the two is opened, its link works.
    for (const each of caught) {
      const token = tokenIn(linksIn(each)[0] ?? '') ?? '';
      expect(await findToken(api.em(), api.deps.tokenSigner, 'verify_email', token)).toMatchObject({
        userId: owner.id,
      });
    }
  });

  test('goes out after the hash of its token is committed, and the token itself is nowhere in the database', async () => {
    const { owner, mail } = await verificationMail(api);
    let hashesSeen = 0;
    const looking = {
      ...deps.mailer,
      async send(outgoing: Parameters<typeof deps.mailer.send>[0]) {
        // On another connection, as the owner's click would be.
        hashesSeen = await api.em().count(Token, { userId: owner.id, purpose: 'verify_email' });
        await deps.mailer.send(outgoing);
      },
    };
    await deliver({ ...deps, mailer: looking }, api.em(), mail);
    expect(hashesSeen).toBe(1);
    const [caught] = await caughtMails(owner.email);
    const token = tokenIn(linksIn(caught!)[0] ?? '') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await rowsContaining(api.orm, owner.email)).toEqual(['mail', 'user']);
    expect(await rowsContaining(api.orm, token)).toEqual([]);
    expect(await rowsContaining(api.orm, Buffer.from(token, 'base64url'))).toEqual([]);
  });

  test('that was accepted proves that mail was up', async () => {
    const { mail } = await verificationMail(api);
    api.clock.now += 10 * 60_000;
    await deliver(deps, api.em(), mail);
    expect(await api.em().count(Liveness, { service: 'mail', beatAt: now() })).toBe(1);
  });

  test('stays queued while no mail server is configured', async () => {
    const { mail } = await verificationMail(api);
    await expect(deliver({ ...deps, mailer: null }, api.em(), mail)).rejects.toThrow('mail_unconfigured');
    expect(await reread(mail)).toMatchObject({ status: 'queued', attempts: 0 });
  });

  test('cannot be given another header or recipient by a name', async () => {
    const bystander = uniqueEmail('bystander');
    const { owner, mail } = await verificationMail(api);
    const name = `Eve\r\nBcc: ${bystander}\r\nX-Evil: yes\r\n\r\n<img src="http://evil.test/x">`;
    await api.em().nativeUpdate(User, { id: owner.id }, { name });
    const successor = await buildSuccessor(api, owner, { name, verified: false });
    const verification = await ensureMail(
      api.em(),
      {
        key: `successor_verification/${successor.id}/1`,
        kind: 'successor_verification',
        recipient: successor.email,
        userId: owner.id,
        successorId: successor.id,
      },
      now(),
    );
    for (const each of [mail, verification]) {
      await deliver(deps, api.em(), each);
      const [caught] = await caughtMails(each.recipient);
      expect(caught?.envelope.to.map(({ address }) => address)).toEqual([each.recipient]);
      expect(caught?.to).toEqual([{ address: each.recipient, name: '' }]);
      expect(Object.keys(caught?.headers ?? {}).sort()).toEqual([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-auto-response-suppress',
        'x-pm-metadata-return',
      ]);
      expect(caught?.html).not.toContain('<img');
      for (const link of linksIn(caught!)) expect(new URL(link).origin).toBe(api.origin);
    }
    expect(await caughtMails(bystander)).toEqual([]);
  });
});

describe('a warning that is due', () => {
  const silentOwner = async () => {
    const owner = await buildOwnerWithSuccessor(api);
    api.clock.now += 68 * DAY;
    const input = stepInput(api, owner);
    return { owner, input };
  };
  const nowhere = { host: '127.0.0.1', port: 1, secure: false, user: '', password: '', from: 'v@v.test' };

  test('is sent at once, takes its step, and returns the next step', async () => {
    const { owner, input } = await silentOwner();
    expect(await activities.look(input)).toMatchObject({ status: 'armed', due: 'reminder' });
    const look = await activities.remind(input);
    expect([look?.status, look?.due]).toEqual(['reminding', 'wait']);
    expect(await activities.look(input)).toEqual(look);
    expect(await activities.remind(input)).toEqual(look);
    expect(await caughtMails(owner.email)).toHaveLength(1);
    // The workflow has already heard of it.
    expect(await api.em().count(Outbox, { subjectId: owner.id, seq: look?.seq ?? 0 })).toBe(0);
  });

  test('is sent even if its row was put aside, because the switch would be stuck without it', async () => {
    const { owner, input } = await silentOwner();
    const gone = createMailer(nowhere);
    await createActivities({ ...deps, mailer: gone }).remind(input);
    gone.close();
    await api.em().nativeUpdate(Mail, { userId: owner.id }, { status: 'obsolete' });
    const look = await activities.remind(input);
    expect([look?.status, look?.due]).toEqual(['reminding', 'wait']);
    expect(await caughtMails(owner.email)).toHaveLength(1);
  });

  test('that the mail server refuses gets a workflow of its own, which takes the step later', async () => {
    const { owner, input } = await silentOwner();
    const gone = createMailer(nowhere);
    const look = await createActivities({ ...deps, mailer: gone }).remind(input);
    gone.close();
    expect(look).toMatchObject({
      status: 'armed',
      due: 'wait',
      waitingFor: 'the mail server to take reminder 1 of 3',
    });
    const mail = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
    expect(await api.em().count(Outbox, { subjectId: mail.id, kind: 'mail' })).toBe(1);
    expect(await caughtMails(owner.email)).toEqual([]);
    // Nothing is overdue, so reconcile leaves the switch and the mail alone.
    expect(
      (await api.em().findOneOrFail(Switch, { userId: owner.id })).nextEventAt?.getTime(),
    ).toBeGreaterThan(api.clock.now + DAY);
    const { seq } = await switchOf(api, owner);
    await activities.sendMail({ mailId: mail.id });
    expect(await caughtMails(owner.email)).toHaveLength(1);
    expect((await switchOf(api, owner)).state).toMatchObject({ status: 'reminding', remindersAccepted: 1 });
    expect(await api.em().count(Outbox, { subjectId: owner.id, kind: 'switch', seq: seq + 1 })).toBe(1);
  });

  test('waits for five minutes at most, because the switch waits for it', async () => {
    const { owner, input } = await silentOwner();
    const gone = createMailer(nowhere);
    const { remind, sendMail } = createActivities({ ...deps, mailer: gone });
    await remind(input);
    const { id: mailId } = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
    const tried = activityContext.run({ info: { attempt: 200 }, heartbeat: () => {} } as never, () =>
      sendMail({ mailId }),
    );
    await expect(tried).rejects.toMatchObject({ nextRetryDelay: 300_000 });
    gone.close();
  });

  test('is obsolete once the owner was seen', async () => {
    const { owner, input } = await silentOwner();
    const gone = createMailer(nowhere);
    await createActivities({ ...deps, mailer: gone }).remind(input);
    gone.close();
    await take(api, owner, { kind: 'sign_of_life' });
    await api.em().nativeDelete(Outbox, { subjectId: owner.id });
    const { id } = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'reminder' });
    await activities.sendMail({ mailId: id });
    expect((await api.em().findOneOrFail(Mail, { id })).status).toBe('obsolete');
    expect(await caughtMails(owner.email)).toEqual([]);
    expect((await switchOf(api, owner)).state.status).toBe('armed');
    // The switch waits for this mail, and would sleep through the next reminder.
    expect(await api.em().count(Outbox, { subjectId: owner.id, kind: 'switch' })).toBe(1);
  });
});

describe('a grace period', () => {
  const withGrace = (hours: number) =>
    createActivities({ ...deps, rules: { ...deps.rules, graceMs: hours * 3_600_000 } });

  /** An owner whose final notice is due. */
  const warned = async () => {
    const owner = await buildOwnerWithSuccessor(api);
    for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    api.clock.now += 90 * DAY;
    return { owner, input: stepInput(api, owner) };
  };
  const graceEnd = async (owner: BuiltOwner, hours: number) =>
    (await withGrace(hours).look(stepInput(api, owner)))?.deadline;

  test.each([24, 240])(
    'is as long as the final notice said, though the setting is %i hours later',
    async (hours) => {
      const { owner, input } = await warned();
      const noticedAt = api.clock.now;
      await withGrace(48).giveFinalNotice(input);
      expect((await caughtMails(owner.email)).at(-1)?.text).toContain('A grace period of 48 hours');
      expect(await graceEnd(owner, hours)).toBe(noticedAt + 2 * DAY);
      api.clock.now += 2 * DAY - 1;
      await withGrace(hours).endGracePeriod({ ...input, workflowNow: api.clock.now });
      expect((await switchOf(api, owner)).state.status).toBe('grace_period');
      api.clock.now += 1;
      await withGrace(hours).endGracePeriod({ ...input, workflowNow: api.clock.now });
      expect((await switchOf(api, owner)).state.status).toBe('awaiting_successors');
    },
  );

  test('lasts as long as its notice says, even if the setting changed before the notice was sent', async () => {
    const { owner, input } = await warned();
    const nowhere = createMailer({
      host: '127.0.0.1',
      port: 1,
      secure: false,
      user: '',
      password: '',
      from: 'v@v.test',
    });
    const rules = { ...deps.rules, graceMs: 2 * DAY };
    await createActivities({ ...deps, rules, mailer: nowhere }).giveFinalNotice(input);
    nowhere.close();
    await withGrace(24).giveFinalNotice(input);
    expect((await caughtMails(owner.email)).at(-1)?.text).toContain('A grace period of 48 hours');
    expect(await graceEnd(owner, 24)).toBe(api.clock.now + 2 * DAY);
  });
});

describe('a mail that was tried many times before', () => {
  const failing = async (change: Partial<ActivityDeps>) => {
    const { mail } = await verificationMail(api);
    const { sendMail } = createActivities({ ...deps, ...change });
    const failsAt = async (attempt: number) =>
      activityContext.run({ info: { attempt }, heartbeat: () => {} } as never, () =>
        sendMail({ mailId: mail.id }).then(
          () => null,
          (error: ApplicationFailure) => [error.type, error.nextRetryDelay],
        ),
      );
    return { mail, failsAt };
  };

  test('keeps to its workflow’s short backoff for a database that is down, or another worker’s claim', async () => {
    const { mail, failsAt } = await failing({
      referenceClock: () => Promise.reject(new Error('the database is gone')),
    });
    expect(await failsAt(200)).toEqual(['Error', undefined]);
    expect(await claimMail(api.em(), mail.id)).not.toBeNull();
    const held = await failing({});
    await claimMail(api.em(), held.mail.id);
    expect(await held.failsAt(200)).toEqual(['MailClaimed', undefined]);
  });

  test('keeps to that backoff if it did not get its turn, however often', async () => {
    const send = () => Promise.reject(new MailRefused('busy', { reason: null, unsent: true }));
    const { failsAt } = await failing({ mailer: { ...deps.mailer, send } });
    expect(await failsAt(200)).toEqual(['MailHadNoTurn', undefined]);
  });

  test('waits longer each time, up to half an hour or a short day, if the mail server is down or refuses it', async () => {
    const nowhere = { host: '127.0.0.1', port: 1, secure: false, user: '', password: '', from: 'v@v.test' };
    const mailer = createMailer(nowhere);
    const { failsAt } = await failing({ mailer });
    for (const [attempt, seconds] of [
      [1, 5],
      [2, 10],
      [9, 1_280],
      [10, 1_800],
      [2_000, 1_800],
    ] as const)
      expect([attempt, await failsAt(attempt)]).toEqual([attempt, ['MailNotAccepted', seconds * 1_000]]);
    const short = await failing({ mailer, rules: { ...deps.rules, dayMs: 8_000 } });
    expect(await short.failsAt(1)).toEqual(['MailNotAccepted', 5_000]);
    expect(await short.failsAt(12)).toEqual(['MailNotAccepted', 8_000]);
    mailer.close();
    const send = () => Promise.reject(new MailRefused('SMTP 451', { reason: 'unclear', unsent: true }));
    const refused = await failing({ mailer: { ...deps.mailer, send } });
    expect(await refused.failsAt(9)).toEqual(['MailRefused', 1_280_000]);
  });
});
