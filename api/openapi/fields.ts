/**
 * Descriptions and examples of the fields of bodies and queries, by name. A schema's own `.describe()` or example takes
 * precedence.
 */

interface Field {
  description?: string;
  example?: unknown;
}

const ID = '018f6f5e-6f0a-7a39-9c6c-0e6c4a1f3b52';
const OTHER_ID = '018f6f5e-7b1c-7d2e-8f3a-5b6c7d8e9f01';
const TOKEN = 'q3fX0m0bqk0n5cQmX1u8o2r7d4w9y6z1a3s5h7j9k2E';
const LATER = '2027-02-20T09:30:00.000Z';

/** Not a real key, but of the right length. */
const exampleKey = (bytes: number): string => Buffer.alloc(bytes, 'example ').toString('base64');

export const FIELDS: Record<string, Field> = {
  // Who
  email: {
    description: 'Compared and stored trimmed, in NFC and lower case.',
    example: 'ada@example.com',
  },
  secondEmail: { example: 'ada@home.example' },
  name: { description: 'A display name: one line.', example: 'Ada' },
  ownerName: { description: 'The display name of the owner.', example: 'Ada' },
  message: { description: 'A sentence for people.', example: 'Done.' },
  isAdmin: {
    description: 'Whether the address is verified and on the list of administrators.',
    example: false,
  },
  lastSeenAt: { description: 'The last sign of life.' },

  // Credentials
  password: {
    description:
      'The authentication key that the client derived from the password, never the password itself. The ' +
      'server treats it as an opaque string.',
    example: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=',
  },
  currentPassword: {
    description: 'The authentication key of the current password.',
    example: 'mJxkYw3pS0O2Wc1uFqZl6cJr2vQx8bHn5tKd9eRfGgA=',
  },
  newPassword: {
    description: 'The authentication key of the new password.',
    example: 'Zs7dUq1hVb4yXe0oLr9nTw2kAj5mCg8pFi3xRv6sQuE=',
  },
  twoFactorEnabled: { example: false },
  twoFactorCode: { description: 'The six digits shown by the authenticator app.' },
  recoveryCode: {
    description:
      'One of the codes shown when two-factor authentication was turned on or the codes were renewed. ' +
      'Works once.',
  },
  recoveryCodes: {
    description: 'Shown only once. Each works once, in place of a code from the app.',
    example: ['K7QF-2M6X-TR4D-WH3B', 'W3HB-7N5C-PY6J-QZ2M'],
  },
  otpauthUrl: {
    description: 'The content of the QR code.',
    example: 'otpauth://totp/Vault:ada%40example.com?secret=JBSWY3DPEHPK3PXP',
  },
  qrCodeDataUrl: { example: 'data:image/png;base64,iVBORw0KGgo=' },
  secret: { example: 'JBSWY3DPEHPK3PXP' },

  // Sessions
  confirmedUntil: { example: '2026-11-22T09:45:00.000Z' },
  ipAddress: { example: '203.0.113.7' },
  userAgent: { example: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  device: { example: 'Firefox on Linux' },
  invalidatedCount: { description: 'The number of sessions that ended.', example: 2 },
  expiresAt: { example: LATER },

  // Vault
  encryptedData: { description: 'The ciphertext, kept byte for byte.', example: 'c2VhbGVkIGxldHRlcg==' },
  salt: { description: "The client's key derivation salt.", example: 'INxrzvfijxIwKvW1bBHeSQ==' },
  category: { description: 'A label chosen by the owner. Not encrypted.', example: 'Letters' },
  tags: { description: 'Labels chosen by the owner. Not encrypted.', example: ['family'] },
  tag: { description: 'Only entries with this tag.', example: 'family' },
  mode: { description: '`replace` also deletes entries that are not in the import.' },
  total: { description: 'The number of entries in the vault afterwards.', example: 3 },

  // Lists
  limit: { description: 'The largest number of items on a page.' },
  cursor: { description: 'The `nextCursor` of the previous page. Opaque.', example: 'WyIxMDIwMzQiXQ' },
  nextCursor: {
    description: 'The cursor of the next page; null on the last one.',
    example: 'WyIxMDIwMzQiXQ',
  },

  // Switch
  thresholdDays: { description: 'Days of silence until the final notice.', example: 90 },
  reminderPercents: {
    description:
      'When reminders go out, in percent of the threshold, ascending. The last one leaves at least a day ' +
      'to answer it. If its percentage leaves less, all of them go out earlier, in proportion. The ' +
      'timeline shows when.',
    example: [75, 85, 95],
  },
  quorum: { description: 'How many successors must accept before anything is released.' },
  checkInByLink: {
    description:
      'Whether the links in our emails check the owner in. If not, they lead to the log-in, and links that were ' +
      'sent before are refused with `log_in_required`.',
    example: true,
  },
  accessDays: { description: 'How many days a successor may read, from their acceptance.', example: 90 },
  isPaused: { example: false },
  deadline: {
    description: 'When the current step ends without a sign of life; null while no clock is running.',
    example: LATER,
  },
  creditedMs: {
    description: 'Outages of the service that were added to the deadline, in milliseconds.',
    example: 0,
  },

  // Successors
  fromSuccessorId: { example: OTHER_ID },
  optedOut: { description: 'Whether they asked not to be a successor.', example: false },
  keyPinnedAt: { description: 'When the owner confirmed their key.' },
  handoverDelayDays: { description: 'How many days later than the others they are invited.', example: 0 },
  restrictToAssignedEntries: {
    description: 'Whether they receive only the entries assigned to them, or all.',
  },
  publicKey: {
    description: 'An X-Wing key for HPKE (RFC 9180): ML-KEM-768 (1,184 bytes), then X25519 (32).',
    example: exampleKey(1_216),
  },
  publicKeySalt: { description: 'The public half of the recovery kit.', example: 'INxrzvfijxIwKvW1bBHeSQ==' },
  keyFingerprint: {
    description:
      'The SHA-256 of the raw public key in lowercase hex. Owner and successor compare the key in six words.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  ownerKey: {
    description:
      "The owner's public signing keys: Ed25519 (RFC 8032, 32 bytes), then ML-DSA-65 (FIPS 204, 1,952). " +
      'Everything sealed to this successor is signed with both, and their recovery kit carries the fingerprint.',
    example: exampleKey(1_984),
  },
  encryptedShare: {
    description: 'A share, sealed to its holder. Opaque to the server.',
    example: 'c2VhbGVkIHNoYXJl',
  },
  sharesStale: { example: false },
  envelope: {
    description: 'The key of an entry, sealed to the successor. Opaque to the server.',
    example: 'c2VhbGVkIGtleQ==',
  },
  threshold: { description: 'How many shares open the vault.' },
  alreadyVerified: { example: false },
  alreadyOptedOut: { example: false },

  // Handover
  accepted: { description: 'The number of successors who have accepted.' },
  releasedAt: { example: null },
  completedAt: { example: null },
  holders: { description: 'The holders to seal the opened share for, to send as `reshares`.' },
  reshares: { description: 'A share that its holder opened and sealed again for another holder.' },

  // Administration
  search: { description: 'Part of an address or a name, in upper or lower case.', example: 'ada' },
  filter: { description: 'Only accounts that match.' },
  isLocked: { example: false },
  lockedUntil: { description: 'When the lockout ends automatically.', example: null },
  failedAttempts: { description: 'Failed log-ins that count towards a lockout.', example: 0 },

  // Monitoring
  latencyMs: { description: 'How long the check took, in milliseconds.', example: 2 },
  backlog: { example: 0 },

  // Billing
  url: { example: 'https://pay.example.com/session/1' },

  // In many places
  token: { example: TOKEN },
  refreshToken: { description: 'Valid for one refresh.', example: TOKEN },
  id: { description: 'Its identifier.', example: ID },
  createdAt: { description: 'When it was created.' },
  updatedAt: { description: 'When it was last changed.' },
  emailVerified: { description: 'Whether the address is verified.' },
  userId: { description: 'An account.' },
  sessionId: { description: 'A session of the account.' },
  successorId: { description: 'One of the successors.', example: OTHER_ID },
  algorithm: { description: 'How it was encrypted.', example: 'AES-GCM' },
  entryId: { description: 'One of the entries.' },
  entryCount: { description: 'The number of entries.' },
  exportedAt: { description: 'When it was exported.' },
  created: { description: 'The number of entries created.', example: 2 },
  updated: { description: 'The number of entries changed.' },
  version: { description: 'Counts the changes of the entry, from 1.' },
  iv: { description: 'The AES-GCM initialisation vector.' },
  successor: { description: 'The successor this link belongs to.' },
  pausedUntil: { description: 'When the clock restarts automatically.', example: LATER },
};
