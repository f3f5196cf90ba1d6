/** An owner whose vault the worker's tasks open. The test plays the service, the other devices and the tabs. */
import { beforeEach } from '@jest/globals';
import { type Content, type SealedEntry, unlock, type Vault } from '../../crypto/index.ts';
import { fromService, newOwner } from '../crypto/owner.ts';
import { answers, answerWith, asTab, asWorker, refusal, sent } from './worker-tasks.ts';

export const { otherWorker, privateFiles } = asWorker();
export const tab = asTab();
const { lockEverywhere } = await import('../../web/keys/unlocked-vault.ts');
const { seen } = await import('../../web/keys/seen.ts');

export const ada = await newOwner();
const registered = { ...ada.user, email: ada.credentials.email, keyBundleVersion: 1 };

/** The account as the service has it. A test changes it as another device, or a liar, would. */
export const user = { ...registered };

export const openNow = async (version = user.keyBundleVersion) => ({
  vault: await unlock(ada.logIn, user),
  keyBundleVersion: version,
});

export const note = (title: string): Content => ({
  version: 1,
  kind: 'note',
  title,
  category: '',
  tags: [],
  fields: { text: title },
});

/** As it is chosen on this device. */
export const FILM = { name: 'film.mp4', type: 'video/mp4', bytes: new Blob(['a film']) };

/** A rotation of a vault without entries and successors. */
export const NO_ENTRIES = { keyBundleVersion: 1, entries: [], entryCount: 0, threshold: 1, successors: [] };

/** Another device of the owner stores a bundle. */
export function storeElsewhere({ keyBundle }: Vault): void {
  user.keyBundle = fromService(keyBundle);
  user.keyBundleVersion += 1;
}

/** Before each test, the vault is locked, and the service has the account with its first bundle. */
export function useWorkerOwner(): void {
  beforeEach(async () => {
    lockEverywhere();
    sent.length = 0;
    for (const name of [ada.user.id, ada.vault.keyBundle.signing.publicKey]) await seen.remember(name, 0);
    Object.assign(user, registered);
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
}

/**
 * Makes the service have one entry, now or once it is added, and accept every file's announcement but none of its
 * content.
 *
 * @returns the entry, and the method of the next request that gets no answer, although it is carried out
 */
export function serveEntry(id: string, entry: SealedEntry | null = null) {
  const served = { entry: entry && { ...entry, version: 1 }, loses: null as string | null };
  const service = answers();
  answerWith((request) => {
    const { method, path, body } = request;
    if (path === '/files') return { file: { state: 'uploading' } };
    if (path.startsWith('/files')) return refusal(503, 'unavailable');
    if (!path.startsWith('/vault/entries')) return service(request);
    if (method === 'POST' && served.entry) return refusal(409, 'already_exists');
    if (method === 'POST') served.entry = { ...body, version: 1 };
    if (method === 'PUT') served.entry = { ...body, id, version: body.version + 1 };
    if (served.loses !== method) return { entry: served.entry };
    served.loses = null;
    throw new Error('The connection broke');
  });
  return served;
}
