/** The workflows with one small change that no running switch would survive: a different command comes first. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import type { SwitchInput } from '../../workflows/contract.ts';
import { switchWorkflow as unchanged } from '../../workflows/switch.workflow.ts';

const switchStatus = defineSearchAttributeKey('SwitchStatus', SearchAttributeType.KEYWORD);

export async function switchWorkflow(input: SwitchInput): Promise<void> {
  upsertSearchAttributes([{ key: switchStatus, value: 'looking' }]);
  await unchanged(input);
}
