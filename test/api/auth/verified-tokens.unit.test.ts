import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { accessTokens } from '../../../api/auth/sessions.ts';
import type { Config } from '../../../config.ts';

const HOUR = 3_600_000;
const NOW = new Date('2026-05-01T12:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

const config = (secret = randomBytes(64)) =>
  ({
    JWT_SECRET: secret.toString('base64'),
    JWT_SECRET_PREVIOUS: [] as string[],
    JWT_EXPIRES_IN: HOUR,
  }) as Config;

describe('a token that was verified before', () => {
  test('is valid until it expires, and not a moment longer', async () => {
    const tokens = accessTokens(config());
    const token = await tokens.issue('user', 'session', NOW);
    const claims = { userId: 'user', sessionId: 'session' };
    expect(await tokens.verify(token, NOW)).toEqual(claims);
    expect(await tokens.verify(token, later(HOUR - 1))).toEqual(claims);
    expect(await tokens.verify(token, later(HOUR))).toBeNull();
    expect(await tokens.verify(token, NOW)).toEqual(claims);
  });

  test('does not vouch for one that differs in a single character', async () => {
    const tokens = accessTokens(config());
    const token = await tokens.issue('user', 'session', NOW);
    await tokens.verify(token, NOW);
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A';
      // The last character of a signature has bits that mean nothing.
      if (at === token.length - 1) continue;
      expect(await tokens.verify(token.slice(0, at) + other + token.slice(at + 1), NOW)).toBeNull();
    }
  });

  test('is remembered only where its secret is', async () => {
    const [ours, theirs] = [accessTokens(config()), accessTokens(config())];
    const token = await ours.issue('user', 'session', NOW);
    await ours.verify(token, NOW);
    expect(await theirs.verify(token, NOW)).toBeNull();
  });
});
