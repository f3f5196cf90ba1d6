import { describe, expect, test } from '@jest/globals';
import { Activity } from '../../../db/entities/activity.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Outbox } from '../../../db/entities/outbox.ts';
import { Registration } from '../../../db/entities/registration.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { User } from '../../../db/entities/user.ts';
import { DEFAULT_LOCALE } from '../../../db/locale.ts';
import { mintToken } from '../../../db/tokens.ts';
import { momentIn } from '../../../mail/layout/when.ts';
import { writeMail } from '../../../mail/write.ts';
import { credentials, openAccount, userOf, verificationToken } from '../../support/builders/account.ts';
import { buildOwner, buildSuccessor, uniqueEmail } from '../../support/builders/owner.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, problemOf } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { useApi } from '../../support/servers/use-api.ts';

const api = await useApi();

const anyone = () => client(api);
const mailsTo = (recipient: string) => api.em().find(Mail, { recipient }, { orderBy: { id: 'asc' } });
const verify = (token: string) => anyone().get(`/auth/verify-email?token=${token}`);
const login = ({ email, password }: { email: string; password: string }) =>
  anyone().post('/auth/login', { email, password });

describe('registering', () => {
  test('opens an account that is unverified and switched off, and sends a mail about it', async () => {
    const given = credentials();
    const reply = await anyone().post('/auth/register', { ...given, keyBundle: { wrapped: 'AAAA' } });
    expect([reply.status, Object.keys(reply.body)]).toEqual([201, ['message']]);
    const user = await userOf(api, given.email);
    expect(user).toMatchObject({ name: given.name, salt: given.salt, emailVerifiedAt: null });
    expect(user.keyBundle).toEqual({ wrapped: 'AAAA' });
    expect((await api.em().findOneOrFail(Switch, { userId: user.id })).status).toBe('off');
    const [mail, ...more] = await mailsTo(given.email);
    expect([mail?.kind, mail?.status, more]).toEqual(['verify_email', 'queued', []]);
    const messages = await api.em().find(Outbox, { subjectId: mail?.id ?? '' });
    expect(messages.map(({ kind }) => kind)).toEqual(['account_mail']);
    const log = await api.em().find(Activity, { userId: user.id });
    expect(log.map(({ type }) => type)).toEqual(['account_registered']);
  });

  test('stores nothing of the password but its Argon2id hash', async () => {
    const account = await openAccount(api);
    const { authHash } = await userOf(api, account.email);
    expect(authHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const tables = await api
      .em()
      .execute<{ name: string }[]>(
        `select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()`,
      );
    for (const { name } of tables) {
      const found = await api
        .em()
        .execute(`select 1 from ${name} r where strpos(r::text, ?) > 0`, [account.password]);
      expect([name, found]).toEqual([name, []]);
    }
  });

  test('one address is one account, however it is written', async () => {
    const given = credentials();
    const written = `  ${given.email.toUpperCase()} `;
    expect((await anyone().post('/auth/register', { ...given, email: written })).status).toBe(201);
    const user = await userOf(api, given.email);
    await verify(await verificationToken(api, user.id));
    expect((await login({ ...given, email: written })).status).toBe(200);
  });

  test('leaves a verified account as it is, and tells its owner by one mail an hour at most', async () => {
    const account = await openAccount(api);
    const before = await userOf(api, account.email);
    await api.em().nativeDelete(Mail, { recipient: account.email });
    for (let i = 0; i < 2; i += 1) {
      const reply = await anyone().post('/auth/register', credentials(account.email));
      expect(reply.status).toBe(201);
    }
    expect(await userOf(api, account.email)).toEqual(before);
    expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual(['account_exists']);
    expect((await login(account)).status).toBe(200);
    api.clock.now += 3_600_000;
    await anyone().post('/auth/register', credentials(account.email));
    expect(await mailsTo(account.email)).toHaveLength(2);
  });

  /** The links in the verification mails to an address, oldest first, minted as the worker would. */
  const linksTo = async (email: string, userId: string) => {
    const mails = await mailsTo(email);
    const now = new Date(api.clock.now);
    const expiresAt = new Date(api.clock.now + 86_400_000);
    return Promise.all(
      mails.map(({ data }) => {
        const registrationId = (data.registrationId as string | undefined) ?? null;
        const request = { purpose: 'verify_email' as const, userId, registrationId, expiresAt };
        return mintToken(api.em(), api.deps.tokenSigner, request, now);
      }),
    );
  };

  describe.each([0, 1, 2])('of three registrations of one address, the link of number %i', (chosen) => {
    test('activates its own credentials, and ends the others', async () => {
      const email = uniqueEmail();
      const given = [credentials(email), credentials(email), credentials(email)].map((each, i) => ({
        ...each,
        name: ['Ada', 'Mallory', 'Mallory again'][i] as string,
        keyBundle: { of: i },
      }));
      for (const each of given) expect((await anyone().post('/auth/register', each)).status).toBe(201);
      const { id } = await userOf(api, email);
      const links = await linksTo(email, id);
      const [again] = (await linksTo(email, id)).slice(chosen);
      // Before that, each password alone gets the answer that the address is not verified.
      for (const each of given) await expectProblem(login(each), '403 email_not_verified');
      await expectProblem(login({ ...credentials(email) }), '401 invalid_credentials');

      expect((await verify(links[chosen] as string)).status).toBe(200);
      for (const [i, each] of given.entries()) {
        const reply = await login(each);
        // The others get the same answer as before, so they don't learn that someone has confirmed the address.
        expect(reply.status).toBe(i === chosen ? 200 : 403);
        if (i === chosen)
          expect(reply.body.user).toMatchObject({ name: each.name, keyBundle: { of: i }, salt: each.salt });
      }
      for (const [i, link] of links.entries()) {
        const { body } = await verify(link);
        if (i === chosen) expect(body.code).toBe('token_used');
        else if (chosen > 0 || i > 0) expect(body.code).toBe('token_invalid');
      }
      // The link in another mail of the same registration succeeds too.
      expect((await verify(again as string)).status).toBe(200);
      expect((await login(given[chosen] as never)).status).toBe(200);
      api.clock.now += 2 * 86_400_000;
      for (const [i, each] of given.entries())
        expect((await login(each)).status).toBe(i === chosen ? 200 : 401);
      api.clock.now += 30 * 86_400_000;
      await anyone().post('/auth/register', credentials());
      expect(await api.em().count(Registration, { userId: id })).toBe(0);
    });
  });

  test('each mail describes its own registration, with nothing that a stranger chose', async () => {
    const email = uniqueEmail();
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    await anyone().raw.post(
      '/auth/register',
      { ...credentials(email), name: 'Ada' },
      { 'User-Agent': chrome },
    );
    api.clock.now += 60_000;
    const evil = { 'User-Agent': 'Free Prize Winner/1.0 (X11; Linux x86_64)' };
    const winner = { ...credentials(email), name: 'Free Prize Winner' };
    await anyone().raw.post('/auth/register', winner, evil);
    const letters = [];
    for (const mail of await mailsTo(email)) {
      const deps = { ...api.deps, frontendUrl: api.origin } as never;
      letters.push(await writeMail(deps, api.em(), mail, new Date(api.clock.now)));
    }
    const registered = (at: number, device: string) => ({
      to: null,
      paragraphs: expect.arrayContaining([
        expect.stringContaining(
          `with this address, on ${momentIn(DEFAULT_LOCALE, new Date(at))}, from ${device}.`,
        ),
      ]),
    });
    expect(letters).toMatchObject([
      registered(api.clock.now - 60_000, 'Chrome on Linux'),
      registered(api.clock.now, 'an unknown browser on Linux'),
    ]);
    expect(JSON.stringify(letters)).not.toContain('Prize');
  });

  test('a registration whose link has expired gives way to a new one', async () => {
    const email = uniqueEmail();
    const first = credentials(email);
    await anyone().post('/auth/register', first);
    const { id } = await userOf(api, email);
    api.clock.now += 2 * 86_400_000;
    const second = credentials(email);
    await anyone().post('/auth/register', second);
    expect((await userOf(api, email)).id).not.toBe(id);
    await expectProblem(login(first), '401 invalid_credentials');
    await expectProblem(login(second), '403 email_not_verified');
  });

  test('an address that was never verified is forgotten a month after its last link has expired', async () => {
    const never = credentials();
    await anyone().post('/auth/register', never);
    await anyone().post('/auth/register', credentials(never.email));
    const { id: userId } = await userOf(api, never.email);
    const verified = await openAccount(api);
    await anyone().post('/auth/register', credentials(verified.email));
    const left = async () => {
      const em = api.em();
      return [
        await em.count(User, { id: userId }),
        await em.count(Switch, { userId }),
        await em.count(Registration, { userId }),
        await em.count(Mail, { userId }),
      ];
    };
    api.clock.now += 32 * 86_400_000 - 1;
    await anyone().post('/auth/register', credentials());
    expect(await left()).toEqual([1, 1, 2, 2]);
    api.clock.now += 1;
    await anyone().post('/auth/register', credentials());
    expect(await left()).toEqual([0, 0, 0, 0]);
    expect((await login(verified)).status).toBe(200);
  });

  test('ten at once with one new address get 201 ten times, and open one account', async () => {
    const email = uniqueEmail();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => anyone().post('/auth/register', credentials(email))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await api.em().count(User, { email })).toBe(1);
    expect(await mailsTo(email)).toHaveLength(10);
  });

  test('a network opens twenty accounts an hour', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1' });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i += 1) {
      statuses.push((await client(limited).post('/auth/register', credentials())).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
  });

  test('verifying and registering again at the same moment: the one that was verified stays', async () => {
    for (let i = 0; i < 10; i += 1) {
      const first = await openAccount(api, { verified: false });
      const token = await verificationToken(api, first.id);
      const second = credentials(first.email);
      const [verified, registered] = await Promise.all([
        verify(token),
        anyone().post('/auth/register', second),
      ]);
      expect(registered.status).toBe(201);
      expect(verified.status).toBe(200);
      const user = await userOf(api, first.email);
      expect([user.id, user.emailVerifiedAt !== null]).toEqual([first.id, true]);
      expect((await login(first)).status).toBe(200);
      expect((await login(second)).status).toBe(403);
    }
  });
});

describe('verifying the address', () => {
  test('works once, marks the mailbox as proven, and is in the log', async () => {
    const account = await openAccount(api, { verified: false });
    const token = await verificationToken(api, account.id);
    const reply = await verify(token);
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    expect((await userOf(api, account.email)).emailVerifiedAt).toEqual(new Date(api.clock.now));
    expect(await api.em().count(Activity, { userId: account.id, type: 'email_verified' })).toBe(1);
    await expectProblem(verify(token), '410 token_used');
  });

  test('arms a switch that has a successor, and tells the workflow', async () => {
    const owner = await buildOwner(api, { verified: false });
    await buildSuccessor(api, owner);
    expect((await api.em().findOneOrFail(Switch, { userId: owner.id })).status).toBe('off');
    api.clock.now += 60_000;
    expect((await verify(await verificationToken(api, owner.id))).status).toBe(200);
    const armed = await api.em().findOneOrFail(Switch, { userId: owner.id });
    expect([armed.status, armed.epoch, armed.clockStartedAt]).toEqual(['armed', 1, new Date(api.clock.now)]);
    expect(await api.em().count(Outbox, { subjectId: owner.id, kind: 'switch', seq: armed.seq })).toBe(1);
  });

  test('the link of a second mail works too, and says the same', async () => {
    const account = await openAccount(api, { verified: false });
    const tokens = [await verificationToken(api, account.id), await verificationToken(api, account.id)];
    const replies = [await verify(tokens[0] ?? ''), await verify(tokens[1] ?? '')];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect(await api.em().count(Activity, { userId: account.id, type: 'email_verified' })).toBe(1);
  });

  test('twenty clicks at once verify once', async () => {
    const account = await openAccount(api, { verified: false });
    const token = await verificationToken(api, account.id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'token_used')).toHaveLength(19);
  });

  test('a wrong, foreign or expired token changes no row', async () => {
    const account = await openAccount(api, { verified: false });
    const expired = await verificationToken(api, account.id, 60_000);
    const reset = { purpose: 'reset_password', userId: account.id } as const;
    const foreign = await mintToken(api.em(), api.deps.tokenSigner, reset, new Date(api.clock.now));
    api.clock.now += 60_000;
    const before = await rowChecksum(api.orm);
    for (const token of ['A'.repeat(43), 'short', '%00', foreign])
      await expectProblem(verify(token), '401 token_invalid');
    await expectProblem(verify(expired), '410 token_expired');
    for (const query of ['', '?token=', `?token=${'A'.repeat(201)}`, '?token=a&token=b', '?token=a&more=b']) {
      const problem = await problemOf(anyone().raw.get(`/auth/verify-email${query}`));
      expect([query, problem]).toEqual([query, '400 validation_failed']);
    }
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});

describe('asking for the mail again', () => {
  test('sends a mail each time while the address waits, and none once it is verified', async () => {
    const account = await openAccount(api, { verified: false });
    for (let i = 0; i < 2; i += 1) {
      const reply = await anyone().post('/auth/resend-verification', { email: account.email });
      expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    }
    expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual(Array(3).fill('verify_email'));
    await verify(await verificationToken(api, account.id));
    await anyone().post('/auth/resend-verification', { email: account.email });
    expect(await mailsTo(account.email)).toHaveLength(3);
  });

  test('works a month later too, if the address was registered twice and others have registered since', async () => {
    const first = credentials();
    await anyone().post('/auth/register', first);
    const second = { ...credentials(first.email), name: 'Ada Again' };
    await anyone().post('/auth/register', second);
    api.clock.now += 31 * 86_400_000;
    await anyone().post('/auth/register', credentials());
    await anyone().post('/auth/resend-verification', { email: first.email });
    const mail = (await mailsTo(first.email)).at(-1);
    const deps = { ...api.deps, frontendUrl: api.origin } as never;
    const letter = await writeMail(deps, api.em(), mail as never, new Date(api.clock.now));
    expect((await verify(/[\w-]{43}/.exec(String(letter?.action?.link))?.[0] ?? '')).status).toBe(200);
    expect((await userOf(api, first.email)).name).toBe('Ada Again');
  });

  test('one mailbox gets five an hour, under however many spellings it is registered', async () => {
    await using limited = await startApi({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' });
    const [local, domain] = uniqueEmail('resent').split('@');
    const spellings = ['a', 'b', 'c'].map((tag) => `${local}+${tag}@${domain}`);
    for (const email of spellings) {
      expect((await client(limited).post('/auth/register', credentials(email))).status).toBe(201);
    }
    for (const [i, email] of [...spellings, ...spellings, ...spellings].entries()) {
      // Another network each time, as a requester's own limit would refuse first.
      const from = { 'X-Forwarded-For': `203.0.113.${i}` };
      await client(limited).raw.post('/auth/resend-verification', { email }, from);
    }
    const mails = await limited.em().count(Mail, { recipient: { $in: spellings } });
    expect(mails).toBe(spellings.length + 5);
  });
});

describe('bad input', () => {
  const good = credentials('bad-input@example.test');
  const bigBundle = { data: 'x'.repeat(40 * 1024) };
  const cases: [string, string, unknown, number, string][] = [
    ['register', 'malformed JSON', '{"email":', 400, 'malformed_json'],
    ['register', 'no object', '"text"', 400, 'malformed_json'],
    ['register', 'no address', { ...good, email: 'nobody' }, 400, 'validation_failed'],
    [
      'register',
      'an address with NUL',
      { ...good, email: 'a\u0000b@example.test' },
      400,
      'validation_failed',
    ],
    ['register', 'a name of two lines', { ...good, name: 'a\nb' }, 400, 'validation_failed'],
    ['register', 'too long a password', { ...good, password: 'x'.repeat(1025) }, 400, 'validation_failed'],
    ['register', 'a salt that is not base64', { ...good, salt: '***' }, 400, 'validation_failed'],
    ['register', 'too short a salt', { ...good, salt: 'AAAA' }, 400, 'validation_failed'],
    ['register', 'too large a key bundle', { ...good, keyBundle: bigBundle }, 400, 'validation_failed'],
    ['login', 'an unknown session', { ...passwordOf(good), session: 'forever' }, 400, 'validation_failed'],
    ['refresh', 'nothing', undefined, 401, 'refresh_token_invalid'],
  ];

  function passwordOf({ email, password }: { email: string; password: string }) {
    return { email, password };
  }

  test.each(cases)('%s with %s changes no row', async (route, _what, body, status, code) => {
    const before = await rowChecksum(api.orm);
    const reply = await anyone().raw.post(`/auth/${route}`, body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    expect(await rowChecksum(api.orm)).toBe(before);
  });
});
