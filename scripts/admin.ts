/** `npm run admin`: an operator's commands, for one account or for all. */
import { createInterface } from 'node:readline/promises';
import { readArguments } from '../dev/cli/arguments.ts';
import { Failure, sentence } from '../dev/cli/failure.ts';
import {
  countOpen,
  disableTwoFactor,
  forgetOptOut,
  moved,
  restored,
  unlock,
  verifyEmail,
} from './admin/commands.ts';
import { due, hoursIn } from './admin/due.ts';
import { help } from './admin/help.ts';
import { demandMigrated, migrate } from './admin/migrations.ts';
import { openService, type Service } from './admin/service.ts';
import { status } from './admin/status.ts';
import { stuck } from './admin/stuck.ts';

const FOR_ADDRESS = {
  status,
  unlock,
  'verify-email': verifyEmail,
  'forget-opt-out': forgetOptOut,
  'disable-2fa': disableTwoFactor,
} as const;
const OPTIONS = {
  data: { type: 'string' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
const LIST = 'npm run admin -- --help lists the commands';

/** About every account. `would` and `will` say what happens, with the number of open switches before them. */
const FOR_ALL = {
  restored: {
    work: restored,
    would: 'open switches would start over',
    will: 'open switches start over, and handovers under way are cancelled',
  },
  moved: {
    work: moved,
    would: 'open switches would go on where they were',
    will: 'open switches go on where they were. If a check-in is missing here, its owner may be released while alive',
  },
} as const;

/** @throws Failure unless somebody says yes */
async function confirm(
  service: Service,
  { would, will }: (typeof FOR_ALL)[keyof typeof FOR_ALL],
): Promise<void> {
  const switches = await countOpen(service);
  if (!process.stdin.isTTY) {
    throw new Failure(`${switches} ${would}, and there is nobody to ask: confirm with --yes`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`${switches} ${will}. Type yes to go on: `);
  prompt.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Failure('Nothing was changed');
}

/** What to do. @throws Failure if the arguments make no sense */
function chosen([command, ...rest]: string[], yes: boolean): (service: Service) => Promise<string> {
  const [address, ...more] = rest;
  if (command === undefined) throw new Failure(`Say what to do: ${LIST}`);
  if (command === 'due') {
    if (more.length > 0) throw new Failure('due takes one number of hours');
    const hours = hoursIn(address);
    return async (service) => {
      await demandMigrated(service);
      return due(service, hours);
    };
  }
  if (command === 'restored' || command === 'moved' || command === 'migrate' || command === 'stuck') {
    if (address !== undefined) throw new Failure(`${command} is about every account and takes no address`);
    if (command === 'migrate') return migrate;
    return async (service) => {
      await demandMigrated(service);
      if (command === 'stuck') return stuck(service);
      const about = FOR_ALL[command];
      if (!yes) await confirm(service, about);
      return about.work(service);
    };
  }
  if (!Object.hasOwn(FOR_ADDRESS, command)) throw new Failure(`There is no command "${command}": ${LIST}`);
  if (address === undefined || more.length > 0) {
    throw new Failure(`${command} takes one e-mail address: npm run admin -- ${command} ada@example.org`);
  }
  return async (service) => {
    await demandMigrated(service);
    return FOR_ADDRESS[command as keyof typeof FOR_ADDRESS](service, address);
  };
}

async function run(): Promise<string> {
  const { values, positionals } = readArguments(
    { options: OPTIONS, allowPositionals: true },
    'npm run admin',
  );
  if (values.help) return help.trimEnd();
  const work = chosen(positionals, values.yes ?? false);
  const service = await openService(values.data);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}
