import { expect, test } from '@jest/globals';
import { loadSwitch } from '../../db/load-switch.ts';
import { touchSwitch } from '../../db/switch.ts';
import { buildOwnerWithSuccessor } from '../support/builders/owner.ts';
import { DAY, startSwitchEnvironment } from '../support/servers/switch-environment.ts';
import { use } from '../support/use.ts';

const YEARS = 10;

const environment = await use(startSwitchEnvironment);

test('ten years of daily check-ins: at most 60 events a year, no run of 1,000, and not one mail', async () => {
  const owner = await buildOwnerWithSuccessor(environment);
  await environment.settle();
  const start = await environment.time();
  for (let day = 1; day <= YEARS * 365; day += 1) {
    await environment.env.sleep(DAY);
    environment.clock.now = start + day * DAY;
    // On Mondays through the API. On other days, only the statement that such a request comes down to.
    if (day % 7 !== 0) {
      if (!(await touchSwitch(environment.em(), owner.id, new Date(environment.clock.now))))
        throw new Error(`silence had begun on day ${day}`);
      continue;
    }
    const reply =
      day % 2 === 0
        ? await owner.program.post('/activity/check-in')
        : await owner.browser.put('/auth/profile', { name: 'Olive Owner' });
    if (reply.status !== 200) throw new Error(`the sign of life of day ${day} answered ${reply.status}`);
  }
  await environment.settle();
  expect(await environment.mails(owner.id)).toEqual([]);
  expect((await loadSwitch(environment.em(), owner.id))?.state.status).toBe('armed');
  const runs = await environment.histories(owner.id);
  const events = runs.reduce((sum, run) => sum + run.events, 0);
  console.log(`${(events / YEARS).toFixed(1)} history events per owner-year, in ${runs.length} runs`);
  expect(events / YEARS).toBeLessThanOrEqual(60);
  for (const run of runs) expect(run.events).toBeLessThan(1_000);
  // A run lives about a year, so that no code path has to live longer.
  expect(runs.length).toBeGreaterThanOrEqual(YEARS - 2);
}, 600_000);
