/** What was requested and must not be sent any more. */
import { describe, expect, test } from '@jest/globals';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { Token } from '../../db/entities/token.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail } from '../../db/mail.ts';
import { inviteAtSecond } from '../../db/owed-mails.ts';
import { deliver } from '../../mail/deliver.ts';
import { switchOf, take } from '../support/builders/handover.ts';
import { openGrace } from '../support/builders/open-grace.ts';
import {
  buildOwner,
  buildOwnerWithSuccessor,
  buildSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { verificationMail } from '../support/builders/verification-mail.ts';
import { caughtMails, linksIn } from '../support/clients/caught-mail.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;

const { api, deps, activities } = await useActivities();

const reread = (mail: MailRow) => api.em().findOneOrFail(Mail, { id: mail.id });
const now = () => new Date(api.clock.now);

describe('an obsolete mail is not sent', () => {
  const pointless = async (mail: MailRow, own = deps) => {
    expect(await deliver(own, api.em(), mail)).toBeNull();
    expect(await reread(mail)).toMatchObject({ status: 'obsolete', acceptedAt: null });
    expect(await caughtMails(mail.recipient)).toEqual([]);
    expect(await deliver(deps, api.em(), await reread(mail))).toBeNull();
  };

  test('to an owner who has verified their address by now', async () => {
    const { owner, mail } = await verificationMail(api);
    await api.em().nativeUpdate(User, { id: owner.id }, { emailVerifiedAt: now() });
    await pointless(mail);
  });

  test('to an owner whose account is gone', async () => {
    const { owner, mail } = await verificationMail(api);
    await api.em().nativeDelete(User, { id: owner.id });
    await pointless(mail);
  });

  test.each([
    ['verify_email', DAY],
    ['password_reset', DAY / 24],
    ['successor_verification', 30 * DAY],
  ] as const)(
    'as a %s that could not be sent for as long as its link lives, but not sooner',
    async (kind, lives) => {
      const owner = await buildOwner(api, { verified: kind === 'password_reset' });
      const successor = await buildSuccessor(api, owner, { verified: false });
      const to = kind === 'successor_verification' ? successor.email : owner.email;
      const successorId = kind === 'successor_verification' ? successor.id : null;
      const request = { kind, recipient: to, userId: owner.id, successorId };
      const since = (ms: number) => new Date(api.clock.now - ms);
      await pointless(
        await ensureMail(api.em(), { ...request, key: `${kind}/old/${owner.id}` }, since(lives)),
      );
      const inTime = await ensureMail(
        api.em(),
        { ...request, key: `${kind}/late/${owner.id}` },
        since(lives - 1_000),
      );
      expect(await deliver(deps, api.em(), inTime)).toEqual(now());
    },
  );

  test('to a successor who has verified, was removed, opted out or has another address by now', async () => {
    const owner = await buildOwner(api);
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => api.em().nativeUpdate(Successor, { id }, { verifiedAt: now() }),
      (id) => api.em().nativeDelete(Successor, { id }),
      (id) => api.em().nativeUpdate(Successor, { id }, { optedOutAt: now() }),
      (id) => api.em().nativeUpdate(Successor, { id }, { email: uniqueEmail('moved') }),
    ];
    for (const change of changes) {
      const successor = await buildSuccessor(api, owner, { verified: false });
      const { id, email } = successor;
      const request = { kind: 'successor_verification' as const, recipient: email, userId: owner.id };
      const mail = await ensureMail(api.em(), { ...request, key: `sv/${id}`, successorId: id }, now());
      await change(id);
      await pointless(mail);
    }
  });

  test('to a successor who is given another address while it is written', async () => {
    const owner = await buildOwner(api);
    const { id, email } = await buildSuccessor(api, owner, { verified: false });
    const request = { kind: 'successor_verification' as const, recipient: email, userId: owner.id };
    const mail = await ensureMail(api.em(), { ...request, key: `sv/${id}`, successorId: id }, now());
    const moving = api.em();
    await moving.begin();
    await moving.nativeUpdate(Successor, { id }, { email: uniqueEmail('moved') });
    const delivered = deliver(deps, api.em(), mail);
    const waits = until('the mail waits', async () => (await lockWaits(api)) > 0);
    await Promise.race([delivered, waits]);
    await moving.commit();
    expect(await delivered).toBeNull();
    expect(await api.em().count(Token, { successorId: id })).toBe(0);
  });

  test('to a successor, if the owner comes back while it is written: nobody could tell them that it is over', async () => {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api);
    await openGrace(api, owner.id, api.clock.now);
    api.clock.now += 2 * DAY;
    const input = stepInput(api, owner);
    await activities.endGracePeriod(input);
    await activities.inviteSuccessors(input);
    const mailTo = (kind: string) => api.em().findOneOrFail(Mail, { successorId: successor.id, kind });
    let isBack = false;
    // Asked for after the switch was read, and before the link's token is stored.
    const outages: typeof deps.outages = async (from, to) => {
      if (!isBack) {
        isBack = true;
        expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
        await pointless(await mailTo('handover_cancelled'));
      }
      return deps.outages(from, to);
    };
    await pointless(await mailTo('invitation'), { ...deps, outages });
    expect(await api.em().count(Token, { successorId: successor.id })).toBe(0);
  });

  test('to successors, once the owner is back; those who know of the handover are told that it is over', async () => {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api);
    const heard = await buildSuccessor(api, owner);
    const unknown = await buildSuccessor(api, owner);
    await openGrace(api, owner.id, api.clock.now);
    api.clock.now += 2 * DAY;
    const input = stepInput(api, owner);
    await activities.endGracePeriod(input);
    await activities.inviteSuccessors(input);
    const invitation = await api.em().findOneOrFail(Mail, { successorId: successor.id, kind: 'invitation' });
    const heardOf = await api.em().findOneOrFail(Mail, { successorId: heard.id, kind: 'invitation' });
    await deliver(deps, api.em(), heardOf);
    // The mail server accepted it, but the database died before it knew.
    const unnoted = await api.em().findOneOrFail(Mail, { successorId: unknown.id, kind: 'invitation' });
    await deliver(deps, api.em(), unnoted);
    const before = { status: 'queued', acceptedAt: null, claimedUntil: null } as const;
    await api.em().nativeUpdate(Mail, { id: unnoted.id }, before);
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    await pointless(invitation);
    // Those who never heard of the handover must not learn of it by its end.
    const cancellation = (successorId: string) =>
      api.em().findOneOrFail(Mail, { successorId, kind: 'handover_cancelled' });
    await pointless(await cancellation(successor.id));
    // Anyone who has the mailbox that was given up must not opt out in the name of the new one.
    const another = { email: uniqueEmail('moved'), name: 'Somebody Else' };
    await api.em().nativeUpdate(Successor, { id: unknown.id }, another);
    for (const [{ id, email }, pages] of [
      [heard, ['/opt-out']],
      [unknown, []],
    ] as const) {
      await deliver(deps, api.em(), await cancellation(id));
      const [last, ...others] = (await caughtMails(email)).toReversed();
      expect(others).toHaveLength(1);
      expect(linksIn(last!).map((link) => new URL(link).pathname)).toEqual(pages);
      expect(last!.text).not.toContain(another.name);
    }
  });

  test('that a handover is over, to someone whom the next one has asked', async () => {
    const { successor, ...owner } = await buildOwnerWithSuccessor(api);
    const refused = await buildSuccessor(api, owner);
    const input = () => stepInput(api, owner);
    const ask = async () => {
      await openGrace(api, owner.id, api.clock.now);
      api.clock.now += 2 * DAY;
      await activities.endGracePeriod(input());
      await activities.inviteSuccessors(input());
    };
    const invite = async (successorId: string) => {
      const where = { successorId, kind: 'invitation' } as const;
      const [latest] = await api.em().find(Mail, where, { orderBy: { id: 'desc' } });
      expect(await deliver(deps, api.em(), latest!)).toEqual(now());
    };
    await ask();
    for (const { id } of [successor, refused]) await invite(id);
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    const [notice, other] = await Promise.all(
      [successor, refused].map(({ id: successorId }) =>
        api.em().findOneOrFail(Mail, { successorId, kind: 'handover_cancelled' }),
      ),
    );
    await ask();
    await invite(successor.id);
    expect(await deliver(deps, api.em(), notice!)).toBeNull();
    expect(await reread(notice!)).toMatchObject({ status: 'obsolete' });
    // If their mailbox refuses that invitation too, nothing else would tell them.
    expect(await deliver(deps, api.em(), other!)).toEqual(now());
  });

  test('as one of several reminders of a pause, to an owner to whom nothing could be sent for months', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    expect((await owner.browser.post('/inactivity/pause')).status).toBe(200);
    for (let month = 0; month < 2; month += 1) {
      api.clock.now += 31 * DAY;
      await activities.remindPaused(stepInput(api, owner));
    }
    const where = { userId: owner.id, kind: 'pause_reminder' as const };
    const [first, second, ...more] = await api.em().find(Mail, where, { orderBy: { createdAt: 'asc' } });
    expect(more).toEqual([]);
    await pointless(first!);
    expect(await deliver(deps, api.em(), second!)).toEqual(now());
  });

  test('as a reminder or final notice, to an owner who was seen since', async () => {
    const owner = await buildOwnerWithSuccessor(api);
    api.clock.now += 68 * DAY;
    // If the server asks again, a look only looks.
    const input = { userId: owner.id, workflowNow: api.clock.now, atOnce: false };
    expect((await activities.look(input))?.due).toBe('reminder');
    await owner.browser.post('/activity/check-in');
    await activities.remind(input);
    await activities.giveFinalNotice(input);
    expect(await caughtMails(owner.email)).toEqual([]);
  });
});

test('an invitation that was refused waits while the warnings start over, and is still the first', async () => {
  const { successor, ...owner } = await buildOwnerWithSuccessor(api);
  const refused = await buildSuccessor(api, owner, { handoverDelayDays: 1 });
  const input = () => stepInput(api, owner);
  await openGrace(api, owner.id, api.clock.now);
  for (const days of [2, 1]) {
    api.clock.now += days * DAY;
    await activities.endGracePeriod(input());
    await activities.inviteSuccessors(input());
  }
  const invitation = await api.em().findOneOrFail(Mail, { successorId: refused.id, kind: 'invitation' });
  const send = async () => deliver(deps, api.em(), await reread(invitation));
  await take(api, owner, { kind: 'owner_alive', successorId: successor.id });
  await expect(send()).rejects.toMatchObject({ message: 'the grace period is not over' });
  // A second mailbox that is confirmed now gets it as well, once it goes out.
  const secondEmail = uniqueEmail('second');
  await api.em().nativeUpdate(Successor, { id: refused.id }, { secondEmail, secondVerifiedAt: now() });
  const { state } = await switchOf(api, owner);
  const person = await api.em().findOneOrFail(Successor, { id: refused.id });
  await inviteAtSecond(api.em(), state, person, secondEmail, now());
  const second = await api.em().findOneOrFail(Mail, { recipient: secondEmail });

  api.clock.now += 90 * DAY;
  expect(await activities.giveFinalNotice(input())).toMatchObject({ status: 'grace_period' });
  await expect(send()).rejects.toMatchObject({ nextRetryDelay: DAY / 4 });
  api.clock.now += 2 * DAY;
  await activities.endGracePeriod(input());
  await expect(send()).rejects.toMatchObject({ message: 'not due yet' });
  api.clock.now += DAY;
  expect(await send()).toEqual(now());
  expect(await deliver(deps, api.em(), second)).toEqual(now());
  for (const address of [refused.email, secondEmail]) {
    const [mail, ...others] = await caughtMails(address);
    expect(mail?.subject).toMatch(/^Will you accept/);
    expect(others).toEqual([]);
  }
  const { handover } = (await switchOf(api, owner)).state;
  const invitee = handover?.invitees.find(({ successorId }) => successorId === refused.id);
  expect(invitee).toMatchObject({ invitationsSent: 1, invitedAt: api.clock.now });
});
