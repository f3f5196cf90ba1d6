/** What `vault-handover help` prints. */
import { COMMANDS, GROUPS } from './commands.ts';
import { UsageFailure } from './failure.ts';
import type { Command } from './invocation.ts';
import { LOCAL_SERVER } from './server-address.ts';

const WIDTH = 24;

const row = (left: string, right: string): string =>
  left.length < WIDTH - 3 ? `  ${left.padEnd(WIDTH - 2)}${right}` : `  ${left}\n${' '.repeat(WIDTH)}${right}`;

const PAGE = (groups: string): string => `vault-handover <command> [arguments]

Your vault without a browser. Everything is encrypted and decrypted here; the service sees neither your entries nor
your password. An entry or a successor can be named by a part of its title or name. Logging in and changing anything
are signs of life, so don't let a timer do it.

${groups}

For every command
${row('--server <address>', `the service; ${LOCAL_SERVER} for register, and unless you have logged in or have a link`)}
${row('--json', 'for programs: list, show, add, status, open, ways [add|rotate], automations and successors [add]')}
${row('--help', 'the arguments of this command')}

Passwords and codes are typed, or read from standard input, one line for each question in the order asked. They are
never arguments, because other users of this machine could read those. For the same reason, paste links from emails
when you are asked for them. There is only one password: it logs in to your account and opens the vault. Each command
that reads or changes entries or successors asks for it.

The session is kept in vault-handover/session.json in your configuration folder, readable only by you. It opens nothing
in the vault. Exit codes: 0 done, 1 not done, 2 wrong arguments, 3 partly done, 130 ended by Ctrl-C.

Behind a proxy, set NODE_USE_ENV_PROXY=1 beside HTTPS_PROXY. If the service's certificate is from an authority of your
own, name the file of that authority in NODE_EXTRA_CA_CERTS.

An owner begins with register, verify, login, add letter and successors add, then pin and assign. A successor begins
with kit, and comes back with respond and open when emails ask for it.
`;

export function help(name?: string): string {
  if (name !== undefined) return forCommand(name);
  const groups = Object.entries(GROUPS).map(([title, commands]) =>
    [title, ...Object.entries(commands).map(([each, { what }]) => row(each, what))].join('\n'),
  );
  return PAGE(groups.join('\n\n'));
}

function forCommand(name: string): string {
  const command: Command | undefined = COMMANDS.get(name);
  if (!command)
    throw new UsageFailure(`There is no command "${name}": \`vault-handover help\` lists the commands`);
  return `${`vault-handover ${name} ${command.usage}`.trim()}\n\n  ${command.what}\n`;
}
