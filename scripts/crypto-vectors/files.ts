/** Files: some that open, and what must be refused. */
import { Encrypter, identityToRecipient } from 'age-encryption';
import type { FileKey } from '../../crypto/index.ts';
import { recorded } from './draws.ts';
import { flipped } from './forger.ts';
import { base64, bytes, hex, hkdf, sha256 } from './plain.ts';
import { SEAL } from './sealings.ts';
import { flagged, type Given, refused, type Vector, valid } from './vector.ts';

type OpenFile = Given['openFile'];

const TEXT = 'Grüße von Ada';

/** A file with the values that were drawn for it. */
async function sealed(text: string) {
  const { made, random } = await recorded(() => SEAL.sealFile({ text }));
  const [, fileKey = '', , nonce = ''] = random;
  const payloadKey = hex(hkdf(bytes(fileKey, 'hex'), bytes(nonce, 'hex'), 'payload'));
  return { ...made, random, between: { fileKey, payloadKey } };
}

/** The same file, as if the entry named its actual hash. */
const withItsHash = ({ key, ciphertext }: OpenFile): OpenFile => ({
  key: { ...key, sha256: hex(sha256(bytes(ciphertext))) },
  ciphertext,
});

/** A file that someone who has the identity encrypted to others too. */
async function encryptedByReader(text: string, key: FileKey, ...recipients: string[]): Promise<OpenFile> {
  const encrypter = new Encrypter();
  for (const each of [await identityToRecipient(key.identity), ...recipients]) encrypter.addRecipient(each);
  return { key, ciphertext: base64(await encrypter.encrypt(text)) };
}

export async function files(): Promise<Vector[]> {
  const { key, ciphertext, random, between } = await sealed(TEXT);
  const empty = await sealed('');
  const given = { key, ciphertext };
  const nothing = { key: empty.key, ciphertext: empty.ciphertext };
  const refuses = (name: string, wrong: OpenFile) => refused(name, 'openFile', wrong, 'file_refused');
  const changed = (at: number): OpenFile => ({ key, ciphertext: flipped(ciphertext, at) });
  const shorter = { key, ciphertext: base64(bytes(ciphertext).subarray(0, -1)) };
  return [
    valid('a file', 'openFile', given, { text: TEXT }, between),
    valid('an empty file', 'openFile', nothing, { text: '' }, empty.between),
    ...flagged('Deterministic', [valid('a file, encrypted', 'sealFile', { text: TEXT, random }, given)]),
    ...flagged('BitFlip', [
      refuses('a file with another bit at its end', changed(-1)),
      refuses('a file with another bit at its end, under its hash', withItsHash(changed(-1))),
      refuses('a file with another bit in its wrapped key, under its hash', withItsHash(changed(80))),
      refuses('a file with another bit in its MAC, under its hash', withItsHash(changed(130))),
    ]),
    refuses('a file without its last byte', shorter),
    refuses('a file without its last byte, under its hash', withItsHash(shorter)),
    refuses('a file that is longer than the entry says', { key: { ...key, size: key.size - 1 }, ciphertext }),
    refuses('a file with the identity of another', {
      key: { ...key, identity: empty.key.identity },
      ciphertext,
    }),
    ...flagged('Impersonation', [
      refuses('a file that someone else with the identity has encrypted', await encryptedByReader(TEXT, key)),
    ]),
    ...flagged('Forgery', [
      refuses(
        'a file for two identities, under its hash',
        withItsHash(await encryptedByReader(TEXT, key, await identityToRecipient(empty.key.identity))),
      ),
    ]),
  ];
}
