/** If nobody waits for a mail, we give it up once its mailbox has been gone for 30 days. */
import { describe, expect, test } from '@jest/globals';
import { createActivities } from '../../activities/index.ts';
import { readStatistics } from '../../api/monitoring/statistics.ts';
import { countAgain } from '../../db/counts.ts';
import { Activity } from '../../db/entities/activity.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Restoration } from '../../db/entities/restoration.ts';
import { ensureMail, mailAccepted } from '../../db/mail.ts';
import { beginRestoration } from '../../db/restoration.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { MailRefused } from '../../mail/smtp.ts';
import { bringTo, switchOf, take } from '../support/builders/handover.ts';
import {
  type BuiltOwner,
  buildOwner,
  buildOwnerWithSuccessor,
  uniqueEmail,
} from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;

const { api, deps } = await useActivities();

const now = () => new Date(api.clock.now);
const read = (id: string) => api.em().findOneOrFail(Mail, { id });
const saying = (permanent: boolean) =>
  createActivities({
    ...deps,
    mailer: {
      ...deps.mailer,
      send: async () => {
        throw new MailRefused(permanent ? 'SMTP 550' : 'SMTP 451', {
          reason: permanent ? 'gone' : 'unclear',
          unsent: true,
        });
      },
    },
  });

/** A mail of this kind, about someone whose switch allows it. */
async function queued(kind: MailKindName, owner: BuiltOwner, more: object = {}) {
  const request = { key: `${kind}/${owner.id}`, kind, recipient: owner.email, userId: owner.id, ...more };
  return (await ensureMail(api.em(), request, now())).id;
}

/** The same server has just accepted another mail. */
async function othersAreServed(owner: BuiltOwner): Promise<void> {
  const recipient = uniqueEmail('else');
  const request = { key: `else/${recipient}`, kind: 'access_notice' as const, recipient, userId: owner.id };
  await mailAccepted(api.em(), (await ensureMail(api.em(), request, now())).id, now());
}

/** Tries a mail once a day. @returns on which day it ended; null if it is still being tried */
async function triedDaily(mailId: string, days: number, permanent = true): Promise<number | null> {
  for (let day = 0; day < days; day += 1) {
    await saying(permanent)
      .sendMail({ mailId })
      .catch(() => {});
    if ((await read(mailId)).status !== 'queued') return day;
    api.clock.now += DAY;
  }
  return null;
}

const refused = async () => {
  const { rules } = api.deps;
  await countAgain(api.em(), now(), rules, 0);
  return (await readStatistics(api.em(), now(), rules)).attention.refusedMails.count;
};

/** Mails that nobody waits for. What each is about stays as it is for longer than 30 days. */
const UNAWAITED: [MailKindName, object][] = [
  ['access_notice', { data: { successorName: 'Sam', at: 0 } }],
  ['successor_opted_out', { data: { successorName: 'Sam' } }],
  ['payment_failed', {}],
  ['email_change_notice', {}],
  ['account_exists', {}],
];

describe.each(UNAWAITED)('%s', (kind, more) => {
  test('ends after 30 days, raises no alert afterwards, and keeps the server’s response', async () => {
    const owner = await buildOwner(api);
    await othersAreServed(owner);
    const id = await queued(kind, owner, more);
    expect(await triedDaily(id, 29)).toBeNull();
    const alerts = await refused();
    await othersAreServed(owner);
    expect(await triedDaily(id, 3)).toBe(1);
    expect(await refused()).toBe(alerts - 1);
    const mail = await read(id);
    expect(mail).toMatchObject({ status: 'obsolete', lastError: 'SMTP 550', recipient: owner.email });
    expect(mail.permanentRefusals).toBe(31);
    // Its workflow is done with it.
    await saying(true).sendMail({ mailId: id });
    expect((await read(id)).attempts).toBe(mail.attempts);
  });
});

test('attempts go on while the refusals are temporary, or the server refuses everyone', async () => {
  const owner = await buildOwner(api);
  const later = await queued('payment_failed', owner);
  await othersAreServed(owner);
  expect(await triedDaily(later, 40, false)).toBeNull();
  const other = await buildOwner(api);
  const nobodys = await queued('payment_failed', other);
  api.clock.now += 60 * DAY;
  expect(await triedDaily(nobodys, 40)).toBeNull();
});

test('an invitation and the mail that gives access are retried indefinitely', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  await bringTo(api, owner, 'awaiting_successors');
  await createActivities(deps).inviteSuccessors(stepInput(api, owner));
  const mailOf = async (kind: MailKindName) =>
    (await api.em().findOneOrFail(Mail, { userId: owner.id, kind })).id;
  await othersAreServed(owner);
  const invitation = await mailOf('invitation');
  expect(await triedDaily(invitation, 40)).toBeNull();
  const [invitee] = (await switchOf(api, owner)).state.handover?.invitees ?? [];
  await take(api, owner, {
    kind: 'responded',
    successorId: invitee?.successorId ?? '',
    response: 'accept',
  });
  await othersAreServed(owner);
  expect(await triedDaily(await mailOf('access'), 40)).toBeNull();
});

test('if no mailbox takes the mail that gives access until the time is over, it starts again once one does', async () => {
  const owner = await buildOwnerWithSuccessor(api);
  const restored = await buildOwnerWithSuccessor(api);
  for (const each of [owner, restored]) await bringTo(api, each, 'released');
  const accessOf = ({ id: userId }: BuiltOwner) =>
    api.em().findOneOrFail(Mail, { userId, kind: 'access' }, { orderBy: { id: 'asc' } });
  const first = await accessOf(owner);
  await othersAreServed(owner);
  expect(await triedDaily(first.id, 95)).toBeNull();
  for (const each of [owner, restored]) {
    await createActivities(deps).completeHandover(stepInput(api, each));
    expect((await switchOf(api, each)).state.status).toBe('completed');
  }
  expect(await triedDaily(first.id, 20)).toBeNull();

  await createActivities(deps).sendMail({ mailId: first.id });
  const { status, handover } = (await switchOf(api, owner)).state;
  expect(status).toBe('released');
  expect(handover?.invitees).toMatchObject([{ accessEndsAt: api.clock.now + 90 * DAY }]);
  const records = await api.em().find(Activity, { userId: owner.id, type: 'access_renewed' });
  expect(records).toMatchObject([{ detail: { successorId: owner.successor.id } }]);
  const [mail] = await caughtMails(owner.successor.email);
  expect(mail?.subject).toMatch(/^You can open what|^Thank you for accepting/);

  // Once they have had a link, neither that mail, tried once more, nor one to their other mailbox opens anything.
  api.clock.now += 91 * DAY;
  await createActivities(deps).completeHandover(stepInput(api, owner));
  await createActivities(deps).sendMail({ mailId: first.id });
  const key = `access/other/${owner.id}`;
  const { handoverId = null, successorId = null, recipient, createdAt } = first;
  const request = { key, kind: 'access' as const, userId: owner.id, handoverId, successorId, recipient };
  const other = await ensureMail(api.em(), request, createdAt);
  await createActivities(deps).sendMail({ mailId: other.id });
  expect((await read(other.id)).status).toBe('obsolete');
  expect((await switchOf(api, owner)).state.status).toBe('completed');

  // If a backup was restored since, the owner may be back. Nothing opens, and a new cycle asks them first.
  await beginRestoration(api.em(), now(), 'operator');
  await api.em().nativeUpdate(Restoration, {}, { doneAt: now() });
  const { epoch } = (await switchOf(api, restored)).state;
  const unsent = await accessOf(restored);
  for (let i = 0; i < 2; i += 1) {
    await createActivities(deps).sendMail({ mailId: unsent.id });
    expect((await read(unsent.id)).status).toBe('obsolete');
    const { state } = await switchOf(api, restored);
    expect(state).toMatchObject({ status: 'armed', epoch: epoch + 1, handover: null });
    expect(state).toMatchObject({ clockStartedAt: api.clock.now, remindersAccepted: 0 });
  }
  const types = ['switch_changed', 'access_renewed'] as const;
  const [last] = await api
    .em()
    .find(Activity, { userId: restored.id, type: { $in: [...types] } }, { orderBy: { id: 'desc' } });
  expect(last).toMatchObject({ type: 'switch_changed', detail: { to: 'armed', reason: 'restored' } });
  expect(await caughtMails(restored.successor.email)).toEqual([]);
  // Whoever has had a link asks for a new one themselves.
  await ensureMail(api.em(), { ...request, key: `access/late/${owner.id}` }, createdAt);
  const late = await api.em().findOneOrFail(Mail, { key: `access/late/${owner.id}` });
  await createActivities(deps).sendMail({ mailId: late.id });
  expect((await read(late.id)).status).toBe('obsolete');
  expect((await switchOf(api, owner)).state.status).toBe('completed');
});
