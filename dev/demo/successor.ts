/** A successor at their browser, with the links from their mails and their printed recovery kit. */
import type { z } from 'zod';
import type { Responded } from '../../api/routes/handover/schema.ts';
import { answer } from '../api-client.ts';
import { Failure } from '../cli/failure.ts';
import { openPage, type Service, visitor } from './callers.ts';
import type { WrittenEntry } from './owner.ts';
import { printCode, readCode } from './recovery-code.ts';
import { fingerprint, newKit, openEntry, openEnvelope } from './vault-crypto.ts';

/** The printed page: all that a successor needs later. */
export interface PrintedKit {
  code: string;
  /** The successor reads it out to the owner. */
  fingerprint: string;
}

/** Opens the link of the verification mail, confirms, and makes a recovery kit. */
export async function confirm(service: Service, link: string): Promise<PrintedKit> {
  const token = await openPage(service, link);
  const call = visitor(service);
  await answer(call.GET('/successors/verify', { params: { query: { token } } }));
  const { code, kit } = await newKit();
  const body = { token, ...kit };
  const stored = await answer(call.PUT('/successors/public-key', { body }));
  const own = await fingerprint(kit.publicKey);
  if (stored.successor.keyFingerprint !== own)
    throw new Failure('The service stored a different key from the one that was sent');
  return { code: printCode(code), fingerprint: own };
}

/** Opens the link of the invitation and accepts. */
export async function accept(service: Service, link: string): Promise<z.output<typeof Responded>> {
  const token = await openPage(service, link);
  return answer(visitor(service).POST('/handover/respond', { body: { token, response: 'accept' } }));
}

/** Opens the link of the access mail, and decrypts everything there with the code from the printed page. */
export async function openInheritance(
  service: Service,
  link: string,
  { code: typed }: PrintedKit,
): Promise<WrittenEntry[]> {
  const token = await openPage(service, link);
  const params = { query: { token } };
  const access = await answer(visitor(service).GET('/vault/successor-access', { params }));
  const { id: successorId, publicKeySalt } = access.successor;
  const code = readCode(typed);
  return Promise.all(
    access.entries.map(async (entry) => {
      const { id, category, envelope } = entry;
      if (!envelope || !publicKeySalt)
        throw new Failure(`The entry ${id} came without an envelope or a salt`);
      const which = { successorId, entryId: id };
      const { userId, key } = await openEnvelope(code, publicKeySalt, which, envelope);
      return { id, category, plaintext: await openEntry(key, userId, entry) };
    }),
  );
}
