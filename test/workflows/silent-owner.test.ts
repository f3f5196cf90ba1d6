import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadSwitch } from '../../db/switch.ts';
import { buildOwner, buildSuccessor } from '../support/builders.ts';
import { DAY, type SwitchWorld, startWorld } from '../support/switch-world.ts';

let world: SwitchWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

describe('a silent owner with the default 90 days', () => {
  test('is reminded on days 67.5, 76.5 and 85.5, noticed on day 90, and successors are invited on day 92', async () => {
    const owner = await buildOwner(world);
    await buildSuccessor(world, owner);
    const since = world.clock.now;
    await world.pass(93 * DAY);
    const mails = await world.mails(owner.id);
    const days = mails.map(({ kind, acceptedAt }) => [
      kind,
      Math.round((((acceptedAt?.getTime() ?? 0) - since) / DAY) * 10) / 10,
    ]);
    expect(days).toEqual([
      ['reminder', 67.5],
      ['reminder', 76.5],
      ['reminder', 85.5],
      ['final_notice', 90],
      ['invitation', 92],
    ]);
    expect((await loadSwitch(world.orm.em.fork(), owner.id))?.state.status).toBe('awaiting_successors');
  });
});
