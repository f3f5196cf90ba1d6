import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { silent } from '../../dev/cli/progress.ts';
import { startTemporal } from '../../dev/servers/temporal.ts';
import { registerSearchAttributes, searchAttributesUsable } from '../../worker/schedules.ts';
import { until } from '../support/until.ts';
import { use } from '../support/use.ts';

// A fresh one, which has never heard of ours.
const server = await use(
  () => startTemporal({ say: silent }),
  (it) => it.stop(),
);
const connection = await use(() => Connection.connect({ address: server.address }));
const client = new Client({ connection, namespace: server.namespace });

const start = () =>
  client.workflow.start('anyWorkflow', {
    workflowId: randomUUID(),
    taskQueue: 'nobody',
    workflowExecutionTimeout: '1 minute',
    typedSearchAttributes: [
      { key: defineSearchAttributeKey('SwitchStatus', SearchAttributeType.KEYWORD), value: 'armed' },
      { key: defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME), value: new Date() },
    ],
  });

describe('the search attributes on a fresh server', () => {
  test('are not usable before they are registered, which is noticed', async () => {
    await expect(searchAttributesUsable(client, 'queue')).rejects.toThrow();
    await expect(start()).rejects.toThrow();
  });

  test('are registered once, however many workers try at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => registerSearchAttributes(connection, server.namespace)));
    await registerSearchAttributes(connection, server.namespace);
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: server.namespace,
    });
    expect(Object.keys(customAttributes ?? {})).toEqual(
      expect.arrayContaining(['SwitchStatus', 'NextDeadline']),
    );
  });

  test('can be used by every workflow once they are reported as usable, and the probe leaves no workflow running', async () => {
    await until('they are usable', () =>
      searchAttributesUsable(client, 'queue').then(
        () => true,
        () => false,
      ),
    );
    for (let i = 0; i < 10; i += 1) await start();
    // The server's list lags a little.
    await until('no probe runs', async () => {
      for await (const run of client.workflow.list({ query: `ExecutionStatus = 'Running'` })) {
        if (run.workflowId.startsWith('probe/')) return false;
      }
      return true;
    });
  });
});
