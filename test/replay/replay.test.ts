/** Replays every saved history against today's workflows, because runs of older versions live on. */
import '../support/quiet-runtime.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bundleWorkflowCode, Runtime, type WorkerOptions } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { workflowBundle as todaysBundle } from '../../worker/bundle.ts';
import { runScript } from '../support/clients/run-script.ts';
import { replayHistories } from '../support/replay.ts';
import { textOf } from '../support/run-histories.ts';
import { type SavedHistory, savedHistories, savedVersions, saveHistories } from './histories.ts';

const saved = await savedHistories();
const versions = await savedVersions();

const typeOf = ({ history }: SavedHistory) =>
  history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name;
const switches = saved.filter((each) => typeOf(each) === 'switchWorkflow');

/** How each replay ended, by its name. Several may show one run at different moments. */
const replayNamed = (
  workflowBundle: NonNullable<WorkerOptions['workflowBundle']>,
  histories: SavedHistory[],
) =>
  replayHistories(
    workflowBundle,
    histories.map(({ name, history }) => ({ workflowId: name, history })),
  );

describe('the histories of every version', () => {
  let errors: Awaited<ReturnType<typeof replayNamed>>;
  beforeAll(async () => {
    errors = await replayNamed(await todaysBundle(), saved);
  });

  test('are replayed without leaving anything behind in this process', async () => {
    // Some libraries make promises that the SDK's hooks fail on. Such a failure fails the test.
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.setPrototypeOf(promise, null);
    expect(() => resolve()).not.toThrow();
    await new Promise((later) => setImmediate(later));
  });

  test.each(saved.map(({ name }) => name))('%s replays', (name) => {
    expect([...errors.keys()]).toContain(name);
    expect(errors.get(name)).toBeUndefined();
  });
});

test.each(versions)(
  'version %i holds runs of every workflow, and one that goes on in each status',
  (version) => {
    const own = saved.filter(({ name }) => name.startsWith(`v${version}/`));
    expect(new Set(own.map(typeOf))).toEqual(
      new Set(['switchWorkflow', 'mailWorkflow', 'reconcileWorkflow']),
    );
    const text = own.map((each) => textOf({ ...each, runId: '', events: 0 })).join('\n');
    const statuses = ['armed', 'reminding', 'grace_period', 'awaiting_successors', 'released', 'paused'];
    for (const status of statuses) expect(text).toContain(`{"status":"${status}"`);
    for (const words of ['EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW']) {
      expect(own.some((each) => each.text.includes(words))).toBe(true);
    }
  },
);

test('runs of reconcile from before and after it asked successors are among them', () => {
  const asked = saved
    .filter((each) => typeOf(each) === 'reconcileWorkflow')
    .map(({ text }) => text.includes('askSuccessors'));
  expect(new Set(asked)).toEqual(new Set([false, true]));
});

describe('a changed workflow', () => {
  let errors: Awaited<ReturnType<typeof replayNamed>>;
  beforeAll(async () => {
    const workflowsPath = join(import.meta.dirname, 'changed.workflow.ts');
    const bundle = await bundleWorkflowCode({ workflowsPath, logger: Runtime.instance().logger });
    errors = await replayNamed(bundle, switches);
  });

  test('that shows where it is before it looks replays none of them', () => {
    expect(switches.length).toBeGreaterThan(20);
    expect(errors.size).toBe(switches.length);
    for (const [name, error] of errors)
      expect([name, error]).toEqual([name, expect.any(DeterminismViolationError)]);
  });
});

/** Names, addresses, links and paths, and anything as long as a token with a digit in it, which every token has. */
const PERSONAL =
  /@[a-z][\w-]*\.|Olive|Sam |Ada |token=|https?:|(?=[\w-]*\d)[\w-]{43,}|\/\w+\/[\w./-]+\.[jt]s/;

test('no saved history names a person, an address, a token, a program or a machine', () => {
  for (const each of saved) {
    const text = textOf({ ...each, runId: '', events: 0 });
    expect([each.name, text.match(PERSONAL)]).toEqual([each.name, null]);
    expect(each.text).not.toMatch(/"(identity|stackTrace|workerVersion|binaryChecksum)"/);
    expect(each.text.length).toBeLessThan(64 * 1024);
  }
});

describe('saving', () => {
  test('never overwrites a version', async () => {
    const version = versions[0] ?? 0;
    const before = await readdir(join(import.meta.dirname, 'histories'));
    const refused = await runScript('save-histories', [String(version)]);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `Version ${version} of the histories is saved already and is never overwritten: choose a new number, or none.\n`,
    });
    await expect(saveHistories(version, new Map())).rejects.toThrow('never overwritten');
    expect(await readdir(join(import.meta.dirname, 'histories'))).toEqual(before);
  });

  test('takes a number and nothing else', async () => {
    const { code, stderr } = await runScript('save-histories', ['latest']);
    expect([code, stderr]).toEqual([
      1,
      '"latest" is not a version: give one whole number from 1 on, or nothing.\n',
    ]);
  });
});
