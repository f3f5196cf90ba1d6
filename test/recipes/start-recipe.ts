/** The recipe for webhooks, run as its readers run it, and what sends to it as we do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { channelSecrets } from '../../db/channel-secrets.ts';
import type { ChannelRow } from '../../db/entities/channel.ts';
import { checkout } from '../../dev/instance/checkout.ts';
import { freePort } from '../../dev/processes/ports.ts';
import type { Note } from '../../mail/ways/note.ts';
import { webhookRequest } from '../../mail/ways/webhook.ts';
import { until } from '../support/until.ts';

const secrets = channelSecrets([Buffer.alloc(32, 7).toString('base64')]);
const way = { id: 'way', secretRound: 1, secretRotatedAt: null } as ChannelRow;

/** What we would post to a webhook, signed just now. */
export const signed = (id: string, note: Note, kind: 'channel_reminder' | 'channel_final_notice') =>
  webhookRequest(secrets, way, { id, kind }, note, new Date());

const running: ChildProcess[] = [];
export function stopRecipes(): void {
  for (const each of running) each.kill();
}

/** @returns its address */
export async function startRecipe(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const own = { WEBHOOK_SECRET: secrets.webhookSecrets('way', 1)[0], PORT: String(port), ...env };
  const script = join(checkout, 'docs/recipes/forward.mjs');
  running.push(spawn(process.execPath, [script], { env: own, stdio: 'ignore' }));
  const address = `http://127.0.0.1:${port}/`;
  await until('the recipe to listen', () => fetch(address, { method: 'POST' }).catch(() => null));
  return address;
}
