/** Every type of record in the activity log: what it says happened, and the fields of its `detail`. */
import type { ActivityType } from '../../../db/entities/activity.ts';

interface Meaning {
  happened: string;
  /** Field → what it holds. */
  detail?: Record<string, string>;
}

const successorId = 'which of your successors';
/** Values that changed, each with what it was before. */
const changed = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, holds]) => [
      [name, `${holds}, where it changed`],
      [`${name}Before`, 'what it was before'],
    ]),
  );
const restrictToAssignedEntries = 'whether they receive assigned entries only';
const handoverDelayDays = 'their delay in days';

const sessionsEnded = 'how many other sessions ended';

export const ACTIVITY_TYPES: Record<ActivityType, Meaning> = {
  account_registered: { happened: 'The account was opened.' },
  email_verified: {
    happened: 'The e-mail address was proven.',
    detail: { by: '`operator` where whoever runs the service did it' },
  },
  account_unlocked: { happened: 'An administrator lifted a lockout.' },
  login: {
    happened: 'Somebody logged in.',
    detail: { session: '`app` or `bearer`; left out for a browser' },
  },
  logout: { happened: 'A session logged out.' },
  session_reuse_detected: { happened: 'A refresh token was used twice, and its session ended.' },
  session_revoked: {
    happened: 'Sessions were ended.',
    detail: { sessionId: 'the one that was ended', count: 'how many, where all others were' },
  },
  session_confirmed: { happened: 'A session was confirmed with the password.' },
  profile_changed: {
    happened: 'The name or the key bundle was changed.',
    detail: { name: 'whether the name was', keyBundle: 'whether the key bundle was' },
  },
  password_reset: { happened: 'The password was reset by mail.', detail: { sessionsEnded } },
  password_changed: {
    happened: 'The password was changed.',
    detail: { entries: 'how many entries came under new keys with it', sessionsEnded },
  },
  email_change_requested: { happened: 'Another address was asked for, and has to be proven.' },
  email_changed: { happened: 'The other address is the account’s now.', detail: { sessionsEnded } },
  two_factor_enabled: { happened: 'Two-factor authentication was turned on.' },
  two_factor_disabled: { happened: 'Two-factor authentication was turned off.' },
  recovery_code_used: { happened: 'A recovery code was used.', detail: { left: 'how many are left' } },
  recovery_codes_renewed: { happened: 'New recovery codes were made.' },
  check_in: { happened: 'The owner checked in.' },
  check_in_link: { happened: 'The owner checked in with the link of a mail.' },
  settings_changed: {
    happened: 'The settings of the switch were changed, or it was paused or resumed.',
    detail: {
      change: '`settings_changed`, `paused` or `resumed`',
      pausedUntil: 'with `paused`: until when',
      ...changed({
        thresholdDays: 'days of silence',
        reminderPercents: 'when reminders go out, in percent, separated by commas',
        quorum: 'how many have to accept',
        accessDays: 'how long they may read',
      }),
    },
  },
  successor_added: {
    happened: 'A successor was named.',
    detail: { successorId, handoverDelayDays, restrictToAssignedEntries },
  },
  successor_changed: {
    happened: 'A successor, their key or what is assigned to them was changed.',
    detail: {
      successorId,
      addressChanged: 'where the address did',
      nameChanged: 'where the name did',
      envelopes: 'how many envelopes came',
      ...changed({ handoverDelayDays, restrictToAssignedEntries, entries: 'how many entries are assigned' }),
    },
  },
  successor_removed: {
    happened: 'A successor was removed.',
    detail: { successorId, verified: 'whether they had proven their mailbox' },
  },
  successor_verified: { happened: 'A successor proved their mailbox.', detail: { successorId } },
  successor_key_pinned: { happened: 'A successor’s key was pinned.', detail: { successorId } },
  successor_opted_out: { happened: 'A successor opted out.', detail: { successorId } },
  successor_responded: {
    happened: 'A successor answered an invitation.',
    detail: { successorId, response: '`accept`, `decline` or `owner_alive`' },
  },
  rehearsal: {
    happened: 'A rehearsal went one step further.',
    detail: {
      successorId,
      step: '`requested`, `mail_accepted`, `responded` or `opened`',
      response: 'with `responded`: the answer',
    },
  },
  access_renewed: { happened: 'A successor was given more time to read.', detail: { successorId } },
  handover_cancelled: { happened: 'The owner called the handover off.' },
  shares_changed: { happened: 'New shares were stored.' },
  switch_changed: {
    happened: 'The switch went from one status to another.',
    detail: {
      from: 'the status before',
      to: 'the status after',
      epoch: 'the cycle, +1 at each entry to `armed`',
      handoverId: 'the handover that is under way, where there is one',
    },
  },
  reminder_sent: {
    happened: 'A mail server accepted a warning to the owner.',
    detail: {
      kind: '`reminder` or `final_notice`',
      n: 'which reminder, from 1; 0 for the final notice',
      of: 'of how many reminders',
      deadline: 'the deadline that the reminder named',
    },
  },
  warning_undeliverable: {
    happened: 'A warning was given up, as the owner’s address is dead for good.',
    detail: { kind: 'as of `reminder_sent`', n: 'as there', of: 'as there', deadline: 'as there' },
  },
  vault_accessed: { happened: 'A successor read what was released to them.', detail: { successorId } },
  vault_imported: {
    happened: 'Entries were imported.',
    detail: {
      mode: '`merge` or `replace`',
      created: 'how many came',
      updated: 'how many changed',
      total: 'how many the vault holds afterwards',
    },
  },
  entry_restored: { happened: 'An entry was restored from the trash.' },
  trash_purged: {
    happened: 'Entries in the trash were destroyed before their time.',
    detail: { count: 'how many' },
  },
  plan_changed: {
    happened: 'The plan changed.',
    detail: { plan: 'the plan now', status: 'how the subscription stands, in the payment provider’s word' },
  },
};

export const TYPE_NAMES = Object.keys(ACTIVITY_TYPES) as [ActivityType, ...ActivityType[]];

const fields = (detail: Record<string, string> = {}): string =>
  Object.entries(detail)
    .map(([name, holds]) => `\`${name}\` (${holds})`)
    .join(', ');

/** For the documentation. */
export const typesTable = (): string =>
  [
    '| type | what happened | `detail` |',
    '|---|---|---|',
    ...TYPE_NAMES.map((name) => {
      const { happened, detail } = ACTIVITY_TYPES[name];
      return `| \`${name}\` | ${happened} | ${fields(detail)} |`;
    }),
  ].join('\n');
