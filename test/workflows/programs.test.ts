import { expect } from '@jest/globals';
import { logInProgram } from '../support/builders/account.ts';
import { newEntry } from '../support/builders/vault-entries.ts';
import { client } from '../support/clients/client.ts';
import { buildArmedOwner, registerOwner } from '../support/clients/followed-owner.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { testScenarios } from '../support/clients/scenarios.ts';

const UNDISTURBED = [
  ['reminder', 67.5],
  ['reminder', 76.5],
  ['reminder', 85.5],
  ['final_notice', 90],
  ['invitation', 92],
];

testScenarios(
  {
    'a program that reads, refreshes and writes every day isn’t a sign of life': async (environment) => {
      const owner = await registerOwner(environment);
      const mailsSent = await owner.mailsSent();
      const { account } = owner;
      let { refreshToken } = await logInProgram(environment, account);
      for (let day = 1; day <= 93; day += 1) {
        await environment.passDays(1);
        const refreshed = await owner.anyone.post('/auth/refresh', { refreshToken });
        expect(refreshed.status).toBe(200);
        refreshToken = refreshed.body.refreshToken;
        const program = client(environment, { bearer: refreshed.body.accessToken });
        expect((await program.get('/vault/entries')).status).toBe(200);
        if (day % 2 === 0) expect((await program.post('/vault/entries', newEntry())).status).toBe(201);
        if (day % 10 === 0) {
          await logInProgram(environment, account);
          const wrong = { email: account.email, password: account.salt };
          expect((await client(environment).post('/auth/login', wrong)).status).toBe(401);
        }
        if (day === 91) {
          for (const refused of [
            await program.put('/inactivity/settings', { thresholdDays: 100 }),
            await program.post('/inactivity/pause', {}),
            await program.post('/successors', { email: 'late@example.test', name: 'Sam Successor' }),
            await program.delete(`/successors/${owner.successors[0]?.id}`),
          ]) {
            await expectProblem(refused, '409 handover_active');
          }
        }
      }
      expect((await owner.mailsSent()).slice(mailsSent.length)).toEqual(UNDISTURBED);
      const [successor] = owner.successors;
      expect((await owner.answer(successor!, 'accept')).body.status).toBe('released');
      await environment.settle();
      expect((await owner.read(successor!)).status).toBe(200);
    },

    'an app that its owner writes with every day keeps them from being reminded': async (environment) => {
      const owner = await registerOwner(environment);
      const mailsSent = await owner.mailsSent();
      let { refreshToken } = await logInProgram(environment, owner.account, 'app');
      for (let day = 1; day <= 120; day += 1) {
        await environment.passDays(1);
        const refreshed = await owner.anyone.post('/auth/refresh', { refreshToken });
        refreshToken = refreshed.body.refreshToken;
        const app = client(environment, { bearer: refreshed.body.accessToken });
        expect((await app.put('/auth/profile', { name: 'Ada Account' })).status).toBe(200);
      }
      expect((await owner.mailsSent()).slice(mailsSent.length)).toEqual([]);
      expect((await owner.state()).status).toBe('armed');
    },

    'a new threshold restarts the clock': async (environment) => {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(30);
      await owner.confirm();
      expect((await owner.program.put('/inactivity/settings', { thresholdDays: 20 })).status).toBe(200);
      await environment.passDays(23);
      expect(await owner.mailsSent()).toEqual([
        ['reminder', 45],
        ['reminder', 47],
        ['reminder', 49],
        ['final_notice', 50],
        ['invitation', 52],
      ]);
    },

    'new reminders restart the clock, even after one was sent': async (environment) => {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(70);
      const { epoch } = await owner.state();
      await owner.confirm();
      const changed = await owner.program.put('/inactivity/settings', { reminderPercents: [50] });
      expect(changed.body.settings).toMatchObject({ status: 'armed', reminderPercents: [50] });
      expect((await owner.state()).epoch).toBe(epoch + 1);
      await environment.passDays(93);
      expect(await owner.mailsSent()).toEqual([
        ['reminder', 67.5],
        ['reminder', 115],
        ['final_notice', 160],
        ['invitation', 162],
      ]);
    },

    'other settings, and unchanged ones, leave the clock alone': async (environment) => {
      const owner = await buildArmedOwner(environment, [{}, {}]);
      await environment.passDays(30);
      await owner.program.put('/inactivity/settings', { quorum: 2, accessDays: 7 });
      await environment.passDays(40);
      await owner.program.put('/inactivity/settings', { thresholdDays: 90, reminderPercents: [75, 85, 95] });
      await environment.passDays(23);
      expect(await owner.mailsSent()).toEqual([...UNDISTURBED, ['invitation', 92]]);
      expect((await owner.handovers())[0]?.quorum).toBe(2);
    },

    'a new threshold from the browser during the grace period is a return, and the clock starts then': async (
      environment,
    ) => {
      const owner = await buildArmedOwner(environment);
      await environment.passDays(91);
      await expectProblem(
        owner.program.put('/inactivity/settings', { accessDays: 30 }),
        '409 handover_active',
      );
      await owner.confirm();
      const changed = await owner.browser.put('/inactivity/settings', { thresholdDays: 20 });
      expect(changed.body.settings).toMatchObject({ status: 'armed', thresholdDays: 20 });
      await environment.passDays(23);
      expect((await owner.mailsSent()).slice(4)).toEqual([
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
