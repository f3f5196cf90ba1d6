/** How every life begins: an account, three entries, and two successors with their own keys. Then silence. */
import type { z } from 'zod';
import type { Timeline } from '../../api/routes/inactivity/schema.ts';
import { answer } from '../api-client.ts';
import type { Caller, Service, Traffic } from './callers.ts';
import type { Mailbox } from './mailbox.ts';
import {
  type Account,
  logIn,
  type OwnersBrowser,
  register,
  verifyAddress,
  type WrittenEntry,
} from './owner.ts';
import { readCode } from './recovery-code.ts';
import type { Secret } from './secrecy.ts';
import type { Stage } from './stage.ts';
import { confirm, type PrintedKit } from './successor.ts';
import { startWatch, type Watch } from './watch.ts';

/** What all lives share. */
export interface Demo {
  service: Service & { traffic: Traffic };
  mailbox: Mailbox;
  stage: Stage;
  dayMs: number;
  signal: AbortSignal;
  /** @throws Failure when a process of the service has died */
  demandAllUp(): void;
  secrets: {
    /** What must never be sent to the service. */
    neverSent: Secret[];
    /** What the service must not keep. */
    neverKept: Secret[];
    /** What must not be in its logs or in Temporal. */
    neverLogged: Secret[];
  };
}

/** The people of a life, and what the owner leaves. */
export interface Cast {
  owner: string;
  entries: { category: string; plaintext: string }[];
  successors: { name: string; handoverDelayDays: number; receives: string[] }[];
}

export interface Heir {
  id: string;
  name: string;
  email: string;
  kit: PrintedKit;
  /** What is assigned to them. */
  receives: WrittenEntry[];
}

export interface Life {
  account: Account;
  /** The owner's browser. */
  home: OwnersBrowser;
  /** The owner's program, whose reading is no sign of life. */
  program: Caller;
  entries: WrittenEntry[];
  heirs: Heir[];
  /** What the API says silence will bring. */
  preview: z.output<typeof Timeline>;
  watch: Watch;
}

const THRESHOLD_DAYS = 10;

const addressOf = (name: string): string => `${name.toLowerCase()}@demo.example`;

/** Plays the first day of a life, up to the silence. */
export async function beginLife(demo: Demo, cast: Cast): Promise<Life> {
  const { secrets } = demo;
  const account: Account = {
    name: cast.owner,
    email: addressOf(cast.owner),
    password: `${cast.owner}'s cat likes the 3rd window`,
  };
  const names = [cast.owner, ...cast.successors.map(({ name }) => name)];
  const people = new Map(names.map((name) => [addressOf(name), name]));
  secrets.neverSent.push({ what: `${account.name}'s password`, value: account.password });
  for (const { category, plaintext } of cast.entries) {
    secrets.neverSent.push({ what: `${account.name}'s entry "${category}"`, value: plaintext });
  }
  for (const [address, name] of people)
    secrets.neverLogged.push({ what: `${name}'s address`, value: address });

  const watch = startWatch({ ...demo, people });
  try {
    return await firstDay(demo, cast, account, watch);
  } catch (error) {
    await watch.stop();
    throw error;
  }
}

async function firstDay(demo: Demo, cast: Cast, account: Account, watch: Watch): Promise<Life> {
  const { service, stage, secrets } = demo;
  const tell = (text: string, aside?: string) => stage.event(watch.day(Date.now()), 'does', text, aside);

  await register(service, account);
  tell(`${account.name} registers`, 'the browser stretches the password in 600,000 rounds, and keeps it');
  const verification = await watch.mail('the verification mail', account.email, /^Confirm/);
  await verifyAddress(service, verification.asks?.link ?? '');
  const home = await logIn(service, account);
  const program = await home.letProgramIn();
  watch.follow(program);
  tell(`${account.name} confirms the address and logs in`, 'the vault key comes from the key bundle');
  await answer(home.call.PUT('/inactivity/settings', { body: { thresholdDays: THRESHOLD_DAYS } }));

  const entries: WrittenEntry[] = [];
  for (const { category, plaintext } of cast.entries) entries.push(await home.store(category, plaintext));
  const labels = entries.map(({ category }) => category).join(', ');
  tell(`${account.name} stores ${entries.length} entries`, `${labels}: AES-256-GCM, each under its own key`);

  const heirs: Heir[] = [];
  for (const { name, handoverDelayDays, receives } of cast.successors) {
    const email = addressOf(name);
    const { id } = await home.nameSuccessor(name, email, handoverDelayDays);
    tell(
      `${account.name} names ${name}`,
      handoverDelayDays ? `to be invited ${handoverDelayDays} days later` : '',
    );
    const mail = await watch.mail(`the mail to ${name}`, email, /been named as a successor/);
    const kit = await confirm(service, mail.asks?.link ?? '');
    tell(`${name} confirms, and prints a recovery kit`, kit.code);
    const pinned = await home.pin(id, kit.fingerprint);
    const assigned = entries.filter(({ category }) => receives.includes(category));
    await home.assign(
      pinned,
      assigned.map((entry) => entry.id),
    );
    tell(
      `${account.name} pins ${name}'s key by the fingerprint, and seals to it: ${receives.join(', ')}`,
      `${kit.fingerprint.slice(0, 16)}…`,
    );
    heirs.push({ id, name, email, kit, receives: assigned });
    secrets.neverSent.push(
      { what: `${name}'s recovery code`, value: readCode(kit.code) },
      { what: `${name}'s recovery code`, value: kit.code },
    );
  }

  for (const value of await home.secrets())
    secrets.neverSent.push({ what: `a key of ${account.name}'s`, value });
  secrets.neverKept.push({ what: `${account.name}'s authentication key`, value: home.authKey });
  const preview = await home.timeline();
  watch.countFrom(Date.parse(preview.lastSeenAt));
  tellPreview(stage, watch, preview);
  tell(`${account.name} falls silent`, 'from here on nobody does anything');
  return { account, home, program, entries, heirs, preview, watch };
}

const IN_WORDS: Record<string, string> = {
  reminder: 'reminder',
  final_notice: 'final notice',
  grace_end: 'end of the grace period',
  invitation: 'invitation',
};

function tellPreview(stage: Stage, watch: Watch, { events }: Life['preview']): void {
  const lines = events.map(({ kind, at, recipients }) => {
    const to = recipients.map(({ name }) => name).join(', ');
    return `${watch.day(Date.parse(at))} ${IN_WORDS[kind] ?? kind}${to ? ` to ${to}` : ''}`;
  });
  stage.event(watch.day(Date.now()), 'does', 'The API says what silence will bring:');
  for (const line of lines) stage.more(line);
}
