/** A whole service under steady, mixed traffic, while the memory of API and worker is sampled. The goal: both stay flat. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Failure } from '../dev/cli/failure.ts';
import { positive } from '../dev/cli/flags.ts';
import { startInstance } from '../dev/instance.ts';
import { defineBench } from './bench.ts';
import { printTable } from './figures.ts';
import { startMailSink } from './mail-sink.ts';
import { UNREACHED_LIMITS } from './servers.ts';
import { LEAST_MINUTES, type MemorySample, trendOf } from './soak/flat.ts';
import { startTraffic } from './soak/traffic.ts';

/** The share of responses that may be unexpected: on a busy machine a request sometimes waits too long. */
const FAILED_SHARE = 0.005;

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
    if (kilobytes === undefined) throw new Failure('The API or the worker has exited');
    return kilobytes / 1_024;
  });
}

export const bench = defineBench({
  flags: {
    minutes: positive(15, `how long; less than ${LEAST_MINUTES} gives no verdict`),
    rate: positive(30, "requests per second, besides signs of life and the worker's responses to them"),
  },
  async run({ minutes, rate }, { say, closing }) {
    const sink = await startMailSink();
    closing.push(() => sink.stop());
    const instance = await startInstance({
      say,
      variables: {
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(sink.port),
        DAY_LENGTH_MS: '1000',
        ...UNREACHED_LIMITS,
        JWT_EXPIRES_IN: '7d',
      },
    });
    closing.push(() => instance.stop());
    const { api, worker } = instance.services;
    const pids = [api.pid ?? 0, worker.pid ?? 0];
    const idle = await memoryOf(pids);
    const traffic = await startTraffic(instance, rate);
    closing.push(() => traffic.stop());

    const forSeconds = minutes * 60;
    const samples: MemorySample[][] = [[], []];
    const began = performance.now();
    let [answered, failed, reported] = [0, 0, 0];
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
      if (at > forSeconds) break;
      const memory = await memoryOf(pids);
      for (const [i, mb] of memory.entries()) samples[i]?.push({ at, mb });
      if (at < reported) continue;
      reported += forSeconds / 10;
      count();
      say(
        `API ${memory[0]?.toFixed(0)} MB, worker ${memory[1]?.toFixed(0)} MB, ${answered} requests answered`,
      );
    }
    count();
    const mails = [...(await sink.taken()).values()].reduce((sum, n) => sum + n, 0);

    const trends = ['API', 'worker'].map((name, i) => {
      const own = samples[i] ?? [];
      return {
        name,
        idle: idle[i] ?? 0,
        most: Math.max(...own.map(({ mb }) => mb)),
        ...trendOf(own, forSeconds),
      };
    });
    console.log(`\n  ${answered} requests, ${failed} with an unexpected response, ${mails} mails`);
    for (const [why, n] of reasons) console.log(`    ${n} × ${why}`);
    printTable([
      ['MB', 'idle', 'low', 'low at the end', 'most', 'growth per hour'],
      ...trends.map(({ name, idle: before, lows, most, perHour }) => [
        name,
        ...[before, ...lows, most, perHour].map((value) => value.toFixed(0)),
      ]),
    ]);
    return [
      { goal: `at least ${LEAST_MINUTES} minutes, for a verdict`, met: minutes >= LEAST_MINUTES },
      ...trends.map(({ name, flat }) => ({ goal: `memory of the ${name} stays flat`, met: flat })),
      {
        goal: `at most ${FAILED_SHARE * 100} % unexpected responses, and mails were sent`,
        met: failed <= answered * FAILED_SHARE && mails > 0,
      },
    ];
  },
});
