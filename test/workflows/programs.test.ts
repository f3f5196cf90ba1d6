import { expect } from '@jest/globals';
import { logInProgram } from '../support/builders/account.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { client } from '../support/clients/client.ts';
import { beginLife, registerLife } from '../support/clients/followed-owner.ts';
import { testLives } from '../support/clients/scenarios.ts';

const UNDISTURBED = [
  ['reminder', 67.5],
  ['reminder', 76.5],
  ['reminder', 85.5],
  ['final_notice', 90],
  ['invitation', 92],
];

testLives(
  {
    'a program that reads, refreshes and writes every day delays nothing': async (world) => {
      const life = await registerLife(world);
      const told = await life.told();
      const { account } = life;
      let { refreshToken } = await logInProgram(world, account);
      for (let day = 1; day <= 93; day += 1) {
        await world.passDays(1);
        const refreshed = await life.anyone.post('/auth/refresh', { refreshToken });
        expect(refreshed.status).toBe(200);
        refreshToken = refreshed.body.refreshToken;
        const program = client(world, { bearer: refreshed.body.accessToken });
        expect((await program.get('/vault/entries')).status).toBe(200);
        if (day % 2 === 0) expect((await program.post('/vault/entries', newEntry())).status).toBe(201);
        if (day % 10 === 0) {
          await logInProgram(world, account);
          const wrong = { email: account.email, password: account.salt };
          expect((await client(world).post('/auth/login', wrong)).status).toBe(401);
        }
        if (day === 91) {
          for (const refused of [
            await program.put('/inactivity/settings', { thresholdDays: 100 }),
            await program.post('/inactivity/pause', {}),
            await program.post('/successors', { email: 'late@example.test', name: 'Sam Successor' }),
            await program.delete(`/successors/${life.successors[0]?.id}`),
          ]) {
            expect([refused.status, refused.body.code]).toEqual([409, 'handover_active']);
          }
        }
      }
      expect((await life.told()).slice(told.length)).toEqual(UNDISTURBED);
      const status = await life.read.call(null, life.successors[0]!).catch(() => null);
      expect(status).toBeNull();
    },

    'an app that its owner writes with every day keeps them from being reminded': async (world) => {
      const life = await registerLife(world);
      const told = await life.told();
      let { refreshToken } = await logInProgram(world, life.account, 'app');
      for (let day = 1; day <= 120; day += 1) {
        await world.passDays(1);
        const refreshed = await life.anyone.post('/auth/refresh', { refreshToken });
        refreshToken = refreshed.body.refreshToken;
        const app = client(world, { bearer: refreshed.body.accessToken });
        expect((await app.put('/auth/profile', { name: 'Ada Account' })).status).toBe(200);
      }
      expect((await life.told()).slice(told.length)).toEqual([]);
      expect((await life.state()).status).toBe('armed');
    },

    'a new threshold starts the clock anew': async (world) => {
      const life = await beginLife(world);
      await world.passDays(30);
      await life.confirm();
      expect((await life.program.put('/inactivity/settings', { thresholdDays: 20 })).status).toBe(200);
      await world.passDays(23);
      expect(await life.told()).toEqual([
        ['reminder', 45],
        ['reminder', 47],
        ['reminder', 49],
        ['final_notice', 50],
        ['invitation', 52],
      ]);
    },

    'new reminders start the clock anew, even once one has gone out': async (world) => {
      const life = await beginLife(world);
      await world.passDays(70);
      const { epoch } = await life.state();
      await life.confirm();
      const changed = await life.program.put('/inactivity/settings', { reminderPercents: [50] });
      expect(changed.body.settings).toMatchObject({ status: 'armed', reminderPercents: [50] });
      expect((await life.state()).epoch).toBe(epoch + 1);
      await world.passDays(93);
      expect(await life.told()).toEqual([
        ['reminder', 67.5],
        ['reminder', 115],
        ['final_notice', 160],
        ['invitation', 162],
      ]);
    },

    'other settings, and the same ones again, leave the clock alone': async (world) => {
      const life = await beginLife(world, [{}, {}]);
      await world.passDays(30);
      await life.program.put('/inactivity/settings', { quorum: 2, accessDays: 7 });
      await world.passDays(40);
      await life.program.put('/inactivity/settings', { thresholdDays: 90, reminderPercents: [75, 85, 95] });
      await world.passDays(23);
      expect(await life.told()).toEqual([...UNDISTURBED, ['invitation', 92]]);
      expect((await life.handovers())[0]?.quorum).toBe(2);
    },

    'a new threshold from the browser during the grace period: the owner is back, and it counts from then':
      async (world) => {
        const life = await beginLife(world);
        await world.passDays(91);
        const refused = await life.program.put('/inactivity/settings', { accessDays: 30 });
        expect([refused.status, refused.body.code]).toEqual([409, 'handover_active']);
        await life.confirm();
        const changed = await life.browser.put('/inactivity/settings', { thresholdDays: 20 });
        expect(changed.body.settings).toMatchObject({ status: 'armed', thresholdDays: 20 });
        await world.passDays(23);
        expect((await life.told()).slice(4)).toEqual([
          ['reminder', 106],
          ['reminder', 108],
          ['reminder', 110],
          ['final_notice', 111],
          ['invitation', 113],
        ]);
      },
  },
  { names: ['Ada Account'] },
);
