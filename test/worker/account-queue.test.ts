import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Channel } from '../../db/entities/channel.ts';
import { Mail } from '../../db/entities/mail.ts';
import { queueMail } from '../../db/mail.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { mailWorkflowId } from '../../workflows/contract.ts';
import { type BuiltOwner, buildOwner, uniqueEmail } from '../support/builders/owner.ts';
import { readable } from '../support/readable.ts';
import { startSmtpListener } from '../support/servers/smtp-listener.ts';
import { startWebhookReceiver } from '../support/servers/webhook-receiver.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

/** More than the worker has slots for activities. */
const STORM = 120;

const smtp = await use(startSmtpListener);
const receiver = await use(startWebhookReceiver);
const environment = await use(() =>
  startWorkerEnvironment({
    env: {
      DAY_LENGTH_MS: '86400000',
      SMTP_HOST: smtp.host,
      SMTP_PORT: String(smtp.port),
      ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true',
    },
  }),
);

const queue = async (
  kind: MailKindName,
  owner: { id: string },
  recipient: string,
  key: string = recipient,
) => {
  await environment
    .em()
    .transactional((tx) =>
      queueMail(
        tx,
        { key, kind, recipient, userId: owner.id, data: { successorName: 'Sam', at: Date.now() } },
        new Date(),
      ),
    );
  return environment.em().findOneOrFail(Mail, { key });
};

describe('account mail', () => {
  test('goes out while mail of many switches keeps every slot and every connection busy', async () => {
    const storm = Promise.withResolvers<void>();
    smtp.onContent = (address) => (address.startsWith('storm') ? storm.promise : Promise.resolve());
    const owner = await buildOwner(environment, { verified: false });
    const stormy = Array.from({ length: STORM }, (_, i) => `storm${i}-${owner.email}`);
    for (const recipient of stormy) await queue('access_notice', owner, recipient);
    await until('the storm', async () => {
      const taken = await environment.em().count(Mail, { attempts: { $gt: 0 }, userId: owner.id });
      return smtp.held.length === 4 && taken >= 100;
    });
    await queue('verify_email', owner, owner.email);
    await until('the account mail to arrive', () => smtp.taken.includes(owner.email));
    // None of the others has been given its place.
    expect(smtp.taken).toEqual([owner.email]);
    storm.resolve();
    await until('the first of the storm to arrive', () => smtp.taken.length > 1);
  });
});

describe('receivers that take requests and never answer', () => {
  /** Queues tests of an owner's webhook. */
  async function queueTests(owner: { id: string }, address: string, tests: number): Promise<void> {
    const now = new Date();
    const channelId = randomUUID();
    const sent = { codeRound: 1, codeSentAt: now, verifiedAt: now, createdAt: now };
    const channel = {
      id: channelId,
      userId: owner.id,
      kind: 'webhook',
      name: 'Silent',
      address,
      ...sent,
    } as const;
    await environment.em().insert(Channel, channel);
    const mail = { kind: 'channel_test', recipient: '', userId: owner.id, channelId, byMail: false } as const;
    for (let test = 0; test < tests; test += 1) {
      const key = `${channelId}/${test}`;
      await environment.em().transactional((tx) => queueMail(tx, { ...mail, key }, now));
    }
  }

  test('keep no account mail waiting, and one owner has two of their places', async () => {
    smtp.onContent = async () => {};
    let open = 0;
    let most = 0;
    receiver.answer((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
    });
    const owners = await Promise.all(
      Array.from({ length: 5 }, () => buildOwner(environment, { verified: false })),
    );
    const [first, ...others] = owners as [BuiltOwner, ...BuiltOwner[]];
    const began = performance.now();
    await queueTests(first, receiver.url, 20);
    await until('the tests of one owner', () => open === 2);
    for (const owner of others) await queueTests(owner, receiver.url, 10);
    await until('the tests of all', () => open === 8);
    await queue('verify_email', first, first.email);
    await until('the account mail to arrive', () => smtp.taken.includes(first.email));
    expect(most).toBe(8);
    const tests = await environment.em().find(Mail, { userId: first.id, kind: 'channel_test' });
    // A silent webhook is given up after ten seconds, and its place goes to the next.
    const turns = 1 + Math.ceil((performance.now() - began) / 10_000);
    expect(tests.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(2 * turns);
  });
});

describe('a mail that the server refuses', () => {
  test('is retried, and neither its workflow nor any log contains the address or the token', async () => {
    smtp.onContent = async () => {};
    smtp.onRecipient = (address) =>
      address.startsWith('unwanted') ? `451 4.3.0 <${address}> is not known here` : null;
    const recipient = uniqueEmail('unwanted');
    const owner = await buildOwner(environment, { verified: false });
    const mail = await queue('verify_email', owner, recipient);
    const handle = environment.temporal.workflow.getHandle(mailWorkflowId(mail.id));
    const failure = await until('a failed try', async () => {
      const described = await handle.describe().catch(() => null);
      const [activity] = described?.raw.pendingActivities ?? [];
      return activity?.lastFailure && { said: activity.lastFailure, attempt: activity.attempt };
    });
    expect(failure.said.message).toBe('SMTP 451 4.3.0 EENVELOPE');
    const everything = readable([failure, await handle.fetchHistory(), environment.logs]);
    expect(everything).toContain(`"mailId\\":\\"${mail.id}`);
    expect(everything).not.toContain(recipient);
    expect(everything).not.toContain('is not known here');
    smtp.onRecipient = () => null;
    await until('the next try', () => smtp.taken.includes(recipient));
    await handle.result();
    expect(await environment.em().findOneOrFail(Mail, { id: mail.id })).toMatchObject({
      status: 'accepted',
      lastError: null,
    });
  });
});
