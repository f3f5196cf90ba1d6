/**
 * `npm run demo`: three lives of a switch, from registration to what is left at the end, on a service of its own that
 * is thrown away afterwards. Ends with 0 only if everything that has to hold did.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { complaintsIn } from './demo/complaints.ts';
import { help } from './demo/help.ts';
import type { Demo } from './demo/life.ts';
import { cancellingLife, returningLife, silentLife } from './demo/lives.ts';
import { openMailbox } from './demo/mailbox.ts';
import { databaseDump, found, logFiles, type Place, type Secret, workflowHistories } from './demo/secrecy.ts';
import { createStage, type Stage } from './demo/stage.ts';
import { type Instance, startInstance } from './instance.ts';
import { Failure, sentence } from './servers/failure.ts';
import { narrate } from './servers/progress.ts';
import { table } from './start/table.ts';

const DAY_MS = 1_000;
/** All has to have stopped by then. */
const STOP_WITHIN_MS = 6_000;
const LIVES = { 'Life 1': silentLife, 'Life 2': returningLife, 'Life 3': cancellingLife };

function readFlags() {
  const options = { keep: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new Failure(`${reason}: npm run demo -- --help lists the flags`);
  }
}

/** Aborts when somebody wants it to end; later requests change nothing, for it is ending already. */
function interrupted(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!interrupt.signal.aborted) {
        console.log('\nStopping everything.');
        interrupt.abort(new Failure(`interrupted by ${signal}`));
      }
    });
  }
  return interrupt.signal;
}

/** Lives the three lives, one after the other; one that fails does not keep the others from being lived. */
async function live(demo: Demo): Promise<void> {
  for (const [name, life] of Object.entries(LIVES)) {
    try {
      await life(demo);
    } catch (error) {
      demo.signal.throwIfAborted();
      demo.stage.check(`${name} was lived to its end`, false, sentence(error));
    }
  }
}

/** Looks everywhere for what must not be there. */
async function search(
  { config, folder }: Instance,
  { stage, mailbox, service, secrets }: Demo,
): Promise<void> {
  stage.title('What the service knows');
  const { traffic } = service;
  const database = await databaseDump(config);
  const temporal = await workflowHistories(config);
  const logs = await logFiles(join(folder, 'logs'));
  const mails: Place = { name: 'the mails', texts: mailbox.seen.map(({ source }) => source) };
  const requests: Place = { name: 'the requests', texts: traffic.sent };
  const answers: Place = { name: 'the answers', texts: traffic.received };
  const links: Secret[] = mailbox.seen.flatMap(({ asks, subject }) =>
    asks
      ? [{ what: `the token of "${subject}"`, value: new URL(asks.link).searchParams.get('token') ?? '' }]
      : [],
  );
  const nowhere = (what: string, hidden: readonly Secret[], places: readonly Place[]) => {
    const names = places.map(({ name }) => name).join(', ');
    const hits = found(hidden, places);
    stage.check(
      `${what}: found nowhere`,
      hidden.length > 0 && hits.length === 0,
      hits.slice(0, 5).join('; '),
    );
    stage.more(`looked for ${hidden.length} in ${names}`);
  };
  nowhere('plaintexts, passwords, keys, recovery codes', secrets.neverSent, [
    requests,
    answers,
    mails,
    database,
    temporal,
    logs,
  ]);
  nowhere(
    'tokens of links, authentication keys',
    [...links, ...secrets.neverKept],
    [database, temporal, logs],
  );
  nowhere('addresses of people', secrets.neverLogged, [temporal, logs]);
  const control = found(secrets.neverLogged, [requests, database, mails]);
  stage.check(
    'the same search does find addresses where they belong',
    control.length === 3 * secrets.neverLogged.length,
  );
}

async function listen({ pieces }: Instance, stage: Stage): Promise<void> {
  for (const { name, logFile } of Object.values(pieces)) {
    const complaints = await complaintsIn(logFile);
    const errors = complaints.filter(({ level }) => level === 'error');
    const warnings = complaints.length - errors.length;
    stage.check(
      `${name}: no error in its log, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
      errors.length === 0,
    );
    for (const { level, text } of complaints.slice(0, 5)) stage.more(`${level}: ${text}`);
  }
}

/** Stops all of it, and checks that it is gone in time. */
async function stop(instance: Instance, stage: Stage): Promise<void> {
  const pieces = [
    ...Object.values(instance.pieces),
    ...Object.values(instance.servers).map(({ piece }) => piece),
  ];
  const began = performance.now();
  await instance.stop();
  const took = performance.now() - began;
  const left = pieces.filter(({ pid }) => pid !== undefined).map(({ name }) => name);
  const seconds = (took / 1000).toFixed(1);
  stage.check(
    `all has stopped, ${seconds} s after it was asked to`,
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
  const stage = createStage();
  stage.plain('A service of its own on free ports, thrown away afterwards:');
  const instance = await startInstance({
    variables: { DAY_LENGTH_MS: String(DAY_MS) },
    say: narrate(),
    signal,
  });
  const began = performance.now();
  try {
    const { api, page } = instance;
    const demo: Demo = {
      service: { api, page, traffic: { sent: [], received: [] }, signal },
      mailbox: openMailbox(instance.servers.mail?.page ?? ''),
      stage,
      dayMs: DAY_MS,
      signal,
      secrets: { neverSent: [], neverKept: [], neverLogged: [] },
    };
    stage.plain(
      `\nA day lasts ${DAY_MS / 1_000} s here, so whatever takes half a second comes half a day later.\n` +
        'Each owner may be silent for 10 days; reminders after 75, 85 and 95 % of them, and 48 hours of grace.',
    );
    await live(demo);
    await search(instance, demo);
    await listen(instance, stage);
    stage.more(`three lives in ${Math.round((performance.now() - began) / 1000)} s`);
    if (keep) {
      stage.title('It goes on running');
      stage.plain(`${table(instance)}\n\nCtrl-C stops and removes it.`);
      if (!signal.aborted) await once(signal, 'abort');
    }
  } finally {
    await stop(instance, stage);
  }
  const failed = stage.checks.filter(({ held }) => !held);
  stage.plain('');
  if (failed.length === 0) stage.plain(`All ${stage.checks.length} checks held.`);
  else
    stage.plain(
      [
        `${failed.length} of ${stage.checks.length} checks failed:`,
        ...failed.map(({ what }) => `  ✗ ${what}`),
      ].join('\n'),
    );
  return failed.length === 0;
}

// The terminal may be gone when there is a last word to say.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const signal = interrupted();
try {
  process.exit((await run(signal)) ? 0 : 1);
} catch (error) {
  if (!signal.aborted) console.error(`\n${sentence(error)}`);
  process.exit(signal.aborted ? 130 : 1);
}
