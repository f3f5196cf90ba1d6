/** Sealing with given random bytes, so that another client can be compared byte for byte. */
import { fromHex } from '../../crypto/bytes.ts';
import { printCode } from '../../crypto/codes.ts';
import {
  encryptFile,
  prepareLogIn,
  sealCopy,
  sealEntry,
  sealEnvelopes,
  sealLists,
  unlock,
  type Vault,
} from '../../crypto/index.ts';
import { openSigningKeys } from '../../crypto/key-bundle.ts';
import { sealPackage } from '../../crypto/package.ts';
import { readBytes } from '../../crypto/parse.ts';
import { unwrapSecrets } from '../../crypto/vault.ts';
import { packageText } from './between.ts';
import { recorded } from './draws.ts';
import { FIXED_MOMENT } from './fixed-chance.ts';
import {
  ALAN,
  GRACE,
  LETTER,
  LOGIN,
  NOTE,
  recordOf,
  SEALED,
  shareOf,
  TEXTS,
  uuid,
  type VectorMaterial,
} from './material.ts';
import { base64, sha256 } from './plain.ts';
import { flagged, type Given, type Vector, valid } from './vector.ts';

type Chosen<Kind extends keyof Given> = Omit<Given[Kind], 'owner' | 'random'>;

/** What each kind seals, with whatever is drawn. */
export const SEAL = {
  sealEntry: async (vault: Vault, { entry }: Chosen<'sealEntry'>) => ({
    entry: await sealEntry(vault, entry),
  }),
  async sealEnvelope(vault: Vault, { successorId, entry, entryIds }: Chosen<'sealEnvelope'>) {
    const [sealed] = await sealEnvelopes(vault, successorId, [entry], entryIds);
    return { envelope: sealed!.envelope };
  },
  async sealPackage(vault: Vault, { publicKey, text }: Chosen<'sealPackage'>) {
    const signing = await openSigningKeys(vault.keyBundle, (await unwrapSecrets(vault)).root);
    const to = readBytes(publicKey, 'key_unusable');
    return { encryptedShare: await sealPackage(signing, to, JSON.parse(text)) };
  },
  async sealList(vault: Vault, { successorId, records, after }: Chosen<'sealList'>) {
    const [sealed] = await sealLists(vault, [{ successorId, records, after }]);
    const { list, counter, date } = sealed!;
    return { list, counter, date };
  },
  sealCopy: async ({ code, text }: Chosen<'sealCopy'>) => ({ copy: await sealCopy(code, text) }),
  async sealFile({ text }: Chosen<'sealFile'>) {
    const { ciphertext, key } = await encryptFile(new Blob([text]).stream());
    const all = base64(await new Response(ciphertext).bytes());
    return { key: key(), ciphertext: all };
  },
};

export async function sealings({ sealed, two, entries, kits, kitOf }: VectorMaterial): Promise<Vector[]> {
  const owner = SEALED;
  const vault = await unlock(await prepareLogIn(sealed), sealed.user);
  const stamp = { after: 2 ** 50, date: FIXED_MOMENT };
  const fresh = { entry: { id: uuid(31), text: TEXTS[NOTE]!, ...stamp } };
  const edit = { entry: { id: LETTER, text: TEXTS[LETTER]!, salt: entries[LETTER]!.salt, ...stamp } };
  const envelope = {
    successorId: ALAN,
    entry: { id: LOGIN, salt: entries[LOGIN]!.salt },
    entryIds: [LOGIN, NOTE],
  };
  const kit = kitOf(GRACE);
  const sent = {
    kit,
    publicKey: kits[GRACE]!.publicKey,
    text: JSON.stringify(await packageText(kit, shareOf(two, GRACE))),
  };
  const list = { successorId: ALAN, records: [NOTE, LOGIN].map(recordOf), ...stamp };
  const copy = { code: kit.code, text: 'Grüße von Ada' };
  const sealing = async (
    name: string,
    kind: keyof typeof SEAL,
    given: object,
    work: () => Promise<object>,
  ) => {
    const { made, random } = await recorded(work);
    return valid(name, kind, { ...given, random }, { ...made });
  };
  return flagged('Deterministic', [
    await printing('a recovery code in print', 'recovery-code-v1'),
    await printing('the code of a kit in print', 'kit-code-v1'),
    await sealing('a new entry, sealed', 'sealEntry', { owner, ...fresh }, () =>
      SEAL.sealEntry(vault, fresh),
    ),
    await sealing('an edit, sealed', 'sealEntry', { owner, ...edit }, () => SEAL.sealEntry(vault, edit)),
    await sealing('an envelope, sealed', 'sealEnvelope', { owner, ...envelope }, () =>
      SEAL.sealEnvelope(vault, envelope),
    ),
    await sealing('a package, signed and sealed', 'sealPackage', { owner, ...sent }, () =>
      SEAL.sealPackage(vault, sent),
    ),
    await sealing('a saved copy, sealed', 'sealCopy', copy, () => SEAL.sealCopy(copy)),
    await sealing('a list, signed and sealed', 'sealList', { owner, ...list }, () =>
      SEAL.sealList(vault, list),
    ),
  ]);
}

async function printing(name: string, kind: 'recovery-code-v1' | 'kit-code-v1'): Promise<Vector> {
  const code = sha256(name).subarray(0, 16).toString('hex');
  return valid(name, 'printCode', { kind, code }, { printed: await printCode(kind, fromHex(code)) });
}
