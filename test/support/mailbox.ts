/** Asks the mail catcher for few mails at a time: over years of skipped time it holds very many. */
import type { CaughtMail } from './caught-mail.ts';
import { servers } from './servers.ts';
import { until } from './until.ts';

async function query(fields: Record<string, string>): Promise<CaughtMail[]> {
  const reply = await fetch(`${servers.mail.page}/email?${new URLSearchParams(fields)}`);
  return (await reply.json()) as CaughtMail[];
}

/** A mail that the mail server took; it lists a mail some moments after its 250. */
export const caughtMail = (id: string): Promise<CaughtMail> =>
  until(`mail ${id} to be listed`, async () => (await query({ messageId: `${id}@localhost` }))[0]);

/** How often the catcher got each mail to this address, by ID; asked once all of these are listed. */
export async function timesCaught(address: string, ids: readonly string[]): Promise<Record<string, number>> {
  for (const id of ids) await caughtMail(id);
  const times: Record<string, number> = {};
  for (const { messageId } of await query({ 'envelope.to.address': address })) {
    const id = messageId.replace(/@localhost$/, '');
    times[id] = (times[id] ?? 0) + 1;
  }
  return times;
}
