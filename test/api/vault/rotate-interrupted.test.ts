/** A rotation that is cut off, or meets another change, takes place whole or not at all. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Session } from '../../../db/entities/session.ts';
import { forgetCutOffImports } from '../../../db/staged-import.ts';
import { cookieOf } from '../../support/builders/owner.ts';
import {
  bundleOf,
  cutOffAfter,
  linesOf,
  NEW_BUNDLE,
  OLD_BUNDLE,
  rotationOf,
  sendFirstBytes,
  sendRotation,
  vaultToRotate,
} from '../../support/builders/rotation.ts';
import { NDJSON, newEntry, rowsOf, stagedRows } from '../../support/builders/vault-entries.ts';
import { expectSizesToBeCounts } from '../../support/builders/vault-size.ts';
import { closeRawRequests } from '../../support/clients/raw-request.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { rowChecksum } from '../../support/row-checksum.ts';
import { startApi } from '../../support/servers/api.ts';
import { killApiProcesses, startApiProcess } from '../../support/servers/api-process.ts';
import { useApi } from '../../support/servers/use-api.ts';
import { until } from '../../support/until.ts';

const api = await useApi({ DEFAULT_PLAN: 'family' });
afterAll(async () => {
  closeRawRequests();
  killApiProcesses();
});

describe('a rotation', () => {
  test('changes nothing if its session ends while it is sent', async () => {
    const own = await vaultToRotate(api);
    const body = Buffer.from(linesOf(await rotationOf(api, own)));
    const raw = await sendFirstBytes(api, own.owner, body, 100);
    await until('its body is being read', () => api.deps.quotas.bodies.used > 0);
    await api.em().nativeUpdate(Session, { userId: own.owner.id }, { revokedAt: new Date(api.clock.now) });
    raw.send(body.subarray(100));
    expect((await raw.answer()).status).toBe(401);
    expect(await bundleOf(api, own.owner)).toEqual(OLD_BUNDLE);
  });

  test('changes nothing if the key bundle is replaced while it is sent', async () => {
    const own = await vaultToRotate(api);
    const body = Buffer.from(linesOf(await rotationOf(api, own)));
    const raw = await sendFirstBytes(api, own.owner, body, 100);
    await until('its body is being read', () => api.deps.quotas.bodies.used > 0);
    const pinned = { version: 1, key: 'with a pin' };
    expect((await own.owner.browser.put('/auth/profile', { keyBundle: pinned })).status).toBe(200);
    raw.send(body.subarray(100));
    expect((await raw.answer()).status).toBe(409);
    expect(await bundleOf(api, own.owner)).toEqual(pinned);
  });

  test('is refused as soon as more has arrived than the plan has room for', async () => {
    await using small = await startApi({ DEFAULT_PLAN: 'free', ENTRIES_QUOTA_FREE: '1MB' });
    const own = await vaultToRotate(small);
    const rotation = await rotationOf(small, own);
    const entries = rotation.entries.map((entry) => ({
      ...entry,
      encryptedData: randomBytes(1_000_000).toString('base64'),
    }));
    const body = Buffer.from(linesOf({ ...rotation, entries }));
    // All but the end.
    const raw = await sendFirstBytes(small, own.owner, body, body.length - 1);
    const { status, body: answer } = await raw.answer();
    expect([status, JSON.parse(answer).code]).toEqual([403, 'plan_limit']);
  });

  test('sent five times at once succeeds once', async () => {
    const own = await vaultToRotate(api);
    const rotation = await rotationOf(api, own);
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendRotation(own.owner, rotation)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect((await rowsOf(api, own.owner)).map(({ version }) => version)).toEqual([2, 2, 2]);
  });

  test('sent while an entry is changed: one of the two comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const own = await vaultToRotate(api);
      const rotation = await rotationOf(api, own);
      const edited = newEntry({ category: 'edited' });
      const [rotated, changed] = await Promise.all([
        sendRotation(own.owner, rotation),
        own.owner.program.raw.put(`/vault/entries/${own.ids[0]}`, { ...edited, version: 1 }),
      ]);
      expect([rotated.status, changed.status].sort()).toEqual([200, 409]);
      expect(await bundleOf(api, own.owner)).toEqual(rotated.status === 200 ? NEW_BUNDLE : OLD_BUNDLE);
      const row = (await rowsOf(api, own.owner)).find(({ id }) => id === own.ids[0]);
      const sent = rotation.entries.find(({ id }) => id === own.ids[0]);
      const winner = rotated.status === 200 ? sent : edited;
      expect(row?.encryptedData).toBe(winner?.encryptedData);
    }
  });

  test('cut off anywhere, changes nothing', async () => {
    const own = await vaultToRotate(api);
    const { head, entries, envelopes } = await rotationOf(api, own);
    const short = {
      head: { ...head, shares: own.holders.map((id) => ({ id, encryptedShare: 'AAAA' })) },
      entries: entries.map((entry) => ({ ...entry, encryptedData: 'AAAA' })),
      envelopes: envelopes.map((each) => ({ ...each, envelope: 'AAAA' })),
    };
    const body = Buffer.from(linesOf(short));
    const before = await rowChecksum(api.orm);
    // Each cut needs a connection, so only every seventh byte, around line ends, and the last twenty bytes.
    const near = (at: number) => [at - 1, at, at + 1].some((each) => body[each] === 0x0a);
    const places = Array.from({ length: body.length }, (_, at) => at).filter(
      (at) => at % 7 === 0 || near(at) || at >= body.length - 20,
    );
    for (let from = 0; from < places.length; from += 40) {
      await Promise.all(places.slice(from, from + 40).map((at) => cutOffAfter(api, own.owner, body, at)));
    }
    await until('nothing is left of it', async () => (await stagedRows(api)) === 0);
    expect(await rowChecksum(api.orm)).toBe(before);
    const raw = await sendFirstBytes(api, own.owner, body, body.length);
    expect((await raw.answer()).status).toBe(200);
  });

  test('changes nothing if its process is killed after most of it was written', async () => {
    // The process has the real time.
    api.clock.now = Date.now();
    const own = await vaultToRotate(api);
    const lines = linesOf(await rotationOf(api, own));
    const child = await startApiProcess(api);
    const before = await rowChecksum(api.orm);
    const blocker = api.em();
    await blocker.begin();
    // The rotation has replaced the contents by the time it comes to the account's row.
    await blocker.execute('select 1 from "user" where id = ? for update', [own.owner.id]);
    const rotation = fetch(`${child.url}/vault/rotate`, {
      method: 'POST',
      headers: {
        ...cookieOf(child, own.owner),
        'Content-Type': NDJSON,
      },
      body: lines,
    }).catch(() => null);
    await until('it waits for the account', async () => (await lockWaits(api)) > 0);
    child.child.kill('SIGKILL');
    await rotation;
    await blocker.rollback();
    const rows = async () =>
      (await rowChecksum(api.orm)).split('\n').filter((line) => !/^(staged_|liveness)/.test(line));
    await until('the database has noticed', async () => {
      const [{ open }] = await api.em().execute<[{ open: number }]>(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
      return open === 0;
    });
    expect(await rows()).toEqual(before.split('\n').filter((line) => !/^(staged_|liveness)/.test(line)));
    expect(await bundleOf(api, own.owner)).toEqual(OLD_BUNDLE);
    // What the dead process left behind goes within a day.
    expect(await stagedRows(api)).toBeGreaterThan(0);
    await forgetCutOffImports(api.em(), new Date(Date.now() + 25 * 3_600_000));
    expect(await stagedRows(api)).toBe(0);
  });
});

test('the recorded size of every vault is still correct', () => expectSizesToBeCounts(api.orm));
