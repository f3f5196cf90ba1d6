/** Which command somebody means, and with what. */
import { readArguments } from '../cli/arguments.ts';
import { Failure } from '../cli/failure.ts';
import { COMMANDS } from './commands.ts';
import type { Command, Given, Options } from './invocation.ts';
import { originOf } from './server-address.ts';
import { UsageFailure } from './usage-failure.ts';

export const SHARED = {
  server: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface Choice {
  name: string;
  command: Command;
  given: Given<Options>;
  server: string | undefined;
  json: boolean;
}

const PROGRAM = 'npm run vault';
const LIST = `${PROGRAM} -- help lists the commands`;

/**
 * @returns the command, or the name of the one that needs help, or `help` alone
 * @throws UsageFailure
 */
export function choose(args: readonly string[]): Choice | { help: string | undefined } {
  const [name, ...rest] = args;
  if (name === undefined) return { help: undefined };
  if (name === 'help' || name === '--help' || name === '-h') return { help: rest[0] };
  const command = COMMANDS.get(name);
  if (!command) throw new UsageFailure(`There is no command "${name}": ${LIST}`);
  const { values, positionals: words } = parse(name, command, rest);
  const {
    server,
    json = false,
    help,
    ...own
  } = values as Record<string, unknown> & {
    server?: string;
    json?: boolean;
    help?: boolean;
  };
  if (help) return { help: name };
  const [least, most] = command.takes;
  if (words.length < least || words.length > most)
    throw new UsageFailure(`It is ${PROGRAM} -- ${`${name} ${command.usage}`.trim()}`);
  return {
    name,
    command,
    given: { values: own as Given<Options>['values'], words },
    server: server === undefined ? undefined : originOf(server, '--server'),
    json,
  };
}

function parse(name: string, command: Command, args: string[]) {
  try {
    const options = { ...command.options, ...SHARED };
    return readArguments({ args, options, allowPositionals: true }, `${PROGRAM} -- ${name}`);
  } catch (error) {
    if (error instanceof Failure)
      throw new UsageFailure(error.message.replace(/-- (\S+) -- --help/, '-- $1 --help'));
    throw error;
  }
}
