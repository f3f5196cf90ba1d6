/** An owner who leaves things to successors by crypto/ and the API, for tests of what the successors see. */
import { randomUUID } from 'node:crypto';
import {
  type Content,
  createAccount,
  decide,
  KDF_V1,
  pin,
  prepareLogIn,
  type SealedEntry,
  sealEntry,
  sealRehearsal,
  sealToSuccessors,
  unlock,
  type Vault,
  writeContent,
} from '../../../crypto/index.ts';
import { Mail } from '../../../db/entities/mail.ts';
import { answer } from '../../../dev/api-client.ts';
import { type ApiCaller, browser, visitor } from '../../../dev/callers.ts';
import { tokenIn } from '../clients/caught-mail.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { until } from '../until.ts';
import { uniqueEmail } from './owner.ts';

/** The password of every owner here. */
export const PASSWORD = 'the heron waits at low tide';

export interface Invited {
  id: string;
  name: string;
  email: string;
}

export interface LeavingOwner {
  email: string;
  name: string;
  call: ApiCaller;
  /** @returns the ID of the entry */
  write(content: Omit<Content, 'version'>): Promise<string>;
  /** Writes many at once. @returns their IDs */
  writeAll(contents: readonly Omit<Content, 'version'>[]): Promise<string[]>;
  invite(name: string, language?: 'en' | 'de'): Promise<Invited>;
  /** Confirms the key of a successor who read this number out. */
  compare(successor: Invited, spoken: string): Promise<void>;
  /** Leaves entries to each, or everything for null, and seals it. */
  leave(threshold: number, left: ReadonlyMap<Invited, readonly string[] | null>): Promise<void>;
  rehearse(successor: Invited, content: Omit<Content, 'version'>): Promise<void>;
  /** Is silent until the successors are asked. */
  fallSilent(): Promise<void>;
}

export const letter = (title: string, text: string): Omit<Content, 'version'> => ({
  kind: 'letter',
  title,
  category: '',
  tags: [],
  fields: { text },
});

export async function openLeavingOwner(town: BrowserEnvironment, name = 'Ada'): Promise<LeavingOwner> {
  const service = {
    api: new URL(town.life.url).origin,
    page: town.origin,
    signal: new AbortController().signal,
  };
  const email = uniqueEmail(name.toLowerCase());
  const who = { email, password: PASSWORD, kdf: KDF_V1 };
  const { recoveryCode: _, ...account } = await createAccount(who);
  const body = { email, name, ...account, keyBundle: { ...account.keyBundle } };
  const anybody = visitor(service);
  await answer(anybody.POST('/auth/register', { body }));
  const token = tokenIn(await town.followMail(email, '', '/verify-email')) ?? '';
  await answer(anybody.GET('/auth/verify-email', { params: { query: { token } } }));
  const call = browser(service);
  const logIn = await prepareLogIn(who);
  const { user } = await answer(call.POST('/auth/login', { body: { email, password: logIn.password } }));
  let vault = await unlock(logIn, user);
  const entries = new Map<string, SealedEntry>();
  const keys = new Map<string, string>();

  async function store(changed: Vault): Promise<void> {
    vault = changed;
    await answer(call.PUT('/auth/profile', { body: { keyBundle: { ...vault.keyBundle } } }));
  }

  async function writeAll(contents: readonly Omit<Content, 'version'>[]): Promise<string[]> {
    const sealed = await Promise.all(
      contents.map((content) => sealEntry(vault, { id: randomUUID(), text: writeContent(content) })),
    );
    const stored = sealed.map((entry) => ({ ...entry, category: '', tags: [] }));
    const body = { version: 1 as const, mode: 'merge' as const, entryCount: stored.length, entries: stored };
    await answer(call.POST('/vault/import', { body }));
    for (const entry of sealed) entries.set(entry.id, entry);
    return sealed.map(({ id }) => id);
  }

  return {
    email,
    name,
    call,
    async write(content) {
      const [id = ''] = await writeAll([content]);
      return id;
    },
    writeAll,
    async invite(successorName, language = 'en') {
      const address = uniqueEmail(successorName.toLowerCase());
      const asked = { email: address, name: successorName, language, ownerKey: vault.ownerKey };
      const { successor } = await answer(call.POST('/successors', { body: asked }));
      return { id: successor.id, name: successorName, email: address };
    },
    async compare({ id, name: successorName }, spoken) {
      const params = { path: { id } };
      const { successor } = await answer(call.GET('/successors/{id}', { params }));
      const { publicKey, keyFingerprint } = successor;
      if (publicKey === null || keyFingerprint === null) throw new Error('there is no key to compare yet');
      await store(await pin(vault, { id, publicKey, name: successorName }, spoken));
      await answer(call.POST('/successors/{id}/verify', { params, body: { keyFingerprint } }));
      keys.set(id, publicKey);
    },
    async leave(threshold, left) {
      const decisions = [...left].map(([{ id }, entryIds]) =>
        entryIds === null
          ? { id, restricted: false as const }
          : { id, restricted: true as const, entryIds: [...entryIds] },
      );
      const decided = await decide(vault, { threshold, successors: decisions });
      const successors = [...left].map(([{ id }, entryIds]) => ({
        id,
        publicKey: keys.get(id) ?? '',
        restricted: entryIds !== null,
        entries: (entryIds ?? []).map((entryId) => ({ id: entryId, salt: entries.get(entryId)?.salt ?? '' })),
      }));
      const sealed = await sealToSuccessors(decided, { threshold, successors });
      await store(sealed.vault);
      await answer(call.PUT('/inactivity/settings', { body: { quorum: threshold } }));
      await answer(call.PUT('/successors/shares', { body: { threshold, shares: sealed.shares } }));
      for (const { successorId, envelopes } of sealed.assignments) {
        const entryIds = envelopes.map(({ entryId }) => entryId);
        const assigned = { entryIds, restrictToAssignedEntries: true, envelopes };
        const params = { path: { id: successorId } };
        await answer(call.PUT('/successors/{id}/assigned-entries', { params, body: assigned }));
      }
      for (const [{ id }, entryIds] of left) {
        if (entryIds !== null) continue;
        const assigned = { entryIds: [], restrictToAssignedEntries: false, envelopes: [] };
        await answer(
          call.PUT('/successors/{id}/assigned-entries', { params: { path: { id } }, body: assigned }),
        );
      }
    },
    async rehearse({ id }, content) {
      const sealed = await sealRehearsal(
        vault,
        { id, publicKey: keys.get(id) ?? null },
        writeContent(content),
      );
      await answer(call.POST('/handover/rehearsal', { body: { successorId: id, ...sealed } }));
    },
    async fallSilent() {
      const settings = { thresholdDays: 10, reminderPercents: [50] };
      await answer(call.PUT('/inactivity/settings', { body: settings }));
      await town.life.rest();
      for (const [days, kind] of [
        [5, 'reminder'],
        [5, 'final_notice'],
        [2, 'invitation'],
      ] as const) {
        await town.passDays(email, days);
        await until(`the mail ${kind}`, async () => {
          const where = { kind, userId: user.id, status: 'accepted' as const };
          return (await town.life.orm.em.fork().count(Mail, where)) > 0;
        });
        await town.life.rest();
      }
    },
  };
}
