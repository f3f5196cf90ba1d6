/** Runs the scenarios, and saves the histories that the workflows wrote. */
import { secretsOf, textOf } from '../support/run-histories.ts';
import { runTogether } from '../support/servers/shared-environment.ts';
import { startSwitchEnvironment } from '../support/servers/switch-environment.ts';
import { saveHistories } from './histories.ts';
import { playOnDevServer } from './on-dev-server.ts';
import { type Histories, scenariosToSave } from './scenarios.ts';

/**
 * @returns how many histories were saved
 * @throws Error if a history holds what no workflow may know; nothing is saved then
 */
export async function playAndSave(version: number): Promise<number> {
  const saved: Histories = new Map();
  const environment = await startSwitchEnvironment();
  try {
    await Promise.all(runTogether(environment, scenariosToSave(saved)));
    await playOnDevServer(saved);
    const secrets = secretsOf(environment.sent, ['Olive Owner', 'Sam Successor']);
    for (const [name, { workflowId, history }] of saved) {
      const text = textOf({ workflowId, history, runId: '', events: 0 });
      if (secrets.some((secret) => text.includes(secret))) throw new Error(`${name} holds a secret`);
    }
  } finally {
    await environment.close();
  }
  await saveHistories(version, saved);
  return saved.size;
}
