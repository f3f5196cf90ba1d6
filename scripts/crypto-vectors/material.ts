/** The material that the vectors show: an account, its entries, three successors, a quorum, a rotation and a reset. */
import {
  addPasskey,
  beginReset,
  changePassword,
  createAccount,
  createKit,
  decide,
  type EntryRecord,
  KDF_V1,
  type Kit,
  openEntry,
  pin,
  prepareLogIn,
  type Recipient,
  renewRecoveryCode,
  reshare,
  rotate,
  type SealedEntry,
  sealEntry,
  sealEnvelopes,
  sealRehearsal,
  sealToSuccessors,
  unlock,
  type Vault,
} from '../../crypto/index.ts';
import { FIXED_MOMENT } from './fixed-chance.ts';
import { base64, sha256, u64 } from './plain.ts';
import type { UnlockGiven } from './vector.ts';

/** A fixed UUIDv7. */
export const uuid = (n: number): string => `0193a5b0-7c00-7000-8000-${String(n).padStart(12, '0')}`;

export const OWNER = uuid(1);
export const OTHER_OWNER = uuid(2);
export const [GRACE, ALAN, EDSGER] = [uuid(11), uuid(12), uuid(13)] as const;
const NAMES: Record<string, string> = { [GRACE]: 'Grace Hopper', [ALAN]: 'Alan Turing', [EDSGER]: 'Edsger' };
export const ADDRESSES: Record<string, string> = {
  [GRACE]: 'grace@example.com',
  [ALAN]: 'alan@example.com',
  [EDSGER]: 'edsger@example.com',
};
export const [LETTER, LOGIN, NOTE, LATER] = [uuid(21), uuid(22), uuid(23), uuid(24)] as const;

/** The vector whose vault most entries belong to. */
export const REGISTERED = 'the password unlocks the vault';
/** The one whose vault knows the successors. */
export const SEALED = 'the same vault after the successors were sealed to';
/** The one whose vault has another vault key, and no longer knows Edsger. */
export const ROTATED = 'the same password unlocks the vault after a rotation';

const content = (kind: string, title: string, fields: Record<string, string>): string =>
  JSON.stringify({ version: 1, kind, title, category: 'Family', tags: ['home'], fields });

export const TEXTS: Record<string, string> = {
  [LETTER]: content('letter', 'For Grace', { text: 'Dear Grace, the garden is yours. 🌱' }),
  [LOGIN]: content('login', 'Bank', { username: 'ada', password: 'correct horse battery staple' }),
  [NOTE]: content('note', 'Häuser', { text: 'Les clés sont chez la voisine.' }),
  [LATER]: content('note', 'Added later', { text: 'This one came after the sealing.' }),
};
export const EDITED = content('letter', 'For Grace', { text: 'Dear Grace, the house is yours too.' });
export const SAMPLE = 'If you can read this, your kit works.';

/** What an entry that was signed at the fixed moment opens to. */
export function signedEntry(id: string, text: string, version = FIXED_MOMENT) {
  const stamp = [u64(version), u64(FIXED_MOMENT)] as const;
  const hash = base64(sha256('entry-signature-v1', OWNER, id, ...stamp, text));
  return { text, version, date: FIXED_MOMENT, hash };
}

/** The record of such an entry in a list. */
export function recordOf(id: string): EntryRecord {
  const { text: _, ...record } = signedEntry(id, TEXTS[id]!);
  return { id, ...record };
}

/** Typed as people type: a space at each end, capitals, and accents as a Mac's keyboard decomposes them. */
const ADA = { email: ' Ada.Lovelace@Example.org ', password: 'Cre\u0300me bru\u0302le\u0301e, 42 fois' };
const NEW_PASSWORD = 'rhubarb – custard – 1843';
/** A passkey, and the output of its authenticator. */
const PASSKEY = { credentialId: 'ZmluZ2VycHJpbnQ', prf: base64(sha256('an authenticator')) };
const RESET_PASSWORD = 'forgotten, and begun again';

export interface SealedShares {
  shares: { id: string; encryptedShare: string }[];
  assignments: { successorId: string; envelopes: { entryId: string; envelope: string }[] }[];
}

interface Recipients {
  threshold: number;
  successors: Recipient[];
}

type SuccessorKit = { code: string; salt: string; successorId: string };

/** Everything that happened, in order. */
export async function makeMaterial() {
  const who = { ...ADA, kdf: KDF_V1 };
  const account = await createAccount(who);
  const registered: UnlockGiven = {
    ...who,
    user: { id: OWNER, salt: account.salt, keyBundle: account.keyBundle },
  };
  let vault = await unlock(await prepareLogIn(who), registered.user);

  const entries: Record<string, SealedEntry> = {};
  for (const id of [LETTER, LOGIN, NOTE]) entries[id] = await sealEntry(vault, { id, text: TEXTS[id]! });
  const letter = entries[LETTER]!;
  const { version } = await openEntry(vault, letter);
  const edited = await sealEntry(vault, { id: LETTER, text: EDITED, salt: letter.salt, after: version });

  const kits: Record<string, Kit> = {};
  for (const id of [GRACE, ALAN, EDSGER]) {
    const kit = await createKit({ ownerKey: vault.ownerKey, email: ADDRESSES[id]! });
    kits[id] = kit;
    vault = await pin(
      vault,
      { id, publicKey: kit.publicKey, email: ADDRESSES[id]!, name: NAMES[id]! },
      kit.words,
    );
  }
  const kitOf = (successorId: string): SuccessorKit => {
    const { code, salt } = kits[successorId]!;
    return { code, salt, successorId };
  };
  const held = (...ids: string[]) => ids.map((id) => ({ id, salt: entries[id]!.salt }));
  const successor = (id: string, ...assigned: string[]) => ({
    id,
    publicKey: kits[id]!.publicKey,
    restricted: assigned.length > 0,
    entries: held(...assigned),
  });

  /** Grace gets everything, Alan the login alone. */
  const one = await sealAsDecided(vault, {
    threshold: 1,
    successors: [successor(GRACE), successor(ALAN, LOGIN)],
  });
  const further = await decide(one.vault, { successors: [{ id: ALAN, entryIds: [LOGIN, NOTE] }] });
  const [envelopeOfNote] = await sealEnvelopes(further, ALAN, held(NOTE), [LOGIN, NOTE]);
  vault = further;
  /** Two of three: Edsger gets everything, Grace the letter, Alan the login and the note. */
  const two = await sealAsDecided(vault, {
    threshold: 2,
    successors: [successor(GRACE, LETTER), successor(ALAN, LOGIN, NOTE), successor(EDSGER)],
  });
  vault = two.vault;
  entries[LATER] = await sealEntry(vault, { id: LATER, text: TEXTS[LATER]! });
  const holders = Object.entries(kits).map(([successorId, { publicKey }]) => ({ successorId, publicKey }));
  const reshares = {
    [GRACE]: (await reshare(kitOf(GRACE), shareOf(two, GRACE), holders)).reshares,
    [ALAN]: (await reshare(kitOf(ALAN), shareOf(two, ALAN), holders)).reshares,
    [EDSGER]: (await reshare(kitOf(EDSGER), shareOf(two, EDSGER), holders)).reshares,
  };
  const sealed: UnlockGiven = { ...registered, user: { ...registered.user, keyBundle: vault.keyBundle } };
  const rehearsal = await sealRehearsal(vault, { id: ALAN, publicKey: kits[ALAN]!.publicKey }, SAMPLE);

  const rotated = await rotateAway(vault, entries, successor);
  const after: UnlockGiven = { ...sealed, user: { ...sealed.user, keyBundle: rotated.vault.keyBundle } };

  const changed = await changePassword(rotated.vault, { ...who, password: NEW_PASSWORD });
  const renamed: UnlockGiven = {
    ...who,
    password: NEW_PASSWORD,
    user: { id: OWNER, salt: changed.salt, keyBundle: changed.keyBundle },
  };
  const touched = await addPasskey(
    changed.vault,
    await prepareLogIn({ ...who, password: NEW_PASSWORD }),
    changed.salt,
    { ...PASSKEY, prf: new Uint8Array(sha256('an authenticator')) },
  );
  const withPasskey = { ...PASSKEY, user: { ...renamed.user, keyBundle: touched.keyBundle } };
  const { vault: recoded } = await renewRecoveryCode(changed.vault);
  const withNewCode = { ...renamed, user: { ...renamed.user, keyBundle: recoded.keyBundle } };
  const began = await beginReset({ ...who, password: RESET_PASSWORD });
  const reset: UnlockGiven = {
    ...who,
    password: RESET_PASSWORD,
    user: { id: OWNER, salt: began.salt, keyBundle: began.keyBundle },
  };
  return {
    who,
    account,
    ownerKey: vault.ownerKey,
    registered,
    entries,
    edited,
    kits,
    kitOf,
    one,
    envelopeOfNote: envelopeOfNote!,
    two,
    reshares,
    sealed,
    rehearsal,
    rotated,
    after,
    renamed,
    withPasskey,
    withNewCode,
    reset,
    resetRecovers: { archived: [{ keyBundle: changed.keyBundle }], code: account.recoveryCode },
  };
}

/** The owner's decisions, as the recipients list them. */
const decideAs = (vault: Vault, { threshold, successors }: Recipients): Promise<Vault> =>
  decide(vault, {
    threshold,
    successors: successors.map(({ id, restricted, entries }) => ({
      id,
      restricted,
      entryIds: entries.map((entry) => entry.id),
    })),
  });

const sealAsDecided = async (vault: Vault, to: Recipients) => sealToSuccessors(await decideAs(vault, to), to);

export type VectorMaterial = Awaited<ReturnType<typeof makeMaterial>>;

export const shareOf = ({ shares }: SealedShares, successorId: string): string =>
  shares.find(({ id }) => id === successorId)!.encryptedShare;

export const envelopeOf = (
  { assignments }: SealedShares,
  successorId: string,
  entryId: string,
): string | null =>
  assignments
    .find((each) => each.successorId === successorId)
    ?.envelopes.find((each) => each.entryId === entryId)?.envelope ?? null;

/** Edsger held everything and is removed, so the vault key changes. The login is in the trash and is not sealed again. */
async function rotateAway(
  old: Vault,
  entries: Record<string, SealedEntry>,
  successor: (id: string, ...assigned: string[]) => Recipient,
) {
  const kept = [LETTER, NOTE, LATER].map((id) => ({ ...entries[id]!, version: 1 }));
  const remaining = { threshold: 1, successors: [successor(GRACE), successor(ALAN, NOTE)] };
  const { vault, lines } = await rotate(await decideAs(old, remaining), {
    keyBundleVersion: 1,
    entries: kept,
    entryCount: kept.length,
    ...remaining,
  });
  const read: Record<string, unknown>[] = [];
  for await (const line of lines)
    read.push(
      ...line
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each)),
    );
  const [head, ...rest] = read;
  const sealedAnew = rest.slice(0, kept.length) as unknown as SealedEntry[];
  for (const each of sealedAnew) await openEntry(vault, each);
  return {
    vault,
    shares: head!.shares as SealedShares['shares'],
    entries: Object.fromEntries(sealedAnew.map((each) => [each.id, each])),
    envelopes: rest.slice(kept.length) as { successorId: string; entryId: string; envelope: string }[],
  };
}
