/** Owners who use the command line, with a real API, worker and mail server. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mail } from '../../db/entities/mail.ts';
import type { EntityManager } from '../../db/orm.ts';
import type { MailKindName } from '../../mail/kinds/index.ts';
import { openWebOwner } from '../support/browser/web-owner.ts';
import { userOf } from '../support/builders/account.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { passSilence, SHORT_SILENCE } from '../support/builders/silence.ts';
import { caughtMails, linksIn } from '../support/clients/caught-mail.ts';
import { client, type TestClient } from '../support/clients/client.ts';
import { type LongDayEnvironment, startLongDayEnvironment } from '../support/servers/long-day-environment.ts';
import { until } from '../support/until.ts';
import { type TypedAnswer, type VaultUser, vaultUser } from './command.ts';

/** The password of every owner here. */
export const PASSWORD = 'the heron waits at low tide';
/** A recovery code or a code of a kit. */
export const CODE = /(?:[0-9A-F]{4}-){8}[0-9A-F]{4}/;

/** The last group of the code that was shown. */
export const lastGroup: TypedAnswer = (stdout) => CODE.exec(stdout)?.[0].slice(-4);

/** The permissions of a file. */
export const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

export interface CommandLineOwner {
  email: string;
  user: VaultUser;
  /** The file of their session. */
  session: string;
  recoveryCode: string;
}

export interface CommandLineEnvironment {
  service: LongDayEnvironment;
  /** For files. Removed in the end. */
  folder: string;
  /** What `--server` takes. */
  server: string;
  em(): EntityManager;
  /** A new user of a machine. */
  newUser(name: string): Promise<{ user: VaultUser; session: string }>;
  /** A new user with an account already, who logs in. */
  newOwner(name: string): Promise<CommandLineOwner>;
  /** Registers, confirms the address with the link from the mail, and logs in. */
  registerOwner(name: string): Promise<CommandLineOwner>;
  /** The link to a page in the latest mail of a kind. */
  link(to: string, kind: MailKindName, page: string): Promise<string>;
  /** A client of the API with the session of an owner. */
  sessionOf(owner: CommandLineOwner): Promise<TestClient>;
  /** Lets an owner be silent until their successors are asked. */
  fallSilent(owner: CommandLineOwner): Promise<void>;
  close(): Promise<void>;
}

export async function startCommandLineEnvironment(): Promise<CommandLineEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-command-'));
  const env = {
    DEFAULT_PLAN: 'family',
    FILES_QUOTA_FREE: '2MB',
    FILES_DIR: join(folder, 'stored'),
    ALLOW_LOOPBACK_WAYS_IN_TESTS: 'true',
  };
  const service = await startLongDayEnvironment(env);
  const server = new URL(service.url).origin;

  async function link(to: string, kind: MailKindName, page: string): Promise<string> {
    const row = await until(`the mail ${kind} to ${to}`, () =>
      service.em().findOne(Mail, { kind, recipient: to, status: 'accepted' }, { orderBy: { id: 'desc' } }),
    );
    const mail = (await caughtMails(to)).find(({ messageId }) => messageId.startsWith(row.id));
    const found = mail && linksIn(mail).find((each) => new URL(each).pathname === `/${page}`);
    if (!found) throw new Error(`the mail ${kind} to ${to} has no link to ${page}`);
    return found;
  }

  async function sessionOf({ session }: CommandLineOwner) {
    const { accessToken } = JSON.parse(await readFile(session, 'utf8'));
    return client(service, { bearer: accessToken });
  }

  async function newUser(name: string) {
    const config = await mkdtemp(join(folder, `${name}-`));
    return { user: vaultUser(config), session: join(config, 'vault-handover', 'session.json') };
  }

  return {
    service,
    folder,
    server,
    em: service.em,
    link,
    newUser,
    async newOwner(name) {
      const { email, recoveryCode } = await openWebOwner(service, name, { password: PASSWORD });
      const { user, session } = await newUser(name);
      await user.run(['login', email, '--server', server], [PASSWORD]);
      return { email, user, session, recoveryCode };
    },
    async registerOwner(name) {
      const email = uniqueEmail(name.toLowerCase());
      const { user, session } = await newUser(name);
      const at = ['--server', server];
      const shown = await user.run(['register', email, '--name', name, ...at], [PASSWORD, lastGroup]);
      await user.run(['verify'], [await link(email, 'verify_email', 'verify-email')]);
      await user.run(['login', email, ...at], [PASSWORD]);
      return { email, user, session, recoveryCode: CODE.exec(shown)?.[0] ?? '' };
    },
    sessionOf,
    async fallSilent(owner) {
      await (await sessionOf(owner)).put('/inactivity/settings', SHORT_SILENCE);
      await passSilence(service, (await userOf(service, owner.email)).id);
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
