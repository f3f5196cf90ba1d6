/** The list of what was left to a successor, which the owner's client signs and seals. */
import { SuccessorList } from '../../../db/entities/successor-list.ts';
import { User } from '../../../db/entities/user.ts';
import { transact } from '../../../db/transact.ts';
import { requireBasis } from '../../auth/key-bundle.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { listFor } from '../../successors/shares.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { LIST_BODY_LIMIT, ListStored, ListToStore, StoredList, SuccessorParams } from './schema.ts';

export const readList = route('GET /successors/:id/list', {
  name: 'getSuccessorList',
  summary: 'Read the signed list of what was left to a successor',
  description:
    'Opaque to us. A list that was made for an earlier share opens nothing, so it is not returned.',
  access: 'session',
  params: SuccessorParams,
  responses: { 200: StoredList },
  errors: ['not_found'],
  async handler({ em, caller, params }) {
    const successor = await findOwn(em, caller.user.id, params.id);
    const stored = await em.findOne(SuccessorList, { successorId: params.id }, { refresh: true });
    return { body: { list: await listFor(em, successor), listVersion: stored?.version ?? 0 } };
  },
});

export const writeList = route('PUT /successors/:id/list', {
  name: 'storeSuccessorList',
  summary: 'Store the signed list of what was left to a successor',
  description:
    'Clients renew it automatically after edits, so storing it is not a sign of life. The successor gets it with ' +
    'the entries. Name the `listVersion` that you read, and the `keyBundleVersion` of the bundle that sealed it: ' +
    'if another client has stored a list or sealed to the successors since, the request is refused with ' +
    '`version_conflict`, and nothing changes.',
  access: 'session',
  params: SuccessorParams,
  body: ListToStore,
  bodyLimit: LIST_BODY_LIMIT,
  noSignOfLife: true,
  responses: { 200: ListStored },
  errors: ['not_found', ...CHECK_IN_FIRST, 'version_conflict'],
  async handler({ em: outer, caller, params: { id }, body }) {
    const { list, listVersion, keyBundleVersion } = body;
    await transact(outer, async (em) => {
      await lockSuccessors(em, caller);
      // A rotation takes the same lock, so no new shares come in between.
      const user = await em.findOneOrFail(User, { id: caller.user.id }, { refresh: true });
      requireBasis(user, keyBundleVersion);
      const { shareVersion } = await findOwn(em, caller.user.id, id);
      const stored = await em.findOne(SuccessorList, { successorId: id }, { refresh: true });
      if ((stored?.version ?? 0) !== listVersion) {
        throw new Problem('version_conflict', 'Another client has stored a list since you read it.');
      }
      await em.upsert(SuccessorList, { successorId: id, list, version: listVersion + 1, shareVersion });
    });
    return { body: { message: 'The list has been stored.', listVersion: listVersion + 1 } };
  },
});
