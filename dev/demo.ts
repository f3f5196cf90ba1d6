/**
 * `npm run demo`: five scenarios of a switch, from registration to the end, on a temporary service of its own. Exits
 * with 0 only if every check passed.
 */
import { once } from 'node:events';
import { readArguments } from './cli/arguments.ts';
import { runCommand } from './cli/command.ts';
import { Failure, sentence } from './cli/failure.ts';
import { interruption } from './cli/interruption.ts';
import { narrate } from './cli/progress.ts';
import { audit } from './demo/audit.ts';
import { help } from './demo/help.ts';
import { openMailbox } from './demo/mailbox.ts';
import { createDemoOutput, type DemoOutput } from './demo/output.ts';
import type { Demo } from './demo/scenario.ts';
import {
  cancellingOwner,
  forgottenPassword,
  quorumOfTwo,
  returningOwner,
  silentOwner,
} from './demo/scenarios.ts';
import { type Instance, startInstance } from './instance.ts';
import { lastWords } from './processes/log-file.ts';
import type { ManagedProcess } from './processes/managed-process.ts';
import { table } from './start/table.ts';

/**
 * Short, so that a scenario takes 20 s. Not shorter, because Temporal's timers take a second at least, and the last steps of
 * a countdown are half a day apart.
 */
const DAY_MS = 1_000;
/** The time in which everything must stop. */
const STOP_WITHIN_MS = 8_000;

function readFlags() {
  const options = { keep: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  return readArguments({ options }, 'npm run demo').values;
}

/** Plays a part of the demo. A failure is recorded as a failed check, and the demo continues. */
async function attempt({ output, signal }: Demo, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    signal.throwIfAborted();
    output.check(what, false, sentence(error));
  }
}

const processesOf = ({ services, servers }: Instance): ManagedProcess[] => [
  ...Object.values(services),
  ...Object.values(servers).map(({ process }) => process),
];

/** @throws Failure when a process has died: nothing in these scenarios would kill it */
function demandAllUp(instance: Instance): void {
  const down = processesOf(instance).find(({ pid }) => pid === undefined);
  if (down)
    throw new Failure(
      `${down.name} has exited; the end of its log: ${lastWords(down.logFile, 0) ?? 'empty'}`,
    );
}

/** Stops the instance, and checks that everything is gone in time. */
async function stop(instance: Instance, output: DemoOutput): Promise<void> {
  const processes = processesOf(instance);
  const began = performance.now();
  await instance.stop();
  const took = performance.now() - began;
  const left = processes.filter(({ pid }) => pid !== undefined).map(({ name }) => name);
  const seconds = (took / 1000).toFixed(1);
  output.check(
    `everything has stopped, within ${seconds} s`,
    left.length === 0 && took < STOP_WITHIN_MS,
    left.join(', '),
  );
}

/** The whole demo. @returns whether everything held */
async function run(signal: AbortSignal): Promise<boolean> {
  const { keep, help: wantsHelp } = readFlags();
  if (wantsHelp) {
    process.stdout.write(help);
    return true;
  }
  const output = createDemoOutput();
  output.plain('Starting a temporary service on free ports:');
  const instance = await startInstance({
    // All people log in from one address, and a quorum needs more successors than the free plan allows.
    variables: {
      DAY_LENGTH_MS: String(DAY_MS),
      // The owner of scenario 2 comes back within it, on a busy machine too.
      GRACE_PERIOD_HOURS: '96',
      RATE_LIMIT_SCALE: '10',
      DEFAULT_PLAN: 'pro',
    },
    say: narrate(),
    signal,
  });
  const began = performance.now();
  try {
    const { api, webApp } = instance;
    const demo: Demo = {
      service: { api, webApp, traffic: { sent: [], received: [] }, signal },
      mailbox: openMailbox(instance.servers.mail?.page ?? ''),
      output,
      dayMs: DAY_MS,
      signal,
      demandAllUp: () => demandAllUp(instance),
      secrets: { neverSent: [], neverKept: [], neverLogged: [] },
    };
    output.plain(
      `\nA day lasts ${DAY_MS / 1_000} s here, so half a second is half a day.\n` +
        'Each owner may be silent for 10 days, with reminders after 75, 85 and 95%, and a grace period of 4 days.',
    );
    await attempt(demo, 'scenario 1 was completed', () => silentOwner(demo));
    await attempt(demo, 'scenario 2 was completed', () => returningOwner(demo));
    await attempt(demo, 'scenario 3 was completed', () => cancellingOwner(demo));
    await attempt(demo, 'scenario 4 was completed', () => quorumOfTwo(demo));
    await attempt(demo, 'scenario 5 was completed', () => forgottenPassword(demo));
    await attempt(demo, 'the audit was completed', () => audit(instance, demo));
    output.more(`five scenarios in ${Math.round((performance.now() - began) / 1000)} s`);
    if (keep) {
      output.title('The service keeps running');
      output.plain(`${table(instance)}\n\nCtrl-C stops and removes it.`);
      if (!signal.aborted) await once(signal, 'abort');
    }
  } finally {
    await stop(instance, output);
  }
  const failed = output.checks.filter(({ held }) => !held);
  output.plain('');
  if (failed.length === 0) output.plain(`All ${output.checks.length} checks passed.`);
  else
    output.plain(
      [
        `${failed.length} of ${output.checks.length} checks failed:`,
        ...failed.map(({ what }) => `  ✗ ${what}`),
      ].join('\n'),
    );
  return failed.length === 0;
}

const signal = interruption();
await runCommand(() => run(signal), signal);
