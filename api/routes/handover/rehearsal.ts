/** The rehearsal: an owner tries the real steps with one successor and a sample, before anything has happened. */
import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import { recordActivity } from '../../../db/activity-log.ts';
import { Rehearsal, type RehearsalRow } from '../../../db/entities/rehearsal.ts';
import { Successor, type SuccessorRow } from '../../../db/entities/successor.ts';
import type { TokenRow } from '../../../db/entities/token.ts';
import { User } from '../../../db/entities/user.ts';
import type { EntityManager } from '../../../db/orm.ts';
import { beginRehearsal, noteRehearsal, rehearsalOfLink, rehearsalRecord } from '../../../db/rehearsal.ts';
import { mailboxesOf } from '../../../db/successor-mail.ts';
import { mintToken } from '../../../db/tokens.ts';
import type { ApiDeps } from '../../deps.ts';
import { Problem } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { countMailTo } from '../../successors/consequences.ts';
import { keepLocale } from '../../successors/linked-successor.ts';
import { findOwn, lockSuccessors } from '../../successors/owned.ts';
import { presentSuccessor, presentToThemselves } from '../../successors/present.ts';
import { CHECK_IN_FIRST } from '../../switch/programs.ts';
import { SuccessorWritten } from '../successors/schema.ts';
import { RehearsalBody, type RespondBody, type SuccessorAccess } from './schema.ts';

const OVER = "This rehearsal is over. Nothing has happened, and you don't need to do anything.";

const rehearse = route('POST /handover/rehearsal', {
  name: 'startRehearsal',
  summary: 'Rehearse a handover with one successor',
  description:
    'They get an email that says it is a rehearsal, and go through the real steps with a sample in place ' +
    'of the vault: respond, get access, read. The switch and the handover are not touched. The links end ' +
    'after 14 days, and a new rehearsal replaces the old one. The result appears on the successor. The ' +
    'sample is a harmless entry that the client encrypted like a real one, bound to its `id`.',
  access: 'session',
  limit: 'owner_mail',
  mailsSuccessor: true,
  body: RehearsalBody,
  bodyLimit: 128 * 1024,
  responses: { 201: SuccessorWritten },
  errors: ['not_found', 'successor_not_verified', 'successor_opted_out', ...CHECK_IN_FIRST],
  async handler({
    em,
    caller,
    body: { successorId, entry, encryptedShare },
    client,
    limitMailbox,
    now,
    deps,
  }) {
    await lockSuccessors(em, caller);
    const successor = await findOwn(em, caller.user.id, successorId);
    if (successor.optedOutAt) throw new Problem('successor_opted_out');
    if (!successor.verifiedAt) throw new Problem('successor_not_verified');
    for (const { recipient } of mailboxesOf(successor)) await countMailTo({ limitMailbox }, recipient);
    const { id = randomUUIDv7(), envelope = null, ...sealed } = entry;
    const sample = { id, ...sealed, envelope, encryptedShare: encryptedShare ?? null };
    await beginRehearsal(em, successor, sample, deps.rules.dayMs, now);
    const about = { userId: caller.user.id, successorId };
    await recordActivity(em, deps.signRecord, { ...rehearsalRecord(about, 'requested', now), ...client });
    return {
      status: 201,
      body: {
        message: "We're writing to them. The result appears on the successor.",
        successor: await presentSuccessor(em, caller.user.id, successorId),
      },
    };
  },
});

interface RunningRehearsal {
  rehearsal: RehearsalRow;
  sample: NonNullable<RehearsalRow['sample']>;
  successor: SuccessorRow;
}

/** @throws Problem `token_expired` once the rehearsal is over */
async function requireRunningRehearsal(
  em: EntityManager,
  token: TokenRow,
  now: Date,
): Promise<RunningRehearsal> {
  const rehearsal = await rehearsalOfLink(em, token, now);
  const successor =
    rehearsal &&
    (await em.findOne(Successor, { id: rehearsal.successorId, optedOutAt: null }, { refresh: true }));
  if (!rehearsal?.sample || !successor?.verifiedAt) throw new Problem('token_expired', OVER);
  return { rehearsal, sample: rehearsal.sample, successor };
}

/** Answers as the real route would if this acceptance completed the quorum. */
export async function respondInRehearsal(
  deps: ApiDeps,
  em: EntityManager,
  token: TokenRow,
  { response, ...body }: RespondBody,
  now: Date,
) {
  const { rehearsal, sample, successor } = await requireRunningRehearsal(em, token, now);
  const { id, userId, successorId, expiresAt } = rehearsal;
  await keepLocale(em, successorId, body);
  if (rehearsal.response === 'accept' && response !== 'accept') throw new Problem('response_final');
  if (rehearsal.response !== response) {
    await em.nativeUpdate(Rehearsal, { id }, { response, respondedAt: now });
    const record = rehearsalRecord(rehearsal, 'responded', now);
    await recordActivity(em, deps.signRecord, { ...record, detail: { ...record.detail, response } });
  }
  if (response !== 'accept') {
    const message = 'Thank you. In a real handover this would be your answer. Nothing has happened.';
    const status = response === 'owner_alive' ? 'reminding' : 'awaiting_successors';
    return { about: userId, body: { message, status, rehearsal: true } };
  }
  const { toSecond } = token;
  const request = { purpose: 'rehearsal_access', userId, successorId, toSecond, expiresAt } as const;
  const accessToken = await mintToken(em, deps.tokenSigner, request, now);
  return {
    about: userId,
    body: {
      message: 'Thank you. In a real handover you would have accepted now. Nothing has happened.',
      status: 'released',
      accessToken,
      accessExpiresAt: expiresAt.toISOString(),
      successor: presentToThemselves(successor),
      encryptedShare: sample.encryptedShare,
      holders: [],
      rehearsal: true,
    },
  };
}

/** The sample, in the shape of a vault. */
export async function readRehearsal(
  deps: ApiDeps,
  em: EntityManager,
  token: TokenRow,
  now: Date,
): Promise<{ about: string; access: z.input<typeof SuccessorAccess> }> {
  const { rehearsal, sample, successor } = await requireRunningRehearsal(em, token, now);
  await noteRehearsal(em, deps.signRecord, rehearsal.id, 'opened', now);
  const owner = await em.findOneOrFail(User, { id: rehearsal.userId });
  const { encryptedShare, ...entry } = sample;
  const at = rehearsal.requestedAt.toISOString();
  return {
    about: owner.id,
    access: {
      ownerName: owner.name,
      language: successor.language,
      successor: presentToThemselves(successor),
      quorum: 1,
      accepted: 1,
      expiresAt: rehearsal.expiresAt.toISOString(),
      threshold: encryptedShare === null ? null : 1,
      encryptedShare,
      reshares: [],
      messages: [],
      entryCount: 1,
      entries: [{ ...entry, category: 'rehearsal', tags: [], version: 1, createdAt: at, updatedAt: at }],
      rehearsal: true,
    },
  };
}

export const rehearsalRoutes = [rehearse];
