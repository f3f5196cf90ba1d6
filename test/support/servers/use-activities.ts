import { createActivities } from '../../../activities/index.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { stepInput } from '../builders/step-input.ts';
import { use } from '../use.ts';
import { activityDeps } from './activity-deps.ts';
import { servers } from './shared-servers.ts';
import { useApi } from './use-api.ts';

const DAY = 86_400_000;

/**
 * An API for all tests of a file, and the activities that work on its database.
 *
 * @param env settings of the API that differ
 * @param smtp the mail server that the activities send to
 */
export async function useActivities(
  env: Record<string, string> = {},
  smtp: { host: string; port: number } = servers.mail,
) {
  const api = await useApi(env);
  const deps = await use(
    () => activityDeps(api, smtp),
    ({ mailer }) => mailer.close(),
  );
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
