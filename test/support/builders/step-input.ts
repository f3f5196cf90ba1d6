import type { TestApi } from '../servers/api.ts';

/** The input that the workflow of an owner's switch gives each step at this moment of the test. */
export const stepInput = (api: Pick<TestApi, 'clock'>, { id }: { id: string }) => ({
  userId: id,
  workflowNow: api.clock.now,
  atOnce: true,
});
