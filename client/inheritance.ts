/** A successor, who has no account: their kit, their response, and the entries that were left to them. */
import {
  type Content,
  CryptoError,
  type CryptoErrorCode,
  createKit,
  type EntryRecord,
  type Inheritance,
  type Kit,
  openAsSuccessor,
  readContent,
  reshare,
} from '../crypto/index.ts';
import type { paths } from '../docs/openapi.d.ts';
import { type Api, AS_VISITOR, answered } from './api.ts';
import { contentWithoutData, fromBase64 } from './inner-file.ts';
import { countedLines } from './ndjson.ts';
import type { Progress } from './owner.ts';
import type { SeenBundles } from './seen-bundles.ts';

/** A released vault as the service returns it in one document. */
export type AccessDocument =
  paths['/vault/successor-access']['get']['responses'][200]['content']['application/json'];

/** A released vault, still encrypted. */
export interface SuccessorAccess extends Omit<AccessDocument, 'entries'> {
  /** Each as JSON. Together they may be more than a string or an array holds, and browsers may keep blobs on the disk. */
  entries: readonly Blob[];
}

/**
 * Confirms a successor's address with the token of the link in the invitation.
 *
 * @param token of the link to `/successor`
 * @returns the owner's name, and the successor with `ownerKey` and `email`, which `makeKit` takes. Without an `ownerKey`,
 *   the owner's client has named no key, and nothing can be sealed to a kit
 * @throws Problem `token_expired`, `token_invalid`, `successor_opted_out`
 */
export const readInvitation = (api: Api, token: string) =>
  answered(api.GET('/successors/verify', { params: { query: { token } }, ...AS_VISITOR }));

/**
 * Makes a kit. Its code belongs on paper and goes nowhere else: let them print it, then call `storeKit`. Its words are what
 * they read out to the owner.
 */
export const makeKit = createKit;

/**
 * Makes a kit active, in place of an older one. The owner gets an email that asks to compare the words.
 *
 * @param token the one that `readInvitation` took
 * @throws Problem `key_pinned` if the owner has compared the older one already
 */
export async function storeKit(api: Api, token: string, { publicKey, salt }: Kit): Promise<void> {
  await answered(api.PUT('/successors/public-key', { body: { token, publicKey, salt }, ...AS_VISITOR }));
}

/**
 * How a text compares with the list that the owner signed: the one on the list, an older one, one that was changed after
 * the list was made, or an entry that isn't on the list. `twice` is a further text of an entry that opens too, and is not
 * the one to rely on.
 */
export type Freshness = 'current' | 'older' | 'newer' | 'unlisted' | 'twice';

export interface LeftEntry {
  id: string;
  /** Null without a list, and for an entry that does not open. */
  freshness: Freshness | null;
  /** When the owner last changed it. If it does not open, only the service says so. */
  updatedAt: string;
  /** Null if it does not open, and `refused` says why. Without the data of the file in it: see `inner`. */
  content: Content | null;
  refused: CryptoErrorCode | null;
  /** The file that it holds itself. Null without one. */
  inner: InnerFile | null;
}

export interface InnerFile {
  /** The argument of `wholeContent`. */
  at: number;
  /** Its size. Null if it is damaged. */
  bytes: number | null;
}

/** The list that the owner signed, which says whether everything is there. */
export interface OpenedList {
  /** When it was made. */
  date: string;
  /** Which entries it names. */
  entries: number;
  /** When the newest of these was last changed. Null if it names none. */
  changedAt: string | null;
  /** Entries that it names, and that the service did not return, with the dates of their last changes. */
  missing: { id: string; changedAt: string }[];
}

export interface OpenedInheritance {
  /** What the package says under the owner's signature. */
  rehearsal: boolean;
  entries: LeftEntry[];
  /** This device has seen a newer package, or a newer list of this one's. */
  isOld: boolean;
  /** How many kits open it together. */
  threshold: number;
  /** How many shares of other successors could not be used. Enough were left. */
  badShares: number;
  /** Null if there is none: then it isn't known whether something is missing. */
  list: OpenedList | null;
  /** Why the list that the service returned is not the owner's. */
  listRefused: CryptoErrorCode | null;
  /** Opens an entry again, with the data of the file in it: all of them at once may be more than fits into memory. */
  wholeContent(at: number): Promise<Content>;
}

/** A kit as it is read from paper, or from its file. */
export interface TypedKit {
  code: string;
  /** The fingerprint of the owner's key, if the sheet was read from its file. */
  ownerFingerprint: string | null;
}

/**
 * Reads what is left to a successor, still encrypted.
 *
 * @param token of the link to `/access`, in the email that says that the vault is open to them
 * @throws Problem `access_not_released`, `token_expired`, `token_invalid`, `handover_ended`; `unreachable` if it is cut off
 */
export async function readAccess(api: Api, token: string, progress?: Progress): Promise<SuccessorAccess> {
  const params = { query: { token, format: 'ndjson' as const } };
  const { head, lines } = await countedLines<Omit<AccessDocument, 'entries'>>(
    await answered(api.GET('/vault/successor-access', { params, parseAs: 'stream', ...AS_VISITOR })),
  );
  const entries: Blob[] = [];
  for await (const line of lines) {
    entries.push(new Blob([line]));
    progress?.(entries.length, head.entryCount);
  }
  return { ...head, entries };
}

/** Asks whether a link still works. @throws as `readAccess` */
export async function checkLink(api: Api, token: string): Promise<void> {
  await answered(api.GET('/successors/link', { params: { query: { token } }, ...AS_VISITOR }));
}

/** The newest generation of packages, and of lists, that this device has seen of a successor. */
const packagesOf = (successorId: string) => `packages/${successorId}`;
const listsOf = (successorId: string, generation: number) => `lists/${successorId}/${generation}`;

/** @returns whether this device has seen a higher counter. A memory that cannot be kept notices less. */
async function isOlderThanSeen(seen: SeenBundles | undefined, of: string, counter: number): Promise<boolean> {
  const highest = (await seen?.highest(of).catch(() => 0)) ?? 0;
  if (counter > highest) await seen?.remember(of, counter).catch(() => {});
  return counter < highest;
}

function freshnessOf({ version, hash }: Omit<EntryRecord, 'id'>, listed: EntryRecord | undefined): Freshness {
  if (!listed) return 'unlisted';
  if (version > listed.version) return 'newer';
  return version === listed.version && hash === listed.hash ? 'current' : 'older';
}

/** Whether this device has seen anything newer. Without a list, any list seen before is newer; a rehearsal has none. */
async function hasSeenNewer(
  seen: SeenBundles | undefined,
  { successor: { id: successorId }, rehearsal }: SuccessorAccess,
  { generation, list }: Inheritance,
): Promise<boolean> {
  const hasNewerPackage = await isOlderThanSeen(seen, packagesOf(successorId), generation);
  if (rehearsal) return hasNewerPackage;
  const hasNewerList = await isOlderThanSeen(seen, listsOf(successorId, generation), list?.counter ?? 0);
  return hasNewerPackage || hasNewerList;
}

function describeList(
  list: Inheritance['list'],
  entries: readonly Pick<LeftEntry, 'id'>[],
): OpenedList | null {
  if (!list) return null;
  const returned = new Set(entries.map(({ id }) => id));
  const iso = (moment: number) => new Date(moment).toISOString();
  return {
    date: iso(list.date),
    entries: list.records.length,
    changedAt: list.records.length === 0 ? null : iso(Math.max(...list.records.map(({ date }) => date))),
    missing: list.records
      .filter(({ id }) => !returned.has(id))
      .map(({ id, date }) => ({ id, changedAt: iso(date) })),
  };
}

/** If an entry has several texts, only the newest may pass for it; among equal versions, the one on the list. */
function markRepeated(entries: (LeftEntry & { version: number })[]): LeftEntry[] {
  const newest = new Map<string, (typeof entries)[number]>();
  for (const entry of entries) {
    const before = newest.get(entry.id);
    const isNewer = !before || entry.version > before.version;
    if (isNewer || (entry.version === before.version && entry.freshness === 'current'))
      newest.set(entry.id, entry);
  }
  return entries.map((each) => {
    const { version: _, ...entry } = each;
    return each.refused !== null || newest.get(each.id) === each ? entry : { ...entry, freshness: 'twice' };
  });
}

/**
 * Opens what is left to a successor, and compares it with the list that the owner signed. An entry that does not open
 * doesn't affect the others.
 *
 * @param options.seen the memory of this device
 * @throws CryptoError such as `wrong_kit`, `quorum_missing`, `package_of_other_owner`
 */
export async function openInheritance(
  access: SuccessorAccess,
  { code, ownerFingerprint }: TypedKit,
  { progress, seen }: { progress?: Progress; seen?: SeenBundles } = {},
): Promise<OpenedInheritance> {
  const { encryptedShare, reshares, list = null, rehearsal = false } = access;
  const { id: successorId, publicKeySalt } = access.successor;
  if (publicKeySalt === null) throw new CryptoError('not_sealed_to');
  const kit = { code, salt: publicKeySalt, successorId };
  const inheritance = await openAsSuccessor(kit, { encryptedShare, reshares, list, rehearsal });
  if (ownerFingerprint !== null && inheritance.ownerFingerprint !== ownerFingerprint)
    throw new CryptoError('package_of_other_owner');
  const listed = inheritance.list && new Map(inheritance.list.records.map((each) => [each.id, each]));
  const stored = async (at: number): Promise<AccessDocument['entries'][number]> =>
    JSON.parse((await access.entries[at]?.text()) ?? 'null');
  const entries: (LeftEntry & { version: number })[] = [];
  for (const at of access.entries.keys()) {
    const sealed = await stored(at);
    const { id, updatedAt } = sealed;
    try {
      const { text, ...signed } = await inheritance.open(sealed);
      const content = readContent(text);
      const data = content.kind === 'file' ? content.fields.data : undefined;
      entries.push({
        id,
        version: signed.version,
        freshness: listed && freshnessOf(signed, listed.get(id)),
        updatedAt: new Date(signed.date).toISOString(),
        content: contentWithoutData(content),
        refused: null,
        inner: data === undefined ? null : { at, bytes: fromBase64(data)?.length ?? null },
      });
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      const closed = { freshness: null, content: null, inner: null };
      entries.push({ id, version: -1, updatedAt, ...closed, refused: error.code });
    }
    progress?.(entries.length, access.entries.length);
  }
  return {
    rehearsal,
    entries: markRepeated(entries),
    isOld: await hasSeenNewer(seen, access, inheritance),
    threshold: inheritance.threshold,
    badShares: inheritance.badShares.length,
    list: describeList(inheritance.list, entries),
    listRefused: inheritance.listRefused,
    wholeContent: async (at) => readContent((await inheritance.open(await stored(at))).text),
  };
}

/**
 * Answers the invitation to take over. The answer may be changed until the release.
 *
 * @param body.token of the link to `/respond`; anyone who has accepted may repeat that with their link to `/access`
 * @returns after an acceptance, what `passOnShare` takes, unless nothing was sealed to them; and `accessToken` for
 *   `readAccess` if the vault is open to them already, as in a rehearsal. Otherwise they get an email once it is
 * @throws Problem `token_expired`, `token_invalid`, `handover_ended`, `successor_opted_out`, `response_final`,
 *   `owner_alive_limit`
 */
export const respond = (
  api: Api,
  body: {
    token: string;
    response: 'accept' | 'decline' | 'owner_alive';
    message?: string;
    /** Whether the other successors may read it too. */
    shareMessage?: boolean;
  },
) => answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));

/** A successor's own share, as the response to an acceptance has it. */
export interface SealedShare {
  /** The one that `respond` took. */
  token: string;
  /** The kit's code. */
  code: string;
  /** `publicKeySalt` of the successor. */
  salt: string;
  successorId: string;
  encryptedShare: string;
  /**
   * Everybody whose key the owner compared, this successor included. The share goes only to keys that the owner signed in
   * it. With fewer than two, there are no others, and nothing to pass on.
   */
  holders: readonly { successorId: string; publicKey: string }[];
}

/**
 * Passes a successor's own share on to the others, sealed to their kits. Where several must accept, nobody opens
 * anything before enough have done so.
 *
 * @param seen the memory of this device
 * @returns the number of successors who got it: none where each opens theirs alone
 * @throws CryptoError such as `wrong_kit`; `package_rolled_back` for an older share than this device has seen
 */
export async function passOnShare(
  api: Api,
  { token, code, salt, successorId, encryptedShare, holders }: SealedShare,
  seen?: SeenBundles,
): Promise<number> {
  const of = packagesOf(successorId);
  const highest = (await seen?.highest(of).catch(() => 0)) ?? 0;
  const kit = { code, salt, successorId };
  const { generation, reshares } = await reshare(kit, encryptedShare, holders, highest);
  await isOlderThanSeen(seen, of, generation);
  if (reshares.length > 0) {
    const body = { token, response: 'accept' as const, reshares };
    await answered(api.POST('/handover/respond', { body, ...AS_VISITOR }));
  }
  return reshares.length;
}
