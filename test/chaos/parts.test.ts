/** The parts of `npm run chaos` that its judge relies on: randomness, the plans of owners, and the mail server. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createMailer } from '../../activities/index.ts';
import { startCatcher } from '../../chaos/catcher-server.ts';
import { SERVICES } from '../../chaos/evidence.ts';
import { type Fault, faultPlan } from '../../chaos/faults.ts';
import { openMailLog } from '../../chaos/mail-log.ts';
import { boxRead, goneBox } from '../../chaos/plan-seconds.ts';
import { planOwners, SCENARIOS } from '../../chaos/plans.ts';
import { seeded } from '../../chaos/seeded.ts';
import { silent } from '../../dev/cli/progress.ts';
import { MAIL_KINDS } from '../../mail/kinds/index.ts';
import { LINK, samples, written } from '../support/builders/letters.ts';
import { runScript } from '../support/clients/run-script.ts';

function firstFaults(seed: number, count: number): Fault[] {
  const found: Fault[] = [];
  for (const fault of faultPlan(seeded(seed).of('faults'))) {
    if (found.push(fault) === count) break;
  }
  return found;
}

test('a seed decides what every owner does and what is killed when, and another seed decides differently', () => {
  expect(planOwners(seeded(7), 40)).toEqual(planOwners(seeded(7), 40));
  expect(planOwners(seeded(7), 40)).not.toEqual(planOwners(seeded(8), 40));
  expect(firstFaults(7, 20)).toEqual(firstFaults(7, 20));
  expect(firstFaults(7, 20)).not.toEqual(firstFaults(8, 20));
});

test('every scenario occurs, and has enough successors who accept if it is to end in a release', () => {
  const plan = planOwners(seeded(11), 200);
  const each = Math.floor(plan.length / SCENARIOS.length);
  for (const scenario of SCENARIOS)
    expect(plan.filter((owner) => owner.scenario === scenario).length).toBeGreaterThanOrEqual(each);
  for (const { scenario, quorum, successors, mailbox } of plan) {
    const accepting = successors.filter(({ answer }) => answer.endsWith('accept')).length;
    expect([scenario, accepting >= quorum]).toEqual([scenario, scenario !== 'unanswered']);
    const saidAlive = scenario.startsWith('owner_alive');
    expect([scenario, successors.some(({ ownerAliveCount }) => ownerAliveCount > 0)]).toEqual([
      scenario,
      saidAlive,
    ]);
    // Nothing is released without the successor who says this, and the refused invitation is due last.
    if (saidAlive) expect(accepting).toBe(quorum);
    if (scenario === 'successor_unreachable') expect(successors.length).toBeGreaterThan(1);
    if (scenario === 'unreachable') expect(mailbox.reply).toMatch(/^451 4/);
  }
  const successors = plan.flatMap(({ successors }) => successors);
  expect(new Set(successors.map(({ second }) => second?.gone))).toEqual(
    new Set([undefined, null, 'first', 'second']),
  );
  for (const successor of successors) expect(boxRead(successor)).not.toBe(goneBox(successor));
  const counts = successors.map((each) => each.ownerAliveCount);
  expect([...new Set(counts)].sort()).toEqual([0, 1, 2, 3]);
  expect(new Set(plan.map(({ rehearsalAnswer }) => rehearsalAnswer)).size).toBe(3);
  expect(
    new Set(plan.flatMap(({ email, successors }) => [email, ...successors.map((each) => each.email)])).size,
  ).toBe(plan.reduce((sum, { successors }) => sum + 1 + successors.length, 0));
});

test('each service is hit as often as the others, and sometimes two at once', () => {
  const victims = firstFaults(7, 60).map((fault) => fault.victims.map(({ service }) => service));
  const counts = SERVICES.map((service) => victims.flat().filter((each) => each === service).length);
  expect(Math.min(...counts)).toBeGreaterThan(8);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  expect(victims.filter(({ length }) => length === 2).length).toBeGreaterThan(5);
});

test('the mail server keeps accepted mails through a kill, and they are read as they were sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-parts-'));
  const catcher = await startCatcher({ dataDir: folder, say: silent });
  const mailLog = await openMailLog(catcher.file);
  const mailer = createMailer({ ...catcher, secure: false, user: '', password: '', from: 'vault@mail.test' });
  const name = 'Zoë „Ø“ 李';
  const names = samples(name);
  // The mail about an owner with one successor has a subject of its own.
  const data = { ...names, owner_alive: { ...names.owner_alive, successors: 1 } };
  try {
    for (const [i, kind] of MAIL_KINDS.entries()) {
      if (i === 5) {
        await catcher.process.kill();
        // What a kill may leave behind: half a line, before its 250.
        appendFileSync(catcher.file, '{"at":1,"to":"half@mail.te');
        await expect(mailer.probe()).rejects.toThrow();
        await catcher.process.start();
      }
      await mailer.send({
        id: `id-${kind}`,
        reference: '',
        to: `${kind}@mail.test`,
        ...written(kind, data[kind]),
      });
    }
    const { signal } = new AbortController();
    for (const kind of MAIL_KINDS) {
      const mail = await mailLog.await(`${kind}@mail.test`, () => true, signal);
      expect(mail).toMatchObject({
        messageId: `id-${kind}`,
        subject: written(kind, data[kind]).subject,
        token: 'link' in data[kind] ? new URL(LINK).searchParams.get('token') : null,
      });
      // A warning to another mailbox of the owner has the same subject.
      if (mail.kind !== 'other') expect(mail.kind).toBe(kind.replace(/^channel_/, ''));
    }
    expect(mailLog.mails).toHaveLength(MAIL_KINDS.length);
    expect([...new Set(mailLog.mails.map(({ kind }) => kind))].sort()).toEqual([
      'access',
      'access_notice',
      'access_reminder',
      'code',
      'contact_question',
      'final_notice',
      'handover_cancelled',
      'invitation',
      'other',
      'owner_alive',
      'password_reset',
      'pause_reminder',
      'rehearsal',
      'reminder',
      'restored',
      'second_address',
      'successor_verification',
      'verify_email',
    ]);
    expect(mailLog.to('reminder@mail.test')[0]).toMatchObject({ n: 2, of: 3 });
    expect(mailLog.to('invitation@mail.test')[0]).toMatchObject({ n: 2 });
  } finally {
    mailer.close();
    await mailLog.stop();
    await catcher.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a mail that is lost after its 250 arrives nowhere, and is recorded as returned or dropped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-lost-'));
  const catcher = await startCatcher({ dataDir: folder, say: silent });
  const mailLog = await openMailLog(catcher.file);
  const mailer = createMailer({ ...catcher, secure: false, user: '', password: '', from: 'vault@mail.test' });
  const send = (to: string, id: string) =>
    mailer.send({ id, reference: '', to, ...written('farewell', samples('Zoë').farewell) });
  try {
    catcher.mailboxes.lose('back@mail.test', 'returned');
    catcher.mailboxes.lose('away@mail.test', 'dropped');
    await send('back@mail.test', 'first');
    await send('away@mail.test', 'second');
    catcher.mailboxes.open('back@mail.test');
    await send('back@mail.test', 'third');
    await mailLog.await('back@mail.test', () => true, new AbortController().signal);
    expect(mailLog.to('back@mail.test').map(({ messageId }) => messageId)).toEqual(['third']);
    expect(mailLog.to('away@mail.test')).toEqual([]);
    expect(mailLog.returned).toMatchObject([{ to: 'back@mail.test', messageId: 'first', reportedAt: null }]);
    expect(mailLog.mails).toMatchObject([{ to: 'away@mail.test', dropped: true }, { messageId: 'third' }]);
  } finally {
    mailer.close();
    await mailLog.stop();
    await catcher.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a shut mailbox refuses every mail until it is opened, even if the mail server is killed in between', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-shut-'));
  const catcher = await startCatcher({ dataDir: folder, say: silent });
  const mailLog = await openMailLog(catcher.file);
  const mailer = createMailer({ ...catcher, secure: false, user: '', password: '', from: 'vault@mail.test' });
  const send = (to: string) =>
    mailer.send({ id: `to-${to}`, reference: '', to, ...written('farewell', samples('Zoë').farewell) });
  const REPLIES = { 'gone@mail.test': '550 5.1.1 no such mailbox', 'busy@mail.test': '451 4.3.0 later' };
  try {
    for (const [to, reply] of Object.entries(REPLIES)) catcher.mailboxes.shut(to, reply);
    await expect(send('gone@mail.test')).rejects.toMatchObject({ reason: 'gone' });
    await catcher.process.kill();
    await catcher.process.start();
    await expect(send('busy@mail.test')).rejects.toMatchObject({ reason: 'unclear' });
    catcher.mailboxes.shut('@blocking.test', '550 5.7.1 blocked');
    await expect(send('anybody@blocking.test')).rejects.toMatchObject({ reason: 'blocked' });
    await send('open@mail.test');
    for (const to of Object.keys(REPLIES)) {
      catcher.mailboxes.open(to);
      await send(to);
    }
    const { signal } = new AbortController();
    for (const to of Object.keys(REPLIES)) await mailLog.await(to, () => true, signal);
    expect(mailLog.mails.map(({ to }) => to)).toEqual(['open@mail.test', ...Object.keys(REPLIES)]);
    expect(mailLog.refusals.map(({ to, reply }) => [to, reply])).toEqual([
      ...Object.entries(REPLIES),
      ['anybody@blocking.test', '550 5.7.1 blocked'],
    ]);
  } finally {
    mailer.close();
    await mailLog.stop();
    await catcher.stop();
    rmSync(folder, { recursive: true });
  }
});

test('npm run chaos explains itself, and refuses invalid flags', async () => {
  const helped = await runScript('chaos', ['--help']);
  expect([helped.code, helped.stderr]).toEqual([0, '']);
  for (const flag of ['--seed', '--owners', '--minutes', '--keep']) expect(helped.stdout).toContain(flag);
  const refused = await runScript('chaos', ['--owners', 'many']);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('--owners is a number from 1');
});
