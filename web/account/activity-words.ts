/** Which sentence the web app shows for a record of the activity log, and with which values. */
import type { ActivityRecord, ActivityType } from '../api/schemas.ts';

export type SentenceValue = string | number | boolean | null;

export interface ActivitySentence<Key extends SentenceKey = SentenceKey> {
  key: Key;
  /** Values for the sentence: people by ID, moments in ISO 8601, amounts as numbers. */
  values: Record<string, SentenceValue>;
  /** Values that changed, for records that hold the earlier ones too. */
  changes: { name: string; before: SentenceValue; after: SentenceValue }[];
}

/** Where one type of record means different things, each has a key: `login` or `login.app`. */
const VARIANTS = {
  email_verified: ['operator'],
  login: ['app', 'bearer', 'passkey'],
  session_revoked: ['others'],
  session_confirmed: ['passkey'],
  check_in: ['automation'],
  profile_changed: ['name', 'keys'],
  settings_changed: ['paused', 'resumed'],
  successor_responded: ['accept', 'decline', 'owner_alive'],
  contact_answered: ['here', 'sheet_lost', 'moved'],
  rehearsal: ['requested', 'mail_accepted', 'responded', 'opened'],
  reminder_sent: ['final_notice'],
  channel_warned: ['final_notice'],
  warning_undeliverable: ['final_notice'],
  restored: ['timeline'],
  mail_returned: ['reminder', 'final_notice', 'invitation'],
} as const satisfies Partial<Record<ActivityType, readonly string[]>>;

type Variants = typeof VARIANTS;
export type SentenceKey =
  | ActivityType
  | { [Type in keyof Variants]: `${Type}.${Variants[Type][number]}` }[keyof Variants];

function variantOf(type: string, detail: Record<string, SentenceValue>): SentenceValue | undefined {
  switch (type) {
    case 'email_verified':
      return detail.by;
    case 'login':
      return detail.passkey === undefined ? detail.session : 'passkey';
    case 'session_confirmed':
      return detail.passkey === undefined ? undefined : 'passkey';
    case 'check_in':
      return detail.automation === undefined ? undefined : 'automation';
    case 'session_revoked':
      return detail.count === undefined ? undefined : 'others';
    case 'profile_changed':
      return detail.keyBundle === true && detail.name !== true
        ? 'keys'
        : detail.name === true
          ? 'name'
          : undefined;
    case 'settings_changed':
      return detail.change;
    case 'successor_responded':
      return detail.response;
    case 'contact_answered':
      return detail.answer;
    case 'rehearsal':
      return detail.step;
    case 'restored':
      return detail.reason;
    case 'reminder_sent':
    case 'channel_warned':
    case 'warning_undeliverable':
    case 'mail_returned':
      return detail.kind;
    default:
      return undefined;
  }
}

/** @param record of a type that has a sentence */
export function sentenceOf({ type, detail }: Pick<ActivityRecord, 'type' | 'detail'>): ActivitySentence {
  const given = detail as Record<string, SentenceValue>;
  const variants: readonly string[] = Object.hasOwn(VARIANTS, type) ? VARIANTS[type as keyof Variants] : [];
  const variant = variantOf(type, given);
  const key = (variants.includes(`${variant}`) ? `${type}.${variant}` : type) as SentenceKey;
  const changed = Object.keys(given).filter((name) => Object.hasOwn(given, `${name}Before`));
  const changes = changed.map((name) => ({
    name,
    before: given[`${name}Before`] ?? null,
    after: given[name] ?? null,
  }));
  const told = new Set(changed.flatMap((name) => [name, `${name}Before`]));
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !told.has(name)));
  return { key, values, changes };
}
