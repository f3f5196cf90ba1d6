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
import { type Sample, trendOf } from './soak/flat.ts';
import { startTraffic } from './soak/traffic.ts';
import { startMailSink } from './storm/mail-sink.ts';

/** The share of the time before anything counts: caches fill, and V8 finds the size of its heap. */
const WARM_UP = 0.4;
const STRETCHES = 20;

const HELP = `npm run bench:soak -- [--minutes 10] [--rate 30]
  --minutes  how long, of which the first ${WARM_UP * 100}% don't count
  --rate     requests a second, besides signs of life and what the worker does about them`;

function readFlags() {
  const options = {
    minutes: { type: 'string', default: '10' },
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
  for (;;) {
    await sleep(500);
    const at = (performance.now() - began) / 1_000;
    if (at > seconds) break;
    const memory = await memoryOf(pids);
    for (const [i, mb] of memory.entries()) samples[i]?.push({ at, mb });
    if (at < told) continue;
    told += seconds / 10;
    const counted = traffic.count();
    answered += counted.answered;
    failed += counted.failed;
    for (const [why, n] of counted.reasons) reasons.set(why, (reasons.get(why) ?? 0) + n);
    say(`API ${memory[0]?.toFixed(0)} MB, worker ${memory[1]?.toFixed(0)} MB, ${answered} requests answered`);
  }
  const mails = [...(await sink.taken()).values()].reduce((sum, n) => sum + n, 0);

  console.log(`\n  ${answered} requests, ${failed} answered otherwise than expected, ${mails} mails`);
  for (const [why, n] of reasons) console.log(`    ${n} × ${why}`);
  const stretch = (seconds * (1 - WARM_UP)) / STRETCHES;
  const flat = ['API', 'worker'].map((name, i) => {
    const counting = (samples[i] ?? []).filter(({ at }) => at >= seconds * WARM_UP);
    const trend = trendOf(counting, stretch);
    const most = Math.max(...counting.map(({ mb }) => mb));
    console.log(
      `  ${name.padEnd(8)}${trend.flat ? 'flat ' : 'GROWS'}  idle ${idle[i]?.toFixed(0)} MB, lows ${trend.mean.toFixed(0)} MB, ` +
        `most ${most.toFixed(0)} MB, ${trend.perHour.toFixed(1)} ± ${trend.noise.toFixed(1)} MB an hour`,
    );
    return trend.flat;
  });
  const kept = flat.every(Boolean) && failed <= answered / 1_000 && mails > 0;
  console.log(`\n  ${kept ? 'ok    ' : 'BROKEN'}  memory stays flat under steady traffic\n`);
  return kept;
}

await runBench(async (closing) => {
  const flags = readFlags();
  if (!flags.help) return soak(flags, closing);
  console.log(HELP);
  return true;
});
