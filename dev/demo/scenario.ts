/** How every scenario begins: an account, entries, and successors with their own keys. Then silence. */
import type { z } from 'zod';
import type { Timeline } from '../../api/routes/inactivity/schema.ts';
import { answer } from '../api-client.ts';
import type { ApiCaller, RecordedTraffic, ServiceAccess } from '../callers.ts';
import type { SearchedSecret } from '../secret-search.ts';
import type { Mailbox } from './mailbox.ts';
import type { DemoOutput } from './output.ts';
import {
  type Account,
  type Bequest,
  confirmAddress,
  type OwnersBrowser,
  openBrowser,
  registerAccount,
  type WrittenEntry,
} from './owner.ts';
import { ownersSecrets, successorsSecrets } from './secrets.ts';
import { confirm, type PrintedKit } from './successor.ts';
import { type ScenarioWatch, startWatch } from './watch.ts';

/** What all scenarios share. */
export interface Demo {
  service: ServiceAccess & { traffic: RecordedTraffic };
  mailbox: Mailbox;
  output: DemoOutput;
  dayMs: number;
  signal: AbortSignal;
  /** @throws Failure when a process of the service has died */
  demandAllUp(): void;
  secrets: {
    /** What must never be sent to the service. */
    neverSent: SearchedSecret[];
    /** What the service must not keep. */
    neverKept: SearchedSecret[];
    /** What must not be in its logs or in Temporal. */
    neverLogged: SearchedSecret[];
  };
}

/** An entry that an owner is going to write. */
export interface ScenarioEntry {
  category: string;
  plaintext: string;
}

/** The people of a scenario, and what the owner leaves. */
export interface ScenarioPlan {
  owner: string;
  entries: ScenarioEntry[];
  successors: { name: string; handoverDelayDays: number; receives: string[] | 'everything' }[];
  /** Whether the owner is warned at a second mailbox too. */
  secondMailbox?: true;
  /** How many successors must accept. The default is one. */
  threshold?: number;
  /** Written when everything is sealed. */
  lateEntries?: ScenarioEntry[];
}

export interface DemoSuccessor {
  id: string;
  name: string;
  email: string;
  kit: PrintedKit;
  /** The categories of what is left to them. */
  receives: string[];
}

/** An owner with an account and entries. */
export interface OwnersHome {
  account: Account;
  recoveryCode: string;
  /** The owner's browser. */
  home: OwnersBrowser;
  entries: WrittenEntry[];
  watch: ScenarioWatch;
  /** Prints what someone is doing. */
  tell(text: string, aside?: string): void;
}

export interface DemoScenario extends OwnersHome {
  /** The owner's program, whose reading isn't a sign of life. */
  program: ApiCaller;
  successors: DemoSuccessor[];
  /** What the API says silence will bring. */
  preview: z.output<typeof Timeline>;
}

const THRESHOLD_DAYS = 10;

const addressOf = (name: string): string => `${name.toLowerCase()}@demo.example`;
/** An owner's second mailbox. */
export const secondAddressOf = (name: string): string => addressOf(`${name}.at.work`);

/** Registers an owner, who stores some entries, and plays what happens then. */
export async function inOwnersHome(
  demo: Demo,
  plan: Omit<ScenarioPlan, 'threshold' | 'lateEntries'>,
  play: (home: OwnersHome) => Promise<void>,
): Promise<void> {
  const { secrets } = demo;
  const account: Account = {
    name: plan.owner,
    email: addressOf(plan.owner),
    password: `${plan.owner}'s cat likes the 3rd window`,
  };
  const names = [plan.owner, ...plan.successors.map(({ name }) => name)];
  const people = new Map(names.map((name) => [addressOf(name), name]));
  if (plan.secondMailbox) people.set(secondAddressOf(plan.owner), `${plan.owner} at work`);
  secrets.neverSent.push({ what: `${account.name}'s password`, value: account.password });
  for (const [address, name] of people)
    secrets.neverLogged.push({ what: `${name}'s address`, value: address });

  const watch = startWatch({ ...demo, people });
  try {
    await play(await openAccount(demo, plan.entries, account, watch));
  } finally {
    await watch.stop();
  }
}

async function openAccount(
  demo: Demo,
  drafts: readonly ScenarioEntry[],
  account: Account,
  watch: ScenarioWatch,
): Promise<OwnersHome> {
  const { service, output } = demo;
  const tell = (text: string, aside?: string) => output.event(watch.day(Date.now()), 'does', text, aside);
  const recoveryCode = await registerAccount(service, account);
  tell(
    `${account.name} registers`,
    'the browser stretches the password with Argon2id in 64 MiB, and keeps it',
  );
  tell(`${account.name} prints the recovery code`, recoveryCode);
  const verification = await watch.mail('the verification mail', account.email, /^Confirm/);
  await confirmAddress(service, verification.asks?.link ?? '');
  const home = await openBrowser(service, account);
  tell(`${account.name} confirms the address and logs in`, 'the vault key comes from the key bundle');
  const entries = await storeAll(demo, home, drafts);
  const labels = entries.map(({ category }) => category).join(', ');
  tell(`${account.name} stores ${entries.length} entries`, `${labels}: AES-256-GCM, each under its own key`);
  return { account, recoveryCode, home, entries, watch, tell };
}

async function storeAll(
  { secrets }: Demo,
  home: OwnersBrowser,
  drafts: readonly ScenarioEntry[],
): Promise<WrittenEntry[]> {
  const entries: WrittenEntry[] = [];
  for (const { category, plaintext } of drafts) {
    secrets.neverSent.push({ what: `an entry "${category}"`, value: plaintext });
    entries.push(await home.store(category, plaintext));
  }
  return entries;
}

/** Remembers every secret that exists now, for the audit. */
export async function noteSecrets(
  { secrets }: Demo,
  { account, home, recoveryCode }: OwnersHome,
  successors: readonly DemoSuccessor[] = [],
): Promise<void> {
  secrets.neverSent.push(...(await ownersSecrets(account, home, recoveryCode)));
  for (const successor of successors) secrets.neverSent.push(...(await successorsSecrets(successor, home)));
  secrets.neverKept.push({ what: `${account.name}'s authentication key`, value: home.logIn.password });
}

/** Plays the first day of a scenario, up to the silence, and then the rest. */
export const playScenario = (
  demo: Demo,
  plan: ScenarioPlan,
  play: (scenario: DemoScenario) => Promise<void>,
): Promise<void> =>
  inOwnersHome(demo, plan, async (ownersHome) => play(await nameSuccessors(demo, plan, ownersHome)));

async function nameSuccessors(demo: Demo, plan: ScenarioPlan, ownersHome: OwnersHome): Promise<DemoScenario> {
  const { service, output } = demo;
  const { account, home, watch, tell } = ownersHome;
  const { threshold = 1, lateEntries = [] } = plan;
  const program = await home.letProgramIn();
  watch.follow(program);
  await answer(home.call.PUT('/inactivity/settings', { body: { thresholdDays: THRESHOLD_DAYS } }));

  const successors: DemoSuccessor[] = [];
  for (const { name, handoverDelayDays, receives } of plan.successors) {
    const email = addressOf(name);
    const { id } = await home.nameSuccessor(name, email, handoverDelayDays, receives !== 'everything');
    tell(
      `${account.name} names ${name}`,
      handoverDelayDays ? `to be invited ${handoverDelayDays} days later` : '',
    );
    const mail = await watch.mail(`the mail to ${name}`, email, /would like to leave you something/);
    const kit = await confirm(service, mail.asks?.link ?? '');
    tell(`${name} confirms, and prints a recovery kit`, kit.code);
    await home.pin({ id, name, email }, kit.words);
    tell(`${name} reads six words to ${account.name}, who pins the key`, kit.words);
    const all = [...plan.entries, ...lateEntries].map(({ category }) => category);
    successors.push({ id, name, email, kit, receives: receives === 'everything' ? all : receives });
  }
  if (plan.secondMailbox) await addMailbox(ownersHome);
  await home.seal(threshold, bequestsOf(plan, successors, ownersHome.entries));
  tell(`${account.name} seals what is left to them`, howMany(threshold, successors.length));
  const late = await storeAll(demo, home, lateEntries);
  for (const { category } of late) {
    tell(`${account.name} stores one more entry`, `${category}: nothing needs to be sealed again`);
  }
  const entries = [...ownersHome.entries, ...late];

  await noteSecrets(demo, ownersHome, successors);
  const preview = await home.timeline();
  watch.countFrom(Date.parse(preview.lastSeenAt));
  tell('The API says what silence will bring:');
  for (const line of preview.events.map((event) => previewed(watch, event))) output.more(line);
  tell(`${account.name} falls silent`, 'from here on nobody does anything');
  return { ...ownersHome, entries, program, successors, preview };
}

/** Adds a second mailbox, to which every warning goes too once its code is entered. */
async function addMailbox({ account, home, watch, tell }: OwnersHome): Promise<void> {
  const email = secondAddressOf(account.name);
  const { channel } = await answer(home.call.POST('/channels/mailboxes', { body: { name: 'Work', email } }));
  const mail = await watch.mail('the code is next', email, /^Your code /);
  const code = /\d{8}/.exec(mail.subject)?.[0] ?? '';
  const params = { path: { channelId: channel.id } };
  await answer(home.call.POST('/channels/{channelId}/verify', { params, body: { code } }));
  tell(`${account.name} adds a second mailbox, and enters its code`, 'warnings go there too from now on');
}

const bequestsOf = (
  plan: ScenarioPlan,
  successors: readonly DemoSuccessor[],
  entries: readonly WrittenEntry[],
): Bequest[] =>
  plan.successors.map(({ receives }, i) => ({
    successorId: successors[i]?.id ?? '',
    entryIds:
      receives === 'everything'
        ? receives
        : entries.filter(({ category }) => receives.includes(category)).map(({ id }) => id),
  }));

const howMany = (threshold: number, successors: number): string =>
  threshold === 1 ? 'each kit opens its own part' : `it takes ${threshold} of ${successors} kits`;

const IN_WORDS: Record<string, string> = {
  reminder: 'reminder',
  final_notice: 'final notice',
  grace_end: 'end of the grace period',
  invitation: 'invitation',
};

function previewed(watch: ScenarioWatch, event: DemoScenario['preview']['events'][number]): string {
  const { kind, at, recipients } = event;
  const to = recipients.map(({ name }) => name).join(', ');
  return `${watch.day(Date.parse(at))} ${IN_WORDS[kind] ?? kind}${to ? ` to ${to}` : ''}`;
}
