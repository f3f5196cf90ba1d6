/**
 * Plays an operator's day on a Docker engine, with the commands as the documents have them:
 *
 *     node dev/run.mjs scripts/operators-day.ts
 *
 * It needs `docker compose`, and either access to the registries or images under the names of the compose file. It works
 * in a clone of what is committed, under a project of its own, and removes both afterwards; after a failure it keeps the
 * folder with the logs. It takes about 15 minutes, most of which is building images.
 */
import { Failure, sentence } from '../dev/cli/failure.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate } from '../dev/cli/progress.ts';
import { openDay, type Step } from './operators-day/day.ts';
import { openMachine } from './operators-day/machine.ts';

const say = narrate();
const signal = interruption();
const machine = await openMachine(say);
const steps: Step[] = await openDay(machine, say, signal);
const done: string[] = [];
let failed = false;
try {
  for (const [what, play] of steps) {
    say(what);
    signal.throwIfAborted();
    await play();
    done.push(`ok      ${what}`);
  }
} catch (error) {
  failed = true;
  done.push(`FAILED  ${steps[done.length]?.[0]}`);
  console.error(sentence(error));
} finally {
  await machine.clear(failed).catch((error) => {
    failed = true;
    console.error(sentence(new Failure(`Not everything was removed: ${sentence(error)}`)));
  });
}
console.log(done.join('\n'));
process.exit(failed ? 1 : 0);
