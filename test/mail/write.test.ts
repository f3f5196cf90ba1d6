/**
 * A warning says what the planner says at the moment of sending, and nothing once it is no longer due. A mail to someone
 * who hasn't confirmed says nothing that a stranger put into a name.
 */
import { describe, expect, test } from '@jest/globals';
import { Mail } from '../../db/entities/mail.ts';
import { Successor } from '../../db/entities/successor.ts';
import { DEFAULT_LOCALE } from '../../db/locale.ts';
import { ensureMail } from '../../db/mail.ts';
import { render } from '../../mail/layout/render.ts';
import { momentIn } from '../../mail/layout/when.ts';
import { writeMail } from '../../mail/write.ts';
import { silenceStart } from '../../switch/state.ts';
import { bringTo, switchOf, take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../support/builders/owner.ts';
import { useActivities } from '../support/servers/use-activities.ts';

const DAY = 86_400_000;

const { api, deps } = await useActivities();

const now = () => new Date(api.clock.now);

async function silentOwner(): Promise<BuiltOwner> {
  const owner = await buildOwner(api, { name: 'Olive Owner' });
  await buildSuccessor(api, owner);
  return owner;
}

/** The row of a warning, as the switch makes it in this silence. */
async function warning(owner: BuiltOwner, kind: 'reminder' | 'final_notice', n: number) {
  const { state } = await switchOf(api, owner);
  const since = silenceStart(state);
  const data = { n, since, ...(kind === 'final_notice' ? { graceMs: 2 * DAY } : {}) };
  const { id: userId, email: recipient } = owner;
  const key = `${kind}/${userId}/${since}/${n}`;
  return ensureMail(api.em(), { key, kind, recipient, userId, epoch: state.epoch, data }, now());
}

const write = (mail: Awaited<ReturnType<typeof warning>>, other: Partial<typeof deps> = {}) =>
  writeMail({ ...deps, ...other }, api.em(), mail, now());

describe('a reminder', () => {
  test('names the deadline of the plan, outages credited', async () => {
    const owner = await silentOwner();
    api.clock.now += 70 * DAY;
    const mail = await warning(owner, 'reminder', 1);
    const since = Number(mail.data.since);
    expect((await write(mail))?.heading).toBe(
      `Please check in by ${momentIn(DEFAULT_LOCALE, new Date(api.clock.now + 22.5 * DAY))}`,
    );
    const outages = async () => ({ api: [{ from: since + DAY, to: since + 6 * DAY }], mail: [] });
    api.clock.now += 5 * DAY;
    expect((await write(mail, { outages }))?.paragraphs[1]).toContain('(time left: 22 days)');
  });

  test('is obsolete in another silence, with another number, or once it is no longer due', async () => {
    const owner = await silentOwner();
    api.clock.now += 70 * DAY;
    const [first, second] = [await warning(owner, 'reminder', 1), await warning(owner, 'reminder', 2)];
    expect(await write(first)).toMatchObject({ to: 'Olive Owner' });
    expect(await write(second)).toBeNull();
    await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    expect(await write(first)).toBeNull();
    expect((await owner.browser.post('/activity/check-in')).status).toBe(200);
    api.clock.now += 70 * DAY;
    expect(await write(first)).toBeNull();
    expect(await write(await warning(owner, 'reminder', 1))).not.toBeNull();
  });

  test('waits while the switch is on hold', async () => {
    const owner = await silentOwner();
    api.clock.now += 70 * DAY;
    const mail = await warning(owner, 'reminder', 1);
    const referenceClock = async () => api.clock.now + DAY;
    await expect(write(mail, { referenceClock })).rejects.toMatchObject({
      message: 'clock_skew',
      nonRetryable: false,
    });
  });
});

describe('a mail to an address of a successor', () => {
  const HOSTILE = 'Call 0800 123 456 or evil.com/pay, sam@evil.com ⓪①②③④';

  async function wordsTo(owner: BuiltOwner, recipient: string): Promise<string> {
    const mails = await api
      .em()
      .find(Mail, { userId: owner.id, recipient }, { orderBy: { createdAt: 'desc' } });
    const letter = await writeMail(deps, api.em(), mails[0]!, now());
    const { subject, text } = render(letter!);
    return [subject, text.replaceAll(/https?:\/\/\S+/g, '')].join('\n');
  }

  test('has no number to call and no address to open until it is confirmed, whatever the names are', async () => {
    const owner = await buildOwner(api, { name: HOSTILE });
    const [email, secondEmail] = [uniqueEmail(), uniqueEmail()];
    const added = await owner.browser.post('/successors', { email, name: HOSTILE });
    const { id } = added.body.successor;
    await owner.browser.put(`/successors/${id}`, { secondEmail });
    for (const recipient of [email, secondEmail]) {
      const words = await wordsTo(owner, recipient);
      expect(words).toContain('Call');
      expect(words.normalize('NFKC')).not.toMatch(/\p{N}(?:[^\p{L}\p{N}\n]*\p{N}){4}/u);
      expect(words).not.toMatch(/[/\\@]|\p{L}\.\p{L}{2}/u);
    }
    // A confirmed reader sees the name as it is, except for what mail programs would turn into links.
    await api.em().nativeUpdate(Successor, { id }, { verifiedAt: now() });
    api.clock.now += 1_000;
    expect((await owner.browser.post(`/successors/${id}/resend-verification`)).status).toBe(200);
    expect(await wordsTo(owner, email)).toContain('Call 0800 123 456 or evil. com pay, sam at evil. com');
  });
});

describe('a final notice', () => {
  const atTheDeadline = async () => {
    const owner = await silentOwner();
    for (let n = 0; n < 3; n += 1) await take(api, owner, { kind: 'reminder_accepted', at: api.clock.now });
    api.clock.now += 90 * DAY;
    return owner;
  };

  test('names the end of the grace period that it begins, with the length in its row', async () => {
    const owner = await atTheDeadline();
    const mail = await warning(owner, 'final_notice', 0);
    const letter = await write(mail, { rules: { ...deps.rules, graceMs: 9 * DAY } });
    expect(letter?.subject).toBe(
      `Final notice from Vault Handover: check in by ${momentIn(DEFAULT_LOCALE, new Date(api.clock.now + 2 * DAY))}`,
    );
    expect(letter?.paragraphs[0]).toContain('48 hours');
  });

  test('to a dead mailbox is retried until the long grace period is over', async () => {
    const owner = await atTheDeadline();
    const mail = await warning(owner, 'final_notice', 0);
    const at = api.clock.now;
    await take(api, owner, { kind: 'final_notice_undeliverable', at, handoverId: mail.id, graceMs: 2 * DAY });
    for (const days of [0.1, 15, 29.9]) {
      api.clock.now = at + days * DAY;
      expect((await write(mail))?.subject).toContain(
        momentIn(DEFAULT_LOCALE, new Date(api.clock.now + 2 * DAY)),
      );
    }
    api.clock.now = at + 30 * DAY;
    await expect(write(mail)).rejects.toThrow('the grace period is about to end');
    await take(api, owner, { kind: 'grace_ended' });
    expect(await write(mail)).toBeNull();
  });

  test('is obsolete once it was accepted; after "the owner is alive" there is a new one', async () => {
    const owner = await atTheDeadline();
    const first = await warning(owner, 'final_notice', 0);
    await take(api, owner, { kind: 'final_notice_accepted', at: api.clock.now, handoverId: first.id });
    expect(await write(first)).toBeNull();
    const { state } = await bringTo(api, owner, 'awaiting_successors');
    const [successorId = ''] = state.successors.map(({ id }) => id);
    await take(api, owner, { kind: 'successors_invited', successorIds: [successorId] });
    await take(api, owner, { kind: 'owner_alive', successorId });
    api.clock.now += 14 * DAY;
    expect(await write(first)).toBeNull();
    expect(await write(await warning(owner, 'final_notice', 1))).not.toBeNull();
  });
});
