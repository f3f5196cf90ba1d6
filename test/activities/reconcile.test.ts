import { describe, expect, test } from '@jest/globals';
import { asyncLocalStorage as activityContext } from '@temporalio/activity';
import { Mail } from '../../db/entities/mail.ts';
import { Switch } from '../../db/entities/switch.ts';
import { claimMail, ensureMail } from '../../db/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { useReconcile } from '../support/servers/use-reconcile.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

const { api, activities, nextEvent, forgetMessages, messages } = await useReconcile();

const armedOwner = () => buildOwnerWithSuccessor(api);

test('reconcile sends heartbeats, however long the database takes', async () => {
  let beats = 0;
  const enough = Promise.withResolvers<void>();
  const heartbeat = () => {
    beats += 1;
    if (beats === 2) enough.resolve();
  };
  const looking = api.em().transactional(async (tx) => {
    await tx.execute('lock table activity in access exclusive mode');
    const compared = activityContext.run({ heartbeat } as never, () => activities.compareWithLastRun(null));
    await enough.promise;
    return { compared };
  });
  expect((await (await looking).compared).restoredAt).toBeNull();
});

describe('reconcile tells again', () => {
  test('signals the switches whose next event is overdue or unknown, and no other', async () => {
    const [overdue, unknown, late, ahead, off] = await Promise.all([1, 2, 3, 4, 5].map(armedOwner));
    const { now } = api.clock;
    await nextEvent(overdue!.id, now - 3 * MINUTE);
    await nextEvent(unknown!.id, null);
    await nextEvent(late!.id, now - MINUTE);
    await nextEvent(ahead!.id, now + DAY);
    await api.em().nativeUpdate(Switch, { userId: off!.id }, { status: 'off', nextEventAt: null });
    await forgetMessages();
    expect(await activities.resignal()).toBe(2);
    expect((await messages()).sort()).toEqual(
      [
        ['switch', overdue!.id],
        ['switch', unknown!.id],
      ].sort(),
    );
    // One message is enough until it is read.
    expect(await activities.resignal()).toBe(0);
    expect(await messages()).toHaveLength(2);
  });

  test('a mail that a worker with a clock that was ahead has claimed for years', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now - 10 * MINUTE);
    const request = { kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const mail = await ensureMail(api.em(), { ...request, key: `ahead/${owner.id}` }, new Date());
    await api
      .em()
      .execute(`update mail set claimed_until = clock_timestamp() + interval '5 years' where id = ?`, [
        mail.id,
      ]);
    await forgetMessages();
    expect(await activities.resignal()).toBe(1);
    expect((await claimMail(api.em(), mail.id))?.id).toBe(mail.id);
  });

  test('no mail that rests because its mailbox is gone, until it should have been tried again', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now + DAY);
    const request = { kind: 'reminder' as const, recipient: owner.email, userId: owner.id };
    const reminder = await ensureMail(
      api.em(),
      { ...request, key: `rests/${owner.id}` },
      new Date(api.clock.now - DAY),
    );
    const invitation = await ensureMail(
      api.em(),
      { ...request, key: `rests-too/${owner.id}`, kind: 'invitation' },
      new Date(api.clock.now - DAY),
    );
    const restUntil = (at: number) =>
      api
        .em()
        .nativeUpdate(Mail, { id: { $in: [reminder.id, invitation.id] } }, { restsUntil: new Date(at) });
    await restUntil(api.clock.now + DAY / 4);
    await forgetMessages();
    await activities.restartMails();
    expect(await messages()).toEqual([]);
    await restUntil(api.clock.now - DAY / 24);
    await activities.restartMails();
    const both = [invitation.id, reminder.id].sort();
    expect((await messages()).map(([, id]) => id).sort()).toEqual(both);
    // Nor one whose rest was written by a clock that was years ahead.
    await restUntil(api.clock.now + 365 * DAY);
    await forgetMessages();
    await activities.restartMails();
    expect((await messages()).map(([, id]) => id).sort()).toEqual(both);
    await api.em().nativeDelete(Mail, { userId: owner.id });
  });

  test('the mails that were forgotten, each on its own queue; not the young or the sent', async () => {
    const owner = await armedOwner();
    await nextEvent(owner.id, api.clock.now + DAY);
    const queue = async (
      kind: MailKindName,
      ageMs: number,
      status: 'queued' | 'accepted' | 'obsolete' = 'queued',
    ) => {
      const request = { kind, recipient: owner.email, userId: owner.id };
      const created = new Date(api.clock.now - ageMs);
      const { id } = await ensureMail(api.em(), { ...request, key: `${kind}/${ageMs}/${status}` }, created);
      await api.em().nativeUpdate(Mail, { id }, { status });
      return id;
    };
    const forgotten = await queue('invitation', 11 * MINUTE);
    const forgottenAccount = await queue('verify_email', 30 * DAY);
    const forgottenChange = await queue('email_change', 30 * MINUTE);
    await queue('invitation', 9 * MINUTE);
    await queue('access', 20 * MINUTE, 'accepted');
    await queue('access', 20 * MINUTE, 'obsolete');
    const forgottenWarning = await queue('reminder', 20 * MINUTE);
    await forgetMessages();
    await activities.restartMails();
    expect((await messages()).sort()).toEqual([
      ...[forgottenAccount, forgottenChange].map((id) => ['account_mail', id]).sort(),
      ...[forgotten, forgottenWarning].map((id) => ['mail', id]).sort(),
    ]);
    await activities.restartMails();
    expect(await messages()).toHaveLength(4);
  });
});
