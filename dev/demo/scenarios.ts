/** The five scenarios. Each prints what happens and checks what the service promises. */
import { CryptoError } from '../../crypto/index.ts';
import { answer } from '../api-client.ts';
import { openPage, visitor } from '../callers.ts';
import { chooseNewPassword, openBrowser, type WrittenEntry } from './owner.ts';
import {
  type Demo,
  type DemoScenario,
  type DemoSuccessor,
  inOwnersHome,
  noteSecrets,
  type OwnersHome,
  playScenario,
  type ScenarioEntry,
  type ScenarioPlan,
  secondAddressOf,
} from './scenario.ts';
import { type Acceptance, accept, openAlone, readInheritance } from './successor.ts';

/** The subjects of the mails that silence brings. */
const SUBJECT = {
  reminder: /reminder (\d) of/,
  final_notice: /^Final notice/,
  invitation: /^Will you accept/,
};

const entriesOf = (owner: string, [first, second]: readonly [string, string]): ScenarioEntry[] => [
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
async function fallSilent({ account, watch }: DemoScenario): Promise<void> {
  const silence = 60_000;
  for (const n of [1, 2, 3]) {
    await watch.mail(
      `${account.name} is silent; reminder ${n} is next`,
      account.email,
      new RegExp(`reminder ${n} of`),
      silence,
    );
  }
  await watch.mail('the final notice is next', account.email, SUBJECT.final_notice, silence);
  const begun = ['grace_period', 'awaiting_successors'];
  await watch.until('the grace period is to begin', silence, () =>
    begun.includes(watch.status?.status ?? ''),
  );
}

/** Waits for a successor's invitation, and accepts it. */
async function acceptInvitation(
  { service }: Demo,
  { watch, tell }: DemoScenario,
  { name, email, kit }: DemoSuccessor,
): Promise<Acceptance> {
  const invitation = await watch.mail(`the invitation to ${name} is next`, email, SUBJECT.invitation);
  const asking = ['awaiting_successors', 'released'];
  await watch.until('the successors are to be invited', 30_000, () =>
    asking.includes(watch.status?.status ?? ''),
  );
  const { accepted, resealed } = await accept(service, invitation.asks?.link ?? '', kit);
  const aside =
    resealed === 0 ? '' : `the browser seals the share in the package to ${resealed} other holders`;
  tell(`${name} opens the link and accepts`, aside);
  return accepted;
}

/** Waits for the access mail. @returns its link */
async function accessLink({ watch }: DemoScenario, { name, email }: DemoSuccessor): Promise<string> {
  const mail = await watch.mail(`the access mail to ${name} is next`, email, /^You can open what/);
  return mail.asks?.link ?? '';
}

async function acceptWhenAsked(
  demo: Demo,
  scenario: DemoScenario,
  successor: DemoSuccessor,
): Promise<string> {
  await acceptInvitation(demo, scenario, successor);
  return accessLink(scenario, successor);
}

const same = (found: readonly WrittenEntry[], written: readonly WrittenEntry[]): boolean => {
  const sorted = (entries: readonly WrittenEntry[]) =>
    JSON.stringify(
      [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, plaintext }) => [id, plaintext]),
    );
  return sorted(found) === sorted(written);
};

/** Opens what was left to a successor, and checks that it is exactly what the owner wrote. */
async function openTheirs(
  { service, output }: Demo,
  scenario: DemoScenario,
  successor: DemoSuccessor,
  link: string,
) {
  const { account, tell, entries } = scenario;
  const opened = await readInheritance(service, link, successor.kit);
  tell(`${successor.name} types in the code from the printed page and reads:`);
  for (const { category, plaintext } of opened) output.more(`${category}: ${plaintext}`);
  const left = entries.filter(({ category }) => successor.receives.includes(category));
  const count = `${left.length} of ${account.name}'s ${entries.length} entries`;
  output.check(
    `${successor.name} decrypted what ${account.name} wrote: ${count}, and no other`,
    same(opened, left),
  );
}

/** Reads everything in the owner's browser, and checks that nothing is missing. */
async function checkAllRead({ output }: Demo, ownersHome: OwnersHome, does: string): Promise<void> {
  const { account, home, entries, tell } = ownersHome;
  const read = await home.readAll();
  tell(`${account.name} ${does}`);
  for (const { category, plaintext } of read) output.more(`${category}: ${plaintext}`);
  output.check(`${account.name} decrypted all ${entries.length} entries`, same(read, entries));
}

/** Compares the mails with the API's preview. */
function checkPreview({ output, dayMs }: Demo, { preview, watch }: DemoScenario): void {
  const late: number[] = [];
  const missing: string[] = [];
  let reminders = 0;
  for (const { kind, at, recipients } of preview.events) {
    if (!(kind in SUBJECT)) continue;
    if (kind === 'reminder') reminders += 1;
    for (const { email } of recipients) {
      const called =
        kind === 'reminder' ? new RegExp(`reminder ${reminders} of`) : SUBJECT[kind as keyof typeof SUBJECT];
      const came = watch.mails.filter((mail) => mail.to === email && called.test(mail.subject));
      if (came.length === 1) late.push((came[0]!.at - Date.parse(at)) / dayMs);
      else missing.push(`${kind} to ${email}: ${came.length} mails`);
    }
  }
  const latest = Math.max(...late).toFixed(1);
  output.check('every mail of the preview came once', missing.length === 0, missing.join('; '));
  output.check(
    `none came early; the latest ${latest} days after it was due`,
    late.every((days) => days >= 0),
    String(late),
  );
}

/** Compares the statuses in the activity log with those that a scenario should have had. */
async function checkWay(
  { output }: Demo,
  { program }: DemoScenario,
  expected: readonly string[],
): Promise<void> {
  const { activity } = await answer(
    program.GET('/activity', { params: { query: { type: 'switch_changed' } } }),
  );
  const way = activity.map(({ detail }) => detail.to).reverse();
  output.check(`the states were ${expected.join(', ')}`, String(way) === String(expected), way.join(', '));
}

/** The owner stays silent, and each successor opens what was left to them. */
export async function silentOwner(demo: Demo): Promise<void> {
  const { output } = demo;
  output.title('Scenario 1: Ada stays silent', 'Ben and Cleo open what she left to them.');
  const plan: ScenarioPlan = {
    owner: 'Ada',
    entries: entriesOf('Ada', ['Ben', 'Cleo']),
    successors: [
      { name: 'Ben', handoverDelayDays: 0, receives: ['Bank', 'Letter'] },
      { name: 'Cleo', handoverDelayDays: 2, receives: ['Photos'] },
    ],
  };
  await playScenario(demo, plan, async (scenario) => {
    const { watch, successors, account } = scenario;
    await fallSilent(scenario);
    for (const successor of successors) {
      const link = await acceptWhenAsked(demo, scenario, successor);
      await openTheirs(demo, scenario, successor, link);
      await watch.mail(`${account.name} is told`, account.email, new RegExp(`^${successor.name} opened`));
    }
    checkPreview(demo, scenario);
    await checkWay(demo, scenario, ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released']);
  });
}

/** The owner comes back during the grace period, through the link in the final notice to a second mailbox. */
export async function returningOwner(demo: Demo): Promise<void> {
  const { output, service, dayMs } = demo;
  output.title(
    'Scenario 2: Dora comes back',
    'She no longer reads her old mailbox. The link in the final notice to her second one stops everything.',
  );
  const plan: ScenarioPlan = {
    owner: 'Dora',
    entries: entriesOf('Dora', ['Emil', 'Fay']),
    successors: [
      { name: 'Emil', handoverDelayDays: 0, receives: ['Letter'] },
      { name: 'Fay', handoverDelayDays: 2, receives: ['Bank', 'Photos'] },
    ],
    secondMailbox: true,
  };
  await playScenario(demo, plan, async (scenario) => {
    const { watch, successors, account, preview, tell } = scenario;
    await fallSilent(scenario);
    const second = secondAddressOf(account.name);
    const notice = await watch.mail('the same notice at work is next', second, SUBJECT.final_notice);
    const warnings = watch.mails.filter(
      ({ to, subject }) => to === second && (SUBJECT.reminder.test(subject) || subject === notice.subject),
    );
    output.check(
      `each warning came to ${account.name}'s second mailbox too`,
      warnings.length === 4,
      String(warnings.length),
    );
    const token = await openPage(service, notice.asks?.link ?? '');
    const page = visitor(service);
    const params = { query: { token } };
    const described = await answer(page.GET('/activity/check-in-link', { params }));
    output.check('looking at the check-in page changes nothing', described.status === 'grace_period');
    await answer(page.POST('/activity/check-in-link', { body: { token } }));
    tell(`${account.name} opens the link in the final notice at work and presses the button`);
    await watch.until('the switch is to arm again', 30_000, () => watch.status?.status === 'armed');
    const { error: again } = await page.POST('/activity/check-in-link', { body: { token } });
    output.check('the link works once', again?.status === 410, `${again?.status} ${again?.code}`);

    const lastInvitation = preview.events.findLast(({ kind }) => kind === 'invitation');
    const moment = Date.parse(lastInvitation?.at ?? '') + dayMs;
    await watch.pass('the time of the invitations passes', moment);
    const mailsToSuccessors = watch.mails.filter(
      ({ to, subject }) =>
        to !== account.email && to !== second && !/would like to leave you something/.test(subject),
    );
    output.check(
      `no successor was asked or told anything, until ${watch.day(moment)}`,
      mailsToSuccessors.length === 0,
      mailsToSuccessors[0]?.subject,
    );
    await checkWay(demo, scenario, ['armed', 'reminding', 'grace_period', 'armed']);
    const { events } = await scenario.home.timeline();
    output.more(`the next reminder is due on ${watch.day(Date.parse(events[0]?.at ?? ''))}`);

    const elsewhere = await openBrowser(service, account);
    await checkAllRead(demo, { ...scenario, home: elsewhere }, 'logs in at another browser and reads:');
    output.check(
      `${successors.map(({ name }) => name).join(' and ')} are still successors`,
      (await elsewhere.successors()).every(({ verified }) => verified),
    );
  });
}

/** The owner cancels the handover after the release: access that worked stops working. */
export async function cancellingOwner(demo: Demo): Promise<void> {
  const { output, service } = demo;
  output.title(
    'Scenario 3: Gus was only away',
    'He cancels after the release, and access that worked stops working.',
  );
  const plan: ScenarioPlan = {
    owner: 'Gus',
    entries: entriesOf('Gus', ['Hana', 'Ivo']),
    successors: [
      { name: 'Hana', handoverDelayDays: 0, receives: ['Bank', 'Letter'] },
      { name: 'Ivo', handoverDelayDays: 0, receives: ['Letter', 'Photos'] },
    ],
  };
  await playScenario(demo, plan, async (scenario) => {
    const { watch, successors, account, home, tell } = scenario;
    const [hana, ivo] = successors as [DemoSuccessor, DemoSuccessor];
    await fallSilent(scenario);
    const link = await acceptWhenAsked(demo, scenario, hana);
    await openTheirs(demo, scenario, hana, link);
    const asked = await watch.mail(`the invitation to ${ivo.name} is next`, ivo.email, SUBJECT.invitation);

    const body = { reason: 'I was at sea without a signal.' };
    await answer(home.call.POST('/handover/cancel', { body }));
    tell(`${account.name} presses "cancel the handover"`);
    const token = await openPage(service, link);
    const params = { query: { token } };
    const { error: closed } = await visitor(service).GET('/vault/successor-access', { params });
    output.check(
      `${hana.name}'s access answers 410`,
      closed?.code === 'handover_ended' && closed.status === 410,
      `${closed?.status} ${closed?.code}`,
    );
    output.more(closed?.detail ?? '');
    const acceptance = {
      token: await openPage(service, asked.asks?.link ?? ''),
      response: 'accept' as const,
    };
    const { error: late } = await visitor(service).POST('/handover/respond', { body: acceptance });
    output.check(
      `${ivo.name}, who had not answered, can no longer accept`,
      late?.code === 'handover_ended' && late.status === 410,
      `${late?.status} ${late?.code}`,
    );
    for (const { name, email } of successors) {
      await watch.mail(`${name} is to be told`, email, /^Good news: we've heard from /);
    }
    await watch.until('the switch is to arm again', 30_000, () => watch.status?.status === 'armed');
    output.check(`${hana.name} and ${ivo.name} were told`, true);
    const way = ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released', 'armed'];
    await checkWay(demo, scenario, way);
  });
}

/** Two of three successors open everything, and one of them alone opens nothing. */
export async function quorumOfTwo(demo: Demo): Promise<void> {
  const { output } = demo;
  output.title(
    'Scenario 4: Kim trusts no single person',
    'It takes two of three successors: each kit alone opens nothing.',
  );
  const names = ['Lea', 'Max', 'Nia'];
  const plan: ScenarioPlan = {
    owner: 'Kim',
    entries: entriesOf('Kim', ['Lea', 'Max']),
    successors: names.map((name) => ({ name, handoverDelayDays: 0, receives: 'everything' })),
    threshold: 2,
    lateEntries: [{ category: 'House', plaintext: "Kim's key to the house is with the baker" }],
  };
  await playScenario(demo, plan, async (scenario) => {
    const { successors } = scenario;
    const [lea, max] = successors as [DemoSuccessor, DemoSuccessor];
    await fallSilent(scenario);
    const accepted = await acceptInvitation(demo, scenario, lea);
    output.check(
      `${lea.name} is one of two, so the service gives no access`,
      accepted.accessToken === undefined && accepted.status === 'awaiting_successors',
      accepted.status,
    );
    const refused = await refusalOf(() => openAlone(lea.kit, accepted));
    output.check(
      `the kit and the package of ${lea.name} alone open nothing: 1 share of 2`,
      refused?.code === 'quorum_missing' && refused.shares?.have === 1 && refused.shares.need === 2,
      refused?.code,
    );
    await acceptInvitation(demo, scenario, max);
    for (const successor of [lea, max])
      await openTheirs(demo, scenario, successor, await accessLink(scenario, successor));
    await checkWay(demo, scenario, ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released']);
  });
}

async function refusalOf(attempt: () => Promise<unknown>): Promise<CryptoError | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof CryptoError) return error;
    throw error;
  }
}

/** The owner forgets the password. The recovery code opens the vault again. */
export async function forgottenPassword(demo: Demo): Promise<void> {
  const { output, service } = demo;
  output.title(
    'Scenario 5: Pia forgets her password',
    'The printed recovery code opens the vault, and nothing is lost.',
  );
  const plan: ScenarioPlan = {
    owner: 'Pia',
    entries: entriesOf('Pia', ['Quinn', 'Rosa']),
    successors: [],
  };
  await inOwnersHome(demo, plan, async (before) => {
    const { watch, entries, recoveryCode, tell } = before;
    const account = { ...before.account, password: 'the 4th window has a better view' };
    await noteSecrets(demo, before);
    tell(`${account.name} forgets the password, and asks for a link`);
    await answer(visitor(service).POST('/auth/forgot-password', { body: { email: account.email } }));
    const mail = await watch.mail('the mail with the link is next', account.email, /^Reset your/);
    await chooseNewPassword(service, mail.asks?.link ?? '', account);
    tell(`${account.name} chooses a new password`, 'it opens the account, but not the vault');
    const refused = await refusalOf(() => openBrowser(service, account));
    output.check(
      'the new password alone opens nothing',
      refused?.code === 'needs_recovery_code',
      refused?.code,
    );
    const home = await openBrowser(service, account, recoveryCode);
    tell(
      `${account.name} logs in and types in the recovery code`,
      'the vault key moves under the new password',
    );
    await checkAllRead(demo, { ...before, account, home }, 'reads:');
    const elsewhere = await openBrowser(service, account);
    const read = await elsewhere.readAll();
    output.check('from then on the new password is enough', same(read, entries));
    await noteSecrets(demo, { ...before, account, home });
  });
}
