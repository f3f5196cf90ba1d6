/** The three lives. Each prints what happens and checks what the service promises. */
import { answer } from '../api-client.ts';
import { openPage, visitor } from './callers.ts';
import { beginLife, type Cast, type Demo, type Heir, type Life } from './life.ts';
import { logIn, type WrittenEntry } from './owner.ts';
import { accept, openInheritance } from './successor.ts';

/** The subjects of the mails that silence brings. */
const SUBJECT = { reminder: /^Reminder (\d)/, final_notice: /^Final notice/, invitation: /^Will you accept/ };

const entriesOf = (owner: string, [first, second]: readonly [string, string]): Cast['entries'] => [
  { category: 'Bank', plaintext: `Harbour Bank, account of ${owner}: the safe opens with 27-04-88-13` },
  {
    category: 'Letter',
    plaintext: `Dear ${first}, water the lemon tree, and do not sell the boat. Yours, ${owner}`,
  },
  {
    category: 'Photos',
    plaintext: `For ${second}: the blue disk in ${owner}'s desk; its passphrase is "tidal owl 61"`,
  },
];

/** Waits through the reminders and the final notice, until the grace period begins. */
async function fallSilent({ account, watch }: Life): Promise<void> {
  const silence = 60_000;
  for (const n of [1, 2, 3]) {
    await watch.mail(
      `${account.name} is silent; reminder ${n} is next`,
      account.email,
      new RegExp(`^Reminder ${n}`),
      silence,
    );
  }
  await watch.mail('the final notice is next', account.email, SUBJECT.final_notice, silence);
  const begun = ['grace_period', 'awaiting_successors'];
  await watch.until('the grace period is to begin', silence, () =>
    begun.includes(watch.status?.status ?? ''),
  );
}

/** Waits for a successor's invitation, accepts it, and waits for the access mail. @returns its link */
async function acceptWhenAsked(
  { service, stage }: Demo,
  { watch }: Life,
  { name, email }: Heir,
): Promise<string> {
  const invitation = await watch.mail(`the invitation to ${name} is next`, email, SUBJECT.invitation);
  const asking = ['awaiting_successors', 'released'];
  await watch.until('the successors are to be invited', 30_000, () =>
    asking.includes(watch.status?.status ?? ''),
  );
  await accept(service, invitation.asks?.link ?? '');
  stage.event(watch.day(Date.now()), 'does', `${name} opens the link and accepts`);
  const mail = await watch.mail(`the access mail to ${name} is next`, email, /is open until/);
  return mail.asks?.link ?? '';
}

const same = (found: readonly WrittenEntry[], written: readonly WrittenEntry[]): boolean => {
  const sorted = (entries: readonly WrittenEntry[]) =>
    JSON.stringify(
      [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, plaintext }) => [id, plaintext]),
    );
  return sorted(found) === sorted(written);
};

/** Opens what was left to a successor, and checks that it is exactly what the owner wrote. */
async function openTheirs({ service, stage }: Demo, { account, watch }: Life, heir: Heir, link: string) {
  const opened = await openInheritance(service, link, heir.kit);
  stage.event(
    watch.day(Date.now()),
    'does',
    `${heir.name} types in the code from the printed page and reads:`,
  );
  for (const { category, plaintext } of opened) stage.more(`${category}: ${plaintext}`);
  const count = `${heir.receives.length} of ${account.name}'s 3 entries`;
  stage.check(
    `${heir.name} decrypted what ${account.name} wrote: ${count}, and no other`,
    same(opened, heir.receives),
  );
}

/** Compares the mails with the API's preview. */
function checkPreview({ stage, dayMs }: Demo, { preview, watch }: Life): void {
  const late: number[] = [];
  const missing: string[] = [];
  let reminders = 0;
  for (const { kind, at, recipients } of preview.events) {
    if (!(kind in SUBJECT)) continue;
    if (kind === 'reminder') reminders += 1;
    for (const { email } of recipients) {
      const called =
        kind === 'reminder' ? new RegExp(`^Reminder ${reminders}`) : SUBJECT[kind as keyof typeof SUBJECT];
      const came = watch.mails.filter((mail) => mail.to === email && called.test(mail.subject));
      if (came.length === 1) late.push((came[0]!.at - Date.parse(at)) / dayMs);
      else missing.push(`${kind} to ${email}: ${came.length} mails`);
    }
  }
  const latest = Math.max(...late).toFixed(1);
  stage.check('every mail of the preview came once', missing.length === 0, missing.join('; '));
  stage.check(
    `none came early; the latest ${latest} days after its moment`,
    late.every((days) => days >= 0),
    String(late),
  );
}

/** Compares the statuses in the activity log with those that a life should have had. */
async function checkWay({ stage }: Demo, { program }: Life, expected: readonly string[]): Promise<void> {
  const { activity } = await answer(
    program.GET('/activity', { params: { query: { type: 'switch_changed' } } }),
  );
  const way = activity.map(({ detail }) => detail.to).reverse();
  stage.check(`the states were ${expected.join(', ')}`, String(way) === String(expected), way.join(', '));
}

/** The owner stays silent, and each successor opens what was left to them. */
export async function silentLife(demo: Demo): Promise<void> {
  const { stage } = demo;
  stage.title('Life 1: Ada stays silent', 'Ben and Cleo open what she left to them.');
  const life = await beginLife(demo, {
    owner: 'Ada',
    entries: entriesOf('Ada', ['Ben', 'Cleo']),
    successors: [
      { name: 'Ben', handoverDelayDays: 0, receives: ['Bank', 'Letter'] },
      { name: 'Cleo', handoverDelayDays: 2, receives: ['Photos'] },
    ],
  });
  const { watch, heirs, account } = life;
  try {
    await fallSilent(life);
    for (const heir of heirs) {
      const link = await acceptWhenAsked(demo, life, heir);
      await openTheirs(demo, life, heir, link);
      await watch.mail(`${account.name} is told`, account.email, new RegExp(`^${heir.name} opened`));
    }
    checkPreview(demo, life);
    await checkWay(demo, life, ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released']);
  } finally {
    await watch.stop();
  }
}

/** The owner comes back during the grace period, through the link in the final notice. */
export async function returningLife(demo: Demo): Promise<void> {
  const { stage, service, dayMs } = demo;
  stage.title(
    'Life 2: Dora comes back',
    'The link in the final notice stops everything, and nobody else hears of it.',
  );
  const life = await beginLife(demo, {
    owner: 'Dora',
    entries: entriesOf('Dora', ['Emil', 'Fay']),
    successors: [
      { name: 'Emil', handoverDelayDays: 0, receives: ['Letter'] },
      { name: 'Fay', handoverDelayDays: 2, receives: ['Bank', 'Photos'] },
    ],
  });
  const { watch, heirs, account, entries, preview } = life;
  try {
    await fallSilent(life);
    const notice = watch.mails.find(
      ({ to, subject }) => to === account.email && SUBJECT.final_notice.test(subject),
    );
    const token = await openPage(service, notice?.asks?.link ?? '');
    const page = visitor(service);
    const params = { query: { token } };
    const described = await answer(page.GET('/activity/check-in-link', { params }));
    stage.check('looking at the check-in page changes nothing', described.status === 'grace_period');
    await answer(page.POST('/activity/check-in-link', { body: { token } }));
    stage.event(
      watch.day(Date.now()),
      'does',
      `${account.name} opens the link in the final notice and presses the button`,
    );
    await watch.until('the switch is to arm again', 30_000, () => watch.status?.status === 'armed');
    const { error: again } = await page.POST('/activity/check-in-link', { body: { token } });
    stage.check('the link works once', again?.status === 410, `${again?.status} ${again?.code}`);

    const lastInvitation = preview.events.findLast(({ kind }) => kind === 'invitation');
    const moment = Date.parse(lastInvitation?.at ?? '') + dayMs;
    await watch.pass('the moment of the invitations goes by', moment);
    const told = watch.mails.filter(
      ({ to, subject }) => to !== account.email && !/been named as a successor/.test(subject),
    );
    stage.check(
      `no successor was asked or told anything, until ${watch.day(moment)}`,
      told.length === 0,
      told[0]?.subject,
    );
    await checkWay(demo, life, ['armed', 'reminding', 'grace_period', 'armed']);
    const { events } = await life.home.timeline();
    stage.more(`the next reminder is due on ${watch.day(Date.parse(events[0]?.at ?? ''))}`);

    const elsewhere = await logIn(service, account);
    const read = await elsewhere.readAll();
    stage.event(watch.day(Date.now()), 'does', `${account.name} logs in at another browser and reads:`);
    for (const { category, plaintext } of read) stage.more(`${category}: ${plaintext}`);
    stage.check(`${account.name} decrypted all ${entries.length} entries`, same(read, entries));
    stage.check(
      `${heirs.map(({ name }) => name).join(' and ')} are still successors`,
      (await elsewhere.successors()).every(({ verified }) => verified),
    );
  } finally {
    await watch.stop();
  }
}

/** The owner cancels the handover after the release: access that worked stops working. */
export async function cancellingLife(demo: Demo): Promise<void> {
  const { stage, service } = demo;
  stage.title(
    'Life 3: Gus was only away',
    'He cancels after the release, and access that worked stops working.',
  );
  const life = await beginLife(demo, {
    owner: 'Gus',
    entries: entriesOf('Gus', ['Hana', 'Ivo']),
    successors: [
      { name: 'Hana', handoverDelayDays: 0, receives: ['Bank', 'Letter'] },
      { name: 'Ivo', handoverDelayDays: 0, receives: ['Letter', 'Photos'] },
    ],
  });
  const { watch, heirs, account, home } = life;
  const [hana, ivo] = heirs as [Heir, Heir];
  try {
    await fallSilent(life);
    const link = await acceptWhenAsked(demo, life, hana);
    await openTheirs(demo, life, hana, link);
    const asked = await watch.mail(`the invitation to ${ivo.name} is next`, ivo.email, SUBJECT.invitation);

    const body = { reason: 'I was at sea without a signal.' };
    await answer(home.call.POST('/handover/cancel', { body }));
    stage.event(watch.day(Date.now()), 'does', `${account.name} presses "cancel the handover"`);
    const token = await openPage(service, link);
    const params = { query: { token } };
    const { error: closed } = await visitor(service).GET('/vault/successor-access', { params });
    stage.check(
      `${hana.name}'s access answers 410`,
      closed?.code === 'token_expired' && closed.status === 410,
      `${closed?.status} ${closed?.code}`,
    );
    stage.more(closed?.detail ?? '');
    const acceptance = {
      token: await openPage(service, asked.asks?.link ?? ''),
      response: 'accept' as const,
    };
    const { error: late } = await visitor(service).POST('/handover/respond', { body: acceptance });
    stage.check(
      `${ivo.name}, who had not answered, can no longer accept`,
      late?.code === 'token_expired' && late.status === 410,
      `${late?.status} ${late?.code}`,
    );
    for (const { name, email } of heirs) {
      await watch.mail(`${name} is to be told`, email, /has been cancelled/);
    }
    await watch.until('the switch is to arm again', 30_000, () => watch.status?.status === 'armed');
    stage.check(`${hana.name} and ${ivo.name} were told`, true);
    const way = ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released', 'armed'];
    await checkWay(demo, life, way);
  } finally {
    await watch.stop();
  }
}
