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
     * @description The answer is the same whether or not the address has an account. A new address gets a mail with a link that verifies it, one that has a verified account a mail that says so. An address that nobody has verified yet may be registered several times: each link activates the name, password and key bundle of its own registration, which its mail names, and ends all others.
     *
     *     Limits: 20 requests in 60 minutes per address of the client; 5 requests in 60 minutes per mailbox, whoever asks.
     */
    post: operations['postAuthRegister'];
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
     * Verify an e-mail address with the link from the mail
     * @description The link in the mail opens a page, which calls this once somebody has pressed its button. The link that a change of address sent to the new mailbox comes here too, and puts the change into effect.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    get: operations['getAuthVerifyEmail'];
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
     * Ask for the verification mail again
     * @description The answer is the same whether or not the address has an account that waits for it. One mailbox gets five such mails an hour, whoever asks. Where it was registered several times, it is the mail of the latest one.
     *
     *     Limits: 5 requests in 60 minutes per address of the client.
     */
    post: operations['postAuthResendVerification'];
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
     * @description Sets the cookies accessToken and refreshToken, and counts as a sign of life. With `"session": "app"` or `"bearer"` the tokens come in the body instead and no cookie is set: `app` is for an app that a person uses, and counts like a browser; `bearer` is for programs, and does not. With two-factor authentication on, the right password alone is answered `two_factor_required`; twoFactorCode goes before recoveryCode. After 5 failures within 15 minutes the address is locked, for 15 minutes at first. A device that has logged in to the account before is counted by itself, so that strangers lock out strangers alone: a browser by the cookie device, an app or a program by `deviceToken`, which it got with its last log-in. A change or reset of the password ends both.
     *
     *     Limits: 10 requests in 15 minutes per address of the client, or per device that is known; 10 requests in 15 minutes per account, for all others.
     */
    post: operations['postAuthLogin'];
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
     * @description Takes the refreshToken cookie, or `refreshToken` in the body, and answers in kind. Each refresh token has one successor. Repeating the request within 10 seconds, because the answer was lost or a second tab asked too, gets that same token again. After that, or once the new one was used, the old one ends the session.
     *
     *     Limits: 600 requests in 15 minutes per address of the client.
     */
    post: operations['postAuthRefresh'];
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
     * Log out: ends this session
     * @description Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postAuthLogout'];
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
     * @description Some changes need a session that was confirmed within the last 15 minutes and answer 403 `confirmation_required` otherwise: whatever weakens the switch or the account. Logging in confirms a session, and so does this; a refresh does not. With two-factor authentication on, send a code of the app, or a recovery code, as well. Wrong passwords and codes count towards the lockout of the account. From a browser or an app it is a sign of life, from a program it is none.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    post: operations['postAuthConfirm'];
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
     * Ask for a link to choose a new password
     * @description The answer is the same, and takes the same time, whether or not the address has an account. Only a verified account gets the mail; its link works once, for an hour. Asked again within 12 minutes, by whomever, it sends nothing more: the link of before is still good.
     *
     *     Limits: 5 requests in 60 minutes per address of the client.
     */
    post: operations['postAuthForgotPassword'];
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
     * Choose a new password with the link from the mail
     * @description The link works once. Every session ends, a lockout and every limit on the address are lifted, devices are known no longer, but for this browser, so that strangers who go on guessing do not keep it from logging in, a change of address that waits is dropped, and for 7 days the account cannot be deleted. Two-factor authentication stays on, and with it a second reset within a day lifts no lockout. The key bundle is archived, not deleted: see GET /auth/key-bundles. `email` is optional: give the address that the new password was derived with, and a wrong one is refused instead of leaving a password that nobody can type.
     *
     *     Limits: 10 requests in 15 minutes per address of the client.
     */
    post: operations['postAuthResetPassword'];
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
     * Change the password, and re-key the vault with it
     * @description Password, key bundle and entries change together or not at all. Each entry given must be one of the vault; each goes up one version, and shares that are out are marked stale. Where there is a key bundle, a new one is needed with the new salt; the one before is archived. With two-factor authentication on, the session has to be confirmed (POST /auth/confirm). Every other session ends; links to choose a password and a change of address that waits are dropped. Devices that were known at log-in are known no longer, but for this browser.
     *
     *     Bodies up to 32 MiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    put: operations['putAuthChangePassword'];
    post?: never;
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
     * List the key bundles that were replaced
     * @description Latest first. Whenever a key bundle is replaced, by a change of the profile, the password or the address or by a reset, the one before is kept here with the salt and the address that its keys were derived with. A client opens it with the password of that time, or with whatever else it sealed the vault key for.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getAuthKeyBundles'];
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
     * Who is logged in
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getAuthProfile'];
    /**
     * Change the display name, the key bundle, or the e-mail address
     * @description What is left out stays as it is, and so does what comes back as it was read. Another key bundle needs a confirmed session (POST /auth/confirm), archives the one before, and drops a change of address that waits. Another address needs `email, currentPassword, newPassword, salt` together, and a `keyBundle` made for them where there is one; with two-factor authentication on, a confirmed session too. They wait, and take effect together, once the link that the new mailbox got is confirmed; then every other session ends. The present address is told at once. The answer is the same whether or not somebody has the new address. Changing or resetting the password drops what waits.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    put: operations['putAuthProfile'];
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
     * Begin to set up two-factor authentication
     * @description Answers with a secret for an authenticator app, this once. Nothing changes until a code of it is sent to /auth/2fa/enable, within an hour; setting up again replaces what waits.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    post: operations['postAuth2faSetup'];
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
     * Switch two-factor authentication on
     * @description Takes a code of the app that was set up, and answers with 10 recovery codes, this once.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    post: operations['postAuth2faEnable'];
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
     * Switch two-factor authentication off
     * @description Takes the password, and a code of the app or a recovery code.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    post: operations['postAuth2faDisable'];
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
     * @description Takes the password and a code of the app; the codes of before are worth nothing from then on.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    post: operations['postAuth2faRecoveryCodes'];
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
     * @description Removes the vault, the successors, the switch and the sessions for good. Successors who were already invited are told that the handover is off. With two-factor authentication on, the session has to be confirmed (POST /auth/confirm). Refused for 7 days after a password reset.
     *
     *     Limits: 10 requests in 15 minutes per session.
     */
    delete: operations['deleteAuthDeleteAccount'];
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
     *     | `email_verified` | The e-mail address was proven. | `by` (`operator` where whoever runs the service did it) |
     *     | `account_unlocked` | An administrator lifted a lockout. |  |
     *     | `login` | Somebody logged in. | `session` (`app` or `bearer`; left out for a browser) |
     *     | `logout` | A session logged out. |  |
     *     | `session_reuse_detected` | A refresh token was used twice, and its session ended. |  |
     *     | `session_revoked` | Sessions were ended. | `sessionId` (the one that was ended), `count` (how many, where all others were) |
     *     | `session_confirmed` | A session was confirmed with the password. |  |
     *     | `profile_changed` | The name or the key bundle was changed. | `name` (whether the name was), `keyBundle` (whether the key bundle was) |
     *     | `password_reset` | The password was reset by mail. | `sessionsEnded` (how many other sessions ended) |
     *     | `password_changed` | The password was changed. | `entries` (how many entries came under new keys with it), `sessionsEnded` (how many other sessions ended) |
     *     | `email_change_requested` | Another address was asked for, and has to be proven. |  |
     *     | `email_changed` | The other address is the account’s now. | `sessionsEnded` (how many other sessions ended) |
     *     | `two_factor_enabled` | Two-factor authentication was turned on. |  |
     *     | `two_factor_disabled` | Two-factor authentication was turned off. |  |
     *     | `recovery_code_used` | A recovery code was used. | `left` (how many are left) |
     *     | `recovery_codes_renewed` | New recovery codes were made. |  |
     *     | `check_in` | The owner checked in. |  |
     *     | `check_in_link` | The owner checked in with the link of a mail. |  |
     *     | `settings_changed` | The settings of the switch were changed, or it was paused or resumed. | `change` (`settings_changed`, `paused` or `resumed`), `pausedUntil` (with `paused`: until when), `thresholdDays` (days of silence, where it changed), `thresholdDaysBefore` (what it was before), `reminderPercents` (when reminders go out, in percent, separated by commas, where it changed), `reminderPercentsBefore` (what it was before), `quorum` (how many have to accept, where it changed), `quorumBefore` (what it was before), `accessDays` (how long they may read, where it changed), `accessDaysBefore` (what it was before) |
     *     | `successor_added` | A successor was named. | `successorId` (which of your successors), `handoverDelayDays` (their delay in days), `restrictToAssignedEntries` (whether they receive assigned entries only) |
     *     | `successor_changed` | A successor, their key or what is assigned to them was changed. | `successorId` (which of your successors), `addressChanged` (where the address did), `nameChanged` (where the name did), `envelopes` (how many envelopes came), `handoverDelayDays` (their delay in days, where it changed), `handoverDelayDaysBefore` (what it was before), `restrictToAssignedEntries` (whether they receive assigned entries only, where it changed), `restrictToAssignedEntriesBefore` (what it was before), `entries` (how many entries are assigned, where it changed), `entriesBefore` (what it was before) |
     *     | `successor_removed` | A successor was removed. | `successorId` (which of your successors), `verified` (whether they had proven their mailbox) |
     *     | `successor_verified` | A successor proved their mailbox. | `successorId` (which of your successors) |
     *     | `successor_key_pinned` | A successor’s key was pinned. | `successorId` (which of your successors) |
     *     | `successor_opted_out` | A successor opted out. | `successorId` (which of your successors) |
     *     | `successor_responded` | A successor answered an invitation. | `successorId` (which of your successors), `response` (`accept`, `decline` or `owner_alive`) |
     *     | `rehearsal` | A rehearsal went one step further. | `successorId` (which of your successors), `step` (`requested`, `mail_accepted`, `responded` or `opened`), `response` (with `responded`: the answer) |
     *     | `access_renewed` | A successor was given more time to read. | `successorId` (which of your successors) |
     *     | `handover_cancelled` | The owner called the handover off. |  |
     *     | `shares_changed` | New shares were stored. |  |
     *     | `switch_changed` | The switch went from one status to another. | `from` (the status before), `to` (the status after), `epoch` (the cycle, +1 at each entry to `armed`), `handoverId` (the handover that is under way, where there is one) |
     *     | `reminder_sent` | A mail server accepted a warning to the owner. | `kind` (`reminder` or `final_notice`), `n` (which reminder, from 1; 0 for the final notice), `of` (of how many reminders), `deadline` (the deadline that the reminder named) |
     *     | `warning_undeliverable` | A warning was given up, as the owner’s address is dead for good. | `kind` (as of `reminder_sent`), `n` (as there), `of` (as there), `deadline` (as there) |
     *     | `vault_accessed` | A successor read what was released to them. | `successorId` (which of your successors) |
     *     | `vault_imported` | Entries were imported. | `mode` (`merge` or `replace`), `created` (how many came), `updated` (how many changed), `total` (how many the vault holds afterwards) |
     *     | `entry_restored` | An entry was restored from the trash. |  |
     *     | `trash_purged` | Entries in the trash were destroyed before their time. | `count` (how many) |
     *     | `plan_changed` | The plan changed. | `plan` (the plan now), `status` (how the subscription stands, in the payment provider’s word) |
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getActivity'];
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
     * Say that you are alive
     * @description Ends reminders, a grace period or a handover that is under way, and starts the clock anew.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postActivityCheckIn'];
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
     * Describe what a check-in link would do; changes nothing
     * @description Limits: 60 requests in 15 minutes per address of the client.
     */
    get: operations['getActivityCheckInLink'];
    put?: never;
    /**
     * Check in with the link from a mail
     * @description Takes the token in the body or in the query.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    post: operations['postActivityCheckInLink'];
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
     * Read the settings and the state of the switch
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getInactivitySettings'];
    /**
     * Change the settings; a new threshold or new reminders start the clock anew
     * @description A shorter threshold, fewer or later reminders, a lower quorum and longer access need a confirmed session (`POST /auth/confirm`), and the owner gets a mail about them.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    put: operations['putInactivitySettings'];
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
     * @description Until `pausedUntil`, at most and by default 365 days from now, or until resumed. To let a pause end sooner than it would needs a confirmed session (`POST /auth/confirm`), and the owner gets a mail about it.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postInactivityPause'];
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
     * Start a paused clock again, from now
     * @description It brings a release nearer: it needs a confirmed session (`POST /auth/confirm`), and the owner gets a mail about it.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postInactivityResume'];
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
     * Preview what silence from now on would bring: dates, mails and recipients
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getInactivityTimeline'];
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
     * Where the switch stands, and the handover under way or just completed
     * @description The handover that was called off last comes along, with what successors wrote in their answers, for an owner who is back.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getHandoverStatus'];
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
     * Call a handover off; successors who were invited are told, access is gone
     * @description It is a sign of life: somebody at a browser or in an app did it, or a program in a session that was confirmed with the password (`POST /auth/confirm`). `reason` goes into the mail to those who were invited, and is kept with the handover.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postHandoverCancel'];
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
     * @description They get a mail that says it is a rehearsal, and go the real way with a sample in place of the vault: answer, access, reading. Switch and handover are not touched. Its links end after 14 days; a new rehearsal replaces the former. What came of it stands on the successor. The sample is a harmless entry that the client encrypted as it would a real one; its `id` is what the client bound it to.
     *
     *     Limits: 20 requests in 60 minutes per account. Where it mails a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, whoever asks; 10 requests in 24 hours per mailbox, whoever asks.
     */
    post: operations['postHandoverRehearsal'];
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
     * @description An answer may change until the vault is released. The acceptance that completes the quorum releases it. `owner_alive` postpones the handover: 14 days, a final notice and a whole grace period come first; each successor may say so twice, and all of them together four times.
     *
     *     Bodies up to 256 KiB; those over 64 KiB one at a time for each address of the client, and a few in all.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    post: operations['postHandoverRespond'];
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
     * @description Changes nothing but the record of access; the owner is told by mail, at most once a day. The answer is streamed, oldest entry first. Where access ends meanwhile, because the owner is back, no further entries are read and the connection is cut: what has come is no whole document then, and the next request says why.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    get: operations['getVaultSuccessorAccess'];
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
     * Ask for a new access link
     * @description With an old link to access or to answer, expired or not, of somebody who had access: a new link goes to their verified mailbox, and where their time was over a new window of `accessDays` begins. The old link gives nothing by itself, and the answer is the same whatever came of it. Nothing once the owner is back.
     *
     *     Limits: 10 requests in 60 minutes per address of the client.
     */
    post: operations['postHandoverRenewAccess'];
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
     * Whether the service and what it depends on is up
     * @description Answers within a second. 503 only when the API cannot serve; also at the root, as /health.
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
     * List where the account is logged in, last used first
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getSessions'];
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
     * End a session, this one too
     * @description Its tokens are worth nothing from the next request on, whichever API process it reaches, and its websockets are closed.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    delete: operations['deleteSessionsBySessionId'];
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
     * End every session but this one
     * @description Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postSessionsInvalidateOthers'];
    delete?: never;
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
     * Prove a mailbox with the link from the mail
     * @description May be repeated. The page behind the link calls this when somebody presses its button.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    get: operations['getSuccessorsVerify'];
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
     * Store a successor’s public key and the salt of their recovery kit
     * @description With the token of the verification mail, once the mailbox is proven. Replaces a key until the owner pins it.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    put: operations['putSuccessorsPublicKey'];
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
     * Store new shares for all successors, and the quorum
     * @description Every verified successor needs a share; one who has not proven their mailbox yet may have one. The threshold becomes the quorum of the switch. A lower one than before, and shares in place of those that are there, need a confirmed session. All of it or nothing.
     *
     *     Bodies up to 256 KiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    put: operations['putSuccessorsShares'];
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
     * @description With the link that every mail to a successor ends with, or the one of the verification mail. It is remembered: the owner cannot name this address again, and with `"scope": "everybody"` nobody can. May be repeated, with another scope too.
     *
     *     Limits: 60 requests in 15 minutes per address of the client.
     */
    post: operations['postSuccessorsOptOut'];
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
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getSuccessors'];
    put?: never;
    /**
     * Name a successor
     * @description They get a mail and prove their mailbox. The first who does arms the switch. Somebody who asked not to be named, by this owner or by anybody, is not: `successor_opted_out`. Needs a confirmed session (`POST /auth/confirm`), and the owner gets a mail about it.
     *
     *     Limits: 20 requests in 60 minutes per account. Where it mails a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, whoever asks; 10 requests in 24 hours per mailbox, whoever asks.
     */
    post: operations['postSuccessors'];
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
     * Read a successor
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getSuccessorsById'];
    /**
     * Change a successor
     * @description Another address has to be proven anew: verification, key, share, envelopes and links of the old one are gone. Another address, a shorter delay and taking the restriction away need a confirmed session (`POST /auth/confirm`), and the owner gets a mail about them.
     *
     *     Limits: 60 requests in 60 minutes per account. Where it mails a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, whoever asks; 10 requests in 24 hours per mailbox, whoever asks.
     */
    put: operations['putSuccessorsById'];
    post?: never;
    /**
     * Remove a successor
     * @description Their envelopes, share and links go with them. Without a verified successor the switch goes off. Needs a confirmed session (`POST /auth/confirm`), and the owner gets a mail about it.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    delete: operations['deleteSuccessorsById'];
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
     * Write to a successor again who has not proven their mailbox
     * @description Limits: 20 requests in 60 minutes per account. Where it mails a successor, also: 20 requests in 60 minutes per account; 5 requests in 60 minutes per mailbox, whoever asks; 10 requests in 24 hours per mailbox, whoever asks.
     */
    post: operations['postSuccessorsByIdResendVerification'];
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
     * Pin a successor’s key
     * @description With the fingerprint that the successor read out to the owner, not the one that this service shows: SHA-256 of the raw public key, in lowercase hexadecimal. May be repeated.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postSuccessorsByIdVerify'];
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
     * List the entries that a successor is to receive
     * @description `entries` shows which of them have no envelope, and which have one that opens nothing any more.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getSuccessorsByIdAssignedEntries'];
    /**
     * Replace the set of entries that a successor is to receive
     * @description All of it or nothing. Envelopes of entries that stay are kept unless given anew; those of entries that go are deleted. What GET returned can be sent back. Removing or replacing an envelope that opens its entry needs a confirmed session; so does taking the restriction away, and the owner gets a mail about that.
     *
     *     Bodies up to 5 MiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    put: operations['putSuccessorsByIdAssignedEntries'];
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
     * @description A page may hold fewer entries than its limit where they are large; nextCursor is null on the last page.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getVaultEntries'];
    put?: never;
    /**
     * Store an entry that the client encrypted
     * @description Nothing is trimmed or re-encoded. A client that chooses the id may repeat the request: the same content again answers 200 with the entry that is there, other content 409.
     *
     *     Bodies up to 1.5 MiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postVaultEntries'];
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
     * Read an entry
     * @description Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getVaultEntriesById'];
    /**
     * Replace the content of an entry
     * @description Name the version it was made on, as `If-Match: "3"` or as `version`: a stale one is 409. Without either, whatever is there is replaced. The former content lies in the trash.
     *
     *     Bodies up to 1.5 MiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    put: operations['putVaultEntriesById'];
    post?: never;
    /**
     * Delete an entry
     * @description It goes from every successor it was assigned to as well, and lies in the trash for 30 days: until then it can be restored.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    delete: operations['deleteVaultEntriesById'];
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
     * Import entries, all of them or none
     * @description `merge` adds entries and changes those whose id is there already, +1 to their version; `replace` also deletes those that the import lacks. What is changed or deleted lies in the trash. Entries that are the same already stay untouched, and entries that stay keep the successors they are assigned to. An export can be imported as it is: new entries then keep their version and moments. Up to 5,000 entries and 32 MiB as one JSON document; of any size that the plan allows as newline-delimited JSON (`Content-Type: application/x-ndjson`, with `?mode=replace` where that is wanted), in which a mistake is named by its line, counted from 0 without blank ones (`body.3.iv`). Nothing changes before all of it has come and is valid. `total` is what the vault holds afterwards.
     *
     *     Bodies up to 32 MiB; those over 64 KiB one at a time for each account, and a few in all.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postVaultImport'];
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
     * @description The vault, streamed, oldest entry first, to be imported as it is. Every entry that it holds when the export begins is in it once, and `entryCount` says how many: one that is changed meanwhile as it is when it is read, one that is deleted meanwhile as it was; what is added meanwhile is not in it. What is in it is encrypted as it was stored. As newline-delimited JSON with `?format=ndjson` or `Accept: application/x-ndjson`: a vault of more than 5,000 entries or 32 MiB can be imported in that form alone. One export at a time; a client that takes less than 256 KiB in a minute is cut off.
     *
     *     Limits: 30 requests in 60 minutes per session.
     */
    get: operations['getVaultExport'];
    put?: never;
    post?: never;
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
     * List what can be restored, latest first
     * @description Entries that were deleted, by themselves or by an import with `replace`, and the former content of entries that were changed, whoever changed them. It is kept for 30 days. A program that changes one entry more than 20 times a day leaves content out that stood for less than ten minutes, though not within 7 days of a password reset. What lies here is in no list, export or count of entries, and no successor gets it. A page may hold fewer than its limit where entries are large; nextCursor is null on the last page.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getVaultTrash'];
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
     * @description A deleted entry comes back as it was, with its version and moments, and for those successors it was assigned to who are still there. Where there is an entry with this id, 409; name the `trashId` of a row to give the entry that former content: its version counts on, `updatedAt` is that of the content, and the content of now goes into the trash. Without a `trashId` it is what was put away last.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postVaultEntriesByIdRestore'];
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
     * Destroy what the trash holds of an entry
     * @description For good, before its 30 days are over: everything of the entry with this id, or one row where `trashId` names it. Only in a session that was confirmed a short while ago, and not within 7 days of a password reset.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    delete: operations['deleteVaultTrashById'];
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
     * How the service stands, and what needs somebody to look at it
     * @description For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getAdminDashboard'];
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
     * @description `search` finds part of an address or a name; `filter` is verified, unverified, locked, paused, or handover (from the grace period until everybody has had their access). What was shown is recorded.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getAdminUsers'];
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
     *     Limits: 600 requests in 15 minutes per session.
     */
    get: operations['getAdminUsersByUserIdLockoutStatus'];
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
     * @description Forgets its failed log-ins. It changes no password, no second factor and nothing of its switch.
     *
     *     For administrators.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postAdminUsersByUserIdUnlock'];
    delete?: never;
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
     * Numbers for monitoring, in the text format of Prometheus
     * @description Public and about nobody: no ID, address or requested path is in it. Put it behind the proxy where how busy the service is should stay inside. Answers within about a second, without the numbers that only the database knows while that does not answer (`vault_database_up 0`). Also at the root, as /metrics.
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
  '/billing/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Which plan the account has, what it allows, and what of it is used
     * @description A smaller plan deletes nothing: what is there stays, more cannot be added. Where a payment failed, status is `past_due` and the plan stays until the payment provider gives up.
     *
     *     Limits: 600 requests in 15 minutes per session.
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
     * Begin to buy a plan
     * @description Answers with a page of the payment provider to open; promotion codes are entered there. The plan changes once the provider says that it is paid. A subscription that is there already is changed by POST /billing/portal.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postBillingCheckout'];
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
     * Change, pay or cancel the subscription
     * @description Answers with a page of the payment provider to open, with its invoices.
     *
     *     Limits: 600 requests in 15 minutes per session.
     */
    post: operations['postBillingPortal'];
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
     * Take an event of the payment provider
     * @description For Stripe alone: the `Stripe-Signature` header is checked over the bytes of the body. An event that comes again changes nothing, and the order of events does not matter. Events that do not concern us are answered like any other.
     *
     *     Bodies up to 1 MiB; those over 64 KiB one at a time for each address of the client, and a few in all.
     *
     *     Limits: 3000 requests in 15 minutes per address of the client.
     */
    post: operations['postBillingWebhook'];
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
     * This description, as an OpenAPI 3.1 document
     * @description To be read at `/docs`.
     *
     *     Limits: 600 requests in 15 minutes per address of the client.
     */
    get: operations['getOpenapiJson'];
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
     * Open the realtime channel
     * @description A WebSocket. Browsers send the `accessToken` cookie, and the upgrade must then carry the `Origin` of an allowed page. Apps and programs send `Authorization: Bearer`, and need no `Origin`. It answers at `/ws` of the host too. Nothing that is sent to it is read, and nothing here is a sign of life.
     *
     *     Every message is JSON, `{ "event", "payload", "at" }`. First comes `realtime.connected` with the state as it is; then everything that was recorded after it, each once.
     *
     *     | event | payload |
     *     |---|---|
     *     | `realtime.connected` | `status`, `epoch`, `deadline`, `lastSeenAt`, `holds`, `pausedUntil`: the switch as it is |
     *     | `inactivity.reminder` | `n`, `of`, `deadline`, `daysLeft` |
     *     | `handover.status_changed` | `from`, `to`, `epoch`, `handoverId?`, `deadline` |
     *     | `handover.successor_responded` | `successorId`, `response` |
     *     | `activity.recorded` | `id`, `type`, `at`, `detail`: each record of `GET /activity` |
     *     | `session.revoked` | `sessionId`; the connection closes after it |
     *
     *     The server pings every 30 seconds and cuts whoever does not answer. What each close code means stands in the introduction.
     */
    get: operations['getWs'];
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
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:access_not_released';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'access_not_released';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Too many failed attempts. */
    AccountLockedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:account_locked';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 429;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'account_locked';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    ActivityRecord: {
      /**
       * @description A number, ascending in the order in which things were recorded.
       * @example 4711
       */
      id: string;
      type: components['schemas']['ActivityType'];
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /** @description From where; null where the owner themselves did nothing. */
      ipAddress: string | null;
      /** @description With what; null where the owner themselves did nothing. */
      userAgent: string | null;
      /**
       * @description What else there is to say of it; which fields, says the table at `GET /activity`.
       * @example {}
       */
      detail: {
        [key: string]: string | number | boolean | null;
      };
      /**
       * @description Chains the records of an account: an HMAC-SHA-256 over this one and the signature before, in base64url.
       * @example sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ
       */
      signature: string;
    };
    /**
     * @description What happened; the table at `GET /activity` says what each means.
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
      | 'recovery_code_used'
      | 'recovery_codes_renewed'
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
      | 'access_renewed'
      | 'handover_cancelled'
      | 'shares_changed'
      | 'switch_changed'
      | 'reminder_sent'
      | 'warning_undeliverable'
      | 'vault_accessed'
      | 'vault_imported'
      | 'entry_restored'
      | 'trash_purged'
      | 'plan_changed';
    AdminUser: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and kept trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      /** @description Whether the address is proven. */
      emailVerified: boolean;
      plan: components['schemas']['Plan'];
      switchStatus: components['schemas']['SwitchStatus'];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description Whether log-in is locked now. */
      isLocked: boolean;
      /** @description When the lockout ends by itself. */
      lockedUntil: string | null;
      /** @description Failed log-ins that count towards a lockout. */
      failedAttempts: number;
    };
    /** @description Already exists. */
    AlreadyExistsProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_exists';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'already_exists';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Already subscribed. */
    AlreadySubscribedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_subscribed';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'already_subscribed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Already verified. */
    AlreadyVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:already_verified';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'already_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    ArchivedKeyBundle: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      keyBundle: components['schemas']['KeyBundle'];
      /** @description The salt of that time. */
      salt: string;
      /** @description The address of that time, which the keys were derived with too. */
      email: string;
      /**
       * Format: date-time
       * @description When another bundle took its place.
       */
      replacedAt: string;
    };
    /** @description Paid plans are not offered. */
    BillingDisabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:billing_disabled';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 503;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'billing_disabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    ChangedEntry: {
      /**
       * Format: uuid
       * @description The one in the path, if at all.
       */
      id?: string;
      /**
       * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 1048576 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      encryptedData: string;
      /**
       * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted.
       * @constant
       */
      algorithm: 'AES-GCM';
      /** @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates. */
      category: string;
      /** @description Labels of the owner’s own. Not encrypted. */
      tags: string[];
      /** @description The version that this change was made on; `If-Match` says the same. */
      version?: number;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly createdAt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly updatedAt?: unknown;
    };
    ChangedSuccessor: {
      /**
       * Format: email
       * @description Compared and kept trimmed, in NFC and lower case.
       */
      email?: string;
      /** @description A display name: one line without control characters or marks of direction, without an e-mail or web address (no @, no slash, a space after each dot), without a number of five digits or more. */
      name?: string;
      /** @description How many days later than others they are invited. */
      handoverDelayDays?: number;
      /** @description Whether they receive the entries assigned to them only, or all. */
      restrictToAssignedEntries?: boolean;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly id?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly verified?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly verifiedAt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly optedOut?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly keyPinnedAt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly publicKey?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly publicKeySalt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly keyFingerprint?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly encryptedShare?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly sharesStale?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly mailProblem?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly rehearsal?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly createdAt?: unknown;
    };
    /** @description Password confirmation required. */
    ConfirmationRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:confirmation_required';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'confirmation_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
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
       * @description What was out: the API, its public address, or, in the grace period, the mail server.
       * @enum {string}
       */
      reason: 'api_down' | 'public_address_down' | 'mail_down';
      /**
       * @description How much of it was added to the deadline, in milliseconds.
       * @example 600000
       */
      creditedMs: number;
    };
    /** @description Service unavailable. */
    DependencyUnavailableProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:dependency_unavailable';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 503;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'dependency_unavailable';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Email address not verified. */
    EmailNotVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:email_not_verified';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'email_not_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    Entry: {
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
       * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted.
       * @constant
       */
      algorithm: 'AES-GCM';
      /** @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates. */
      category: string;
      /** @description Labels of the owner’s own. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was made.
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
      /** @description Of the format. */
      version: number;
      /**
       * Format: date-time
       * @description When it was exported.
       */
      exportedAt: string;
      /** @description How many entries there are. */
      entryCount: number;
      /** @description All entries, oldest first. */
      entries: components['schemas']['Entry'][];
    };
    FieldError: {
      /** @description Where in the request, such as `body.email`. */
      path: string;
      /** @description What is wrong with it. */
      message: string;
    };
    /** @description Fingerprints do not match. */
    FingerprintMismatchProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:fingerprint_mismatch';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'fingerprint_mismatch';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Forbidden. */
    ForbiddenProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:forbidden';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'forbidden';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    Handover: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description How far it has come.
       * @example cancelled
       * @enum {string}
       */
      status: 'grace_period' | 'awaiting_successors' | 'released' | 'completed' | 'cancelled';
      /**
       * Format: date-time
       * @description When the final notice was accepted, and the grace period began.
       */
      startedAt: string;
      /**
       * @description When the grace period ends, or ended.
       * @example 2026-11-24T09:30:00.000Z
       */
      graceEndsAt: string | null;
      /** @description When enough successors had accepted. */
      releasedAt: string | null;
      /** @description When the last access had ended. */
      completedAt: string | null;
      /**
       * @description When it was called off.
       * @example 2026-11-23T18:00:00.000Z
       */
      cancelledAt: string | null;
      /**
       * @description Why it was called off: a sign of life (`owner_returned`), by the owner in so many words (`owner_cancelled`), the switch was paused (`paused`), no successor was left (`no_successor`), or a backup was restored (`restored`).
       * @example owner_cancelled
       */
      cancelReason: ('owner_returned' | 'owner_cancelled' | 'paused' | 'no_successor' | 'restored') | null;
      /**
       * @description What the owner wrote when they called it off.
       * @example I was at sea without a signal.
       */
      reason: string | null;
      /** @description How many have to accept, as it was frozen with the final notice. */
      quorum: number;
      /** @description How many have to accept now: `quorum`, but no more than those who are still successors. */
      effectiveQuorum: number;
      /**
       * @description Whether the final notice could not be delivered, because the owner's address is dead.
       * @example false
       */
      undeliverable: boolean;
      /**
       * @description What each invited successor answered.
       * @example []
       */
      responses: {
        /**
         * Format: uuid
         * @description One of the successors.
         */
        successorId: string;
        /** @description Null until they answer. */
        response: ('accept' | 'decline') | null;
        /** @description How often they said that the owner is alive. */
        ownerAliveCount: number;
        /** @description When they answered. */
        at: string | null;
        /** @description What they wrote with their answer. */
        message: string | null;
      }[];
    };
    /** @description Handover in progress. */
    HandoverActiveProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:handover_active';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'handover_active';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Handover completed. */
    HandoverCompletedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:handover_completed';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'handover_completed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    Health: {
      /**
       * @description `down`: the API cannot serve. `degraded`: it serves, and something behind it needs attention.
       * @enum {string}
       */
      status: 'ok' | 'degraded' | 'down';
      /**
       * @description Of the service.
       * @example 0.1.0
       */
      version: string;
      /** @description What the service depends on, one by one. */
      checks: {
        database: components['schemas']['HealthCheck'];
        cache: components['schemas']['HealthCheck'];
        /** @description Temporal, its task queue, and the way to it. */
        queues: {
          /**
           * @description `unknown`: nobody can tell while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the answer took, in milliseconds. */
          latencyMs: number;
          /** @description Workers that ask Temporal for work, as a worker last reported. */
          pollers: number | null;
          /** @description When one of them last asked. */
          lastPolledAt: string | null;
          /** @description Tasks that wait in Temporal for a worker; null while nobody can tell. */
          backlog: number | null;
          /** @description Messages that Temporal has not been told yet, and the age of the oldest. */
          outbox: {
            /** @description How many messages wait. */
            size: number;
            /** @description The age of the oldest, in milliseconds. */
            lagMs: number;
          } | null;
        };
        /** @description The websockets. */
        realtime: {
          /**
           * @description `unknown`: nobody can tell while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the answer took, in milliseconds. */
          latencyMs: number;
          /** @description Whether what happens in other processes is heard at once. */
          subscribed: boolean;
          /** @description Open websockets of the process that answers. */
          connections: number;
        };
        /** @description The mail server, as the worker last saw it. */
        mail: {
          /**
           * @description `unknown`: nobody can tell while the database is down.
           * @enum {string}
           */
          status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
          /** @description How long the answer took, in milliseconds. */
          latencyMs: number;
          /** @description When the worker last reached the mail server. */
          lastReachedAt: string | null;
        };
      };
    };
    HealthCheck: {
      /**
       * @description `unknown`: nobody can tell while the database is down.
       * @enum {string}
       */
      status: 'up' | 'degraded' | 'down' | 'unconfigured' | 'unknown';
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
    };
    /** @enum {string} */
    Hold: 'mail_unconfigured' | 'clock_skew' | 'mail_refused';
    Import: {
      /**
       * @description `replace` also deletes entries that the import lacks.
       * @default merge
       * @enum {string}
       */
      mode?: 'merge' | 'replace';
      /** @description The entries to import; those of an export as they are. */
      entries: components['schemas']['ImportedEntry'][];
      /** @description What an export says of its format. */
      version?: number;
      /**
       * Format: date-time
       * @description When it was exported.
       */
      exportedAt?: string;
      /** @description How many entries there are. */
      entryCount?: number;
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
       * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted.
       * @constant
       */
      algorithm: 'AES-GCM';
      /**
       * @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates.
       * @default
       */
      category?: string;
      /**
       * @description Labels of the owner’s own. Not encrypted.
       * @default []
       */
      tags?: string[];
      /** @description Of an entry that is not there yet; one that is there counts on by itself. */
      version?: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt?: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt?: string;
    };
    /** @description Internal error. */
    InternalProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:internal';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 500;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'internal';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Wrong email address or password. */
    InvalidCredentialsProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:invalid_credentials';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'invalid_credentials';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /**
     * @description Opaque to the server and given back as it came, up to 16 KiB: the client's wrapped vault key and the parameters of its key derivation.
     * @example {
     *       "version": 1,
     *       "kdf": {
     *         "name": "PBKDF2-SHA-256",
     *         "iterations": 600000
     *       },
     *       "wrappedVaultKey": {
     *         "iv": "gkX3Jt0Uo1bZq5rC",
     *         "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
     *       }
     *     }
     */
    KeyBundle: {
      [key: string]: unknown;
    };
    /** @description Key already pinned. */
    KeyPinnedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:key_pinned';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'key_pinned';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    LoggedIn: {
      /** @description A sentence for people. */
      message: string;
      user: components['schemas']['User'];
      /** @description A JWT, for `Authorization: Bearer`. Not where the session is a browser’s. */
      accessToken?: string;
      /** @description Good for one refresh. Not where the session is a browser’s. */
      refreshToken?: string;
      /** @description Seconds until the access token expires. Not where the session is a browser’s. */
      expiresIn?: number;
      /** @description Only to an app or a program: to be sent with its next log-in. Worth nothing without the password. */
      deviceToken?: string;
    };
    Login: {
      /**
       * Format: email
       * @description Compared and kept trimmed, in NFC and lower case.
       */
      email: string;
      /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
      password: string;
      /** @description Six digits, as the authenticator app shows them. */
      twoFactorCode?: string;
      /** @description One of those that were shown when two-factor authentication was enabled, or when they were renewed. Works once. */
      recoveryCode?: string;
      /**
       * @description Left out: a browser’s, with cookies. `app`: an app that a person uses, `bearer`: a program; either gets its tokens in the body and no cookie.
       * @enum {string}
       */
      session?: 'app' | 'bearer';
      /** @description What the last log-in of this app or program answered: strangers who guess at the address then do not lock it out. */
      deviceToken?: string;
    };
    /** @description Malformed JSON. */
    MalformedJsonProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:malformed_json';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 400;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'malformed_json';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
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
       * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted.
       * @constant
       */
      algorithm: 'AES-GCM';
      /**
       * @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates.
       * @default
       */
      category?: string;
      /**
       * @description Labels of the owner’s own. Not encrypted.
       * @default []
       */
      tags?: string[];
    };
    NewSuccessor: {
      /**
       * Format: email
       * @description Compared and kept trimmed, in NFC and lower case.
       */
      email: string;
      /** @description A display name: one line without control characters or marks of direction, without an e-mail or web address (no @, no slash, a space after each dot), without a number of five digits or more. */
      name: string;
      /**
       * @description How many days later than others they are invited.
       * @default 0
       */
      handoverDelayDays?: number;
      /**
       * @description Whether they receive the entries assigned to them only, or all.
       * @default true
       */
      restrictToAssignedEntries?: boolean;
    };
    /** @description No handover in progress. */
    NoActiveHandoverProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:no_active_handover';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'no_active_handover';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description No subscription. */
    NoSubscriptionProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:no_subscription';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'no_subscription';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Not found. */
    NotFoundProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:not_found';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 404;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'not_found';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Switch is not paused. */
    NotPausedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:not_paused';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'not_paused';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Origin not allowed. */
    OriginNotAllowedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:origin_not_allowed';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'origin_not_allowed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    OutageCount: {
      /** @description How many outages. */
      count: number;
      /** @description How long they lasted in all, in milliseconds. */
      totalMs: number;
    };
    /** @description Handover cannot be postponed again. */
    OwnerAliveLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:owner_alive_limit';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'owner_alive_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    PasswordChange: {
      /** @description The authentication key of the present password. */
      currentPassword: string;
      /** @description The authentication key of the new password. */
      newPassword: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      keyBundle?: components['schemas']['KeyBundle'];
      /** @description Entries under their new keys; each must be the owner's. Those left out stay as they are. */
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
         * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
         * @example INxrzvfijxIwKvW1
         */
        iv: string;
        /**
         * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
         * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
         */
        salt: string;
        /**
         * @description How it was encrypted.
         * @constant
         */
        algorithm: 'AES-GCM';
      }[];
    };
    PasswordReset: {
      /** @description Out of the link in a mail. */
      token: string;
      /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
      password: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      keyBundle?: components['schemas']['KeyBundle'];
      /**
       * Format: email
       * @description What the new password was salted with; another address than the account's is refused, as it could not log in.
       */
      email?: string;
    };
    Pause: {
      /**
       * Format: date-time
       * @description When the clock starts again by itself.
       */
      pausedUntil?: string;
    };
    /** @description Request body too large. */
    PayloadTooLargeProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:payload_too_large';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 413;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'payload_too_large';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /**
     * @description What the account may hold: `free` 50 entries and 2 successors, `pro` 2,000 entries and 5 successors, `family` 10,000 entries and 15 successors.
     * @enum {string}
     */
    Plan: 'free' | 'pro' | 'family';
    /** @description Plan limit reached. */
    PlanLimitProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:plan_limit';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'plan_limit';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description What went wrong, and what to do (RFC 9457). */
    Problem: {
      /** @description `urn:vault-handover:problem:` and the code. */
      type: string;
      /** @description The same sentence for every problem of this code. */
      title: string;
      /** @description The status of the answer. */
      status: number;
      /**
       * @description What programs go by.
       * @enum {string}
       */
      code:
        | 'validation_failed'
        | 'webhook_signature_invalid'
        | 'malformed_json'
        | 'unauthenticated'
        | 'invalid_credentials'
        | 'two_factor_required'
        | 'two_factor_invalid'
        | 'refresh_token_invalid'
        | 'token_invalid'
        | 'wrong_password'
        | 'wrong_two_factor_code'
        | 'email_not_verified'
        | 'origin_not_allowed'
        | 'forbidden'
        | 'confirmation_required'
        | 'recently_reset'
        | 'plan_limit'
        | 'access_not_released'
        | 'not_found'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'version_conflict'
        | 'already_exists'
        | 'two_factor_enabled'
        | 'two_factor_off'
        | 'already_verified'
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
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'account_locked'
        | 'rate_limited'
        | 'internal'
        | 'billing_disabled'
        | 'dependency_unavailable';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
      /** @description With `validation_failed`: every field that is wrong. */
      errors?: components['schemas']['FieldError'][];
    };
    ProfileChange: {
      /** @description A display name: one line without control characters or marks of direction, without an e-mail or web address (no @, no slash, a space after each dot), without a number of five digits or more. */
      name?: string;
      keyBundle?: components['schemas']['KeyBundle'];
      /**
       * Format: email
       * @description Compared and kept trimmed, in NFC and lower case.
       */
      email?: string;
      /** @description The authentication key of the present password. */
      currentPassword?: string;
      /** @description The authentication key of the new password. */
      newPassword?: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt?: string;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly id?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly twoFactorEnabled?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly emailVerified?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly isAdmin?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly plan?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly createdAt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly lastSeenAt?: unknown;
    };
    /** @description Too many requests. */
    RateLimitedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:rate_limited';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 429;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'rate_limited';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
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
       * @description What the ciphertext was made with.
       * @example gkX3Jt0Uo1bZq5rC
       */
      iv: string;
      /** @description What the entry’s key was derived with. */
      salt: string;
      /** @description How it was encrypted. */
      algorithm: string;
      /** @description A label of the owner’s own. Not encrypted. */
      category: string;
      /** @description Labels of the owner’s own. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description The key of the entry, sealed to the successor; null where there is none. */
      envelope: string | null;
    };
    /** @description Password was reset recently. */
    RecentlyResetProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:recently_reset';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'recently_reset';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Invalid refresh token. */
    RefreshTokenInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:refresh_token_invalid';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'refresh_token_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    Registration: {
      /**
       * Format: email
       * @description Compared and kept trimmed, in NFC and lower case.
       */
      email: string;
      /** @description A display name: one line without control characters or marks of direction, without an e-mail or web address (no @, no slash, a space after each dot), without a number of five digits or more. */
      name: string;
      /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
      password: string;
      /**
       * @description The client's key derivation salt. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      keyBundle?: components['schemas']['KeyBundle'];
    };
    /** @description Request timed out. */
    RequestTimeoutProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:request_timeout';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 408;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'request_timeout';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Response can no longer be changed. */
    ResponseFinalProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:response_final';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'response_final';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    ServiceLiveness: {
      /** @description Whether it is up now. */
      up: boolean;
      /** @description The last moment at which it was proven to be up. */
      lastBeatAt: string | null;
    };
    Session: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /**
       * @description `browser`: with cookies. `app`: an app that a person uses. `bearer`: a program.
       * @enum {string}
       */
      kind: 'browser' | 'app' | 'bearer';
      /** @description Such as "Firefox on Linux"; what the client says of itself. */
      device: string;
      /** @description From where it was last used. */
      ipAddress: string | null;
      /** @description What the client said of itself. */
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
      /** @description Whether it is the session that asks. */
      isCurrent: boolean;
    };
    Settings: {
      /** @description Days of silence until the final notice. */
      thresholdDays: number;
      /** @description When reminders go out, in percent of the threshold; ascending. The last one leaves at least a day to answer it: where its percentage would not, all of them go out earlier, in proportion. The timeline shows when. */
      reminderPercents: number[];
      /** @description How many successors have to accept before anything is released. */
      quorum: number;
      /** @description How many have to accept now: the quorum, of the handover under way or else of these settings, but no more than there are verified successors. */
      effectiveQuorum: number;
      /** @description How long a successor may read, counted from their acceptance. */
      accessDays: number;
      status: components['schemas']['SwitchStatus'];
      /** @description Whether the clock is stopped. */
      isPaused: boolean;
      /**
       * @description When the clock starts again by itself; null unless it is stopped.
       * @example null
       */
      pausedUntil: string | null;
      /**
       * Format: date-time
       * @description The last sign of life.
       */
      lastSeenAt: string;
      /** @description When the present step ends, if there is no sign of life; null where no clock runs. */
      deadline: string | null;
      /** @description Outages of the service that were added to the deadline, in milliseconds. */
      creditedMs: number;
      /**
       * @description Why the switch cannot go on although it should; empty when it can. `mail_unconfigured`: no mail server is named. `clock_skew`: clocks disagree. `mail_refused`: the mail server refuses the warning.
       * @example []
       */
      holds: components['schemas']['Hold'][];
    };
    SettingsChange: {
      /** @description Days of silence until the final notice. */
      thresholdDays?: number;
      /** @description When reminders go out, in percent of the threshold; ascending. The last one leaves at least a day to answer it: where its percentage would not, all of them go out earlier, in proportion. The timeline shows when. */
      reminderPercents?: number[];
      /** @description How many successors have to accept before anything is released. */
      quorum?: number;
      /** @description How long a successor may read, counted from their acceptance. */
      accessDays?: number;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly effectiveQuorum?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly status?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly isPaused?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly pausedUntil?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly lastSeenAt?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly deadline?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly creditedMs?: unknown;
      /** @description As the answer to a GET has it: read and ignored. */
      readonly holds?: unknown;
    };
    SettingsChanged: {
      /** @description A sentence for people. */
      message: string;
      settings: components['schemas']['Settings'];
    };
    Statistics: {
      /**
       * Format: date-time
       * @description When `users`, `verified` and `switches` were last counted, which a worker does in the background.
       */
      countedAt: string;
      /** @description Accounts. */
      users: number;
      /** @description Of those: with a proven address. */
      verified: number;
      /** @description Addresses of accounts that are locked now; null while Redis cannot be asked. */
      locked: number | null;
      /** @description How many switches have each status. */
      switches: {
        [key: string]: number;
      };
      /** @description Switches whose workflow should have looked two minutes ago and has not. */
      overdueEvents: number;
      /** @description Handovers that wait for an answer for too long. */
      stuckHandovers: {
        /** @description Handovers in which a successor has not answered for 30 days. */
        count: number;
        /** @description Those that wait longest, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The handover that waits.
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
      /** @description Handovers in which too many have declined for the quorum. */
      quorumUnreachable: number;
      /** @description Mails that nobody has accepted. */
      failingMails: {
        /** @description Mails that were tried and are not accepted yet. */
        count: number;
        /** @description When the oldest of them was queued. */
        oldestAt: string | null;
        /** @description How many of each kind of mail. */
        byKind: {
          [key: string]: number;
        };
      };
      /** @description Mails that a mail server refuses. */
      refusedMails: {
        /** @description Mails that wait because the mail server said no to them. */
        count: number;
        /** @description Of those: how many because there is no such mailbox. */
        permanent: number;
        /** @description Those that were refused first, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The account whose mail it is.
           */
          userId: string;
          /**
           * @description Which mail.
           * @example reminder
           */
          kind: string;
          /**
           * Format: date-time
           * @description When it was first refused.
           */
          since: string;
          /** @description Whether there is said to be no such mailbox. */
          permanent: boolean;
          /** @description The mail server's code for the latest try. */
          code: string | null;
        }[];
      };
      /** @description Successors who cannot be reached although they are needed. */
      bouncingSuccessors: {
        /** @description Successors of open handovers whose address bounces. */
        count: number;
        /** @description Those that were refused first, at most 20. */
        oldest: {
          /**
           * Format: uuid
           * @description The handover that is open.
           */
          handoverId: string;
          /**
           * Format: uuid
           * @description Whose address bounces.
           */
          successorId: string;
          /**
           * Format: uuid
           * @description The account whose mail it is.
           */
          userId: string;
          /**
           * @description Which mail.
           * @example reminder
           */
          kind: string;
          /**
           * Format: date-time
           * @description When it was first refused.
           */
          since: string;
          /** @description Whether there is said to be no such mailbox. */
          permanent: boolean;
          /** @description The mail server's code for the latest try. */
          code: string | null;
        }[];
      };
      /** @description What Temporal has not been told yet. */
      outbox: {
        /** @description How many messages wait. */
        size: number;
        /** @description The age of the oldest. */
        lagSeconds: number;
      };
      /** @description The processes that do the work. */
      workers: {
        /** @description Worker processes that reported within the last 30 seconds. */
        reporting: number;
        /** @description Polls for work that are open. */
        pollers: number;
        /** @description Tasks that wait in Temporal; null where nobody could tell. */
        backlog: number | null;
        /** @description How far the clock of a worker is from the database’s, in milliseconds; null where nobody could tell. */
        clockSkewMs: number | null;
      };
      /** @description What is up, as the owner sees it. */
      liveness: {
        /** @description Our API. */
        api: components['schemas']['ServiceLiveness'];
        /** @description The mail server. */
        mail: components['schemas']['ServiceLiveness'];
        /** @description The address of LIVENESS_URL, as the worker sees it. */
        public: components['schemas']['ServiceLiveness'];
        /** @description Since when that address is asked without ever having answered: is it right? Null where all is well. */
        neverAnsweredSince: string | null;
      };
      /** @description Restored backups. */
      restorations: {
        /** @description Since when every open switch has been starting over after a restored backup; null when none does. */
        startingOverSince: string | null;
        /** @description When one was last noticed, by how: `older` (it lacks what it once had), `timeline` (promoted, or recovered to a point in time), `operator` (somebody said so); or that the database had `moved` with nothing missing. */
        lastAt: {
          [key: string]: string;
        };
      };
      /** @description Outages of the last 30 days. Those of `api` and `public` are credited to owners, in a grace period all are. */
      outages: {
        /** @description Nobody could reach the API. */
        api: components['schemas']['OutageCount'];
        /** @description No mail could be sent. */
        mail: components['schemas']['OutageCount'];
        /** @description The public address did not answer. */
        public: components['schemas']['OutageCount'];
      };
      /** @description Why no switch goes on although it should: `mail_unconfigured`, `clock_skew`; empty when they can. */
      holds: ('mail_unconfigured' | 'clock_skew')[];
    };
    Successor: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and kept trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      /** @description Whether they proved their mailbox; only this arms the switch. */
      verified: boolean;
      /** @description When they proved it. */
      verifiedAt: string | null;
      /** @description Whether they asked not to be a successor. */
      optedOut: boolean;
      /** @description When the owner confirmed their key. */
      keyPinnedAt: string | null;
      /** @description How many days later than others they are invited. */
      handoverDelayDays: number;
      /** @description Whether they receive the entries assigned to them only, or all. */
      restrictToAssignedEntries: boolean;
      /** @description An X25519 key for HPKE (RFC 9180). */
      publicKey: string | null;
      /** @description The public half of the recovery kit. */
      publicKeySalt: string | null;
      /** @description Lowercase hex SHA-256 of the raw public key; to be compared out of band. */
      keyFingerprint: string | null;
      /** @description A share, sealed to its holder. Opaque to the server. */
      encryptedShare: string | null;
      /** @description Whether successors changed since the shares were made: make them anew. */
      sharesStale: boolean;
      /**
       * @description Their mail server refuses our mail: since when, and whether it says that there is no such mailbox.
       * @example null
       */
      mailProblem: {
        /**
         * Format: date-time
         * @description When it first refused.
         */
        since: string;
        /** @description Whether it says that there is no such mailbox. */
        permanent: boolean;
      } | null;
      /**
       * @description What came of the latest rehearsal with them; null where there was none.
       * @example null
       */
      rehearsal: {
        /**
         * Format: date-time
         * @description When the owner asked for it.
         */
        requestedAt: string;
        /** @description When their mail server took the mail. */
        mailAcceptedAt: string | null;
        /** @description What they answered. */
        response: ('accept' | 'decline' | 'owner_alive') | null;
        /** @description When they answered. */
        respondedAt: string | null;
        /** @description When they first read the sample. */
        openedAt: string | null;
        /**
         * Format: date-time
         * @description When its links end, or ended.
         */
        expiresAt: string;
      } | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    SuccessorAnswer: {
      successor: components['schemas']['Successor'];
    };
    /** @description Successor not verified. */
    SuccessorNotVerifiedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:successor_not_verified';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'successor_not_verified';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Successor opted out. */
    SuccessorOptedOutProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:successor_opted_out';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'successor_opted_out';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    SuccessorWritten: {
      /** @description A sentence for people. */
      message: string;
      successor: components['schemas']['Successor'];
    };
    /**
     * @description Where a switch stands; the introduction says what each status means.
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
       * @description What happens.
       * @enum {string}
       */
      kind: 'reminder' | 'final_notice' | 'grace_end' | 'invitation' | 'pause_reminder' | 'pause_end';
      /**
       * Format: date-time
       * @description When it is due.
       * @example 2027-01-28T21:30:00.000Z
       */
      at: string;
      /** @description Who gets a mail; empty where the event is none. */
      recipients: {
        /**
         * @description What they are in this account.
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
        /** @description Compared and kept trimmed, in NFC and lower case. */
        email: string;
      }[];
    };
    /** @description Link expired. */
    TokenExpiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_expired';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 410;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'token_expired';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Invalid link. */
    TokenInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_invalid';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'token_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Link already used. */
    TokenUsedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:token_used';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 410;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'token_used';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    TrashedEntry: {
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
       * @description The initialisation vector of AES-GCM. A fresh one at every change. Base64, with padding, of 12 bytes.
       * @example INxrzvfijxIwKvW1
       */
      iv: string;
      /**
       * @description What the client derives the entry's key with. Base64, with padding, of 16 to 64 bytes.
       * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
       */
      salt: string;
      /**
       * @description How it was encrypted.
       * @constant
       */
      algorithm: 'AES-GCM';
      /** @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates. */
      category: string;
      /** @description Labels of the owner’s own. Not encrypted. */
      tags: string[];
      /** @description Counts the changes of the entry, from 1. */
      version: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /**
       * Format: uuid
       * @description Of this very row: one entry may have several in the trash.
       */
      trashId: string;
      /**
       * Format: date-time
       * @description When it was deleted, or this content was replaced.
       */
      deletedAt: string;
      /**
       * @description `deleted`: the entry went from the vault. `changed`: it got other content.
       * @enum {string}
       */
      reason: 'deleted' | 'changed';
      /**
       * Format: date-time
       * @description When it is destroyed.
       */
      restorableUntil: string;
    };
    /** @description Two-factor authentication is already on. */
    TwoFactorEnabledProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_enabled';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'two_factor_enabled';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Invalid two-factor code. */
    TwoFactorInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_invalid';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'two_factor_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Two-factor authentication is off. */
    TwoFactorOffProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_off';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'two_factor_off';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Two-factor code required. */
    TwoFactorRequiredProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:two_factor_required';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'two_factor_required';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Not logged in. */
    UnauthenticatedProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:unauthenticated';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 401;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'unauthenticated';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Unsupported media type. */
    UnsupportedMediaTypeProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:unsupported_media_type';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 415;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'unsupported_media_type';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    User: {
      /**
       * Format: uuid
       * @description Its identifier.
       */
      id: string;
      /** @description Compared and kept trimmed, in NFC and lower case. */
      email: string;
      /** @description A display name: one line. */
      name: string;
      /** @description Whether a log-in needs a code of an authenticator app too. */
      twoFactorEnabled: boolean;
      /** @description Base64; the client's key derivation salt. */
      salt: string;
      /** @description Whether the address is proven. */
      emailVerified: boolean;
      /** @description Whether the address is on the allowlist of administrators, and verified. */
      isAdmin: boolean;
      plan: components['schemas']['Plan'];
      keyBundle: components['schemas']['KeyBundle'] | null;
      /**
       * Format: date-time
       * @description When it was made.
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
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:validation_failed';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 400;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'validation_failed';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
      /** @description With `validation_failed`: every field that is wrong. */
      errors?: components['schemas']['FieldError'][];
    };
    /** @description Changed since you read it. */
    VersionConflictProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:version_conflict';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 409;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'version_conflict';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Invalid webhook signature. */
    WebhookSignatureInvalidProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:webhook_signature_invalid';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 400;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'webhook_signature_invalid';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Wrong password. */
    WrongPasswordProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_password';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'wrong_password';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
    /** @description Wrong two-factor code. */
    WrongTwoFactorCodeProblem: {
      /**
       * @description `urn:vault-handover:problem:` and the code.
       * @constant
       */
      type: 'urn:vault-handover:problem:wrong_two_factor_code';
      /** @description The same sentence for every problem of this code. */
      title: string;
      /**
       * @description The status of the answer.
       * @constant
       */
      status: 403;
      /**
       * @description What programs go by.
       * @constant
       */
      code: 'wrong_two_factor_code';
      /** @description What to do about it, for people. */
      detail: string;
      /** @description The `X-Request-Id` of the answer; quote it to whoever runs the service. */
      requestId: string;
    };
  };
  responses: {
    /** @description `malformed_json`: Malformed JSON. `validation_failed`: Invalid request. */
    'malformed_json.validation_failed': {
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
    /** @description `request_timeout`: Request timed out. */
    request_timeout: {
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
    payload_too_large: {
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
    unsupported_media_type: {
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
    rate_limited: {
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
    internal: {
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
    dependency_unavailable: {
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
    validation_failed: {
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
    token_invalid: {
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
    already_exists: {
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
    'token_expired.token_used': {
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
    'invalid_credentials.two_factor_invalid.two_factor_required': {
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
    email_not_verified: {
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
    'account_locked.rate_limited': {
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
    refresh_token_invalid: {
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
    origin_not_allowed: {
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
    unauthenticated: {
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
    'origin_not_allowed.wrong_password.wrong_two_factor_code': {
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
    'confirmation_required.origin_not_allowed.plan_limit.wrong_password': {
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
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `wrong_password`: Wrong password. */
    'confirmation_required.origin_not_allowed.wrong_password': {
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
          | components['schemas']['WrongPasswordProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_password`: Wrong password. */
    'origin_not_allowed.wrong_password': {
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
    /** @description `two_factor_enabled`: Two-factor authentication is already on. */
    two_factor_enabled: {
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
    /** @description `origin_not_allowed`: Origin not allowed. `wrong_two_factor_code`: Wrong two-factor code. */
    'origin_not_allowed.wrong_two_factor_code': {
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
          | components['schemas']['WrongTwoFactorCodeProblem'];
      };
    };
    /** @description `two_factor_enabled`: Two-factor authentication is already on. `two_factor_off`: Two-factor authentication is off. */
    'two_factor_enabled.two_factor_off': {
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
    two_factor_off: {
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
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `recently_reset`: Password was reset recently. `wrong_password`: Wrong password. */
    'confirmation_required.origin_not_allowed.recently_reset.wrong_password': {
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
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. */
    'confirmation_required.origin_not_allowed': {
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
    /** @description `handover_active`: Handover in progress. */
    handover_active: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['HandoverActiveProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `handover_completed`: Handover completed. */
    'handover_active.handover_completed': {
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
    /** @description `handover_active`: Handover in progress. `not_paused`: Switch is not paused. */
    'handover_active.not_paused': {
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
          | components['schemas']['NotPausedProblem'];
      };
    };
    /** @description `no_active_handover`: No handover in progress. */
    no_active_handover: {
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
    not_found: {
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
    /** @description `handover_active`: Handover in progress. `successor_not_verified`: Successor not verified. `successor_opted_out`: Successor opted out. */
    'handover_active.successor_not_verified.successor_opted_out': {
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
          | components['schemas']['SuccessorNotVerifiedProblem']
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `owner_alive_limit`: Handover cannot be postponed again. `response_final`: Response can no longer be changed. `successor_opted_out`: Successor opted out. */
    'owner_alive_limit.response_final.successor_opted_out': {
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
    /** @description `token_expired`: Link expired. */
    token_expired: {
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
    /** @description `access_not_released`: Access not released. */
    access_not_released: {
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
    successor_opted_out: {
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
    /** @description `validation_failed`: Invalid request. */
    'validation_failed.unlimited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description `internal`: Internal error. */
    'internal.unlimited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalProblem'];
      };
    };
    /** @description `key_pinned`: Key already pinned. `successor_opted_out`: Successor opted out. */
    'key_pinned.successor_opted_out': {
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
    'confirmation_required.origin_not_allowed.plan_limit': {
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
    /** @description `already_exists`: Already exists. `handover_active`: Handover in progress. `successor_opted_out`: Successor opted out. */
    'already_exists.handover_active.successor_opted_out': {
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
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `already_verified`: Already verified. `handover_active`: Handover in progress. `successor_opted_out`: Successor opted out. */
    'already_verified.handover_active.successor_opted_out': {
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
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `fingerprint_mismatch`: Fingerprints do not match. `handover_active`: Handover in progress. `successor_opted_out`: Successor opted out. */
    'fingerprint_mismatch.handover_active.successor_opted_out': {
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
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `handover_active`: Handover in progress. `successor_opted_out`: Successor opted out. */
    'handover_active.successor_opted_out': {
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
          | components['schemas']['SuccessorOptedOutProblem'];
      };
    };
    /** @description `origin_not_allowed`: Origin not allowed. `plan_limit`: Plan limit reached. */
    'origin_not_allowed.plan_limit': {
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
    /** @description `version_conflict`: Changed since you read it. */
    version_conflict: {
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
    /** @description `confirmation_required`: Password confirmation required. `origin_not_allowed`: Origin not allowed. `recently_reset`: Password was reset recently. */
    'confirmation_required.origin_not_allowed.recently_reset': {
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
    /** @description `forbidden`: Forbidden. */
    forbidden: {
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
    /** @description `forbidden`: Forbidden. `origin_not_allowed`: Origin not allowed. */
    'forbidden.origin_not_allowed': {
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
    'dependency_unavailable.unlimited': {
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
    already_subscribed: {
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
    'billing_disabled.dependency_unavailable': {
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
    no_subscription: {
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
    'malformed_json.validation_failed.webhook_signature_invalid': {
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
    /** @description The one that the request carried, or a new one; it stands in our log. */
    'X-Request-Id': string;
    /** @description Requests in the window. Of all counters that the request counts against, these three headers tell of the one with the fewest left. */
    'RateLimit-Limit': number;
    /** @description How many of them are left. */
    'RateLimit-Remaining': number;
    /** @description Seconds until the window ends. */
    'RateLimit-Reset': number;
    /** @description Seconds after which to try again. */
    'Retry-After': number;
    /** @description `Bearer`: send a valid access token, or the cookie of a session (RFC 9110, 11.6.1). */
    'WWW-Authenticate': string;
    /** @description The version of the entry, for `If-Match`. */
    ETag: string;
    /** @description `accessToken` (sent everywhere) and `refreshToken` (sent to `/api/v1/auth/refresh` only), both HttpOnly; in production Secure and SameSite=None. None for `app` and `bearer` sessions. */
    'Set-Cookie': string;
    /** @description A file name for whoever saves it. */
    'Content-Disposition': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  postAuthRegister: {
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
         *       "keyBundle": {
         *         "version": 1,
         *         "kdf": {
         *           "name": "PBKDF2-SHA-256",
         *           "iterations": 600000
         *         },
         *         "wrappedVaultKey": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['Registration'];
      };
    };
    responses: {
      /** @description Made. */
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAuthVerifyEmail: {
    parameters: {
      query: {
        /**
         * @description Out of the link in a mail.
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['token_invalid'];
      409: components['responses']['already_exists'];
      410: components['responses']['token_expired.token_used'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthResendVerification: {
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
        'application/json': {
          /**
           * Format: email
           * @description Compared and kept trimmed, in NFC and lower case.
           */
          email: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthLogin: {
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
           *       "message": "It is done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "keyBundle": {
           *           "version": 1,
           *           "kdf": {
           *             "name": "PBKDF2-SHA-256",
           *             "iterations": 600000
           *           },
           *           "wrappedVaultKey": {
           *             "iv": "gkX3Jt0Uo1bZq5rC",
           *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *           }
           *         },
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['LoggedIn'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['invalid_credentials.two_factor_invalid.two_factor_required'];
      403: components['responses']['email_not_verified'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthRefresh: {
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
        'application/json': {
          /** @description Good for one refresh. */
          refreshToken?: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description A JWT, for `Authorization: Bearer`. Not where the session is a browser’s. */
            accessToken?: string;
            /** @description Good for one refresh. Not where the session is a browser’s. */
            refreshToken?: string;
            /** @description Seconds until the access token expires. Not where the session is a browser’s. */
            expiresIn?: number;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['refresh_token_invalid'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthLogout: {
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthConfirm: {
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
        'application/json': {
          /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
          password: string;
          /**
           * @description Six digits, as the authenticator app shows them.
           * @example 492039
           */
          token?: string;
          /** @description One of those that were shown when two-factor authentication was enabled, or when they were renewed. Works once. */
          recoveryCode?: string;
        };
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
           *       "message": "It is done.",
           *       "confirmedUntil": "2026-11-22T09:45:00.000Z"
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /**
             * Format: date-time
             * @description Until when the session counts as confirmed.
             */
            confirmedUntil: string;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.wrong_password.wrong_two_factor_code'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthForgotPassword: {
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
        'application/json': {
          /**
           * Format: email
           * @description Compared and kept trimmed, in NFC and lower case.
           */
          email: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuthResetPassword: {
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
         *       "keyBundle": {
         *         "version": 1,
         *         "kdf": {
         *           "name": "PBKDF2-SHA-256",
         *           "iterations": 600000
         *         },
         *         "wrappedVaultKey": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         }
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      408: components['responses']['request_timeout'];
      410: components['responses']['token_expired.token_used'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putAuthChangePassword: {
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
         *       "keyBundle": {
         *         "version": 1,
         *         "kdf": {
         *           "name": "PBKDF2-SHA-256",
         *           "iterations": 600000
         *         },
         *         "wrappedVaultKey": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         }
         *       },
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed.plan_limit.wrong_password'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAuthKeyBundles: {
    parameters: {
      query?: {
        /**
         * @description Most items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description `nextCursor` of the page before. Opaque.
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
           *             "version": 1,
           *             "kdf": {
           *               "name": "PBKDF2-SHA-256",
           *               "iterations": 600000
           *             },
           *             "wrappedVaultKey": {
           *               "iv": "gkX3Jt0Uo1bZq5rC",
           *               "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *             }
           *           },
           *           "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "email": "ada@example.com",
           *           "replacedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': {
            /** @description Those that were replaced, the latest first. */
            keyBundles: components['schemas']['ArchivedKeyBundle'][];
            /** @description For the next page; null on the last one. */
            nextCursor: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAuthProfile: {
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
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "keyBundle": {
           *           "version": 1,
           *           "kdf": {
           *             "name": "PBKDF2-SHA-256",
           *             "iterations": 600000
           *           },
           *           "wrappedVaultKey": {
           *             "iv": "gkX3Jt0Uo1bZq5rC",
           *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *           }
           *         },
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            user: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putAuthProfile: {
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
         *       "keyBundle": {
         *         "version": 1,
         *         "kdf": {
         *           "name": "PBKDF2-SHA-256",
         *           "iterations": 600000
         *         },
         *         "wrappedVaultKey": {
         *           "iv": "gkX3Jt0Uo1bZq5rC",
         *           "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
         *         }
         *       },
         *       "email": "ada@example.com",
         *       "currentPassword": "mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=",
         *       "newPassword": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuE=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
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
           *       "message": "It is done.",
           *       "user": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "twoFactorEnabled": false,
           *         "salt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "emailVerified": true,
           *         "isAdmin": false,
           *         "plan": "free",
           *         "keyBundle": {
           *           "version": 1,
           *           "kdf": {
           *             "name": "PBKDF2-SHA-256",
           *             "iterations": 600000
           *           },
           *           "wrappedVaultKey": {
           *             "iv": "gkX3Jt0Uo1bZq5rC",
           *             "data": "Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuEmJxkYw3pS0O2Wc1uFqZl6"
           *           }
           *         },
           *         "createdAt": "2026-11-22T09:30:00.000Z",
           *         "lastSeenAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            user: components['schemas']['User'];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed.wrong_password'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuth2faSetup: {
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
        'application/json': {
          /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
          password: string;
        };
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
          'application/json': {
            /** @description Base32, for apps that cannot scan. */
            secret: string;
            /** @description What the QR code holds. */
            otpauthUrl: string;
            /** @description A PNG as a data: URL. */
            qrCodeDataUrl: string;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.wrong_password'];
      408: components['responses']['request_timeout'];
      409: components['responses']['two_factor_enabled'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuth2faEnable: {
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
        'application/json': {
          /**
           * @description Six digits, as the authenticator app shows them.
           * @example 492039
           */
          token: string;
        };
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
           *       "message": "It is done.",
           *       "recoveryCodes": [
           *         "K7QF-2M6X-TR4D-WH3B",
           *         "W3HB-7N5C-PY6J-QZ2M"
           *       ]
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description Shown this once. Each works once, in place of a code of the app. */
            recoveryCodes: string[];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.wrong_two_factor_code'];
      408: components['responses']['request_timeout'];
      409: components['responses']['two_factor_enabled.two_factor_off'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuth2faDisable: {
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
        'application/json': {
          /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
          password: string;
          /**
           * @description Six digits, as the authenticator app shows them.
           * @example 492039
           */
          token?: string;
          /** @description One of those that were shown when two-factor authentication was enabled, or when they were renewed. Works once. */
          recoveryCode?: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.wrong_password.wrong_two_factor_code'];
      408: components['responses']['request_timeout'];
      409: components['responses']['two_factor_off'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAuth2faRecoveryCodes: {
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
        'application/json': {
          /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
          password: string;
          /**
           * @description Six digits, as the authenticator app shows them.
           * @example 492039
           */
          token: string;
        };
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
           *       "message": "It is done.",
           *       "recoveryCodes": [
           *         "K7QF-2M6X-TR4D-WH3B",
           *         "W3HB-7N5C-PY6J-QZ2M"
           *       ]
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description Shown this once. Each works once, in place of a code of the app. */
            recoveryCodes: string[];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.wrong_password.wrong_two_factor_code'];
      408: components['responses']['request_timeout'];
      409: components['responses']['two_factor_off'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  deleteAuthDeleteAccount: {
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
        'application/json': {
          /** @description The authentication key that the client derived from the password, never the password itself. To the server a string like any other. */
          password: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed.recently_reset.wrong_password'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['account_locked.rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getActivity: {
    parameters: {
      query?: {
        /**
         * @description Most items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description `nextCursor` of the page before. Opaque.
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
           *           "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
           *           "detail": {},
           *           "signature": "sZRqySSS0jR8YjW00mERhA7VoPH6T1seX2gwGzg2fBQ"
           *         }
           *       ],
           *       "nextCursor": "WyIxMDIwMzQiXQ"
           *     }
           */
          'application/json': {
            /** @description The records, newest first. */
            activity: components['schemas']['ActivityRecord'][];
            /** @description For the next page; null on the last one. */
            nextCursor: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postActivityCheckIn: {
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
           *       "message": "It is done.",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /**
             * Format: date-time
             * @description The last sign of life.
             */
            lastSeenAt: string;
            /** @description When the owner is next waited for; null where no clock runs: switched off, or paused. */
            deadline: string | null;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getActivityCheckInLink: {
    parameters: {
      query: {
        /**
         * @description Out of the link in a mail.
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
           *       "status": "armed",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': {
            /** @description The display name of the owner. */
            ownerName: string;
            status: components['schemas']['SwitchStatus'];
            /** @description When the present step ends, if there is no sign of life; null where no clock runs. */
            deadline: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['token_invalid'];
      410: components['responses']['token_expired.token_used'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postActivityCheckInLink: {
    parameters: {
      query?: {
        /**
         * @description Out of the link in a mail.
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
        'application/json': {
          /** @description Out of the link in a mail. */
          token?: string;
        };
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
           *       "message": "It is done.",
           *       "lastSeenAt": "2026-11-22T09:30:00.000Z",
           *       "deadline": "2027-02-20T09:30:00.000Z"
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /**
             * Format: date-time
             * @description The last sign of life.
             */
            lastSeenAt: string;
            /** @description When the owner is next waited for; null where no clock runs: switched off, or paused. */
            deadline: string | null;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      408: components['responses']['request_timeout'];
      410: components['responses']['token_expired.token_used'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getInactivitySettings: {
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
          'application/json': {
            settings: components['schemas']['Settings'];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putInactivitySettings: {
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
         *       "accessDays": 90
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postInactivityPause: {
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active.handover_completed'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postInactivityResume: {
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active.not_paused'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getInactivityTimeline: {
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
          'application/json': {
            status: components['schemas']['SwitchStatus'];
            /**
             * Format: date-time
             * @description The last sign of life.
             */
            lastSeenAt: string;
            /**
             * @description Outages of the service that were added to the deadline, in milliseconds.
             * @example 600000
             */
            creditedMs: number;
            /** @description The outages behind `creditedMs`, oldest first, at most the latest 100. */
            credits: components['schemas']['Credit'][];
            /**
             * @description Why the switch cannot go on although it should; empty when it can. `mail_unconfigured`: no mail server is named. `clock_skew`: clocks disagree. `mail_refused`: the mail server refuses the warning.
             * @example []
             */
            holds: components['schemas']['Hold'][];
            /** @description What silence from now on would bring, in order. */
            events: components['schemas']['TimelineEvent'][];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getHandoverStatus: {
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
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
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
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       }
           *     }
           */
          'application/json': {
            status: components['schemas']['SwitchStatus'];
            /** @description When the present step ends, if there is no sign of life; null where no clock runs. */
            deadline: string | null;
            /** @description The one under way, or that of a cycle which is completed; null where there is none. */
            handover: components['schemas']['Handover'] | null;
            /** @description The one that was called off last. */
            lastCancelled: components['schemas']['Handover'] | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postHandoverCancel: {
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
        'application/json': {
          /**
           * @description In your own words. Invited successors read it in the mail about it.
           * @example I was at sea without a signal.
           */
          reason?: string;
        };
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
           *       "message": "It is done.",
           *       "handover": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "status": "cancelled",
           *         "startedAt": "2026-11-22T09:30:00.000Z",
           *         "graceEndsAt": "2026-11-24T09:30:00.000Z",
           *         "releasedAt": null,
           *         "completedAt": null,
           *         "cancelledAt": "2026-11-23T18:00:00.000Z",
           *         "cancelReason": "owner_cancelled",
           *         "reason": "I was at sea without a signal.",
           *         "quorum": 1,
           *         "effectiveQuorum": 1,
           *         "undeliverable": false,
           *         "responses": []
           *       }
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            handover: components['schemas']['Handover'];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['no_active_handover'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postHandoverRehearsal: {
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
        'application/json': {
          /**
           * Format: uuid
           * @description One of the successors.
           */
          successorId: string;
          /** @description A harmless entry, encrypted as a real one. */
          entry: {
            /**
             * Format: uuid
             * @description What the client bound the ciphertext to; made up where it is left out.
             */
            id?: string;
            /**
             * @description The ciphertext, kept byte for byte. Base64, with padding, of 1 to 16384 bytes.
             * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
             */
            encryptedData: string;
            /**
             * @description The initialisation vector of AES-GCM. Base64, with padding, of 12 bytes.
             * @example INxrzvfijxIwKvW1
             */
            iv: string;
            /**
             * @description What the client derived the key of this entry with. Base64, with padding, of 16 to 64 bytes.
             * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
             */
            salt: string;
            /**
             * @description How it was encrypted.
             * @constant
             */
            algorithm: 'AES-GCM';
            /**
             * @description The key of an entry, sealed to the successor. Opaque to the server. Base64, with padding, of 1 to 2048 bytes.
             * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
             */
            envelope?: string;
          };
          /**
           * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 8192 bytes.
           * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
           */
          encryptedShare?: string;
        };
      };
    };
    responses: {
      /** @description Made. */
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
           *       "message": "It is done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "mailProblem": null,
           *         "rehearsal": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active.successor_not_verified.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postHandoverRespond: {
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
         *       ]
         *     }
         */
        'application/json': {
          /** @description Out of the link in a mail. */
          token: string;
          /**
           * @description What the successor answers.
           * @enum {string}
           */
          response: 'accept' | 'decline' | 'owner_alive';
          /**
           * @description For the owner, should they return; for the other successors with `shareMessage`.
           * @example I will take care of it.
           */
          message?: string;
          /** @description Whether successors to whom the vault is open may read the message too. */
          shareMessage?: boolean;
          /** @description A share that its holder opened and sealed again to another holder. */
          reshares?: {
            /**
             * Format: uuid
             * @description One of the successors.
             */
            successorId: string;
            /**
             * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 8192 bytes.
             * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
             */
            encryptedShare: string;
          }[];
        };
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
           *       "message": "Thank you. You have accepted; we write to you as soon as the vault is open.",
           *       "status": "awaiting_successors"
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            status: components['schemas']['SwitchStatus'];
            /** @description Where the vault is open: for `GET /vault/successor-access`. The link also goes out by mail. */
            accessToken?: string;
            /**
             * Format: date-time
             * @description When that access ends.
             */
            accessExpiresAt?: string;
            /** @description With an acceptance: one's own sealed share, and to whom to seal it again. */
            encryptedShare?: string | null;
            /** @description To whom to seal one’s opened share again, for `reshares`. */
            holders?: {
              /**
               * Format: uuid
               * @description One of the successors.
               */
              successorId: string;
              /** @description An X25519 key for HPKE (RFC 9180). */
              publicKey: string;
              /** @description Lowercase hex SHA-256 of the raw public key; to be compared out of band. */
              keyFingerprint: string;
            }[];
            /** @description True in a rehearsal: nothing has happened to the owner. Left out where it is real. */
            rehearsal?: boolean;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      408: components['responses']['request_timeout'];
      409: components['responses']['owner_alive_limit.response_final.successor_opted_out'];
      410: components['responses']['token_expired'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getVaultSuccessorAccess: {
    parameters: {
      query: {
        /**
         * @description Out of the link in a mail.
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
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ=="
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
          'application/json': {
            /** @description The display name of the owner. */
            ownerName: string;
            /** @description With the public half of their recovery kit: the code opens nothing without its salt. */
            successor: {
              /**
               * Format: uuid
               * @description Its identifier.
               */
              id: string;
              /** @description A display name: one line. */
              name: string;
              /** @description An X25519 key for HPKE (RFC 9180). */
              publicKey: string | null;
              /** @description The public half of the recovery kit. */
              publicKeySalt: string | null;
            };
            /** @description How many successors have to accept before anything is released. */
            quorum: number;
            /** @description How many successors have accepted. */
            accepted: number;
            /**
             * Format: date-time
             * @description When access ends.
             */
            expiresAt: string;
            /** @description How many shares open the vault; null where nothing is shared. */
            threshold: number | null;
            /** @description A share, sealed to its holder. Opaque to the server. */
            encryptedShare: string | null;
            /** @description A share that its holder opened and sealed again to another holder. */
            reshares: {
              /**
               * Format: uuid
               * @description Whose share it was.
               */
              fromSuccessorId: string;
              /** @description A share, sealed to its holder. Opaque to the server. */
              encryptedShare: string;
            }[];
            /**
             * @description What other successors wrote with their answers, where they let it be read.
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
              /** @description What they wrote with their answer. */
              message: string;
            }[];
            /** @description What was left to them, oldest first. */
            entries: components['schemas']['ReadableEntry'][];
            /** @description True in a rehearsal: nothing has happened to the owner. Left out where it is real. */
            rehearsal?: boolean;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['token_invalid'];
      403: components['responses']['access_not_released'];
      409: components['responses']['successor_opted_out'];
      410: components['responses']['token_expired'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postHandoverRenewAccess: {
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
        'application/json': {
          /** @description Out of the link in a mail. */
          token: string;
        };
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
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
           *           "lastReachedAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      400: components['responses']['validation_failed.unlimited'];
      500: components['responses']['internal.unlimited'];
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
           *           "lastReachedAt": "2026-11-22T09:30:00.000Z"
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
  getSessions: {
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
          'application/json': {
            /** @description The live sessions of the account. */
            sessions: components['schemas']['Session'][];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  deleteSessionsBySessionId: {
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postSessionsInvalidateOthers: {
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
           *       "message": "It is done.",
           *       "invalidatedCount": 2
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description How many sessions ended. */
            invalidatedCount: number;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getSuccessorsVerify: {
    parameters: {
      query: {
        /**
         * @description Out of the link in a mail.
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
           *       "message": "It is done.",
           *       "alreadyVerified": false,
           *       "ownerName": "Ada",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0="
           *       }
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description Whether they had confirmed before. */
            alreadyVerified: boolean;
            /** @description The display name of the owner. */
            ownerName: string;
            /** @description The successor whose link it is. */
            successor: {
              /**
               * Format: uuid
               * @description Its identifier.
               */
              id: string;
              /** @description A display name: one line. */
              name: string;
              /** @description An X25519 key for HPKE (RFC 9180). */
              publicKey: string | null;
            };
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['token_invalid'];
      409: components['responses']['successor_opted_out'];
      410: components['responses']['token_expired'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putSuccessorsPublicKey: {
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
         *       "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
         *       "salt": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *     }
         */
        'application/json': {
          /** @description Out of the link in a mail. */
          token: string;
          /**
           * @description An X25519 key for HPKE (RFC 9180). Base64, with padding, of 32 bytes.
           * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=
           */
          publicKey: string;
          /**
           * @description The public half of the recovery kit. Base64, with padding, of 16 to 64 bytes.
           * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
           */
          salt: string;
        };
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
           *       "message": "It is done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "name": "Ada",
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
           *       }
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description The successor whose link it is. */
            successor: {
              /**
               * Format: uuid
               * @description Its identifier.
               */
              id: string;
              /** @description A display name: one line. */
              name: string;
              /**
               * @description An X25519 key for HPKE (RFC 9180). Base64, with padding, of 32 bytes.
               * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=
               */
              publicKey: string;
              /** @description Lowercase hex SHA-256 of the raw public key; to be compared out of band. */
              keyFingerprint: string;
            };
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      403: components['responses']['email_not_verified'];
      408: components['responses']['request_timeout'];
      409: components['responses']['key_pinned.successor_opted_out'];
      410: components['responses']['token_expired'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putSuccessorsShares: {
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
        'application/json': {
          /** @description How many of the shares open the vault. */
          threshold: number;
          /** @description One for each of the successors. */
          shares: {
            /**
             * Format: uuid
             * @description Its identifier.
             */
            id: string;
            /**
             * @description A share, sealed to its holder. Opaque to the server. Base64, with padding, of 1 to 8192 bytes.
             * @example INxrzvfijxIwKvW1bBHeSfpjLegROdZm
             */
            encryptedShare: string;
          }[];
        };
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
           *       "message": "It is done.",
           *       "threshold": 1,
           *       "successors": [
           *         {
           *           "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *           "email": "ada@example.com",
           *           "name": "Ada",
           *           "verified": true,
           *           "verifiedAt": "2026-11-22T09:30:00.000Z",
           *           "optedOut": false,
           *           "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *           "handoverDelayDays": 0,
           *           "restrictToAssignedEntries": true,
           *           "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *           "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "encryptedShare": "c2VhbGVkIHNoYXJl",
           *           "sharesStale": false,
           *           "mailProblem": null,
           *           "rehearsal": null,
           *           "createdAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description How many shares open the vault. */
            threshold: number;
            /** @description All of the owner’s successors. */
            successors: components['schemas']['Successor'][];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postSuccessorsOptOut: {
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
        'application/json': {
          /** @description Out of the link in a mail. */
          token: string;
          /**
           * @description Who may not name them as a successor again: the owner whose mail this was, or nobody may. What others have named them for already stays until they opt out of that too.
           * @default owner
           * @enum {string}
           */
          scope?: 'owner' | 'everybody';
        };
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
           *       "message": "It is done.",
           *       "alreadyOptedOut": false
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description Whether they had opted out before. */
            alreadyOptedOut: boolean;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['token_invalid'];
      408: components['responses']['request_timeout'];
      410: components['responses']['token_expired'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getSuccessors: {
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
           *           "verified": true,
           *           "verifiedAt": "2026-11-22T09:30:00.000Z",
           *           "optedOut": false,
           *           "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *           "handoverDelayDays": 0,
           *           "restrictToAssignedEntries": true,
           *           "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *           "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *           "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *           "encryptedShare": "c2VhbGVkIHNoYXJl",
           *           "sharesStale": false,
           *           "mailProblem": null,
           *           "rehearsal": null,
           *           "createdAt": "2026-11-22T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': {
            /** @description All of the owner’s successors. */
            successors: components['schemas']['Successor'][];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postSuccessors: {
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
         *       "handoverDelayDays": 0,
         *       "restrictToAssignedEntries": true
         *     }
         */
        'application/json': components['schemas']['NewSuccessor'];
      };
    };
    responses: {
      /** @description Made. */
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
           *       "message": "It is done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "mailProblem": null,
           *         "rehearsal": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed.plan_limit'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_exists.handover_active.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getSuccessorsById: {
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
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "mailProblem": null,
           *         "rehearsal": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorAnswer'];
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putSuccessorsById: {
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
         *       "name": "Ada",
         *       "handoverDelayDays": 0,
         *       "restrictToAssignedEntries": true
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
           *       "message": "It is done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "mailProblem": null,
           *         "rehearsal": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_exists.handover_active.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  deleteSuccessorsById: {
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postSuccessorsByIdResendVerification: {
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_verified.handover_active.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postSuccessorsByIdVerify: {
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
        'application/json': {
          /** @description Lowercase hex SHA-256 of the raw public key; to be compared out of band. */
          keyFingerprint: string;
        };
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
           *       "message": "It is done.",
           *       "successor": {
           *         "id": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
           *         "email": "ada@example.com",
           *         "name": "Ada",
           *         "verified": true,
           *         "verifiedAt": "2026-11-22T09:30:00.000Z",
           *         "optedOut": false,
           *         "keyPinnedAt": "2026-11-22T09:30:00.000Z",
           *         "handoverDelayDays": 0,
           *         "restrictToAssignedEntries": true,
           *         "publicKey": "INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=",
           *         "publicKeySalt": "INxrzvfijxIwKvW1bBHeSQ==",
           *         "keyFingerprint": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
           *         "encryptedShare": "c2VhbGVkIHNoYXJl",
           *         "sharesStale": false,
           *         "mailProblem": null,
           *         "rehearsal": null,
           *         "createdAt": "2026-11-22T09:30:00.000Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SuccessorWritten'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['fingerprint_mismatch.handover_active.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getSuccessorsByIdAssignedEntries: {
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
          'application/json': {
            /**
             * Format: uuid
             * @description One of the successors.
             */
            successorId: string;
            /** @description The entries that are assigned. */
            entryIds: string[];
            /** @description The same entries in the same order, and what there is of their envelopes. */
            entries: {
              /**
               * Format: uuid
               * @description One of the entries.
               */
              entryId: string;
              /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
              hasEnvelope: boolean;
              /** @description Whether the entry has another `salt` now than when its envelope was written. Such an envelope opens nothing: write a new one. An edit that keeps the salt leaves the envelope good. False where there is no envelope. */
              envelopeStale: boolean;
            }[];
            /** @description Whether they receive the entries assigned to them only, or all. */
            restrictToAssignedEntries: boolean;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putSuccessorsByIdAssignedEntries: {
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
         *       "envelopes": [
         *         {
         *           "entryId": "018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52",
         *           "envelope": "INxrzvfijxIwKvW1bBHeSfpjLegROdZm"
         *         }
         *       ]
         *     }
         */
        'application/json': {
          /** @description The entries that are assigned from now on. */
          entryIds: string[];
          /** @description Whether they receive the entries assigned to them only, or all. */
          restrictToAssignedEntries: boolean;
          /**
           * @description The entries' keys, sealed to the successor; opaque to us. Envelopes that are there stay unless given anew.
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
          /** @description Read and ignored: `entryIds` says what is assigned, and `envelopes` brings envelopes. */
          readonly entries?: {
            /**
             * Format: uuid
             * @description One of the entries.
             */
            entryId: string;
            /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
            hasEnvelope: boolean;
            /** @description Whether the entry has another `salt` now than when its envelope was written. Such an envelope opens nothing: write a new one. An edit that keeps the salt leaves the envelope good. False where there is no envelope. */
            envelopeStale: boolean;
          }[];
          /** @description As the answer to a GET has it: read and ignored. */
          readonly successorId?: unknown;
        };
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
           *       "message": "It is done.",
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
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /**
             * Format: uuid
             * @description One of the successors.
             */
            successorId: string;
            /** @description The entries that are assigned. */
            entryIds: string[];
            /** @description The same entries in the same order, and what there is of their envelopes. */
            entries: {
              /**
               * Format: uuid
               * @description One of the entries.
               */
              entryId: string;
              /** @description Whether the entry's key is stored, sealed to the successor. Without it they cannot open the entry. */
              hasEnvelope: boolean;
              /** @description Whether the entry has another `salt` now than when its envelope was written. Such an envelope opens nothing: write a new one. An edit that keeps the salt leaves the envelope good. False where there is no envelope. */
              envelopeStale: boolean;
            }[];
            /** @description Whether they receive the entries assigned to them only, or all. */
            restrictToAssignedEntries: boolean;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['handover_active.successor_opted_out'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getVaultEntries: {
    parameters: {
      query?: {
        /**
         * @description Most items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description `nextCursor` of the page before. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description A label of the owner’s own. Not encrypted. Neither U+0000 nor unpaired surrogates.
         * @example Letters
         */
        category?: string;
        /**
         * @description Only entries with this tag. Neither U+0000 nor unpaired surrogates.
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
          'application/json': {
            /** @description The entries of this page. */
            entries: components['schemas']['Entry'][];
            /** @description For the next page; null on the last one. */
            nextCursor: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postVaultEntries: {
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
           *       "message": "It is done.",
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
      /** @description Made. */
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.plan_limit'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_exists'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getVaultEntriesById: {
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
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  putVaultEntriesById: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description The `ETag` of the version that the change was made on; a stale one is answered `version_conflict`.
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.plan_limit'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['version_conflict'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  deleteVaultEntriesById: {
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postVaultImport: {
    parameters: {
      query?: {
        /**
         * @description Of an import as newline-delimited JSON; in a JSON document it stands in the body.
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
         *       "exportedAt": "2026-11-22T09:30:00.000Z",
         *       "entryCount": 1
         *     }
         */
        'application/json': components['schemas']['Import'];
        /**
         * @example {"version":1,"exportedAt":"2026-11-22T09:30:00.000Z","entryCount":1}
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
           *       "message": "It is done.",
           *       "created": 2,
           *       "updated": 1,
           *       "total": 3
           *     }
           */
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            /** @description How many entries came. */
            created: number;
            /** @description How many entries changed. */
            updated: number;
            /** @description Entries in the vault afterwards. */
            total: number;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.plan_limit'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getVaultExport: {
    parameters: {
      query?: {
        /**
         * @description `ndjson`: newline-delimited JSON, for vaults of any size. Goes before `Accept`.
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
           *       "version": 1,
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
           * @example {"version":1,"exportedAt":"2026-11-22T09:30:00.000Z","entryCount":1}
           *     {"id":"018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52","encryptedData":"Zs7dUq1hVb4yXe0oLr9nTw==","iv":"gkX3Jt0Uo1bZq5rC","salt":"INxrzvfijxIwKvW1bBHeSQ==","algorithm":"AES-GCM","category":"Letters","tags":["family"]}
           */
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getVaultTrash: {
    parameters: {
      query?: {
        /**
         * @description Most items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description `nextCursor` of the page before. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Only what is there for this reason.
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
          'application/json': {
            /** @description What lies in the trash, the latest first. */
            entries: components['schemas']['TrashedEntry'][];
            /** @description For the next page; null on the last one. */
            nextCursor: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postVaultEntriesByIdRestore: {
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
        'application/json': {
          /**
           * Format: uuid
           * @description One row of the trash alone, where an entry has several.
           */
          trashId?: string;
        };
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
           *       "message": "It is done.",
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
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed.plan_limit'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_exists'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  deleteVaultTrashById: {
    parameters: {
      query?: {
        /**
         * @description One row of the trash alone, where an entry has several.
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
           *       "message": "It is done."
           *     }
           */
          'application/json': components['schemas']['Message'];
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['confirmation_required.origin_not_allowed.recently_reset'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAdminDashboard: {
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
           *               "code": "550"
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
           *               "code": "550"
           *             }
           *           ]
           *         },
           *         "outbox": {
           *           "size": 1,
           *           "lagSeconds": 1
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
           *           }
           *         },
           *         "holds": [
           *           "mail_unconfigured"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            /** @description What an operator wants to see at a glance. */
            stats: components['schemas']['Statistics'];
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAdminUsers: {
    parameters: {
      query?: {
        /**
         * @description Most items on a page.
         * @example 50
         */
        limit?: number;
        /**
         * @description `nextCursor` of the page before. Opaque.
         * @example WyIxMDIwMzQiXQ
         */
        cursor?: string;
        /**
         * @description Part of an address or a name, whatever its case.
         * @example ada
         */
        search?: string;
        /**
         * @description Only accounts of which this is true.
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
          'application/json': {
            /** @description The accounts of this page. */
            users: components['schemas']['AdminUser'][];
            /** @description For the next page; null on the last one. */
            nextCursor: string | null;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['forbidden'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getAdminUsersByUserIdLockoutStatus: {
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
          'application/json': {
            /**
             * Format: uuid
             * @description An account.
             */
            userId: string;
            /** @description Compared and kept trimmed, in NFC and lower case. */
            email: string;
            /** @description Whether log-in is locked now. */
            isLocked: boolean;
            /** @description When the lockout ends by itself. */
            lockedUntil: string | null;
            /** @description Failed log-ins that count towards a lockout. */
            failedAttempts: number;
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['forbidden'];
      404: components['responses']['not_found'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postAdminUsersByUserIdUnlock: {
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
           *       "message": "It is done.",
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
          'application/json': {
            /** @description A sentence for people. */
            message: string;
            user: components['schemas']['AdminUser'];
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['forbidden.origin_not_allowed'];
      404: components['responses']['not_found'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
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
      400: components['responses']['validation_failed.unlimited'];
      500: components['responses']['internal.unlimited'];
      503: components['responses']['dependency_unavailable.unlimited'];
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
           *         "successors": 5
           *       },
           *       "usage": {
           *         "entries": 120,
           *         "successors": 2
           *       }
           *     }
           */
          'application/json': {
            /** @description Whether paid plans are offered here. */
            enabled: boolean;
            plan: components['schemas']['Plan'];
            /** @description How the subscription stands, in the payment provider's word, such as `active` or `past_due`; null without one. */
            status: string | null;
            /** @description Until when the subscription is paid; null without one. */
            currentPeriodEnd: string | null;
            /** @description Whether it then ends, as somebody cancelled it. */
            cancelAtPeriodEnd: boolean;
            /** @description How much the plan allows. */
            limits: {
              /** @description Entries in the vault. */
              entries: number;
              /** @description Successors, whether they have proven their mailbox or not. */
              successors: number;
            };
            /** @description How much of it is used. */
            usage: {
              /** @description Entries in the vault. */
              entries: number;
              /** @description Successors, whether they have proven their mailbox or not. */
              successors: number;
            };
          };
        };
      };
      400: components['responses']['validation_failed'];
      401: components['responses']['unauthenticated'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  postBillingCheckout: {
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
        'application/json': {
          /**
           * @description The plan to buy.
           * @enum {string}
           */
          plan: 'pro' | 'family';
        };
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
          'application/json': {
            /**
             * Format: uri
             * @description Where to send the person.
             */
            url: string;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['already_subscribed'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['billing_disabled.dependency_unavailable'];
    };
  };
  postBillingPortal: {
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
          'application/json': {
            /**
             * Format: uri
             * @description Where to send the person.
             */
            url: string;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed'];
      401: components['responses']['unauthenticated'];
      403: components['responses']['origin_not_allowed'];
      408: components['responses']['request_timeout'];
      409: components['responses']['no_subscription'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['billing_disabled.dependency_unavailable'];
    };
  };
  postBillingWebhook: {
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
        'application/json': Record<string, never>;
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
          'application/json': {
            /**
             * @description The event is taken; it is not sent again.
             * @constant
             */
            received: true;
          };
        };
      };
      400: components['responses']['malformed_json.validation_failed.webhook_signature_invalid'];
      408: components['responses']['request_timeout'];
      413: components['responses']['payload_too_large'];
      415: components['responses']['unsupported_media_type'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['billing_disabled.dependency_unavailable'];
    };
  };
  getOpenapiJson: {
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
          'application/json': {
            /**
             * @description The version of OpenAPI.
             * @example 3.1.1
             */
            openapi: string;
            /** @description What it describes. */
            info: {
              /**
               * @description What it describes.
               * @example Vault Handover API
               */
              title: string;
              /**
               * @description Of the service.
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
        };
      };
      400: components['responses']['validation_failed'];
      429: components['responses']['rate_limited'];
      500: components['responses']['internal'];
      503: components['responses']['dependency_unavailable'];
    };
  };
  getWs: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description `websocket`.
         * @example websocket
         */
        Upgrade: string;
        /**
         * @description Of an allowed page; needed with the cookie.
         * @example https://vault.example.com
         */
        Origin?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connection is a WebSocket now. */
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
      /** @description `rate_limited`: Too many requests, or too many open pages. */
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
