/** Everything that an attacker who takes the whole service finds. */
import { databaseDump, type SearchedPlace } from '../../dev/secret-search.ts';
import { accountTaskQueue } from '../../workflows/contract.ts';
import { caughtMails } from '../support/clients/caught-mail.ts';
import { textOf } from '../support/run-histories.ts';
import type { WorkerEnvironment } from '../support/servers/worker-environment.ts';

/** Every key of this environment in Redis, with its value. */
async function redisDump({ deps: { redis } }: WorkerEnvironment): Promise<string[]> {
  const prefix = redis.options.keyPrefix ?? '';
  const texts: string[] = [];
  for (const key of await redis.keys(`${prefix}*`)) {
    const name = key.slice(prefix.length);
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(name),
      hash: () => redis.hgetall(name),
      list: () => redis.lrange(name, 0, -1),
      set: () => redis.smembers(name),
      zset: () => redis.zrange(name, '0', '-1', 'WITHSCORES'),
      stream: () => redis.xrange(name, '-', '+'),
    };
    const type = await redis.type(name);
    if (!read[type]) throw new Error(`cannot read ${name}, which is a ${type}`);
    texts.push(`${name} ${JSON.stringify(await read[type]())}`);
  }
  return texts;
}

async function histories({ temporal }: WorkerEnvironment, taskQueue: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const run of temporal.workflow.list({ query: `TaskQueue = "${taskQueue}"` })) {
    const { workflowId, runId } = run;
    const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    texts.push(JSON.stringify(run, jsonable), textOf({ workflowId, runId, history, events: 0 }));
  }
  return texts;
}

const jsonable = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);

/** @param people the addresses that mails went to */
export async function searchedPlaces(
  environment: WorkerEnvironment,
  people: readonly string[],
): Promise<SearchedPlace[]> {
  const mails = await Promise.all(people.map(caughtMails));
  return [
    await databaseDump(environment.config),
    { name: 'Redis', texts: await redisDump(environment) },
    { name: "Temporal's histories", texts: await histories(environment, environment.taskQueue) },
    {
      name: "Temporal's histories of account mail",
      texts: await histories(environment, accountTaskQueue(environment.taskQueue)),
    },
    { name: 'the logs', texts: [...environment.logs] },
    { name: 'the mails', texts: mails.flat().map((mail) => JSON.stringify(mail)) },
  ];
}
