/** Which command was called, and with what. */
import { parseArgs } from 'node:util';
import { COMMANDS } from './commands.ts';
import { UsageFailure } from './failure.ts';
import type { Command, Given, Options } from './invocation.ts';
import { originOf } from './server-address.ts';

/** The options of every command. */
const SHARED = {
  server: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Choice {
  name: string;
  command: Command;
  given: Given<Options>;
  server: string | undefined;
  json: boolean;
}

/** Moves the command to the front: options of every command may also stand before it. */
function commandFirst(args: readonly string[]): readonly string[] {
  const at = args.findIndex((each, i) => !each.startsWith('-') && args[i - 1] !== '--server');
  return at === -1 ? args : [...args.slice(at, at + 1), ...args.slice(0, at), ...args.slice(at + 1)];
}

/**
 * @returns the command, or the name of the one that needs help, or `help` alone
 * @throws UsageFailure
 */
export function choose(args: readonly string[]): Choice | { help: string | undefined } {
  const [name, ...rest] = commandFirst(args);
  if (name === undefined) return { help: undefined };
  if (name === 'help' || name === '--help' || name === '-h') return { help: rest[0] };
  const command = COMMANDS.get(name);
  if (!command)
    throw new UsageFailure(`There is no command "${name}": \`vault-handover help\` lists the commands`);
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
    throw new UsageFailure(`Usage: ${`vault-handover ${name} ${command.usage}`.trim()}`);
  const given: Given<Options> = { values: own as Given<Options>['values'], words };
  if (json && !command.json?.(given)) throw new UsageFailure('There is no JSON output here: omit --json');
  return {
    name,
    command,
    given,
    server: server === undefined ? undefined : originOf(server, '--server'),
    json,
  };
}

/** @throws UsageFailure that names the first mistake */
function parse(name: string, command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...command.options, ...SHARED }, allowPositionals: true });
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new UsageFailure(`${reason}: \`vault-handover ${name} --help\` lists the options`);
  }
}
