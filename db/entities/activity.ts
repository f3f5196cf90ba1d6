import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export type ActivityType =
  | 'account_registered'
  | 'email_verified'
  | 'account_unlocked'
  | 'login'
  | 'logout'
  | 'session_reuse_detected'
  | 'session_revoked'
  | 'session_confirmed'
  | 'profile_changed'
  | 'password_reset'
  | 'password_changed'
  | 'email_change_requested'
  | 'email_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'two_factor_removal_started'
  | 'two_factor_recovery_code_used'
  | 'two_factor_recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'automation_added'
  | 'automation_revoked'
  | 'status_read'
  | 'channel_added'
  | 'channel_verified'
  | 'channel_changed'
  | 'channel_removed'
  | 'channel_warned'
  | 'check_in'
  | 'check_in_link'
  | 'settings_changed'
  | 'successor_added'
  | 'successor_changed'
  | 'successor_removed'
  | 'successor_verified'
  | 'successor_key_pinned'
  | 'successor_opted_out'
  | 'successor_responded'
  | 'rehearsal'
  | 'contact_answered'
  | 'access_renewed'
  | 'handover_cancelled'
  | 'shares_changed'
  | 'switch_changed'
  | 'reminder_sent'
  | 'warning_undeliverable'
  | 'mail_returned'
  | 'vault_accessed'
  | 'vault_imported'
  | 'vault_rotated'
  | 'entry_restored'
  | 'trash_purged'
  | 'plan_changed'
  | 'restored';

/** A record in an owner's activity log. Only db/activity-log.ts and the function `check_in` write it. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  properties: {
    id: p.bigint('string').primary(),
    userId: p.uuid(),
    type: p.text().$type<ActivityType>(),
    at: p.datetime(),
    ipAddress: p.text().nullable(),
    userAgent: p.text().nullable(),
    detail: p.json().$type<Record<string, string | number | boolean | null>>(),
    /** HMAC of the record and the previous signature, which makes the owner's hash chain. */
    signature: p.text(),
  },
});

export type ActivityRow = InferEntity<typeof Activity>;
