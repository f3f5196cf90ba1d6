/** An operator's commands, for one account or for all. */
import { createInterface } from 'node:readline/promises';
import type { Config } from '../../config.ts';
import { readArguments } from '../../dev/cli/arguments.ts';
import { Failure, sentence, UsageFailure } from '../../dev/cli/failure.ts';
import { checkEnv } from './check-env.ts';
import { checkFiles, throwStoreFailure } from './check-files.ts';
import { accept, clock, clockQuestion } from './clock.ts';
import {
  countOpen,
  disableTwoFactor,
  forgetOptOut,
  moved,
  restored,
  unlock,
  verifyEmail,
} from './commands.ts';
import { deleteAccount, deletionQuestion } from './delete-account.ts';
import { due, hoursIn } from './due.ts';
import { help } from './help.ts';
import { invite } from './invite.ts';
import { demandMigrated, migrate } from './migrations.ts';
import { moveFiles } from './move-files.ts';
import { overview } from './overview.ts';
import { rotateSecret } from './rotate-secret.ts';
import { type AdminService, type CommandResult, openService } from './service.ts';
import { status } from './status.ts';
import { stuck } from './stuck.ts';
import { testMail } from './test-mail.ts';
import { verifyActivity } from './verify-activity.ts';

const OPTIONS = {
  data: { type: 'string' },
  yes: { type: 'boolean' },
  accept: { type: 'boolean' },
  read: { type: 'boolean' },
  anywhere: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
type AdminFlags = ReturnType<typeof readArguments<{ options: typeof OPTIONS }>>['values'];

/** A command that is available only in a checkout. @param text what follows its name */
type CheckoutCommand = (
  service: AdminService,
  text: string | undefined,
  flags: AdminFlags,
) => Promise<CommandResult>;
export type CheckoutCommands = Readonly<Record<string, CheckoutCommand>>;
const LIST = 'npm run admin -- --help lists the commands';

/** @throws Failure unless the operator says yes */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new Failure(`${question}: confirm with --yes, because there is no terminal to ask on`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C and Ctrl-D reject it.
  const answer = await prompt.question(`${question}. Type yes to continue: `).catch(() => '');
  prompt.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Failure('Nothing was changed');
}

/** The commands about one address. */
const FOR_ADDRESS: Record<
  string,
  (service: AdminService, address: string, flags: AdminFlags) => Promise<CommandResult>
> = {
  status,
  unlock,
  'verify-email': verifyEmail,
  'forget-opt-out': forgetOptOut,
  'disable-2fa': disableTwoFactor,
  'test-mail': testMail,
  async 'delete-account'(service, address, { yes }) {
    if (!yes) await confirm(await deletionQuestion(service, address));
    return deleteAccount(service, address);
  },
};

/** The commands about every account. */
const FOR_ALL: Record<string, (service: AdminService, flags: AdminFlags) => Promise<CommandResult>> = {
  migrate,
  async restored(service, { yes }) {
    const switches = await countOpen(service);
    if (!yes) await confirm(`${switches} open switches would start over`);
    return restored(service);
  },
  async moved(service, { yes }) {
    const switches = await countOpen(service);
    if (!yes) {
      await confirm(
        `${switches} open switches would continue where they left off, and if a check-in is missing here, the owner's vault may be released while they are alive`,
      );
    }
    return moved(service);
  },
  stuck,
  invite,
  'rotate-secret': rotateSecret,
  'check-files': (service, flags) => checkFiles(service, flags).catch(throwStoreFailure),
  'move-files': (service) => moveFiles(service).catch(throwStoreFailure),
  async clock(service, { yes, accept: accepted }) {
    if (!accepted) return clock(service);
    if (!yes) await confirm(await clockQuestion(service));
    return accept(service);
  },
};

/** The chosen command. @throws UsageFailure for arguments that are not possible */
function chosen(
  [command, ...rest]: string[],
  flags: AdminFlags,
  checkoutCommands: CheckoutCommands,
): (service: AdminService) => Promise<CommandResult> {
  const [address, ...more] = rest;
  if (command === undefined) throw new UsageFailure(`Name a command: ${LIST}`);
  const ofCheckout = Object.hasOwn(checkoutCommands, command) && checkoutCommands[command];
  if (ofCheckout && more.length === 0) return (service) => ofCheckout(service, address, flags);
  if (command === 'due') {
    if (more.length > 0) throw new UsageFailure('due takes one number of hours');
    const hours = hoursIn(address);
    return (service) => due(service, hours);
  }
  if (command === 'verify-activity') {
    if (more.length > 0) throw new UsageFailure('verify-activity takes at most one address or ID');
    return (service) => verifyActivity(service, address);
  }
  if (command === 'status' && address === undefined) return overview;
  const forAll = Object.hasOwn(FOR_ALL, command) && FOR_ALL[command];
  if (forAll) {
    if (address !== undefined)
      throw new UsageFailure(`${command} is about every account and takes no address`);
    return (service) => forAll(service, flags);
  }
  const forAddress = Object.hasOwn(FOR_ADDRESS, command) && FOR_ADDRESS[command];
  if (!forAddress) throw new UsageFailure(`There is no command "${command}": ${LIST}`);
  if (address === undefined || more.length > 0) {
    throw new UsageFailure(
      `${command} takes one e-mail address: npm run admin -- ${command} ada@example.org`,
    );
  }
  return (service) => forAddress(service, address, flags);
}

/** Where a command writes: its results to `log`, and what went wrong to `error`. */
export type AdminOutput = Pick<Console, 'log' | 'error'>;

/** Finds the service that the commands are for. @param dataDir given by `--data` @throws Failure if there is none */
type FindService = (dataDir: string | undefined) => Config;

async function answer(
  args: string[],
  findService: FindService,
  output: AdminOutput,
  checkoutCommands: CheckoutCommands,
): Promise<CommandResult> {
  const { values, positionals } = readArguments(
    { args, options: OPTIONS, allowPositionals: true },
    'npm run admin',
  );
  if (values.help) return help.trimEnd();
  if (positionals.join(' ') === 'check-env') return checkEnv();
  const work = chosen(positionals, values, checkoutCommands);
  const service = await openService(findService(values.data), output.log);
  try {
    if (positionals[0] !== 'migrate') await demandMigrated(service);
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Runs a command. @returns the exit code, as the help lists them */
export async function runAdmin(
  args: string[],
  findService: FindService,
  output: AdminOutput,
  checkoutCommands: CheckoutCommands = {},
): Promise<number> {
  try {
    const result = await answer(args, findService, output, checkoutCommands);
    const { text, code } = typeof result === 'string' ? { text: result, code: 0 } : result;
    output.log(text);
    return code;
  } catch (error) {
    output.error(sentence(error));
    return error instanceof UsageFailure ? 2 : 1;
  }
}
