/** What became of the warnings of an owner's current silence, and of other mails. */
import { Activity } from '../../db/entities/activity.ts';
import { Mail, type MailRow } from '../../db/entities/mail.ts';
import type { LoadedSwitch } from '../../db/load-switch.ts';
import type { EntityManager } from '../../db/orm.ts';
import { isOfThisSilence, isWarning } from '../../mail/warning.ts';
import { silenceStart } from '../../switch/state.ts';
import { moment } from './moment.ts';

export interface Warnings {
  /** One line for each, in the order in which they went out. */
  lines: string[];
  /** How many reminders were taken for undeliverable, and were not accepted later either. */
  undeliverable: number;
  /** Why the switch waits, if the mail server refuses the warning that is due. */
  refused: string[];
  mails: MailRow[];
}

/** What happens to a mail that isn't accepted. */
function attempts(mail: MailRow, now: Date): string {
  const { attempts: tries, lastError, refusal, refusedSince, claimedUntil, restsUntil } = mail;
  const tried = `tried ${tries} ${tries === 1 ? 'time' : 'times'} since ${moment(mail.createdAt)}`;
  const next = restsUntil && restsUntil > now ? moment(restsUntil) : 'within half an hour';
  return [
    `${tried}: ${lastError ?? 'no answer yet'}`,
    ...(refusedSince ? [`refused${refusal ? ` (${refusal})` : ''} since ${moment(refusedSince)}`] : []),
    ...(lastError && claimedUntil ? [`last ${moment(claimedUntil)}, next ${next}`] : []),
  ].join('; ');
}

const nameOf = ({ kind, data }: MailRow): string =>
  kind === 'reminder' ? `reminder ${data.n} of ${data.of}` : kind.replaceAll('_', ' ');

function fate(mail: MailRow, undeliverableAt: Date | undefined, now: Date): string {
  if (mail.status === 'accepted') {
    const late = mail.refusedSince ? `, refused from ${moment(mail.refusedSince)} on` : '';
    return `accepted ${moment(mail.acceptedAt)}${late}`;
  }
  if (mail.status !== 'queued') return mail.status;
  const counted = undeliverableAt ? `counted as undeliverable ${moment(undeliverableAt)}; ` : '';
  return `${counted}${attempts(mail, now)}`;
}

export async function readWarnings(
  em: EntityManager,
  { userId, state }: LoadedSwitch,
  now: Date,
): Promise<Warnings> {
  const ofEpoch = await em.find(Mail, { userId, epoch: state.epoch }, { orderBy: { createdAt: 'asc' } });
  const mails = ofEpoch.filter((mail) => isWarning(mail) && isOfThisSilence(state, mail));
  const records = await em.find(Activity, {
    userId,
    type: 'warning_undeliverable',
    at: { $gte: new Date(silenceStart(state)) },
  });
  const undeliverableAt = ({ kind, data }: MailRow) =>
    records.find(({ detail }) => detail.kind === kind && (kind !== 'reminder' || detail.n === data.n))?.at;
  const isUndeliverable = (mail: MailRow) =>
    mail.status !== 'accepted' && undeliverableAt(mail) !== undefined;
  const refused = mails.find(
    (mail) => mail.status === 'queued' && mail.refusedSince && undeliverableAt(mail) === undefined,
  );
  return {
    lines: mails.map((mail) => `${nameOf(mail)}: ${fate(mail, undeliverableAt(mail), now)}`),
    undeliverable: mails.filter((mail) => mail.kind === 'reminder' && isUndeliverable(mail)).length,
    refused: refused ? [`mail_refused since ${moment(refused.refusedSince)}: ${refused.lastError}`] : [],
    mails,
  };
}

/** Mails that were tried and not accepted yet, besides those warnings. */
export async function failingMails(
  em: EntityManager,
  userId: string,
  { mails: shown }: Warnings,
  now: Date,
): Promise<string[]> {
  const failing = { userId, status: 'queued', attempts: { $gt: 0 } } as const;
  const mails = await em.find(Mail, failing, { orderBy: { createdAt: 'asc' } });
  return mails
    .filter(({ id }) => !shown.some((mail) => mail.id === id))
    .map((mail) => `${mail.kind}, ${attempts(mail, now)}`);
}
