/**
 * One storm: owners whose reminder falls in the same minute, from that moment until the server has nothing left to do
 * for any of them. That is later than the last mail, because workflows still have to learn that theirs was sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../dev/cli/failure.ts';
import type { StormEnvironment } from './environment.ts';
import { NAIVE_QUEUES, type NaiveKind } from './naive.ts';
import { countRows, emailOf, makeOwners, type StormOwners, signalSwitches } from './owners.ts';

export type StormKind = 'ours' | NaiveKind;

export interface Storm {
  kind: StormKind;
  owners: StormOwners;
  /** Owners whose workflow was done, per second of `tookMs`. */
  perSecond: number;
  /** From the start of the first workflow until all were waiting, in milliseconds. */
  setUpMs: number;
  /**
   * From the moment the reminders were due until 99% of the mails were accepted, in milliseconds. A task handed to a
   * poll that has just given up comes back a minute later, which is unrelated to the rate.
   */
  mailedMs: number;
  /** Until 99% of the workflows were done: ended, or waiting for their next step. */
  tookMs: number;
  /** Owners who got no mail. */
  missed: number;
  /** Owners who got more than one mail. */
  twice: number;
}

/** A storm that takes longer is considered stuck. */
const TIMEOUT_MS = 600_000;
const TOO_SHORT = 'Not every workflow was waiting in time; try a longer --lead';
const STARTED_AT_ONCE = 50;
/** The share of owners at which the clock stops. */
const MEASURED = 0.99;

async function untilReached(
  what: string,
  count: () => Promise<number>,
  enough: number,
  end: number,
): Promise<void> {
  for (;;) {
    const reached = await count();
    if (reached >= enough) return;
    if (Date.now() > end) throw new Failure(`${what}: ${reached} of ${enough}`);
    await sleep(100);
  }
}

/** Lists naive owners the server is done with, of both kinds, because only one storms at a time. */
const NAIVE_DONE = `WorkflowType = 'naiveReminder' and ExecutionStatus = 'Completed'`;
/** Lists owners the server is done with. */
const DONE: Record<StormKind, string> = {
  ours: `WorkflowType = 'switchWorkflow' and SwitchStatus = 'reminding'`,
  naive: NAIVE_DONE,
  tuned: NAIVE_DONE,
};

async function startNaive(
  { client }: StormEnvironment,
  kind: NaiveKind,
  { ids, at }: StormOwners,
): Promise<void> {
  const left = [...ids];
  const start = async () => {
    for (let userId = left.pop(); userId !== undefined; userId = left.pop()) {
      await client.workflow.start('naiveReminder', {
        taskQueue: NAIVE_QUEUES[kind],
        workflowId: `naive/${userId}`,
        args: [{ userId, at }],
      });
    }
  };
  await Promise.all(Array.from({ length: STARTED_AT_ONCE }, start));
}

/**
 * @param leadMs how long before their reminder the owners are made, so that every workflow is waiting by then
 * @throws Failure if that was too short, or the storm does not end
 */
export async function storm(
  environment: StormEnvironment,
  kind: StormKind,
  count: number,
  leadMs: number,
): Promise<Storm> {
  const em = () => environment.orm.em.fork();
  const began = Date.now();
  const owners = await makeOwners(em(), count, began + leadMs);
  const { at } = owners;
  if (kind !== 'ours') await startNaive(environment, kind, owners);
  else {
    await signalSwitches(em(), owners);
    const waiting = () => countRows(em(), 'switch', owners, 'next_event_at = ?', [new Date(at)]);
    await untilReached(TOO_SHORT, waiting, count, at - 3_000);
  }
  const setUpMs = Date.now() - began;
  if (Date.now() > at - 3_000) throw new Failure(TOO_SHORT);
  const listed = async () => (await environment.client.workflow.count(DONE[kind])).count;
  const before = await listed();
  await sleep(at - Date.now());
  const most = Math.ceil(count * MEASURED);
  const end = at + TIMEOUT_MS;
  const accepted = () => countRows(em(), 'mail', owners, `status = 'accepted'`);
  await untilReached('Not every owner was mailed', accepted, most, end);
  const mailedMs = Date.now() - at;
  await untilReached('The storm does not end', listed, before + most, end);
  const tookMs = Date.now() - at;
  await untilReached('The storm does not end', listed, before + count, end);
  const taken = await environment.sink.taken();
  const mails = owners.ids.map((id) => taken.get(emailOf(id)) ?? 0);
  return {
    kind,
    owners,
    setUpMs,
    mailedMs,
    tookMs,
    perSecond: (most / tookMs) * 1_000,
    missed: mails.filter((n) => n === 0).length,
    twice: mails.filter((n) => n > 1).length,
  };
}
