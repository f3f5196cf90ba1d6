/** Scenarios of owners as tests. All scenarios of a file share one environment and its time (../servers/shared-environment.ts). */
import '../quiet-runtime.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { workflowBundle } from '../../../worker/bundle.ts';
import { replayHistories } from '../replay.ts';
import { secretsOf, textOf } from '../run-histories.ts';
import { runTogether, type Scenario } from '../servers/shared-environment.ts';
import {
  type SwitchEnvironment,
  type SwitchEnvironmentOptions,
  startSwitchEnvironment,
} from '../servers/switch-environment.ts';
import { timesCaught } from './caught-mail.ts';

export type { SharedEnvironment } from '../servers/shared-environment.ts';

/** Promises that hold after every scenario. */
function afterwards(environment: () => SwitchEnvironment, names: readonly string[], replay: boolean): void {
  test('afterwards: the mail server got every mail exactly once', async () => {
    const { sent } = environment();
    expect(sent.length).toBeGreaterThan(0);
    for (const to of new Set(sent.map((mail) => mail.to))) {
      const ids = sent.filter((mail) => mail.to === to).map(({ id }) => id);
      expect(await timesCaught(to, ids)).toEqual(Object.fromEntries(ids.map((id) => [id, 1])));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('afterwards: no history names a person, an address or a token, and none is long', async () => {
    const runs = await environment().everyRun();
    expect(runs.length).toBeGreaterThan(0);
    const secrets = secretsOf(environment().sent, names);
    for (const run of runs) {
      const text = textOf(run);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(run.events).toBeLessThan(1_000);
    }
  });

  if (!replay) return;
  test('afterwards: every history replays', async () => {
    const histories = (await environment().everyRun()).map(({ workflowId, history }) => ({
      workflowId,
      history,
    }));
    // The runs of one workflow each get a name.
    const named = histories.map(({ workflowId, history }, i) => ({
      workflowId: `${workflowId}/${i}`,
      history,
    }));
    const errors = await replayHistories(await workflowBundle(), named);
    expect([...errors.values()]).toEqual(histories.map(() => undefined));
  });
}

/** Words that stand for people in these tests (../builders/owner.ts). */
const NAMES = ['Olive Owner', 'Sam Successor', '@example.test'];

/**
 * Runs scenarios as tests, and then tests what must hold for all of them.
 *
 * @param scenarios by the promise that each of them tests
 * @param options `names`: more words that no history may hold; `replay`: whether to replay every history
 */
export function testScenarios(
  scenarios: Record<string, Scenario>,
  options: SwitchEnvironmentOptions & { names?: string[]; replay?: boolean } = {},
): void {
  let environment: SwitchEnvironment;
  const names = Object.keys(scenarios);
  let outcomes: Promise<void>[] = [];
  beforeAll(async () => {
    environment = await startSwitchEnvironment(options);
    outcomes = runTogether(environment, Object.values(scenarios));
    for (const outcome of outcomes) outcome.catch(() => {});
  });
  afterAll(() => environment.close());
  // The first test waits for nearly all of them, because they run at the same time.
  names.forEach((name, i) => {
    test(name, () => outcomes[i], 600_000);
  });
  afterwards(() => environment, [...NAMES, ...(options.names ?? [])], options.replay ?? false);
}
