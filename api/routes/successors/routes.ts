/** Successors: the people who are to receive the vault. */
import { randomUUIDv7 } from 'node:crypto';
import { changedValues } from '../../../db/activity-log.ts';
import { ContactQuestion } from '../../../db/entities/contact-question.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import { User } from '../../../db/entities/user.ts';
import { givenLocale } from '../../../db/locale.ts';
import { rememberOptOut } from '../../../db/opt-outs.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { killTokens } from '../../../db/tokens.ts';
import { type NamedSuccessor, weakensSuccessor } from '../../../switch/weakening.ts';
import type { Caller } from '../../auth/caller.ts';
import { requireConfirmed } from '../../auth/confirmed-session.ts';
import { callerStatement } from '../../auth/find-caller.ts';
import { checkWeakening } from '../../auth/weakening.ts';
import { checkPlan } from '../../billing/plan-limits.ts';
import type { ApiDeps } from '../../deps.ts';
import { invalid, Problem } from '../../http/errors.ts';
import { type HandlerContext, route, tagged } from '../../http/route.ts';
import { messageBody } from '../../http/schemas.ts';
import {
  countMailTo,
  dropKit,
  eligibilityChanged,
  markSharesStale,
  queueRemoved,
  queueVerification,
  refuseOptedOut,
  UNPROVEN,
} from '../../successors/consequences.ts';
import { concernsShares, findOwn, lockSuccessors } from '../../successors/owned.ts';
import {
  type FoundSuccessor,
  presentFound,
  presentSuccessor,
  successorsWhere,
} from '../../successors/present.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { askAgain } from './ask-again.ts';
import { readAssigned, writeAssigned } from './assigned-entries.ts';
import { answerContact } from './contact.ts';
import { pinKey, storePublicKey } from './keys.ts';
import { describeLink } from './link.ts';
import { readList, writeList } from './lists.ts';
import { askForNewKit } from './new-kit.ts';
import { optOut } from './opt-out.ts';
import {
  ChangedSuccessor,
  NewSuccessor,
  RemovedSuccessor,
  SuccessorAnswer,
  SuccessorList,
  SuccessorParams,
  SuccessorWritten,
} from './schema.ts';
import { confirmSecondAddress, queueSecondAddress, replaceSecondAddress } from './second-address.ts';
import { writeShares } from './shares.ts';
import { resend, verify } from './verification.ts';

/**
 * @throws Problem if it is the owner's own address, that of another of their successors, or of someone who opted out
 */
async function checkAddress(
  deps: ApiDeps,
  em: EntityManager,
  { user }: Caller,
  email: string,
  field = 'email',
): Promise<void> {
  if (email === user.email) {
    throw invalid(
      [{ path: `body.${field}`, message: 'is your own address: name someone else' }],
      'You cannot be your own successor.',
    );
  }
  if ((await em.count(Successor, { userId: user.id, $or: [{ email }, { secondEmail: email }] })) > 0) {
    throw new Problem('already_exists', 'You already have a successor with this address.');
  }
  await refuseOptedOut(deps, em, { userId: user.id, email });
}

/** Remembers an opt-out before its row is deleted. After a restored backup it may be stored nowhere else (db/removals.ts). */
async function keepOptOut({ config }: ApiDeps, em: EntityManager, row: SuccessorRow, now: Date) {
  if (row.optedOutAt) await rememberOptOut(em, config, row, 'owner', now);
}

const create = route('POST /successors', {
  name: 'addSuccessor',
  summary: 'Add a successor',
  description:
    'They get an email and verify their address. The first verified successor arms the switch. Someone ' +
    'who asked not to be named, by this owner or by anybody, is refused with `successor_opted_out`. ' +
    'Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. A second address is ' +
    'ignored here: set it with `PUT /successors/{id}`.',
  access: 'session',
  limit: 'owner_mail',
  mailsSuccessor: true,
  body: NewSuccessor,
  responses: { 201: SuccessorWritten },
  errors: ['already_exists', ...CHECK_IN_FIRST, 'confirmation_required', 'plan_limit', 'successor_opted_out'],
  async handler({ body, ...context }) {
    const { em, caller, now, record, deps } = context;
    await lockSuccessors(em, caller);
    await checkWeakening(context, weakensSuccessor(null, body), body.name);
    await checkAddress(deps, em, caller, body.email);
    const userId = caller.user.id;
    const id = body.id ?? randomUUIDv7();
    if ((await em.count(Successor, { id })) > 0) {
      throw new Problem('already_exists', 'Another successor has this id.');
    }
    // Unless the request names them, the language and time zone are the owner's. The successor can change them later.
    const owner = await em.findOneOrFail(User, { id: userId });
    const { language = owner.language, timeZone = owner.timeZone } = body;
    const named = { ...body, language, timeZone, ...UNPROVEN, optedOutAt: null, createdAt: now };
    await em.insert(Successor, { ...named, id, userId });
    await checkPlan(deps, em, userId, 'successors');
    await countMailTo(context, body.email);
    await queueVerification(em, { id, userId, email: body.email }, now);
    const { handoverDelayDays, restrictToAssignedEntries } = body;
    await record('successor_added', { successorId: id, handoverDelayDays, restrictToAssignedEntries });
    return {
      status: 201,
      body: {
        message: "The successor has been added. We've asked them to verify their address.",
        successor: await presentSuccessor(em, userId, id),
      },
    };
  },
});

const list = route('GET /successors', {
  name: 'listSuccessors',
  summary: 'List all successors, oldest first',
  access: 'session',
  responses: { 200: SuccessorList },
  fastPath: {
    statement: callerStatement<{ successors: FoundSuccessor[] }>(
      'successors',
      successorsWhere('s.user_id = caller.id'),
    ),
    values: () => [],
    respond: ({ successors }) => ({ body: { successors: successors.map(presentFound) } }),
  },
});

const read = route('GET /successors/:id', {
  name: 'getSuccessor',
  summary: 'Get a successor',
  access: 'session',
  params: SuccessorParams,
  responses: { 200: SuccessorAnswer },
  errors: ['not_found'],
  async handler({ em, caller, params }) {
    return { body: { successor: await presentSuccessor(em, caller.user.id, params.id) } };
  },
});

/**
 * What the activity log says about a successor. The ID identifies them; their address does not belong in the log.
 */
const valuesOf = ({ handoverDelayDays, restrictToAssignedEntries }: NamedSuccessor) => ({
  handoverDelayDays,
  restrictToAssignedEntries,
});

/** Until it is verified, a new address is treated as another person's, so it keeps nothing from the old one. */
async function moveTo(em: EntityManager, before: SuccessorRow, email: string, now: Date) {
  const { id, userId } = before;
  await em.nativeUpdate(Successor, { id }, { email, verifiedAt: null, optedOutAt: null, bounceToldAt: null });
  await dropKit(em, before);
  // The next question is about the new address.
  await em.nativeDelete(ContactQuestion, { successorId: id });
  await killTokens(em, { userId, successorId: id }, ['response', 'access', 'contact', 'opt_out']);
  await queueVerification(em, { id, userId, email }, now);
}

type ChangeContext = Pick<HandlerContext, 'em' | 'caller' | 'limit' | 'limitMailbox' | 'now' | 'deps'>;

async function setSecondAddress(
  { em, caller, limit, limitMailbox, now, deps }: ChangeContext,
  before: SuccessorRow,
  secondEmail: string,
): Promise<void> {
  await checkAddress(deps, em, caller, secondEmail, 'secondEmail');
  await limit('owner_mail');
  await countMailTo({ limitMailbox }, secondEmail);
  await replaceSecondAddress(em, before, secondEmail);
  await queueSecondAddress(deps, em, before, secondEmail, now);
}

const change = route('PUT /successors/:id', {
  name: 'updateSuccessor',
  summary: 'Change a successor',
  description:
    'A new address has to be verified again; the verification, key, share, envelopes and links of the ' +
    'old one are deleted, and so is a second address. A second address is confirmed by a link of its own, and changes ' +
    'nothing else. A new address, another second one, a shorter delay and lifting the restriction need a confirmed ' +
    'session (`POST /auth/confirm`), and the owner gets an email about them. Another `ownerKey` needs a ' +
    'confirmed session too, and marks existing shares as stale if this successor has a pinned key or a share.',
  access: 'session',
  limit: 'successor_change',
  mailsSuccessor: true,
  params: SuccessorParams,
  body: ChangedSuccessor,
  responses: { 200: SuccessorWritten },
  errors: ['not_found', 'already_exists', ...CHECK_IN_FIRST, 'confirmation_required', 'successor_opted_out'],
  async handler({ params: { id }, body: { email, secondEmail, ...fields }, ...context }) {
    const { em, caller, limit, now, record, deps } = context;
    await lockSuccessors(em, caller);
    const userId = caller.user.id;
    const before = await findOwn(em, userId, id);
    const {
      name = before.name,
      handoverDelayDays = before.handoverDelayDays,
      restrictToAssignedEntries = before.restrictToAssignedEntries,
    } = fields;
    const newOwnerKey = fields.ownerKey !== undefined && fields.ownerKey !== before.ownerKey;
    const moves = email !== undefined && email !== before.email;
    const after = {
      email: email ?? before.email,
      secondEmail: (secondEmail === undefined && !moves ? before.secondEmail : secondEmail) || null,
      name,
      handoverDelayDays,
      restrictToAssignedEntries,
    };
    await checkWeakening(context, weakensSuccessor(before, after), before.name);
    // Otherwise a stolen session could name a forger's key.
    if (newOwnerKey) {
      requireConfirmed(caller, now);
      if (concernsShares(before)) await markSharesStale(em, userId);
    }
    if (Object.keys(fields).length > 0) await em.nativeUpdate(Successor, { id }, fields as never);
    const newSecond = moves || after.secondEmail !== before.secondEmail;
    // The second address is removed before the first changes, and set after that, because either may become the other.
    if (newSecond) await replaceSecondAddress(em, before, null);
    if (moves) {
      await checkAddress(deps, em, caller, email);
      await limit('owner_mail');
      await countMailTo(context, email);
      await keepOptOut(deps, em, before, now);
      await moveTo(em, before, email, now);
      if (before.verifiedAt) await eligibilityChanged(deps, em, userId, now);
    }
    if (newSecond && after.secondEmail !== null) {
      await setSecondAddress(context, before, after.secondEmail);
    }
    const detail = {
      successorId: id,
      ...(after.email === before.email ? {} : { addressChanged: true }),
      ...(after.secondEmail === before.secondEmail ? {} : { secondAddressChanged: true }),
      ...(after.name === before.name ? {} : { nameChanged: true }),
      ...(newOwnerKey ? { ownerKeyChanged: true } : {}),
      ...givenLocale(fields),
      ...changedValues(valuesOf(before), valuesOf(after)),
    };
    await record('successor_changed', detail);
    return {
      body: {
        message: 'The successor has been changed.',
        successor: await presentSuccessor(em, userId, id),
      },
    };
  },
});

const remove = route('DELETE /successors/:id', {
  name: 'removeSuccessor',
  summary: 'Remove a successor',
  description:
    'Their envelopes, share and links are deleted too. Without a verified successor the switch turns ' +
    'off. With `tell`, a successor who had confirmed their address gets an email that says so. Needs a ' +
    'confirmed session (`POST /auth/confirm`), and the owner gets an email about it.',
  access: 'session',
  params: SuccessorParams,
  body: RemovedSuccessor,
  responses: { 200: messageBody },
  errors: ['not_found', ...CHECK_IN_FIRST, 'confirmation_required'],
  async handler({ params: { id }, body, ...context }) {
    const { em, caller, now, record, deps } = context;
    await lockSuccessors(em, caller);
    const userId = caller.user.id;
    const before = await findOwn(em, userId, id);
    await checkWeakening(context, weakensSuccessor(before, null), before.name);
    await keepOptOut(deps, em, before, now);
    await em.nativeDelete(Successor, { id });
    if (body?.tell) await queueRemoved(em, before, now);
    if (concernsShares(before)) await markSharesStale(em, userId);
    if (before.verifiedAt) await eligibilityChanged(deps, em, userId, now);
    await record('successor_removed', { successorId: id, verified: before.verifiedAt != null });
    return { body: { message: 'The successor has been removed.' } };
  },
});

/** Fixed paths come before `:id`, which would match them. */
export const successorRoutes = tagged('Successors', [
  verify,
  describeLink,
  storePublicKey,
  writeShares,
  optOut,
  answerContact,
  confirmSecondAddress,
  create,
  list,
  read,
  change,
  remove,
  resend,
  pinKey,
  askForNewKit,
  askAgain,
  readAssigned,
  writeAssigned,
  readList,
  writeList,
]);
