import { expect, test } from '@jest/globals';
import { Invitee } from '../../db/entities/invitee.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { bringTo, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { caughtMails, linksIn, tokenIn } from '../support/clients/caught-mail.ts';
import { client } from '../support/clients/client.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;

const { api, activities } = await useActivities();

/** A successor who has just got access for 90 days. */
async function buildReader(encryptedShare: string | null = 'c2hhcmU=') {
  const owner = await buildOwner(api, { name: 'Olga' });
  const successor = await buildSuccessor(api, owner, { name: 'Sam', restrictToAssignedEntries: false });
  await api.em().nativeUpdate(Successor, { id: successor.id }, { encryptedShare });
  await bringTo(api, owner, 'released');
  const { accessEndsAt } = await api.em().findOneOrFail(Invitee, { successorId: successor.id });
  return { owner, successor, endsAt: accessEndsAt?.getTime() ?? 0 };
}

const remindReaders = (owner: BuiltOwner) => activities.remindReaders(stepInput(api, owner));

const reminders = (owner: BuiltOwner) =>
  api.em().find(Mail, { userId: owner.id, kind: 'access_reminder' }, { orderBy: { id: 'asc' } });

/** Tries each reminder, as the mail workflows would. @returns what has become of them */
async function sendReminders(owner: BuiltOwner): Promise<string[]> {
  for (const { id } of await reminders(owner)) await activities.sendMail({ mailId: id });
  return (await reminders(owner)).map(({ status }) => status);
}

test('two reminders say until when and how to keep everything, and their links open what was left', async () => {
  const { owner, successor, endsAt } = await buildReader();
  const before = (await caughtMails(successor.email)).length;
  for (const days of [30, 7]) {
    api.clock.now = endsAt - days * DAY;
    expect(await remindReaders(owner)).toMatchObject({ status: 'released', due: 'wait' });
    // Asking again makes no other mail.
    await remindReaders(owner);
    await sendReminders(owner);
  }
  const sent = (await caughtMails(successor.email)).slice(before);
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your access to what Olga left to you ends on \d+ \S+ \d{4}$/),
    expect.stringMatching(/^Last reminder: your access to what Olga left to you ends on /),
  ]);
  for (const mail of sent) {
    expect(mail.text).toContain('You can keep everything for longer');
    const token = tokenIn(linksIn(mail)[0] ?? '');
    expect((await client(api).get(`/vault/successor-access?token=${token}`)).status).toBe(200);
  }
});

test('a successor whose mailbox takes nothing for a month gets only the last reminder', async () => {
  const { owner, endsAt } = await buildReader();
  api.clock.now = endsAt - 30 * DAY;
  await remindReaders(owner);
  api.clock.now = endsAt - 7 * DAY;
  await remindReaders(owner);
  expect(await sendReminders(owner)).toEqual(['obsolete', 'accepted']);
});

test('after an outage of weeks there is one reminder, and after the end of access none', async () => {
  const late = await buildReader();
  api.clock.now = late.endsAt - 2 * DAY;
  await remindReaders(late.owner);
  expect(await sendReminders(late.owner)).toEqual(['accepted']);
  const tooLate = await buildReader();
  api.clock.now = tooLate.endsAt;
  expect(await remindReaders(tooLate.owner)).toMatchObject({ due: 'complete' });
  expect(await reminders(tooLate.owner)).toEqual([]);
});

test.each<[string, (reader: Awaited<ReturnType<typeof buildReader>>) => unknown]>([
  ['the owner is back', ({ owner }) => take(api, owner, { kind: 'sign_of_life' })],
  [
    'access has ended',
    ({ endsAt }) => {
      api.clock.now = endsAt;
    },
  ],
  [
    'they have opted out',
    async ({ owner, successor }) => {
      const mail = await api.em().findOneOrFail(Mail, { userId: owner.id, kind: 'access' });
      await activities.sendMail({ mailId: mail.id });
      const [last] = (await caughtMails(successor.email)).slice(-1);
      const optOut = tokenIn(linksIn(last!)[1] ?? '');
      expect((await client(api).raw.post('/successors/opt-out', { token: optOut })).status).toBe(200);
    },
  ],
])('a reminder that waits for the mail server is not sent once %s', async (_, happens) => {
  const reader = await buildReader();
  api.clock.now = reader.endsAt - 7 * DAY;
  await remindReaders(reader.owner);
  await happens(reader);
  expect(await sendReminders(reader.owner)).toEqual(['obsolete']);
});

test('a successor to whom nothing is left is not reminded', async () => {
  const { owner, endsAt } = await buildReader(null);
  api.clock.now = endsAt - 30 * DAY;
  await remindReaders(owner);
  expect(await sendReminders(owner)).toEqual(['obsolete']);
});
