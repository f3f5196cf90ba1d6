/** What owners are told after a restored backup, and what must not come back with it unseen. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { readStatistics } from '../../api/monitoring/statistics.ts';
import { recordActivity } from '../../db/activity-log.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Outbox } from '../../db/entities/outbox.ts';
import { Removal } from '../../db/entities/removal.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { Session } from '../../db/entities/session.ts';
import { Successor } from '../../db/entities/successor.ts';
import { User } from '../../db/entities/user.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import { readRemovals } from '../../db/removals.ts';
import { tellSome } from '../../db/tell-restored.ts';
import { walkChains } from '../../db/walk-chains.ts';
import { logIn, openAccount } from '../support/builders/account.ts';
import { invite, take } from '../support/builders/handover.ts';
import { buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { linkToken } from '../support/builders/successor-links.ts';
import { caughtMails, followMail, tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { useReconcile } from '../support/servers/use-reconcile.ts';

const DAY = 86_400_000;
/** The process that does the work unless a test says otherwise. */
const CLAIMANT = randomUUID();

const { api, deps, activities, work, workOff } = await useReconcile();

/** Nobody is working on the restore any longer, so this doesn't wait until the last claim has run out. */
const tellAll = async () => {
  await api.em().execute('update restoration set claimed_until = null');
  while ((await tellSome(work(), CLAIMANT)) !== 'nothing');
};

/** Notes the restore as reconcile does, and works off everything. */
async function restore(removals: Awaited<ReturnType<typeof readRemovals>> = {}): Promise<void> {
  await activities.startOver({ restoredAt: api.clock.now, removals });
  await workOff();
  await tellAll();
}

const named = async (name: string) => {
  const owner = await buildOwner(api, { name });
  const successor = await buildSuccessor(api, owner, { name: `Successor of ${name}`, pinned: true });
  return { ...owner, successor };
};
const restoredMails = (userId: string) => api.em().find(Mail, { kind: 'restored', userId });
const recorded = (userId: string) => api.em().find(Activity, { type: 'restored', userId });

/** Sends an owner's mail, and returns what it says. */
async function textFor({ id, email }: { id: string; email: string }): Promise<string> {
  for (const mail of await restoredMails(id)) await activities.sendMail({ mailId: mail.id });
  const mails = (await caughtMails(email)).filter(({ subject }) => subject.includes('check your account'));
  expect(mails).toHaveLength(1);
  return mails[0]?.text.replace(/\s+/g, ' ') ?? '';
}

const ACCOUNTS = [...['"user"', 'session', 'switch', 'successor', 'handover', 'invitee', 'token', 'removal']];
/** Keeps these tables as they are, until `putBack` does what restoring a backup does. */
async function backUp(): Promise<() => Promise<void>> {
  for (const table of ACCOUNTS) {
    const copy = `backup_of_${table.replaceAll('"', '')}`;
    await api.em().execute(`drop table if exists ${copy}`);
    await api.em().execute(`create table ${copy} as table ${table}`);
  }
  return () =>
    api.em().transactional(async (tx) => {
      await tx.execute('delete from "user"');
      await tx.execute('delete from removal');
      for (const table of ACCOUNTS) {
        await tx.execute(`insert into ${table} select * from backup_of_${table.replaceAll('"', '')}`);
      }
    });
}

describe('after a restored backup', () => {
  test('every owner gets one mail and one record, which say what was put back and to when', async () => {
    const owner = await named('Ada');
    await buildSuccessor(api, owner, { name: 'Unsure Una', verified: false });
    const paused = await named('Paula');
    await take(api, paused, { kind: 'paused', until: api.clock.now + 30 * DAY });
    const [off, unverified] = [await buildOwner(api), await buildOwner(api, { verified: false })];
    const seenAt = api.clock.now;
    api.clock.now += 5 * DAY;
    // A worker read its mailbox before reconcile had judged the database.
    const returned = { userId: off.id, type: 'mail_returned', detail: { kind: 'reminder', n: 1 } } as const;
    await recordActivity(api.em(), deps.signRecord, { ...returned, at: new Date(api.clock.now) });
    await restore();
    await tellAll();

    for (const { id } of [owner, paused, off]) {
      expect(await restoredMails(id)).toHaveLength(1);
      expect(await recorded(id)).toMatchObject([
        { detail: { reason: 'older', knownUntil: new Date(seenAt).toISOString() } },
      ]);
    }
    expect([await restoredMails(unverified.id), await recorded(unverified.id)]).toEqual([[], []]);
    expect((await walkChains(api.orm, [deps.signRecord], {}, () => {})).broken).toBe(0);
    // Each has a workflow of its own, as every mail.
    expect(await api.em().count(Outbox, { kind: 'mail' })).toBe(3);

    const date = (at: number) =>
      new Date(at).toLocaleDateString('en-GB', {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      });
    const text = await textFor(owner);
    expect(text).toContain(`as it was on`);
    expect(text).toContain(date(seenAt));
    expect(text).toContain('Your confirmed successors: Successor of Ada.');
    expect(text).toContain('Not confirmed yet: Unsure Una.');
    expect(text).toContain('after 90 days without a sign of life, and one of your successors has to accept');
    expect(text).not.toContain('came back');
    const started = await loadSwitch(api.em(), owner.id);
    expect(text).toContain(date(started?.state.clockStartedAt ?? 0));
    expect(await textFor(paused)).toContain('Your switch is paused until');
    expect(await textFor(off)).toContain('Your switch is off');
  });

  test('a standby that took over is not called a backup', async () => {
    const owner = await named('Ada');
    await activities.startOver({ restoredAt: api.clock.now + DAY, reason: 'timeline' });
    api.clock.now += 2 * DAY;
    await workOff();
    await tellAll();
    const text = await textFor(owner);
    expect(text).toContain('our standby database took over');
    expect(text).not.toContain('backup');
  });

  test('after a process dies halfway, every owner is told exactly once', async () => {
    const owners = await Promise.all(Array.from({ length: 7 }, (_, i) => named(`Owner ${i}`)));
    await activities.startOver({ restoredAt: api.clock.now });
    await workOff();
    await api.em().execute('update restoration set claimed_until = null');
    expect(await tellSome(work(), randomUUID(), 3)).toBe('more');
    await api.em().execute('update restoration set claimed_until = null');
    let signed = 0;
    const signRecord = (message: string) => {
      signed += 1;
      if (signed > 2) throw new Error('killed');
      return deps.signRecord(message);
    };
    await expect(tellSome(work({ signRecord }), randomUUID(), 3)).rejects.toThrow('killed');
    // Another process takes over, and a third finds it at work.
    const other = randomUUID();
    expect(await tellSome(work(), other, 3)).toBe('more');
    expect(await tellSome(work(), randomUUID(), 3)).toBe('later');
    expect(await tellSome(work(), other, 3)).toBe('nothing');
    for (const { id } of owners) {
      expect(await restoredMails(id)).toHaveLength(1);
      expect(await recorded(id)).toHaveLength(1);
    }
    expect((await walkChains(api.orm, [deps.signRecord], {}, () => {})).broken).toBe(0);
    expect(await api.em().findOneOrFail(Restoration, { reason: 'older' })).toMatchObject({
      told: 7,
      toldAt: expect.any(Date),
    });
  });

  test('no owner is told while many messages wait for Temporal', async () => {
    await named('Ada');
    await activities.startOver({ restoredAt: api.clock.now });
    await workOff();
    await api.em().execute(
      `insert into outbox (kind, subject_id, seq, created_at)
       select 'mail', gen_random_uuid(), 0, now() from generate_series(1, 1000)`,
    );
    expect(await tellSome(work(), CLAIMANT)).toBe('later');
    expect(await api.em().count(Mail, {})).toBe(0);
    await api.em().nativeDelete(Outbox, {});
    await tellAll();
    expect(await api.em().count(Mail, { kind: 'restored' })).toBe(1);
  });
});

describe('a removal after the backup', () => {
  test.each([
    [
      'removed',
      async (owner: Awaited<ReturnType<typeof named>>) => {
        expect((await owner.browser.delete(`/successors/${owner.successor.id}`)).status).toBe(200);
      },
    ],
    [
      'moved to another address',
      async (owner: Awaited<ReturnType<typeof named>>) => {
        const email = `other-${owner.successor.email}`;
        expect((await owner.browser.put(`/successors/${owner.successor.id}`, { email })).status).toBe(200);
      },
    ],
    [
      'opted out',
      async (owner: Awaited<ReturnType<typeof named>>) => {
        const token = await linkToken(api, owner, owner.successor.id, 'opt_out');
        expect((await client(api).post('/successors/opt-out', { token })).status).toBe(200);
      },
    ],
  ])(
    'a successor who was %s can neither accept nor confirm by an old link, and the owner decides whether to ask again',
    async (how, leave) => {
      const owner = await named('Ada');
      const stays = await buildSuccessor(api, owner, { name: 'Stays' });
      const link = await linkToken(api, owner, owner.successor.id);
      const invitations = await invite(api, owner);
      const response = invitations.get(owner.successor.id) ?? '';
      await take(api, owner, { kind: 'cancelled' });
      await api.em().nativeUpdate(Session, { userId: owner.id }, { confirmedAt: new Date(api.clock.now) });
      const putBack = await backUp();
      await leave(owner);
      const removals = await readRemovals(api.em());
      await putBack();
      const find = () => api.em().findOneOrFail(Successor, { id: owner.successor.id }, { refresh: true });
      expect((await find()).verifiedAt).not.toBeNull();

      api.clock.now += DAY;
      await restore(removals);
      const back = await find();
      expect(back).toMatchObject({ verifiedAt: null, returnedAt: new Date(api.clock.now) });
      expect(back.optedOutAt ?? null).toEqual(how === 'opted out' ? new Date(api.clock.now) : null);
      expect((await loadSwitch(api.em(), owner.id))?.state.successors.map(({ id }) => id)).toEqual([
        stays.id,
      ]);
      const confirm = await client(api).raw.get(`/successors/verify?token=${link}`);
      expect(confirm.body).toMatchObject({ code: 'token_invalid' });
      const accept = await client(api).raw.post('/handover/respond', { token: response, response: 'accept' });
      expect(accept.body).toMatchObject({ code: 'token_invalid' });
      const text = await textFor(owner);
      expect(text).toMatch(/These successors came back .*: Successor of Ada\. They won't be asked/);
      expect(text).toContain('Your confirmed successors: Stays.');

      // The owner decides: they may ask someone again whom they removed.
      const again = await owner.browser.raw.post(`/successors/${owner.successor.id}/resend-verification`);
      expect(again.body).toMatchObject(how === 'opted out' ? { code: 'successor_opted_out' } : {});
      if (how === 'opted out') return;
      expect(again.status).toBe(200);
      const verificationMail = {
        kind: 'successor_verification',
        successorId: owner.successor.id,
        status: 'queued',
      } as const;
      const [mail, ...others] = await api.em().find(Mail, verificationMail);
      expect(others).toEqual([]);
      await activities.sendMail({ mailId: mail!.id });
      const fresh = tokenIn(
        await followMail(owner.successor.email, 'confirm your address again', '/successor'),
      );
      const seen = await client(api).get(`/successors/link?token=${fresh}`);
      expect(seen.body.successor).toMatchObject({ verified: false, keyPinned: true });
      expect((await client(api).get(`/successors/verify?token=${fresh}`)).status).toBe(200);
      expect(await find()).toMatchObject({
        verifiedAt: new Date(api.clock.now),
        returnedAt: null,
        publicKey: back.publicKey,
        keyPinnedAt: back.keyPinnedAt,
      });
    },
  );

  test('of an account: it takes no step, has no session, and its owner is asked to delete it again', async () => {
    const account = await openAccount(api);
    const { id } = account;
    await buildSuccessor(api, account);
    const putBack = await backUp();
    const { password } = account;
    const gone = await (await logIn(api, account)).raw.delete('/auth/delete-account', { password });
    expect(gone.status).toBe(200);
    await api.em().nativeDelete(Mail, {});
    const removals = await readRemovals(api.em());
    await putBack();
    expect((await loadSwitch(api.em(), id))?.state.status).toBe('armed');

    api.clock.now += DAY;
    await activities.startOver({ restoredAt: api.clock.now, removals });
    // Even before the workers have done anything.
    expect((await loadSwitch(api.em(), id))?.state).toMatchObject({ status: 'off', successors: [] });
    const returned = new Date(api.clock.now).toISOString();
    // Another backup is restored before anybody has been told.
    api.clock.now += 1_000;
    await restore(removals);
    expect(await api.em().count(Session, { userId: id, revokedAt: null })).toBe(0);
    expect(await logIn(api, account)).toBeDefined();
    const text = await textFor(account);
    expect(text).toContain('before you deleted your account');
    expect(text).toContain('Delete the account');
    // No mail says that the switch went off.
    for (const mail of await api.em().find(Mail, { userId: id, kind: 'switch_off' })) {
      await activities.sendMail({ mailId: mail.id });
      expect(await api.em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({ status: 'obsolete' });
    }
    const { returnedAccounts } = await readStatistics(api.em(), new Date(api.clock.now), deps.rules);
    expect(returnedAccounts).toEqual({
      count: 1,
      oldest: [{ userId: id, since: returned }],
    });
  });

  test('is reported only if the restored database lacks it: a removal that it has was undone on purpose', async () => {
    const owner = await named('Ada');
    const before = owner.successor.email;
    const move = (email: string) => owner.browser.put(`/successors/${owner.successor.id}`, { email });
    await move(`other-${before}`);
    await move(before);
    await api
      .em()
      .nativeUpdate(Successor, { id: owner.successor.id }, { verifiedAt: new Date(api.clock.now) });
    api.clock.now += DAY;
    await restore(await readRemovals(api.em()));
    expect(await api.em().findOneOrFail(Successor, { id: owner.successor.id })).toMatchObject({
      verifiedAt: expect.any(Date),
      returnedAt: null,
    });
  });

  test('is remembered for 90 days outside the database, 15,000 at most, and only as hashes', async () => {
    const owner = await named('Ada');
    await owner.browser.delete(`/successors/${owner.successor.id}`);
    const first = await activities.compareWithLastRun(null);
    const [[day, hash] = ['', '']] = Object.entries(first.removals);
    expect(hash).toMatch(/^[A-Za-z0-9+/]{16}$/);
    await api.em().nativeDelete(Removal, {});
    const daysAgo = (days: number) =>
      new Date(Date.parse(`${day}T00:00Z`) - days * DAY).toISOString().slice(0, 10);
    const previous = { ...first, removals: { [day]: hash, [daysAgo(90)]: hash, [daysAgo(91)]: hash } };
    const { removals } = await activities.compareWithLastRun(previous);
    expect(removals).toEqual({ [day]: hash, [daysAgo(90)]: hash });
    await api.em().execute(
      `insert into removal (hash, day) select substring(sha256(n::text::bytea) from 1 for 12), ?::date
       from generate_series(1, 15000) n`,
      [daysAgo(1)],
    );
    const full = (await activities.compareWithLastRun(previous)).removals;
    expect(full[day]).toBe(hash);
    expect(full[daysAgo(1)]).toHaveLength(14_999 * 16);
    expect(full[daysAgo(90)]).toBeUndefined();
    expect(JSON.stringify(full).length).toBeLessThan(256 * 1024);
  });

  test('of an account with its successors is one removal', async () => {
    const owner = await named('Ada');
    await api.em().nativeDelete(User, { id: owner.id });
    expect(await api.em().count(Removal, {})).toBe(1);
  });
});
