/** Made by `npm run openapi` from the route declarations: change those, not this. */
export interface paths {
  '/auth/register': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open an account
     * @description The response is the same whether or not the address has an account. A new address gets an email with a verification link; an address that has a verified account gets an email that says so. An address that has not been verified yet can be registered several times. Each link activates the name, password, key bundle, language and time zone of its own registration, and cancels the others. Its email names the time and the device of that registration. Where accounts are by invitation only, `invitation` is the token of the link. It can be used once, even by an address that has an account, and again only for the same address.
     *
     *     Limits: 20 requests in 60 minutes per client address; 5 requests in 60 minutes per mailbox, no matter who sends the request.
     */
    post: operations['register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/verify-email': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Verify an email address with the link from the email
     * @description The link opens a page, which calls this after someone presses its button. The link sent to the new address when an account changes its address also comes here, and completes the change.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    get: operations['verifyEmail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/resend-verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request the verification email again
     * @description The response is the same whether or not an account with this address is waiting to be verified. Each mailbox gets at most five of these emails an hour, however its address is spelled. If it was registered several times, the email is for the latest registration.
     *
     *     Limits: 5 requests in 60 minutes per client address.
     */
    post: operations['resendVerification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/kdf': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask how to derive keys from a password
     * @description `kdf` is how the account's password was derived: use it to log in. `current` is how to derive a new password. Send its version as `kdfVersion` when you register, or change or reset the password. The parameters of a version never change. Refuse parameters weaker than those of version 1, because an attacker who could make you use them could guess the password from the key you send. An address without a verified account gets a response too: always the same one, and no different from those for real accounts.
     *
     *     Limits: 120 requests in 15 minutes per client address.
     */
    post: operations['getKeyDerivation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in
     * @description Sets the cookies accessToken and refreshToken, and is a sign of life. With `"session": "app"` or `"bearer"`, the tokens come in the body instead and no cookie is set. `app` is for an app that a person uses, and its log-in is a sign of life too; `bearer` is for programs, and its log-in is not. With two-factor authentication on, the right password alone is refused with `two_factor_required`; if both are sent, twoFactorCode is used and recoveryCode ignored. An empty one counts as absent. After 5 failures within 15 minutes the address is locked, at first for 15 minutes. The failures of a device that has logged in to the account before are counted separately, so that strangers only lock out strangers. A browser is recognised by the cookie `device`, an app or a program by the `deviceToken` from its last log-in. Changing or resetting the password invalidates both. An account has 50 sessions at most: a further log-in ends the one that was unused for longest. For two days after an address was registered, the password of that registration is refused with `email_not_verified`, until its link is used, and also if the address already had an account.
     *
     *     Limits: 10 requests in 15 minutes per client address, or per known device; 10 requests in 15 minutes per account, for all other clients.
     */
    post: operations['logIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange a refresh token for new tokens
     * @description Takes the refreshToken cookie or `refreshToken` in the body, and returns the new tokens in the same way. Each refresh token is exchanged for exactly one new token. Repeating the request within 10 seconds, because the response was lost or a second tab refreshed too, returns the same new token again. After that, or once the new token has been used, the old one ends the session.
     *
     *     Limits: 600 requests in 15 minutes per client address.
     */
    post: operations['refreshSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log out and end this session
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['logOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm this session with the password
     * @description Changes that weaken the switch or the account need a session confirmed within the last 15 minutes. Without one they are refused with 403 `confirmation_required`. Logging in confirms a session, and so do this and POST /auth/confirm/passkey; a refresh does not. With two-factor authentication on, also send a code from the app or a recovery code. Wrong passwords and codes count towards the lockout of the account. From a browser or an app this is a sign of life; from a program it is not.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['confirmSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a link to choose a new password
     * @description The response is the same, and takes the same time, whether or not the address has an account. Only a verified account gets the email. Its link works once, for an hour. Another request within 12 minutes sends nothing while the first link still works.
     *
     *     Limits: 5 requests in 60 minutes per client address.
     */
    post: operations['requestPasswordReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose a new password with the link from the email
     * @description The link works once. All sessions end, all passkeys are removed, and lockouts and limits on the address are lifted. All known devices are forgotten except this browser, so that strangers who keep guessing cannot keep it from logging in. A pending change of address is discarded. For 7 days, the account cannot be deleted, and its address cannot be changed. Two-factor authentication stays on; while it is on, a second reset within a day lifts no lockout. The key bundle is archived, not deleted: see GET /auth/key-bundles. `email` is optional. Send the address the new password was derived with, and a wrong one is refused instead of leaving a password that nobody can use.
     *
     *     Limits: 10 requests in 15 minutes per client address.
     */
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/change-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the password and re-key the vault
     * @description The password, the key bundle and the entries change together or not at all. Every entry sent must exist in the vault. Each one gains a version, and existing shares are marked stale. A client that wraps the same vault key again sends none, however large the vault is. An account with a key bundle must send a new one, made with the new salt; the old one is archived, and the archive loses `signing.seed` of bundles with the same public key, except within 7 days of a password reset. With two-factor authentication on, the session must be confirmed (POST /auth/confirm). All other sessions end. Unused password links and a pending change of address are discarded. All known devices are forgotten except this browser. If the `keyBundleVersion` is not the current one, the request is refused with `version_conflict`, and nothing changes.
     *
     *     Bodies up to 32 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['changePassword'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read the key bundle with the password
     * @description The profile contains `keyBundle` only in a confirmed session, because a stolen token could otherwise be used to guess the password against it. An owner who unlocks the vault types the password anyway. This does not confirm the session, and needs no second factor. Wrong passwords count towards the lockout of the account.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['getKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/key-bundles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List replaced key bundles
     * @description Newest first, with those that a reset by email had stored at the end, and those that resets replaced after 50 others on the same day, so that an intruder in the mailbox cannot bury the others. Whenever a key bundle is replaced, by a change of the profile, the password or the address or by a reset, the old one is kept here together with the salt and the address its keys were derived from. A client opens it with the password of that time, or with anything else it sealed the vault key for. Only for a confirmed session (POST /auth/confirm).
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listKeyBundles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the account that is logged in
     * @description `keyBundle` is included only if the session is confirmed (POST /auth/confirm). Otherwise read it with the password: POST /auth/keys.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getProfile'];
    /**
     * Change the name, the language, the time zone, the key bundle, or the email address
     * @description Fields that are omitted or unchanged stay as they are. A new key bundle needs a confirmed session (POST /auth/confirm), archives the old one and discards a pending change of address. A new address needs `email, currentPassword, newPassword, salt` together, and a matching `keyBundle` if the account has one; with two-factor authentication on, a confirmed session too. They take effect together once the link sent to the new address is confirmed, and then all other sessions end. The current address is notified at once. For 7 days after a password reset by email, a new address is refused with `recently_reset`. The response is the same whether or not the new address is taken or has asked us not to write. Its mailbox gets at most five emails an hour that strangers can trigger; after that, requests are refused with 429. Changing or resetting the password discards a pending change. If the `keyBundleVersion` is not the current one, the request is refused with `version_conflict`, and nothing changes.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['updateProfile'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/setup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start setting up two-factor authentication
     * @description Returns a secret for an authenticator app, shown only once. Nothing changes until a code from the app is sent to /auth/2fa/enable within an hour. Starting again replaces a pending set-up. Confirms the session, as POST /auth/confirm does.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['setUpTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn two-factor authentication on
     * @description Takes a code from the app, and returns 10 recovery codes, shown only once. Needs a confirmed session, ends all others, and the owner gets an email.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['enableTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn two-factor authentication off
     * @description Takes the password and a code from the app or a recovery code.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['disableTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get new recovery codes
     * @description Takes the password and a code from the app. The old recovery codes stop working, all other sessions end, and the owner gets an email.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['replaceTwoFactorRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/removal/request': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a link to remove a second factor that you do not have
     * @description The response is the same, and takes the same time, whether or not the address has an account with two-factor authentication on. Only such an account gets the email. Its link works for 7 days. Another request within 12 minutes sends nothing while the first link still works.
     *
     *     Limits: 5 requests in 60 minutes per client address.
     */
    post: operations['requestTwoFactorRemoval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/removal/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Read what the recovery code opens
     * @description Takes the token of the link. Returns the boxes of the current and the archived key bundles that the recovery code opens, newest first, except those that a reset by email stored. Only the recovery code opens them.
     *
     *     Limits: 10 requests in 15 minutes per client address.
     */
    post: operations['getTwoFactorRemovalKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/2fa/removal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remove a second factor, after a wait
     * @description Takes the token of the link, and a signature over it by a signing key that the recovery code opens (docs/crypto.md). The first request starts a wait of 3 days, and the owner gets an email. Sent again once the wait is over, with the same link or a newer one, it removes the second factor and ends all sessions. Until then, any use of the second factor stops it, and all links sent before become invalid. A restored backup starts the wait again.
     *
     *     Limits: 10 requests in 15 minutes per client address.
     */
    post: operations['removeTwoFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/delete-account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete the account and everything in it
     * @description Permanently deletes the vault, the successors, the switch and the sessions. Successors who were already invited are told that the handover has been cancelled. With two-factor authentication on, the session must be confirmed (POST /auth/confirm). Refused for 7 days after a password reset.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['deleteAccount'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what happened to the account, newest first
     * @description | type | what happened | `detail` |
     *     |---|---|---|
     *     | `account_registered` | The account was opened. |  |
     *     | `email_verified` | The email address was verified. | `by` (`operator` if an operator did it) |
     *     | `account_unlocked` | An administrator lifted a lockout. |  |
     *     | `login` | Someone logged in. | `session` (`app` or `bearer`; absent for a browser), `passkey` (the name of the passkey, if it was used instead of the password) |
     *     | `logout` | A session logged out. |  |
     *     | `session_reuse_detected` | A refresh token was used twice, and its session ended. |  |
     *     | `session_revoked` | Sessions were ended. | `sessionId` (the session that ended), `count` (how many, if all others ended) |
     *     | `session_confirmed` | The session was confirmed with the password, or with a passkey. | `passkey` (the name of the passkey, if one was used) |
     *     | `profile_changed` | The name, the language, the time zone or the key bundle was changed. | `name` (whether the name changed), `keyBundle` (whether the key bundle changed), `language` (the language, if it was given), `timeZone` (the time zone, if it was given), `envelopes` (how many envelopes came with it), `shares` (how many shares came with it) |
     *     | `password_reset` | The password was reset by email. | `sessionsEnded` (how many other sessions ended), `passkeysRemoved` (how many passkeys were removed) |
     *     | `password_changed` | The password was changed. | `entries` (how many entries were re-encrypted with it), `sessionsEnded` (how many other sessions ended) |
     *     | `email_change_requested` | A new address was requested and has to be verified. |  |
     *     | `email_changed` | The account moved to the new address. | `sessionsEnded` (how many other sessions ended) |
     *     | `two_factor_enabled` | Two-factor authentication was turned on. | `sessionsEnded` (how many other sessions ended) |
     *     | `two_factor_disabled` | Two-factor authentication was turned off. | `sessionsEnded` (how many sessions ended, if it was removed with the mailbox and the recovery code) |
     *     | `two_factor_removal_started` | The removal of the second factor was requested with the mailbox and the recovery code, and its wait began. |  |
     *     | `two_factor_recovery_code_used` | A recovery code was used. | `left` (how many are left) |
     *     | `two_factor_recovery_codes_renewed` | New recovery codes were made. | `sessionsEnded` (how many other sessions ended) |
     *     | `passkey_added` | A passkey was added. | `name` (the name of the passkey) |
     *     | `passkey_removed` | A passkey was removed. | `name` (the name of the passkey), `sessionsEnded` (how many other sessions ended) |
     *     | `channel_added` | A way to reach the owner was added. | `channelId` (which way), `way` (`mailbox` or `webhook` or `push`), `name` (what the owner calls it) |
     *     | `channel_verified` | A way to reach the owner was verified with its code. | `channelId` (which way), `way` (`mailbox` or `webhook` or `push`), `name` (what the owner calls it) |
     *     | `channel_changed` | A webhook got a new secret. | `channelId` (which way), `way` (`mailbox` or `webhook` or `push`), `name` (what the owner calls it) |
     *     | `channel_removed` | A way to reach the owner was removed. | `channelId` (which way), `way` (`mailbox` or `webhook` or `push`), `name` (what the owner calls it) |
     *     | `channel_warned` | A way other than the mailbox accepted a reminder or the final notice. | `channelId` (which way), `kind` (`reminder` or `final_notice`), `n` (which reminder, from 1) |
     *     | `automation_added` | An automation got a token. | `name` (the name of the automation), `scope` (`check-in`, `status` or `calendar`) |
     *     | `automation_revoked` | The token of an automation was revoked. | `name` (the name of the automation), `scope` (`check-in`, `status` or `calendar`) |
     *     | `status_read` | An automation read the state of the switch, for the first time on that day. | `automation` (the name of the automation) |
     *     | `check_in` | The owner checked in, or an automation did for them. | `automation` (the name of the automation, if it was one) |
     *     | `check_in_link` | The owner checked in with the link from a warning. | `channelId` (the way by which it reached them, if it was not the mailbox of the account) |
     *     | `settings_changed` | The settings of the switch were changed, or it was paused or resumed. | `change` (`settings_changed`, `paused` or `resumed`), `pausedUntil` (with `paused`: until when), `thresholdDays` (days of silence, if it changed), `thresholdDaysBefore` (the previous value), `reminderPercents` (when reminders go out, in percent, separated by commas, if it changed), `reminderPercentsBefore` (the previous value), `quorum` (how many have to accept, if it changed), `quorumBefore` (the previous value), `accessDays` (how long successors may read, if it changed), `accessDaysBefore` (the previous value), `checkInByLink` (whether links in emails check in, if it changed), `checkInByLinkBefore` (the previous value), `contactMonths` (how often successors are asked whether they can be reached, in months, if it changed), `contactMonthsBefore` (the previous value) |
     *     | `successor_added` | A successor was named. | `successorId` (which of your successors), `handoverDelayDays` (their delay in days), `restrictToAssignedEntries` (whether they receive only the entries assigned to them) |
     *     | `successor_changed` | A successor, their key or their assigned entries changed. | `successorId` (which of your successors), `addressChanged` (if the address changed), `secondAddressChanged` (if the second address changed), `nameChanged` (if the name changed), `language` (the language, if the owner gave one), `timeZone` (the time zone, if the owner gave one), `ownerKeyChanged` (if the owner’s signing key changed), `newKit` (if they were asked for a new kit), `envelopes` (how many envelopes were stored), `handoverDelayDays` (their delay in days, if it changed), `handoverDelayDaysBefore` (the previous value), `restrictToAssignedEntries` (whether they receive only the entries assigned to them, if it changed), `restrictToAssignedEntriesBefore` (the previous value), `entries` (how many entries are assigned, if it changed), `entriesBefore` (the previous value) |
     *     | `successor_removed` | A successor was removed. | `successorId` (which of your successors), `verified` (whether they had verified their email address) |
     *     | `successor_verified` | A successor verified their email address. | `successorId` (which of your successors), `secondAddress` (if it was their second address) |
     *     | `successor_key_pinned` | A successor’s key was pinned. | `successorId` (which of your successors) |
     *     | `successor_opted_out` | A successor opted out. | `successorId` (which of your successors) |
     *     | `successor_responded` | A successor answered an invitation. | `successorId` (which of your successors), `response` (`accept`, `decline` or `owner_alive`) |
     *     | `rehearsal` | A rehearsal moved on by one step. | `successorId` (which of your successors), `step` (`requested`, `mail_accepted`, `responded` or `opened`), `response` (with `responded`: the answer) |
     *     | `contact_answered` | A successor said whether they can be reached and have their sheet. | `successorId` (which of your successors), `answer` (`here`, `sheet_lost` or `moved`) |
     *     | `access_renewed` | A successor got more time to read. | `successorId` (which of your successors) |
     *     | `handover_cancelled` | The owner cancelled the handover. |  |
     *     | `shares_changed` | New shares were stored. |  |
     *     | `switch_changed` | The switch went from one status to another. | `from` (the status before), `to` (the status after), `epoch` (the cycle, +1 each time the switch becomes `armed`), `handoverId` (the open handover, if there is one), `reason` (`restored` if it started over because a backup was restored) |
     *     | `reminder_sent` | A mail server accepted a warning to the owner. | `kind` (`reminder` or `final_notice`), `n` (which reminder, from 1; 0 for the final notice), `of` (of how many reminders), `deadline` (the deadline that the reminder named) |
     *     | `warning_undeliverable` | A warning was given up because the owner's address is permanently dead. | `kind` (as in `reminder_sent`), `n` (as there), `of` (as there; missing if the warning was accepted first, and came back), `deadline` (as `of`) |
     *     | `mail_returned` | A mail came back after a mail server had accepted it. It is being sent again. | `kind` (which mail: `reminder`, `final_notice`, `invitation` and others), `n` (which of several) |
     *     | `vault_accessed` | A successor read what was released to them. | `successorId` (which of your successors) |
     *     | `vault_imported` | Entries were imported. | `mode` (`merge` or `replace`), `created` (how many were created), `updated` (how many were changed), `total` (how many there are in the vault afterwards) |
     *     | `vault_rotated` | The vault got a new key, and everything in it was encrypted again. | `entries` (how many entries), `envelopes` (how many envelopes were stored), `shares` (how many shares were stored) |
     *     | `entry_restored` | An entry was restored from the trash. |  |
     *     | `trash_purged` | Entries in the trash were permanently deleted early. | `count` (how many) |
     *     | `plan_changed` | The plan changed. | `plan` (the new plan), `status` (the status of the subscription, as the payment provider names it) |
     *     | `restored` | A backup of the database was put back. What was changed after it is lost. | `reason` (`older` or `operator`: a backup; `timeline`: a standby, which may lack the latest changes), `knownUntil` (the latest time recorded in the restored database; null if there is none) |
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listActivity'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity/check-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check in: the owner is alive
     * @description Ends reminders, a grace period or an open handover, and restarts the clock.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['checkIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/activity/check-in-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Describe what a check-in link would do, without doing it
     * @description Limits: 60 requests in 15 minutes per client address.
     */
    get: operations['describeCheckInLink'];
    put?: never;
    /**
     * Check in with the link from an email
     * @description Send the token in the body or in the query. If the owner has set `checkInByLink` to false, only a log-in or a check-in with a session shows that they are alive.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['checkInByLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/inactivity/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the settings and the state of the switch
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getSwitchSettings'];
    /**
     * Change the settings
     * @description A new threshold or new reminders restart the clock. A shorter threshold, fewer or later reminders, a lower quorum, longer access and any change of `checkInByLink` need a confirmed session (`POST /auth/confirm`), and the owner gets an email about them. A new quorum marks shares as stale, because they were made for another one.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['updateSwitchSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/inactivity/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop the clock for a while
     * @description Stops until `pausedUntil`, at most and by default 365 days from now, or until resumed. Ending a pause earlier than planned needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['pauseSwitch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/inactivity/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restart a paused clock, from now
     * @description This brings a release closer, so it needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['resumeSwitch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/inactivity/timeline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Preview what happens if the owner stays silent: dates, emails and recipients
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getTimeline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/handover/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status of the switch and the current handover
     * @description Includes a handover that was just completed. For an owner who is back, it also includes the handover that was cancelled last, with the messages in the successors’ answers, and the last one in which they could open the vault.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getHandover'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/handover/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a handover
     * @description Invited successors are told, and access ends. It is a sign of life from a browser or an app, or from a program in a session confirmed with the password (`POST /auth/confirm`). `reason` appears in the email to invited successors and is kept with the handover.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['cancelHandover'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/handover/rehearsal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rehearse a handover with one successor
     * @description They get an email that says it is a rehearsal, and go through the real steps with a sample in place of the vault: respond, get access, read. The switch and the handover are not touched. The links end after 14 days, and a new rehearsal replaces the old one. The result appears on the successor. The sample is a harmless entry that the client encrypted like a real one, bound to its `id`.
     *
     *     Bodies up to 128 KiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 20 requests in 60 minutes per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    post: operations['startRehearsal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/handover/respond': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer an invitation: accept, decline, or say that the owner is alive
     * @description An answer can be changed until the vault is released. The acceptance that completes the quorum releases it. After that, an acceptance is final, and the others can still accept. The token of a link to `/access` can only repeat an acceptance, to send `reshares`. `owner_alive` postpones the handover by 14 days, a final notice and a full grace period. Each successor can use it twice, and all of them together four times.
     *
     *     Bodies up to 256 KiB.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['respondToInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/successor-access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what was left to a successor
     * @description Changes nothing but the record of access. The owner gets an email about it, at most once a day. The response is streamed, oldest entry first. Use `?format=ndjson` or `Accept: application/x-ndjson` for newline-delimited JSON, which can be read entry by entry: one document may be larger than a program can hold. If access ends during the download because the owner is back, no more entries are read and the connection is cut. The document is then incomplete, and the next request says why.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    get: operations['getSuccessorAccess'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/successor-access/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a file that was left to a successor, or a range of it
     * @description A file of an entry that they may read, as the owner reads it with `GET /files/:id`. Every request asks again whether access is still valid, and a long one every ten seconds.
     *
     *     Limits: 3000 requests in 15 minutes per client address.
     */
    get: operations['readInheritedFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/handover/renew-access': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a new access link
     * @description Send any old link to access or to respond, expired or not. A successor who had access gets a new link at their verified address, and if their time was over, a new window of `accessDays` starts. The old link itself opens nothing, and the response is the same in every case. Nothing is sent once the owner is back. If a backup was restored since the handover was completed, it may not show that the owner is back: then nothing is sent either, and the switch starts again with its reminders.
     *
     *     Limits: 10 requests in 60 minutes per client address.
     */
    post: operations['renewSuccessorAccess'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether the service and its dependencies are up
     * @description Responds within a second. Requests within a tenth of a second get the same report. 503 only if the API cannot serve. Also at the root, as /health.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List sessions, last used first
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session, including this one
     * @description Its tokens stop working with the next request, in every API process, and its websockets are closed.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sessions/invalidate-others': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End all other sessions
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['endOtherSessions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/login/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin a log-in with a passkey
     * @description The response is the same for everybody, except for the challenge. The browser offers the passkeys that the person has for this service.
     *
     *     Limits: 40 requests in 15 minutes per client address.
     */
    post: operations['getPasskeyLogInOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/login/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in with a passkey
     * @description Takes what `navigator.credentials.get()` returned for the options of /auth/login/passkey/options. Opens a browser's session, as POST /auth/login does, and is a sign of life. A passkey is used with a fingerprint, a face or a PIN, so no two-factor code is needed. Failures lock nobody out, and an address that is locked after wrong passwords can still log in like this.
     *
     *     Limits: 40 requests in 15 minutes per client address.
     */
    post: operations['logInWithPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/confirm/passkey/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin confirming this session with a passkey
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['getPasskeyConfirmationOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/confirm/passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm this session with a passkey
     * @description Takes what `navigator.credentials.get()` returned for the options of /auth/confirm/passkey/options, and confirms the session as POST /auth/confirm does. No two-factor code is needed.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['confirmSessionWithPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the passkeys of the account
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listPasskeys'];
    put?: never;
    /**
     * Add a passkey
     * @description Takes what `navigator.credentials.create()` returned for the options of /passkeys/options, and a name by which the owner recognises the passkey. Needs a confirmed session, and the owner gets an email. Sessions continue. An account has 10 passkeys at most.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['addPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/passkeys/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin adding a passkey
     * @description Needs a confirmed session. Nothing changes until the passkey is sent to POST /passkeys.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['getPasskeyOptions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/passkeys/{passkeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Rename a passkey
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['renamePasskey'];
    post?: never;
    /**
     * Remove a passkey
     * @description For one that was lost, for example. Needs a confirmed session, ends all others, because the lost device may be logged in, and the owner gets an email. The authenticator keeps the passkey, but nobody can log in with it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['deletePasskey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/automations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the automations of the account
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listAutomations'];
    put?: never;
    /**
     * Add an automation, and get its token
     * @description The token is shown only in this response. One for `check-in` gives signs of life for the owner, no matter who or what uses it: while it is used, the switch never fires. Needs a confirmed session, and the owner gets an email. An account has 20 automations at most.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['addAutomation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/automations/{automationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke the token of an automation
     * @description It stops working with its next request. Needs a confirmed session. If the token could check in, the owner gets an email, because there is one less way to stop the switch.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['revokeAutomation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/automations/check-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check in for the owner, with the token of an automation
     * @description Ends reminders, a grace period or an open handover, and restarts the clock. The activity log says which automation it was.
     *
     *     Limits: 48 requests in 24 hours per token, and twice as many per account.
     */
    post: operations['checkInByAutomation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/automations/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the state of the switch, with the token of an automation
     * @description Says nothing about the vault or the successors. No sign of life. Recorded once a day.
     *
     *     Limits: 500 requests in 24 hours per token, and twice as many per account.
     */
    get: operations['readStatusByAutomation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/automations/calendar': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the dates of the switch as a calendar, with the token of an automation
     * @description An iCalendar file (RFC 5545) with the reminders, the deadline, and the end of a grace period or a pause. Calendar programs cannot send headers, so the token is in the address: anyone who has that address can read these dates. No names, and nothing of what is left. No sign of life. Recorded once a day.
     *
     *     Limits: 200 requests in 24 hours per token, and twice as many per account.
     */
    get: operations['readCalendarByAutomation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the ways to reach the owner, oldest first
     * @description The mailbox of the account is not among them: warnings always go there.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listChannels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/mailboxes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a mailbox as a way to reach the owner
     * @description We send it a code, which POST /channels/:channelId/verify takes. From then on every warning goes there too. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. An account has 10 ways at most.
     *
     *     Limits: 20 requests in 60 minutes per account.
     */
    post: operations['addMailbox'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a webhook as a way to reach the owner
     * @description Requests follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a JSON body `{ type, timestamp, data: { title, text, link, label } }` whose type is `code`, `test`, `reminder` or `final_notice`. It contains no name, and nothing about what is left. The secret is in this response and is not shown again. We send a code first, which POST /channels/:channelId/verify takes. Whatever is answered with a status other than 2xx is sent again with the same `webhook-id`, until it becomes obsolete. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. An account has 10 ways at most.
     *
     *     Limits: 20 requests in 60 minutes per account.
     */
    post: operations['addWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/pushes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a phone or computer that shows notifications as a way to reach the owner
     * @description Takes what `PushManager.subscribe()` returned for the `pushKey` of GET /channels. Pushes are encrypted for the device (RFC 8291), and contain no name, and nothing about what is left. We push a code first, which POST /channels/:channelId/verify takes. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. An account has 10 ways at most.
     *
     *     Limits: 20 requests in 60 minutes per account.
     */
    post: operations['addPush'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{channelId}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify a way with the code that was sent there
     * @description From then on every warning goes there too. A code works for 24 hours.
     *
     *     Limits: 10 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['verifyChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{channelId}/code': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a new code to a way that is not verified yet
     * @description Earlier codes stop working.
     *
     *     Limits: 20 requests in 60 minutes per account.
     */
    post: operations['sendChannelCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{channelId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test to a verified way
     * @description Whether it arrived is in `lastAcceptedAt` and `lastError` a moment later. It is tried for an hour.
     *
     *     Limits: 20 requests in 60 minutes per account.
     */
    post: operations['testChannel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{channelId}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a webhook a new secret
     * @description For a day, requests are signed with this secret and the one before it, so that the receiver can change over. Older ones end at once: after a secret has leaked, renew it twice. Needs a confirmed session, and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['renewWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/channels/{channelId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Rename a way
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['renameChannel'];
    post?: never;
    /**
     * Remove a way
     * @description Nothing is sent there any more, and check-in links that were sent there stop working. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['removeChannel'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Verify a successor's email address with the link from the email
     * @description Can be repeated. The page behind the link calls this when someone presses its button.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    get: operations['verifySuccessor'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Describe the link in a successor's email, without following it
     * @description Takes the token of any email to a successor. Changes nothing, so the page behind the link calls it before anyone presses a button.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    get: operations['describeSuccessorLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/public-key': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Store a successor's public key and the salt of their recovery kit
     * @description Uses the token from the verification email, once the address is verified. Replaces an earlier key until the owner pins one; the same key and salt may be sent again later, too. The owner gets an email saying that it can be compared, at most once a day for each successor. The successor may also say how they read our emails.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    put: operations['storeSuccessorKey'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Store new shares for all successors with a pinned key, and the quorum
     * @description Send one share for each successor with a pinned key. The other successors get none, and nobody has to wait for them. Once you pin another key, the shares are stale: make new ones. The threshold becomes the quorum of the switch, which then takes that many holders of shares to release the vault, or all who are left. A lower quorum, or replacing existing shares, needs a confirmed session. All or nothing. Envelopes of a successor whose share changes are stale from then on (`envelopeStale`), so send shares first, or everything at once with `POST /vault/rotate`.
     *
     *     Bodies up to 1 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['storeShares'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/opt-out': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop being a successor
     * @description Uses the link at the end of every email to a successor, or the one in the verification email. We remember it: the owner can name none of their addresses again, and with `"scope": "everybody"` nobody can name the one that the link was sent to. Can be repeated, with a different scope too.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['optOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/contact': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer the question whether a successor can be reached and has their sheet
     * @description Takes the token of the email that asks them once a year, or as often as the owner chose (`contactMonths`). The owner sees the answer; nothing else changes. The answer can be changed while the link works. With `moved` they tell the owner, unasked too, that they want us to write to `email`, with the link at the end of any of our emails to them, or the one in the verification email. Only the owner can change the address.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['answerContactQuestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/second-address': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the second address of a successor with the link from the email
     * @description From then on, our emails to this successor go to both addresses, and it is enough to open one of them. Their recovery kit remains valid. Can be repeated.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['confirmSecondAddress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all successors, oldest first
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listSuccessors'];
    put?: never;
    /**
     * Add a successor
     * @description They get an email and verify their address. The first verified successor arms the switch. Someone who asked not to be named, by this owner or by anybody, is refused with `successor_opted_out`. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it. A second address is ignored here: set it with `PUT /successors/{id}`.
     *
     *     Limits: 20 requests in 60 minutes per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    post: operations['addSuccessor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a successor
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getSuccessor'];
    /**
     * Change a successor
     * @description A new address has to be verified again; the verification, key, share, envelopes and links of the old one are deleted, and so is a second address. A second address is confirmed by a link of its own, and changes nothing else. A new address, another second one, a shorter delay and lifting the restriction need a confirmed session (`POST /auth/confirm`), and the owner gets an email about them. Another `ownerKey` needs a confirmed session too, and marks existing shares as stale if this successor has a pinned key or a share.
     *
     *     Limits: 60 requests in 60 minutes per session, and twice as many per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    put: operations['updateSuccessor'];
    post?: never;
    /**
     * Remove a successor
     * @description Their envelopes, share and links are deleted too. Without a verified successor the switch turns off. With `tell`, a successor who had confirmed their address gets an email that says so. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['removeSuccessor'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/resend-verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the verification email to a successor again
     * @description A successor who has verified their address gets a new link to make their recovery kit, until the owner has pinned its key. With `second`, their second address gets the email that asks to confirm it.
     *
     *     Limits: 20 requests in 60 minutes per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    post: operations['resendSuccessorVerification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pin a successor's key
     * @description Send the fingerprint of the key whose six words matched, as the owner's client computes it: the SHA-256 of the raw public key, in lowercase hexadecimal. Can be repeated. Existing shares are stale from then on, because none was made for this successor.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['pinSuccessorKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/new-kit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a successor to make a new recovery kit
     * @description Deletes their key, share, envelopes and list, so that their present kit opens nothing any more, and sends them a link to make another. Their address stays verified, and their assigned entries stay assigned. The new kit names the owner by `ownerKey`. Needs a confirmed session (`POST /auth/confirm`), and the owner gets an email about it.
     *
     *     Limits: 20 requests in 60 minutes per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    post: operations['requestNewKit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/contact-question': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask a successor again whether they can be reached and have their sheet
     * @description The question that they otherwise get every `contactMonths`, asked now. The next one comes that long after it. An earlier answer is forgotten, but not when they last answered `here`.
     *
     *     Limits: 20 requests in 60 minutes per account. If it sends an email to a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, no matter who sends the request; 10 requests in 24 hours per mailbox, no matter who sends the request.
     */
    post: operations['askSuccessorAgain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/assigned-entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries assigned to a successor
     * @description `entries` shows which entries have no envelope, and which have one that no longer opens anything.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listAssignedEntries'];
    /**
     * Replace the entries assigned to a successor
     * @description All or nothing. Envelopes of entries that stay are kept unless replaced; envelopes of removed entries are deleted. The response of GET can be sent back. Name the `keyBundleVersion` with envelopes: an envelope made before a rotation would open nothing after it, and is refused with `version_conflict`. Removing or replacing an envelope that opens its entry needs a confirmed session. So does lifting the restriction, and the owner gets an email about that.
     *
     *     Bodies up to 5 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['assignEntries'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/successors/{id}/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the signed list of what was left to a successor
     * @description Opaque to us. A list that was made for an earlier share opens nothing, so it is not returned.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getSuccessorList'];
    /**
     * Store the signed list of what was left to a successor
     * @description Clients renew it automatically after edits, so storing it is not a sign of life. The successor gets it with the entries. Name the `listVersion` that you read, and the `keyBundleVersion` of the bundle that sealed it: if another client has stored a list or sealed to the successors since, the request is refused with `version_conflict`, and nothing changes.
     *
     *     Bodies up to 1.5 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['storeSuccessorList'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List entries, oldest first
     * @description A page may have fewer entries than its limit if they are large. nextCursor is null on the last page.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listEntries'];
    put?: never;
    /**
     * Store an encrypted entry
     * @description Nothing is trimmed or re-encoded. A client that chooses the id can repeat the request safely: the same content gets 200 with the existing entry, different content 409.
     *
     *     Bodies up to 1.5 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['createEntry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/entries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an entry
     * @description Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getEntry'];
    /**
     * Replace the content of an entry
     * @description Send the version the change is based on, as `If-Match: "3"` or `version`; a stale one is refused with `version_conflict`. Without either, the current content is replaced. `category` and `tags` stay as they are if they are omitted. The old content goes to the trash.
     *
     *     Bodies up to 1.5 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    put: operations['updateEntry'];
    post?: never;
    /**
     * Delete an entry
     * @description It is also removed from every successor it was assigned to. It stays in the trash for 30 days and can be restored until then.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['deleteEntry'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import entries, all or none
     * @description `merge` adds entries and changes existing ones with the same id, raising their version by 1. If `category` or `tags` is omitted, an existing entry keeps its own. `replace` also deletes entries that are not in the import. Changed and deleted content goes to the trash. Identical entries are not touched, and entries that stay keep their successors and files. An export can be imported unchanged; new entries then keep their version and dates. Send up to 5,000 entries and 32 MiB as one JSON document, or as many as the plan allows as newline-delimited JSON (`Content-Type: application/x-ndjson`, with `?mode=replace` if needed). There, errors name the line, counted from 0 without blank lines (`body.3.iv`). Nothing changes until everything has arrived and is valid. `total` is the number of entries afterwards.
     *
     *     Bodies up to 32 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['importEntries'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export all entries as one document
     * @description Streams the vault, oldest entry first, in a form that can be imported unchanged. It contains each entry that exists when the export begins exactly once, and `entryCount` is their number. An entry that changes during the export is included as it is when it is read; a deleted one is included as it was; new ones are not included. `files` names the files of an entry, which are read one by one with `GET /files/:id`. Entries stay encrypted as they are stored. Use `?format=ndjson` or `Accept: application/x-ndjson` for newline-delimited JSON, the only form that can be imported for a vault of more than 5,000 entries or 32 MiB. One export can run at a time. A client that reads less than 16 KiB in ten seconds is disconnected.
     *
     *     Limits: 30 requests in 60 minutes per session, and twice as many per account.
     */
    get: operations['exportEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the vault key, or what is sealed to successors, all or nothing
     * @description For an owner whose vault key may be known to someone else, such as a removed successor. Name every entry of the vault with the version you read, the `keyBundleVersion` that the new bundle is based on, a share for each successor with a pinned key, and each envelope that opens something for a restricted one. If any of that has changed since you read it, the request is refused with `version_conflict`, and nothing changes. Each version rises by one; category, tags and dates of creation stay. The former contents go to the trash, and the former key bundle to the archive, which opens them. Envelopes that opened nothing are deleted unless they are replaced. Without `shares`, existing ones stay and are marked stale.
     *
     *     Without `entryCount`, all entries stay as they are. Only the key bundle, the shares and all envelopes are replaced, which is all that sealing a vault to its successors needs.
     *
     *     Nothing changes until everything has arrived and is valid, so a connection that breaks changes nothing. Errors name the line, counted from 0 without blank lines (`body.3.iv`). Needs a confirmed session (`POST /auth/confirm`), discards a pending change of address, and the owner gets an email about it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['rotateVault'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/trash': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the trash, newest first
     * @description Contains deleted entries, including those deleted by an import with `replace`, and the old content of changed entries, no matter who changed them. It is kept for 30 days. If a program changes one entry more than 20 times a day, content that lasted less than ten minutes is not kept, except within 7 days of a password reset. The trash does not appear in any list, export or count of entries, and no successor gets it. A page may have fewer rows than its limit if entries are large. nextCursor is null on the last page.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listTrash'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/entries/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore an entry from the trash
     * @description A deleted entry comes back as it was, with its version and dates, and for its former successors who are still there. If an entry with this id exists, the request is refused with 409. Name the `trashId` of a row to give the existing entry that old content: its version rises by one, `updatedAt` is that of the restored content, and the current content goes to the trash. Without a `trashId`, the newest row is restored. Content from before a rotation comes back under the previous vault key: store it again under the current one, or no successor can open it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['restoreEntry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/vault/trash/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Permanently delete an entry from the trash
     * @description Deletes everything in the trash that belongs to the entry, or only the row that `trashId` names, before the 30 days are over. Needs a recently confirmed session, and is refused within 7 days of a password reset.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['deleteFromTrash'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the files, of all entries or of one
     * @description Contains unfinished uploads, and files in the trash. nextCursor is null on the last page.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listFiles'];
    put?: never;
    /**
     * Announce a file of an entry (tus)
     * @description Creates an upload; PATCH then sends its bytes. The client encrypts the file and may choose its `id`, so that it can write it into the entry first. The entry must be in the vault, and the plan must have room for the whole length, which is reserved now. Repeating the request is safe: the same entry and SHA-256 get 200 with the file there is, and HEAD says what is missing of it, so nothing is sent twice. If that file is in the trash, it is restored. Clients announce and send files on their own, hours after the owner left, so neither is a sign of life. The change of the entry that names the file is. `Upload-Defer-Length` is not supported.
     *
     *     Limits: 3000 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['createFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a file or a range of it; HEAD says how much has arrived (tus)
     * @description The bytes are those that were sent, with `ETag` (the SHA-256), `Content-Disposition: attachment` and `X-Content-Type-Options: nosniff`. One range of bytes gets 206; `If-Range` is honoured; several ranges get the whole file. Files in the trash can be read. A client that reads less than 16 KiB in ten seconds is disconnected; it can resume with a range. HEAD works for unfinished uploads too, with `Upload-Offset`.
     *
     *     Limits: 3000 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['readFile'];
    put?: never;
    post?: never;
    /**
     * Delete a file, or end an upload (tus)
     * @description A stored file goes to the trash on its own and can be restored for 30 days; until then it uses the plan’s room. An unfinished upload ends at once. With `permanently=true`, a file is deleted from the trash: that needs a recently confirmed session, and is refused within 7 days of a password reset. The files of a deleted entry need not be deleted: they go with it.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['deleteFile'];
    options?: never;
    head?: never;
    /**
     * Send the bytes of a file, or resume sending them (tus)
     * @description Send the bytes from `Upload-Offset` on; if the connection breaks, what has arrived is kept, and HEAD says how much. One request at a time writes a file: another one gets `file_locked` until 20 seconds after the first has gone silent. With the last byte, the SHA-256 is compared with the announced one, and from then on the file can be read; if it differs, the upload is discarded. Bytes beyond `Upload-Length` are refused. An account sends three files at a time. An upload that is not continued for 3 days ends. Sending is not a sign of life.
     *
     *     Bodies up to 2048 MiB. Those over 64 KiB are accepted one at a time per account.
     *
     *     Limits: 3000 requests in 15 minutes per session, and twice as many per account.
     */
    patch: operations['sendFile'];
    trace?: never;
  };
  '/files/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a file from the trash
     * @description A file that was deleted on its own. The files of an entry come back with the entry.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['restoreFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/dashboard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The state of the service, and what needs attention
     * @description Shows the insides of the service to the web app of the same version, so its members may change in any version. Programs that watch the service read the metrics, which keep their names and meanings.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getDashboard'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts, newest first
     * @description `search` finds part of an address or a name. `filter` is verified, unverified, locked, paused, or handover (from the grace period until all access has ended). Each request is recorded.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listUsers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users/{userId}/lockout-status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether an account is locked after failed log-ins
     * @description For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getLockoutStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/users/{userId}/unlock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lift the lockout of an account
     * @description Clears its failed log-ins. Its password, second factor and switch stay as they are.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['unlockUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the unused invitations to open an account
     * @description For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['listAccountInvitations'];
    put?: never;
    /**
     * Invite someone to open an account
     * @description The link opens one account, for anyone who has it, within 14 days. It is shown only in this response, and no email is sent: pass it on yourself. It is needed only where accounts are by invitation only (`GET /site`). Recorded.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['createAccountInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/admin/invitations/{invitationId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an unused invitation
     * @description Recorded.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    delete: operations['withdrawAccountInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Metrics in the Prometheus text format
     * @description Public, and without personal data: no IDs, addresses or requested paths. If outsiders should not see how busy the service is, block this at the proxy. Responds within about a second; while the database does not respond, the numbers that come from it are left out (`vault_database_up 0`). Also at the root, as /metrics.
     */
    get: operations['getMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/billing/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the plans and their limits, before opening an account
     * @description Limits: 600 requests in 15 minutes per client address.
     */
    get: operations['listPlans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/billing/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the plan, its limits and their use
     * @description A smaller plan deletes nothing: existing data stays, but no more can be added. After a failed payment, status is `past_due` and the plan stays until the payment provider gives up.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    get: operations['getBillingStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/billing/checkout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start buying a plan
     * @description Returns a page of the payment provider to open; promotion codes are entered there. The plan changes once the provider confirms the payment. Use POST /billing/portal to change an existing subscription.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['startCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/billing/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change, pay for or cancel the subscription
     * @description Returns a page of the payment provider to open; invoices are there too.
     *
     *     Limits: 600 requests in 15 minutes per session, and twice as many per account.
     */
    post: operations['openBillingPortal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/billing/webhook': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive an event from the payment provider
     * @description For Stripe only: the `Stripe-Signature` header is checked against the bytes of the body. A repeated event changes nothing, and events may arrive in any order. Events that do not concern us get the same response.
     *
     *     Bodies up to 1 MiB.
     *
     *     Limits: 3000 requests in 15 minutes per client address.
     */
    post: operations['receivePaymentEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/site': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the operator of this service, and who may open an account
     * @description Limits: 600 requests in 15 minutes per client address.
     */
    get: operations['getSite'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/site/text': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a page of the operator: privacy, terms, contact or help
     * @description Limits: 600 requests in 15 minutes per client address.
     */
    get: operations['getSiteText'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/mail/returns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive a report that a mail came back
     * @description For mail providers only. Postmark authenticates by HTTP Basic or the header `X-Webhook-Secret`, Amazon SES by the signature of the SNS topic. A warning that came back was not delivered: its switch takes the step back. A complaint that a warning is spam takes nothing back, and is logged for the operators. A report that repeats another one, or names a mail that we do not know, changes nothing and gets the same response. `dependency_unavailable` asks to send a report again, for example about a mail that we are still noting as sent.
     *
     *     Bodies up to 1 MiB.
     *
     *     Limits: 3000 requests in 15 minutes per client address.
     */
    post: operations['receiveMailReturn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/mail/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Never get such emails again
     * @description Uses the link at the end of an email that asks to confirm a new address. From then on, we never write to this mailbox because of a change of address, however its address is spelled, and nobody can name it as a successor. Nobody is told. Emails about an account that has this address, or by owners who have already named it, still arrive. The link can be used again, and works until the operator of the service removes the secret that signed it.
     *
     *     Limits: 60 requests in 15 minutes per client address.
     */
    post: operations['stopMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this description as an OpenAPI 3.1 document
     * @description For reading, open `/docs`.
     *
     *     Limits: 600 requests in 15 minutes per client address.
     */
    get: operations['getOpenApiDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ws': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open the WebSocket
     * @description A WebSocket. Browsers send the `accessToken` cookie, and the `Origin` of the upgrade must be an allowed page. Apps and programs send `Authorization: Bearer`, or the cookie without an `Origin`. It is also available at `/ws` of the host. Clients send nothing, and nothing here is a sign of life.
     *
     *     Every message is JSON, `{ "event", "payload", "at" }`. The first is `realtime.connected` with the current state; then comes everything that is recorded after it, each record once.
     *
     *     | event | payload |
     *     |---|---|
     *     | `realtime.connected` | `status`, `epoch`, `deadline`, `lastSeenAt`, `holds`, `pausedUntil`: the current state of the switch |
     *     | `inactivity.reminder` | `n`, `of`, `deadline`, `daysLeft` |
     *     | `handover.status_changed` | `from`, `to`, `epoch`, `handoverId?`, `deadline` |
     *     | `handover.successor_responded` | `successorId`, `response` |
     *     | `activity.recorded` | `id`, `type`, `at`, `detail`: a record, as in `GET /activity` |
     *     | `session.revoked` | `sessionId`; the connection closes after it |
     *
     *     Later versions may add events, and members to payloads: ignore what you do not know.
     *
     *     The server pings every 30 seconds and disconnects clients that do not respond. The introduction explains each close code.
     */
    get: operations['connectRealtime'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Access not released. */
    AccessNotReleasedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:access_not_released';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'access_not_released';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Too many failed attempts. */
    AccountLockedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:account_locked';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 429;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'account_locked';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    ActivityRecord: {
      /**
       * @description Opaque: the list gives the order in which records were made.
       * @example 4711
       */
      id: string;
      /**
       * @description What happened. The table at `GET /activity` explains each type. A later version may add types: show a record of one that you do not know without explaining it.
       * @example check_in
       */
      type: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /** @description Where the request came from; null if the owner did nothing. */
      ipAddress: string | null;
      /**
       * @description The browser or program that the client says it is; null if it is unknown.
       * @example Firefox
       */
      browser: string | null;
      /**
       * @description The operating system that the client says it runs on; null if it is unknown.
       * @example Linux
       */
      system: string | null;
      /** @description The client that was used; null if the owner did nothing. */
      userAgent: string | null;
      /**
       * @description More about what happened. The table at `GET /activity` lists the fields of each type.
       * @example {}
       */
      detail: {
        [key: string]: unknown;
      };
      /**
       * @description Chains the records of an account: an HMAC-SHA-256, in base64url, of this record and the previous signature.
       * @example sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ
       */
      signature: string;
    };
    /**
     * @description What happened. The table at `GET /activity` explains each type.
     * @example check_in
     * @enum {string}
     */
    ActivityType:
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
      | 'channel_added'
      | 'channel_verified'
      | 'channel_changed'
      | 'channel_removed'
      | 'channel_warned'
      | 'automation_added'
      | 'automation_revoked'
      | 'status_read'
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
    AddAutomationAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * @description For `Authorization: Bearer`. It is shown only in this response: we keep no more than its hash.
       * @example vh_Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1
       */
      token: string;
      /** @description The automation whose token it is. */
      automation: components['schemas']['Automation'];
    };
    AddAutomationRequest: {
      /** @description A name by which the owner recognises it, in the activity log too. */
      name: string;
      /**
       * @description What its token may do: `check-in` for the owner, read the `status` of the switch, or read its dates as a `calendar`. It can do nothing else. A later version may add more.
       * @enum {string}
       */
      scope: 'check-in' | 'status' | 'calendar';
      /**
       * Format: date-time
       * @description When its token stops working. If omitted, it works until it is revoked.
       */
      expiresAt?: string;
    };
    AddMailboxAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
    };
    AddMailboxRequest: {
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
    };
    AddPasskeyAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The passkey as it is now. */
      passkey: components['schemas']['Passkey'];
    };
    AddPasskeyRequest: {
      /** @description A name by which the owner recognises the passkey. */
      name: string;
      /** @description What `navigator.credentials.create()` returned: RegistrationResponseJSON. */
      credential: {
        /**
         * @description The authenticator's name for the passkey, base64url.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        id: string;
        /**
         * @description The same as `id`.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        rawId: string;
        /**
         * @description The only type that WebAuthn has.
         * @constant
         */
        type: 'public-key';
        /**
         * @description Ignored.
         * @enum {string}
         */
        authenticatorAttachment?: 'platform' | 'cross-platform';
        /**
         * @description Ignored. Never send the results of `prf`: a response that contains them is refused.
         * @example {}
         */
        clientExtensionResults?: {
          /** @description Ignored. */
          credProps?: {
            /** @description Ignored. */
            rk?: boolean;
          };
        };
        /** @description The new passkey. */
        response: {
          /**
           * @description What the browser says about the request.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          clientDataJSON: string;
          /**
           * @description The new key, and what the authenticator says about it.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          attestationObject: string;
          /**
           * @description How browsers reach the authenticator.
           * @example [
           *       "internal",
           *       "hybrid"
           *     ]
           */
          transports?: string[];
          /**
           * @description Ignored.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          authenticatorData?: string;
          /**
           * @description Ignored.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          publicKey?: string;
          /** @description Ignored. */
          publicKeyAlgorithm?: number;
        };
      };
    };
    AddPushAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
    };
    AddPushRequest: {
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /** @description What `PushManager.subscribe()` returned. */
      subscription: {
        /**
         * @description Where pushes for this device are sent.
         * @example https://push.example.com/s/1
         */
        endpoint: string;
        /** @description Ignored. */
        expirationTime?: number | null;
        /** @description What pushes are encrypted with (RFC 8291). */
        keys: {
          /**
           * @description The key of the device.
           * @example BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4
           */
          p256dh: string;
          /**
           * @description The secret that the device shares with us.
           * @example BTBZMqHH6r4Tts7J_aSIgg
           */
          auth: string;
        };
      };
    };
    AddWebhookAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
      /**
       * @description What requests are signed with (Standard Webhooks). It is shown this once.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTXmlEuwGS2U=
       */
      secret: string;
    };
    AddWebhookRequest: {
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /**
       * @description A public https address. Redirects are not followed.
       * @example https://hooks.example.com/vault
       */
      url: string;
    };
    AdminUser: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and stored trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      /** @description Whether the address is verified. */
      emailVerified: boolean;
      plan: components['schemas']['Plan'];
      switchStatus: components['schemas']['SwitchStatus'];
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description Whether logging in is locked now. */
      isLocked: boolean;
      /** @description When the lockout ends automatically. */
      lockedUntil: string | null;
      /** @description Failed log-ins that count towards a lockout. */
      failedAttempts: number;
    };
    /** @description Already exists. */
    AlreadyExistsProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_exists';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'already_exists';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Already subscribed. */
    AlreadySubscribedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_subscribed';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'already_subscribed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Already verified. */
    AlreadyVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_verified';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'already_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    ArchivedKeyBundle: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      keyBundle: components['schemas']['KeyBundle'];
      /** @description The salt at that time. */
      salt: string;
      /** @description The address at that time, from which the keys were also derived. */
      email: string;
      /**
       * Format: date-time
       * @description When it was replaced.
       */
      replacedAt: string;
      /**
       * @description How it was replaced: by a reset by email (`reset`), or by a request in a session. Now `replaced` or `reset`; a later version may add more.
       * @enum {string}
       */
      reason: 'replaced' | 'reset';
      /** @description Whether a reset by email had stored it, for which access to the mailbox was enough, or replaced it after 50 others on the same day. */
      fromReset: boolean;
    };
    AssignEntriesAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: uuid
       * @description One of the successors.
       */
      successorId: string;
      /** @description The assigned entries. */
      entryIds: string[];
      /** @description The same entries in the same order, with the state of their envelopes. */
      entries: {
        /**
         * Format: uuid
         * @description One of the entries.
         */
        entryId: string;
        /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
        hasEnvelope: boolean;
        /** @description Whether the `salt` of the entry, or the share of the successor, has changed since its envelope was written. Such an envelope opens nothing, so write a new one. An edit that keeps the salt also keeps the envelope valid. False if there is no envelope. */
        envelopeStale: boolean;
      }[];
      /** @description Whether they receive only the entries assigned to them, or all. */
      restrictToAssignedEntries: boolean;
    };
    AssignEntriesRequest: {
      /** @description The entries to assign. */
      entryIds: string[];
      /** @description Whether they receive only the entries assigned to them, or all. */
      restrictToAssignedEntries: boolean;
      /**
       * @description The `keyBundleVersion` of the bundle that the envelopes were made with. If the account has another one by now, the request is refused with `version_conflict`, and nothing changes.
       * @example 4
       */
      keyBundleVersion?: number;
      /**
       * @description The entries' keys, sealed to the successor and opaque to us. Existing envelopes are kept unless replaced.
       * @default []
       */
      envelopes?: {
        /**
         * Format: uuid
         * @description One of the entries.
         */
        entryId: string;
        /**
         * @description The key of an entry, sealed to the successor. Opaque to the server. Base64, with padding, of 1 to 2048 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        envelope: string;
      }[];
      /** @description Ignored: `entryIds` lists what is assigned, and `envelopes` contains new envelopes. */
      readonly entries?: {
        /**
         * Format: uuid
         * @description One of the entries.
         */
        entryId: string;
        /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
        hasEnvelope: boolean;
        /** @description Whether the `salt` of the entry, or the share of the successor, has changed since its envelope was written. Such an envelope opens nothing, so write a new one. An edit that keeps the salt also keeps the envelope valid. False if there is no envelope. */
        envelopeStale: boolean;
      }[];
      /** @description Read-only, as returned by GET; ignored here. */
      readonly successorId?: unknown;
    };
    Automation: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The name that the owner gave it.
       * @example Phone
       */
      name: string;
      /**
       * @description What its token may do: `check-in` for the owner, read the `status` of the switch, or read its dates as a `calendar`. It can do nothing else. A later version may add more.
       * @enum {string}
       */
      scope: 'check-in' | 'status' | 'calendar';
      /**
       * Format: date-time
       * @description When its token was made.
       */
      createdAt: string;
      /** @description When its token stops working; null if it works until revoked. */
      expiresAt: string | null;
      /** @description When its token was last used; null if never. */
      lastUsedAt: string | null;
    };
    /** @description Too many automations. */
    AutomationLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:automation_limit';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'automation_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Paid plans are not offered. */
    BillingDisabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:billing_disabled';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 503;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'billing_disabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    CancelHandoverAnswer: {
      /** @description A sentence for people. */
      message: string;
      handover: components['schemas']['Handover'];
    };
    CancelHandoverRequest: {
      /**
       * @description In your own words. Invited successors read it in their email.
       * @example I was at sea without a signal.
       */
      reason?: string;
    };
    ChangedEntry: {
      /**
       * Format: uuid
       * @description If sent, the same as in the path.
       */
      id?: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 1048576 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /** @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates. */
      category?: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags?: string[];
      /** @description The version this change is based on; the same as `If-Match`. */
      version?: number;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly createdAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly updatedAt?: unknown;
    };
    ChangedSuccessor: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email?: string;
      /** @description Their second address, which they confirm with its own link. If empty, it is removed. */
      secondEmail?: string;
      /** @description A display name: one line without control, direction or invisible characters. */
      name?: string;
      /** @description How many days later than the others they are invited. */
      handoverDelayDays?: number;
      /** @description Whether they receive only the entries assigned to them, or all. */
      restrictToAssignedEntries?: boolean;
      /**
       * @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. Base64, with padding, of 1984 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ==
       */
      ownerKey?: string;
      language?: components['schemas']['Language'];
      /**
       * @description The time zone of the dates that a person reads: an IANA name.
       * @example Europe/Berlin
       */
      timeZone?: string;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly id?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly verified?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly verifiedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly secondVerifiedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly optedOut?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly keyPinnedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly publicKey?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly publicKeySalt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly keyFingerprint?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly encryptedShare?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly sharesStale?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly leftSomething?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly mailProblem?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly secondMailProblem?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly rehearsal?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly contact?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly createdAt?: unknown;
    };
    Channel: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description What kind of way it is. Now `mailbox`, `webhook` or `push`; a later version may add more.
       * @enum {string}
       */
      kind: 'mailbox' | 'webhook' | 'push';
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /**
       * @description The email address, where requests are sent, or the host of the push service.
       * @example olive@example.com
       */
      address: string;
      /** @description When its code was entered. Nothing else is sent to it before. */
      verifiedAt: string | null;
      /** @description When it last accepted something. */
      lastAcceptedAt: string | null;
      /** @description When it last refused something, or did not answer. */
      lastFailedAt: string | null;
      /**
       * @description The code of its latest failure; null once it has accepted something again.
       * @example HTTP 503
       */
      lastError: string | null;
      /** @description Whether it is verified and the latest attempt did not fail. */
      works: boolean;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
    };
    /** @description Too many ways. */
    ChannelLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:channel_limit';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'channel_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Way not verified. */
    ChannelNotVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:channel_not_verified';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'channel_not_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    CheckInAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the next sign of life is due; null while no clock is running (switched off or paused). */
      deadline: string | null;
    };
    CheckInByAutomationAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the next sign of life is due; null while no clock is running (switched off or paused). */
      deadline: string | null;
    };
    CheckInByLinkAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the next sign of life is due; null while no clock is running (switched off or paused). */
      deadline: string | null;
    };
    CheckInByLinkRequest: {
      /** @description The token from the link in an email. */
      token?: string;
    };
    /** @description Checksum mismatch. */
    ChecksumMismatchProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:checksum_mismatch';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 400;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'checksum_mismatch';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    ConfirmSecondAddressRequest: {
      /** @description The token from the link in an email. */
      token: string;
    };
    ConfirmSessionAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description When the confirmation of the session ends.
       */
      confirmedUntil: string;
    };
    ConfirmSessionRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /**
       * @description The six digits shown by the authenticator app. If empty, it counts as absent.
       * @example 492039
       */
      token?: string;
      /** @description One of the codes shown when two-factor authentication was turned on or the codes were renewed. Works once. */
      recoveryCode?: string;
    };
    ConfirmSessionWithPasskeyAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * Format: date-time
       * @description When the confirmation of the session ends.
       */
      confirmedUntil: string;
    };
    ConfirmSessionWithPasskeyRequest: {
      /** @description What `navigator.credentials.get()` returned: AuthenticationResponseJSON. */
      credential: {
        /**
         * @description The authenticator's name for the passkey, base64url.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        id: string;
        /**
         * @description The same as `id`.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        rawId: string;
        /**
         * @description The only type that WebAuthn has.
         * @constant
         */
        type: 'public-key';
        /**
         * @description Ignored.
         * @enum {string}
         */
        authenticatorAttachment?: 'platform' | 'cross-platform';
        /**
         * @description Ignored. Never send the results of `prf`: a response that contains them is refused.
         * @example {}
         */
        clientExtensionResults?: {
          /** @description Ignored. */
          credProps?: {
            /** @description Ignored. */
            rk?: boolean;
          };
        };
        /** @description The signature, and what was signed. */
        response: {
          /**
           * @description What the browser says about the request.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          clientDataJSON: string;
          /**
           * @description What the authenticator says about the request.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          authenticatorData: string;
          /**
           * @description The signature over both.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          signature: string;
          /**
           * @description The account that the passkey is for. A log-in needs it.
           * @example AZqryeAAcACAAAAAAAAAAA
           */
          userHandle?: string;
        };
      };
    };
    /** @description Password confirmation required. */
    ConfirmationRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:confirmation_required';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'confirmation_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    ContactAnswer: {
      /** @description The token from the link in an email. */
      token: string;
      /**
       * @description `here`: we can still reach them, and they have their sheet, if they made one. `sheet_lost`: they do not. `moved`: they want us to write to `email`.
       * @enum {string}
       */
      answer: 'here' | 'sheet_lost' | 'moved';
      /**
       * Format: email
       * @description With `moved`: where they want us to write.
       */
      email?: string;
    };
    CreateAccountInvitationAnswer: {
      /** @description A sentence for people. */
      message: string;
      /**
       * @description It is shown only in this response: we keep no more than the hash of its token.
       * @example https://vault.example.org/register#invitation=Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1
       */
      link: string;
      /** @description The invitation whose link it is. */
      invitation: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /**
         * Format: date-time
         * @description When it was created.
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description When its link stops working.
         */
        expiresAt: string;
      };
    };
    CreateFileAnswer: {
      /** @description A sentence for people. */
      message: string;
      file: components['schemas']['StoredFile'];
    };
    Credit: {
      /**
       * Format: date-time
       * @description When the outage began.
       * @example 2026-11-20T10:00:00.000Z
       */
      from: string;
      /**
       * Format: date-time
       * @description When it ended.
       * @example 2026-11-20T10:10:00.000Z
       */
      to: string;
      /**
       * @description What was down: the API, its public address or, during the grace period, the mail server or the mailbox for returned mail. Now `api_down`, `public_address_down`, `mail_down` or `returns_unread`; a later version may add more.
       * @enum {string}
       */
      reason: 'api_down' | 'public_address_down' | 'mail_down' | 'returns_unread';
      /**
       * @description How much of it was added to the deadline, in milliseconds.
       * @example 600000
       */
      creditedMs: number;
    };
    DeleteAccountRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
    };
    /** @description Service unavailable. */
    DependencyUnavailableProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:dependency_unavailable';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 503;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'dependency_unavailable';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    DescribeCheckInLinkAnswer: {
      /** @description The display name of the owner. */
      ownerName: string;
      language: components['schemas']['Language'];
      status: components['schemas']['SwitchStatus'];
      /** @description When the current step ends without a sign of life; null while no clock is running. */
      deadline: string | null;
    };
    DescribeSuccessorLinkAnswer: {
      /** @description The display name of the owner. */
      ownerName: string;
      language: components['schemas']['Language'];
      /** @description The successor this link belongs to. */
      successor: {
        /** @description A display name: one line. */
        name: string;
        /** @description Whether they verified their address. */
        verified: boolean;
        /** @description Whether they have made a recovery kit. */
        hasKit: boolean;
        /** @description Whether the owner has pinned its key, so that it can no longer be replaced. */
        keyPinned: boolean;
      };
      /**
       * @description The handover that the link invites to; null for any other link.
       * @example null
       */
      handover: {
        /**
         * Format: date-time
         * @description The owner's last sign of life.
         */
        lastSeenAt: string;
        /** @description How many must accept now. */
        effectiveQuorum: number;
        /** @description How many of them have accepted. If successors hold shares, nobody without one takes the place of a holder who has yet to accept. */
        accepted: number;
        /** @description Whether enough have accepted. */
        released: boolean;
        /** @description Their own response so far. */
        response: ('accept' | 'decline') | null;
        /** @description Whether there is anything that they can open. Their answer is valid either way. */
        leftSomething: boolean;
      } | null;
      /**
       * @description The access that the link gives; null for any other link.
       * @example null
       */
      access: {
        /** @description When this access ends; null before the release. */
        accessEndsAt: string | null;
      } | null;
      /** @description Whether there are other successors who can answer. Absent for links that ask for no answer. */
      hasOthers?: boolean;
      /** @description For a link to opt out. True during a handover, if others may be unable to open what was left to them without this person’s share: before the release, or until they have sent `reshares`. Absent otherwise. */
      shareNeeded?: boolean;
      /** @description True in a rehearsal: nothing has happened to the owner. Absent otherwise. */
      rehearsal?: boolean;
    };
    DisableTwoFactorRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /**
       * @description The six digits shown by the authenticator app. If empty, it counts as absent.
       * @example 492039
       */
      token?: string;
      /** @description One of the codes shown when two-factor authentication was turned on or the codes were renewed. Works once. */
      recoveryCode?: string;
    };
    /** @description Email address not verified. */
    EmailNotVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:email_not_verified';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'email_not_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    EnableTwoFactorAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description Shown only once. Each works once, in place of a code from the app. */
      recoveryCodes: string[];
    };
    EnableTwoFactorRequest: {
      /**
       * @description The six digits shown by the authenticator app.
       * @example 492039
       */
      token: string;
    };
    EndOtherSessionsAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The number of sessions that ended. */
      invalidatedCount: number;
    };
    Entry: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /** @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates. */
      category: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    EntryAnswer: {
      entry: components['schemas']['Entry'];
    };
    EntryWritten: {
      /** @description A sentence for people. */
      message: string;
      entry: components['schemas']['Entry'];
    };
    Export: {
      /**
       * @description Tells an export from other files.
       * @constant
       */
      format: 'vault-handover-encrypted';
      /** @description The version of the format. */
      version: number;
      /**
       * Format: uuid
       * @description The owner, whose keys alone open the entries.
       */
      userId: string;
      /**
       * Format: date-time
       * @description When it was exported.
       */
      exportedAt: string;
      /** @description The number of entries. */
      entryCount: number;
      /** @description All entries, oldest first. */
      entries: components['schemas']['ExportedEntry'][];
    };
    ExportedEntry: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /** @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates. */
      category: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description The stored files of the entry; absent if it has none. */
      files?: components['schemas']['ExportedFile'][];
    };
    ExportedFile: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description In bytes. */
      size: number;
      /**
       * @description The SHA-256 of the ciphertext.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      sha256: string;
    };
    FieldError: {
      /** @description Where in the request, such as `body.email`. */
      path: string;
      /** @description What is wrong with it. */
      message: string;
    };
    /** @description File is being written. */
    FileLockedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:file_locked';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 423;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'file_locked';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description File not complete. */
    FileUnfinishedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:file_unfinished';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'file_unfinished';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Files are not stored. */
    FilesDisabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:files_disabled';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 503;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'files_disabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Fingerprints do not match. */
    FingerprintMismatchProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:fingerprint_mismatch';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'fingerprint_mismatch';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Forbidden. */
    ForbiddenProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:forbidden';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'forbidden';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /**
     * @example {
     *       "enabled": true,
     *       "plan": "pro",
     *       "status": "active",
     *       "currentPeriodEnd": "2026-12-22T09:30:00.000Z",
     *       "cancelAtPeriodEnd": false,
     *       "limits": {
     *         "entries": 2000,
     *         "entryBytes": 1000000000,
     *         "trashBytes": 2000000000,
     *         "successors": 5,
     *         "fileBytes": 20000000000
     *       },
     *       "plans": {
     *         "free": {
     *           "entries": 50,
     *           "entryBytes": 50000000,
     *           "trashBytes": 100000000,
     *           "successors": 2,
     *           "fileBytes": 1000000000
     *         },
     *         "pro": {
     *           "entries": 2000,
     *           "entryBytes": 1000000000,
     *           "trashBytes": 2000000000,
     *           "successors": 5,
     *           "fileBytes": 20000000000
     *         },
     *         "family": {
     *           "entries": 10000,
     *           "entryBytes": 5000000000,
     *           "trashBytes": 10000000000,
     *           "successors": 15,
     *           "fileBytes": 100000000000
     *         }
     *       },
     *       "usage": {
     *         "entries": 120,
     *         "entryBytes": 183500,
     *         "trashBytes": 20480,
     *         "successors": 2,
     *         "fileBytes": 734003200
     *       }
     *     }
     */
    GetBillingStatusAnswer: {
      /** @description Whether this service offers paid plans. */
      enabled: boolean;
      plan: components['schemas']['Plan'];
      /** @description The status of the subscription as the payment provider names it, such as `active` or `past_due`; null without a subscription. */
      status: string | null;
      /** @description The end of the current period, which is paid for if status is `active`; null without a subscription. */
      currentPeriodEnd: string | null;
      /** @description Whether it ends then because it was cancelled. */
      cancelAtPeriodEnd: boolean;
      /** @description What the plan allows. */
      limits: {
        /** @description Entries in the vault. */
        entries: number;
        /** @description Bytes of these entries, as they are stored. */
        entryBytes: number;
        /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
        trashBytes: number;
        /** @description Successors, whether verified or not. */
        successors: number;
        /** @description Bytes of files, those in the trash included. */
        fileBytes: number;
      };
      /** @description What each plan allows. */
      plans: {
        /** @description The limits without a paid plan. */
        free: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
        /** @description What `pro` allows. */
        pro: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
        /** @description What `family` allows. */
        family: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
      };
      /** @description How much of it is used. */
      usage: {
        /** @description Entries in the vault. */
        entries: number;
        /** @description Bytes of these entries, as they are stored. */
        entryBytes: number;
        /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
        trashBytes: number;
        /** @description Successors, whether verified or not. */
        successors: number;
        /** @description Bytes of files, those in the trash included. */
        fileBytes: number;
      };
    };
    GetDashboardAnswer: {
      /** @description The state of the service at a glance. */
      stats: components['schemas']['Statistics'];
    };
    GetHandoverAnswer: {
      status: components['schemas']['SwitchStatus'];
      /** @description When the current step ends without a sign of life; null while no clock is running. */
      deadline: string | null;
      /** @description The current one, or the one of a completed cycle; null if there is none. */
      handover: components['schemas']['Handover'] | null;
      /** @description The last one that was cancelled. */
      lastCancelled: components['schemas']['Handover'] | null;
      /** @description The last one that is over and in which the vault was opened, whether it was cancelled or completed. */
      lastReleased: components['schemas']['Handover'] | null;
    };
    GetKeyDerivationAnswer: {
      /** @description How the account's password was derived. */
      kdf: components['schemas']['KeyDerivation'];
      /** @description How to derive a new password. */
      current: components['schemas']['KeyDerivation'];
    };
    GetKeyDerivationRequest: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
    };
    GetKeysAnswer: {
      /** @description Base64; the client's key derivation salt. */
      salt: string;
      /** @description Null if the account has none. */
      keyBundle: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Send it with the next bundle, as in the profile.
       * @example 4
       */
      keyBundleVersion: number;
    };
    GetKeysRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
    };
    GetLockoutStatusAnswer: {
      /**
       * Format: uuid
       * @description An account.
       */
      userId: string;
      /** @description Compared and stored trimmed, in NFC and lower case. */
      email: string;
      /** @description Whether logging in is locked now. */
      isLocked: boolean;
      /** @description When the lockout ends automatically. */
      lockedUntil: string | null;
      /** @description Failed log-ins that count towards a lockout. */
      failedAttempts: number;
    };
    /** @description An OpenAPI 3.1 document. */
    GetOpenApiDocumentAnswer: {
      /**
       * @description The OpenAPI version.
       * @example 3.1.1
       */
      openapi: string;
      /** @description A description of the tag. */
      info: {
        /**
         * @description A description of the API.
         * @example Vault Handover API
         */
        title: string;
        /**
         * @description The version of the service.
         * @example 0.1.0
         */
        version: string;
      } & {
        [key: string]: unknown;
      };
      /** @description The operations by path. */
      paths: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    GetPasskeyConfirmationOptionsAnswer: {
      /** @description For `navigator.credentials.get()`: PublicKeyCredentialRequestOptionsJSON. */
      options: {
        /**
         * @description Valid once, for five minutes.
         * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
         */
        challenge: string;
        /**
         * @description The host that the passkeys belong to.
         * @example vault.example.com
         */
        rpId: string;
        /**
         * @description Milliseconds.
         * @example 300000
         */
        timeout: number;
        /**
         * @description The authenticator asks for a fingerprint, a face or a PIN.
         * @constant
         */
        userVerification: 'required';
        /** @description The passkeys to choose from. If there are none, the authenticator offers those that it has. */
        allowCredentials: {
          /**
           * @description The authenticator's name for the passkey, base64url.
           * @example Xk3mB0vY2cQzqv8mJ4pD1w
           */
          id: string;
          /**
           * @description The only type that WebAuthn has.
           * @constant
           */
          type: 'public-key';
          /**
           * @description How browsers reach the authenticator.
           * @example [
           *       "internal",
           *       "hybrid"
           *     ]
           */
          transports: string[];
        }[];
      };
    };
    GetPasskeyLogInOptionsAnswer: {
      /** @description For `navigator.credentials.get()`: PublicKeyCredentialRequestOptionsJSON. */
      options: {
        /**
         * @description Valid once, for five minutes.
         * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
         */
        challenge: string;
        /**
         * @description The host that the passkeys belong to.
         * @example vault.example.com
         */
        rpId: string;
        /**
         * @description Milliseconds.
         * @example 300000
         */
        timeout: number;
        /**
         * @description The authenticator asks for a fingerprint, a face or a PIN.
         * @constant
         */
        userVerification: 'required';
        /** @description The passkeys to choose from. If there are none, the authenticator offers those that it has. */
        allowCredentials: {
          /**
           * @description The authenticator's name for the passkey, base64url.
           * @example Xk3mB0vY2cQzqv8mJ4pD1w
           */
          id: string;
          /**
           * @description The only type that WebAuthn has.
           * @constant
           */
          type: 'public-key';
          /**
           * @description How browsers reach the authenticator.
           * @example [
           *       "internal",
           *       "hybrid"
           *     ]
           */
          transports: string[];
        }[];
      };
    };
    GetPasskeyOptionsAnswer: {
      /** @description For `navigator.credentials.create()`: PublicKeyCredentialCreationOptionsJSON. */
      options: {
        /** @description The service. */
        rp: {
          /**
           * @description The host that the passkeys belong to.
           * @example vault.example.com
           */
          id: string;
          /** @description The name of the service. */
          name: string;
        };
        /** @description The account. */
        user: {
          /**
           * @description The ID of the account, as base64url of its 16 bytes.
           * @example AZqryeAAcACAAAAAAAAAAA
           */
          id: string;
          /** @description The address of the account. */
          name: string;
          /** @description The name of the owner. */
          displayName: string;
        };
        /**
         * @description Valid once, for five minutes.
         * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
         */
        challenge: string;
        /** @description The signatures that we accept. */
        pubKeyCredParams: {
          /**
           * @description A COSE algorithm.
           * @example -7
           */
          alg: number;
          /**
           * @description The only type that WebAuthn has.
           * @constant
           */
          type: 'public-key';
        }[];
        /**
         * @description Milliseconds.
         * @example 300000
         */
        timeout: number;
        /**
         * @description We don't ask which kind of authenticator it is.
         * @constant
         */
        attestation: 'none';
        /** @description The passkeys that the account already has. */
        excludeCredentials: {
          /**
           * @description The authenticator's name for the passkey, base64url.
           * @example Xk3mB0vY2cQzqv8mJ4pD1w
           */
          id: string;
          /**
           * @description The only type that WebAuthn has.
           * @constant
           */
          type: 'public-key';
          /**
           * @description How browsers reach the authenticator.
           * @example [
           *       "internal",
           *       "hybrid"
           *     ]
           */
          transports: string[];
        }[];
        /** @description What the authenticator must be able to do. */
        authenticatorSelection: {
          /**
           * @description The authenticator can offer it without being told its ID.
           * @constant
           */
          residentKey: 'required';
          /**
           * @description The same, for older browsers.
           * @constant
           */
          requireResidentKey: true;
          /**
           * @description The authenticator asks for a fingerprint, a face or a PIN.
           * @constant
           */
          userVerification: 'required';
        };
      };
    };
    GetProfileAnswer: {
      user: components['schemas']['User'];
    };
    GetSiteAnswer: {
      /** @description Who runs this service; null if they have not said so. */
      operator: string | null;
      /** @description Where they are. */
      place: string | null;
      /** @description How to reach them: an email address or a web page. */
      contact: string | null;
      /**
       * @description Who may open an account: anyone, those with an invitation, or nobody. Now `open`, `invited` or `closed`; a later version may add more.
       * @enum {string}
       */
      registration: 'open' | 'invited' | 'closed';
    };
    GetSiteTextAnswer: {
      /** @description The page, in Markdown (CommonMark). */
      text: string;
    };
    GetSuccessorAccessAnswer: {
      /** @description The display name of the owner. */
      ownerName: string;
      language: components['schemas']['Language'];
      /** @description Includes the public half of their recovery kit: its code opens nothing without the salt. */
      successor: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /** @description A display name: one line. */
        name: string;
        /** @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). */
        publicKey: string | null;
        /** @description The public half of the recovery kit. */
        publicKeySalt: string | null;
        /** @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. */
        ownerKey: string | null;
      };
      /** @description How many successors must accept before anything is released. */
      quorum: number;
      /** @description The number of successors who have accepted. */
      accepted: number;
      /**
       * Format: date-time
       * @description When access ends.
       */
      expiresAt: string;
      /** @description How many shares open the vault; null if it is not shared. */
      threshold: number | null;
      /** @description A share, sealed to its holder. Opaque to the server. */
      encryptedShare: string | null;
      /** @description A share that its holder opened and sealed again for another holder. */
      reshares: {
        /**
         * Format: uuid
         * @description Whose share it was.
         */
        fromSuccessorId: string;
        /** @description A share, sealed to its holder. Opaque to the server. */
        encryptedShare: string;
      }[];
      /** @description The owner’s signed list of what was left to them; null if there is none. Absent in a rehearsal. */
      list?: string | null;
      /**
       * @description Messages that other successors wrote with their answers and agreed to share.
       * @example []
       */
      messages: {
        /**
         * Format: uuid
         * @description Who wrote it.
         */
        fromSuccessorId: string;
        /** @description A display name: one line. */
        name: string;
        /** @description Their message with the response. */
        message: string;
      }[];
      /** @description How many entries there are. */
      entryCount: number;
      /** @description What was left to them, oldest first. */
      entries: components['schemas']['ReadableEntry'][];
      /** @description True in a rehearsal: nothing has happened to the owner. Absent in a real handover. */
      rehearsal?: boolean;
    };
    GetSuccessorListAnswer: {
      /** @description As it was stored last; null if no present share opens it. */
      list: string | null;
      /** @description How often a list was stored. */
      listVersion: number;
    };
    GetSwitchSettingsAnswer: {
      settings: components['schemas']['Settings'];
    };
    GetTimelineAnswer: {
      status: components['schemas']['SwitchStatus'];
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /**
       * Format: date-time
       * @description When the silence began: at the last sign of life, or later if the clock was started without one.
       */
      silentSince: string;
      /**
       * @description Outages of the service that were added to the deadline, in milliseconds.
       * @example 600000
       */
      creditedMs: number;
      /** @description The outages behind `creditedMs`, oldest first; the latest 100 at most. */
      credits: components['schemas']['Credit'][];
      /**
       * @description Why the switch cannot continue; empty if it can. `mail_unconfigured`: no mail server is configured. `clock_skew`: clocks disagree. `database_changed`: the database was replaced a moment ago and is being checked. `mail_refused`: the mail server refuses the warning.
       * @example []
       */
      holds: components['schemas']['Hold'][];
      /** @description Every step that follows if the owner stays silent, in order. */
      events: components['schemas']['TimelineEvent'][];
    };
    GetTwoFactorRemovalKeysAnswer: {
      /** @description One for each key bundle, newest first. */
      keys: {
        /** @description How the recovery code opens the vault key. */
        vaultKey: {
          /** @description Root secret and vault key, sealed under the recovery code. */
          recovery: {
            /** @description 12 bytes in base64. */
            iv: string;
            /** @description Ciphertext and tag in base64. */
            data: string;
          };
        };
        /** @description The public key of the proof: Ed25519, 32 bytes in base64. */
        proofKey: string;
      }[];
      /** @description When the second factor can be removed; null if its removal was not requested, or is done. */
      removableAt: string | null;
    };
    GetTwoFactorRemovalKeysRequest: {
      /** @description The token from the link in an email. */
      token: string;
    };
    Handover: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The stage it has reached.
       * @example cancelled
       * @enum {string}
       */
      status: 'grace_period' | 'awaiting_successors' | 'released' | 'completed' | 'cancelled';
      /**
       * Format: date-time
       * @description When the final notice was accepted and the grace period started.
       */
      startedAt: string;
      /**
       * @description When the grace period ends, or ended.
       * @example 2026-11-24T09:30:00.000Z
       */
      graceEndsAt: string | null;
      /** @description When enough successors had accepted. */
      releasedAt: string | null;
      /** @description When the last access ended. */
      completedAt: string | null;
      /**
       * @description When it was cancelled.
       * @example 2026-11-23T18:00:00.000Z
       */
      cancelledAt: string | null;
      /**
       * @description When the owner came back after it was completed.
       * @example null
       */
      ownerBackAt: string | null;
      /**
       * @description The reason: a sign of life (`owner_returned`), the owner cancelled it (`owner_cancelled`), the switch was paused (`paused`), no successor was left (`no_successor`), or a backup was restored (`restored`). A later version may add more.
       * @example owner_cancelled
       */
      cancelReason: ('owner_returned' | 'owner_cancelled' | 'paused' | 'no_successor' | 'restored') | null;
      /**
       * @description The owner's words when cancelling it.
       * @example I was at sea without a signal.
       */
      reason: string | null;
      /** @description How many successors must accept, fixed when the final notice was sent. */
      quorum: number;
      /** @description How many must accept now: `quorum`, but no more than there are successors left. Where successors hold shares, that many of the holders must be among them, or all who are left. Of a past handover, `quorum`. */
      effectiveQuorum: number;
      /** @description How many of them have accepted. If successors hold shares, nobody without one takes the place of a holder who has yet to accept. Of a past handover, how many accepted. */
      accepted: number;
      /**
       * @description Whether the final notice could not be delivered, because the owner's address is dead.
       * @example false
       */
      undeliverable: boolean;
      /**
       * @description All successors of this handover, whether they have been asked yet or not.
       * @example []
       */
      responses: {
        /**
         * Format: uuid
         * @description One of the successors.
         */
        successorId: string;
        /** @description How often we have asked them. */
        invitationsSent: number;
        /** @description Null until they answer. */
        response: ('accept' | 'decline') | null;
        /** @description How often they said that the owner is alive. */
        ownerAliveCount: number;
        /** @description When they answered. */
        at: string | null;
        /** @description When their access ends; null if they never had any. */
        accessEndsAt: string | null;
        /** @description When they last read it. */
        lastAccessAt: string | null;
        /** @description Their message with the answer. */
        message: string | null;
      }[];
    };
    /** @description Handover in progress. */
    HandoverActiveProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:handover_active';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'handover_active';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Handover completed. */
    HandoverCompletedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:handover_completed';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'handover_completed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Handover ended. */
    HandoverEndedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:handover_ended';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 410;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'handover_ended';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    Health: {
      /**
       * @description `down`: the API cannot serve. `degraded`: it serves, but something behind it needs attention.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down';
      /**
       * @description The version of the service.
       * @example 0.1.0
       */
      version: string;
      /** @description The dependencies of the service, one by one. */
      checks: {
        /** @description PostgreSQL. `down`: it does not respond, or stores nothing. */
        database: {
          /**
           * @description `unknown`: cannot be checked while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the check took, in milliseconds. */
          latencyMs: number;
          /** @description Why it responds but cannot be used. `read_only`: it is a standby or recovering. `disk_full`: it refused to store something within the last minute. A later version may add more. */
          problem: ('read_only' | 'disk_full') | null;
        };
        /** @description `down`: the clocks of this process and the database disagree, or both have jumped, so no sign of life can be dated. */
        clock: components['schemas']['HealthCheck'];
        /** @description Redis. `degraded`: it responds, but cannot be written to. */
        cache: components['schemas']['HealthCheck'];
        /** @description Temporal, its task queue, and the connection to it. */
        queues: {
          /**
           * @description `unknown`: cannot be checked while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the check took, in milliseconds. */
          latencyMs: number;
          /** @description Workers polling Temporal, as last reported by a worker. */
          pollers: number | null;
          /** @description When one of them last polled. */
          lastPolledAt: string | null;
          /** @description Tasks waiting in Temporal for a worker; null if unknown. */
          backlog: number | null;
          /** @description Messages that have not reached Temporal yet, and the age of the oldest. */
          outbox: {
            /** @description The number of waiting messages. */
            size: number;
            /** @description The age of the oldest, in milliseconds. */
            lagMs: number;
          } | null;
        };
        /** @description The websockets. */
        realtime: {
          /**
           * @description `unknown`: cannot be checked while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the check took, in milliseconds. */
          latencyMs: number;
          /** @description Whether events from other processes arrive at once. */
          subscribed: boolean;
          /** @description Open websockets of the responding process. */
          connections: number;
        };
        /** @description The mail server, as the worker last saw it. */
        mail: {
          /**
           * @description `unknown`: cannot be checked while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the check took, in milliseconds. */
          latencyMs: number;
          /** @description When the worker last reached the mail server. */
          lastReachedAt: string | null;
          /** @description A problem that the operator has to fix. `no_tls`: the mail server offers no TLS with a valid certificate, so nothing is sent to it and mails stay queued (`SMTP_REQUIRE_TLS`). `certificate_expired`: the same, because its certificate has expired. A later version may add more. */
          problem: ('no_tls' | 'certificate_expired') | null;
        };
        /** @description The store of files. `degraded`: it accepts none, while everything else continues. */
        files: {
          /**
           * @description `unknown`: cannot be checked while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the check took, in milliseconds. */
          latencyMs: number;
          /** @description `disk_full`: there is hardly any space, or the store refused something for lack of it within the last minute. `away`: it does not answer. A later version may add more. */
          problem: ('disk_full' | 'away') | null;
        };
      };
    };
    HealthCheck: {
      /**
       * @description `unknown`: cannot be checked while the database is down.
       * @enum {string}
       */
      status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
      /** @description How long the check took, in milliseconds. */
      latencyMs: number;
    };
    /**
     * @description Now `mail_unconfigured`, `clock_skew`, `database_changed` or `mail_refused`; a later version may add more.
     * @enum {string}
     */
    Hold: 'mail_unconfigured' | 'clock_skew' | 'database_changed' | 'mail_refused';
    Import: {
      /**
       * @description `replace` also deletes entries that are not in the import.
       * @default merge
       * @enum {string}
       */
      mode?: 'merge' | 'replace';
      /** @description The entries to import; those of an export can be sent unchanged. */
      entries: components['schemas']['ImportedEntry'][];
      /** @description The format, as an export states it. */
      version?: number;
      /**
       * @description Tells an export from other files.
       * @constant
       */
      format?: 'vault-handover-encrypted';
      /**
       * Format: uuid
       * @description As an export names it; ignored.
       */
      userId?: string;
      /**
       * Format: date-time
       * @description When it was exported.
       */
      exportedAt?: string;
      /** @description The number of entries. */
      entryCount?: number;
    };
    ImportEntriesAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The number of entries created. */
      created: number;
      /** @description The number of entries changed. */
      updated: number;
      /** @description The number of entries in the vault afterwards. */
      total: number;
    };
    ImportedEntry: {
      /**
       * Format: uuid
       * @description Chosen by a client that wants to repeat the request safely.
       */
      id?: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 1048576 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /** @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates. */
      category?: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags?: string[];
      /** @description For an entry that does not exist yet; an existing one continues from its own version. */
      version?: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt?: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt?: string;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly files?: unknown;
    };
    /** @description Internal error. */
    InternalProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:internal';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 500;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'internal';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Wrong email address or password. */
    InvalidCredentialsProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:invalid_credentials';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'invalid_credentials';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description By invitation only. */
    InvitationRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:invitation_required';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'invitation_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /**
     * @description Opaque to the server and returned unchanged, up to 40 KiB: the client's wrapped vault key and its key derivation parameters.
     * @example {
     *       "version": 2,
     *       "userId": "0193a5b0-7c00-7000-8000-000000000001",
     *       "counter": 1764000000000,
     *       "kdf": {
     *         "version": 1,
     *         "name": "argon2id",
     *         "memoryKiB": 65536,
     *         "passes": 3,
     *         "parallelism": 4
     *       },
     *       "vaultKey": {
     *         "password": {
     *           "iv": "gkX3Jt0Uo1bZq5rC",
     *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *         },
     *         "recovery": {
     *           "iv": "gkX3Jt0Uo1bZq5rC",
     *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *         },
     *         "recoveryKey": {
     *           "iv": "gkX3Jt0Uo1bZq5rC",
     *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *         },
     *         "passkeys": []
     *       },
     *       "previous": [],
     *       "signing": {
     *         "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
     *         "seed": {
     *           "iv": "gkX3Jt0Uo1bZq5rC",
     *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *         },
     *         "former": []
     *       },
     *       "successors": {
     *         "iv": "gkX3Jt0Uo1bZq5rC",
     *         "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *       },
     *       "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
     *       "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
     *     }
     */
    KeyBundle: {
      [key: string]: unknown;
    };
    /**
     * @example {
     *       "version": 1,
     *       "name": "argon2id",
     *       "memoryKiB": 65536,
     *       "passes": 3,
     *       "parallelism": 4
     *     }
     */
    KeyDerivation: {
      /** @description Its parameters never change. */
      version: number;
      /**
       * @description Argon2id, version 1.3 (RFC 9106). Now `argon2id`; a later version may add more.
       * @enum {string}
       */
      name: 'argon2id';
      /** @description The memory, in KiB. */
      memoryKiB: number;
      /** @description How many passes over the memory. */
      passes: number;
      /** @description How many lanes. */
      parallelism: number;
    };
    /** @description Key already pinned. */
    KeyPinnedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:key_pinned';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'key_pinned';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /**
     * @description The language that a person reads emails and pages in. Now `en` or `de`; a later version may add more.
     * @example de
     * @enum {string}
     */
    Language: 'en' | 'de';
    ListAccountInvitationsAnswer: {
      /** @description Those that can still be used, oldest first. */
      invitations: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /**
         * Format: date-time
         * @description When it was created.
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description When its link stops working.
         */
        expiresAt: string;
      }[];
    };
    ListActivityAnswer: {
      /** @description The records, newest first. */
      activity: components['schemas']['ActivityRecord'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    ListAssignedEntriesAnswer: {
      /**
       * Format: uuid
       * @description One of the successors.
       */
      successorId: string;
      /** @description The assigned entries. */
      entryIds: string[];
      /** @description The same entries in the same order, with the state of their envelopes. */
      entries: {
        /**
         * Format: uuid
         * @description One of the entries.
         */
        entryId: string;
        /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
        hasEnvelope: boolean;
        /** @description Whether the `salt` of the entry, or the share of the successor, has changed since its envelope was written. Such an envelope opens nothing, so write a new one. An edit that keeps the salt also keeps the envelope valid. False if there is no envelope. */
        envelopeStale: boolean;
      }[];
      /** @description Whether they receive only the entries assigned to them, or all. */
      restrictToAssignedEntries: boolean;
    };
    ListAutomationsAnswer: {
      /** @description The automations of the account, oldest first. */
      automations: components['schemas']['Automation'][];
    };
    ListChannelsAnswer: {
      /** @description The ways, oldest first. */
      channels: components['schemas']['Channel'][];
      /**
       * @description What `PushManager.subscribe()` takes as `applicationServerKey`; null if no pushes are sent.
       * @example BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4
       */
      pushKey: string | null;
    };
    ListEntriesAnswer: {
      /** @description The entries on this page. */
      entries: components['schemas']['Entry'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    ListFilesAnswer: {
      /** @description By ID. */
      files: components['schemas']['StoredFile'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    ListKeyBundlesAnswer: {
      /** @description The replaced bundles, newest first; after them those with `fromReset`. */
      keyBundles: components['schemas']['ArchivedKeyBundle'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    ListPasskeysAnswer: {
      /** @description The passkeys of the account, oldest first. */
      passkeys: components['schemas']['Passkey'][];
    };
    /**
     * @example {
     *       "enabled": true,
     *       "defaultPlan": "free",
     *       "plans": {
     *         "free": {
     *           "entries": 50,
     *           "entryBytes": 50000000,
     *           "trashBytes": 100000000,
     *           "successors": 2,
     *           "fileBytes": 1000000000
     *         },
     *         "pro": {
     *           "entries": 2000,
     *           "entryBytes": 1000000000,
     *           "trashBytes": 2000000000,
     *           "successors": 5,
     *           "fileBytes": 20000000000
     *         },
     *         "family": {
     *           "entries": 10000,
     *           "entryBytes": 5000000000,
     *           "trashBytes": 10000000000,
     *           "successors": 15,
     *           "fileBytes": 100000000000
     *         }
     *       }
     *     }
     */
    ListPlansAnswer: {
      /** @description Whether this service offers paid plans. */
      enabled: boolean;
      /** @description The plan of an account that pays nothing. */
      defaultPlan: components['schemas']['Plan'];
      /** @description What each plan allows. */
      plans: {
        /** @description The limits without a paid plan. */
        free: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
        /** @description What `pro` allows. */
        pro: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
        /** @description What `family` allows. */
        family: {
          /** @description Entries in the vault. */
          entries: number;
          /** @description Bytes of these entries, as they are stored. */
          entryBytes: number;
          /** @description Bytes of deleted entries and former contents. They don’t count as entries. Deleting and restoring are possible beyond the limit, while nothing can be added or changed. */
          trashBytes: number;
          /** @description Successors, whether verified or not. */
          successors: number;
          /** @description Bytes of files, those in the trash included. */
          fileBytes: number;
        };
      };
    };
    ListSessionsAnswer: {
      /** @description The live sessions of the account. */
      sessions: components['schemas']['Session'][];
    };
    ListSuccessorsAnswer: {
      /** @description All of the owner’s successors. */
      successors: components['schemas']['Successor'][];
    };
    ListTrashAnswer: {
      /** @description The contents of the trash, newest first. */
      entries: components['schemas']['TrashedEntry'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    ListUsersAnswer: {
      /** @description The accounts on this page. */
      users: components['schemas']['AdminUser'][];
      /** @description The cursor of the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** @description Log-in required. */
    LogInRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:log_in_required';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'log_in_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    LogInWithPasskeyRequest: {
      /** @description What `navigator.credentials.get()` returned: AuthenticationResponseJSON. */
      credential: {
        /**
         * @description The authenticator's name for the passkey, base64url.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        id: string;
        /**
         * @description The same as `id`.
         * @example Xk3mB0vY2cQzqv8mJ4pD1w
         */
        rawId: string;
        /**
         * @description The only type that WebAuthn has.
         * @constant
         */
        type: 'public-key';
        /**
         * @description Ignored.
         * @enum {string}
         */
        authenticatorAttachment?: 'platform' | 'cross-platform';
        /**
         * @description Ignored. Never send the results of `prf`: a response that contains them is refused.
         * @example {}
         */
        clientExtensionResults?: {
          /** @description Ignored. */
          credProps?: {
            /** @description Ignored. */
            rk?: boolean;
          };
        };
        /** @description The signature, and what was signed. */
        response: {
          /**
           * @description What the browser says about the request.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          clientDataJSON: string;
          /**
           * @description What the authenticator says about the request.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          authenticatorData: string;
          /**
           * @description The signature over both.
           * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
           */
          signature: string;
          /**
           * @description The account that the passkey is for. A log-in needs it.
           * @example AZqryeAAcACAAAAAAAAAAA
           */
          userHandle?: string;
        };
      };
    };
    LoggedIn: {
      /** @description A sentence for people. */
      message: string;
      user: components['schemas']['User'];
      /** @description A JWT for `Authorization: Bearer`. Absent for a browser session. */
      accessToken?: string;
      /** @description Valid for one refresh. Absent for a browser session. */
      refreshToken?: string;
      /** @description Seconds until the access token expires. Absent for a browser session. */
      expiresIn?: number;
      /** @description Only for an app or a program: send it with the next log-in. Useless without the password. */
      deviceToken?: string;
    };
    Login: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /** @description The six digits shown by the authenticator app. */
      twoFactorCode?: string;
      /** @description One of the codes shown when two-factor authentication was turned on or the codes were renewed. Works once. */
      recoveryCode?: string;
      /**
       * @description Omit it for a browser, which gets cookies. `app` is an app that a person uses; `bearer` is a program. Both get their tokens in the body and no cookie.
       * @enum {string}
       */
      session?: 'app' | 'bearer';
      /** @description The token from this app's or program's last log-in. With it, strangers who guess at the password cannot lock the app or program out. */
      deviceToken?: string;
    };
    /** @description Malformed JSON. */
    MalformedJsonProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:malformed_json';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 400;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'malformed_json';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    Message: {
      /** @description A sentence for people. */
      message: string;
    };
    NewEntry: {
      /**
       * Format: uuid
       * @description Chosen by a client that wants to repeat the request safely.
       */
      id?: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 1048576 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /**
       * @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates.
       * @default
       */
      category?: string;
      /**
       * @description Labels chosen by the owner. Not encrypted.
       * @default []
       */
      tags?: string[];
      /** @description Read-only, as returned by GET; ignored here. */
      readonly version?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly createdAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly updatedAt?: unknown;
    };
    NewSuccessor: {
      /**
       * Format: uuid
       * @description A random UUID of their own, chosen by a client that does not let the service name them.
       */
      id?: string;
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /**
       * @description How many days later than the others they are invited.
       * @default 0
       */
      handoverDelayDays?: number;
      /**
       * @description Whether they receive only the entries assigned to them, or all.
       * @default true
       */
      restrictToAssignedEntries?: boolean;
      /**
       * @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. Base64, with padding, of 1984 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ==
       */
      ownerKey?: string;
      /** @description The language of our emails to them; the owner's if omitted. */
      language?: components['schemas']['Language'];
      /**
       * @description The time zone of the dates in our emails to them: an IANA name; the owner's if omitted.
       * @example Europe/Berlin
       */
      timeZone?: string;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly verified?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly verifiedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly secondEmail?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly secondVerifiedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly optedOut?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly keyPinnedAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly publicKey?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly publicKeySalt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly keyFingerprint?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly encryptedShare?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly sharesStale?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly leftSomething?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly mailProblem?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly secondMailProblem?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly rehearsal?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly contact?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly createdAt?: unknown;
    };
    /** @description No handover in progress. */
    NoActiveHandoverProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:no_active_handover';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'no_active_handover';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description No subscription. */
    NoSubscriptionProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:no_subscription';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'no_subscription';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Not found. */
    NotFoundProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:not_found';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 404;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'not_found';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Switch is not paused. */
    NotPausedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:not_paused';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'not_paused';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Wrong offset. */
    OffsetMismatchProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:offset_mismatch';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'offset_mismatch';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    OpenBillingPortalAnswer: {
      /**
       * Format: uri
       * @description The page to open.
       */
      url: string;
    };
    OptOutAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description Whether they had already opted out. */
      alreadyOptedOut: boolean;
    };
    OptOutRequest: {
      /** @description The token from the link in an email. */
      token: string;
      /**
       * @description Who may not name them as a successor again: the owner who sent this email, or anybody. Existing nominations by other owners stay until they opt out of those too.
       * @default owner
       * @enum {string}
       */
      scope?: 'owner' | 'everybody';
    };
    /** @description Origin not allowed. */
    OriginNotAllowedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:origin_not_allowed';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'origin_not_allowed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    OutageCount: {
      /** @description The number of outages. */
      count: number;
      /** @description Their total length, in milliseconds. */
      totalMs: number;
    };
    /** @description Handover cannot be postponed again. */
    OwnerAliveLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:owner_alive_limit';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'owner_alive_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    Passkey: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The authenticator's name for the passkey, base64url.
       * @example Xk3mB0vY2cQzqv8mJ4pD1w
       */
      credentialId: string;
      /**
       * @description The name that the owner gave it.
       * @example Phone
       */
      name: string;
      /** @description Whether the authenticator keeps copies of it on other devices. */
      isSynced: boolean;
      /**
       * Format: date-time
       * @description When it was added.
       */
      createdAt: string;
      /** @description When it was last used to log in or to confirm; null if never. */
      lastUsedAt: string | null;
    };
    /** @description Passkey not accepted. */
    PasskeyInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:passkey_invalid';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'passkey_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Too many passkeys. */
    PasskeyLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:passkey_limit';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'passkey_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    PasswordChange: {
      /** @description The authentication key of the current password. */
      currentPassword: string;
      /** @description The authentication key of the new password. */
      newPassword: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description The version of the key derivation (`POST /auth/kdf`) that the new password was derived with; 1 if omitted. Never lower than the account's; a new account has the newest.
       * @default 1
       */
      kdfVersion?: number;
      keyBundle?: components['schemas']['KeyBundle'];
      /**
       * @description The `keyBundleVersion` that the new bundle is based on. If the account has another one by now, the request is refused with `version_conflict`, and nothing changes.
       * @example 4
       */
      keyBundleVersion?: number;
      /** @description Entries encrypted under their new keys; all must be the owner's. Entries that are omitted stay as they are. */
      entries?: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /**
         * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 1048576 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        encryptedData: string;
        /**
         * @description The AES-GCM initialisation vector, new for every change. Base64, with padding, of 12 bytes.
         * @example INxrzvfijxIwKvW1
         */
        iv: string;
        /**
         * @description The salt the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        salt: string;
        /**
         * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
         * @enum {string}
         */
        algorithm: 'AES-GCM';
      }[];
    };
    PasswordReset: {
      /** @description The token from the link in an email. */
      token: string;
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description The version of the key derivation (`POST /auth/kdf`) that the new password was derived with; 1 if omitted. Never lower than the account's; a new account has the newest.
       * @default 1
       */
      kdfVersion?: number;
      keyBundle?: components['schemas']['KeyBundle'];
      /**
       * Format: email
       * @description The address the new password was derived with. Any other address than the account's is refused, because nobody could log in with it.
       */
      email?: string;
    };
    Pause: {
      /**
       * Format: date-time
       * @description When the clock restarts automatically.
       */
      pausedUntil?: string;
    };
    /** @description Request body too large. */
    PayloadTooLargeProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:payload_too_large';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 413;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'payload_too_large';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    PinSuccessorKeyRequest: {
      /** @description The SHA-256 of the raw public key in lowercase hex. Owner and successor compare the key in six words. */
      keyFingerprint: string;
    };
    /**
     * @description The plan of the account: `free` 50 entries and 2 successors, `pro` 2,000 entries and 5 successors, `family` 10,000 entries and 15 successors. A later version may add more.
     * @enum {string}
     */
    Plan: 'free' | 'pro' | 'family';
    /** @description Plan limit reached. */
    PlanLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:plan_limit';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'plan_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description What went wrong, and what to do about it (RFC 9457). */
    Problem: {
      /** @description `urn:vault-handover:problem:` followed by the code. */
      type: string;
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /** @description The HTTP status of the response. */
      status: number;
      /**
       * @description The code for programs to check.
       * @enum {string}
       */
      code:
        | 'validation_failed'
        | 'webhook_signature_invalid'
        | 'malformed_json'
        | 'checksum_mismatch'
        | 'unauthenticated'
        | 'invalid_credentials'
        | 'two_factor_required'
        | 'two_factor_invalid'
        | 'passkey_invalid'
        | 'refresh_token_invalid'
        | 'token_invalid'
        | 'wrong_password'
        | 'wrong_two_factor_code'
        | 'wrong_code'
        | 'wrong_passkey'
        | 'email_not_verified'
        | 'origin_not_allowed'
        | 'forbidden'
        | 'confirmation_required'
        | 'registration_closed'
        | 'invitation_required'
        | 'log_in_required'
        | 'recently_reset'
        | 'plan_limit'
        | 'access_not_released'
        | 'not_found'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'version_conflict'
        | 'already_exists'
        | 'offset_mismatch'
        | 'file_unfinished'
        | 'two_factor_enabled'
        | 'two_factor_off'
        | 'channel_limit'
        | 'passkey_limit'
        | 'automation_limit'
        | 'already_verified'
        | 'channel_not_verified'
        | 'key_pinned'
        | 'fingerprint_mismatch'
        | 'successor_not_verified'
        | 'successor_opted_out'
        | 'handover_active'
        | 'no_active_handover'
        | 'response_final'
        | 'owner_alive_limit'
        | 'not_paused'
        | 'handover_completed'
        | 'already_subscribed'
        | 'no_subscription'
        | 'token_used'
        | 'token_expired'
        | 'handover_ended'
        | 'tus_version'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'range_not_satisfiable'
        | 'file_locked'
        | 'account_locked'
        | 'rate_limited'
        | 'internal'
        | 'billing_disabled'
        | 'files_disabled'
        | 'push_disabled'
        | 'store_full'
        | 'dependency_unavailable';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
      /** @description With `validation_failed`: every field that is wrong. */
      errors?: components['schemas']['FieldError'][];
    };
    ProfileChange: {
      /** @description A display name: one line without control, direction or invisible characters. */
      name?: string;
      language?: components['schemas']['Language'];
      /**
       * @description The time zone of the dates that a person reads: an IANA name.
       * @example Europe/Berlin
       */
      timeZone?: string;
      keyBundle?: components['schemas']['KeyBundle'];
      /**
       * @description The `keyBundleVersion` that the new bundle is based on. If the account has another one by now, the request is refused with `version_conflict`, and nothing changes.
       * @example 4
       */
      keyBundleVersion?: number;
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email?: string;
      /** @description The authentication key of the current password. */
      currentPassword?: string;
      /** @description The authentication key of the new password. */
      newPassword?: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt?: string;
      /** @description The version of the key derivation (`POST /auth/kdf`) that the new password was derived with; 1 if omitted. Never lower than the account's; a new account has the newest. */
      kdfVersion?: number;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly id?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly twoFactorEnabled?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly emailVerified?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly isAdmin?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly plan?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly createdAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly lastSeenAt?: unknown;
    };
    /** @description Pushes are not sent. */
    PushDisabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:push_disabled';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 503;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'push_disabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Range not satisfiable. */
    RangeNotSatisfiableProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:range_not_satisfiable';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 416;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'range_not_satisfiable';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Too many requests. */
    RateLimitedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:rate_limited';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 429;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'rate_limited';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    ReadStatusByAutomationAnswer: {
      status: components['schemas']['SwitchStatus'];
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the current step ends without a sign of life; null while no clock is running. */
      deadline: string | null;
      /**
       * @description When the clock restarts automatically; null unless it is stopped.
       * @example null
       */
      pausedUntil: string | null;
      /**
       * @description Why the switch cannot continue; empty if it can. `mail_unconfigured`: no mail server is configured. `clock_skew`: clocks disagree. `database_changed`: the database was replaced a moment ago and is being checked. `mail_refused`: the mail server refuses the warning.
       * @example []
       */
      holds: components['schemas']['Hold'][];
    };
    ReadableEntry: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description The ciphertext, kept byte for byte. */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector.
       * @example gkX3Jt0Uo1bZq5rC
       */
      iv: string;
      /** @description The salt of the entry's key. */
      salt: string;
      /** @description How it was encrypted. */
      algorithm: string;
      /** @description A label chosen by the owner. Not encrypted. */
      category: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description The entry's key, sealed to the successor; null if there is none. */
      envelope: string | null;
    };
    ReceiveMailReturnAnswer: {
      /**
       * @description The report was accepted. It looks the same whether or not it names a mail that we know.
       * @constant
       */
      received: true;
    };
    /** @description A Stripe event. */
    ReceiveMailReturnRequest: Record<string, never>;
    ReceivePaymentEventAnswer: {
      /**
       * @description The event was accepted and will not be sent again.
       * @constant
       */
      received: true;
    };
    /** @description A Stripe event. */
    ReceivePaymentEventRequest: Record<string, never>;
    /** @description Password was reset recently. */
    RecentlyResetProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:recently_reset';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'recently_reset';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    RefreshSessionAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description A JWT for `Authorization: Bearer`. Absent for a browser session. */
      accessToken?: string;
      /** @description Valid for one refresh. Absent for a browser session. */
      refreshToken?: string;
      /** @description Seconds until the access token expires. Absent for a browser session. */
      expiresIn?: number;
    };
    RefreshSessionRequest: {
      /** @description Valid for one refresh. */
      refreshToken?: string;
    };
    /** @description Invalid refresh token. */
    RefreshTokenInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:refresh_token_invalid';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'refresh_token_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    Registration: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description The version of the key derivation (`POST /auth/kdf`) that the new password was derived with; 1 if omitted. Never lower than the account's; a new account has the newest.
       * @default 1
       */
      kdfVersion?: number;
      keyBundle?: components['schemas']['KeyBundle'];
      /** @default en */
      language?: components['schemas']['Language'];
      /**
       * @description The time zone of the dates that a person reads: an IANA name.
       * @default UTC
       * @example Europe/Berlin
       */
      timeZone?: string;
      /** @description The token of an invitation, where accounts are by invitation only (`GET /site`). */
      invitation?: string;
    };
    /** @description Registration is closed. */
    RegistrationClosedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:registration_closed';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'registration_closed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    RemoveSuccessorRequest: {
      /** @description Whether they get an email that says so. It is sent only to a successor who confirmed their address. */
      tell?: boolean;
    };
    RemoveTwoFactorAnswer: {
      /** @description Whether it is removed now. */
      removed: boolean;
      /** @description When the second factor can be removed; null if its removal was not requested, or is done. */
      removableAt: string | null;
    };
    RemoveTwoFactorRequest: {
      /** @description The token from the link in an email. */
      token: string;
      /**
       * @description Ed25519, over `second-factor-removal-v2` and the token. Base64, with padding, of 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9g==
       */
      signature: string;
    };
    RenameChannelAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
    };
    RenameChannelRequest: {
      /** @description A display name: one line without control, direction or invisible characters. */
      name: string;
    };
    RenamePasskeyAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The passkey as it is now. */
      passkey: components['schemas']['Passkey'];
    };
    RenamePasskeyRequest: {
      /** @description The new name. */
      name: string;
    };
    RenewSuccessorAccessRequest: {
      /** @description The token from the link in an email. */
      token: string;
    };
    RenewWebhookSecretAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
      /**
       * @description What requests are signed with (Standard Webhooks). It is shown this once.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTXmlEuwGS2U=
       */
      secret: string;
    };
    ReplaceTwoFactorRecoveryCodesAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description Shown only once. Each works once, in place of a code from the app. */
      recoveryCodes: string[];
    };
    ReplaceTwoFactorRecoveryCodesRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
      /**
       * @description The six digits shown by the authenticator app.
       * @example 492039
       */
      token: string;
    };
    RequestNewKitRequest: {
      /**
       * @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. Base64, with padding, of 1984 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ==
       */
      ownerKey: string;
    };
    RequestPasswordResetRequest: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
    };
    /** @description Request timed out. */
    RequestTimeoutProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:request_timeout';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 408;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'request_timeout';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    RequestTwoFactorRemovalRequest: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
    };
    ResendSuccessorVerificationRequest: {
      /** @description Whether to send the email to their second address, to verify it. */
      second?: boolean;
    };
    ResendVerificationRequest: {
      /**
       * Format: email
       * @description Compared and stored trimmed, in NFC and lower case.
       */
      email: string;
    };
    /**
     * @example {
     *       "message": "Thank you. You have accepted. We'll write to you as soon as the vault is open.",
     *       "status": "awaiting_successors"
     *     }
     */
    RespondToInvitationAnswer: {
      /** @description A sentence for people. */
      message: string;
      status: components['schemas']['SwitchStatus'];
      /** @description Present when the vault is open: the token for `GET /vault/successor-access`. The link is also sent by email. */
      accessToken?: string;
      /**
       * Format: date-time
       * @description When that access ends.
       */
      accessExpiresAt?: string;
      /** @description Includes the public half of their recovery kit: its code opens nothing without the salt. */
      successor?: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /** @description A display name: one line. */
        name: string;
        /** @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). */
        publicKey: string | null;
        /** @description The public half of the recovery kit. */
        publicKeySalt: string | null;
        /** @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. */
        ownerKey: string | null;
      };
      /** @description With an acceptance: the successor's own sealed share, and the holders to seal it for again. */
      encryptedShare?: string | null;
      /** @description The holders to seal the opened share for, to send as `reshares`. */
      holders?: {
        /**
         * Format: uuid
         * @description One of the successors.
         */
        successorId: string;
        /** @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). */
        publicKey: string;
        /** @description The SHA-256 of the raw public key in lowercase hex. Owner and successor compare the key in six words. */
        keyFingerprint: string;
      }[];
      /** @description True in a rehearsal: nothing has happened to the owner. Absent in a real handover. */
      rehearsal?: boolean;
    };
    RespondToInvitationRequest: {
      /** @description The token from the link in an email. */
      token: string;
      /**
       * @description The successor's response.
       * @enum {string}
       */
      response: 'accept' | 'decline' | 'owner_alive';
      /**
       * @description For the owner, if they return; also for the other successors with `shareMessage`.
       * @example I will take care of it.
       */
      message?: string;
      /** @description Whether successors with access to the vault may also read the message. */
      shareMessage?: boolean;
      /** @description A share that its holder opened and sealed again for another holder. */
      reshares?: {
        /**
         * Format: uuid
         * @description One of the successors.
         */
        successorId: string;
        /**
         * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 16384 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        encryptedShare: string;
      }[];
      /** @description If they choose another language for our emails and pages. */
      language?: components['schemas']['Language'];
      /**
       * @description Their time zone, for the dates in our emails: an IANA name.
       * @example Europe/Berlin
       */
      timeZone?: string;
    };
    /** @description Response can no longer be changed. */
    ResponseFinalProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:response_final';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'response_final';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    RestoreEntryRequest: {
      /**
       * Format: uuid
       * @description Only one row, if an entry has several in the trash.
       */
      trashId?: string;
    };
    RestoreFileAnswer: {
      /** @description A sentence for people. */
      message: string;
      file: components['schemas']['StoredFile'];
    };
    RotateVaultAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description How many entries have new content; 0 without `entryCount`. */
      entryCount: number;
      /** @description How many envelopes were stored. All others were deleted. */
      envelopeCount: number;
    };
    ServiceLiveness: {
      /** @description Whether it is up now. */
      up: boolean;
      /** @description When it was last known to be up. */
      lastBeatAt: string | null;
    };
    Session: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description `browser`: uses cookies. `app`: an app that a person uses. `bearer`: a program. A later version may add more.
       * @enum {string}
       */
      kind: 'browser' | 'app' | 'bearer';
      /** @description Such as "Firefox on Linux", as reported by the client. */
      device: string;
      /**
       * @description The browser or program in it; null if it is unknown.
       * @example Firefox
       */
      browser: string | null;
      /**
       * @description The operating system in it; null if it is unknown.
       * @example Linux
       */
      system: string | null;
      /** @description Where it was last used from. */
      ipAddress: string | null;
      /** @description As sent by the client. */
      userAgent: string | null;
      /**
       * Format: date-time
       * @description When it logged in.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description Up to a minute old.
       */
      lastUsedAt: string;
      /**
       * Format: date-time
       * @description When it ends unless it is refreshed.
       */
      expiresAt: string;
      /** @description Whether this request uses it. */
      isCurrent: boolean;
    };
    SetUpTwoFactorAnswer: {
      /** @description Base32, for apps that cannot scan. */
      secret: string;
      /** @description The content of the QR code. */
      otpauthUrl: string;
      /** @description A PNG as a data: URL. */
      qrCodeDataUrl: string;
    };
    SetUpTwoFactorRequest: {
      /** @description The authentication key that the client derived from the password, never the password itself. The server treats it as an opaque string. */
      password: string;
    };
    Settings: {
      /** @description Days of silence until the final notice. */
      thresholdDays: number;
      /** @description When reminders go out, in percent of the threshold, ascending. The last one leaves at least a day to answer it. If its percentage leaves less, all of them go out earlier, in proportion. The timeline shows when. */
      reminderPercents: number[];
      /** @description How many successors must accept before anything is released. */
      quorum: number;
      /** @description How many must accept now: the quorum of the open handover, or of these settings if there is none, but no more than there are verified successors. Where successors hold shares, that many of the holders must be among them, or all who are left. */
      effectiveQuorum: number;
      /** @description How many days a successor may read, from their acceptance. */
      accessDays: number;
      /** @description Whether the links in our emails check the owner in. If not, they lead to the log-in, and links that were sent before are refused with `log_in_required`. */
      checkInByLink: boolean;
      /**
       * @description How often successors are asked whether they can be reached and have their sheet, in months.
       * @example 12
       */
      contactMonths: number;
      status: components['schemas']['SwitchStatus'];
      /** @description Whether the clock is stopped. */
      isPaused: boolean;
      /**
       * @description When the clock restarts automatically; null unless it is stopped.
       * @example null
       */
      pausedUntil: string | null;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the current step ends without a sign of life; null while no clock is running. */
      deadline: string | null;
      /** @description Outages of the service that were added to the deadline, in milliseconds. */
      creditedMs: number;
      /**
       * @description Why the switch cannot continue; empty if it can. `mail_unconfigured`: no mail server is configured. `clock_skew`: clocks disagree. `database_changed`: the database was replaced a moment ago and is being checked. `mail_refused`: the mail server refuses the warning.
       * @example []
       */
      holds: components['schemas']['Hold'][];
    };
    SettingsChange: {
      /** @description Days of silence until the final notice. */
      thresholdDays?: number;
      /** @description When reminders go out, in percent of the threshold, ascending. The last one leaves at least a day to answer it. If its percentage leaves less, all of them go out earlier, in proportion. The timeline shows when. */
      reminderPercents?: number[];
      /** @description How many successors must accept before anything is released. */
      quorum?: number;
      /** @description How many days a successor may read, from their acceptance. */
      accessDays?: number;
      /** @description Whether the links in our emails check the owner in. If not, they lead to the log-in, and links that were sent before are refused with `log_in_required`. */
      checkInByLink?: boolean;
      /**
       * @description How often successors are asked whether they can be reached and have their sheet, in months.
       * @example 12
       */
      contactMonths?: number;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly effectiveQuorum?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly status?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly isPaused?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly pausedUntil?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly lastSeenAt?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly deadline?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly creditedMs?: unknown;
      /** @description Read-only, as returned by GET; ignored here. */
      readonly holds?: unknown;
    };
    SettingsChanged: {
      /** @description A sentence for people. */
      message: string;
      settings: components['schemas']['Settings'];
    };
    StartCheckoutAnswer: {
      /**
       * Format: uri
       * @description The page to open.
       */
      url: string;
    };
    StartCheckoutRequest: {
      /**
       * @description The plan to buy.
       * @enum {string}
       */
      plan: 'pro' | 'family';
    };
    StartRehearsalRequest: {
      /**
       * Format: uuid
       * @description One of the successors.
       */
      successorId: string;
      /** @description A harmless entry, encrypted like a real one. */
      entry: {
        /**
         * Format: uuid
         * @description The ID the client bound the ciphertext to. Generated if omitted.
         */
        id?: string;
        /**
         * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 16384 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        encryptedData: string;
        /**
         * @description The AES-GCM initialisation vector. Base64, with padding, of 12 bytes.
         * @example INxrzvfijxIwKvW1
         */
        iv: string;
        /**
         * @description The salt the client derived this entry's key with. Base64, with padding, of 16 to 64 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        salt: string;
        /**
         * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
         * @enum {string}
         */
        algorithm: 'AES-GCM';
        /**
         * @description The key of an entry, sealed to the successor. Opaque to the server. Base64, with padding, of 1 to 2048 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        envelope?: string;
      };
      /**
       * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 40960 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedShare?: string;
    };
    Statistics: {
      /**
       * Format: date-time
       * @description When a worker last counted accounts, switches, handovers and emails.
       */
      countedAt: string;
      /** @description Accounts. */
      users: number;
      /** @description How many of them have a verified address. */
      verified: number;
      /** @description How many accounts are locked now; null if Redis did not respond. */
      locked: number | null;
      /** @description The number of switches in each status. */
      switches: {
        [key: string]: number;
      };
      /** @description Switches whose workflow is more than two minutes overdue. */
      overdueEvents: number;
      /** @description Handovers that have waited too long for an answer. */
      stuckHandovers: {
        /** @description Handovers in which a successor has not answered for 30 days. */
        count: number;
        /** @description Those that have waited longest, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The waiting handover.
           */
          handoverId: string;
          /**
           * Format: uuid
           * @description Its owner.
           */
          userId: string;
          /**
           * Format: date-time
           * @description When the successor was invited.
           */
          since: string;
        }[];
      };
      /** @description Handovers in which too many successors declined for the quorum. */
      quorumUnreachable: number;
      /** @description Switches with a sign of life that a wrong clock dated in the future. */
      seenInFuture: number;
      /** @description Emails that have not been accepted yet. */
      failingMails: {
        /** @description Emails that were attempted and not accepted yet. */
        count: number;
        /** @description When the oldest of them was queued. */
        oldestAt: string | null;
        /** @description The number of emails of each kind. */
        byKind: {
          [key: string]: number;
        };
      };
      /** @description Emails refused by a mail server. */
      refusedMails: {
        /** @description Emails that wait because the mail server refused them. */
        count: number;
        /** @description How many of them were refused because the mailbox does not exist. */
        permanent: number;
        /** @description Those refused first, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The account the email belongs to.
           */
          userId: string;
          /**
           * @description The kind of email.
           * @example reminder
           */
          kind: string;
          /**
           * Format: date-time
           * @description When it was first refused.
           */
          since: string;
          /** @description Whether the mail server says that the mailbox does not exist. */
          permanent: boolean;
          /** @description Whether it refused us, for policy, reputation, rate or content: that is never held against the mailbox. */
          blocked: boolean;
          /** @description The mail server's code for the latest attempt. */
          code: string | null;
        }[];
      };
      /** @description Successors who are needed but cannot be reached. */
      bouncingSuccessors: {
        /** @description Successors in open handovers whose address bounces. */
        count: number;
        /** @description Those refused first, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The open handover.
           */
          handoverId: string;
          /**
           * Format: uuid
           * @description The successor whose address bounces.
           */
          successorId: string;
          /**
           * Format: uuid
           * @description The account the email belongs to.
           */
          userId: string;
          /**
           * @description The kind of email.
           * @example reminder
           */
          kind: string;
          /**
           * Format: date-time
           * @description When it was first refused.
           */
          since: string;
          /** @description Whether the mail server says that the mailbox does not exist. */
          permanent: boolean;
          /** @description Whether it refused us, for policy, reputation, rate or content: that is never held against the mailbox. */
          blocked: boolean;
          /** @description The mail server's code for the latest attempt. */
          code: string | null;
        }[];
      };
      /** @description Owners with a running switch that another reader of their emails may keep from firing. */
      keptAliveByLinks: {
        /** @description Owners whose only signs of life for a year were links in our emails, automations or programs. */
        count: number;
        /** @description Those not seen for the longest time, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The owner.
           */
          userId: string;
          /**
           * Format: date-time
           * @description When they were last seen in another way.
           */
          since: string;
        }[];
      };
      /** @description Owners who will get no warning before their handover unless someone reaches them. */
      unwarned: {
        /** @description Owners whose warnings do not arrive. */
        count: number;
        /** @description Those who have gone longest without a warning, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description An account.
           */
          userId: string;
          status: components['schemas']['SwitchStatus'];
          /**
           * Format: date-time
           * @description When the mailbox was found dead or, before that, began to refuse our emails.
           */
          since: string;
          /** @description Whether a warning was given up as undeliverable, so that the switch continues without it. */
          goesOn: boolean;
          /** @description The mail server's code for the latest attempt. */
          code: string | null;
        }[];
      };
      /** @description What is overdue, and why. */
      overdue: {
        /** @description Switches that should have continued but have not. */
        count: number;
        /** @description The number of them for each reason. */
        byReason: {
          [key: string]: number;
        };
        /** @description Those that have waited longest, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description An account.
           */
          userId: string;
          status: components['schemas']['SwitchStatus'];
          /**
           * @description What holds the switch (such as `mail_unconfigured` or `clock_skew`), or `workflow_not_seen`, `mail_refused`, `mail_blocked`, `mail_waiting`, `quorum_unreachable`, `no_answer`, `step_not_taken` or `unreadable`.
           * @example mail_refused
           */
          reason: string;
          /** @description When that began; null if unknown. */
          since: string | null;
          /** @description The kind of email that waits. */
          mail: string | null;
          /** @description The mail server's code for the latest attempt. */
          code: string | null;
        }[];
      };
      /** @description The next step of each switch that has one within 24 hours, if its owner stays silent. */
      upcoming: {
        /** @description Steps. */
        count: number;
        /** @description The number of steps of each kind in each hour that has any. */
        byHour: {
          /**
           * Format: date-time
           * @description When the hour begins.
           */
          hour: string;
          /**
           * @description Which step. Now `reminder`, `final_notice`, `end_grace`, `invite`, `access_reminder`, `complete`, `pause_reminder` or `end_pause`; a later version may add more.
           * @enum {string}
           */
          step:
            | 'reminder'
            | 'final_notice'
            | 'end_grace'
            | 'invite'
            | 'access_reminder'
            | 'complete'
            | 'pause_reminder'
            | 'end_pause';
          /** @description How many of them. */
          count: number;
        }[];
        /** @description The first 20. */
        first: {
          /**
           * Format: uuid
           * @description An account.
           */
          userId: string;
          status: components['schemas']['SwitchStatus'];
          /**
           * @description Which step. Now `reminder`, `final_notice`, `end_grace`, `invite`, `access_reminder`, `complete`, `pause_reminder` or `end_pause`; a later version may add more.
           * @enum {string}
           */
          step:
            | 'reminder'
            | 'final_notice'
            | 'end_grace'
            | 'invite'
            | 'access_reminder'
            | 'complete'
            | 'pause_reminder'
            | 'end_pause';
          /** @description Which reminder. */
          n?: number;
          /** @description How many reminders there are. */
          of?: number;
          /**
           * Format: date-time
           * @description When the step is due.
           */
          at: string;
        }[];
      };
      /** @description False if there were too many switches to look at all; `overdue` and `upcoming` are then lower bounds. */
      outlookComplete: boolean;
      /** @description Messages that have not reached Temporal yet. */
      outbox: {
        /** @description The number of waiting messages. */
        size: number;
        /** @description The age of the oldest, in milliseconds. */
        lagMs: number;
      };
      /** @description The worker processes. */
      workers: {
        /** @description Worker processes that reported within the last 30 seconds. */
        reporting: number;
        /** @description Open polls for work. */
        pollers: number;
        /** @description Tasks waiting in Temporal; null if unknown. */
        backlog: number | null;
        /** @description How far the clock of a worker is from the database’s, in milliseconds; null if no worker could tell. */
        clockSkewMs: number | null;
      };
      /** @description The services that are up, from an owner's point of view. */
      liveness: {
        /** @description Our API. */
        api: components['schemas']['ServiceLiveness'];
        /** @description The mail server. */
        mail: components['schemas']['ServiceLiveness'];
        /** @description The address in LIVENESS_URL, as seen by the worker. */
        public: components['schemas']['ServiceLiveness'];
        /** @description The mailbox for returned mail, BOUNCE_IMAP_HOST. Null if there is none. */
        returns: components['schemas']['ServiceLiveness'] | null;
        /** @description When checks of that address began, if it has never responded. It may be misconfigured. Null if it has responded. */
        neverAnsweredSince: string | null;
      };
      /** @description Restored backups. */
      restorations: {
        /** @description When open switches began to restart after a restored backup; null if none are restarting. */
        startingOverSince: string | null;
        /** @description When one was last noticed, by cause: `older` (records are missing), `timeline` (promoted, or recovered to a point in time), `operator` (reported by an operator), or `moved` (an operator moved the database and said that nothing is missing). */
        lastAt: {
          [key: string]: string;
        };
      };
      /** @description Accounts that a restored backup brought back. They are switched off until their owners decide what to do. */
      returnedAccounts: {
        /** @description Deleted accounts that came back and have not been deleted again. */
        count: number;
        /** @description Those that came back first, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The account.
           */
          userId: string;
          /**
           * Format: date-time
           * @description When the backup was restored.
           */
          since: string;
        }[];
      };
      /** @description Outages within the last 30 days. Those of `api` and `public` are credited to owners; during a grace period, all of them are, but those of `returns` only up to a length of 30 days. */
      outages: {
        /** @description The API could not be reached. */
        api: components['schemas']['OutageCount'];
        /** @description Email could not be sent. */
        mail: components['schemas']['OutageCount'];
        /** @description The public address did not respond. */
        public: components['schemas']['OutageCount'];
        /** @description Returned mail could not be read. */
        returns: components['schemas']['OutageCount'];
      };
      /** @description Why switches cannot continue: `mail_unconfigured`, `clock_skew`, `database_changed`. Empty if they can. */
      holds: ('mail_unconfigured' | 'clock_skew' | 'database_changed')[];
      /** @description Housekeeping that fails. It stops no switch. */
      failingChores: {
        /** @description The chore that fails, such as `restartMails`. */
        name: string;
        /**
         * Format: date-time
         * @description When it first failed.
         */
        since: string;
      }[];
    };
    StopMailRequest: {
      /** @description The token from the link in an email. */
      token: string;
    };
    /** @description No space left. */
    StoreFullProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:store_full';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 507;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'store_full';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    StoreSharesAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description How many shares open the vault. */
      threshold: number;
      /** @description All of the owner’s successors. */
      successors: components['schemas']['Successor'][];
    };
    StoreSharesRequest: {
      /** @description How many of the shares open the vault. */
      threshold: number;
      /** @description One for each successor with a pinned key. */
      shares: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /**
         * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 40960 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        encryptedShare: string;
      }[];
    };
    StoreSuccessorKeyAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The successor this link belongs to. */
      successor: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /** @description A display name: one line. */
        name: string;
        /**
         * @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). Base64; a later format may not be.
         * @example CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==
         */
        publicKey: string;
        /** @description The SHA-256 of the raw public key in lowercase hex. Owner and successor compare the key in six words. */
        keyFingerprint: string;
      };
    };
    StoreSuccessorKeyRequest: {
      /** @description The token from the link in an email. */
      token: string;
      /**
       * @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). Base64, with padding, of 1216 bytes.
       * @example CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==
       */
      publicKey: string;
      /**
       * @description The public half of the recovery kit. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /** @description If they choose another language for our emails and pages. */
      language?: components['schemas']['Language'];
      /**
       * @description Their time zone, for the dates in our emails: an IANA name.
       * @example Europe/Berlin
       */
      timeZone?: string;
    };
    StoreSuccessorListAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description How often a list was stored. */
      listVersion: number;
    };
    StoreSuccessorListRequest: {
      /**
       * @description What was left to the successor, in which versions and with which hashes: signed by the owner, sealed to the successor and opaque to us. Base64, with padding, of 1 to 1150000 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      list: string;
      /** @description How often a list was stored. */
      listVersion: number;
      /**
       * @description The `keyBundleVersion` of the bundle that sealed the list.
       * @example 4
       */
      keyBundleVersion: number;
    };
    StoredFile: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * Format: uuid
       * @description The entry that it belongs to.
       */
      entryId: string;
      /** @description In bytes. */
      size: number;
      /**
       * @description The SHA-256 of the ciphertext.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      sha256: string;
      /**
       * @description `uploading`: not all of it has arrived. `stored`: it can be read. `trashed`: it was deleted on its own and can be restored. A file whose entry is in the trash is `stored`. A later version may add more.
       * @enum {string}
       */
      state: 'uploading' | 'stored' | 'trashed';
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /** @description When it was deleted on its own, without its entry. */
      deletedAt: string | null;
      /** @description When an upload expires unless it is continued. */
      expiresAt: string | null;
    };
    Successor: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and stored trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      language: components['schemas']['Language'];
      /**
       * @description The time zone of the dates that a person reads: an IANA name.
       * @example Europe/Berlin
       */
      timeZone: string;
      /** @description Whether they verified their address. Only a verified successor arms the switch. */
      verified: boolean;
      /** @description When they verified it. */
      verifiedAt: string | null;
      /**
       * @description Their second address.
       * @example null
       */
      secondEmail: string | null;
      /**
       * @description When they confirmed their second address. From then on our emails go to both.
       * @example null
       */
      secondVerifiedAt: string | null;
      /** @description Whether they asked not to be a successor. */
      optedOut: boolean;
      /** @description When the owner confirmed their key. */
      keyPinnedAt: string | null;
      /** @description How many days later than the others they are invited. */
      handoverDelayDays: number;
      /** @description Whether they receive only the entries assigned to them, or all. */
      restrictToAssignedEntries: boolean;
      /** @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). */
      publicKey: string | null;
      /** @description The public half of the recovery kit. */
      publicKeySalt: string | null;
      /** @description The SHA-256 of the raw public key in lowercase hex. Owner and successor compare the key in six words. */
      keyFingerprint: string | null;
      /** @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. */
      ownerKey: string | null;
      /** @description A share, sealed to its holder. Opaque to the server. */
      encryptedShare: string | null;
      /** @description Whether this share no longer fits: another key was pinned, a holder left, or keys or the quorum changed since the shares were made. It still opens everything it opened before. Make new shares for all. */
      sharesStale: boolean;
      /** @description Whether at least one entry is left to them: any, or one whose key is sealed to them if they are restricted to assigned entries. */
      leftSomething: boolean;
      /**
       * @description Present if their mail server refuses our email: when that began, and whether it says that the mailbox does not exist.
       * @example null
       */
      mailProblem: {
        /**
         * Format: date-time
         * @description When it first refused.
         */
        since: string;
        /** @description Whether it says that the mailbox does not exist. */
        permanent: boolean;
      } | null;
      /**
       * @description The same for their second address.
       * @example null
       */
      secondMailProblem: {
        /**
         * Format: date-time
         * @description When it first refused.
         */
        since: string;
        /** @description Whether it says that the mailbox does not exist. */
        permanent: boolean;
      } | null;
      /**
       * @description The result of the latest rehearsal with them; null if there was none.
       * @example null
       */
      rehearsal: {
        /**
         * Format: date-time
         * @description When the owner requested it.
         */
        requestedAt: string;
        /** @description When their mail server accepted the email. */
        mailAcceptedAt: string | null;
        /** @description Their response. */
        response: ('accept' | 'decline' | 'owner_alive') | null;
        /** @description When they answered. */
        respondedAt: string | null;
        /** @description When they first read the sample. */
        openedAt: string | null;
        /**
         * Format: date-time
         * @description When its links expire or expired.
         */
        expiresAt: string;
      } | null;
      /**
       * @description Whether they can be reached and have their sheet; null if they have never been asked.
       * @example null
       */
      contact: {
        /** @description When they were asked last; null if never. */
        askedAt: string | null;
        /** @description When their mail server accepted the email. */
        mailAcceptedAt: string | null;
        /** @description `here`: it is still them, and they have their sheet. `sheet_lost`: they need a new kit. `moved`: they want us to write to `newEmail`. Call them before you change the address. A later version may add more. */
        answer: ('here' | 'sheet_lost' | 'moved') | null;
        /**
         * @description With `moved`: the address that they gave. Nobody has verified it.
         * @example null
         */
        newEmail: string | null;
        /** @description When they answered. */
        answeredAt: string | null;
        /** @description When they last answered `here`. */
        confirmedAt: string | null;
      } | null;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
    };
    SuccessorAnswer: {
      successor: components['schemas']['Successor'];
    };
    /** @description Successor not verified. */
    SuccessorNotVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:successor_not_verified';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'successor_not_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Successor opted out. */
    SuccessorOptedOutProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:successor_opted_out';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'successor_opted_out';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    SuccessorWritten: {
      /** @description A sentence for people. */
      message: string;
      successor: components['schemas']['Successor'];
    };
    /**
     * @description The status of a switch. The introduction explains each status.
     * @example armed
     * @enum {string}
     */
    SwitchStatus:
      | 'off'
      | 'armed'
      | 'reminding'
      | 'grace_period'
      | 'awaiting_successors'
      | 'released'
      | 'completed'
      | 'paused';
    TimelineEvent: {
      /**
       * @description What happens. Now `reminder`, `final_notice`, `grace_end`, `invitation`, `access_reminder`, `pause_reminder` or `pause_end`; a later version may add more.
       * @enum {string}
       */
      kind:
        | 'reminder'
        | 'final_notice'
        | 'grace_end'
        | 'invitation'
        | 'access_reminder'
        | 'pause_reminder'
        | 'pause_end';
      /**
       * Format: date-time
       * @description When it is due.
       * @example 2027-01-28T21:30:00.000Z
       */
      at: string;
      /** @description Who gets an email; empty if the event sends none. */
      recipients: {
        /**
         * @description Their role in this account. Now `owner` or `successor`; a later version may add more.
         * @enum {string}
         */
        role: 'owner' | 'successor';
        /**
         * @description Null for the owner.
         * @example null
         */
        successorId: string | null;
        /** @description A display name: one line. */
        name: string;
        /** @description Compared and stored trimmed, in NFC and lower case. */
        email: string;
      }[];
    };
    /** @description Link expired. */
    TokenExpiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_expired';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 410;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'token_expired';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Invalid link. */
    TokenInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_invalid';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'token_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Link already used. */
    TokenUsedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_used';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 410;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'token_used';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    TrashedEntry: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The AES-GCM initialisation vector, new for every change. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description The salt the client derives the entry's key with. Base64; a later format may not be.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted. Now `AES-GCM`; a later version may add more.
       * @enum {string}
       */
      algorithm: 'AES-GCM';
      /** @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates. */
      category: string;
      /** @description Labels chosen by the owner. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /**
       * Format: uuid
       * @description Identifies this row: one entry may have several in the trash.
       */
      trashId: string;
      /**
       * Format: date-time
       * @description When the entry was deleted, or this content replaced.
       */
      deletedAt: string;
      /**
       * @description `deleted`: the entry was deleted. `changed`: its content was replaced. A later version may add more.
       * @enum {string}
       */
      reason: 'deleted' | 'changed';
      /**
       * Format: date-time
       * @description When it is permanently deleted.
       */
      restorableUntil: string;
    };
    /** @description Unsupported tus version. */
    TusVersionProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:tus_version';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 412;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'tus_version';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Two-factor authentication is already on. */
    TwoFactorEnabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_enabled';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'two_factor_enabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Invalid two-factor code. */
    TwoFactorInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_invalid';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'two_factor_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Two-factor authentication is off. */
    TwoFactorOffProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_off';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'two_factor_off';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Two-factor code required. */
    TwoFactorRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_required';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'two_factor_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Not logged in. */
    UnauthenticatedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:unauthenticated';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 401;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'unauthenticated';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    UnlockUserAnswer: {
      /** @description A sentence for people. */
      message: string;
      user: components['schemas']['AdminUser'];
    };
    /** @description Unsupported media type. */
    UnsupportedMediaTypeProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:unsupported_media_type';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 415;
      /**
       * @description The code for programs to check.
       * @constant
       */
      code: 'unsupported_media_type';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    UpdateProfileAnswer: {
      /** @description A sentence for people. */
      message: string;
      user: components['schemas']['User'];
    };
    User: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and stored trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      /** @description Whether logging in also needs a code from an authenticator app. */
      twoFactorEnabled: boolean;
      /** @description Base64; the client's key derivation salt. */
      salt: string;
      /**
       * @description How the password was derived: see `POST /auth/kdf`.
       * @example 1
       */
      kdfVersion: number;
      /** @description Whether the address is verified. */
      emailVerified: boolean;
      /** @description Whether the address is verified and on the list of administrators. */
      isAdmin: boolean;
      plan: components['schemas']['Plan'];
      language: components['schemas']['Language'];
      /**
       * @description The time zone of the dates that a person reads: an IANA name.
       * @example Europe/Berlin
       */
      timeZone: string;
      /** @description Null if the account has none, and null unless the session is confirmed: see `POST /auth/keys`. */
      keyBundle: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Counts every change of the key bundle, the salt or the address. Send it with the next bundle, and one that was stored in between is not lost.
       * @example 4
       */
      keyBundleVersion: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
    };
    /** @description Invalid request. */
    ValidationFailedProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:validation_failed';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 400;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'validation_failed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
      /** @description With `validation_failed`: every field that is wrong. */
      errors?: components['schemas']['FieldError'][];
    };
    VerifyChannelAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description The way. */
      channel: components['schemas']['Channel'];
    };
    VerifyChannelRequest: {
      /**
       * @description The code that was sent to the way.
       * @example 20914637
       */
      code: string;
    };
    VerifySuccessorAnswer: {
      /** @description A sentence for people. */
      message: string;
      /** @description Whether they had already confirmed. */
      alreadyVerified: boolean;
      /** @description The display name of the owner. */
      ownerName: string;
      language: components['schemas']['Language'];
      /** @description The successor this link belongs to. */
      successor: {
        /**
         * Format: uuid
         * @description Its identifier.
         */
        id: string;
        /** @description A display name: one line. */
        name: string;
        /** @description The address that was confirmed. The six words of a recovery kit are made of it too. */
        email: string;
        /** @description An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32). */
        publicKey: string | null;
        /** @description The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint. */
        ownerKey: string | null;
      };
    };
    /** @description Changed since you read it. */
    VersionConflictProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:version_conflict';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 409;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'version_conflict';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Invalid webhook signature. */
    WebhookSignatureInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:webhook_signature_invalid';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 400;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'webhook_signature_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Wrong code. */
    WrongCodeProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_code';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'wrong_code';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Passkey not accepted. */
    WrongPasskeyProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_passkey';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'wrong_passkey';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Wrong password. */
    WrongPasswordProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_password';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'wrong_password';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
    /** @description Wrong two-factor code. */
    WrongTwoFactorCodeProblem: {
      /**
       * @description `urn:vault-handover:problem:` followed by the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_two_factor_code';
      /** @description A short title, the same for every problem with this code. */
      title: string;
      /**
       * @description The HTTP status of the response.
       * @constant
       */
      status: 403;
      /**
       * @description The code for programs to check. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      code: 'wrong_two_factor_code';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the response. Quote it to the operator of the service. */
      requestId: string;
    };
  };
  responses: {
    /** @description `malformed_json`: Malformed JSON. `validation_failed`: Invalid request. */
    MalformedJsonOrValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MalformedJsonProblem']
          | components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `invitation_required`: By invitation only. `registration_closed`: Registration is closed. */
    InvitationRequiredOrRegistrationClosed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['InvitationRequiredProblem']
          | components['schemas']['RegistrationClosedProblem'];
      };
    };
    /** @description `request_timeout`: Request timed out. */
    RequestTimeout: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RequestTimeoutProblem'];
      };
    };
    /** @description `payload_too_large`: Request body too large. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
      };
    };
    /** @description `unsupported_media_type`: Unsupported media type. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description `rate_limited`: Too many requests. */
    RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitedProblem'];
      };
    };
    /** @description `internal`: Internal error. */
    Internal: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description `dependency_unavailable`: Service unavailable. */
    DependencyUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['DependencyUnavailableProblem'];
      };
    };
    /** @description `validation_failed`: Invalid request. */
    ValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `token_invalid`: Invalid link. */
    TokenInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TokenInvalidProblem'];
      };
    };
    /** @description `already_exists`: Already exists. */
    AlreadyExists: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['AlreadyExistsProblem'];
      };
    };
    /** @description `token_expired`: Link expired. `token_used`: Link already used. */
    TokenExpiredOrTokenUsed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['TokenExpiredProblem']
          | components['schemas']['TokenUsedProblem'];
      };
    };
    /** @description `invalid_credentials`: Wrong email address or password. `two_factor_invalid`: Invalid two-factor code. `two_factor_required`: Two-factor code required. */
    InvalidCredentialsOrTwoFactorInvalidOrTwoFactorRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['InvalidCredentialsProblem']
          | components['schemas']['TwoFactorInvalidProblem']
          | components['schemas']['TwoFactorRequiredProblem'];
      };
    };
    /** @description `email_not_verified`: Email address not verified. */
    EmailNotVerified: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['EmailNotVerifiedProblem'];
      };
    };
    /** @description `account_locked`: Too many failed attempts. `rate_limited`: Too many requests. */
    AccountLockedOrRateLimited: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['AccountLockedProblem']
          | components['schemas']['RateLimitedProblem'];
      };
    };
    /** @description `refresh_token_invalid`: Invalid refresh token. */
    RefreshTokenInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RefreshTokenInvalidProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. */
    OriginNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['OriginNotAllowedProblem'];
      };
    };
    /** @description `unauthenticated`: Not logged in. */
    Unauthenticated: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnauthenticatedProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_password`: Wrong password. `wrong_two_factor_code`: Wrong two-factor code. */
    OriginNotAllowedOrWrongPasswordOrWrongTwoFactorCode: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongPasswordProblem']
          | components['schemas']['WrongTwoFactorCodeProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `plan_limit`: Plan limit reached. `wrong_password`: Wrong password. */
    ConfirmationRequiredOrOriginNotAllowedOrPlanLimitOrWrongPassword: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['PlanLimitProblem']
          | components['schemas']['WrongPasswordProblem'];
      };
    };
    /** @description `version_conflict`: Changed since you read it. */
    VersionConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['VersionConflictProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_password`: Wrong password. */
    OriginNotAllowedOrWrongPassword: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongPasswordProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. */
    ConfirmationRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ConfirmationRequiredProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `recently_reset`: Password was reset recently. `wrong_password`: Wrong password. */
    ConfirmationRequiredOrOriginNotAllowedOrRecentlyResetOrWrongPassword: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['RecentlyResetProblem']
          | components['schemas']['WrongPasswordProblem'];
      };
    };
    /** @description `two_factor_enabled`: Two-factor authentication is already on. */
    TwoFactorEnabled: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TwoFactorEnabledProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `wrong_two_factor_code`: Wrong two-factor code. */
    ConfirmationRequiredOrOriginNotAllowedOrWrongTwoFactorCode: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongTwoFactorCodeProblem'];
      };
    };
    /** @description `two_factor_enabled`: Two-factor authentication is already on. `two_factor_off`: Two-factor authentication is off. */
    TwoFactorEnabledOrTwoFactorOff: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['TwoFactorEnabledProblem']
          | components['schemas']['TwoFactorOffProblem'];
      };
    };
    /** @description `two_factor_off`: Two-factor authentication is off. */
    TwoFactorOff: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TwoFactorOffProblem'];
      };
    };
    /** @description `log_in_required`: Log-in required. */
    LogInRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['LogInRequiredProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. */
    ConfirmationRequiredOrOriginNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. */
    HandoverActiveOrHandoverCompleted: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. `not_paused`: Switch is not paused. */
    HandoverActiveOrHandoverCompletedOrNotPaused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['NotPausedProblem'];
      };
    };
    /** @description `no_active_handover`: No handover in progress. */
    NoActiveHandover: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NoActiveHandoverProblem'];
      };
    };
    /** @description `not_found`: Not found. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NotFoundProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_not_verified`: Successor not verified. `successor_opted_out`: Successor opted out. */
    HandoverActiveOrHandoverCompletedOrSuccessorNotVerifiedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorNotVerifiedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `owner_alive_limit`: Handover cannot be postponed again. `response_final`: Response can no longer be changed. `successor_opted_out`: Successor opted out. */
    OwnerAliveLimitOrResponseFinalOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OwnerAliveLimitProblem']
          | components['schemas']['ResponseFinalProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `handover_ended`: Handover ended. `token_expired`: Link expired. */
    HandoverEndedOrTokenExpired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverEndedProblem']
          | components['schemas']['TokenExpiredProblem'];
      };
    };
    /** @description `access_not_released`: Access not released. */
    AccessNotReleased: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['AccessNotReleasedProblem'];
      };
    };
    /** @description `successor_opted_out`: Successor opted out. */
    SuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `range_not_satisfiable`: Range not satisfiable. */
    RangeNotSatisfiable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RangeNotSatisfiableProblem'];
      };
    };
    /** @description `dependency_unavailable`: Service unavailable. `files_disabled`: Files are not stored. */
    DependencyUnavailableOrFilesDisabled: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['DependencyUnavailableProblem']
          | components['schemas']['FilesDisabledProblem'];
      };
    };
    /** @description `store_full`: No space left. */
    StoreFull: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['StoreFullProblem'];
      };
    };
    /** @description `validation_failed`: Invalid request. */
    ValidationFailedWithoutLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `internal`: Internal error. */
    InternalWithoutLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description `passkey_invalid`: Passkey not accepted. */
    PasskeyInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PasskeyInvalidProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_passkey`: Passkey not accepted. */
    OriginNotAllowedOrWrongPasskey: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongPasskeyProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `wrong_passkey`: Passkey not accepted. */
    ConfirmationRequiredOrOriginNotAllowedOrWrongPasskey: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongPasskeyProblem'];
      };
    };
    /** @description `already_exists`: Already exists. `passkey_limit`: Too many passkeys. */
    AlreadyExistsOrPasskeyLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['AlreadyExistsProblem']
          | components['schemas']['PasskeyLimitProblem'];
      };
    };
    /** @description `passkey_limit`: Too many passkeys. */
    PasskeyLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PasskeyLimitProblem'];
      };
    };
    /** @description `automation_limit`: Too many automations. */
    AutomationLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['AutomationLimitProblem'];
      };
    };
    /** @description `forbidden`: Forbidden. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ForbiddenProblem'];
      };
    };
    /** @description `already_exists`: Already exists. `channel_limit`: Too many ways. */
    AlreadyExistsOrChannelLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['AlreadyExistsProblem']
          | components['schemas']['ChannelLimitProblem'];
      };
    };
    /** @description `dependency_unavailable`: Service unavailable. `push_disabled`: Pushes are not sent. */
    DependencyUnavailableOrPushDisabled: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['DependencyUnavailableProblem']
          | components['schemas']['PushDisabledProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_code`: Wrong code. */
    OriginNotAllowedOrWrongCode: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['WrongCodeProblem'];
      };
    };
    /** @description `already_verified`: Already verified. */
    AlreadyVerified: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['AlreadyVerifiedProblem'];
      };
    };
    /** @description `channel_not_verified`: Way not verified. */
    ChannelNotVerified: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ChannelNotVerifiedProblem'];
      };
    };
    /** @description `token_expired`: Link expired. */
    TokenExpired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TokenExpiredProblem'];
      };
    };
    /** @description `key_pinned`: Key already pinned. `successor_opted_out`: Successor opted out. */
    KeyPinnedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['KeyPinnedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `plan_limit`: Plan limit reached. */
    ConfirmationRequiredOrOriginNotAllowedOrPlanLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['PlanLimitProblem'];
      };
    };
    /** @description `already_exists`: Already exists. `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_opted_out`: Successor opted out. */
    AlreadyExistsOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['AlreadyExistsProblem']
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `already_verified`: Already verified. `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_opted_out`: Successor opted out. */
    AlreadyVerifiedOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['AlreadyVerifiedProblem']
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `fingerprint_mismatch`: Fingerprints do not match. `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_opted_out`: Successor opted out. */
    FingerprintMismatchOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['FingerprintMismatchProblem']
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_opted_out`: Successor opted out. */
    HandoverActiveOrHandoverCompletedOrSuccessorOptedOut: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. `successor_opted_out`: Successor opted out. `version_conflict`: Changed since you read it. */
    HandoverActiveOrHandoverCompletedOrSuccessorOptedOutOrVersionConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['SuccessorOptedOutProblem']
          | components['schemas']['VersionConflictProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. `version_conflict`: Changed since you read it. */
    HandoverActiveOrHandoverCompletedOrVersionConflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['HandoverActiveProblem']
          | components['schemas']['HandoverCompletedProblem']
          | components['schemas']['VersionConflictProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `plan_limit`: Plan limit reached. */
    OriginNotAllowedOrPlanLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['PlanLimitProblem'];
      };
    };
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `recently_reset`: Password was reset recently. */
    ConfirmationRequiredOrOriginNotAllowedOrRecentlyReset: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ConfirmationRequiredProblem']
          | components['schemas']['OriginNotAllowedProblem']
          | components['schemas']['RecentlyResetProblem'];
      };
    };
    /** @description `tus_version`: Unsupported tus version. */
    TusVersion: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['TusVersionProblem'];
      };
    };
    /** @description `checksum_mismatch`: Checksum mismatch. `validation_failed`: Invalid request. */
    ChecksumMismatchOrValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ChecksumMismatchProblem']
          | components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `file_unfinished`: File not complete. */
    FileUnfinished: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['FileUnfinishedProblem'];
      };
    };
    /** @description `file_locked`: File is being written. */
    FileLocked: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['FileLockedProblem'];
      };
    };
    /** @description `checksum_mismatch`: Checksum mismatch. `malformed_json`: Malformed JSON. `validation_failed`: Invalid request. */
    ChecksumMismatchOrMalformedJsonOrValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ChecksumMismatchProblem']
          | components['schemas']['MalformedJsonProblem']
          | components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `offset_mismatch`: Wrong offset. */
    OffsetMismatch: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['OffsetMismatchProblem'];
      };
    };
    /** @description `forbidden`: Forbidden. `origin_not_allowed`: Origin not allowed. */
    ForbiddenOrOriginNotAllowed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['ForbiddenProblem']
          | components['schemas']['OriginNotAllowedProblem'];
      };
    };
    /** @description `dependency_unavailable`: Service unavailable. */
    DependencyUnavailableWithoutLimit: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['DependencyUnavailableProblem'];
      };
    };
    /** @description `already_subscribed`: Already subscribed. */
    AlreadySubscribed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['AlreadySubscribedProblem'];
      };
    };
    /** @description `billing_disabled`: Paid plans are not offered. `dependency_unavailable`: Service unavailable. */
    BillingDisabledOrDependencyUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['BillingDisabledProblem']
          | components['schemas']['DependencyUnavailableProblem'];
      };
    };
    /** @description `no_subscription`: No subscription. */
    NoSubscription: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NoSubscriptionProblem'];
      };
    };
    /** @description `malformed_json`: Malformed JSON. `validation_failed`: Invalid request. `webhook_signature_invalid`: Invalid webhook signature. */
    MalformedJsonOrValidationFailedOrWebhookSignatureInvalid: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MalformedJsonProblem']
          | components['schemas']['ValidationFailedProblem']
          | components['schemas']['WebhookSignatureInvalidProblem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The ID sent with the request, or a new one. It also appears in our log. */
    'X-Request-Id': string;
    /** @description Requests per window. If a request counts against several limits, these three headers describe the one with the fewest requests left. */
    'RateLimit-Limit': number;
    /** @description Requests left in the window. */
    'RateLimit-Remaining': number;
    /** @description Seconds until the window ends. */
    'RateLimit-Reset': number;
    /** @description Seconds to wait before trying again. */
    'Retry-After': number;
    /** @description `Bearer`: send a valid access token or a session cookie (RFC 9110, 11.6.1). */
    'WWW-Authenticate': string;
    /** @description The version of the entry, to send as `If-Match`; of a file, its SHA-256. */
    ETag: string;
    /** @description `accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both HttpOnly; in production also Secure and SameSite=None. Absent for `app` and `bearer` sessions. */
    'Set-Cookie': string;
    /** @description A suggested file name. */
    'Content-Disposition': string;
    /** @description The address of what was created. */
    Location: string;
    /** @description The version of tus. */
    'Tus-Resumable': string;
    /** @description How many bytes have arrived. */
    'Upload-Offset': number;
    /** @description The size of the file in bytes. */
    'Upload-Length': number;
    /** @description When an upload expires unless it is continued (RFC 9110, 5.6.7). */
    'Upload-Expires': string;
    /** @description `bytes`. */
    'Accept-Ranges': string;
    /** @description Which bytes of how many these are. */
    'Content-Range': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  register: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada",
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "kdfVersion": 1,
         *       "keyBundle": {
         *         "version": 2,
         *         "userId": "0193a5b0-7c00-7000-8000-000000000001",
         *         "counter": 1764000000000,
         *         "kdf": {
         *           "version": 1,
         *           "name": "argon2id",
         *           "memoryKiB": 65536,
         *           "passes": 3,
         *           "parallelism": 4
         *         },
         *         "vaultKey": {
         *           "password": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recovery": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recoveryKey": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "passkeys": []
         *         },
         *         "previous": [],
         *         "signing": {
         *           "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
         *           "seed": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "former": []
         *         },
         *         "successors": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         },
         *         "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
         *         "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
         *       },
         *       "language": "de",
         *       "timeZone": "Europe/Berlin",
         *       "invitation": "text"
         *     }
         */
        'application/json': components['schemas']['Registration'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      403: components['responses']['InvitationRequiredOrRegistrationClosed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  verifyEmail: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      409: components['responses']['AlreadyExists'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  resendVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['ResendVerificationRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getKeyDerivation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['GetKeyDerivationRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kdf": {
           *         "version": 1,
           *         "name": "argon2id",
           *         "memoryKiB": 65536,
           *         "passes": 3,
           *         "parallelism": 4
           *       },
           *       "current": {
           *         "version": 1,
           *         "name": "argon2id",
           *         "memoryKiB": 65536,
           *         "passes": 3,
           *         "parallelism": 4
           *       }
           *     }
           */
          'application/json': components['schemas']['GetKeyDerivationAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  logIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA="
         *     }
         */
        'application/json': components['schemas']['Login'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "kdfVersion": 1,
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "keyBundle": {},
           *         "keyBundleVersion": 4,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LoggedIn'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['InvalidCredentialsOrTwoFactorInvalidOrTwoFactorRequired'];
      403: components['responses']['EmailNotVerified'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  refreshSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "refreshToken": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['RefreshSessionRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['RefreshSessionAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['RefreshTokenInvalid'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  logOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  confirmSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "token": "492039"
         *     }
         */
        'application/json': components['schemas']['ConfirmSessionRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "confirmedUntil": "2026-11-22T09:45:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ConfirmSessionAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPasswordOrWrongTwoFactorCode'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  requestPasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['RequestPasswordResetRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E",
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "kdfVersion": 1,
         *       "keyBundle": {
         *         "version": 2,
         *         "userId": "0193a5b0-7c00-7000-8000-000000000001",
         *         "counter": 1764000000000,
         *         "kdf": {
         *           "version": 1,
         *           "name": "argon2id",
         *           "memoryKiB": 65536,
         *           "passes": 3,
         *           "parallelism": 4
         *         },
         *         "vaultKey": {
         *           "password": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recovery": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recoveryKey": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "passkeys": []
         *         },
         *         "previous": [],
         *         "signing": {
         *           "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
         *           "seed": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "former": []
         *         },
         *         "successors": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         },
         *         "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
         *         "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
         *       },
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['PasswordReset'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "currentPassword": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "newPassword": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuE=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "kdfVersion": 1,
         *       "keyBundle": {
         *         "version": 2,
         *         "userId": "0193a5b0-7c00-7000-8000-000000000001",
         *         "counter": 1764000000000,
         *         "kdf": {
         *           "version": 1,
         *           "name": "argon2id",
         *           "memoryKiB": 65536,
         *           "passes": 3,
         *           "parallelism": 4
         *         },
         *         "vaultKey": {
         *           "password": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recovery": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recoveryKey": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "passkeys": []
         *         },
         *         "previous": [],
         *         "signing": {
         *           "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
         *           "seed": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "former": []
         *         },
         *         "successors": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         },
         *         "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
         *         "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
         *       },
         *       "keyBundleVersion": 4,
         *       "entries": [
         *         {
         *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *           "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *           "iv": "INxrzvfijxIwKvW1",
         *           "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *           "algorithm": "AES-GCM"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrPlanLimitOrWrongPassword'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['VersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA="
         *     }
         */
        'application/json': components['schemas']['GetKeysRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *       "keyBundle": {},
           *       "keyBundleVersion": 4
           *     }
           */
          'application/json': components['schemas']['GetKeysAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPassword'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listKeyBundles: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "keyBundles": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "keyBundle": {
           *             "version": 2,
           *             "userId": "0193a5b0-7c00-7000-8000-000000000001",
           *             "counter": 1764000000000,
           *             "kdf": {
           *               "version": 1,
           *               "name": "argon2id",
           *               "memoryKiB": 65536,
           *               "passes": 3,
           *               "parallelism": 4
           *             },
           *             "vaultKey": {
           *               "password": {
           *                 "iv": "gkX3Jt0Uo1bZq5rC",
           *                 "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *               },
           *               "recovery": {
           *                 "iv": "gkX3Jt0Uo1bZq5rC",
           *                 "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *               },
           *               "recoveryKey": {
           *                 "iv": "gkX3Jt0Uo1bZq5rC",
           *                 "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *               },
           *               "passkeys": []
           *             },
           *             "previous": [],
           *             "signing": {
           *               "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
           *               "seed": {
           *                 "iv": "gkX3Jt0Uo1bZq5rC",
           *                 "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *               },
           *               "former": []
           *             },
           *             "successors": {
           *               "iv": "gkX3Jt0Uo1bZq5rC",
           *               "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *             },
           *             "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
           *             "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
           *           },
           *           "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "email": "ada@example.com",
           *           "replacedAt": "2026-11-22T09:30:00.000Z",
           *           "reason": "replaced",
           *           "fromReset": true
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListKeyBundlesAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "kdfVersion": 1,
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "keyBundle": {},
           *         "keyBundleVersion": 4,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['GetProfileAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  updateProfile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "language": "de",
         *       "timeZone": "Europe/Berlin",
         *       "keyBundle": {
         *         "version": 2,
         *         "userId": "0193a5b0-7c00-7000-8000-000000000001",
         *         "counter": 1764000000000,
         *         "kdf": {
         *           "version": 1,
         *           "name": "argon2id",
         *           "memoryKiB": 65536,
         *           "passes": 3,
         *           "parallelism": 4
         *         },
         *         "vaultKey": {
         *           "password": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recovery": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "recoveryKey": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "passkeys": []
         *         },
         *         "previous": [],
         *         "signing": {
         *           "publicKey": "eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=",
         *           "seed": {
         *             "iv": "gkX3Jt0Uo1bZq5rC",
         *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *           },
         *           "former": []
         *         },
         *         "successors": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         },
         *         "proofKey": "Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=",
         *         "mac": "NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="
         *       },
         *       "keyBundleVersion": 4,
         *       "email": "ada@example.com",
         *       "currentPassword": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "newPassword": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuE=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "kdfVersion": 1
         *     }
         */
        'application/json': components['schemas']['ProfileChange'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "kdfVersion": 1,
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "keyBundle": {},
           *         "keyBundleVersion": 4,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['UpdateProfileAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrRecentlyResetOrWrongPassword'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['VersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  setUpTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA="
         *     }
         */
        'application/json': components['schemas']['SetUpTwoFactorRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "JBSWY3DPEHPK3PXP",
           *       "otpauthUrl": "otpauth://totp/Vault:ada%40example.com?secret=JBSWY3DPEHPK3PXP",
           *       "qrCodeDataUrl": "data:image/png;base64,iVBORw0KGgo="
           *     }
           */
          'application/json': components['schemas']['SetUpTwoFactorAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPassword'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorEnabled'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  enableTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "492039"
         *     }
         */
        'application/json': components['schemas']['EnableTwoFactorRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "recoveryCodes": [
           *         "K7QF-2M6X-TR4D-WH3B",
           *         "W3HB-7N5C-PY6J-QZ2M"
           *       ]
           *     }
           */
          'application/json': components['schemas']['EnableTwoFactorAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrWrongTwoFactorCode'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorEnabledOrTwoFactorOff'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  disableTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "token": "492039"
         *     }
         */
        'application/json': components['schemas']['DisableTwoFactorRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPasswordOrWrongTwoFactorCode'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorOff'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  replaceTwoFactorRecoveryCodes: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "token": "492039"
         *     }
         */
        'application/json': components['schemas']['ReplaceTwoFactorRecoveryCodesRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "recoveryCodes": [
           *         "K7QF-2M6X-TR4D-WH3B",
           *         "W3HB-7N5C-PY6J-QZ2M"
           *       ]
           *     }
           */
          'application/json': components['schemas']['ReplaceTwoFactorRecoveryCodesAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPasswordOrWrongTwoFactorCode'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorOff'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  requestTwoFactorRemoval: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['RequestTwoFactorRemovalRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getTwoFactorRemovalKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['GetTwoFactorRemovalKeysRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "keys": [
           *         {
           *           "vaultKey": {
           *             "recovery": {
           *               "iv": "text",
           *               "data": "text"
           *             }
           *           },
           *           "proofKey": "text"
           *         }
           *       ],
           *       "removableAt": "2026-11-22T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['GetTwoFactorRemovalKeysAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorOff'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  removeTwoFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E",
         *       "signature": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9g=="
         *     }
         */
        'application/json': components['schemas']['RemoveTwoFactorRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "removed": true,
           *       "removableAt": "2026-11-22T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RemoveTwoFactorAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['TwoFactorOff'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  deleteAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "password": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA="
         *     }
         */
        'application/json': components['schemas']['DeleteAccountRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrRecentlyResetOrWrongPassword'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['AccountLockedOrRateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listActivity: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Only records of this type.
         * @example check_in
         */
        type?: components['schemas']['ActivityType'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "activity": [
           *         {
           *           "id": "4711",
           *           "type": "check_in",
           *           "at": "2026-11-22T09:30:00.000Z",
           *           "ipAddress": "203.0.113.7",
           *           "browser": "Firefox",
           *           "system": "Linux",
           *           "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
           *           "detail": {},
           *           "signature": "sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListActivityAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  checkIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['CheckInAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  describeCheckInLink: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ownerName": "Ada",
           *       "language": "de",
           *       "status": "armed",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['DescribeCheckInLinkAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      403: components['responses']['LogInRequired'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  checkInByLink: {
    parameters: {
      query?: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['CheckInByLinkRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['CheckInByLinkAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      403: components['responses']['LogInRequired'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['TokenExpiredOrTokenUsed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getSwitchSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "settings": {
           *         "thresholdDays": 90,
           *         "reminderPercents": [
           *           75,
           *           85,
           *           95
           *         ],
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accessDays": 90,
           *         "checkInByLink": true,
           *         "contactMonths": 12,
           *         "status": "armed",
           *         "isPaused": false,
           *         "pausedUntil": null,
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *         "deadline": "2027-02-20T09:30:00.000Z",
           *         "creditedMs": 0,
           *         "holds": []
           *       }
           *     }
           */
          'application/json': components['schemas']['GetSwitchSettingsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  updateSwitchSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "thresholdDays": 90,
         *       "reminderPercents": [
         *         75,
         *         85,
         *         95
         *       ],
         *       "quorum": 1,
         *       "accessDays": 90,
         *       "checkInByLink": true,
         *       "contactMonths": 12
         *     }
         */
        'application/json': components['schemas']['SettingsChange'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "settings": {
           *         "thresholdDays": 90,
           *         "reminderPercents": [
           *           75,
           *           85,
           *           95
           *         ],
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accessDays": 90,
           *         "checkInByLink": true,
           *         "contactMonths": 12,
           *         "status": "armed",
           *         "isPaused": false,
           *         "pausedUntil": null,
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *         "deadline": "2027-02-20T09:30:00.000Z",
           *         "creditedMs": 0,
           *         "holds": []
           *       }
           *     }
           */
          'application/json': components['schemas']['SettingsChanged'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompleted'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  pauseSwitch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "pausedUntil": "2027-02-20T09:30:00.000Z"
         *     }
         */
        'application/json': components['schemas']['Pause'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "settings": {
           *         "thresholdDays": 90,
           *         "reminderPercents": [
           *           75,
           *           85,
           *           95
           *         ],
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accessDays": 90,
           *         "checkInByLink": true,
           *         "contactMonths": 12,
           *         "status": "armed",
           *         "isPaused": false,
           *         "pausedUntil": null,
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *         "deadline": "2027-02-20T09:30:00.000Z",
           *         "creditedMs": 0,
           *         "holds": []
           *       }
           *     }
           */
          'application/json': components['schemas']['SettingsChanged'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompleted'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  resumeSwitch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "settings": {
           *         "thresholdDays": 90,
           *         "reminderPercents": [
           *           75,
           *           85,
           *           95
           *         ],
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accessDays": 90,
           *         "checkInByLink": true,
           *         "contactMonths": 12,
           *         "status": "armed",
           *         "isPaused": false,
           *         "pausedUntil": null,
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *         "deadline": "2027-02-20T09:30:00.000Z",
           *         "creditedMs": 0,
           *         "holds": []
           *       }
           *     }
           */
          'application/json': components['schemas']['SettingsChanged'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrNotPaused'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getTimeline: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "armed",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "silentSince": "2026-11-22T09:30:00.000Z",
           *       "creditedMs": 600000,
           *       "credits": [
           *         {
           *           "from": "2026-11-20T10:00:00.000Z",
           *           "to": "2026-11-20T10:10:00.000Z",
           *           "reason": "api_down",
           *           "creditedMs": 600000
           *         }
           *       ],
           *       "holds": [],
           *       "events": [
           *         {
           *           "kind": "reminder",
           *           "at": "2027-01-28T21:30:00.000Z",
           *           "recipients": [
           *             {
           *               "role": "owner",
           *               "successorId": null,
           *               "name": "Ada",
           *               "email": "ada@example.com"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['GetTimelineAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getHandover: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "armed",
           *       "deadline": "2027-02-20T09:30:00.000Z",
           *       "handover": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "status": "cancelled",
           *         "startedAt": "2026-11-22T09:30:00.000Z",
           *         "graceEndsAt": "2026-11-24T09:30:00.000Z",
           *         "releasedAt": null,
           *         "completedAt": null,
           *         "cancelledAt": "2026-11-23T18:00:00.000Z",
           *         "ownerBackAt": null,
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accepted": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       },
           *       "lastCancelled": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "status": "cancelled",
           *         "startedAt": "2026-11-22T09:30:00.000Z",
           *         "graceEndsAt": "2026-11-24T09:30:00.000Z",
           *         "releasedAt": null,
           *         "completedAt": null,
           *         "cancelledAt": "2026-11-23T18:00:00.000Z",
           *         "ownerBackAt": null,
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accepted": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       },
           *       "lastReleased": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "status": "cancelled",
           *         "startedAt": "2026-11-22T09:30:00.000Z",
           *         "graceEndsAt": "2026-11-24T09:30:00.000Z",
           *         "releasedAt": null,
           *         "completedAt": null,
           *         "cancelledAt": "2026-11-23T18:00:00.000Z",
           *         "ownerBackAt": null,
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accepted": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       }
           *     }
           */
          'application/json': components['schemas']['GetHandoverAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  cancelHandover: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "reason": "I was at sea without a signal."
         *     }
         */
        'application/json': components['schemas']['CancelHandoverRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "handover": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "status": "cancelled",
           *         "startedAt": "2026-11-22T09:30:00.000Z",
           *         "graceEndsAt": "2026-11-24T09:30:00.000Z",
           *         "releasedAt": null,
           *         "completedAt": null,
           *         "cancelledAt": "2026-11-23T18:00:00.000Z",
           *         "ownerBackAt": null,
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "accepted": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       }
           *     }
           */
          'application/json': components['schemas']['CancelHandoverAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['NoActiveHandover'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  startRehearsal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "successorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
         *       "entry": {
         *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *         "iv": "INxrzvfijxIwKvW1",
         *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *         "algorithm": "AES-GCM",
         *         "envelope": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *       },
         *       "encryptedShare": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *     }
         */
        'application/json': components['schemas']['StartRehearsalRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrSuccessorNotVerifiedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  respondToInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E",
         *       "response": "accept",
         *       "message": "I will take care of it.",
         *       "shareMessage": true,
         *       "reshares": [
         *         {
         *           "successorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
         *           "encryptedShare": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *         }
         *       ],
         *       "language": "de",
         *       "timeZone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['RespondToInvitationRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Thank you. You have accepted. We'll write to you as soon as the vault is open.",
           *       "status": "awaiting_successors"
           *     }
           */
          'application/json': components['schemas']['RespondToInvitationAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['OwnerAliveLimitOrResponseFinalOrSuccessorOptedOut'];
      410: components['responses']['HandoverEndedOrTokenExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getSuccessorAccess: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
        /**
         * @description `ndjson`: newline-delimited JSON, for vaults of any size. Overrides `Accept`.
         * @example json
         */
        format?: 'json' | 'ndjson';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ownerName": "Ada",
           *       "language": "de",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA=="
           *       },
           *       "quorum": 1,
           *       "accepted": 1,
           *       "expiresAt": "2027-02-20T09:30:00.000Z",
           *       "threshold": 1,
           *       "encryptedShare": "c2VhbGVkIHNoYXJl",
           *       "reshares": [
           *         {
           *           "fromSuccessorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
           *           "encryptedShare": "c2VhbGVkIHNoYXJl"
           *         }
           *       ],
           *       "messages": [],
           *       "entryCount": 1,
           *       "entries": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "encryptedData": "c2VhbGVkIGxldHRlcg==",
           *           "iv": "gkX3Jt0Uo1bZq5rC",
           *           "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "algorithm": "AES-GCM",
           *           "category": "Letters",
           *           "tags": [
           *             "family"
           *           ],
           *           "version": 1,
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "updatedAt": "2026-11-22T09:30:00.000Z",
           *           "envelope": "c2VhbGVkIGtleQ=="
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['GetSuccessorAccessAnswer'];
          /**
           * @example {"ownerName":"Ada","entryCount":1}
           *     {"id":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","encryptedData":"Zs7dUq1hVb4yXe0oLr9nTw==","iv":"gkX3Jt0Uo1bZq5rC","salt":"INxrzvfijxIwKvW1bBHeSQ==","algorithm":"AES-GCM","category":"Letters","tags":["family"],"envelope":null}
           */
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      403: components['responses']['AccessNotReleased'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['HandoverEndedOrTokenExpired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  readInheritedFile: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
      };
      header?: {
        /**
         * @description One range of bytes (RFC 9110, 14.2). Anything else gets the whole file.
         * @example bytes=0-1048575
         */
        Range?: string;
      };
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Range': components['headers']['Content-Range'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'application/octet-stream': string;
        };
      };
      /** @description Part of it. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Range': components['headers']['Content-Range'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'application/octet-stream': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      403: components['responses']['AccessNotReleased'];
      404: components['responses']['NotFound'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['HandoverEndedOrTokenExpired'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailableOrFilesDisabled'];
      507: components['responses']['StoreFull'];
    };
  };
  renewSuccessorAccess: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['RenewSuccessorAccessRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.1.0",
           *       "checks": {
           *         "database": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "problem": "read_only"
           *         },
           *         "clock": {
           *           "status": "up",
           *           "latencyMs": 2
           *         },
           *         "cache": {
           *           "status": "up",
           *           "latencyMs": 2
           *         },
           *         "queues": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "pollers": 1,
           *           "lastPolledAt": "2026-11-22T09:30:00.000Z",
           *           "backlog": 0,
           *           "outbox": {
           *             "size": 1,
           *             "lagMs": 1
           *           }
           *         },
           *         "realtime": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "subscribed": true,
           *           "connections": 1
           *         },
           *         "mail": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "lastReachedAt": "2026-11-22T09:30:00.000Z",
           *           "problem": "no_tls"
           *         },
           *         "files": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "problem": "disk_full"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      400: components['responses']['ValidationFailedWithoutLimit'];
      500: components['responses']['InternalWithoutLimit'];
      /** @description See `status` in the body. `dependency_unavailable`: Service unavailable. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "version": "0.1.0",
           *       "checks": {
           *         "database": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "problem": "read_only"
           *         },
           *         "clock": {
           *           "status": "up",
           *           "latencyMs": 2
           *         },
           *         "cache": {
           *           "status": "up",
           *           "latencyMs": 2
           *         },
           *         "queues": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "pollers": 1,
           *           "lastPolledAt": "2026-11-22T09:30:00.000Z",
           *           "backlog": 0,
           *           "outbox": {
           *             "size": 1,
           *             "lagMs": 1
           *           }
           *         },
           *         "realtime": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "subscribed": true,
           *           "connections": 1
           *         },
           *         "mail": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "lastReachedAt": "2026-11-22T09:30:00.000Z",
           *           "problem": "no_tls"
           *         },
           *         "files": {
           *           "status": "up",
           *           "latencyMs": 2,
           *           "problem": "disk_full"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Health'];
          'application/problem+json': components['schemas']['DependencyUnavailableProblem'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sessions": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "kind": "browser",
           *           "device": "Firefox on Linux",
           *           "browser": "Firefox",
           *           "system": "Linux",
           *           "ipAddress": "203.0.113.7",
           *           "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "lastUsedAt": "2026-11-22T09:30:00.000Z",
           *           "expiresAt": "2027-02-20T09:30:00.000Z",
           *           "isCurrent": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListSessionsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description A session of the account.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  endOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "invalidatedCount": 2
           *     }
           */
          'application/json': components['schemas']['EndOtherSessionsAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getPasskeyLogInOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "options": {
           *         "challenge": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
           *         "rpId": "vault.example.com",
           *         "timeout": 300000,
           *         "userVerification": "required",
           *         "allowCredentials": [
           *           {
           *             "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *             "type": "public-key",
           *             "transports": [
           *               "internal",
           *               "hybrid"
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['GetPasskeyLogInOptionsAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  logInWithPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "credential": {
         *         "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "rawId": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "type": "public-key",
         *         "authenticatorAttachment": "platform",
         *         "clientExtensionResults": {},
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "authenticatorData": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "signature": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "userHandle": "AZqryeAAcACAAAAAAAAAAA"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['LogInWithPasskeyRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Set-Cookie': components['headers']['Set-Cookie'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "kdfVersion": 1,
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "keyBundle": {},
           *         "keyBundleVersion": 4,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LoggedIn'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['PasskeyInvalid'];
      403: components['responses']['EmailNotVerified'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getPasskeyConfirmationOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "options": {
           *         "challenge": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
           *         "rpId": "vault.example.com",
           *         "timeout": 300000,
           *         "userVerification": "required",
           *         "allowCredentials": [
           *           {
           *             "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *             "type": "public-key",
           *             "transports": [
           *               "internal",
           *               "hybrid"
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['GetPasskeyConfirmationOptionsAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  confirmSessionWithPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "credential": {
         *         "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "rawId": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "type": "public-key",
         *         "authenticatorAttachment": "platform",
         *         "clientExtensionResults": {},
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "authenticatorData": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "signature": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "userHandle": "AZqryeAAcACAAAAAAAAAAA"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ConfirmSessionWithPasskeyRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "confirmedUntil": "2026-11-22T09:45:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ConfirmSessionWithPasskeyAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongPasskey'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listPasskeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "passkeys": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "credentialId": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *           "name": "Phone",
           *           "isSynced": true,
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "lastUsedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListPasskeysAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addPasskey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "credential": {
         *         "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "rawId": "Xk3mB0vY2cQzqv8mJ4pD1w",
         *         "type": "public-key",
         *         "authenticatorAttachment": "platform",
         *         "clientExtensionResults": {},
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "attestationObject": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "transports": [
         *             "internal",
         *             "hybrid"
         *           ],
         *           "authenticatorData": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "publicKey": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *           "publicKeyAlgorithm": 1
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['AddPasskeyRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "passkey": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "credentialId": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *         "name": "Phone",
           *         "isSynced": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastUsedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['AddPasskeyAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrWrongPasskey'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrPasskeyLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getPasskeyOptions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "options": {
           *         "rp": {
           *           "id": "vault.example.com",
           *           "name": "Ada"
           *         },
           *         "user": {
           *           "id": "AZqryeAAcACAAAAAAAAAAA",
           *           "name": "Ada",
           *           "displayName": "text"
           *         },
           *         "challenge": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
           *         "pubKeyCredParams": [
           *           {
           *             "alg": -7,
           *             "type": "public-key"
           *           }
           *         ],
           *         "timeout": 300000,
           *         "attestation": "none",
           *         "excludeCredentials": [
           *           {
           *             "id": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *             "type": "public-key",
           *             "transports": [
           *               "internal",
           *               "hybrid"
           *             ]
           *           }
           *         ],
           *         "authenticatorSelection": {
           *           "residentKey": "required",
           *           "requireResidentKey": true,
           *           "userVerification": "required"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['GetPasskeyOptionsAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['PasskeyLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  renamePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The ID of the passkey.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada"
         *     }
         */
        'application/json': components['schemas']['RenamePasskeyRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "passkey": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "credentialId": "Xk3mB0vY2cQzqv8mJ4pD1w",
           *         "name": "Phone",
           *         "isSynced": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastUsedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RenamePasskeyAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  deletePasskey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The ID of the passkey.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        passkeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listAutomations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "automations": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "name": "Phone",
           *           "scope": "check-in",
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "expiresAt": "2027-02-20T09:30:00.000Z",
           *           "lastUsedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListAutomationsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addAutomation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "scope": "check-in",
         *       "expiresAt": "2027-02-20T09:30:00.000Z"
         *     }
         */
        'application/json': components['schemas']['AddAutomationRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "token": "vh_Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1",
           *       "automation": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Phone",
           *         "scope": "check-in",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "expiresAt": "2027-02-20T09:30:00.000Z",
           *         "lastUsedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['AddAutomationAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AutomationLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  revokeAutomation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The ID of the automation.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        automationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  checkInByAutomation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['CheckInByAutomationAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  readStatusByAutomation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "armed",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z",
           *       "pausedUntil": null,
           *       "holds": []
           *     }
           */
          'application/json': components['schemas']['ReadStatusByAutomationAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  readCalendarByAutomation: {
    parameters: {
      query: {
        /**
         * @description The token of the automation.
         * @example vh_Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1
         */
        token: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'text/calendar': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listChannels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "channels": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "kind": "mailbox",
           *           "name": "Ada",
           *           "address": "olive@example.com",
           *           "verifiedAt": "2026-11-22T09:30:00.000Z",
           *           "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *           "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *           "lastError": "HTTP 503",
           *           "works": true,
           *           "createdAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ],
           *       "pushKey": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
           *     }
           */
          'application/json': components['schemas']['ListChannelsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addMailbox: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "email": "ada@example.com"
         *     }
         */
        'application/json': components['schemas']['AddMailboxRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['AddMailboxAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrChannelLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "url": "https://hooks.example.com/vault"
         *     }
         */
        'application/json': components['schemas']['AddWebhookRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       },
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTXmlEuwGS2U="
           *     }
           */
          'application/json': components['schemas']['AddWebhookAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrChannelLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addPush: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada",
         *       "subscription": {
         *         "endpoint": "https://push.example.com/s/1",
         *         "expirationTime": 1,
         *         "keys": {
         *           "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
         *           "auth": "BTBZMqHH6r4Tts7J_aSIgg"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['AddPushRequest'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['AddPushAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrChannelLimit'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailableOrPushDisabled'];
    };
  };
  verifyChannel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "20914637"
         *     }
         */
        'application/json': components['schemas']['VerifyChannelRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifyChannelAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrWrongCode'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyVerified'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  sendChannelCode: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyVerified'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  testChannel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['ChannelNotVerified'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  renewWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       },
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwTXmlEuwGS2U="
           *     }
           */
          'application/json': components['schemas']['RenewWebhookSecretAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  renameChannel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada"
         *     }
         */
        'application/json': components['schemas']['RenameChannelRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "channel": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "kind": "mailbox",
           *         "name": "Ada",
           *         "address": "olive@example.com",
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "lastAcceptedAt": "2026-11-22T09:30:00.000Z",
           *         "lastFailedAt": "2026-11-22T09:30:00.000Z",
           *         "lastError": "HTTP 503",
           *         "works": true,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RenameChannelAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  removeChannel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The way.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        channelId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  verifySuccessor: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "alreadyVerified": false,
           *       "ownerName": "Ada",
           *       "language": "de",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "email": "ada@example.com",
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA=="
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifySuccessorAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['TokenExpired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  describeSuccessorLink: {
    parameters: {
      query: {
        /**
         * @description The token from the link in an email.
         * @example q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E
         */
        token: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "ownerName": "Ada",
           *       "language": "de",
           *       "successor": {
           *         "name": "Ada",
           *         "verified": true,
           *         "hasKit": true,
           *         "keyPinned": true
           *       },
           *       "handover": null,
           *       "access": null
           *     }
           */
          'application/json': components['schemas']['DescribeSuccessorLinkAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['TokenInvalid'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['HandoverEndedOrTokenExpired'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  storeSuccessorKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E",
         *       "publicKey": "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "language": "de",
         *       "timeZone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['StoreSuccessorKeyRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "publicKey": "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
           *       }
           *     }
           */
          'application/json': components['schemas']['StoreSuccessorKeyAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      403: components['responses']['EmailNotVerified'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['KeyPinnedOrSuccessorOptedOut'];
      410: components['responses']['TokenExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  storeShares: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "threshold": 1,
         *       "shares": [
         *         {
         *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *           "encryptedShare": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['StoreSharesRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "threshold": 1,
           *       "successors": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "email": "ada@example.com",
           *           "name": "Ada",
           *           "language": "de",
           *           "timeZone": "Europe/Berlin",
           *           "verified": true,
           *           "verifiedAt": "2026-11-22T09:30:00.000Z",
           *           "secondEmail": null,
           *           "secondVerifiedAt": null,
           *           "optedOut": false,
           *           "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *           "handoverDelayDays": 0,
           *           "restrictToAssignedEntries": true,
           *           "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *           "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *           "encryptedShare": "c2VhbGVkIHNoYXJl",
           *           "sharesStale": false,
           *           "leftSomething": true,
           *           "mailProblem": null,
           *           "secondMailProblem": null,
           *           "rehearsal": null,
           *           "contact": null,
           *           "createdAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['StoreSharesAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompleted'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  optOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E",
         *       "scope": "owner"
         *     }
         */
        'application/json': components['schemas']['OptOutRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "alreadyOptedOut": false
           *     }
           */
          'application/json': components['schemas']['OptOutAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['TokenExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  answerContactQuestion: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1",
         *       "answer": "here"
         *     }
         */
        'application/json': components['schemas']['ContactAnswer'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['TokenExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  confirmSecondAddress: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['ConfirmSecondAddressRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['SuccessorOptedOut'];
      410: components['responses']['TokenExpired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listSuccessors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "successors": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "email": "ada@example.com",
           *           "name": "Ada",
           *           "language": "de",
           *           "timeZone": "Europe/Berlin",
           *           "verified": true,
           *           "verifiedAt": "2026-11-22T09:30:00.000Z",
           *           "secondEmail": null,
           *           "secondVerifiedAt": null,
           *           "optedOut": false,
           *           "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *           "handoverDelayDays": 0,
           *           "restrictToAssignedEntries": true,
           *           "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *           "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *           "encryptedShare": "c2VhbGVkIHNoYXJl",
           *           "sharesStale": false,
           *           "leftSomething": true,
           *           "mailProblem": null,
           *           "secondMailProblem": null,
           *           "rehearsal": null,
           *           "contact": null,
           *           "createdAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListSuccessorsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  addSuccessor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *       "email": "ada@example.com",
         *       "name": "Ada",
         *       "handoverDelayDays": 0,
         *       "restrictToAssignedEntries": true,
         *       "ownerKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ==",
         *       "language": "de",
         *       "timeZone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['NewSuccessor'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrPlanLimit'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getSuccessor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  updateSuccessor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "secondEmail": "ada@home.example",
         *       "name": "Ada",
         *       "handoverDelayDays": 0,
         *       "restrictToAssignedEntries": true,
         *       "ownerKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ==",
         *       "language": "de",
         *       "timeZone": "Europe/Berlin"
         *     }
         */
        'application/json': components['schemas']['ChangedSuccessor'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExistsOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  removeSuccessor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "tell": true
         *     }
         */
        'application/json': components['schemas']['RemoveSuccessorRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompleted'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  resendSuccessorVerification: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "second": true
         *     }
         */
        'application/json': components['schemas']['ResendSuccessorVerificationRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyVerifiedOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  pinSuccessorKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *     }
         */
        'application/json': components['schemas']['PinSuccessorKeyRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['FingerprintMismatchOrHandoverActiveOrHandoverCompletedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  requestNewKit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "ownerKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk06Us9+yBUNeNx9M2G6VgKr6lv5G9nN+yP1SnwKS6LF9pyal+20/gRsl1DiYhoUzTpnor7Yu1axf8s8YzquB7z1nCIcQYZlw6P+Y9Q7kA2se2EL0cP76+snSWmLN7n09X3Z9a9omnMfgaypCvY3uMhCLJ7KZmUlqFVZhvrAwg0VFAVbQsAARuOD9AVQ2CqfxREng6eP5N9NceH+IIgCr8MplzGzyQcYIe82fxwLsa0k8Vl2qTMBI3a5Z1dfGvznRCyilAzkjogn+BChYDvFyuHBMS/ZVfrhN6pSdo7vrLXFjTb0STjnJ2TIcTKzN8gQCMw9HadqPoyYkZBrdmUrM1ThDNRdcVmHDGT8fd+adnGAg3nsjBL75ynyAWFcAijA5QoT4FIuPwkAsmqEWlVbdCsQ0QbOatl0dWh+0S/cxA/7lRpUpQVOJ1iUOxWvlMfdAm8ZOkFG/y/FxYhXupHRhMoBzN+yKuffxuHB70465fq0MyMvPzx82MFeQZV+rU8O+ZWpoWEmjfLGnvN8pRFeWN9LHfBGT7yKZqpMFkHoLeRaBB4mmRF4lnA0W42cKmwfx0mTgLpipxroQDfWGqNwiba+cKFiPwWz2DazK3DRvd2XR9QhuyBbArj2fgCoG8sIL+pXzPqfWenluv00FJjWNm3FLkeUPnuEKF5y8rikY/6/YTKVHXbcNaicYjFD+kf2Jeh8B96PVej/3LsKhaovphiAvVWmEFf5YwzME2Jye4MBDS7RYOSr0UsMWkJequq0QTQgP+qOYnbKCaj9VAWWQjF51a955LRMEiJF7RTEiITpPjcCc9DcZldp6IulgVdAFRuGQsS3uQTzZfSvz/uqr38Nhe4A10qwNh2pcf8LisALayYGdMyHoS4J0dkhq2iKyO88IvHlTKTiMydipRGjPzIRl8izM1UK5U3Us+YUu8EQKwKXTfRQ7JFuVSFelUUbGIUOvHidrk/WmJhmEYSZz4CCsW0M4/IiUyxJyBpGyHTz7UAJO6b+M/zKjfzBSqubytjzC7ssz8Rveb8FPOcCyrT/HPEvR1mfZDgR01lq7y2LcFXZ58GwyoTLf+Jocmj2fMgPuX3748Eees/CNTz0cNJ55Q8gQno+eUqTO+izhkrvxEr7fKdZB+xlS563C25jjfwsH4BTPie/KgU+aDcoy0CNb1kxld8LMiFFjWeO7I7ksH6wzf4z5uIuLR4GxQBfkj+fdmHD52DRzjIQIQoL3zNZ1NcZglUtLlf4Jky/H0Jt2XprrEXuHHx+rW7rutKCHkAnFKnnCby3GzXKLnR7kSX0zAzOA0NhAw+dsK8LhrYYnM6tadZ+xpWwBshQ6yjCqjXAeniLmYk1U6ktRUf8rWbmo2WhaBDYKBn+eFuxfzDLRG9shvKCeVm+vU7oDgokXTUQ505U+/0QOP6nKNH4n/THrchR8JBuGQpoKSwoqRnO+nPcM1ffgY7fbc+NzL69x65+RbtXSdZlEsgMJrDqYUA1ZqzK/3Gkx7IxzFOW6K7iSXiZZa2H0peqA+5a6fsGq5Y37FKC6hSrmTEyBf/ecxbxt/FUAoHQqzkeUR3k9GZN5pECklnA7jSAYjFQnY5AZAj1sxtms7nLxnpkxPtGdHz0dgzuEwAUC1d+scNBajIFPBo85KZo8IofMrlT7cU2poe1up7louK79E/f8FE1C9bacvVv7Wjjh2a/Uly/ne/2Ybp+Zwb2XCwdhecnGOXjqrSx1q3+53jg96YmtWQ3a2bkkYM027uM5YQiJK3fH6Llb5S/h4qukd8SqhW0pYyW2zUci79FutE6lrnodrFaqFII1n/lkB1SqG1QXagFY7QAUtQPGrtrZqxHm6FYzdl+7Yzzt19G8vHH/fyKpK0uYKlew2jUyfxRVzYL1VDUxkN/CIsJDrLB/q3d1jNSd5AhreutXkruJLvkJe8QbvlWYuD/NU5pH5TUKKm4HehjXq8GY+bVp9JZ95x/dvYL4I6kcrLjZ5YPfxrZtwrd0hqOYkTQkHob0FPqbRw+UocwCLo4nthg5qOJw8hY5i0j5kUAmfLzk3UYUEmOtfDHzLbnISJS9qiMBeMWPFb0Ocb/RfeT2PlRMN4C09/QebXKw3NyozFVqOry2vu3eAUX4wNjDNFuAYEFCiY8tpM1DujKmVAjVoDC7GKjUDysJNQOCT3MofM/Rq/smD4nuTJynEedltfEAT3NQzbK8gL5eCA9qxGPxY6jNg8LbwwK55UjEeQ2v1MiVXqrc7Aazw16Sa6x7jtN7s9BXG0GtUHCDBlQxQWcYlPpcWWRmpkM7UaDKRr6wsxtVA63mfgr2kspJqPRLZVf81f4r4VYAY94KCKwt1B0qaAY4YtdbjhOm/HZZ+NefED7k8i+ImbTFTF4TtX0QiqXnhvlhm2Jmlh+q/VLP52LTYEIToYBIwsChlYjx9VvmRvy4T/la/NF6CT8B38LiBSUxjAYbMG8X+NROlQbrkrAc4yeLwgvBq1gAfXQQH37y1dfw/6ZInH9AI+XF7/LZLF70l26P7QXcbF0B2YYgkOI8h+5k4S/hTJqL2EuFcKMRliyor/Xji8Er2kS4bmUG8MHf9ZvdFCjGwVYMjkO9VAsiQ=="
         *     }
         */
        'application/json': components['schemas']['RequestNewKitRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  askSuccessorAgain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "language": "de",
           *         "timeZone": "Europe/Berlin",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "secondEmail": null,
           *         "secondVerifiedAt": null,
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "ownerKey": "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSBleGFtcGxlIA==",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "leftSomething": true,
           *         "mailProblem": null,
           *         "secondMailProblem": null,
           *         "rehearsal": null,
           *         "contact": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrSuccessorNotVerifiedOrSuccessorOptedOut'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listAssignedEntries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "successorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
           *       "entryIds": [
           *         "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52"
           *       ],
           *       "entries": [
           *         {
           *           "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "hasEnvelope": true,
           *           "envelopeStale": true
           *         }
           *       ],
           *       "restrictToAssignedEntries": true
           *     }
           */
          'application/json': components['schemas']['ListAssignedEntriesAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  assignEntries: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "entryIds": [
         *         "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52"
         *       ],
         *       "restrictToAssignedEntries": true,
         *       "keyBundleVersion": 4,
         *       "envelopes": [
         *         {
         *           "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *           "envelope": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['AssignEntriesRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "successorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
           *       "entryIds": [
           *         "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52"
           *       ],
           *       "entries": [
           *         {
           *           "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "hasEnvelope": true,
           *           "envelopeStale": true
           *         }
           *       ],
           *       "restrictToAssignedEntries": true
           *     }
           */
          'application/json': components['schemas']['AssignEntriesAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrSuccessorOptedOutOrVersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getSuccessorList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "list": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *       "listVersion": 1
           *     }
           */
          'application/json': components['schemas']['GetSuccessorListAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  storeSuccessorList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "list": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "listVersion": 1,
         *       "keyBundleVersion": 4
         *     }
         */
        'application/json': components['schemas']['StoreSuccessorListRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "listVersion": 1
           *     }
           */
          'application/json': components['schemas']['StoreSuccessorListAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrVersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listEntries: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description A label chosen by the owner. Not encrypted. Without U+0000 or unpaired surrogates.
         * @example Letters
         */
        category?: string;
        /**
         * @description Only entries with this tag. Without U+0000 or unpaired surrogates.
         * @example family
         */
        tag?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "iv": "INxrzvfijxIwKvW1",
           *           "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "algorithm": "AES-GCM",
           *           "category": "Letters",
           *           "tags": [
           *             "family"
           *           ],
           *           "version": 1,
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "updatedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListEntriesAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  createEntry: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *       "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "iv": "INxrzvfijxIwKvW1",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "algorithm": "AES-GCM",
         *       "category": "Letters",
         *       "tags": [
         *         "family"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewEntry'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "entry": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "iv": "INxrzvfijxIwKvW1",
           *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "algorithm": "AES-GCM",
           *         "category": "Letters",
           *         "tags": [
           *           "family"
           *         ],
           *         "version": 1,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "updatedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EntryWritten'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "entry": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "iv": "INxrzvfijxIwKvW1",
           *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "algorithm": "AES-GCM",
           *         "category": "Letters",
           *         "tags": [
           *           "family"
           *         ],
           *         "version": 1,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "updatedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EntryWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrPlanLimit'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExists'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entry": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "iv": "INxrzvfijxIwKvW1",
           *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "algorithm": "AES-GCM",
           *         "category": "Letters",
           *         "tags": [
           *           "family"
           *         ],
           *         "version": 1,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "updatedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EntryAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  updateEntry: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The `ETag` of the version the change is based on. A stale one is refused with `version_conflict`.
         * @example "3"
         */
        'If-Match'?: string;
      };
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *       "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "iv": "INxrzvfijxIwKvW1",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *       "algorithm": "AES-GCM",
         *       "category": "Letters",
         *       "tags": [
         *         "family"
         *       ],
         *       "version": 1
         *     }
         */
        'application/json': components['schemas']['ChangedEntry'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "entry": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "iv": "INxrzvfijxIwKvW1",
           *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "algorithm": "AES-GCM",
           *         "category": "Letters",
           *         "tags": [
           *           "family"
           *         ],
           *         "version": 1,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "updatedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EntryWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrPlanLimit'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['VersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  deleteEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  importEntries: {
    parameters: {
      query?: {
        /**
         * @description For an import as newline-delimited JSON. In a JSON document it belongs in the body.
         * @example merge
         */
        mode?: 'merge' | 'replace';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mode": "merge",
         *       "entries": [
         *         {
         *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *           "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *           "iv": "INxrzvfijxIwKvW1",
         *           "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
         *           "algorithm": "AES-GCM",
         *           "category": "Letters",
         *           "tags": [
         *             "family"
         *           ],
         *           "version": 1,
         *           "createdAt": "2026-11-22T09:30:00.000Z",
         *           "updatedAt": "2026-11-22T09:30:00.000Z"
         *         }
         *       ],
         *       "version": 1,
         *       "format": "vault-handover-encrypted",
         *       "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *       "exportedAt": "2026-11-22T09:30:00.000Z",
         *       "entryCount": 1
         *     }
         */
        'application/json': components['schemas']['Import'];
        /**
         * @example {"format":"vault-handover-encrypted","version":1,"userId":"018f6f5e-1a2b-7c3d-8e4f-5a6b7c8d9e0f","exportedAt":"2026-11-22T09:30:00.000Z","entryCount":1}
         *     {"id":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","encryptedData":"Zs7dUq1hVb4yXe0oLr9nTw==","iv":"gkX3Jt0Uo1bZq5rC","salt":"INxrzvfijxIwKvW1bBHeSQ==","algorithm":"AES-GCM","category":"Letters","tags":["family"]}
         */
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "created": 2,
           *       "updated": 1,
           *       "total": 3
           *     }
           */
          'application/json': components['schemas']['ImportEntriesAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrPlanLimit'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  exportEntries: {
    parameters: {
      query?: {
        /**
         * @description `ndjson`: newline-delimited JSON, for vaults of any size. Overrides `Accept`.
         * @example json
         */
        format?: 'json' | 'ndjson';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "format": "vault-handover-encrypted",
           *       "version": 1,
           *       "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *       "exportedAt": "2026-11-22T09:30:00.000Z",
           *       "entryCount": 1,
           *       "entries": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "iv": "INxrzvfijxIwKvW1",
           *           "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "algorithm": "AES-GCM",
           *           "category": "Letters",
           *           "tags": [
           *             "family"
           *           ],
           *           "version": 1,
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "updatedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Export'];
          /**
           * @example {"format":"vault-handover-encrypted","version":1,"userId":"018f6f5e-1a2b-7c3d-8e4f-5a6b7c8d9e0f","exportedAt":"2026-11-22T09:30:00.000Z","entryCount":1}
           *     {"id":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","encryptedData":"Zs7dUq1hVb4yXe0oLr9nTw==","iv":"gkX3Jt0Uo1bZq5rC","salt":"INxrzvfijxIwKvW1bBHeSQ==","algorithm":"AES-GCM","category":"Letters","tags":["family"]}
           */
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  rotateVault: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {"version":1,"keyBundle":{"version":2,"userId":"0193a5b0-7c00-7000-8000-000000000001","counter":1764000000000,"kdf":{"version":1,"name":"argon2id","memoryKiB":65536,"passes":3,"parallelism":4},"vaultKey":{"password":{"iv":"gkX3Jt0Uo1bZq5rC","data":"Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"},"recovery":{"iv":"gkX3Jt0Uo1bZq5rC","data":"Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"},"recoveryKey":{"iv":"gkX3Jt0Uo1bZq5rC","data":"Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"},"passkeys":[]},"previous":[],"signing":{"publicKey":"eUxhmGtIj2RSkN+bzcFyfkCrT36UK6A1o3tVL8tNhmk=","seed":{"iv":"gkX3Jt0Uo1bZq5rC","data":"Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"},"former":[]},"successors":{"iv":"gkX3Jt0Uo1bZq5rC","data":"Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"},"proofKey":"Q2tZc3hHbUd0SWoyUlNrTitiemNGeWZrQ3JUMzZVSzY=","mac":"NtYb0C2m9mJYxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn4="},"keyBundleVersion":4,"entryCount":1,"envelopeCount":1,"threshold":1,"shares":[{"id":"018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01","encryptedShare":"c2VhbGVkIHNoYXJl"}]}
         *     {"id":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","version":3,"encryptedData":"Zs7dUq1hVb4yXe0oLr9nTw==","iv":"gkX3Jt0Uo1bZq5rC","salt":"INxrzvfijxIwKvW1bBHeSQ==","algorithm":"AES-GCM"}
         *     {"successorId":"018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01","entryId":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","envelope":"c2VhbGVkIGtleQ=="}
         */
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "entryCount": 1,
           *       "envelopeCount": 1
           *     }
           */
          'application/json': components['schemas']['RotateVaultAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrPlanLimit'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['HandoverActiveOrHandoverCompletedOrVersionConflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listTrash: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Only rows with this reason.
         * @example deleted
         */
        reason?: 'deleted' | 'changed';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "iv": "INxrzvfijxIwKvW1",
           *           "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *           "algorithm": "AES-GCM",
           *           "category": "Letters",
           *           "tags": [
           *             "family"
           *           ],
           *           "version": 1,
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "updatedAt": "2026-11-22T09:30:00.000Z",
           *           "trashId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "deletedAt": "2026-11-22T09:30:00.000Z",
           *           "reason": "deleted",
           *           "restorableUntil": "2026-11-22T09:30:00.000Z"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListTrashAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  restoreEntry: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "trashId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52"
         *     }
         */
        'application/json': components['schemas']['RestoreEntryRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "entry": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "encryptedData": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "iv": "INxrzvfijxIwKvW1",
           *         "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm",
           *         "algorithm": "AES-GCM",
           *         "category": "Letters",
           *         "tags": [
           *           "family"
           *         ],
           *         "version": 1,
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "updatedAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EntryWritten'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrPlanLimit'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExists'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  deleteFromTrash: {
    parameters: {
      query?: {
        /**
         * @description Only one row, if an entry has several in the trash.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        trashId?: string;
      };
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrRecentlyReset'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listFiles: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Only files of this entry.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        entryId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "files": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "size": 1,
           *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "state": "uploading",
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "deletedAt": "2026-11-22T09:30:00.000Z",
           *           "expiresAt": "2027-02-20T09:30:00.000Z"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListFilesAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  createFile: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The version of tus, `1.0.0`.
         * @example 1.0.0
         */
        'Tus-Resumable'?: string;
        /**
         * @description The size of the file in bytes, up to 2 GiB.
         * @example 1048576
         */
        'Upload-Length'?: string;
        /**
         * @description Pairs of a name and a value in base64, separated by commas: `entryId`, `sha256` (of the ciphertext, 64 hexadecimal digits), and `id` (a UUID) if the client chooses it. Nothing else is accepted.
         * @example entryId MDE5OWFhYWEtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAx,sha256 OWY4NmQwODE4ODRjN2Q2NTlhMmZlYWEwYzU1YWQwMTVhM2JmNGYxYjJiMGI4MjJjZDE1ZDZjMTViMGYwMGEwOA==
         */
        'Upload-Metadata'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          Location: components['headers']['Location'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "file": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "size": 1,
           *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "state": "uploading",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "deletedAt": "2026-11-22T09:30:00.000Z",
           *         "expiresAt": "2027-02-20T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['CreateFileAnswer'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          Location: components['headers']['Location'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "file": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "size": 1,
           *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "state": "uploading",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "deletedAt": "2026-11-22T09:30:00.000Z",
           *         "expiresAt": "2027-02-20T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['CreateFileAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowedOrPlanLimit'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadyExists'];
      412: components['responses']['TusVersion'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailableOrFilesDisabled'];
    };
  };
  readFile: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description One range of bytes (RFC 9110, 14.2). Anything else gets the whole file.
         * @example bytes=0-1048575
         */
        Range?: string;
      };
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Range': components['headers']['Content-Range'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Length': components['headers']['Upload-Length'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'application/octet-stream': string;
        };
      };
      /** @description Part of it. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          'Accept-Ranges': components['headers']['Accept-Ranges'];
          'Content-Range': components['headers']['Content-Range'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Length': components['headers']['Upload-Length'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'application/octet-stream': string;
        };
      };
      400: components['responses']['ChecksumMismatchOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      404: components['responses']['NotFound'];
      409: components['responses']['FileUnfinished'];
      416: components['responses']['RangeNotSatisfiable'];
      423: components['responses']['FileLocked'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailableOrFilesDisabled'];
      507: components['responses']['StoreFull'];
    };
  };
  deleteFile: {
    parameters: {
      query?: {
        /**
         * @description Delete it from the trash, before the 30 days are over.
         * @example true
         */
        permanently?: 'true';
      };
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. The response has no body. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ConfirmationRequiredOrOriginNotAllowedOrRecentlyReset'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  sendFile: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The version of tus, `1.0.0`.
         * @example 1.0.0
         */
        'Tus-Resumable'?: string;
        /**
         * @description How many bytes have arrived so far, as reported by HEAD.
         * @example 0
         */
        'Upload-Offset'?: string;
      };
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example … */
        'application/offset+octet-stream': string;
      };
    };
    responses: {
      /** @description Done. The response has no body. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Tus-Resumable': components['headers']['Tus-Resumable'];
          'Upload-Offset': components['headers']['Upload-Offset'];
          'Upload-Length': components['headers']['Upload-Length'];
          'Upload-Expires': components['headers']['Upload-Expires'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['ChecksumMismatchOrMalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['OffsetMismatch'];
      412: components['responses']['TusVersion'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      423: components['responses']['FileLocked'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailableOrFilesDisabled'];
      507: components['responses']['StoreFull'];
    };
  };
  restoreFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Its identifier.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "file": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "size": 1,
           *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "state": "uploading",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "deletedAt": "2026-11-22T09:30:00.000Z",
           *         "expiresAt": "2027-02-20T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RestoreFileAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getDashboard: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "stats": {
           *         "countedAt": "2026-11-22T09:30:00.000Z",
           *         "users": 1,
           *         "verified": 1,
           *         "locked": 1,
           *         "switches": {
           *           "off": 1,
           *           "armed": 1,
           *           "reminding": 1,
           *           "grace_period": 1,
           *           "awaiting_successors": 1,
           *           "released": 1,
           *           "completed": 1,
           *           "paused": 1
           *         },
           *         "overdueEvents": 1,
           *         "stuckHandovers": {
           *           "count": 1,
           *           "oldest": [
           *             {
           *               "handoverId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "since": "2026-11-22T09:30:00.000Z"
           *             }
           *           ]
           *         },
           *         "quorumUnreachable": 1,
           *         "seenInFuture": 1,
           *         "failingMails": {
           *           "count": 1,
           *           "oldestAt": "2026-11-22T09:30:00.000Z",
           *           "byKind": {}
           *         },
           *         "refusedMails": {
           *           "count": 1,
           *           "permanent": 1,
           *           "oldest": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "kind": "reminder",
           *               "since": "2026-11-22T09:30:00.000Z",
           *               "permanent": true,
           *               "blocked": true,
           *               "code": "SMTP 550 5.7.1"
           *             }
           *           ]
           *         },
           *         "bouncingSuccessors": {
           *           "count": 1,
           *           "oldest": [
           *             {
           *               "handoverId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "successorId": "018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01",
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "kind": "reminder",
           *               "since": "2026-11-22T09:30:00.000Z",
           *               "permanent": true,
           *               "blocked": true,
           *               "code": "SMTP 550 5.7.1"
           *             }
           *           ]
           *         },
           *         "keptAliveByLinks": {
           *           "count": 1,
           *           "oldest": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "since": "2026-11-22T09:30:00.000Z"
           *             }
           *           ]
           *         },
           *         "unwarned": {
           *           "count": 1,
           *           "oldest": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "status": "armed",
           *               "since": "2026-11-22T09:30:00.000Z",
           *               "goesOn": true,
           *               "code": "550"
           *             }
           *           ]
           *         },
           *         "overdue": {
           *           "count": 1,
           *           "byReason": {},
           *           "oldest": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "status": "armed",
           *               "reason": "mail_refused",
           *               "since": "2026-11-22T09:30:00.000Z",
           *               "mail": "text",
           *               "code": "550"
           *             }
           *           ]
           *         },
           *         "upcoming": {
           *           "count": 1,
           *           "byHour": [
           *             {
           *               "hour": "2026-11-22T09:30:00.000Z",
           *               "step": "reminder",
           *               "count": 1
           *             }
           *           ],
           *           "first": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "status": "armed",
           *               "step": "reminder",
           *               "at": "2026-11-22T09:30:00.000Z"
           *             }
           *           ]
           *         },
           *         "outlookComplete": true,
           *         "outbox": {
           *           "size": 1,
           *           "lagMs": 1
           *         },
           *         "workers": {
           *           "reporting": 1,
           *           "pollers": 1,
           *           "backlog": 0,
           *           "clockSkewMs": 1
           *         },
           *         "liveness": {
           *           "api": {
           *             "up": true,
           *             "lastBeatAt": "2026-11-22T09:30:00.000Z"
           *           },
           *           "mail": {
           *             "up": true,
           *             "lastBeatAt": "2026-11-22T09:30:00.000Z"
           *           },
           *           "public": {
           *             "up": true,
           *             "lastBeatAt": "2026-11-22T09:30:00.000Z"
           *           },
           *           "returns": {
           *             "up": true,
           *             "lastBeatAt": "2026-11-22T09:30:00.000Z"
           *           },
           *           "neverAnsweredSince": "2026-11-22T09:30:00.000Z"
           *         },
           *         "restorations": {
           *           "startingOverSince": "2026-11-22T09:30:00.000Z",
           *           "lastAt": {
           *             "older": "2026-11-22T09:30:00.000Z",
           *             "timeline": "2026-11-22T09:30:00.000Z",
           *             "operator": "2026-11-22T09:30:00.000Z",
           *             "moved": "2026-11-22T09:30:00.000Z"
           *           }
           *         },
           *         "returnedAccounts": {
           *           "count": 1,
           *           "oldest": [
           *             {
           *               "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *               "since": "2026-11-22T09:30:00.000Z"
           *             }
           *           ]
           *         },
           *         "outages": {
           *           "api": {
           *             "count": 1,
           *             "totalMs": 1
           *           },
           *           "mail": {
           *             "count": 1,
           *             "totalMs": 1
           *           },
           *           "public": {
           *             "count": 1,
           *             "totalMs": 1
           *           },
           *           "returns": {
           *             "count": 1,
           *             "totalMs": 1
           *           }
           *         },
           *         "holds": [
           *           "mail_unconfigured"
           *         ],
           *         "failingChores": [
           *           {
           *             "name": "Ada",
           *             "since": "2026-11-22T09:30:00.000Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['GetDashboardAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /**
         * @description The largest number of items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description The `nextCursor` of the previous page. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Part of an address or a name, in upper or lower case.
         * @example ada
         */
        search?: string;
        /**
         * @description Only accounts that match.
         * @example verified
         */
        filter?: 'verified' | 'unverified' | 'locked' | 'paused' | 'handover';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "users": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "email": "ada@example.com",
           *           "name": "Ada",
           *           "emailVerified": true,
           *           "plan": "free",
           *           "switchStatus": "armed",
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *           "isLocked": false,
           *           "lockedUntil": null,
           *           "failedAttempts": 0
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': components['schemas']['ListUsersAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getLockoutStatus: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description An account.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "userId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *       "email": "ada@example.com",
           *       "isLocked": false,
           *       "lockedUntil": null,
           *       "failedAttempts": 0
           *     }
           */
          'application/json': components['schemas']['GetLockoutStatusAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  unlockUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description An account.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "emailVerified": true,
           *         "plan": "free",
           *         "switchStatus": "armed",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *         "isLocked": false,
           *         "lockedUntil": null,
           *         "failedAttempts": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['UnlockUserAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  listAccountInvitations: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "invitations": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "createdAt": "2026-11-22T09:30:00.000Z",
           *           "expiresAt": "2027-02-20T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ListAccountInvitationsAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  createAccountInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done.",
           *       "link": "https://vault.example.org/register#invitation=Xk3mB0vY2cQzqv8mJ4pD1wXk3mB0vY2cQzqv8mJ4pD1",
           *       "invitation": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "expiresAt": "2027-02-20T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['CreateAccountInvitationAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  withdrawAccountInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The ID of the invitation.
         * @example 018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52
         */
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['ForbiddenOrOriginNotAllowed'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /** @example text */
          'text/plain': string;
        };
      };
      400: components['responses']['ValidationFailedWithoutLimit'];
      500: components['responses']['InternalWithoutLimit'];
      503: components['responses']['DependencyUnavailableWithoutLimit'];
    };
  };
  listPlans: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "enabled": true,
           *       "defaultPlan": "free",
           *       "plans": {
           *         "free": {
           *           "entries": 50,
           *           "entryBytes": 50000000,
           *           "trashBytes": 100000000,
           *           "successors": 2,
           *           "fileBytes": 1000000000
           *         },
           *         "pro": {
           *           "entries": 2000,
           *           "entryBytes": 1000000000,
           *           "trashBytes": 2000000000,
           *           "successors": 5,
           *           "fileBytes": 20000000000
           *         },
           *         "family": {
           *           "entries": 10000,
           *           "entryBytes": 5000000000,
           *           "trashBytes": 10000000000,
           *           "successors": 15,
           *           "fileBytes": 100000000000
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ListPlansAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getBillingStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "enabled": true,
           *       "plan": "pro",
           *       "status": "active",
           *       "currentPeriodEnd": "2026-12-22T09:30:00.000Z",
           *       "cancelAtPeriodEnd": false,
           *       "limits": {
           *         "entries": 2000,
           *         "entryBytes": 1000000000,
           *         "trashBytes": 2000000000,
           *         "successors": 5,
           *         "fileBytes": 20000000000
           *       },
           *       "plans": {
           *         "free": {
           *           "entries": 50,
           *           "entryBytes": 50000000,
           *           "trashBytes": 100000000,
           *           "successors": 2,
           *           "fileBytes": 1000000000
           *         },
           *         "pro": {
           *           "entries": 2000,
           *           "entryBytes": 1000000000,
           *           "trashBytes": 2000000000,
           *           "successors": 5,
           *           "fileBytes": 20000000000
           *         },
           *         "family": {
           *           "entries": 10000,
           *           "entryBytes": 5000000000,
           *           "trashBytes": 10000000000,
           *           "successors": 15,
           *           "fileBytes": 100000000000
           *         }
           *       },
           *       "usage": {
           *         "entries": 120,
           *         "entryBytes": 183500,
           *         "trashBytes": 20480,
           *         "successors": 2,
           *         "fileBytes": 734003200
           *       }
           *     }
           */
          'application/json': components['schemas']['GetBillingStatusAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      401: components['responses']['Unauthenticated'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  startCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "plan": "pro"
         *     }
         */
        'application/json': components['schemas']['StartCheckoutRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://pay.example.com/session/1"
           *     }
           */
          'application/json': components['schemas']['StartCheckoutAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['AlreadySubscribed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['BillingDisabledOrDependencyUnavailable'];
    };
  };
  openBillingPortal: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "url": "https://pay.example.com/session/1"
           *     }
           */
          'application/json': components['schemas']['OpenBillingPortalAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['Unauthenticated'];
      403: components['responses']['OriginNotAllowed'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['NoSubscription'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['BillingDisabledOrDependencyUnavailable'];
    };
  };
  receivePaymentEvent: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The payment provider's signature over the bytes of the body.
         * @example text
         */
        'Stripe-Signature'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['ReceivePaymentEventRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          'application/json': components['schemas']['ReceivePaymentEventAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailedOrWebhookSignatureInvalid'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['BillingDisabledOrDependencyUnavailable'];
    };
  };
  getSite: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "operator": "text",
           *       "place": "text",
           *       "contact": "text",
           *       "registration": "open"
           *     }
           */
          'application/json': components['schemas']['GetSiteAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getSiteText: {
    parameters: {
      query: {
        /**
         * @description Which page.
         * @example privacy
         */
        page: 'privacy' | 'terms' | 'contact' | 'help';
        /**
         * @description The language of the text.
         * @example de
         */
        language?: components['schemas']['Language'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "text": "text"
           *     }
           */
          'application/json': components['schemas']['GetSiteTextAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  receiveMailReturn: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The password of the webhook, where HTTP Basic is not used.
         * @example text
         */
        'X-Webhook-Secret'?: string;
        /**
         * @description Sent by Amazon SNS, whose signature is in the body.
         * @example text
         */
        'X-Amz-Sns-Message-Type'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['ReceiveMailReturnRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          'application/json': components['schemas']['ReceiveMailReturnAnswer'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailedOrWebhookSignatureInvalid'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  stopMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E"
         *     }
         */
        'application/json': components['schemas']['StopMailRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "Done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['MalformedJsonOrValidationFailed'];
      401: components['responses']['TokenInvalid'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  getOpenApiDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.1",
           *       "info": {
           *         "title": "Vault Handover API",
           *         "version": "0.1.0"
           *       },
           *       "paths": {}
           *     }
           */
          'application/json': components['schemas']['GetOpenApiDocumentAnswer'];
        };
      };
      400: components['responses']['ValidationFailed'];
      429: components['responses']['RateLimited'];
      500: components['responses']['Internal'];
      503: components['responses']['DependencyUnavailable'];
    };
  };
  connectRealtime: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `websocket`.
         * @example websocket
         */
        Upgrade: string;
        /**
         * @description An allowed page. Browsers send it; with the cookie, any other is refused.
         * @example https://vault.example.com
         */
        Origin?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connection is now a WebSocket. */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `unauthenticated`: Not logged in. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `origin_not_allowed`: Origin not allowed. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `rate_limited`: Too many requests. */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `dependency_unavailable`: Service unavailable. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
