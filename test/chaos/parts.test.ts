/** The parts of `npm run chaos` that its judge relies on: randomness, the cast, and the mail server. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createMailer } from '../../activities/index.ts';
import { castOwners, LIVES } from '../../chaos/cast.ts';
import { startCatcher } from '../../chaos/catcher-server.ts';
import { SERVICES } from '../../chaos/evidence.ts';
import { type Fault, faultPlan } from '../../chaos/faults.ts';
import { openPost } from '../../chaos/post.ts';
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

test('a seed decides who lives how and what is killed when, and another seed decides differently', () => {
  expect(castOwners(seeded(7), 40)).toEqual(castOwners(seeded(7), 40));
  expect(castOwners(seeded(7), 40)).not.toEqual(castOwners(seeded(8), 40));
  expect(firstFaults(7, 20)).toEqual(firstFaults(7, 20));
  expect(firstFaults(7, 20)).not.toEqual(firstFaults(8, 20));
});

test('every life occurs, and has enough successors who accept if it is to end in a release', () => {
  const cast = castOwners(seeded(9), 200);
  const each = Math.floor(cast.length / LIVES.length);
  for (const life of LIVES)
    expect(cast.filter((owner) => owner.life === life).length).toBeGreaterThanOrEqual(each);
  for (const { life, quorum, successors, mailbox } of cast) {
    const accepting = successors.filter(({ answer }) => answer.endsWith('accept')).length;
    expect([life, accepting >= quorum]).toEqual([life, life !== 'unanswered']);
    const saidAlive = life.startsWith('owner_alive');
    expect([life, successors.some(({ ownerAliveCount }) => ownerAliveCount > 0)]).toEqual([life, saidAlive]);
    // Nothing is released without the one who says it, and the refused invitation is due last.
    if (saidAlive) expect(accepting).toBe(quorum);
    if (life === 'successor_unreachable') expect(successors.length).toBeGreaterThan(1);
    if (life === 'unreachable') expect(mailbox.reply).toMatch(/^451 4/);
  }
  const counts = cast.flatMap(({ successors }) => successors.map((each) => each.ownerAliveCount));
  expect([...new Set(counts)].sort()).toEqual([0, 1, 2, 3]);
  expect(new Set(cast.map(({ rehearsalAnswer }) => rehearsalAnswer)).size).toBe(3);
  expect(
    new Set(cast.flatMap(({ email, successors }) => [email, ...successors.map((each) => each.email)])).size,
  ).toBe(cast.reduce((sum, { successors }) => sum + 1 + successors.length, 0));
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
  const post = await openPost(catcher.file);
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
      const mail = await post.await(`${kind}@mail.test`, () => true, signal);
      expect(mail).toMatchObject({
        messageId: `id-${kind}`,
        subject: written(kind, data[kind]).subject,
        token: 'link' in data[kind] ? new URL(LINK).searchParams.get('token') : null,
      });
      if (mail.kind !== 'other') expect(mail.kind).toBe(kind);
    }
    expect(post.mails).toHaveLength(MAIL_KINDS.length);
    expect([...new Set(post.mails.map(({ kind }) => kind))].sort()).toEqual([
      'access',
      'access_notice',
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
      'successor_verification',
      'verify_email',
    ]);
    expect(post.to('reminder@mail.test')[0]).toMatchObject({ n: 2, of: 3 });
    expect(post.to('invitation@mail.test')[0]).toMatchObject({ n: 2 });
  } finally {
    mailer.close();
    await post.stop();
    await catcher.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a mail that is lost after its 250 arrives nowhere, and is known to have come back or to have been dropped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-lost-'));
  const catcher = await startCatcher({ dataDir: folder, say: silent });
  const post = await openPost(catcher.file);
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
    await post.await('back@mail.test', () => true, new AbortController().signal);
    expect(post.to('back@mail.test').map(({ messageId }) => messageId)).toEqual(['third']);
    expect(post.to('away@mail.test')).toEqual([]);
    expect(post.returned).toMatchObject([{ to: 'back@mail.test', messageId: 'first', reportedAt: null }]);
    expect(post.mails).toMatchObject([{ to: 'away@mail.test', dropped: true }, { messageId: 'third' }]);
  } finally {
    mailer.close();
    await post.stop();
    await catcher.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a shut mailbox refuses every mail until it is opened, even if the mail server is killed meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-shut-'));
  const catcher = await startCatcher({ dataDir: folder, say: silent });
  const post = await openPost(catcher.file);
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
    for (const to of Object.keys(REPLIES)) await post.await(to, () => true, signal);
    expect(post.mails.map(({ to }) => to)).toEqual(['open@mail.test', ...Object.keys(REPLIES)]);
    expect(post.refusals.map(({ to, reply }) => [to, reply])).toEqual([
      ...Object.entries(REPLIES),
      ['anybody@blocking.test', '550 5.7.1 blocked'],
    ]);
  } finally {
    mailer.close();
    await post.stop();
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
