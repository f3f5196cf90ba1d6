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

/** The options of every command. */
const SHARED = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
const OPTIONS = {
  ...SHARED,
  yes: { type: 'boolean' },
  accept: { type: 'boolean' },
  read: { type: 'boolean' },
  anywhere: { type: 'boolean' },
} as const;
type AdminFlags = ReturnType<typeof readArguments<{ options: typeof OPTIONS }>>['values'];

interface Command<Words extends unknown[] = []> {
  /** Its own, besides those of every command. */
  options?: readonly (keyof AdminFlags)[];
  /** @param rest what follows its name, and its options */
  run(service: AdminService, ...rest: [...Words, AdminFlags]): Promise<CommandResult>;
}

/** A command that is available only in a checkout. */
export type CheckoutCommand = Command<[string | undefined]>;
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
const FOR_ADDRESS: Record<string, Command<[string]>> = {
  status: { run: status },
  unlock: { run: unlock },
  'verify-email': { run: verifyEmail },
  'forget-opt-out': { run: forgetOptOut },
  'disable-2fa': { run: disableTwoFactor },
  'test-mail': { run: testMail },
  'delete-account': {
    options: ['yes'],
    async run(service, address, { yes }) {
      if (!yes) await confirm(await deletionQuestion(service, address));
      return deleteAccount(service, address);
    },
  },
};

/** The commands that take no argument. */
const FOR_ALL: Record<string, Command> = {
  'check-env': { run: checkEnv },
  migrate: { run: migrate },
  restored: {
    options: ['yes'],
    async run(service, { yes }) {
      const switches = await countOpen(service);
      if (!yes) await confirm(`${switches} open switches would start over`);
      return restored(service);
    },
  },
  moved: {
    options: ['yes'],
    async run(service, { yes }) {
      const switches = await countOpen(service);
      if (!yes) {
        await confirm(
          `${switches} open switches would continue where they left off, and if a check-in is missing here, the owner's vault may be released while they are alive`,
        );
      }
      return moved(service);
    },
  },
  stuck: { run: stuck },
  invite: { run: invite },
  'rotate-secret': { run: rotateSecret },
  'check-files': {
    options: ['read'],
    run: (service, flags) => checkFiles(service, flags).catch(throwStoreFailure),
  },
  'move-files': { run: (service) => moveFiles(service).catch(throwStoreFailure) },
  clock: {
    options: ['accept', 'yes'],
    async run(service, { yes, accept: accepted }) {
      if (!accepted && yes) throw new UsageFailure('clock asks nothing without --accept: omit --yes');
      if (!accepted) return clock(service);
      if (!yes) await confirm(await clockQuestion(service));
      return accept(service);
    },
  },
};

/** @throws UsageFailure if an option was given that the command doesn't have */
function demandOwnOptions(command: string, flags: AdminFlags, own: Command['options'] = []): void {
  const names: string[] = [...own, ...Object.keys(SHARED)];
  const foreign = Object.keys(flags).find((name) => !names.includes(name));
  if (foreign === undefined) return;
  const listed = new Intl.ListFormat('en-GB').format(names.map((name) => `--${name}`));
  throw new UsageFailure(`${command} has no option --${foreign}: its options are ${listed}`);
}

/** The chosen command. @throws UsageFailure for arguments that are not possible */
function chosen(
  [command, ...rest]: string[],
  flags: AdminFlags,
  checkoutCommands: CheckoutCommands,
): (service: AdminService) => Promise<CommandResult> {
  const [address, ...more] = rest;
  if (command === undefined) throw new UsageFailure(`Name a command: ${LIST}`);
  const ofCheckout = Object.hasOwn(checkoutCommands, command) && checkoutCommands[command];
  if (ofCheckout) {
    if (more.length > 0) throw new UsageFailure(`${command} takes at most one argument`);
    return (service) => ofCheckout.run(service, address, flags);
  }
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
    if (address !== undefined) throw new UsageFailure(`${command} takes no argument`);
    return (service) => forAll.run(service, flags);
  }
  const forAddress = Object.hasOwn(FOR_ADDRESS, command) && FOR_ADDRESS[command];
  if (!forAddress) throw new UsageFailure(`There is no command "${command}": ${LIST}`);
  if (address === undefined || more.length > 0) {
    throw new UsageFailure(
      `${command} takes one e-mail address: npm run admin -- ${command} ada@example.org`,
    );
  }
  return (service) => forAddress.run(service, address, flags);
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
  const work = chosen(positionals, values, checkoutCommands);
  const [command = ''] = positionals;
  const { options } = { ...checkoutCommands, ...FOR_ADDRESS, ...FOR_ALL }[command] ?? {};
  demandOwnOptions(command, values, options);
  // It needs no service.
  if (command === 'check-env') return checkEnv();
  const service = await openService(findService(values.data), output.log);
  try {
    if (command !== 'migrate') await demandMigrated(service);
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
