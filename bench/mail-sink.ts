/** A mail server in its own thread, which accepts and counts everything. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface MailSink {
  port: number;
  /** How many mails it took, by recipient. */
  taken(): Promise<Map<string, number>>;
  stop(): Promise<unknown>;
}

export async function startMailSink(): Promise<MailSink> {
  const thread = new Worker(new URL('./mail-sink-thread.ts', import.meta.url));
  const [{ port }] = (await once(thread, 'message')) as [AddressInfo];
  return {
    port,
    async taken() {
      const answer = once(thread, 'message');
      thread.postMessage(null);
      const [map] = (await answer) as [Map<string, number>];
      return map;
    },
    stop: () => thread.terminate(),
  };
}
