/** One valid body for every route that takes one, for tests that spoil it field by field. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { base64 } from './base64.ts';
import { randomKitKey } from './successor-links.ts';

const token = () => randomBytes(32).toString('base64url');
const entry = () => ({
  encryptedData: base64(48),
  iv: base64(12),
  salt: base64(16),
  algorithm: 'AES-GCM',
  category: 'letters',
  tags: ['last'],
});

const successor = () => ({
  email: `${randomUUID()}@example.test`,
  name: 'Sam',
  handoverDelayDays: 3,
  restrictToAssignedEntries: true,
  ownerKey: base64(1_984),
  language: 'de',
  timeZone: 'Europe/Berlin',
});

const credential = () => {
  const id = token();
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
};
const assertion = () => ({
  ...credential(),
  response: { clientDataJSON: token(), authenticatorData: token(), signature: token(), userHandle: token() },
});

export const BODIES: Record<string, () => Record<string, unknown>> = {
  'POST /auth/register': () => ({
    email: `${randomUUID()}@example.test`,
    name: 'Ada',
    password: base64(32),
    salt: base64(16),
    kdfVersion: 1,
    keyBundle: { wrapped: 'x' },
    language: 'de',
    timeZone: 'Europe/Berlin',
  }),
  'POST /auth/resend-verification': () => ({ email: 'ada@example.test' }),
  'POST /auth/kdf': () => ({ email: 'ada@example.test' }),
  'POST /auth/login': () => ({ email: 'ada@example.test', password: base64(32), session: 'bearer' }),
  'POST /auth/refresh': () => ({ refreshToken: token() }),
  'PUT /auth/profile': () => ({
    name: 'Ada',
    language: 'de',
    timeZone: 'Europe/Berlin',
    keyBundle: { wrapped: 'x' },
    keyBundleVersion: 1,
    email: `${randomUUID()}@example.test`,
    currentPassword: base64(32),
    newPassword: base64(32),
    salt: base64(16),
    kdfVersion: 1,
  }),
  'POST /auth/forgot-password': () => ({ email: 'ada@example.test' }),
  'POST /auth/reset-password': () => ({
    token: token(),
    password: base64(32),
    salt: base64(16),
    kdfVersion: 1,
    keyBundle: { wrapped: 'x' },
    email: 'ada@example.test',
  }),
  'PUT /auth/change-password': () => ({
    currentPassword: base64(32),
    newPassword: base64(32),
    salt: base64(16),
    kdfVersion: 1,
    keyBundle: { wrapped: 'x' },
    keyBundleVersion: 1,
    entries: [
      { id: randomUUID(), encryptedData: base64(48), iv: base64(12), salt: base64(16), algorithm: 'AES-GCM' },
    ],
  }),
  'POST /auth/2fa/setup': () => ({ password: base64(32) }),
  'POST /auth/2fa/enable': () => ({ token: '123456' }),
  'POST /auth/2fa/disable': () => ({ password: base64(32), token: '123456' }),
  'POST /auth/2fa/recovery-codes': () => ({ password: base64(32), token: '123456' }),
  'POST /auth/2fa/removal/request': () => ({ email: 'ada@example.test' }),
  'POST /auth/2fa/removal/keys': () => ({ token: token() }),
  'POST /auth/2fa/removal': () => ({ token: token(), signature: base64(64) }),
  'POST /auth/keys': () => ({ password: base64(32) }),
  'POST /auth/confirm': () => ({ password: base64(32), token: '123456' }),
  'POST /auth/login/passkey': () => ({ credential: assertion() }),
  'POST /auth/confirm/passkey': () => ({ credential: assertion() }),
  'POST /passkeys': () => ({
    name: 'Phone',
    credential: { ...credential(), response: { clientDataJSON: token(), attestationObject: token() } },
  }),
  'PUT /passkeys/:passkeyId': () => ({ name: 'Old phone' }),
  'POST /automations': () => ({
    name: 'Phone',
    scope: 'check-in',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  'POST /channels/mailboxes': () => ({ name: 'Work', email: `${randomUUID()}@example.test` }),
  'POST /channels/webhooks': () => ({ name: 'Flat', url: `https://hooks.example.com/${randomUUID()}` }),
  'POST /channels/pushes': () => ({
    name: 'Phone',
    subscription: {
      endpoint: `https://push.example.com/${randomUUID()}`,
      keys: {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    },
  }),
  'POST /channels/:channelId/verify': () => ({ code: '12345678' }),
  'PUT /channels/:channelId': () => ({ name: 'Office' }),
  'DELETE /auth/delete-account': () => ({ password: base64(32) }),
  'POST /activity/check-in-link': () => ({ token: token() }),
  'PUT /inactivity/settings': () => ({
    thresholdDays: 30,
    reminderPercents: [50, 90],
    quorum: 1,
    accessDays: 30,
  }),
  'POST /inactivity/pause': () => ({ pausedUntil: new Date(Date.now() + 86_400_000).toISOString() }),
  'POST /handover/cancel': () => ({ reason: 'I am here.' }),
  'POST /handover/respond': () => ({
    token: token(),
    response: 'accept',
    message: 'Yes.',
    shareMessage: true,
    reshares: [],
    language: 'de',
    timeZone: 'Europe/Berlin',
  }),
  'POST /handover/renew-access': () => ({ token: token() }),
  'POST /handover/rehearsal': () => ({
    successorId: randomUUID(),
    entry: {
      id: randomUUID(),
      encryptedData: base64(48),
      iv: base64(12),
      salt: base64(16),
      algorithm: 'AES-GCM',
      envelope: base64(80),
    },
    encryptedShare: base64(40),
  }),
  'PUT /successors/public-key': () => ({
    token: token(),
    publicKey: randomKitKey(),
    salt: base64(16),
    language: 'de',
    timeZone: 'Europe/Berlin',
  }),
  'POST /successors/:id/new-kit': () => ({ ownerKey: base64(1_984) }),
  'PUT /successors/shares': () => ({
    threshold: 1,
    shares: [{ id: randomUUID(), encryptedShare: base64(40) }],
  }),
  'POST /mail/stop': () => ({ token: token() }),
  'POST /successors/contact': () => ({ token: token(), answer: 'here' }),
  'POST /successors/second-address': () => ({ token: token() }),
  'POST /successors/:id/resend-verification': () => ({ second: true }),
  'POST /successors/opt-out': () => ({ token: token(), scope: 'everybody' }),
  'POST /successors': successor,
  'DELETE /successors/:id': () => ({ tell: true }),
  'PUT /successors/:id': successor,
  'POST /successors/:id/verify': () => ({ keyFingerprint: randomBytes(32).toString('hex') }),
  'PUT /successors/:id/assigned-entries': () => ({
    entryIds: [],
    restrictToAssignedEntries: true,
    envelopes: [],
  }),
  'PUT /successors/:id/list': () => ({ list: base64(60), listVersion: 0, keyBundleVersion: 1 }),
  'POST /vault/entries': () => ({ id: randomUUID(), ...entry() }),
  'POST /vault/import': () => ({ mode: 'merge', entries: [{ id: randomUUID(), ...entry() }] }),
  'POST /billing/checkout': () => ({ plan: 'pro' }),
  'POST /vault/entries/:id/restore': () => ({ trashId: randomUUID() }),
  'PUT /vault/entries/:id': () => ({ version: 1, ...entry() }),
};
