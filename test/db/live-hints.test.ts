import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { liveHints, ownersIn } from '../../db/live-hints.ts';
import { servers } from '../support/servers/shared-servers.ts';
import { until } from '../support/until.ts';

const CHANNEL = 'live:hints-test';
const open = () => new Redis({ host: servers.redis.host, port: servers.redis.port });
const [publisher, subscriber] = [open(), open()];
const heard: string[][] = [];
beforeAll(async () => {
  subscriber.on('message', (_channel: string, message: string) => heard.push(ownersIn(message)));
  await subscriber.subscribe(CHANNEL);
  await publisher.ping();
});
afterAll(() => {
  publisher.disconnect();
  subscriber.disconnect();
});

test('a single hint is sent at once, later ones are sent together, and each owner is named once', async () => {
  const publishHint = liveHints(publisher, CHANNEL);
  const owners = Array.from({ length: 30 }, (_, i) => `owner-${i}`);
  const sent = await Promise.all(['first', ...owners, ...owners].map((owner) => publishHint(owner)));
  expect(new Set(sent)).toEqual(new Set([true]));
  await until('all are heard', () => heard.length === 2);
  expect(heard).toEqual([['first'], owners]);
  expect(await publishHint('later')).toBe(true);
  await until('it is heard', () => heard.flat().includes('later'));
});

test('without Redis, every hint is refused instead of waiting for it', async () => {
  const closed = open();
  await closed.quit();
  const publishHint = liveHints(closed, CHANNEL);
  expect(await Promise.all([publishHint('one'), publishHint('two')])).toEqual([false, false]);
});
