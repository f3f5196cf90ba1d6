/**
 * `npm run vault`: a command-line client of one's own vault, and of what was left to a successor. It is also an example of
 * how a client uses the API and crypto/.
 */
import { sentence } from './cli/failure.ts';
import { choose } from './vault/arguments.ts';
import { HalfDone } from './vault/half-done.ts';
import { help } from './vault/help.ts';
import { escaped, harmless } from './vault/printing.ts';
import { adviceOn } from './vault/problem.ts';
import { sessionPath } from './vault/session-file.ts';
import { Interrupted, openTerminal } from './vault/terminal.ts';
import { UsageFailure } from './vault/usage-failure.ts';

const EXIT = { done: 0, failed: 1, usage: 2, halfDone: 3, interrupted: 130 };

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
      print: (text) => process.stdout.write(`${harmless(text)}\n`),
      printJson: (text) => process.stdout.write(`${escaped(text)}\n`),
      note: (text) => process.stderr.write(`${harmless(text)}\n`),
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
    console.error(harmless(sentence(adviceOn(error))));
    if (error instanceof UsageFailure) return EXIT.usage;
    return error instanceof HalfDone ? EXIT.halfDone : EXIT.failed;
  }
}

// Whoever reads it may stop reading, such as `head`.
process.stdout.on('error', () => {});
const code = await exitCode();
// Standard input and idle connections would keep the process. What was written must arrive first.
process.stdout.write('', () => process.exit(code));
