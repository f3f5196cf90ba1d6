/** The measurement itself, for a browser and for Node. */
import {
  createAccount,
  createKit,
  decide,
  KDF_V1,
  openEntry,
  pin,
  prepareLogIn,
  type Recipient,
  type SealedEntry,
  sealEntry,
  sealToSuccessors,
  unlock,
} from '../../crypto/index.ts';

/** The times of one round, in milliseconds. */
export interface Times {
  /** From the password to an unlocked vault, Argon2id included. */
  unlock: number;
  /** From the unlocked vault until every entry is open. */
  open: number;
  /** A new kit with its six words. */
  kit: number;
  /** Everything sealed to five successors, with an envelope for each entry and each of them. */
  seal: number;
}

const SUCCESSORS = 5;
const WHO = { email: 'anna@example.com', password: 'correct horse battery staple', kdf: KDF_V1 };

/** In each round, unlocks a vault, opens all its entries, each of `bytes` bytes, and seals them to successors. */
export async function measure(rounds: number, count: number, bytes: number): Promise<Times[]> {
  const text = 'x'.repeat(bytes);
  const id = () => crypto.randomUUID();
  const { salt, keyBundle } = await createAccount(WHO);
  const user = { id: id(), salt, keyBundle };
  const owner = await unlock(await prepareLogIn(WHO), user);
  const entries: SealedEntry[] = [];
  for (let i = 0; i < count; i++) entries.push(await sealEntry(owner, { id: id(), text }));
  let sealing = owner;
  const successors: Recipient[] = [];
  for (let i = 0; i < SUCCESSORS; i++) {
    const { publicKey, words } = await createKit({ ownerKey: owner.ownerKey, email: WHO.email });
    const successor = { id: id(), publicKey };
    sealing = await pin(sealing, { ...successor, email: WHO.email }, words);
    successors.push({ ...successor, restricted: true, entries });
  }
  const entryIds = entries.map((entry) => entry.id);
  const decisions = successors.map((each) => ({ id: each.id, entryIds }));
  sealing = await decide(sealing, { threshold: 2, successors: decisions });

  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const vault = await unlock(await prepareLogIn(WHO), user);
    const unlocked = performance.now();
    const texts = await Promise.all(entries.map((entry) => openEntry(vault, entry)));
    const opened = performance.now();
    if (texts.some((each) => each.text !== text)) throw new Error('An entry opened to another text');
    await createKit({ ownerKey: vault.ownerKey, email: WHO.email });
    const made = performance.now();
    const { assignments } = await sealToSuccessors(sealing, { threshold: 2, successors });
    const sealed = performance.now();
    if (assignments.some(({ envelopes }) => envelopes.length !== count))
      throw new Error('Envelopes are missing');
    times.push({
      unlock: unlocked - began,
      open: opened - unlocked,
      kit: made - opened,
      seal: sealed - made,
    });
  }
  return times;
}
