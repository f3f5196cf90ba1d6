import { argon2Sync, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { hashPassword, verifyPassword } from '../../../api/auth/passwords.ts';
import { serveFor } from '../../../api/http/quotas/current-requester.ts';
import { createQuotas } from '../../../api/http/quotas/quotas.ts';
import { networksOf } from '../../../api/http/quotas/requester.ts';
import { type Argon2Watch, watchArgon2 } from '../../support/argon2-watch.ts';

let watch: Argon2Watch;
beforeEach(() => {
  watch = watchArgon2();
});
afterEach(() => watch.stop());

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

test('a hash is argon2id at the OWASP cost, salted, and matches only its own password', async () => {
  const [one, two] = [await hashPassword('derived key'), await hashPassword('derived key')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'derived key')).toBe(true);
  expect(await verifyPassword(one, 'derived kez')).toBe(false);
  expect(await verifyPassword(one, '')).toBe(false);
});

test('the cost is read from the hash, so older hashes still match after it was raised', async () => {
  const nonce = randomBytes(16);
  const cost = { memory: 64, passes: 1, parallelism: 1, tagLength: 24 };
  const tag = argon2Sync('argon2id', { message: 'derived key', nonce, ...cost });
  const old = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`;
  expect(await verifyPassword(old, 'derived key')).toBe(true);
  expect(await verifyPassword(old, 'another key')).toBe(false);
});

test('a missing or malformed hash never matches, and costs one argon2 job like any other', async () => {
  for (const stored of [null, 'none', '', '$argon2id$v=19$m=1$x$y']) {
    const before = watch.jobs;
    expect(await verifyPassword(stored, 'derived key')).toBe(false);
    expect(watch.jobs - before).toBe(1);
  }
});

test('fifty passwords at once take the memory of three at most, and each is answered', async () => {
  const stored = await hashPassword('derived key');
  const verifications = Array.from({ length: 50 }, (_, i) =>
    serveFor({ requester: [], priority: i < 10 }, createQuotas().connections, () =>
      verifyPassword(stored, i % 2 === 0 ? 'derived key' : `wrong ${i}`),
    ),
  );
  expect(await Promise.all(verifications)).toEqual(verifications.map((_, i) => i % 2 === 0));
  expect(watch.jobs).toBe(51);
  expect(watch.mostAtOnce).toBeGreaterThan(1);
  expect(watch.mostAtOnce).toBeLessThanOrEqual(3);
});

test('one account checks one password at a time, however many sessions ask', async () => {
  const stored = await hashPassword('derived key');
  const requester = [{ kind: 'account', key: 'account:one' }] as const;
  const verifications = Array.from({ length: 6 }, () =>
    serveFor({ requester, priority: true }, createQuotas().connections, () =>
      verifyPassword(stored, 'derived key'),
    ),
  );
  expect(await Promise.all(verifications)).toEqual(verifications.map(() => true));
  expect(watch.mostAtOnce).toBe(1);
});

test('passwords of other networks are checked between those that one network sent before them', async () => {
  const stored = await hashPassword('derived key');
  const checked: string[] = [];
  const verify = (name: string, ip: string) =>
    serveFor({ requester: networksOf(ip), priority: true }, createQuotas().connections, async () => {
      await verifyPassword(stored, 'derived key');
      checked.push(name);
    });
  const crowd = Array.from({ length: 20 }, () => verify('crowd', '192.0.2.1'));
  const strangers = ['192.0.2.2', '192.0.2.3'].map((ip) => verify('stranger', ip));
  await Promise.all([...crowd, ...strangers]);
  // At most three of the crowd had begun, and the strangers then take turns with it.
  expect(checked.slice(0, 10).filter((name) => name === 'stranger')).toHaveLength(2);
});

test('part of a crowd is refused once a thousand passwords wait, and everybody else still gets an answer', async () => {
  const cheap = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(24))}`;
  const verifications = await Promise.allSettled(
    Array.from({ length: 1_050 }, () => verifyPassword(cheap, 'any')),
  );
  const refused = verifications.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
  expect(refused.length).toBeGreaterThanOrEqual(1_050 - 1_000 - 3);
  // The later half of the one requester's waiting passwords is refused at once.
  expect(refused.length).toBeLessThan(600);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limited', retryAfter: 5 });
  expect(await verifyPassword(cheap, 'any')).toBe(false);
});
