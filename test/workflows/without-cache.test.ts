import { expect } from '@jest/globals';
import { newEntry, storeEntry } from '../support/builders/vault-entries.ts';
import { buildArmedOwner } from '../support/clients/followed-owner.ts';
import { testScenarios } from '../support/clients/scenarios.ts';

/**
 * No workflow stays in memory: each of its tasks replays all that went before, as after a restart of the worker.
 *
 * Where a signal meets a local activity, a worker without a cache drops the task (the SDK calls that a bug of its own),
 * and the server gives it out again after the task's timeout: soon, as time stands still till then.
 */
testScenarios(
  {
    'everything from the first reminder to completion': async (environment) => {
      const owner = await buildArmedOwner(environment, [
        { restrictToAssignedEntries: false },
        { handoverDelayDays: 20 },
      ]);
      const [first, second] = owner.successors;
      const entry = newEntry();
      await storeEntry(owner, entry);
      await environment.passDays(93);
      await owner.answer(first!, 'accept');
      await environment.passDays(10);
      expect((await owner.read(first!)).body.entries).toEqual([expect.objectContaining(entry)]);
      // A first invitation may wait for a worker whose clock is a moment behind.
      await environment.passDays(30.5);
      expect((await owner.mailsSent()).map(([kind, day]) => [kind, Math.floor(day * 2) / 2])).toEqual([
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
      await owner.answer(second!, 'decline');
      await environment.passDays(60);
      expect(await owner.status()).toBe('completed');
      await owner.workflowEnded();
    },

    'an owner who comes back and is silent again': async (environment) => {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(91);
      const token = await owner.token('final_notice', 'check-in');
      expect((await owner.anyone.post('/activity/check-in-link', { token })).status).toBe(200);
      await environment.passDays(93);
      expect((await owner.mailsSent()).slice(4).map(([kind]) => kind)).toEqual([
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
