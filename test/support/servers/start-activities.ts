import { afterAll } from '@jest/globals';
import { type Activities, type ActivityDeps, createActivities } from '../../../activities/index.ts';
import { activityDeps } from './activity-deps.ts';
import { startApi, type TestApi } from './api.ts';

export interface StartedActivities {
  api: TestApi;
  deps: ActivityDeps & { mailer: NonNullable<ActivityDeps['mailer']> };
  activities: Activities;
}

/**
 * Starts an API and the activities that work on its database. Both close after the tests of the file.
 *
 * @param env settings of the API that differ
 */
export async function startActivities(env: Record<string, string> = {}): Promise<StartedActivities> {
  const api = await startApi(env);
  const deps = activityDeps(api);
  afterAll(async () => {
    deps.mailer.close();
    await api.close();
  });
  return { api, deps, activities: createActivities(deps) };
}
