/** Which sentence the web app shows for a record of the activity log, and with which values. */
import type { ActivityRecord, ActivityType } from '../api/schemas.ts';

export type SentenceValue = string | number | boolean | null;

export interface ActivitySentence<Key extends SentenceKey = SentenceKey> {
  key: Key;
  /** Values for the sentence: people by ID, moments in ISO 8601, amounts as numbers. */
  values: Record<string, SentenceValue>;
  /** Values that changed, where the sentence alone does not say it. */
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
  way_warned: ['final_notice'],
  warning_undeliverable: ['final_notice'],
  restored: ['timeline'],
  mail_returned: ['reminder', 'final_notice', 'invitation'],
} as const satisfies Partial<Record<ActivityType, readonly string[]>>;

type Variants = typeof VARIANTS;
export type SentenceKey =
  | ActivityType
  | { [Type in keyof Variants]: `${Type}.${Variants[Type][number]}` }[keyof Variants];

const PLAIN: Record<ActivityType, true> = {
  account_registered: true,
  email_verified: true,
  account_unlocked: true,
  login: true,
  logout: true,
  session_reuse_detected: true,
  session_revoked: true,
  session_confirmed: true,
  profile_changed: true,
  password_reset: true,
  password_changed: true,
  email_change_requested: true,
  email_changed: true,
  two_factor_enabled: true,
  two_factor_disabled: true,
  second_factor_removal_started: true,
  recovery_code_used: true,
  recovery_codes_renewed: true,
  passkey_added: true,
  passkey_removed: true,
  automation_added: true,
  automation_revoked: true,
  status_read: true,
  way_added: true,
  way_verified: true,
  way_changed: true,
  way_removed: true,
  way_warned: true,
  check_in: true,
  check_in_link: true,
  settings_changed: true,
  successor_added: true,
  successor_changed: true,
  successor_removed: true,
  successor_verified: true,
  successor_key_pinned: true,
  successor_opted_out: true,
  successor_responded: true,
  rehearsal: true,
  contact_answered: true,
  access_renewed: true,
  handover_cancelled: true,
  shares_changed: true,
  switch_changed: true,
  reminder_sent: true,
  warning_undeliverable: true,
  mail_returned: true,
  vault_accessed: true,
  vault_imported: true,
  vault_rotated: true,
  entry_restored: true,
  trash_purged: true,
  plan_changed: true,
  restored: true,
};

/** Every type of record. */
export const ACTIVITY_TYPES = Object.keys(PLAIN) as ActivityType[];

/** Every key that needs a sentence. */
export const SENTENCE_KEYS: readonly SentenceKey[] = [
  ...ACTIVITY_TYPES,
  ...Object.entries(VARIANTS).flatMap(([type, variants]) =>
    variants.map((variant) => `${type}.${variant}` as SentenceKey),
  ),
];

function variantOf(type: ActivityType, detail: Record<string, SentenceValue>): SentenceValue | undefined {
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
    case 'way_warned':
    case 'warning_undeliverable':
    case 'mail_returned':
      return detail.kind;
    default:
      return undefined;
  }
}

/** Null for a type that this version of the web app does not know: its name is shown then. */
export function sentenceOf({
  type,
  detail,
}: Pick<ActivityRecord, 'type' | 'detail'>): ActivitySentence | null {
  if (!Object.hasOwn(PLAIN, type)) return null;
  const given = detail as Record<string, SentenceValue>;
  const variants: readonly string[] = Object.hasOwn(VARIANTS, type) ? VARIANTS[type as keyof Variants] : [];
  const variant = variantOf(type, given);
  const key = variants.includes(`${variant}`) ? (`${type}.${variant}` as SentenceKey) : type;
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
