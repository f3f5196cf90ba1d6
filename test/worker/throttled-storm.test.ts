/** A storm of warnings against a mail server that takes only so many mails a second. */
import { afterEach, expect, test } from '@jest/globals';
import { emailOf, makeOwners, signalSwitches } from '../../bench/storm/owners.ts';
import { Mail } from '../../db/entities/mail.ts';
import { queueMail } from '../../db/mail.ts';
import { buildOwner } from '../support/builders/owner.ts';
import { type SmtpListener, startSmtpListener } from '../support/servers/smtp-listener.ts';
import { startWorkerEnvironment, type WorkerEnvironment } from '../support/servers/worker-environment.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const OWNERS = 150;
/** Until every workflow waits for its reminder. */
const LEAD_MS = 20_000;

let smtp: SmtpListener;
let environment: WorkerEnvironment;
afterEach(async () => {
  await environment.close();
  await smtp.close();
});

/**
 * A storm against a server that throttles mails, with an account mail in its middle.
 *
 * @param isTooMuch whether it throttles the next mail, called with the seconds since the reminders fell due
 * @returns how many mails it told to slow down
 */
async function storm(isTooMuch: (seconds: number) => boolean, env: Record<string, string>) {
  smtp = await startSmtpListener();
  environment = await startWorkerEnvironment({
    env: { DAY_LENGTH_MS: String(DAY_MS), SMTP_HOST: smtp.host, SMTP_PORT: String(smtp.port), ...env },
  });
  // The API was up until now, so no outage is credited.
  await environment
    .em()
    .execute(
      `insert into liveness (id, service, started_at, beat_at) values (gen_random_uuid(), 'api', ?, ?)`,
      [new Date(Date.now() - 100 * DAY_MS), new Date()],
    );
  const owners = await makeOwners(environment.em(), OWNERS, Date.now() + LEAD_MS);
  let throttled = 0;
  smtp.onSender = () => {
    if (!isTooMuch((Date.now() - owners.at) / 1_000)) return null;
    throttled += 1;
    return '451 4.7.1 Too many messages, slow down';
  };
  await signalSwitches(environment.em(), owners);
  const stranger = await buildOwner(environment, { verified: false });
  await until('the storm', () => smtp.taken.length > OWNERS / 10, 120_000);
  const request = {
    key: stranger.email,
    kind: 'verify_email',
    recipient: stranger.email,
    userId: stranger.id,
  };
  await environment.em().transactional((tx) => queueMail(tx, request, new Date()));
  // That it comes before the reminders that wait is tested without a clock (test/mail/pace.test.ts).
  await until('the account mail', () => smtp.taken.includes(stranger.email), 120_000);
  const reminders = () => smtp.taken.filter((to) => to !== stranger.email);
  await until('every reminder', () => reminders().length >= OWNERS, 240_000);
  await until('each to be noted', async () => {
    const waiting = await environment.em().count(Mail, { status: 'queued', userId: { $in: owners.ids } });
    return waiting === 0;
  });
  expect(reminders().sort()).toEqual(owners.ids.map(emailOf).sort());
  // A mail that waited for the server was not refused.
  expect(
    await environment.em().count(Mail, { userId: { $in: owners.ids }, refusedSince: { $ne: null } }),
  ).toBe(0);
  return throttled;
}

test('at the rate that the mail server accepts, every mail arrives once', async () => {
  let sent = 0;
  // A few more than that, counted from the start: mails that a busy machine holds up arrive together.
  const throttled = await storm((seconds) => ++sent > 10 * seconds + 5, { SMTP_RATE: '10' });
  expect(throttled).toBe(0);
});

test('without a configured rate, sending pauses as soon as the mail server throttles, and few attempts are wasted', async () => {
  let taken = 0;
  let refusesUntil = 0;
  // It takes 30 mails, then none for a second, then 30 again, so the speed of the worker doesn't matter.
  const throttled = await storm((seconds) => {
    if (taken === 30) {
      taken = 0;
      refusesUntil = seconds + 1;
    }
    if (seconds < refusesUntil) return true;
    taken += 1;
    return false;
  }, {});
  expect(throttled).toBeGreaterThan(0);
  expect(throttled).toBeLessThan(OWNERS / 5);
}, 400_000);
