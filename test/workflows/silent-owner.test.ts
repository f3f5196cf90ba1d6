import { expect } from '@jest/globals';
import { newEntry } from '../support/builders/vault-entries.ts';
import { registerOwner } from '../support/clients/followed-owner.ts';
import { testScenarios } from '../support/clients/scenarios.ts';

testScenarios(
  {
    'a silent owner with the default 90 days is warned four times, then the successor gets what was left to them':
      async (environment) => {
        const owner = await registerOwner(environment);
        const [successor] = owner.successors;
        if (!successor) throw new Error('nobody to hand over to');
        const given = [newEntry({ tags: ['a', ' b '], category: 'ključ 🔑' }), newEntry()];
        const ids: string[] = [];
        for (const entry of [...given, newEntry()]) {
          ids.push((await owner.browser.post('/vault/entries', entry)).body.entry.id);
        }
        const entryIds = ids.slice(0, 2);
        const envelope = Buffer.from('sealed to them').toString('base64');
        const assigned = await owner.browser.put(`/successors/${successor.id}/assigned-entries`, {
          entryIds,
          restrictToAssignedEntries: true,
          envelopes: entryIds.map((entryId) => ({ entryId, envelope })),
        });
        expect(assigned.status).toBe(200);

        await environment.passDays(93);
        const { mailsSent, letters, read, status, answer } = owner;
        expect((await mailsSent()).slice(2)).toEqual([
          ['reminder', 67.5],
          ['reminder', 76.5],
          ['reminder', 85.5],
          ['final_notice', 90],
          ['invitation', 92],
        ]);
        expect((await letters('reminder')).map(({ caught }) => caught.subject)).toEqual(
          [1, 2, 3].map((n) => expect.stringMatching(`, reminder ${n} of 3$`)),
        );
        expect(await status()).toBe('awaiting_successors');

        expect((await answer(successor, 'accept')).body).toMatchObject({ status: 'released' });
        await environment.settle();
        expect((await mailsSent(successor)).map(([kind]) => kind)).toEqual([
          'successor_verification',
          'invitation',
          'access',
        ]);
        const shown = await read(successor);
        expect(shown.status).toBe(200);
        expect(shown.body.entries).toEqual(
          given.map((entry, i) => expect.objectContaining({ id: entryIds[i], envelope, ...entry })),
        );

        // The owner is told at most once a day, however often a successor reads.
        await read(successor);
        await environment.passDays(0.1);
        expect((await mailsSent()).filter(([kind]) => kind === 'access_notice')).toHaveLength(1);
        for (let day = 1; day < 4; day += 1) {
          await environment.passDays(1);
          await read(successor);
          await read(successor);
        }
        await environment.passDays(0.1);
        expect((await mailsSent()).filter(([kind]) => kind === 'access_notice')).toHaveLength(4);

        // The window is 90 days from the acceptance on day 93.
        await environment.passDays(89.7 - 3.1);
        expect((await read(successor)).status).toBe(200);
        await environment.passDays(0.4);
        expect(await status()).toBe('completed');
        expect((await read(successor)).status).toBe(410);
        expect((await mailsSent(successor)).slice(3)).toEqual([
          ['access_reminder', 153],
          ['access_reminder', 176],
        ]);
        await owner.workflowEnded();
        const before = await mailsSent();
        await environment.passDays(400);
        expect(await mailsSent()).toEqual(before);
        expect((await owner.handovers()).map((handover) => handover.status)).toEqual(['completed']);
      },
  },
  { names: ['Ada Account'] },
);
