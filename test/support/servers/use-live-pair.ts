import { afterEach } from '@jest/globals';
import type { ApiDeps } from '../../../api/deps.ts';
import type { LiveLimits } from '../../../api/live/limits.ts';
import { recordActivity } from '../../../db/activity-log.ts';
import type { ActivityType } from '../../../db/entities/activity.ts';
import { startApi, type TestApi } from './api.ts';
import { useApi } from './use-api.ts';

/** Two processes on one database and one Redis, and others for one test at a time. */
export async function useLivePair() {
  const api = await useApi();
  const beside = await useApi({}, {}, { beside: api });
  const more: TestApi[] = [];
  afterEach(async () => {
    for (const each of more.splice(0)) await each.close();
  });
  return {
    api,
    beside,
    /** A process with its own limits and dependencies, for one test. */
    async startBeside(live: Partial<LiveLimits>, deps: Partial<ApiDeps> = {}): Promise<TestApi> {
      const started = await startApi({}, deps, { beside: api, live });
      more.push(started);
      return started;
    },
    /** Records something about an owner, without a hint. */
    record: (
      userId: string,
      detail: Record<string, string | number> = {},
      type: ActivityType = 'profile_changed',
    ) =>
      api.em().transactional((em) =>
        recordActivity(em, api.deps.signRecord, {
          userId,
          type,
          at: new Date(api.clock.now),
          detail,
        }),
      ),
  };
}
