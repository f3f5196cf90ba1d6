/** Plays the lives, and saves the histories that the workflows wrote. */
import { secretsOf, textOf } from '../support/run-histories.ts';
import { playTogether } from '../support/servers/shared-environment.ts';
import { startWorld } from '../support/servers/switch-environment.ts';
import { saveHistories } from './histories.ts';
import { type Histories, livesToSave } from './lives.ts';
import { playOnDevServer } from './on-dev-server.ts';

/**
 * @returns how many histories were saved
 * @throws Error if a history holds what no workflow may know; nothing is saved then
 */
export async function playAndSave(version: number): Promise<number> {
  const saved: Histories = new Map();
  const world = await startWorld();
  try {
    await Promise.all(playTogether(world, livesToSave(saved)));
    await playOnDevServer(saved);
    const secrets = secretsOf(world.sent, ['Olive Owner', 'Sam Successor']);
    for (const [name, { workflowId, history }] of saved) {
      const text = textOf({ workflowId, history, runId: '', events: 0 });
      if (secrets.some((secret) => text.includes(secret))) throw new Error(`${name} holds a secret`);
    }
  } finally {
    await world.close();
  }
  await saveHistories(version, saved);
  return saved.size;
}
