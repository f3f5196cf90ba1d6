/**
 * The command line: an owner's own vault, and what was left to a successor. All steps of a client are in client/; this
 * folder adds what a terminal needs.
 */
import { printable } from './advice.ts';
import { choose } from './arguments.ts';
import { CommandFailure } from './failure.ts';
import { help } from './help.ts';
import { lostOutput, openOutput } from './output.ts';
import { escaped, harmless } from './printing.ts';
import { sessionPath } from './session-file.ts';
import { Interrupted, openTerminal } from './terminal.ts';

const EXIT = { done: 0, failed: 1, interrupted: 130 };

const output = openOutput();
// Without a listener, a note that nobody reads would end the program in the middle of a step.
process.stderr.on('error', () => {});

async function run(): Promise<void> {
  const choice = choose(process.argv.slice(2));
  if ('help' in choice) {
    output.write(help(choice.help));
    return;
  }
  const { command, given, server, json } = choice;
  const last = new Map<string, () => Promise<void>>();
  await command.run(
    {
      terminal: openTerminal(),
      sessionPath: sessionPath(),
      server,
      json,
      print: (text) => output.write(`${harmless(text)}\n`),
      printJson: (text) => output.write(`${escaped(text)}\n`),
      async printed() {
        const failure = await output.failure();
        if (failure) throw lostOutput(failure);
      },
      note: (text) => process.stderr.write(`${harmless(text)}\n`),
      atEnd: (name, step) => last.set(name, step),
      progress: (text) => process.stderr.write(text),
    },
    given,
  );
  for (const step of last.values()) await step();
}

async function exitCode(): Promise<number> {
  try {
    await run();
    const failure = await output.failure();
    // A reader such as `head` may stop reading.
    if (failure && failure.code !== 'EPIPE') throw lostOutput(failure);
    return EXIT.done;
  } catch (error) {
    if (error instanceof Interrupted) return EXIT.interrupted;
    console.error(harmless(printable(error)));
    return error instanceof CommandFailure ? error.exitCode : EXIT.failed;
  }
}

const code = await exitCode();
// Standard input and idle connections would keep the process alive. The output must arrive first.
await output.failure();
process.exit(code);
