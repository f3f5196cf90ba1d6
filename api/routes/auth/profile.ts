/** The profile: who is logged in, and what they may change about it. */
import { recordActivity } from '../../../db/activity-log.ts';
import { Switch } from '../../../db/entities/switch.ts';
import { User } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../errors.ts';
import { route } from '../../route.ts';
import { Profile, ProfileBody, ProfileChanged } from './schema.ts';
import { presentUser } from './user.ts';

async function currentUser({ config }: ApiDeps, em: EntityManager, id: string) {
  const user = await em.findOne(User, { id }, { refresh: true });
  const owned = user && (await em.findOne(Switch, { userId: id }, { refresh: true }));
  if (!user || !owned) throw new Problem('unauthenticated');
  return presentUser(config, user, owned.lastSeenAt);
}

export const getProfile = route({
  method: 'get',
  path: '/auth/profile',
  tag: 'Account',
  summary: 'Who is logged in',
  access: 'session',
  limit: 'default',
  responses: { 200: Profile },
  handler: async ({ em, caller, deps }) => ({
    status: 200,
    body: { user: await currentUser(deps, em, caller.user.id) },
  }),
});

export const changeProfile = route({
  method: 'put',
  path: '/auth/profile',
  tag: 'Account',
  summary: 'Change the display name, or store a new key bundle',
  description: 'What is left out stays as it is.',
  access: 'session',
  limit: 'default',
  body: ProfileBody,
  responses: { 200: ProfileChanged },
  async handler({ em, caller, body, client, now, deps }) {
    const { name, keyBundle } = body;
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(keyBundle === undefined ? {} : { keyBundle }),
    };
    const userId = caller.user.id;
    if (Object.keys(changes).length > 0) {
      await em.nativeUpdate(User, { id: userId }, changes);
      const detail = { name: name !== undefined, keyBundle: keyBundle !== undefined };
      await recordActivity(em, deps.sign, { userId, type: 'profile_changed', at: now, detail, ...client });
    }
    const user = await currentUser(deps, em, userId);
    return { status: 200, body: { message: 'Your profile is saved.', user } };
  },
});
