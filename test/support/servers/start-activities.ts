import { afterAll } from '@jest/globals';
import { createActivities } from '../../../activities/index.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { stepInput } from '../builders/step-input.ts';
import { activityDeps } from './activity-deps.ts';
import { startApi } from './api.ts';

const DAY = 86_400_000;

/**
 * Starts an API and the activities that work on its database. Both close after the tests of the file.
 *
 * @param env settings of the API that differ
 */
export async function startActivities(env: Record<string, string> = {}) {
  const api = await startApi(env);
  const deps = activityDeps(api);
  afterAll(async () => {
    deps.mailer.close();
    await api.close();
  });
  const activities = createActivities(deps);

  /** Sends everything that is queued, or all that is queued for one owner, as the mail workflows would. */
  async function sendQueued(owner?: { id: string }): Promise<void> {
    const queued = await api
      .em()
      .find(
        Mail,
        { status: 'queued', ...(owner && { userId: owner.id }) },
        { orderBy: { createdAt: 'asc' } },
      );
    for (const { id } of queued) await activities.sendMail({ mailId: id });
  }

  /** Lets the default threshold pass, with every reminder on its day. */
  async function passDeadline(owner: { id: string }): Promise<void> {
    for (const days of [67.5, 9, 9]) {
      api.clock.now += days * DAY;
      await activities.remind(stepInput(api, owner));
      await sendQueued(owner);
    }
    api.clock.now += 4.5 * DAY;
  }

  return { api, deps, activities, sendQueued, passDeadline };
}
