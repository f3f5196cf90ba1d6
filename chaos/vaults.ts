/** An owner's vault as their browser holds it: what they write, and what they leave to whom. */
import { randomUUID } from 'node:crypto';
import {
  decide,
  KDF_V1,
  type Kit,
  type KitCode,
  type LogIn,
  pin,
  prepareLogIn,
  type SealedEntry,
  sealEntry,
  sealRehearsal,
  sealToSuccessors,
  type Vault,
} from '../crypto/index.ts';
import type { ApiCaller } from '../dev/callers.ts';
import type { OwnerPlan } from './plans.ts';
import type { Answered, untilAnswered } from './until-answered.ts';

/** Stretching a password takes half a second of a core and has nothing to do with faults, so owners share these. */
const STRETCHED = 3;

export const stretchPasswords = (): Promise<LogIn[]> =>
  Promise.all(
    Array.from({ length: STRETCHED }, (_, i) =>
      prepareLogIn({ email: `stretched-${i}@chaos.example`, password: randomUUID(), kdf: KDF_V1 }),
    ),
  );

/** A kit on paper. The owner and its successor compare their keys by telephone. */
export type PaperKit = Kit & KitCode;

type SentEntry = SealedEntry & { category: string; tags: string[] };

export interface OwnersVault {
  /** What they wrote, by the IDs of the entries. */
  texts: Map<string, string>;
  ownerKey: string;
  /** A new entry, ready to be sent. */
  write(): Promise<SentEntry>;
  /** Pins every kit and seals everything to it. @returns whether all of it was stored */
  sealToAll(plan: OwnerPlan, kits: ReadonlyMap<string, PaperKit>): Promise<boolean>;
  /** What a successor opens in a rehearsal. */
  rehearsal(successor: { id: string; publicKey: string | null }): ReturnType<typeof sealRehearsal>;
}

type Send = <T>(request: Parameters<typeof untilAnswered<T>>[1]) => Promise<Answered<T>>;

/** Both make a request until it is answered. In a browser, a write is a sign of life. */
interface Sending {
  read: Send;
  write: Send;
}

export function openVault(unlocked: Vault, call: ApiCaller, { read, write }: Sending): OwnersVault {
  let vault = unlocked;
  const texts = new Map<string, string>();
  const written: SentEntry[] = [];
  const own: OwnersVault = {
    texts,
    ownerKey: vault.ownerKey,
    async write() {
      const id = randomUUID();
      const text = `Written as ${id}.`;
      texts.set(id, text);
      const entry = { ...(await sealEntry(vault, { id, text })), category: 'Letter', tags: [] };
      written.push(entry);
      return entry;
    },
    async sealToAll(plan, kits) {
      const first = written[0] ?? (await own.write());
      await write(() => call.POST('/vault/entries', { body: first }));
      const { data } = await read(() => call.GET('/successors'));
      const named = data?.successors ?? [];
      for (const { id, email, publicKey, keyPinnedAt } of named) {
        const { words, fingerprint } = kits.get(email)!;
        vault = await pin(vault, { id, publicKey: publicKey ?? '', email }, words);
        const pinned = { params: { path: { id } }, body: { keyFingerprint: fingerprint } };
        if (!keyPinnedAt) await write(() => call.POST('/successors/{id}/verify', pinned));
      }
      const restricted = (email: string) =>
        plan.successors.some((each) => each.email === email && each.restricted);
      const { quorum: threshold } = plan;
      const recipients = named.map(({ id, email, publicKey }) => ({
        id,
        publicKey,
        restricted: restricted(email),
        entries: restricted(email) ? [first] : [],
      }));
      const decisions = recipients.map(({ id, restricted, entries }) => ({
        id,
        restricted,
        entryIds: entries.map((entry) => entry.id),
      }));
      vault = await decide(vault, { threshold, successors: decisions });
      const sealed = await sealToSuccessors(vault, { threshold, successors: recipients });
      vault = sealed.vault;
      const { shares } = sealed;
      const keyBundle = { ...vault.keyBundle };
      const stored = await write(() => call.PUT('/auth/profile', { body: { keyBundle } }));
      const basis = stored.data && { keyBundleVersion: stored.data.user.keyBundleVersion };
      const outcomes = [
        stored.outcome,
        (await write(() => call.PUT('/successors/shares', { body: { threshold, shares } }))).outcome,
      ];
      for (const { successorId, envelopes } of sealed.assignments) {
        const params = { path: { id: successorId } };
        const body = { entryIds: [first.id], restrictToAssignedEntries: true, ...basis, envelopes };
        const assigned = await write(() => call.PUT('/successors/{id}/assigned-entries', { params, body }));
        outcomes.push(assigned.outcome);
      }
      return outcomes.every((outcome) => outcome === 'acknowledged');
    },
    async rehearsal(successor) {
      const text = 'If you can read this, your kit works.';
      const sealed = await sealRehearsal(vault, successor, text);
      texts.set(sealed.entry.id, text);
      return sealed;
    },
  };
  return own;
}
