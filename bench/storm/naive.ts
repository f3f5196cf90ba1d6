/** The naive worker: the product's own mail, rows and settings around a workflow that does nothing else. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { ActivityDeps } from '../../activities/index.ts';
import { deliver } from '../../activities/mail.ts';
import { User } from '../../db/entities/user.ts';
import { ensureMail } from '../../db/mail.ts';
import { SWITCH_WORKER } from '../../worker/workers.ts';

export const NAIVE_QUEUE = 'naive';
const DAYS_LEFT = 22.5;

export function createNaiveActivities(deps: ActivityDeps) {
  return {
    /** One mail per owner, by the same row, claim, template, token and mail server as the product's. */
    async sendNaively({ userId }: { userId: string }): Promise<void> {
      const em = deps.orm.em.fork();
      const now = Date.now();
      const { email: recipient } = await em.findOneOrFail(User, { id: userId });
      const request = { key: `naive/${userId}`, kind: 'reminder' as const, recipient, userId, epoch: 1 };
      const mail = await ensureMail(em, { ...request, data: { n: 1, of: 3 } }, new Date(now));
      await deliver(deps, em, mail, { deadline: now + DAYS_LEFT * deps.rules.dayMs });
    },
  };
}

export type NaiveActivities = ReturnType<typeof createNaiveActivities>;

/** Starts the naive worker. @returns what stops it */
export async function startNaiveWorker(address: string, deps: ActivityDeps): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...SWITCH_WORKER,
    connection,
    namespace: 'default',
    taskQueue: NAIVE_QUEUE,
    workflowsPath: fileURLToPath(new URL('./naive.workflow.ts', import.meta.url)),
    activities: createNaiveActivities(deps),
  });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}
