/** What a mail says, read from the rows at the moment of sending; null where it has lost its point. */
import { LockMode } from '@mikro-orm/core';
import { EmailChange } from '../db/entities/email-change.ts';
import { Handover } from '../db/entities/handover.ts';
import { Invitee } from '../db/entities/invitee.ts';
import type { MailRow } from '../db/entities/mail.ts';
import { Registration } from '../db/entities/registration.ts';
import { Rehearsal } from '../db/entities/rehearsal.ts';
import { Successor } from '../db/entities/successor.ts';
import type { TokenPurpose } from '../db/entities/token.ts';
import { User } from '../db/entities/user.ts';
import type { EntityManager } from '../db/orm.ts';
import { isYetToStartOver } from '../db/restoration.ts';
import { loadSwitch } from '../db/switch.ts';
import { mintToken } from '../db/tokens.ts';
import { FAIR_WEATHER, plan, quorumUnreachable } from '../switch/plan.ts';
import type { Rules } from '../switch/state.ts';
import type { MailDeps } from './deps.ts';
import type { MailData } from './kinds/index.ts';

/** A kind together with the data of that very kind. */
export type Letter = { [K in keyof MailData]: { kind: K; data: MailData[K] } }[keyof MailData];

/** What only the step that sends the mail knows. */
export interface Facts {
  /** When the owner's time is up, in milliseconds. */
  deadline?: number;
  /** The owner's name, read a moment ago. */
  ownerName?: string;
  /** Of the check-in link, stored a moment ago; left out, one is minted. */
  token?: string;
}

export interface ComposeContext extends MailDeps {
  em: EntityManager;
  now: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** So long the last mails of a deleted account are tried: a mailbox that takes none must not keep its address here. */
const LAST_MAILS_MS = 30 * DAY_MS;

/** The page behind each link, and how long its token lives; null ends with the cycle, handover or window. */
const LINKS = {
  verify_email: { page: 'verify-email', livesMs: DAY_MS },
  reset_password: { page: 'reset-password', livesMs: HOUR_MS },
  change_email: { page: 'verify-email', livesMs: DAY_MS },
  check_in: { page: 'check-in', livesMs: null },
  successor_verification: { page: 'successor', livesMs: 30 * DAY_MS },
  response: { page: 'respond', livesMs: null },
  access: { page: 'access', livesMs: null },
  rehearsal_response: { page: 'respond', livesMs: null },
  rehearsal_access: { page: 'access', livesMs: null },
  opt_out: { page: 'opt-out', livesMs: 365 * DAY_MS },
} as const satisfies Record<TokenPurpose, { page: string; livesMs: number | null }>;

/** Mails that are nothing but their link: asked for by somebody who waits for it, and can ask again. */
const ASKED_FOR: { [K in MailRow['kind']]?: TokenPurpose } = {
  verify_email: 'verify_email',
  password_reset: 'reset_password',
  email_change: 'change_email',
  successor_verification: 'successor_verification',
};

/** Whether a mail that could not be sent has waited for longer than its link would have lived. */
function outlived({ kind, createdAt }: MailRow, now: Date): boolean {
  const purpose = ASKED_FOR[kind];
  const livesMs = purpose === undefined ? null : LINKS[purpose].livesMs;
  return livesMs !== null && now.getTime() - createdAt.getTime() >= livesMs;
}

async function mintLink(
  context: ComposeContext,
  mail: MailRow,
  purpose: TokenPurpose,
  expiresAt?: Date,
): Promise<string> {
  const { em, seal, now, frontendUrl } = context;
  const { page, livesMs } = LINKS[purpose];
  const lives = livesMs === null ? null : new Date(now.getTime() + livesMs);
  const { userId, successorId, handoverId, epoch } = mail;
  const token = await mintToken(
    em,
    seal,
    {
      purpose,
      userId,
      successorId: successorId ?? null,
      handoverId: handoverId ?? null,
      epoch: epoch ?? null,
      registrationId: mail.data.registrationId ? String(mail.data.registrationId) : null,
      expiresAt: expiresAt ?? lives,
    },
    now,
  );
  return `${frontendUrl}/${page}?token=${token}`;
}

/** The check-in link of a warning; its token may be there already. */
const checkInLink = async (context: ComposeContext, mail: MailRow, { token }: Facts): Promise<string> =>
  token === undefined
    ? mintLink(context, mail, 'check_in')
    : `${context.frontendUrl}/${LINKS.check_in.page}?token=${token}`;

export async function compose(context: ComposeContext, mail: MailRow, facts: Facts): Promise<Letter | null> {
  if (outlived(mail, context.now)) return null;
  if (mail.kind === 'reminder' && facts.ownerName)
    return composeReminder(context, mail, facts.ownerName, facts);
  const owner = await context.em.findOne(User, { id: mail.userId }, { refresh: true });
  if (!owner && context.now.getTime() - mail.createdAt.getTime() > LAST_MAILS_MS) return null;
  if (mail.kind === 'farewell') return { kind: mail.kind, data: { name: String(mail.data.name) } };
  // A successor who was invited is told even of an account that is gone.
  const ownerName = owner?.name ?? (mail.data.ownerName ? String(mail.data.ownerName) : null);
  if (ownerName === null) return null;
  if (mail.kind === 'owner_unreachable') {
    const { since, code } = mail.data;
    return {
      kind: mail.kind,
      data: { userId: mail.userId, since: new Date(Number(since)), code: String(code) },
    };
  }
  if (mail.successorId || mail.kind === 'handover_cancelled')
    return composeForSuccessor(context, mail, ownerName);
  return owner && composeForOwner(context, mail, owner.name, owner.emailVerifiedAt != null, facts);
}

/** How long a grace period a final notice names: as its row says, which was made when it became due. */
export const graceOf = ({ data }: Pick<MailRow, 'data'>, rules: Rules): number =>
  typeof data.graceMs === 'number' ? data.graceMs : rules.graceMs;

/** Whether the mailbox still is the account's; kept so until the link's token is committed. */
async function isAddressOf({ em }: ComposeContext, mail: MailRow): Promise<boolean> {
  return (await lockOwner(em, mail.userId))?.email === mail.recipient;
}

/** Whether the account still waits for this new mailbox, and nobody else has it; kept so as above. */
async function isAwaited({ em }: ComposeContext, mail: MailRow): Promise<boolean> {
  await lockOwner(em, mail.userId);
  const awaited = await em.findOne(
    EmailChange,
    { userId: mail.userId, email: mail.recipient },
    { refresh: true },
  );
  const taken = { email: mail.recipient, emailVerifiedAt: { $ne: null } };
  return awaited !== null && (await em.count(User, taken)) === 0;
}

/** Whoever changes address or credentials changes this row, and so waits, or is seen. */
const lockOwner = (em: EntityManager, id: string) =>
  em.findOne(User, { id }, { refresh: true, lockMode: LockMode.PESSIMISTIC_READ });

async function composeForOwner(
  context: ComposeContext,
  mail: MailRow,
  name: string,
  verified: boolean,
  facts: Facts,
): Promise<Letter | null> {
  const { rules, now, frontendUrl } = context;
  switch (mail.kind) {
    case 'verify_email':
      return verified ? null : composeVerification(context, mail, name);
    case 'account_exists':
      return { kind: mail.kind, data: { name, link: `${frontendUrl}/` } };
    case 'password_reset':
      return (await isAddressOf(context, mail))
        ? { kind: mail.kind, data: { name, link: await mintLink(context, mail, 'reset_password') } }
        : null;
    case 'email_change':
      return (await isAwaited(context, mail))
        ? { kind: mail.kind, data: { name, link: await mintLink(context, mail, 'change_email') } }
        : null;
    case 'email_change_notice':
      return { kind: mail.kind, data: { name } };
    case 'payment_failed':
      return { kind: mail.kind, data: { name, link: `${frontendUrl}/` } };
    case 'security_change': {
      const { at, device, ipAddress = '', successorName = '', ...changes } = mail.data;
      return {
        kind: mail.kind,
        data: {
          name,
          changes,
          successorName: String(successorName),
          at: new Date(Number(at)),
          device: String(device),
          ipAddress: String(ipAddress),
          link: `${frontendUrl}/`,
        },
      };
    }
    case 'successor_opted_out':
      return { kind: mail.kind, data: { name, successorName: String(mail.data.successorName) } };
    case 'access_notice':
      return {
        kind: mail.kind,
        data: { name, successorName: String(mail.data.successorName), at: new Date(Number(mail.data.at)) },
      };
  }
  if (mail.kind === 'reminder') return composeReminder(context, mail, name, facts);
  const current = await loadSwitch(context.em, mail.userId);
  if (!current) return null;
  const { status, pausedUntil, ownerAliveAt, successors } = current.state;
  switch (mail.kind) {
    case 'switch_off':
      return status === 'off'
        ? { kind: mail.kind, data: { name, handoverCancelled: mail.data.handoverCancelled === true } }
        : null;
    case 'pause_reminder':
      return status === 'paused' && pausedUntil !== null
        ? {
            kind: mail.kind,
            data: {
              name,
              pausedUntil: new Date(pausedUntil),
              hasSuccessor: successors.length > 0,
              link: await mintLink(context, mail, 'check_in'),
            },
          }
        : null;
    case 'owner_alive':
      return ownerAliveAt === null
        ? null
        : {
            kind: mail.kind,
            data: {
              name,
              deadline: new Date(plan(current.state, now.getTime(), rules, FAIR_WEATHER).deadline ?? now),
              link: await mintLink(context, mail, 'check_in'),
            },
          };
    case 'final_notice': {
      const link = await checkInLink(context, mail, facts);
      const graceMs = graceOf(mail, rules);
      const graceHours = Math.round((graceMs / rules.dayMs) * 24);
      const graceEndsAt = new Date(now.getTime() + graceMs);
      return {
        kind: mail.kind,
        data: { name, graceEndsAt, graceHours, successors: successors.length, link },
      };
    }
    default:
      return null;
  }
}

/** Each names the registration that its link activates, so that the owner of the mailbox can tell which is theirs. */
async function composeVerification(
  context: ComposeContext,
  mail: MailRow,
  firstName: string,
): Promise<Letter | null> {
  const { registrationId, registeredAt, device } = mail.data;
  const id = registrationId ? String(registrationId) : null;
  const lockMode = LockMode.PESSIMISTIC_READ;
  const further = id && (await context.em.findOne(Registration, { id }, { refresh: true, lockMode }));
  if (id && !further) return null;
  return {
    kind: 'verify_email',
    data: {
      name: further ? further.name : firstName,
      at: registeredAt ? new Date(Number(registeredAt)) : mail.createdAt,
      device: device ? String(device) : 'an unknown device',
      link: await mintLink(context, mail, 'verify_email'),
    },
  };
}

/** The step that sends it has just planned it: what it says is in the facts. */
async function composeReminder(
  context: ComposeContext,
  mail: MailRow,
  name: string,
  facts: Facts,
): Promise<Letter | null> {
  const { deadline } = facts;
  if (deadline === undefined) return null;
  const daysLeft = Math.max(1, Math.ceil((deadline - context.now.getTime()) / context.rules.dayMs));
  const { n, of } = mail.data;
  const link = await checkInLink(context, mail, facts);
  return {
    kind: 'reminder',
    data: { name, n: Number(n), of: Number(of), daysLeft, deadline: new Date(deadline), link },
  };
}

/**
 * Whether an invitation reached them, or may have: who never heard of it must not hear of it by its end. A worker or a
 * database that died right after the 250 leaves a row that knows nothing of it; the token of that try is there all the
 * same, as only those of mails that surely went nowhere are deleted.
 */
async function wasInvited(em: EntityManager, { handoverId, successorId }: MailRow): Promise<boolean> {
  const invitations = await em.execute<unknown[]>(
    `select 1 from mail where kind = 'invitation' and handover_id = ? and successor_id = ? and status = 'accepted'
     union all select 1 from token where purpose = 'response' and handover_id = ? and successor_id = ? limit 1`,
    [handoverId, successorId, handoverId, successorId],
  );
  return invitations.length > 0;
}

async function composeForSuccessor(
  context: ComposeContext,
  mail: MailRow,
  ownerName: string,
): Promise<Letter | null> {
  const { em, now } = context;
  const successor = mail.successorId
    ? await em.findOne(Successor, { id: mail.successorId }, { refresh: true })
    : null;
  if (mail.kind === 'handover_cancelled') {
    if (successor && !(await wasInvited(em, mail))) return null;
    const successorName = successor?.name ?? String(mail.data.successorName ?? '');
    // Of a successor who was removed meanwhile nothing is left to opt out of.
    const optOutLink = successor ? await mintLink(context, mail, 'opt_out') : null;
    const handover = await em.findOne(Handover, { id: mail.handoverId ?? '' }, { refresh: true });
    const reason = handover?.cancelNote || null;
    return { kind: mail.kind, data: { successorName, ownerName, reason, optOutLink } };
  }
  if (!successor || successor.optedOutAt || successor.email !== mail.recipient) return null;
  const successorName = successor.name;
  const to = async () => ({ successorName, ownerName, optOutLink: await mintLink(context, mail, 'opt_out') });
  if (mail.kind === 'successor_verification') {
    if (successor.verifiedAt) return null;
    return {
      kind: mail.kind,
      data: { ...(await to()), link: await mintLink(context, mail, 'successor_verification') },
    };
  }
  if (mail.kind === 'rehearsal') {
    const id = String(mail.data.rehearsalId);
    // Kept as it is until the link's token is committed: a newer rehearsal waits, and then makes it worthless.
    const lockMode = LockMode.PESSIMISTIC_READ;
    const rehearsal = await em.findOne(Rehearsal, { id }, { refresh: true, lockMode });
    if (!rehearsal || rehearsal.expiresAt <= now || !successor.verifiedAt) return null;
    const { expiresAt } = rehearsal;
    // The page says from the start that it is none of the real ones.
    const link = `${await mintLink(context, mail, 'rehearsal_response', expiresAt)}&rehearsal=1`;
    return { kind: mail.kind, data: { ...(await to()), expiresAt, link } };
  }
  const handover = await em.findOne(Handover, { id: mail.handoverId ?? '' }, { refresh: true });
  const invitee = await em.findOne(
    Invitee,
    { handoverId: mail.handoverId ?? '', successorId: successor.id },
    { refresh: true },
  );
  if (!handover || !invitee) return null;
  // Its switch starts over after a restored backup, and this handover is over.
  if (await isYetToStartOver(em, mail.userId)) return null;
  const open = handover.status === 'awaiting_successors' || handover.status === 'released';
  if (mail.kind === 'invitation') {
    if (!open || invitee.response === 'accept') return null;
    // Who declined is asked again only while nothing can be released without them.
    const declined = invitee.response === 'decline';
    const current = declined ? await loadSwitch(em, mail.userId) : null;
    if (declined && !(current && quorumUnreachable(current.state))) return null;
    return {
      kind: mail.kind,
      data: {
        ...(await to()),
        ask: Number(mail.data.ask),
        declined,
        link: await mintLink(context, mail, 'response'),
      },
    };
  }
  if (mail.kind === 'access') {
    const expiresAt = invitee.accessEndsAt;
    if (handover.status !== 'released' || !expiresAt || expiresAt <= now) return null;
    return {
      kind: mail.kind,
      data: { ...(await to()), expiresAt, link: await mintLink(context, mail, 'access', expiresAt) },
    };
  }
  return null;
}
