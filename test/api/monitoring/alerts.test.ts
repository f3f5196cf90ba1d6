/** When our alert rules page an operator, with real mails and a real mail server. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHealth } from '../../../api/monitoring/health.ts';
import { createMetrics } from '../../../api/monitoring/metrics.ts';
import { raisedBy } from '../../../chaos/alert-rules.ts';
import { countAgain } from '../../../db/counts.ts';
import { Channel } from '../../../db/entities/channel.ts';
import { Liveness } from '../../../db/entities/liveness.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { ensureMail } from '../../../db/mail.ts';
import { take } from '../../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor } from '../../support/builders/owner.ts';
import { stepInput } from '../../support/builders/step-input.ts';
import { startSmtpListener } from '../../support/servers/smtp-listener.ts';
import { useActivities } from '../../support/servers/use-activities.ts';
import { until } from '../../support/until.ts';
import { use } from '../../support/use.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const listener = await use(startSmtpListener);
const { api, activities } = await useActivities({}, listener);
beforeEach(async () => {
  listener.onSender = () => null;
  listener.onRecipient = () => null;
  for (const table of ['"user"', 'mail', 'outbox', 'liveness'])
    await api.em().execute(`delete from ${table}`);
});

const armedOwner = () => buildOwnerWithSuccessor(api);

/** A new scrape, repeated while this machine is too busy for a complete one. */
const scraped = () =>
  until('a whole scrape', async () => {
    const text = `${await createMetrics({ ...api.deps, health: createHealth(api.deps) }).text()}`;
    const isWhole = [
      /^vault_database_up 1$/m,
      /^vault_overdue_events /m,
      ...['database', 'clock', 'cache'].map(
        (check) => new RegExp(`^vault_check_up\\{check="${check}"\\} 1$`, 'm'),
      ),
    ].every((line) => line.test(text));
    return isWhole && text;
  });

/** The alerts that are raised now, except those about processes that this test doesn't run. */
async function raised(severity: 'page' | 'ticket'): Promise<string[]> {
  const em = api.em();
  // The relay has passed everything on, and the workflows of all switches have looked in time.
  await em.execute('delete from outbox');
  await em.execute('update switch set next_event_at = ?', [new Date(api.clock.now + HOUR)]);
  await countAgain(em, new Date(api.clock.now), api.deps.rules, 0);
  const ofProcesses = [
    ...['VaultNobodyPolls', 'VaultServiceDown', 'VaultLivenessGaps', 'VaultStatisticsOld'],
    ...['VaultLogsUnchecked', 'VaultReconcileStopped'],
  ];
  return raisedBy(await scraped(), severity).filter((alert) => !ofProcesses.includes(alert));
}

/** Reminds these owners, and tries the mails every six hours. */
async function remindFor(owners: readonly BuiltOwner[], days: number): Promise<void> {
  for (const owner of owners) await activities.remind(stepInput(api, owner));
  for (let tries = 0; tries < days * 4; tries += 1) {
    api.clock.now += 6 * HOUR;
    const queued = await api.em().find(Mail, { kind: 'reminder', status: 'queued' });
    for (const { id } of queued) await activities.sendMail({ mailId: id }).catch(() => {});
  }
}

test.each([
  [31, true],
  [29, false],
])('reconcile that last ran %i minutes ago is reported: %s', async (minutes, isReported) => {
  await api
    .em()
    .execute('update judged_database set judged_at = ?', [new Date(api.clock.now - minutes * 60_000)]);
  expect(raisedBy(await scraped(), 'ticket').includes('VaultReconcileStopped')).toBe(isReported);
});

describe('one dead mailbox', () => {
  test.each([
    ['is gone', '550 5.1.1 no such user'],
    ['is full', '452 4.2.2 mailbox full'],
    ['breaks the connection', null],
  ])('that %s pages nobody, with many owners or one', async (_, reply) => {
    for (const others of [3, 0]) {
      const [dead, ...served] = await Promise.all(Array.from({ length: 1 + others }, armedOwner));
      listener.onRecipient = (address) => {
        if (address !== dead?.email) return null;
        if (reply === null) listener.hangUp();
        return reply;
      };
      api.clock.now += 68 * DAY;
      await remindFor([dead as BuiltOwner, ...served], 3);
      // Alone, a broken connection can't be told from a broken mail server.
      const expected = reply === null && others === 0 ? ['VaultMailsFail'] : [];
      expect([others, await raised('page')]).toEqual([others, expected]);
      expect(await raised('ticket')).toContain('VaultMailWaits');
      await api.em().execute('delete from mail');
      await api.em().execute('delete from "user"');
    }
  });

  test('opens a ticket once a handover goes on without warnings', async () => {
    const [dead, other] = [await armedOwner(), await armedOwner()];
    listener.onRecipient = (address) => (address === dead.email ? '550 5.1.1 no such user' : null);
    api.clock.now += 68 * DAY;
    await remindFor([dead], 2);
    await remindFor([other], 6);
    expect(await raised('ticket')).toContain('VaultOwnersUnwarned');
    expect(await raised('page')).toEqual([]);
  });
});

test('webhooks that fail concern nobody but their owners, unless most of them do', async () => {
  const owner = await armedOwner();
  const at = new Date(api.clock.now);
  const add = async (name: string, lastError: string | null) => {
    const way = { id: crypto.randomUUID(), userId: owner.id, kind: 'webhook', name, lastError } as const;
    const address = `https://hooks.example.com/${name}`;
    await api.em().insert(Channel, {
      ...way,
      address,
      codeRound: 1,
      codeSentAt: at,
      verifiedAt: at,
      createdAt: at,
    });
    return way.id;
  };
  for (const name of ['a', 'b', 'c']) await add(name, null);
  const failing = await add('d', 'HTTP 503');
  const warning = { key: 'd', kind: 'channel_reminder', channelId: failing, byMail: false } as const;
  const { id } = await ensureMail(api.em(), { ...warning, recipient: '', userId: owner.id }, at);
  await api.em().nativeUpdate(Mail, { id }, { attempts: 9, refusedSince: at, refusal: 'unclear' });
  api.clock.now += 2 * DAY;
  expect([await raised('page'), await raised('ticket')]).toEqual([[], []]);
  expect(await scraped()).not.toMatch(/^vault_mails\{.*channel_/m);
  for (const name of ['e', 'f', 'g']) await add(name, 'timeout');
  expect([await raised('page'), await raised('ticket')]).toEqual([[], ['VaultWaysFail']]);
});

test('switches that wait because Temporal’s clock is ahead page, although their workflows look in time', async () => {
  const owner = await armedOwner();
  const startedAt = new Date(api.clock.now);
  api.clock.now += 68 * DAY;
  // Nothing was down, so that the reminder is due.
  for (const service of ['api', 'mail'] as const) {
    const beatAt = new Date(api.clock.now);
    await api.em().insert(Liveness, { id: crypto.randomUUID(), service, startedAt, beatAt });
  }
  const ahead = (ms: number) =>
    activities.look({ ...stepInput(api, owner), workflowNow: api.clock.now + ms });
  await ahead(6 * 60_000);
  expect(await raised('page')).toEqual(['VaultClocksDisagree']);
  await ahead(0);
  expect(await raised('page')).toEqual([]);
});

test('one owner’s pause pages nobody', async () => {
  const owner = await armedOwner();
  await take(api, owner, { kind: 'paused', until: api.clock.now + 300 * DAY });
  api.clock.now += 299 * DAY;
  expect(await raised('page')).toEqual([]);
});

describe('a mail server', () => {
  test('that takes nobody’s mail pages within hours, with a single owner too', async () => {
    listener.onSender = () => '550 5.7.1 sender refused';
    const owner = await armedOwner();
    api.clock.now += 68 * DAY;
    await remindFor([owner], 0.25);
    expect(await raised('page')).toEqual(['VaultMailsFail']);
  });

  test('that refuses more people than it serves pages, and no longer once it takes their mail', async () => {
    const [served, ...refused] = await Promise.all(Array.from({ length: 4 }, armedOwner));
    listener.onRecipient = (address) =>
      address === served?.email ? null : '550 5.7.1 blocked for bad reputation';
    api.clock.now += 68 * DAY;
    await remindFor([served as BuiltOwner, ...refused], 0.5);
    expect(await raised('page')).toEqual(['VaultMailsFail']);
    listener.onRecipient = () => null;
    await remindFor([], 0.25);
    expect(await raised('page')).toEqual([]);
  });
});
