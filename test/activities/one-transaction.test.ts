/** The mail server's 250 and the step that follows commit together, whatever is lost in between. */
import { describe, expect, test } from '@jest/globals';
import { createActivities } from '../../activities/index.ts';
import { Mail } from '../../db/entities/mail.ts';
import { Rehearsal } from '../../db/entities/rehearsal.ts';
import { loadSwitch } from '../../db/load-switch.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { bringTo, switchOf, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { stepInput } from '../support/builders/step-input.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { useActivities } from '../support/servers/use-activities.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;

const { api, deps, activities } = await useActivities();

const mailOf = (owner: BuiltOwner, kind: MailKindName) =>
  api.em().findOneOrFail(Mail, { userId: owner.id, kind });
const silentOwner = async () => {
  const { successor, ...owner } = await buildOwnerWithSuccessor(api);
  return { owner, successor };
};

/** Sends while another transaction has the switch locked, and reads the mail once the step waits for that lock. */
async function whileTheSwitchIsHeld(owner: BuiltOwner, kind: MailKindName, send: () => Promise<unknown>) {
  let sending: Promise<unknown> | undefined;
  const noted = await api.em().transactional(async (tx) => {
    await loadSwitch(tx, owner.id, { lock: true });
    sending = send();
    await until('the step to wait for the switch', async () => (await lockWaits(api)) === 1);
    return (await mailOf(owner, kind)).status;
  });
  await sending;
  return [noted, (await mailOf(owner, kind)).status];
}

describe('the acceptance of a mail waits for its step', () => {
  test('a reminder', async () => {
    const { owner } = await silentOwner();
    api.clock.now += 68 * DAY;
    const noted = await whileTheSwitchIsHeld(owner, 'reminder', () =>
      activities.remind(stepInput(api, owner)),
    );
    expect(noted).toEqual(['queued', 'accepted']);
    expect((await switchOf(api, owner)).state.remindersAccepted).toBe(1);
  });

  test('a final notice', async () => {
    const { owner } = await silentOwner();
    for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    api.clock.now += 90 * DAY;
    const send = () => activities.giveFinalNotice(stepInput(api, owner));
    expect(await whileTheSwitchIsHeld(owner, 'final_notice', send)).toEqual(['queued', 'accepted']);
    expect((await switchOf(api, owner)).state.status).toBe('grace_period');
  });

  test('an invitation', async () => {
    const { owner } = await silentOwner();
    await bringTo(api, owner, 'awaiting_successors');
    await activities.inviteSuccessors(stepInput(api, owner));
    const { id: mailId } = await mailOf(owner, 'invitation');
    const noted = await whileTheSwitchIsHeld(owner, 'invitation', () => activities.sendMail({ mailId }));
    expect(noted).toEqual(['queued', 'accepted']);
    expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitedAt).toBe(api.clock.now);
  });

  test('an obsolete invitation, too', async () => {
    const { owner, successor } = await silentOwner();
    await bringTo(api, owner, 'awaiting_successors');
    await activities.inviteSuccessors(stepInput(api, owner));
    const { id: mailId } = await mailOf(owner, 'invitation');
    await take(api, owner, { kind: 'responded', successorId: successor.id, response: 'accept' });
    const noted = await whileTheSwitchIsHeld(owner, 'invitation', () => activities.sendMail({ mailId }));
    expect(noted).toEqual(['queued', 'obsolete']);
    expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitedAt).toBe(api.clock.now);
  });
});

test('if the step fails, the mail is still sent only once, and the step is taken on the next try', async () => {
  const { owner } = await silentOwner();
  await bringTo(api, owner, 'awaiting_successors');
  await activities.inviteSuccessors(stepInput(api, owner));
  const { id: mailId } = await mailOf(owner, 'invitation');
  let sent = 0;
  const mailer = {
    ...deps.mailer,
    send: async () => {
      sent += 1;
      // The outbox is where a step puts its message.
      await api.em().execute('alter table outbox add constraint broken check (false) not valid');
    },
  };
  const { sendMail } = createActivities({ ...deps, mailer });
  await expect(sendMail({ mailId })).rejects.toThrow();
  expect((await mailOf(owner, 'invitation')).status).toBe('accepted');
  expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitedAt).toBeNull();
  await api.em().execute('alter table outbox drop constraint broken');
  await sendMail({ mailId });
  expect(sent).toBe(1);
  expect((await switchOf(api, owner)).state.handover?.invitees[0]?.invitedAt).toBe(api.clock.now);
});

test('a rehearsal is noted with its mail', async () => {
  const { owner, successor } = await silentOwner();
  const id = successor.id;
  const entry = {
    encryptedData: Buffer.alloc(32).toString('base64'),
    iv: Buffer.alloc(12).toString('base64'),
    salt: Buffer.alloc(16).toString('base64'),
    algorithm: 'AES-GCM' as const,
  };
  const begun = await owner.browser.post('/handover/rehearsal', { successorId: id, entry });
  expect(begun.status).toBe(201);
  const { id: mailId } = await mailOf(owner, 'rehearsal');
  await activities.sendMail({ mailId });
  const rehearsal = await api.em().findOneOrFail(Rehearsal, { successorId: id });
  expect([rehearsal.mailAcceptedAt, (await mailOf(owner, 'rehearsal')).acceptedAt]).toEqual([
    new Date(api.clock.now),
    new Date(api.clock.now),
  ]);
});
