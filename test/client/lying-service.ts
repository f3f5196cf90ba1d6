/** A service that stores what a client sends, and answers as its attacker wants: with any state that it has ever stored. */
import {
  type AccessDocument,
  type Api,
  createApi,
  prepareAccount,
  register,
  type SuccessorAccess,
  type User,
} from '../../client/index.ts';
import { KDF_V1, type SealedEntry } from '../../crypto/index.ts';

type Bundle = Record<string, unknown>;

/** An access as `readAccess` gives it. */
export const arrived = (access: AccessDocument): SuccessorAccess => ({
  ...access,
  entries: access.entries.map((each) => new Blob([JSON.stringify(each)])),
});

/** A successor as the service stores them. */
export interface StoredSuccessor {
  id: string;
  name: string;
  publicKey: string;
  publicKeySalt?: string;
  ownerKey: string;
  optedOut?: boolean;
  restrictToAssignedEntries: boolean;
  entryIds: string[];
  encryptedShare: string | null;
  /** By entry. */
  envelopes: Record<string, string>;
  /** The owner's signed list. */
  list?: string | null;
  listVersion?: number;
}

interface State {
  salt: string;
  keyBundle: Bundle;
  entries: (SealedEntry & { version: number })[];
  successors: StoredSuccessor[];
}

const DATE = '2026-11-01T00:00:00.000Z';

const USER_ID = '0193a5b0-7c00-7000-8000-000000000001';

/** An account, and a client's way to it. It refuses only what is based on another version of the bundle than it stated. */
export class LyingService {
  /** Every state that was stored, oldest first. */
  readonly stored: State[] = [];
  /** The state that it says is the current one. */
  current: State | null = null;
  /** What it says is the archive, newest first. */
  archive: Pick<State, 'salt' | 'keyBundle'>[] = [];
  /** States from which it takes entries and successors instead. What is written changes the current one. */
  claimed: { entries?: State; successors?: State } = {};
  /**
   * Successors whom a bundle may have pinned: it, or one that it was made from, was stored beside them. Whoever records
   * in a bundle that someone leaves takes them out.
   */
  readonly mayBePinned = new Map<Bundle, Set<string>>();
  /** IDs that something was sealed to, although the bundle that it was sealed with can't have pinned them. */
  readonly unknownSuccessors: string[] = [];
  version = 0;
  /** Whether the password was shown lately in the session. */
  isConfirmed = true;
  /** Answers a request differently from the rest of this class, or not at all. */
  interfere: ((what: string) => Promise<[number, unknown] | undefined>) | null = null;
  /** Every body that it got, as text. */
  readonly received: string[] = [];
  readonly api: Api = createApi({
    origin: 'https://vault.example',
    send: async (request) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      this.received.push(text);
      const what = `${request.method} ${pathname.replace('/api/v1', '')}`;
      const isLines = request.headers.get('content-type') === 'application/x-ndjson';
      const lines = text.split('\n').flatMap((line) => (isLines && line !== '' ? [JSON.parse(line)] : []));
      const [status, body] =
        (await this.interfere?.(what)) ??
        (isLines ? this.#rotate(lines) : this.#answer(what, text === '' ? {} : JSON.parse(text)));
      if (what === 'GET /vault/export')
        return new Response((body as object[]).map((line) => JSON.stringify(line)).join('\n'));
      return Response.json(body, { status });
    },
  });

  /** What it says is the account's ID. */
  userId = USER_ID;
  readonly email: string;

  constructor(email: string) {
    this.email = email;
  }

  get #user(): User {
    const { salt, keyBundle } = this.current!;
    return {
      id: this.userId,
      email: this.email,
      salt,
      keyBundle: this.isConfirmed ? keyBundle : null,
      keyBundleVersion: this.version,
    } as unknown as User;
  }

  #store(changed: Partial<State>): void {
    if (this.current) this.archive.unshift(this.current);
    const before = this.current ? this.mayBePinned.get(this.current.keyBundle) : undefined;
    const state = { entries: [], successors: [], ...this.current, ...changed } as State;
    if (!this.mayBePinned.has(state.keyBundle))
      this.mayBePinned.set(
        state.keyBundle,
        new Set([...(before ?? []), ...state.successors.map(({ id }) => id)]),
      );
    this.current = state;
    this.stored.push(state);
    this.version += 1;
  }

  /** Everything sealed again, or only what is sealed to successors. */
  #rotate([head, ...lines]: Record<string, unknown>[]): [number, unknown] {
    if (!head) return [400, { code: 'validation_failed', status: 400 }];
    if (head.keyBundleVersion !== this.version) return [409, { code: 'version_conflict', status: 409 }];
    const { entryCount = 0, shares = [] } = head as {
      entryCount?: number;
      shares?: { id: string; encryptedShare: string }[];
    };
    const entries = lines.slice(0, entryCount) as unknown as State['entries'];
    const envelopes = lines.slice(entryCount) as { successorId: string; entryId: string; envelope: string }[];
    const { successors, entries: before, keyBundle } = this.current!;
    // A removal is stored before the bundle that records it, and a device that has seen neither can't know of it.
    const pinned = this.mayBePinned.get(keyBundle);
    for (const { id } of shares) if (!pinned?.has(id)) this.unknownSuccessors.push(id);
    this.#store({
      keyBundle: head.keyBundle as Bundle,
      entries: entryCount === 0 ? before : entries.map((each) => ({ ...each, version: each.version + 1 })),
      successors: successors.map((each) => ({
        ...each,
        encryptedShare: shares.find(({ id }) => id === each.id)?.encryptedShare ?? null,
        list: null,
        envelopes: Object.fromEntries(
          envelopes
            .filter(({ successorId }) => successorId === each.id)
            .map(({ entryId, envelope }) => [entryId, envelope]),
        ),
      })),
    });
    return [200, {}];
  }

  /** A state of its own, with the same bundle. */
  #storeBeside(changed: Partial<State>): void {
    this.#store(changed);
    this.version -= 1;
  }

  /** What it says of entries and successors. */
  #vault(what: string, body: Record<string, unknown>): [number, unknown] {
    const { entries } = this.claimed.entries ?? this.current!;
    const { successors } = this.claimed.successors ?? this.current!;
    const stored = entries.map((each) => ({
      ...each,
      category: '',
      tags: [],
      createdAt: DATE,
      updatedAt: DATE,
    }));
    if (what === 'GET /vault/entries') return [200, { entries: stored, nextCursor: null }];
    if (what === 'GET /vault/export') return [200, [{ entryCount: stored.length }, ...stored]];
    if (what === 'GET /successors')
      return [
        200,
        {
          successors: successors.map(({ envelopes: _, ...each }) => ({
            optedOut: false,
            ...each,
            keyPinnedAt: DATE,
          })),
        },
      ];
    const [, method, noun, id, rest] =
      /^(\w+) \/(successors|vault\/entries)\/([^/]+)(\/.*)?$/.exec(what) ?? [];
    const current = this.current!;
    if (method === 'PUT' && noun === 'vault/entries') {
      const version = Number(body.version) + 1;
      const entry = { ...(body as unknown as SealedEntry), id: id!, version };
      // Envelopes hold the key that belongs to a salt.
      const isStale = current.entries.some((each) => each.id === id && each.salt !== entry.salt);
      this.#storeBeside({
        entries: current.entries.map((each) => (each.id === id ? entry : each)),
        successors: current.successors.map((each) => ({
          ...each,
          envelopes: Object.fromEntries(
            Object.entries(each.envelopes).filter(([entryId]) => !isStale || entryId !== id),
          ),
        })),
      });
      return [200, { entry }];
    }
    if (what === 'POST /vault/entries') {
      const entry = { ...(body as unknown as SealedEntry), version: 1 };
      this.#storeBeside({ entries: [...current.entries, entry] });
      return [200, { entry }];
    }
    if (what === 'POST /vault/import') {
      const imported = (body.entries as SealedEntry[]).map((each) => {
        const { version = 0 } = current.entries.find(({ id: other }) => other === each.id) ?? {};
        return { ...each, version: version + 1 };
      });
      const ids = new Set(imported.map((each) => each.id));
      this.#storeBeside({
        entries: [...current.entries.filter((each) => !ids.has(each.id)), ...imported],
      });
      return [200, { created: 0, updated: imported.length }];
    }
    if (noun === 'vault/entries') {
      const entry = stored.find((each) => each.id === id);
      if (!entry) return [404, { code: 'not_found', status: 404 }];
      if (method === 'GET') return [200, { entry }];
      this.#storeBeside({ entries: current.entries.filter((each) => each.id !== id) });
      return [200, {}];
    }
    const found = successors.find((each) => each.id === id);
    if (method === 'DELETE' && current.successors.some((each) => each.id === id)) {
      this.#storeBeside({ successors: current.successors.filter((each) => each.id !== id) });
      return [200, {}];
    }
    if (method === 'DELETE' || !found) return [404, { code: 'not_found', status: 404 }];
    if (rest === '/verify') return [200, { successor: found }];
    if (rest === '/list') {
      const { list = null, listVersion = 0 } = found;
      if (method === 'GET') return [200, { list, listVersion }];
      const now = current.successors.find((each) => each.id === id);
      if (body.keyBundleVersion !== this.version || body.listVersion !== (now?.listVersion ?? 0))
        return [409, { code: 'version_conflict', status: 409 }];
      const stored = { list: body.list as string, listVersion: Number(body.listVersion) + 1 };
      this.#storeBeside({
        successors: current.successors.map((each) => (each.id === id ? { ...each, ...stored } : each)),
      });
      return [200, { message: '', listVersion: stored.listVersion }];
    }
    if (method === 'GET') {
      const { entryIds, envelopes } = found;
      const described = entryIds.map((entryId) => ({
        entryId,
        hasEnvelope: entryId in envelopes,
        envelopeStale: false,
      }));
      return [200, { entryIds, entries: described }];
    }
    const { restrictToAssignedEntries, entryIds } = body as Pick<
      StoredSuccessor,
      'restrictToAssignedEntries' | 'entryIds'
    >;
    const changed = { restrictToAssignedEntries, entryIds };
    this.#storeBeside({
      successors: current.successors.map((each) => (each.id === id ? { ...each, ...changed } : each)),
    });
    return [200, {}];
  }

  #answer(what: string, body: Record<string, unknown>): [number, unknown] {
    const { salt = this.current?.salt, keyBundle, keyBundleVersion = this.version } = body;
    switch (what) {
      case 'POST /auth/kdf':
        return [200, { kdf: KDF_V1, current: KDF_V1 }];
      case 'GET /auth/profile':
      case 'POST /auth/login':
        return [200, { user: this.#user }];
      case 'POST /auth/keys':
        return [200, { ...this.current!, keyBundleVersion: this.version }];
      case 'GET /auth/key-bundles':
        if (!this.isConfirmed) return [403, { code: 'confirmation_required', status: 403 }];
        return [
          200,
          { keyBundles: this.archive.map((each) => ({ ...each, fromReset: false })), nextCursor: null },
        ];
      case 'POST /auth/register':
      case 'PUT /auth/profile':
      case 'PUT /auth/change-password':
        if (keyBundleVersion !== this.version) return [409, { code: 'version_conflict', status: 409 }];
        this.#store({ salt, keyBundle } as State);
        return [200, { user: this.#user, message: '' }];
      default:
        return this.#vault(what, body);
    }
  }

  /** What it would hand over to a successor in this state. */
  access(successorId: string, state: State = this.current!): AccessDocument {
    const found = state.successors.find(({ id }) => id === successorId)!;
    const { encryptedShare, envelopes, list = null, restrictToAssignedEntries: isRestricted } = found;
    const entries = state.entries.filter(({ id }) => !isRestricted || found.entryIds.includes(id));
    return {
      ownerName: 'Ada',
      expiresAt: DATE,
      messages: [],
      ...{ encryptedShare, list, reshares: [] },
      successor: { id: successorId, publicKeySalt: found.publicKeySalt },
      entries: entries.map((each) => ({ ...each, updatedAt: DATE, envelope: envelopes[each.id] ?? null })),
    } as unknown as AccessDocument;
  }

  /** Another service with the same account, as it was opened. */
  copy(): LyingService {
    const other = new LyingService(this.email);
    other.#store(this.current!);
    return other;
  }

  /** Answers with this earlier state, and with nothing newer. */
  rollBack(to: number): void {
    this.current = this.stored[to]!;
    this.claimed = {};
    this.archive = this.stored.slice(0, to).toReversed();
    this.version += 1;
  }

  /** Changes the current bundle, as an attacker likes. */
  splice(change: (bundle: Bundle) => Bundle): void {
    this.current = { ...this.current!, keyBundle: change(this.current!.keyBundle) };
    this.version += 1;
  }
}

/** Opens an account at a lying service. */
export async function openLyingAccount(
  password: string,
): Promise<{ service: LyingService; recoveryCode: string }> {
  const service = new LyingService('ada@example.org');
  const { email } = service;
  const { recoveryCode, registration } = await prepareAccount(service.api, { name: 'Ada', email, password });
  await register(service.api, registration);
  return { service, recoveryCode };
}
