/** The keys of an open vault: what a lying service, another tab and another device can do to them. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freshVault } from '../../client/owner.ts';
import {
  type Content,
  changePassword,
  isUnderFormerKey,
  keepRecoveryCode,
  renewRecoveryCode,
  rotate,
  sealEntry,
  unlock,
  unlockWithRecoveryCode,
  type Vault,
  writeContent,
} from '../../crypto/index.ts';
import { fromService, newOwner, type TestOwner } from '../crypto/owner.ts';
import { answers, answerWith, asWorker, refusal, sent } from '../support/worker-tasks.ts';

const { otherTab, inAnyOrder } = asWorker();
const { current, drop, goOn, hold, moment } = await import('../../web/keys/held.ts');
const { owner } = await import('../../web/keys/owner.ts');
const { tasks } = await import('../../web/keys/tasks/index.ts');

let ada: TestOwner;
beforeAll(async () => {
  ada = await newOwner();
});

/** The account as the service has it. A test changes it as another device, or a liar, would. */
let user: { id: string; email: string; salt: string; keyBundle: unknown; keyBundleVersion: number };

const openNow = async (version = user.keyBundleVersion) => ({
  vault: await unlock(ada.logIn, user),
  keyBundleVersion: version,
});

const note = (title: string): Content => ({
  version: 1,
  kind: 'note',
  title,
  category: '',
  tags: [],
  fields: { text: title },
});

/** Another device of the owner stores a bundle. */
function storeElsewhere({ keyBundle }: Vault): void {
  user = { ...user, keyBundle: fromService(keyBundle), keyBundleVersion: user.keyBundleVersion + 1 };
}

beforeEach(() => {
  drop();
  sent.length = 0;
  const { id, salt, keyBundle } = ada.user;
  user = { id, salt, email: ada.credentials.email, keyBundle, keyBundleVersion: 1 };
  answerWith(({ method, path, body }) => {
    if (path === '/auth/kdf') return { kdf: ada.credentials.kdf, current: ada.credentials.kdf };
    if (path.startsWith('/auth/key-bundles')) return { keyBundles: [], nextCursor: null };
    if (path === '/auth/confirm') return { confirmedUntil: new Date().toISOString() };
    if (path !== '/auth/profile') return refusal(404, 'not_found');
    if (method === 'GET') return { user };
    if (body.keyBundleVersion !== user.keyBundleVersion) return refusal(409, 'version_conflict');
    storeElsewhere({ keyBundle: body.keyBundle } as Vault);
    return { user };
  });
});

describe('several tabs', () => {
  test('a change in another tab takes no keys away from what is under way here, and locking does', async () => {
    const before = await openNow();
    hold(before, moment());
    const after = await openNow(2);
    otherTab.postMessage({ say: 'changed', held: after, typedAt: moment() });
    expect(current()).toBe(after);
    expect(before.vault.keys).not.toBeNull();
    otherTab.postMessage({ say: 'locked', at: moment() });
    expect([before.vault.keys, after.vault.keys, current()]).toEqual([null, null, null]);
  });

  test('a change that ends after the vault was locked does not open it again, here or elsewhere', async () => {
    hold(await openNow(), moment());
    const changed = await openNow(2);
    drop();
    goOn(changed);
    expect([current(), changed.vault.keys]).toEqual([null, null]);
    otherTab.postMessage({ say: 'changed', held: await openNow(2), typedAt: moment() });
    expect(current()).toBeNull();
  });

  test('keys that another tab sent before it heard of the lock are refused, and it is told', async () => {
    const held = await openNow();
    const typedAt = moment();
    hold(held, typedAt);
    drop();
    const told: unknown[] = [];
    otherTab.onmessage = ({ data }) => told.push(data);
    otherTab.postMessage({ say: 'open', held: await openNow(), typedAt });
    otherTab.onmessage = null;
    expect(current()).toBeNull();
    expect(told).toEqual([{ say: 'locked', at: expect.any(Number) }]);
  });

  test('a password that was typed before the lock does not open the vault after it', async () => {
    const service = answers();
    answerWith((asked) => {
      if (asked.path === '/auth/kdf') otherTab.postMessage({ say: 'locked', at: moment() });
      return service(asked);
    });
    await tasks.unlock({ password: 'correct horse' });
    expect(current()).toBeNull();
  });

  test('a tab that hears of a lock passes it on to those that have its keys', async () => {
    hold(await openNow(), moment());
    const told: unknown[] = [];
    otherTab.onmessage = ({ data }) => told.push(data);
    const locked = { say: 'locked', at: moment() };
    otherTab.postMessage(locked);
    otherTab.postMessage(locked);
    otherTab.onmessage = null;
    expect(told).toEqual([locked]);
  });

  test('a lock in any tab locks all, and a new one too, in whatever order they hear of each other', async () => {
    const openTab = (name: string): Promise<typeof import('../../web/keys/held.ts')> =>
      import(`../../web/keys/held.ts?${name}`);
    const vault = await openNow();
    await inAnyOrder(async (deliver, seed) => {
      const tabs = [await openTab(`${seed}-one`), await openTab(`${seed}-two`)] as const;
      const [one, two] = tabs;
      one.hold({ ...vault, vault: { ...vault.vault } }, one.moment());
      deliver();
      const third = await openTab(`${seed}-three`);
      deliver(seed % 4);
      two.drop();
      deliver(seed % 3);
      const fourth = await openTab(`${seed}-four`);
      deliver(seed % 5);
      expect(two.current()).toBeNull();
      deliver();
      for (const tab of [...tabs, third, fourth]) expect(tab.current()).toBeNull();
      // Typed after the lock.
      fourth.hold({ ...vault, vault: { ...vault.vault } }, two.moment());
      deliver();
      for (const tab of [...tabs, third, fourth]) expect(tab.current()).not.toBeNull();
    });
  });
});

test('an open vault does not go back to an older bundle', async () => {
  const held = await openNow(7);
  hold(held, moment());
  user.keyBundleVersion = 6;
  expect(await freshVault(owner)).toBe(held);
  // As when another tab changes the keys while this one derives the password.
  hold(await openNow(6), moment());
  expect(current()).toBe(held);
});

describe('a new recovery code', () => {
  const opensWith = (code: string) => unlockWithRecoveryCode(ada.logIn, user, [], code);

  test('works for keys that another device has changed since, and stays the same code', async () => {
    hold(await openNow(), moment());
    const { recoveryCode } = await tasks.prepareRecoveryCode();
    const { vault: changed } = await renewRecoveryCode(await unlock(ada.logIn, user));
    storeElsewhere(changed);
    await tasks.storeRecoveryCode();
    await expect(opensWith(recoveryCode)).resolves.toMatchObject({ ownerKey: ada.vault.ownerKey });
    await expect(opensWith(ada.recoveryCode)).rejects.toMatchObject({ code: 'wrong_recovery_code' });
  });

  test('is stored once, if the answer to the first try got lost', async () => {
    hold(await openNow(), moment());
    const { recoveryCode } = await tasks.prepareRecoveryCode();
    storeElsewhere(await keepRecoveryCode(await unlock(ada.logIn, user), recoveryCode));
    await tasks.storeRecoveryCode();
    expect(user.keyBundleVersion).toBe(2);
    await opensWith(recoveryCode);
  });
});

describe('an address that the service made up', () => {
  const lie = { email: 'the-same-for-everybody@example.org' };
  const typed = { password: 'correct horse' };

  test('brings it nothing that was derived from the password', async () => {
    Object.assign(user, lie);
    await expect(tasks.deleteAccount(typed)).rejects.toMatchObject({ code: 'wrong_password' });
    Object.assign(user, { keyBundle: { version: 2, kdf: ada.credentials.kdf, awaiting: 'recovery' } });
    await expect(tasks.unlock(typed)).rejects.toMatchObject({ code: 'address_unproven' });
    const told = sent.filter(({ path }) => path !== '/auth/kdf').map(({ body }) => body);
    expect(told.filter((body) => body !== null)).toEqual([]);
  });

  test('and the true one is proven by the keys that it opens, so the password confirms', async () => {
    await expect(tasks.confirm(typed)).resolves.toMatchObject({ confirmedUntil: expect.any(String) });
    expect(sent.at(-1)?.body).toEqual({ password: ada.logIn.password });
  });
});

test('an entry that an earlier try stored, before the keys were changed elsewhere, is sealed again', async () => {
  const [id, content] = [crypto.randomUUID(), note('written before')];
  let entry = { ...(await sealEntry(ada.vault, { id, text: writeContent(content) })), version: 1 };
  const { vault } = await rotate(ada.vault, {
    keyBundleVersion: 1,
    entries: [],
    entryCount: 0,
    threshold: 1,
    successors: [],
  });
  storeElsewhere(vault);
  hold({ vault, keyBundleVersion: 2 }, moment());
  const service = answers();
  answerWith((asked) => {
    if (asked.method === 'POST') return refusal(409, 'already_exists');
    if (asked.path !== `/vault/entries/${id}`) return service(asked);
    if (asked.method === 'PUT') entry = { ...asked.body, id, version: 2 };
    return { entry };
  });
  expect(await tasks.addEntry({ id, content })).toMatchObject({ version: 2, content });
  expect(await isUnderFormerKey(vault, entry)).toBe(false);
});

test('another entry than the one that was asked for is refused', async () => {
  hold(await openNow(), moment());
  const [wanted, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const entry = await sealEntry(ada.vault, { id: other, text: '{}' });
  const service = answers();
  answerWith((asked) => (asked.path === `/vault/entries/${wanted}` ? { entry } : service(asked)));
  await expect(tasks.readEntry({ id: wanted })).rejects.toMatchObject({ code: 'entry_refused' });
});

test('what was prepared for one owner is not stored for the next', async () => {
  hold(await openNow(), moment());
  await tasks.prepareRecoveryCode();
  const { vault } = await openNow();
  hold({ vault: { ...vault, userId: crypto.randomUUID() }, keyBundleVersion: 1 }, moment());
  await expect(tasks.storeRecoveryCode()).rejects.toMatchObject({ code: 'locked' });
});

test('a password that was changed elsewhere locks the vault here', async () => {
  hold(await openNow(), moment());
  const changed = await changePassword(await unlock(ada.logIn, user), {
    ...ada.credentials,
    password: 'another horse',
  });
  storeElsewhere(changed.vault);
  await expect(freshVault(owner)).rejects.toMatchObject({ code: 'locked' });
  expect(current()).toBeNull();
});
