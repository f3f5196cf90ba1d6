/** Recordings of film or voice that aren't saved yet, each encrypted under its own key, which only the vault opens. */
import { CryptoError, openEntry, type SealedEntry, sealEntry } from '../../../crypto/index.ts';
import type { CryptoKey } from '../../../crypto/web-crypto.ts';
import { listPrivate, readPrivate, removePrivate, writePrivate } from '../private-files.ts';
import { onChange, requireOpen } from '../unlocked-vault.ts';

export interface KeptRecording {
  id: string;
  /** A media type. */
  type: string;
  /** When it was begun, in milliseconds since 1970. */
  at: number;
}

interface Head extends KeptRecording {
  /** Its key in base64, sealed like an entry. */
  key: SealedEntry;
}

const HEAD = 'head.json';
const IV_BYTES = 12;
/** Until this has passed, another tab may still be making a recording that looks incomplete. */
const INCOMPLETE_MS = 24 * 60 * 60_000;

/** The keys of recordings under way. */
const opened = new Map<string, CryptoKey>();
onChange(() => opened.clear());

const ofOwner = (): string[] => ['recordings', requireOpen().vault.userId];
const additionalData = (id: string, at: number) => new TextEncoder().encode(`recording-part-v1 ${id} ${at}`);

async function headOf(id: string): Promise<Head | null> {
  const file = await readPrivate([...ofOwner(), id, HEAD]);
  return file && (JSON.parse(await file.text()) as Head);
}

async function keyOf(id: string): Promise<CryptoKey> {
  const known = opened.get(id);
  if (known) return known;
  const head = await headOf(id);
  if (!head) throw new CryptoError('entry_refused');
  // It may have been begun before the signing keys were replaced, and nothing has signed it again since.
  const { text } = await openEntry(requireOpen().vault, head.key, { old: true });
  const raw = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  opened.set(id, key);
  return key;
}

/** Makes the key of a recording, and keeps it. */
export async function beginRecording(recording: KeptRecording): Promise<void> {
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const text = btoa(String.fromCharCode(...raw));
  const key = await sealEntry(requireOpen().vault, { id: recording.id, text });
  raw.fill(0);
  const head = new Blob([JSON.stringify({ ...recording, key } satisfies Head)]);
  await writePrivate([...ofOwner(), recording.id, HEAD], head);
}

/** Keeps the next part of a recording. */
export async function keepPart({ id, at, part }: { id: string; at: number; part: Blob }): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: additionalData(id, at) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(id), await part.arrayBuffer());
  await writePrivate([...ofOwner(), id, String(at)], new Blob([iv, sealed]));
}

/** The recordings that wait to be saved, newest first, as far as they can be read now. */
export async function findRecordings(): Promise<KeptRecording[]> {
  const found: KeptRecording[] = [];
  for (const name of (await listPrivate(ofOwner())).keys()) {
    try {
      const head = await headOf(name);
      if (head && (await readPrivate([...ofOwner(), name, '0'])))
        found.push({ id: head.id, type: head.type, at: head.at });
      else if (await isAbandoned(name)) await dropRecording({ id: name });
    } catch {
      // Perhaps it can be read the next time.
    }
  }
  return found.sort((one, other) => other.at - one.at);
}

async function isAbandoned(id: string): Promise<boolean> {
  const written = (await listPrivate([...ofOwner(), id])).values();
  return Math.max(...[...written].map(Number)) < Date.now() - INCOMPLETE_MS;
}

/** All parts that were kept, one after the other. */
export async function openRecording({ id, type }: KeptRecording): Promise<Blob> {
  const key = await keyOf(id);
  const parts: Blob[] = [];
  for (;;) {
    const file = await readPrivate([...ofOwner(), id, String(parts.length)]);
    if (!file) return new Blob(parts, { type });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const iv = bytes.subarray(0, IV_BYTES);
    const algorithm = { name: 'AES-GCM', iv, additionalData: additionalData(id, parts.length) };
    // Browsers may keep blobs outside of memory.
    parts.push(new Blob([await crypto.subtle.decrypt(algorithm, key, bytes.subarray(IV_BYTES))]));
  }
}

export async function dropRecording({ id }: { id: string }): Promise<void> {
  opened.delete(id);
  await removePrivate([...ofOwner(), id]);
}
