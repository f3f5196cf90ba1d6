/** An owner in a world on skipped time, with what their test wants to know about them. */
import { Handover, type HandoverRow } from '../../../db/entities/handover.ts';
import type { LoadedSwitch } from '../../../db/load-switch.ts';
import type { MailKindName } from '../../../mail/kinds/index.ts';
import type { SwitchStatus } from '../../../switch/state.ts';
import { switchWorkflowId } from '../../../workflows/contract.ts';
import { credentials, logIn, logInProgram, type TestAccount, userOf } from '../builders/account.ts';
import { confirmSessions } from '../builders/confirmed.ts';
import { switchOf } from '../builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor, uniqueEmail } from '../builders/owner.ts';
import { DAY, type SwitchEnvironment } from '../servers/switch-environment.ts';
import { until } from '../until.ts';
import { type CaughtMail, caughtMail, linksIn } from './caught-mail.ts';
import { client, type TestClient } from './client.ts';
import type { SharedEnvironment } from './scenarios.ts';

export interface Addressee {
  id: string;
  email: string;
}

/** A mail as its recipient has it. */
export interface ReceivedLetter {
  kind: MailKindName;
  /** Days since the life began, to two places. */
  day: number;
  to: string;
  caught: CaughtMail;
}

export interface OwnerLife extends BuiltOwner {
  successors: Addressee[];
  /** When this life began. */
  since: number;
  /** Nobody who is logged in. */
  anyone: TestClient;
  state(): Promise<LoadedSwitch['state']>;
  status(): Promise<SwitchStatus>;
  /**
   * Kind and day of every mail so far, oldest first, except mails that tell the owner of their own changes. `to` picks
   * one person's.
   */
  told(to?: Pick<Addressee, 'email'>): Promise<[kind: string, day: number][]>;
  /** The mails of a kind that the mail server has, oldest first. */
  letters(kind: MailKindName, to?: Pick<Addressee, 'email'>): Promise<ReceivedLetter[]>;
  /** The token in the link to a page, from the latest mail of a kind. */
  token(kind: MailKindName, page: LinkPage, to?: Pick<Addressee, 'email'>): Promise<string>;
  /** A successor answers with the link of their latest invitation. */
  answer(who: Addressee, response: 'accept' | 'decline' | 'owner_alive'): ReturnType<TestClient['post']>;
  /** A successor reads with the link of their latest access mail. */
  read(who: Addressee): ReturnType<TestClient['get']>;
  /** The owner enters the password in every session, which confirms it for 15 minutes. */
  confirm(): Promise<void>;
  handovers(): Promise<HandoverRow[]>;
  /** Resolves once no workflow waits for this owner any more. */
  workflowEnded(): Promise<void>;
}

export type LinkPage = 'verify-email' | 'check-in' | 'successor' | 'respond' | 'access' | 'opt-out';

export const daysBetween = (from: number, to: number, dayMs = DAY): number =>
  Math.round(((to - from) / dayMs) * 100) / 100;

/** The life of an existing owner and their successors from now on. */
export function follow(world: SwitchEnvironment, owner: BuiltOwner, successors: Addressee[]): OwnerLife {
  const since = world.clock.now;
  const anyone = client(world);
  const mails = async (to?: Pick<Addressee, 'email'>) =>
    (await world.mails(owner.id)).filter(({ recipient }) => !to || recipient === to.email);
  const life: OwnerLife = {
    ...owner,
    successors,
    since,
    anyone,
    state: async () => (await switchOf(world, owner)).state,
    status: async () => (await life.state()).status,
    async told(to) {
      const own = (await mails(to)).filter(({ kind }) => kind !== 'security_change');
      return own.map(({ kind, acceptedAt }) => [kind, daysBetween(since, Number(acceptedAt), world.dayMs)]);
    },
    async letters(kind, to) {
      const rows = (await mails(to)).filter((row) => row.kind === kind);
      return Promise.all(
        rows.map(async ({ id, recipient, acceptedAt }) => ({
          kind,
          day: daysBetween(since, Number(acceptedAt), world.dayMs),
          to: recipient,
          caught: await caughtMail(id),
        })),
      );
    },
    async token(kind, page, to) {
      const letter = (await life.letters(kind, to)).at(-1);
      const link = letter && linksIn(letter.caught).find((each) => new URL(each).pathname === `/${page}`);
      const token = link && new URL(link).searchParams.get('token');
      if (!token) throw new Error(`no ${kind} holds a link to ${page}`);
      return token;
    },
    async answer(who, response) {
      const token = await life.token('invitation', 'respond', who);
      return anyone.post('/handover/respond', { token, response });
    },
    async read(who) {
      return anyone.get(`/vault/successor-access?token=${await life.token('access', 'access', who)}`);
    },
    confirm: async () => confirmSessions({ orm: world.orm, clock: { now: await world.time() } }, owner),
    handovers: () =>
      world.orm.em.fork().find(Handover, { userId: owner.id }, { orderBy: { startedAt: 'asc', id: 'asc' } }),
    workflowEnded: () =>
      until('the end of the workflow', async () => {
        const { status } = await world.env.client.workflow.getHandle(switchWorkflowId(owner.id)).describe();
        return status.name === 'COMPLETED';
      }).then(() => {}),
  };
  return life;
}

/** A verified owner, armed by their verified successors. */
export async function beginLife(
  world: SharedEnvironment,
  successors: Parameters<typeof buildSuccessor>[2][] = [{}],
): Promise<OwnerLife> {
  world.clock.now = await world.time();
  const owner = await buildOwner(world);
  world.owners.push(owner.id);
  const people: Addressee[] = [];
  for (const each of successors) people.push(await buildSuccessor(world, owner, each));
  return follow(world, owner, people);
}

/** Names a successor, who verifies their address with the link in the mail. */
export async function nameSuccessor(
  world: SwitchEnvironment,
  owner: Pick<BuiltOwner, 'id' | 'program'>,
  more: { handoverDelayDays?: number } = {},
): Promise<Addressee> {
  const email = uniqueEmail('successor');
  await confirmSessions({ orm: world.orm, clock: { now: await world.time() } }, owner);
  const named = await owner.program.post('/successors', { email, name: 'Sam Successor', ...more });
  if (named.status !== 201) throw new Error(`naming a successor answered ${named.status}`);
  await world.settle();
  const { anyone, token } = follow(world, owner as BuiltOwner, []);
  const proof = await token('successor_verification', 'successor', { email });
  const proven = await anyone.get(`/successors/verify?token=${proof}`);
  if (proven.status !== 200) throw new Error(`verifying a successor answered ${proven.status}`);
  await world.settle();
  return { id: named.body.successor.id, email };
}

/** A life that uses only the API: registered, verified by mail, logged in for an hour, with a successor. */
export async function registerLife(world: SharedEnvironment): Promise<OwnerLife & { account: TestAccount }> {
  const given = credentials();
  const registered = await client(world).post('/auth/register', given);
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`);
  await world.settle();
  const { id } = await userOf(world, given.email);
  world.owners.push(id);
  const account = { ...given, id };
  const someone = { id, email: given.email, browser: client(world), program: client(world) };
  const link = await follow(world, someone, []).token('verify_email', 'verify-email');
  const verified = await client(world).get(`/auth/verify-email?token=${link}`);
  if (verified.status !== 200) throw new Error(`verify-email answered ${verified.status}`);
  const browser = await logIn(world, account);
  const { accessToken } = await logInProgram(world, account);
  const owner = { ...someone, browser, program: client(world, { bearer: accessToken }) };
  const successor = await nameSuccessor(world, owner);
  world.clock.now = await world.time();
  return { ...follow(world, owner, [successor]), account };
}
