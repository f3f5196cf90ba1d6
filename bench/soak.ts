/**
 * `npm run bench:soak`: a whole service of its own under steady, mixed traffic, while the memory of API and worker is
 * watched. Exits with 0 only if both stay flat.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readArguments } from '../dev/cli/arguments.ts';
import { Failure } from '../dev/cli/failure.ts';
import { narrate } from '../dev/cli/progress.ts';
import { startInstance } from '../dev/instance.ts';
import { type Closing, runBench } from './run.ts';
import { LEAST_MINUTES, type Sample, trendOf } from './soak/flat.ts';
import { startTraffic } from './soak/traffic.ts';
import { startMailSink } from './storm/mail-sink.ts';

/** How many answers may be unexpected. A busy machine keeps a request waiting too long now and then. */
const FAILED_SHARE = 0.005;

const HELP = `npm run bench:soak -- [--minutes 15] [--rate 30]
  --minutes  how long; there is no verdict on less than ${LEAST_MINUTES}
  --rate     requests a second, besides signs of life and what the worker does about them`;

function readFlags() {
  const options = {
    minutes: { type: 'string', default: '15' },
    rate: { type: 'string', default: '30' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values } = readArguments({ options }, 'npm run bench:soak');
  const number = (name: 'minutes' | 'rate'): number => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Failure(`--${name} is a number above 0`);
    return value;
  };
  return { help: values.help, minutes: number('minutes'), rate: number('rate') };
}

/** The resident memory of these processes, in MB. */
async function memoryOf(pids: readonly number[]): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]);
  const found = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  );
  return pids.map((pid) => {
    const kilobytes = found.get(pid);
    if (kilobytes === undefined) throw new Failure('API or worker has died');
    return kilobytes / 1_024;
  });
}

async function soak({ minutes, rate }: ReturnType<typeof readFlags>, closing: Closing): Promise<boolean> {
  const say = narrate();
  const sink = await startMailSink();
  closing.push(() => sink.stop());
  const instance = await startInstance({
    say,
    variables: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(sink.port),
      DAY_LENGTH_MS: '1000',
      RATE_LIMIT_SCALE: '100000',
      JWT_EXPIRES_IN: '7d',
    },
  });
  closing.push(() => instance.stop());
  const { api, worker } = instance.services;
  const pids = [api.pid ?? 0, worker.pid ?? 0];
  const idle = await memoryOf(pids);
  const traffic = await startTraffic(instance, rate);
  closing.push(() => traffic.stop());

  const seconds = minutes * 60;
  const samples: Sample[][] = [[], []];
  const began = performance.now();
  let [answered, failed, told] = [0, 0, 0];
  const reasons = new Map<string, number>();
  const count = () => {
    const counted = traffic.count();
    answered += counted.answered;
    failed += counted.failed;
    for (const [why, n] of counted.reasons) reasons.set(why, (reasons.get(why) ?? 0) + n);
  };
  for (;;) {
    await sleep(500);
    const at = (performance.now() - began) / 1_000;
    if (at > seconds) break;
    const memory = await memoryOf(pids);
    for (const [i, mb] of memory.entries()) samples[i]?.push({ at, mb });
    if (at < told) continue;
    told += seconds / 10;
    count();
    say(`API ${memory[0]?.toFixed(0)} MB, worker ${memory[1]?.toFixed(0)} MB, ${answered} requests answered`);
  }
  count();
  const mails = [...(await sink.taken()).values()].reduce((sum, n) => sum + n, 0);

  console.log(`\n  ${answered} requests, ${failed} answered otherwise than expected, ${mails} mails`);
  for (const [why, n] of reasons) console.log(`    ${n} × ${why}`);
  const flat = ['API', 'worker'].map((name, i) => {
    const trend = trendOf(samples[i] ?? [], seconds);
    const most = Math.max(...(samples[i] ?? []).map(({ mb }) => mb));
    const mb = [idle[i] ?? 0, ...trend.lows, most].map((value) => value.toFixed(0));
    console.log(
      `  ${name.padEnd(8)}${trend.flat ? 'flat ' : 'GROWS'}  idle ${mb[0]} MB, lows ${mb[1]} and ${mb[2]} MB, most ${mb[3]} MB, ` +
        `${trend.perHour.toFixed(0)} MB an hour`,
    );
    return trend.flat;
  });
  if (minutes < LEAST_MINUTES) {
    console.log(`\n  no verdict: that takes ${LEAST_MINUTES} minutes\n`);
    return false;
  }
  const kept = flat.every(Boolean) && failed <= answered * FAILED_SHARE && mails > 0;
  console.log(`\n  ${kept ? 'ok    ' : 'BROKEN'}  memory stays flat under steady traffic\n`);
  return kept;
}

await runBench(async (closing) => {
  const flags = readFlags();
  if (!flags.help) return soak(flags, closing);
  console.log(HELP);
  return true;
});
