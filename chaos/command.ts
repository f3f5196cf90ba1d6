/** Tests the promises of the service while its servers are killed. Exits with 0 only if all held. */
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../dev/cli/command.ts';
import { isHelp, readFlags } from '../dev/cli/flags.ts';
import { interruption } from '../dev/cli/interruption.ts';
import { narrate } from '../dev/cli/progress.ts';
import { type Campaign, runCampaign } from './campaign.ts';
import type { Broken } from './evidence.ts';
import { FLAGS, help } from './flags.ts';
import { judge } from './judge/all.ts';
import { ownerTimeline } from './owner-timeline.ts';
import { report, verdict } from './report.ts';
import { drillReport } from './run-drills.ts';

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
  const args = process.argv.slice(2);
  if (args.some(isHelp)) {
    console.log(help);
    return true;
  }
  const { minutes, day, keep, without, drills, ...given } = readFlags(FLAGS, args, 'npm run chaos');
  const seed = Math.trunc(given.seed ?? randomInt(1, 1_000_000));
  const owners = Math.trunc(given.owners ?? (drills ? 12 : 40));
  const began = performance.now();
  console.log(`Seed ${seed}: ${owners} owners, ${drills ? 'drills' : `${minutes} minutes of kills`}.`);
  const say = narrate();
  const campaign = await runCampaign({
    seed,
    owners,
    faultsMs: minutes * 60_000,
    dayMs: day * 1_000,
    keep,
    without: new Set(without),
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
