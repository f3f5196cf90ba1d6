/** Tokens of automations: what they can do, and that they can do nothing else. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../api/http/limits.ts';
import { routes } from '../../../api/routes/index.ts';
import { Automation } from '../../../db/entities/automation.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { Session } from '../../../db/entities/session.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { User } from '../../../db/entities/user.ts';
import { loadSwitch } from '../../../db/load-switch.ts';
import { bringTo, take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { BODIES } from '../../support/builders/route-samples.ts';
import { client } from '../../support/clients/client.ts';
import { expectProblem, problemOf } from '../../support/clients/refused.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { rowsContaining } from '../../support/rows-containing.ts';
import { useApi } from '../../support/servers/use-api.ts';

const DAY = 86_400_000;

const api = await useApi({ RATE_LIMIT_SCALE: '1' });
const dated = (moment: number) => new Date(moment).toISOString();

type Scope = 'check-in' | 'status' | 'calendar';

async function added(
  { browser }: Pick<BuiltOwner, 'browser'>,
  scope: Scope,
  more: { expiresAt?: string } = {},
) {
  const { status, body } = await browser.post('/automations', { name: 'Phone', scope, ...more });
  if (status !== 201) throw new Error(`automations answered ${status}`);
  return { ...body, automation: body.automation, uses: client(api, { bearer: body.token }) };
}

const logOf = async ({ browser }: BuiltOwner, type: 'check_in' | 'status_read' | 'automation_added') =>
  (await browser.get(`/activity?type=${type}`)).body.activity.map(({ detail }) => detail);
const mailsTo = async ({ id: userId }: BuiltOwner) =>
  (await api.em().find(Mail, { userId, kind: 'security_change' }, { orderBy: { id: 'asc' } })).map(
    ({ data: { automation, automationName } }) => [automation, automationName],
  );

describe('a token for checking in', () => {
  test('is a sign of life that ends a grace period, and the log names the automation', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { uses } = await added(owner, 'check-in');
    await bringTo(api, owner, 'grace_period');
    const reply = await uses.post('/automations/check-in');
    expect([reply.status, reply.body.lastSeenAt]).toEqual([200, dated(api.clock.now)]);
    expect((await loadSwitch(api.em(), owner.id))?.state.status).toBe('armed');
    expect(await logOf(owner, 'check_in')).toEqual([{ automation: 'Phone' }]);
    const [shown] = (await owner.browser.get('/automations')).body.automations;
    expect(shown).toMatchObject({ name: 'Phone', scope: 'check-in', lastUsedAt: dated(api.clock.now) });
  });

  test('does not count as its owner in person, so an operator finds owners whom only automations keep alive', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { uses } = await added(owner, 'check-in');
    const before = await api.em().findOneOrFail(Switch, { userId: owner.id });
    api.clock.now += DAY;
    await uses.post('/automations/check-in');
    const { lastSeenAt, seenInPersonAt } = await api.em().findOneOrFail(Switch, { userId: owner.id });
    expect(lastSeenAt.getTime()).toBe(api.clock.now);
    expect(seenInPersonAt).toEqual(before.seenInPersonAt);
  });

  test('checks in up to a daily limit, and is then told when to try again', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { uses } = await added(owner, 'check-in');
    const { points } = LIMITS.automation_check_in;
    for (let n = 0; n < points; n += 1) expect((await uses.post('/automations/check-in')).status).toBe(200);
    const refused = await uses.post('/automations/check-in');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
  });
});

test('a token for the status reads the dates of the switch, isn’t a sign of life, and is recorded once a day', async () => {
  const owner = await buildOwnerWithSuccessor(api, { name: 'Sam Successor' });
  const { uses } = await added(owner, 'status');
  const { state } = (await loadSwitch(api.em(), owner.id))!;
  const read = () => uses.get('/automations/status');
  expect((await read()).body).toEqual({
    status: 'armed',
    lastSeenAt: dated(state.lastSeenAt),
    deadline: dated(state.lastSeenAt + 90 * DAY),
    pausedUntil: null,
    holds: [],
  });
  await read();
  expect((await loadSwitch(api.em(), owner.id))?.state.lastSeenAt).toBe(state.lastSeenAt);
  expect(await logOf(owner, 'status_read')).toEqual([{ automation: 'Phone' }]);
  api.clock.now += DAY;
  await read();
  expect(await logOf(owner, 'status_read')).toHaveLength(2);
});

describe('a calendar', () => {
  const fetchCalendar = (token: string) => fetch(`${api.url}/automations/calendar?token=${token}`);
  const datesIn = (text: string) =>
    [...text.matchAll(/^DTSTART:(.*)\r\nSUMMARY:(.*)\r$/gm)].map(([, at, summary]) => [at, summary]);
  const utc = (moment: number) => `${dated(moment).slice(0, 19).replace(/[-:]/g, '')}Z`;

  test('has the reminders and the deadline in the owner’s language, at a secret address, and names nobody', async () => {
    const owner = await buildOwnerWithSuccessor(api, { name: 'Sam Successor' });
    const { token } = await added(owner, 'calendar');
    const { state } = (await loadSwitch(api.em(), owner.id))!;
    const reply = await fetchCalendar(token);
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, max-age=3600',
    ]);
    const text = await reply.text();
    const atPercent = (percent: number) => utc(state.lastSeenAt + (90 * DAY * percent) / 100);
    expect(datesIn(text).slice(0, 4)).toEqual([
      ...[75, 85, 95].map((percent) => [atPercent(percent), 'Reminder to check in']),
      [atPercent(100), 'Deadline for a sign of life'],
    ]);
    for (const name of ['Sam', 'Olive', owner.email]) expect(text).not.toContain(name);
    await api.em().nativeUpdate(User, { id: owner.id }, { language: 'de' });
    const german = await (await fetchCalendar(token)).text();
    expect(german.replaceAll('\r\n ', '')).toContain('SUMMARY:Frist für ein Lebenszeichen\r\n');
    expect(new Set(german.match(/^UID:.*$/gm))).toEqual(new Set(text.match(/^UID:.*$/gm)));
  });

  test('says that a date moves with each sign of life, except while the switch is paused', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { token } = await added(owner, 'calendar');
    const advice = 'DESCRIPTION:This date moves whenever you check in or log in.';
    expect(await (await fetchCalendar(token)).text()).toContain(advice);
    await take(api, owner, { kind: 'paused', until: api.clock.now + 10 * DAY });
    const text = await (await fetchCalendar(token)).text();
    expect(text).toContain('SUMMARY:The pause ends');
    expect(text).not.toContain('DESCRIPTION');
  });

  test('is closed to other tokens, to tokens in a header, and once it is revoked', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const { token, uses, automation } = await added(owner, 'calendar');
    const status = await added(owner, 'status');
    expect((await fetchCalendar(status.token)).status).toBe(403);
    expect((await uses.raw.get('/automations/calendar')).status).toBe(401);
    expect((await fetchCalendar(token)).status).toBe(200);
    await owner.browser.delete(`/automations/${automation.id}`);
    expect((await fetchCalendar(token)).status).toBe(401);
  });
});

describe('a token', () => {
  test('can do nothing that its scope does not name, on any route', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    const tokens = [await added(owner, 'check-in'), await added(owner, 'status')];
    const before = await rowChecksum(api.orm);
    for (const { uses, automation } of tokens)
      for (const { access, scope, method, path } of routes) {
        if (access === 'public' || scope === automation.scope) continue;
        const body = BODIES[`${method.toUpperCase()} ${path}`]?.();
        const address = path.replace(/:\w+/g, randomUUID());
        const reply = uses.raw[method](address, method === 'get' ? {} : (body as never));
        expect([method, path, await problemOf(reply)]).toEqual([
          method,
          path,
          access === 'automation' && scope !== 'calendar' ? '403 forbidden' : '401 unauthenticated',
        ]);
      }
    expect(await rowChecksum(api.orm)).toBe(before);
  });

  test('is shown once, and only its hash is stored', async () => {
    const owner = await buildOwner(api);
    const { token, automation } = await added(owner, 'check-in');
    expect(token).toMatch(/^vh_[A-Za-z0-9_-]{43}$/);
    expect(await rowsContaining(api.orm, token.slice(3))).toEqual([]);
    const { hash } = await api.em().findOneOrFail(Automation, { id: automation.id });
    expect(hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify((await owner.browser.get('/automations')).body)).not.toContain(token);
  });

  test('needs a session that was confirmed, and the owner gets a mail about it and about its end', async () => {
    const owner = await buildOwner(api);
    const unconfirm = () => api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: null });
    const { automation, uses } = await added(owner, 'check-in');
    const monitor = await added(owner, 'status');
    await unconfirm();
    const name = { name: 'Door', scope: 'check-in' } as const;
    await expectProblem(owner.browser.post('/automations', name), '403 confirmation_required');
    const revoke = (id: string) => owner.browser.delete(`/automations/${id}`);
    await expectProblem(revoke(automation.id), '403 confirmation_required');
    expect((await uses.post('/automations/check-in')).status).toBe(200);
    await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: new Date(api.clock.now) });
    for (const { id } of [automation, monitor.automation]) expect((await revoke(id)).status).toBe(200);
    await expectProblem(uses.post('/automations/check-in'), '401 unauthenticated');
    expect(await mailsTo(owner)).toEqual([
      ['check-in', 'Phone'],
      ['status', 'Phone'],
      ['revoked', 'Phone'],
    ]);
    expect(await logOf(owner, 'automation_added')).toEqual([
      { name: 'Phone', scope: 'status' },
      { name: 'Phone', scope: 'check-in' },
    ]);
  });

  test('stops when it expires, and cannot expire in the past', async () => {
    const owner = await buildOwner(api);
    const { uses } = await added(owner, 'check-in', { expiresAt: dated(api.clock.now + DAY) });
    expect((await uses.post('/automations/check-in')).status).toBe(200);
    const late = { name: 'Phone', scope: 'status', expiresAt: dated(api.clock.now) } as const;
    await expectProblem(owner.browser.post('/automations', late), '400 validation_failed');
    api.clock.now += DAY;
    await expectProblem(uses.post('/automations/check-in'), '401 unauthenticated');
  });

  test('is one of twenty at most', async () => {
    const owner = await buildOwner(api);
    const row = {
      userId: owner.id,
      name: 'Tag',
      scope: 'status',
      createdAt: new Date(api.clock.now),
    } as const;
    const rest = { expiresAt: null, lastUsedAt: null };
    for (let n = 0; n < 20; n += 1)
      await api
        .em()
        .insert(Automation, { id: randomUUID(), hash: Buffer.from(randomUUID()), ...row, ...rest });
    const more = { name: 'Phone', scope: 'status' } as const;
    await expectProblem(owner.browser.post('/automations', more), '409 automation_limit');
  });
});
