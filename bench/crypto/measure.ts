/** The measurement itself, for a browser and for Node. */
import {
  createAccount,
  KDF_V1,
  openEntry,
  prepareLogIn,
  type SealedEntry,
  sealEntry,
  unlock,
} from '../../crypto/index.ts';

/** The times of one round, in milliseconds. */
export interface Times {
  /** From the password to an unlocked vault, Argon2id included. */
  unlock: number;
  /** From the unlocked vault until every entry is open. */
  open: number;
}

const WHO = { email: 'anna@example.com', password: 'correct horse battery staple', kdf: KDF_V1 };

/** In each round, unlocks a vault and opens all its entries, each of `bytes` bytes. */
export async function measure(rounds: number, count: number, bytes: number): Promise<Times[]> {
  const text = 'x'.repeat(bytes);
  const id = () => crypto.randomUUID();
  const { salt, keyBundle } = await createAccount(WHO);
  const user = { id: id(), salt, keyBundle };
  const owner = await unlock(await prepareLogIn(WHO), user);
  const entries: SealedEntry[] = [];
  for (let i = 0; i < count; i++) entries.push(await sealEntry(owner, { id: id(), text }));

  const times: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const vault = await unlock(await prepareLogIn(WHO), user);
    const unlocked = performance.now();
    const texts = await Promise.all(entries.map((entry) => openEntry(vault, entry)));
    const opened = performance.now();
    if (texts.some((each) => each.text !== text)) throw new Error('An entry opened to another text');
    times.push({ unlock: unlocked - began, open: opened - unlocked });
  }
  return times;
}
