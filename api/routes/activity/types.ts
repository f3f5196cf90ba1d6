/** Every type of record in the activity log: what happened, and the fields of its `detail`. */
import type { ActivityType } from '../../../db/entities/activity.ts';
import { CHANNEL_KINDS } from '../../../db/entities/channel.ts';

interface Meaning {
  happened: string;
  /** Field → its content. */
  detail?: Record<string, string>;
}

const successorId = 'which of your successors';
/** Values that changed, each with its previous value. */
const changed = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, holds]) => [
      [name, `${holds}, if it changed`],
      [`${name}Before`, 'the previous value'],
    ]),
  );
const restrictToAssignedEntries = 'whether they receive only the entries assigned to them';
const handoverDelayDays = 'their delay in days';

const sessionsEnded = 'how many other sessions ended';
const channelId = 'which way';
const way = {
  channelId,
  way: CHANNEL_KINDS.map((kind) => `\`${kind}\``).join(' or '),
  name: 'what the owner calls it',
};
const passkeyName = 'the name of the passkey';
const automationName = 'the name of the automation';

export const ACTIVITY_TYPES: Record<ActivityType, Meaning> = {
  account_registered: { happened: 'The account was opened.' },
  email_verified: {
    happened: 'The email address was verified.',
    detail: { by: '`operator` if an operator did it' },
  },
  account_unlocked: { happened: 'An administrator lifted a lockout.' },
  login: {
    happened: 'Someone logged in.',
    detail: {
      session: '`app` or `bearer`; absent for a browser',
      passkey: `${passkeyName}, if it was used instead of the password`,
    },
  },
  logout: { happened: 'A session logged out.' },
  session_reuse_detected: { happened: 'A refresh token was used twice, and its session ended.' },
  session_revoked: {
    happened: 'Sessions were ended.',
    detail: { sessionId: 'the session that ended', count: 'how many, if all others ended' },
  },
  session_confirmed: {
    happened: 'The session was confirmed with the password, or with a passkey.',
    detail: { passkey: `${passkeyName}, if one was used` },
  },
  profile_changed: {
    happened: 'The name, the language, the time zone or the key bundle was changed.',
    detail: {
      name: 'whether the name changed',
      keyBundle: 'whether the key bundle changed',
      language: 'the language, if it was given',
      timeZone: 'the time zone, if it was given',
      envelopes: 'how many envelopes came with it',
      shares: 'how many shares came with it',
    },
  },
  password_reset: {
    happened: 'The password was reset by email.',
    detail: { sessionsEnded, passkeysRemoved: 'how many passkeys were removed' },
  },
  password_changed: {
    happened: 'The password was changed.',
    detail: { entries: 'how many entries were re-encrypted with it', sessionsEnded },
  },
  email_change_requested: { happened: 'A new address was requested and has to be verified.' },
  email_changed: { happened: 'The account moved to the new address.', detail: { sessionsEnded } },
  two_factor_enabled: { happened: 'Two-factor authentication was turned on.', detail: { sessionsEnded } },
  two_factor_disabled: {
    happened: 'Two-factor authentication was turned off.',
    detail: {
      sessionsEnded: 'how many sessions ended, if it was removed with the mailbox and the recovery code',
    },
  },
  two_factor_removal_started: {
    happened:
      'The removal of the second factor was requested with the mailbox and the recovery code, and its wait began.',
  },
  two_factor_recovery_code_used: {
    happened: 'A recovery code was used.',
    detail: { left: 'how many are left' },
  },
  two_factor_recovery_codes_renewed: { happened: 'New recovery codes were made.', detail: { sessionsEnded } },
  passkey_added: { happened: 'A passkey was added.', detail: { name: passkeyName } },
  passkey_removed: { happened: 'A passkey was removed.', detail: { name: passkeyName, sessionsEnded } },
  channel_added: { happened: 'A way to reach the owner was added.', detail: way },
  channel_verified: { happened: 'A way to reach the owner was verified with its code.', detail: way },
  channel_changed: { happened: 'A webhook got a new secret.', detail: way },
  channel_removed: { happened: 'A way to reach the owner was removed.', detail: way },
  channel_warned: {
    happened: 'A way other than the mailbox accepted a reminder or the final notice.',
    detail: { channelId, kind: '`reminder` or `final_notice`', n: 'which reminder, from 1' },
  },
  automation_added: {
    happened: 'An automation got a token.',
    detail: { name: automationName, scope: '`check-in`, `status` or `calendar`' },
  },
  automation_revoked: {
    happened: 'The token of an automation was revoked.',
    detail: { name: automationName, scope: '`check-in`, `status` or `calendar`' },
  },
  status_read: {
    happened: 'An automation read the state of the switch, for the first time on that day.',
    detail: { automation: automationName },
  },
  check_in: {
    happened: 'The owner checked in, or an automation did for them.',
    detail: { automation: `${automationName}, if it was one` },
  },
  check_in_link: {
    happened: 'The owner checked in with the link from a warning.',
    detail: { channelId: 'the way by which it reached them, if it was not the mailbox of the account' },
  },
  settings_changed: {
    happened: 'The settings of the switch were changed, or it was paused or resumed.',
    detail: {
      change: '`settings_changed`, `paused` or `resumed`',
      pausedUntil: 'with `paused`: until when',
      ...changed({
        thresholdDays: 'days of silence',
        reminderPercents: 'when reminders go out, in percent, separated by commas',
        quorum: 'how many have to accept',
        accessDays: 'how long successors may read',
        checkInByLink: 'whether links in emails check in',
        contactMonths: 'how often successors are asked whether they can be reached, in months',
      }),
    },
  },
  successor_added: {
    happened: 'A successor was named.',
    detail: { successorId, handoverDelayDays, restrictToAssignedEntries },
  },
  successor_changed: {
    happened: 'A successor, their key or their assigned entries changed.',
    detail: {
      successorId,
      addressChanged: 'if the address changed',
      secondAddressChanged: 'if the second address changed',
      nameChanged: 'if the name changed',
      language: 'the language, if the owner gave one',
      timeZone: 'the time zone, if the owner gave one',
      ownerKeyChanged: 'if the owner’s signing key changed',
      newKit: 'if they were asked for a new kit',
      envelopes: 'how many envelopes were stored',
      ...changed({ handoverDelayDays, restrictToAssignedEntries, entries: 'how many entries are assigned' }),
    },
  },
  successor_removed: {
    happened: 'A successor was removed.',
    detail: { successorId, verified: 'whether they had verified their email address' },
  },
  successor_verified: {
    happened: 'A successor verified their email address.',
    detail: { successorId, secondAddress: 'if it was their second address' },
  },
  successor_key_pinned: { happened: 'A successor’s key was pinned.', detail: { successorId } },
  successor_opted_out: { happened: 'A successor opted out.', detail: { successorId } },
  successor_responded: {
    happened: 'A successor answered an invitation.',
    detail: { successorId, response: '`accept`, `decline` or `owner_alive`' },
  },
  rehearsal: {
    happened: 'A rehearsal moved on by one step.',
    detail: {
      successorId,
      step: '`requested`, `mail_accepted`, `responded` or `opened`',
      response: 'with `responded`: the answer',
    },
  },
  contact_answered: {
    happened: 'A successor said whether they can be reached and have their sheet.',
    detail: { successorId, answer: '`here`, `sheet_lost` or `moved`' },
  },
  access_renewed: { happened: 'A successor got more time to read.', detail: { successorId } },
  handover_cancelled: { happened: 'The owner cancelled the handover.' },
  shares_changed: { happened: 'New shares were stored.' },
  switch_changed: {
    happened: 'The switch went from one status to another.',
    detail: {
      from: 'the status before',
      to: 'the status after',
      epoch: 'the cycle, +1 each time the switch becomes `armed`',
      handoverId: 'the open handover, if there is one',
      reason: '`restored` if it started over because a backup was restored',
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
    happened: "A warning was given up because the owner's address is permanently dead.",
    detail: {
      kind: 'as in `reminder_sent`',
      n: 'as there',
      of: 'as there; missing if the warning was accepted first, and came back',
      deadline: 'as `of`',
    },
  },
  mail_returned: {
    happened: 'A mail came back after a mail server had accepted it. It is being sent again.',
    detail: {
      kind: 'which mail: `reminder`, `final_notice`, `invitation` and others',
      n: 'which of several',
    },
  },
  vault_accessed: { happened: 'A successor read what was released to them.', detail: { successorId } },
  vault_imported: {
    happened: 'Entries were imported.',
    detail: {
      mode: '`merge` or `replace`',
      created: 'how many were created',
      updated: 'how many were changed',
      total: 'how many there are in the vault afterwards',
    },
  },
  vault_rotated: {
    happened: 'The vault got a new key, and everything in it was encrypted again.',
    detail: {
      entries: 'how many entries',
      envelopes: 'how many envelopes were stored',
      shares: 'how many shares were stored',
    },
  },
  entry_restored: { happened: 'An entry was restored from the trash.' },
  trash_purged: {
    happened: 'Entries in the trash were permanently deleted early.',
    detail: { count: 'how many' },
  },
  plan_changed: {
    happened: 'The plan changed.',
    detail: {
      plan: 'the new plan',
      status: 'the status of the subscription, as the payment provider names it',
    },
  },
  restored: {
    happened: 'A backup of the database was put back. What was changed after it is lost.',
    detail: {
      reason: '`older` or `operator`: a backup; `timeline`: a standby, which may lack the latest changes',
      knownUntil: 'the latest time recorded in the restored database; null if there is none',
    },
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
