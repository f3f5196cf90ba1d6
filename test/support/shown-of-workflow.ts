/** Everything that Temporal's page shows of a workflow, with its payloads as text. */
import type { WorkflowHandle } from '@temporalio/client';

export async function shownOf(handle: WorkflowHandle): Promise<string> {
  const shown = JSON.stringify([await handle.describe(), await handle.fetchHistory()]);
  return shown.replaceAll(/"data":"([^"]*)"/g, (_, data: string) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
}
