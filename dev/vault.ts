/**
 * `npm run vault`: a command-line client of one's own vault, and of what was left to a successor. It is also an example of
 * how a client uses the API and crypto/.
 */
import { CryptoError } from '../crypto/index.ts';
import { sentence } from './cli/failure.ts';
import { choose } from './vault/arguments.ts';
import { help } from './vault/help.ts';
import { adviceFor } from './vault/problem.ts';
import { sessionPath } from './vault/session-file.ts';
import { Interrupted, openTerminal } from './vault/terminal.ts';
import { UsageFailure } from './vault/usage-failure.ts';

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 };

async function run(): Promise<void> {
  const choice = choose(process.argv.slice(2));
  if ('help' in choice) {
    process.stdout.write(help(choice.help));
    return;
  }
  const { command, given, server, json } = choice;
  await command.run(
    {
      terminal: openTerminal(),
      sessionPath: sessionPath(),
      server,
      json,
      print: (text) => process.stdout.write(`${text}\n`),
      note: (text) => process.stderr.write(`${text}\n`),
      progress: (text) => process.stderr.write(text),
    },
    given,
  );
}

async function exitCode(): Promise<number> {
  try {
    await run();
    return EXIT.done;
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    console.error(sentence(error instanceof CryptoError ? adviceFor(error) : error));
    return error instanceof UsageFailure ? EXIT.usage : EXIT.failed;
  }
}

// Whoever reads it may stop reading, such as `head`.
process.stdout.on('error', () => {});
const code = await exitCode();
// Standard input and idle connections would keep the process. What was written must arrive first.
process.stdout.write('', () => process.exit(code));
