/** The searches of docs/operations.md, run on a real server. */
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { Liveness } from '../../db/entities/liveness.ts';
import { Switch } from '../../db/entities/switch.ts';
import { putMessage } from '../../db/outbox.ts';
import type { SwitchEvent } from '../../switch/state.ts';
import { mailWorkflowId, switchWorkflowId } from '../../workflows/contract.ts';
import { take } from '../support/builders/handover.ts';
import { type BuiltOwner, buildOwner, buildSuccessor } from '../support/builders/owner.ts';
import { startWorkerEnvironment } from '../support/servers/worker-environment.ts';
import { shownOf } from '../support/shown-of-workflow.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

const DAY = 86_400_000;
const SOON = new Date(Date.now() + 7 * DAY);

/** Question and search, from the table on that page. */
const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const searches = new Map(
  [...page.matchAll(/^\| ([^|]+\?[^|]*) \| +`([^`]*(?:SwitchStatus|ExecutionStatus)[^`]*)` +\|$/gm)].map(
    ([, question = '', search = '']) => [question.trim(), search],
  ),
);

// Days of real length, and a mail server that is down.
const env = { DAY_LENGTH_MS: String(DAY), SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' };
const environment = await use(() => startWorkerEnvironment({ env, worker: false }));
const owners: Record<string, BuiltOwner> = {};
const mails: string[] = [];

beforeAll(async () => {
  const em = environment.em();
  // No outage is credited.
  const always = { startedAt: new Date(Date.now() - 400 * DAY), beatAt: new Date(Date.now() + 4 * 60_000) };
  for (const service of ['api', 'mail'] as const) {
    await em.insert(Liveness, { id: randomUUIDv7(), service, ...always });
  }
  const reminded = (at = Date.now()) =>
    Array.from({ length: 3 }, (): SwitchEvent => ({ kind: 'reminder_accepted', at }));
  const noticed = (): SwitchEvent[] => [
    ...reminded(),
    { kind: 'final_notice_accepted', at: Date.now(), handoverId: randomUUIDv7() },
  ];
  const bring = async (name: string, events: SwitchEvent[], lastSeenAt = new Date()) => {
    const owner = await buildOwner(environment, { name });
    owners[name] = owner;
    const { id: successorId } = await buildSuccessor(environment, owner);
    const moment = { lastSeenAt, clockStartedAt: lastSeenAt };
    await environment.em().nativeUpdate(Switch, { userId: owner.id }, moment);
    for (const event of events) await take(environment, owner, event);
    return successorId;
  };
  await bring('armed', []);
  await bring('near', reminded(Date.now() - 3 * DAY), new Date(Date.now() - 88 * DAY));
  await bring('stuck', reminded(Date.now() - 9 * DAY), new Date(Date.now() - 92 * DAY));
  await bring('grace', noticed());
  await bring('paused', [{ kind: 'paused', until: Date.now() + 30 * DAY }]);
  const successorId = await bring('asking', [...noticed(), { kind: 'grace_ended' }]);
  await take(environment, owners.asking as BuiltOwner, {
    kind: 'successors_invited',
    successorIds: [successorId],
  });
  // Their workflows end while the searches would find them. The searches are about running workflows only.
  await bring('gone from grace', noticed());
  await bring('gone from reminding', reminded(Date.now() - 3 * DAY), new Date(Date.now() - 88 * DAY));
  const rows = await em.execute<{ id: string }[]>(`select id from mail where kind = 'invitation'`);
  mails.push(...rows.map(({ id }) => mailWorkflowId(id)));
  await environment.startWorker();
  for (const name of ['gone from grace', 'gone from reminding'])
    await endWorkflow(owners[name] as BuiltOwner);
});

/** Deletes an account once its workflow can be found, and waits for the workflow to end. */
async function endWorkflow({ id }: BuiltOwner): Promise<void> {
  const run = environment.temporal.workflow.getHandle(switchWorkflowId(id));
  const query = `WorkflowId = "${switchWorkflowId(id)}" and NextDeadline is not null`;
  await until(
    'its search attributes',
    async () => (await environment.temporal.workflow.count(query)).count > 0,
  );
  await environment.em().execute('delete from "user" where id = ?', [id]);
  await putMessage(environment.em(), { kind: 'switch', subjectId: id, seq: 99 }, new Date());
  await run.result();
}

/** What a search finds among the workflows of this test: owners by name, and mails. */
async function find(search: string): Promise<string[]> {
  const names = new Map(Object.entries(owners).map(([name, { id }]) => [switchWorkflowId(id), name]));
  for (const mail of mails) names.set(mail, 'mail');
  const found = [];
  for await (const { workflowId } of environment.temporal.workflow.list({ query: search })) {
    const name = names.get(workflowId);
    if (name) found.push(name);
  }
  return found.sort();
}

/** The dates on the page are examples. A range becomes the coming week, a single date this moment. */
const withDates = (search: string): string => {
  const moments = /between/i.test(search) ? [new Date(Date.now() - DAY), SOON] : [new Date()];
  let next = 0;
  return search.replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, () => moments[next++]?.toISOString() ?? '');
};

test.each<[string, string[]]>([
  ['Who releases this week?', ['grace']],
  ['Whose final notice goes out this week?', ['near']],
  ['Which switches are past their deadline?', ['stuck']],
  ['Which switches are on hold?', []],
  ['Which mails are not accepted?', ['mail']],
  ['Which switches are paused?', ['paused']],
  ['Whose successors are being asked?', ['asking']],
])('%s', (question, expected) => expectFound(question, expected));

test('a switch without a mail server is on hold, and no longer stuck', async () => {
  await environment.stopWorker();
  (environment.config as { SMTP_HOST: string }).SMTP_HOST = '';
  await environment.startWorker();
  await putMessage(
    environment.em(),
    { kind: 'switch', subjectId: owners.stuck?.id ?? '', seq: 9 },
    new Date(),
  );
  await expectFound('Which switches are on hold?', ['stuck']);
  await expectFound('Which switches are past their deadline?', []);
});

async function expectFound(question: string, expected: string[]): Promise<void> {
  const search = searches.get(question);
  expect(search).toEqual(expect.any(String));
  let found: string[] = [];
  // The search index lags behind.
  await until(`${question} to be answered by ${expected}`, async () => {
    found = await find(withDates(search ?? ''));
    return String(found) === String(expected);
  }).catch(() => expect(found).toEqual(expected));
}

test('every search of the docs page is tested here, and asks for running workflows', () => {
  expect(searches.size).toBe(7);
  for (const search of searches.values()) expect(search).toMatch(/^ExecutionStatus = "Running" and /);
});

test('without that condition, the searches would find workflows that have ended', async () => {
  const anyStatus = (question: string) =>
    find(withDates(searches.get(question) ?? '').replace('ExecutionStatus = "Running" and ', ''));
  expect(await anyStatus('Who releases this week?')).toEqual(['gone from grace', 'grace']);
  expect(await anyStatus('Whose final notice goes out this week?')).toEqual(['gone from reminding', 'near']);
});

test('nothing shown about a workflow names a person', async () => {
  for (const [name, owner] of Object.entries(owners)) {
    const handle = environment.temporal.workflow.getHandle(switchWorkflowId(owner.id));
    const shown = await shownOf(handle);
    expect(shown).toContain(owner.id);
    for (const personal of [owner.email, 'example.test', 'Sam Successor', `"${name}"`]) {
      if (personal !== '"armed"' && personal !== '"paused"') expect(shown).not.toContain(personal);
    }
  }
});
