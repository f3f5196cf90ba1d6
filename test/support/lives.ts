/**
 * Owners' lives as tests. All lives of a file share one world and its time, which moves on when every one of them
 * waits, and then only to the nearest moment that one waits for.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Worker } from '@temporalio/worker';
import { caughtMails } from './caught-mail.ts';
import { textOf } from './run-histories.ts';
import { DAY, type SwitchWorld, startWorld, type WorldOptions, workflowBundle } from './switch-world.ts';
import { until } from './until.ts';

/** A world as one of several lives in it sees it. */
export interface SharedWorld extends SwitchWorld {
  /** Lets days pass, for all lives at once. */
  passDays(days: number): Promise<void>;
}

type Story = (world: SharedWorld) => Promise<void>;

interface Sleeper {
  until: number;
  wake: () => void;
  fail: (error: unknown) => void;
}

/** Runs stories side by side in one world. */
function playTogether(world: SwitchWorld, stories: readonly Story[]): Promise<void>[] {
  let awake = stories.length;
  const sleepers = new Set<Sleeper>();

  async function moveOn(): Promise<void> {
    if (awake > 0 || sleepers.size === 0) return;
    const nearest = Math.min(...[...sleepers].map((sleeper) => sleeper.until));
    try {
      await world.pass(Math.max(0, nearest - (await world.time())));
    } catch (error) {
      awake += sleepers.size;
      for (const { fail } of sleepers) fail(error);
      sleepers.clear();
      return;
    }
    const woken = [...sleepers].filter((sleeper) => sleeper.until <= nearest);
    awake += woken.length;
    for (const sleeper of woken) {
      sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  const passUntil = (moment: number) =>
    new Promise<void>((wake, fail) => {
      sleepers.add({ until: moment, wake, fail });
      awake -= 1;
      void moveOn();
    });
  const pass = async (ms: number) => passUntil((await world.time()) + ms);
  const shared: SharedWorld = { ...world, pass, passDays: (days) => pass(days * DAY) };

  return stories.map(async (story) => {
    try {
      await story(shared);
    } finally {
      awake -= 1;
      void moveOn();
    }
  });
}

/** What no workflow may know: addresses, tokens and names out of every mail, and whatever else a test adds. */
function secretsOf(world: SwitchWorld, names: readonly string[]): string[] {
  const tokens = world.sent.flatMap(({ text }) =>
    [...text.matchAll(/token=([\w.-]+)/g)].map(([, t = '']) => t),
  );
  return [...new Set([...world.sent.map(({ to }) => to), ...tokens, ...names])];
}

/** Promises that hold for every life, whatever happened in it. */
function afterwards(world: () => SwitchWorld, names: readonly string[]): void {
  test('afterwards: the mail server got every mail exactly once', async () => {
    const { sent } = world();
    expect(sent.length).toBeGreaterThan(0);
    for (const to of new Set(sent.map((mail) => mail.to))) {
      const ids = sent.filter((mail) => mail.to === to).map(({ id }) => `${id}@localhost`);
      const caught = await until(`mails to ${to}`, async () => {
        const mails = await caughtMails(to);
        return mails.length >= ids.length && mails;
      });
      expect(caught.map(({ messageId }) => messageId).sort()).toEqual(ids.sort());
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('afterwards: no history names a person, an address or a token, and none is long', async () => {
    const runs = await world().everyRun();
    expect(runs.length).toBeGreaterThan(0);
    const secrets = secretsOf(world(), names);
    for (const run of runs) {
      const text = textOf(run);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      expect(run.events).toBeLessThan(1_000);
    }
  });

  test('afterwards: every history replays', async () => {
    const { code } = await workflowBundle();
    const histories = (await world().everyRun()).map(({ workflowId, history }) => ({ workflowId, history }));
    const replayed = Worker.runReplayHistories({ workflowBundle: { code } }, histories);
    let replays = 0;
    for await (const { error } of replayed) {
      expect(error).toBeUndefined();
      replays += 1;
    }
    expect(replays).toBe(histories.length);
  });
}

/** The words that stand for a person in these tests; see builders.ts. */
const NAMES = ['Olive Owner', 'Sam Successor', '@example.test'];

/**
 * Makes tests of lives, and after them of what must hold for all.
 *
 * @param stories by the promise that each of them keeps
 * @param options `names`: more words that no history may hold
 */
export function testLives(
  stories: Record<string, Story>,
  options: WorldOptions & { names?: string[] } = {},
): void {
  let world: SwitchWorld;
  const names = Object.keys(stories);
  let outcomes: Promise<void>[] = [];
  beforeAll(async () => {
    world = await startWorld(options);
    outcomes = playTogether(world, Object.values(stories));
    for (const outcome of outcomes) outcome.catch(() => {});
  });
  afterAll(() => world.close());
  // The first of them waits for nearly all, as they live at the same time.
  names.forEach((name, i) => {
    test(name, () => outcomes[i], 120_000);
  });
  afterwards(() => world, [...NAMES, ...(options.names ?? [])]);
}
