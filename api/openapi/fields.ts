/**
 * What the fields of bodies and queries mean, by name: one word means one thing everywhere. A schema that says it
 * itself, by `.describe()` or an example, is believed before this table.
 */

interface Field {
  description?: string;
  example?: unknown;
}

const ID = '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52';
const OTHER_ID = '018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01';
const TOKEN = 'q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E';
const NOW = '2026-11-22T09:30:00.000Z';
const LATER = '2027-02-20T09:30:00.000Z';

export const FIELDS: Record<string, Field> = {
  // Who
  email: {
    description: 'Compared and kept trimmed, in NFC and lower case.',
    example: 'ada@example.com',
  },
  name: { description: 'A display name: one line.', example: 'Ada' },
  ownerName: { description: 'The display name of the owner.', example: 'Ada' },
  message: { description: 'A sentence for people.', example: 'It is done.' },
  isAdmin: {
    description: 'Whether the address is on the allowlist of administrators, and verified.',
    example: false,
  },
  plan: { description: 'What the account may hold: `free`, `pro` or `family`.', example: 'free' },
  at: { example: NOW },
  lastSeenAt: { description: 'The last sign of life.', example: NOW },

  // Credentials
  password: {
    description:
      'The authentication key that the client derived from the password, never the password itself. To the server ' +
      'a string like any other.',
    example: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=',
  },
  currentPassword: {
    description: 'The authentication key of the present password.',
    example: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=',
  },
  newPassword: {
    description: 'The authentication key of the new password.',
    example: 'Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuE=',
  },
  expiresIn: { description: 'Seconds until the access token expires.', example: 3600 },
  twoFactorEnabled: { example: false },
  twoFactorCode: { description: 'Six digits, as the authenticator app shows them.', example: '492039' },
  recoveryCode: {
    description:
      'One of those that were shown when two-factor authentication was enabled, or when they were renewed. Works once.',
    example: 'K7QF-2M6X-TR4D-WH3B',
  },
  recoveryCodes: {
    description: 'Shown this once. Each works once, in place of a code of the app.',
    example: ['K7QF-2M6X-TR4D-WH3B', 'W3HB-7N5C-PY6J-QZ2M'],
  },
  otpauthUrl: {
    description: 'What the QR code holds.',
    example: 'otpauth://totp/Vault:ada%40example.com?secret=JBSWY3DPEHPK3PXP',
  },
  qrCodeDataUrl: { description: 'A PNG as a `data:` URL.', example: 'data:image/png;base64,iVBORw0KGgo=' },
  secret: { description: 'Base32, for apps that cannot scan.', example: 'JBSWY3DPEHPK3PXP' },

  // Sessions
  confirmedUntil: {
    description: 'Until when this session counts as confirmed.',
    example: '2026-11-22T09:45:00.000Z',
  },
  isCurrent: { description: 'Whether it is the session that asks.', example: true },
  ipAddress: { example: '203.0.113.7' },
  userAgent: { example: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  device: { example: 'Firefox on Linux' },
  browser: { example: 'Firefox' },
  os: { example: 'Linux' },
  invalidatedCount: { description: 'How many sessions ended.', example: 2 },
  expiresAt: { example: LATER },

  // Vault
  encryptedData: { description: 'The ciphertext, kept byte for byte.', example: 'c2VhbGVkIGxldHRlcg==' },
  salt: { description: "The client's key derivation salt.", example: 'INxrzvfijxIwKvW1bBHeSQ==' },
  category: { description: 'A label of the owner’s own. Not encrypted.', example: 'Letters' },
  tags: { description: 'Labels of the owner’s own. Not encrypted.', example: ['family'] },
  tag: { description: 'Only entries with this tag.', example: 'family' },
  mode: { description: '`replace` also deletes entries that the import lacks.' },
  total: { description: 'Entries in the vault afterwards.', example: 3 },

  // Lists
  limit: { description: 'Most items on a page.', example: 50 },
  cursor: { description: '`nextCursor` of the page before. Opaque.', example: 'WyIxMDIwMzQiXQ' },
  nextCursor: { description: 'For the next page; null on the last one.', example: 'WyIxMDIwMzQiXQ' },

  // Switch
  thresholdDays: { description: 'Days of silence until the final notice.', example: 90 },
  reminderPercents: {
    description:
      'When reminders go out, in percent of the threshold; ascending. The last one leaves at least a day to answer it: ' +
      'where its percentage would not, all of them go out earlier, in proportion. The timeline shows when.',
    example: [75, 85, 95],
  },
  quorum: { description: 'How many successors have to accept before anything is released.', example: 1 },
  effectiveQuorum: {
    description:
      'How many have to accept now: the quorum, of the handover under way or else of the settings, but no more than ' +
      'there are verified successors.',
    example: 1,
  },
  accessDays: { description: 'How long a successor may read, counted from their acceptance.', example: 90 },
  isPaused: { example: false },
  deadline: {
    description: 'When the present step ends, if there is no sign of life; null where no clock runs.',
    example: LATER,
  },
  creditedMs: {
    description: 'Outages of the service that were added to the deadline, in milliseconds.',
    example: 0,
  },

  // Successors
  fromSuccessorId: { example: OTHER_ID },
  verified: { description: 'Whether they proved their mailbox. Only this arms the switch.', example: true },
  verifiedAt: { example: NOW },
  optedOut: { description: 'Whether they asked not to be a successor.', example: false },
  keyPinnedAt: { description: 'When the owner confirmed their key.', example: NOW },
  handoverDelayDays: { description: 'How many days later than others they are invited.', example: 0 },
  restrictToAssignedEntries: {
    description: 'Whether they receive the entries assigned to them only, or all.',
    example: true,
  },
  publicKey: {
    description: 'An X25519 key for HPKE (RFC 9180).',
    example: 'INxrzvfijxIwKvW1bBHeSfpjLegROdZmaeDUhG2PHk0=',
  },
  publicKeySalt: { description: 'The public half of the recovery kit.', example: 'INxrzvfijxIwKvW1bBHeSQ==' },
  keyFingerprint: {
    description: 'Lowercase hex SHA-256 of the raw public key; to be compared out of band.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  encryptedShare: {
    description: 'A share, sealed to its holder. Opaque to the server.',
    example: 'c2VhbGVkIHNoYXJl',
  },
  sharesStale: {
    description: 'Whether something changed since the shares were made: make them anew.',
    example: false,
  },
  envelope: {
    description: 'The key of an entry, sealed to the successor. Opaque to the server.',
    example: 'c2VhbGVkIGtleQ==',
  },
  threshold: { description: 'How many shares open the vault.', example: 1 },
  alreadyVerified: { example: false },
  alreadyOptedOut: { example: false },

  // Handover
  accepted: { description: 'How many successors have accepted.', example: 1 },
  startedAt: { example: NOW },
  graceEndsAt: { example: LATER },
  releasedAt: { example: null },
  completedAt: { example: null },
  cancelledAt: { example: null },
  cancelReason: { example: null },
  accessExpiresAt: { example: LATER },
  holders: { description: 'To whom to seal one’s opened share again, for `reshares`.' },
  reshares: { description: 'A share that its holder opened and sealed again to another holder.' },

  // Log

  // Administration
  search: { description: 'Part of an address or a name, whatever its case.', example: 'ada' },
  filter: { description: 'Only accounts of which this is true.' },
  isLocked: { example: false },
  lockedUntil: { description: 'When the lockout ends by itself.', example: null },
  failedAttempts: { description: 'Failed log-ins that count towards a lockout.', example: 0 },

  // Monitoring
  latencyMs: { description: 'How long the answer took, in milliseconds.', example: 2 },
  backlog: { description: 'What waits to be done.', example: 0 },

  // Billing
  enabled: { description: 'Whether paid plans are offered here.', example: true },
  currentPeriodEnd: { example: LATER },
  cancelAtPeriodEnd: { example: false },
  url: { example: 'https://pay.example.com/session/1' },

  // In many places
  token: { example: TOKEN },
  accessToken: { example: 'eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiIwMThmNmY1ZSJ9.c2lnbmF0dXJl' },
  refreshToken: { description: 'Good for one refresh.', example: TOKEN },
  id: { description: 'Its identifier.', example: ID },
  createdAt: { description: 'When it was made.', example: NOW },
  updatedAt: { description: 'When it was last changed.', example: NOW },
  emailVerified: { description: 'Whether the address is proven.', example: true },
  userId: { description: 'An account.', example: ID },
  sessionId: { description: 'A session of the account.', example: ID },
  successorId: { description: 'One of the successors.', example: OTHER_ID },
  algorithm: { description: 'How it was encrypted.', example: 'AES-GCM' },
  entryId: { description: 'One of the entries.', example: ID },
  entryIds: { example: [ID] },
  entryCount: { description: 'How many entries there are.', example: 1 },
  exportedAt: { description: 'When it was exported.', example: NOW },
  created: { description: 'How many entries came.', example: 2 },
  updated: { description: 'How many entries changed.', example: 1 },
  version: { description: 'Counts the changes of the entry, from 1.', example: 1 },
  iv: { description: 'The initialisation vector of AES-GCM.', example: 'gkX3Jt0Uo1bZq5rC' },
  successor: { description: 'The successor whose link it is.' },
  pausedUntil: { description: 'When the clock starts again by itself.', example: LATER },
  lastUsedAt: { example: NOW },
};
