/** What the demo considers a failure in a workflow's history. */
import { expect, test } from '@jest/globals';
import proto from '@temporalio/proto';
import { failureIn } from '../../dev/demo/histories.ts';

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1;

test.each([
  ['nothing', { workflowTaskCompletedEventAttributes: {} }, undefined],
  [
    'a signal that came while a run was ending',
    {
      workflowTaskFailedEventAttributes: {
        cause: WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND,
      },
    },
    undefined,
  ],
  [
    'a replay that does not fit',
    {
      workflowTaskFailedEventAttributes: {
        cause: WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR,
      },
    },
    'workflowTaskFailedEventAttributes, WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR',
  ],
  [
    'a failed task without a cause',
    { workflowTaskFailedEventAttributes: {} },
    'workflowTaskFailedEventAttributes',
  ],
  [
    'a task nobody answered',
    { workflowTaskTimedOutEventAttributes: {} },
    'workflowTaskTimedOutEventAttributes',
  ],
  ['an activity that failed', { activityTaskFailedEventAttributes: {} }, 'activityTaskFailedEventAttributes'],
])('%s', (_, event, failure) => {
  expect(failureIn(event)).toBe(failure);
});
