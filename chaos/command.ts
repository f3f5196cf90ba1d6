/** Tests the promises of the service while its servers are killed. Exits with 0 only if all held. */
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from '../dev/cli/arguments.ts';
import { runCommand } from '../dev/cli/command.ts';
import { Failure } from '../dev/cli/failure.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate } from '../dev/cli/progress.ts';
import { type Campaign, OPTIONAL_FAULTS, type OptionalFault, runCampaign } from './campaign.ts';
import type { Broken } from './evidence.ts';
import { help } from './help.ts';
import { judge } from './judge/all.ts';
import { ownerTimeline } from './owner-timeline.ts';
import { report, verdict } from './report.ts';
import { drillReport } from './run-drills.ts';

/** In seconds: long enough for liveness proofs and Temporal's timers, short enough for two handovers in two minutes. */
const SHORTEST_DAY = 2;

interface CampaignFlags {
  seed: number;
  owners: number;
  minutes: number;
  daySeconds: number;
  keep: string | undefined;
  without: ReadonlySet<OptionalFault>;
  drills: boolean;
  help: boolean;
}

/** @throws Failure when one of the names, separated by commas, is no fault that can be left out */
function readFaults(names: string): Set<OptionalFault> {
  const faults = names.split(',').filter(Boolean);
  const known = (name: string): name is OptionalFault => OPTIONAL_FAULTS.some((each) => each === name);
  const unknown = faults.find((name) => !known(name));
  if (unknown) throw new Failure(`--without takes ${OPTIONAL_FAULTS.join(', ')}, and not ${unknown}`);
  return new Set(faults.filter(known));
}

/** @throws Failure when a flag is unknown, or is not a number in its range */
function readFlags(): CampaignFlags {
  const options = {
    seed: { type: 'string' },
    owners: { type: 'string' },
    minutes: { type: 'string' },
    day: { type: 'string' },
    keep: { type: 'string' },
    without: { type: 'string' },
    drills: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const number = (name: string, text: string | undefined, preset: number, low: number, high: number) => {
    const value = text === undefined ? preset : Number(text);
    if (!(value >= low && value <= high)) {
      throw new Failure(
        `--${name} is a number from ${low} to ${high}: npm run chaos -- --help lists the flags`,
      );
    }
    return value;
  };
  const { seed, owners, minutes, day, keep, without, drills, help } = readArguments(
    { options },
    'npm run chaos',
  ).values;
  return {
    seed: Math.trunc(number('seed', seed, randomInt(1, 1_000_000), 0, 2 ** 32)),
    owners: Math.trunc(number('owners', owners, drills ? 12 : 40, 1, 2_000)),
    minutes: number('minutes', minutes, 1.5, 0, 600),
    daySeconds: number('day', day, SHORTEST_DAY, SHORTEST_DAY, 60),
    keep,
    without: readFaults(without ?? ''),
    drills: drills === true,
    help: help === true,
  };
}

/** How many owners with a broken promise are shown in full. */
const STORIES = 5;

/** The timelines of owners to whom a promise was broken. */
function brokenTimelines({ evidence }: Campaign, broken: readonly Broken[]): string[] {
  const whose = new Set(broken.map(({ owner }) => owner));
  const shown = evidence.owners.filter(({ plan }) => whose.has(plan.email)).slice(0, STORIES);
  return shown.flatMap((owner) => ['', ...ownerTimeline(owner, evidence)]);
}

/** Writes the timeline of every owner into a folder. */
async function keepStories(folder: string, { evidence }: Campaign): Promise<void> {
  const timelines = evidence.owners.map((owner) => ownerTimeline(owner, evidence).join('\n'));
  await writeFile(join(folder, 'timelines.txt'), `${timelines.join('\n\n')}\n`);
}

/** @returns whether every promise held */
async function run(signal: AbortSignal): Promise<boolean> {
  const { seed, owners, minutes, daySeconds, keep, without, drills, help: wantsHelp } = readFlags();
  if (wantsHelp) {
    process.stdout.write(help);
    return true;
  }
  const began = performance.now();
  console.log(`Seed ${seed}: ${owners} owners, ${drills ? 'drills' : `${minutes} minutes of kills`}.`);
  const say = narrate();
  const campaign = await runCampaign({
    seed,
    owners,
    faultsMs: minutes * 60_000,
    dayMs: daySeconds * 1_000,
    keep,
    without,
    drills,
    say,
    signal,
  });
  const broken = judge(campaign.evidence, campaign.rows);
  const took = Math.round((performance.now() - began) / 1000);
  for (const line of brokenTimelines(campaign, broken)) console.log(line);
  if (keep) await keepStories(keep, campaign);
  if (drills) console.log(['', 'Drills', ...drillReport(campaign.drills)].join('\n'));
  console.log(`\n${report(campaign, broken)}\n\nSeed ${seed}, ${took} s. ${verdict(broken)}`);
  return broken.length === 0 && campaign.drills.every(({ findings }) => findings.length === 0);
}

export async function chaos(): Promise<void> {
  const signal = interruption();
  await runCommand(() => run(signal), signal);
}
