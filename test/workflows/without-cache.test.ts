import { expect } from '@jest/globals';
import { newEntry, storeEntry } from '../support/builders/vault-entries.ts';
import { beginLife } from '../support/clients/followed-owner.ts';
import { testLives } from '../support/clients/scenarios.ts';

/**
 * No workflow stays in memory: each of its tasks replays all that went before, as after a restart of the worker.
 *
 * Where a signal meets a local activity, a worker without a cache drops the task (the SDK calls that a bug of its own),
 * and the server gives it out again after the task's timeout: soon, as time stands still till then.
 */
testLives(
  {
    'a whole life': async (world) => {
      const life = await beginLife(world, [{ restrictToAssignedEntries: false }, { handoverDelayDays: 20 }]);
      const [first, second] = life.successors;
      const entry = newEntry();
      await storeEntry(life, entry);
      await world.passDays(93);
      await life.answer(first!, 'accept');
      await world.passDays(10);
      expect((await life.read(first!)).body.entries).toEqual([expect.objectContaining(entry)]);
      await world.passDays(30);
      expect((await life.told()).map(([kind, day]) => [kind, Math.floor(day * 2) / 2])).toEqual([
        ['reminder', 67.5],
        ['reminder', 76.5],
        ['reminder', 85.5],
        ['final_notice', 90],
        ['invitation', 92],
        ['access', 93],
        ['access_notice', 103],
        ['invitation', 112],
        ['invitation', 119],
        ['invitation', 126],
        ['invitation', 133],
      ]);
      await life.answer(second!, 'decline');
      await world.passDays(60);
      expect(await life.status()).toBe('completed');
      await life.workflowEnded();
    },

    'an owner who comes back and is silent again': async (world) => {
      const life = await beginLife(world);
      await world.passDays(91);
      const token = await life.token('final_notice', 'check-in');
      expect((await life.anyone.post('/activity/check-in-link', { token })).status).toBe(200);
      await world.passDays(93);
      expect((await life.told()).slice(4).map(([kind]) => kind)).toEqual([
        'reminder',
        'reminder',
        'reminder',
        'final_notice',
        'invitation',
      ]);
    },
  },
  { worker: { maxCachedWorkflows: 0 }, taskTimeoutMs: 1_000, replay: true },
);
