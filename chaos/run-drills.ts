/** Plays drills, and looks at what the service says about each while it lasts, and whether it goes on afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sentence } from '../dev/cli/failure.ts';
import type { Say } from '../dev/cli/progress.ts';
import { isRaised } from './alert-rules.ts';
import type { Drill, HealthReport } from './drills.ts';
import type { CertainOutage } from './evidence.ts';
import type { FaultLog } from './faults.ts';

/** The alert's condition must hold within this time, and must no longer hold within the same time after all is well. */
const WITHIN_MS = 120_000;
const EVERY_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** Something must happen between two drills, in days of the campaign. */
const PAUSE_DAYS = 2;

export interface DrillResult {
  name: string;
  alert: string;
  /** Why it wasn't played; null if it was. */
  skipped: string | null;
  /**
   * After how many seconds the alert's condition held while health named the cause, health named it, and everything was
   * well again.
   */
  raised: number | null;
  named: number | null;
  well: number | null;
  /** The statuses with which the API answered a log-in without a password during the drill: 400 as long as it works. */
  statuses: number[];
  /** What went wrong. */
  findings: string[];
}

export interface DrillsOptions {
  /** Nothing breaks before this resolves. */
  quiet: Promise<unknown>;
  /** Where the API listens, without a path. */
  api: string;
  dayMs: number;
  say: Say;
  signal: AbortSignal;
}

/** Plays one after the other. */
export function runDrills(
  drills: readonly Drill[],
  { quiet, api, dayMs, say, signal }: DrillsOptions,
): FaultLog & { results: readonly DrillResult[] } {
  const outages: CertainOutage[] = [];
  const results: DrillResult[] = [];
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${api}${path}`, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  const metrics = async () => (await request('/metrics')).text();
  const health = async () => (await (await request('/health')).json()) as HealthReport;

  /** @returns after how many seconds the condition held; null if it didn't in time */
  async function secondsUntil(holds: () => Promise<boolean>): Promise<number | null> {
    const from = Date.now();
    while (Date.now() < from + WITHIN_MS) {
      signal.throwIfAborted();
      if (await holds().catch(() => false)) return Math.round((Date.now() - from) / 1_000);
      await sleep(EVERY_MS, undefined, { signal });
    }
    return null;
  }

  /** Repeats a request that no scenario depends on, for as long as the drill lasts. */
  async function askUntil(over: AbortSignal, statuses: Set<number>): Promise<void> {
    while (!over.aborted) {
      await request('/api/v1/auth/login', { method: 'POST' }).then(
        ({ status, headers }) => statuses.add(status === 503 && !headers.get('Retry-After') ? 0 : status),
        () => {},
      );
      await sleep(EVERY_MS, undefined, { signal: over }).catch(() => {});
    }
  }

  async function play(drill: Drill): Promise<void> {
    const { name, alert, service, settlesMs = 0 } = drill;
    const result: DrillResult = {
      ...{ name, alert, skipped: (await drill.impossible?.()) ?? null },
      ...{ raised: null, named: null, well: null, statuses: [], findings: [] },
    };
    results.push(result);
    if (result.skipped !== null) return;
    say(`drill: ${name}`);
    const statuses = new Set<number>();
    const over = new AbortController();
    const isWell = async () => (await health()).status === 'ok' && !isRaised(await metrics(), alert);
    const isNamed = async () => drill.isNamed?.(await health()) ?? true;
    const undo = await drill.prepare?.();
    // Otherwise the preparation could have raised the alert.
    const wasWell = (await secondsUntil(isWell)) !== null;
    const from = Date.now();
    let mend = async () => {};
    let asking = Promise.resolve();
    try {
      mend = await drill.begin();
      asking = askUntil(over.signal, statuses);
      [result.raised, result.named] = await Promise.all([
        secondsUntil(async () => (await isNamed()) && isRaised(await metrics(), alert)),
        drill.isNamed ? secondsUntil(isNamed) : null,
      ]);
    } finally {
      over.abort();
      await asking;
      const to = Date.now();
      await mend();
      await undo?.();
      result.well = await secondsUntil(isWell);
      if (service !== null) outages.push({ service, from, to, backAt: Date.now() + settlesMs });
    }
    result.statuses = [...statuses].sort();
    result.findings = findingsOf(result, drill.isNamed !== undefined);
    if (!wasWell) result.findings.push('the service was not well before it began');
  }

  async function playAll(): Promise<void> {
    await quiet;
    for (const drill of drills) {
      await play(drill).catch((error: unknown) => {
        signal.throwIfAborted();
        results.at(-1)?.findings.push(sentence(error));
      });
      await sleep(PAUSE_DAYS * dayMs, undefined, { signal });
    }
  }
  const done = playAll();
  done.catch(() => {});
  return { outages, selfEnded: [], results, done };
}

function findingsOf({ alert, raised, named, well, statuses }: DrillResult, isToBeNamed: boolean): string[] {
  const findings: string[] = [];
  if (raised === null) findings.push(`${alert} was not raised within two minutes`);
  if (isToBeNamed && named === null) findings.push('health did not name it');
  if (well === null) findings.push('it was not well again within two minutes');
  if (statuses.includes(500)) findings.push('a request was answered with 500');
  if (statuses.includes(0)) findings.push('a 503 had no Retry-After');
  return findings;
}

/** The results as lines of a report. */
export function drillReport(results: readonly DrillResult[]): string[] {
  return results.flatMap(({ name, alert, skipped, raised, named, well, statuses, findings }) => [
    skipped === null
      ? `  ${name}: ${alert} after ${raised ?? '–'} s, named by health after ${named ?? '–'} s, well ${well ?? '–'} s after it was mended; answers ${statuses.join(', ') || 'none'}`
      : `  ${name}: skipped, because ${skipped}`,
    ...findings.map((finding) => `    ✗ ${finding}`),
  ]);
}
