/** An owner on skipped time, with everything that a test asks about them. */
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
  /** Days since `since`, to two places. */
  day: number;
  to: string;
  caught: CaughtMail;
}

export interface FollowedOwner extends BuiltOwner {
  successors: Addressee[];
  /** When the test began to follow them. */
  since: number;
  /** A client without a session. */
  anyone: TestClient;
  state(): Promise<LoadedSwitch['state']>;
  status(): Promise<SwitchStatus>;
  /**
   * Kind and day of every mail so far, oldest first, except mails that tell the owner of their own changes. `to` picks
   * one person's.
   */
  mailsSent(to?: Pick<Addressee, 'email'>): Promise<[kind: string, day: number][]>;
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

/** Follows an existing owner and their successors from now on. */
function follow(environment: SwitchEnvironment, owner: BuiltOwner, successors: Addressee[]): FollowedOwner {
  const since = environment.clock.now;
  const anyone = client(environment);
  const mails = async (to?: Pick<Addressee, 'email'>) =>
    (await environment.mails(owner.id)).filter(({ recipient }) => !to || recipient === to.email);
  const followed: FollowedOwner = {
    ...owner,
    successors,
    since,
    anyone,
    state: async () => (await switchOf(environment, owner)).state,
    status: async () => (await followed.state()).status,
    async mailsSent(to) {
      const own = (await mails(to)).filter(({ kind }) => kind !== 'security_change');
      return own.map(({ kind, acceptedAt }) => [
        kind,
        daysBetween(since, Number(acceptedAt), environment.dayMs),
      ]);
    },
    async letters(kind, to) {
      const rows = (await mails(to)).filter((row) => row.kind === kind);
      return Promise.all(
        rows.map(async ({ id, recipient, acceptedAt }) => ({
          kind,
          day: daysBetween(since, Number(acceptedAt), environment.dayMs),
          to: recipient,
          caught: await caughtMail(id),
        })),
      );
    },
    async token(kind, page, to) {
      const letter = (await followed.letters(kind, to)).at(-1);
      const link = letter && linksIn(letter.caught).find((each) => new URL(each).pathname === `/${page}`);
      const token = link && new URL(link).searchParams.get('token');
      if (!token) throw new Error(`no ${kind} holds a link to ${page}`);
      return token;
    },
    async answer(who, response) {
      const token = await followed.token('invitation', 'respond', who);
      return anyone.post('/handover/respond', { token, response });
    },
    async read(who) {
      return anyone.get(`/vault/successor-access?token=${await followed.token('access', 'access', who)}`);
    },
    confirm: async () =>
      confirmSessions({ em: environment.em, clock: { now: await environment.time() } }, owner),
    handovers: () =>
      environment.orm.em
        .fork()
        .find(Handover, { userId: owner.id }, { orderBy: { startedAt: 'asc', id: 'asc' } }),
    workflowEnded: () =>
      until('the end of the workflow', async () => {
        const { status } = await environment.env.client.workflow
          .getHandle(switchWorkflowId(owner.id))
          .describe();
        return status.name === 'COMPLETED';
      }).then(() => {}),
  };
  return followed;
}

/** A verified owner, armed by their verified successors. */
export async function buildArmedOwner(
  environment: SharedEnvironment,
  successors: Parameters<typeof buildSuccessor>[2][] = [{}],
): Promise<FollowedOwner> {
  environment.clock.now = await environment.time();
  const owner = await buildOwner(environment);
  environment.owners.push(owner.id);
  const people: Addressee[] = [];
  for (const each of successors) people.push(await buildSuccessor(environment, owner, each));
  return follow(environment, owner, people);
}

/** Names a successor, who verifies their address with the link in the mail. */
export async function nameSuccessor(
  environment: SwitchEnvironment,
  owner: Pick<BuiltOwner, 'id' | 'program'>,
  more: { handoverDelayDays?: number } = {},
): Promise<Addressee> {
  const email = uniqueEmail('successor');
  await confirmSessions({ em: environment.em, clock: { now: await environment.time() } }, owner);
  const named = await owner.program.post('/successors', { email, name: 'Sam Successor', ...more });
  if (named.status !== 201) throw new Error(`naming a successor answered ${named.status}`);
  await environment.settle();
  const { anyone, token } = follow(environment, owner as BuiltOwner, []);
  const proof = await token('successor_verification', 'successor', { email });
  const proven = await anyone.get(`/successors/verify?token=${proof}`);
  if (proven.status !== 200) throw new Error(`verifying a successor answered ${proven.status}`);
  await environment.settle();
  return { id: named.body.successor.id, email };
}

/** An owner made only by the API: registered, verified by mail, logged in for an hour, with a successor. */
export async function registerOwner(
  environment: SharedEnvironment,
): Promise<FollowedOwner & { account: TestAccount }> {
  const given = credentials();
  const registered = await client(environment).post('/auth/register', given);
  if (registered.status !== 201) throw new Error(`register answered ${registered.status}`);
  await environment.settle();
  const { id } = await userOf(environment, given.email);
  environment.owners.push(id);
  const account = { ...given, id };
  const someone = { id, email: given.email, browser: client(environment), program: client(environment) };
  const link = await follow(environment, someone, []).token('verify_email', 'verify-email');
  const verified = await client(environment).get(`/auth/verify-email?token=${link}`);
  if (verified.status !== 200) throw new Error(`verify-email answered ${verified.status}`);
  const browser = await logIn(environment, account);
  const { accessToken } = await logInProgram(environment, account);
  const owner = { ...someone, browser, program: client(environment, { bearer: accessToken }) };
  const successor = await nameSuccessor(environment, owner);
  environment.clock.now = await environment.time();
  return { ...follow(environment, owner, [successor]), account };
}
