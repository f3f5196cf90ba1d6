/** A successor at their browser, with the links from their mails and their printed recovery kit. */
import type { z } from 'zod';
import type { Responded } from '../../api/routes/handover/schema.ts';
import { createKit, type Inheritance, type KitCode, openAsSuccessor, reshare } from '../../crypto/index.ts';
import { answer } from '../api-client.ts';
import { openPage, type ServiceAccess, visitor } from '../callers.ts';
import { Failure } from '../cli/failure.ts';
import { readWritten, type WrittenEntry } from './owner.ts';

/** The printed page: all that a successor needs later. */
export interface PrintedKit {
  code: string;
  /** The successor reads it out to the owner. */
  comparison: string;
  /** Names the owner. Nobody else's package opens with this kit. */
  ownerFingerprint: string;
}

/** Opens the link of the verification mail, confirms, and makes a recovery kit. */
export async function confirm(service: ServiceAccess, link: string): Promise<PrintedKit> {
  const token = await openPage(service, link);
  const call = visitor(service);
  const { successor } = await answer(call.GET('/successors/verify', { params: { query: { token } } }));
  const { code, comparison, ownerFingerprint, ...kit } = await createKit(successor.ownerKey ?? '');
  const body = { token, publicKey: kit.publicKey, salt: kit.salt };
  const stored = await answer(call.PUT('/successors/public-key', { body }));
  if (stored.successor.keyFingerprint !== kit.fingerprint)
    throw new Failure('The service stored a different key from the one that was sent');
  return { code, comparison, ownerFingerprint };
}

interface Themselves {
  id: string;
  publicKeySalt: string | null;
}

/** The kit as the code on paper and what the service keeps beside it. */
function withSalt({ code }: PrintedKit, successor: Themselves | undefined): KitCode {
  if (!successor?.publicKeySalt) throw new Failure('The answer came without the salt of the kit');
  return { code, salt: successor.publicKeySalt, successorId: successor.id };
}

export type Acceptance = z.output<typeof Responded>;

/**
 * Opens the link of the invitation and accepts. Where it takes several successors, the browser then seals the share in
 * the package to the other holders.
 *
 * @returns the first answer, and how many shares were sealed
 */
export async function accept(
  service: ServiceAccess,
  link: string,
  kit: PrintedKit,
): Promise<{ accepted: Acceptance; resealed: number }> {
  const body = { token: await openPage(service, link), response: 'accept' as const };
  const call = visitor(service);
  const accepted = await answer(call.POST('/handover/respond', { body }));
  const reshares = await reshare(withSalt(kit, accepted.successor), accepted.encryptedShare ?? '');
  if (reshares.length > 0) {
    await answer(call.POST('/handover/respond', { body: { ...body, reshares } }));
  }
  return { accepted, resealed: reshares.length };
}

/** Tries to open the package that came with an acceptance, without the shares of others. */
export const openAlone = (kit: PrintedKit, accepted: Acceptance): Promise<Inheritance> =>
  openAsSuccessor(withSalt(kit, accepted.successor), {
    encryptedShare: accepted.encryptedShare ?? null,
    reshares: [],
  });

/** Opens the link of the access mail, and decrypts everything there with the code from the printed page. */
export async function openInheritance(
  service: ServiceAccess,
  link: string,
  kit: PrintedKit,
): Promise<WrittenEntry[]> {
  const token = await openPage(service, link);
  const params = { query: { token } };
  const access = await answer(visitor(service).GET('/vault/successor-access', { params }));
  const { encryptedShare, reshares } = access;
  const inheritance = await openAsSuccessor(withSalt(kit, access.successor), { encryptedShare, reshares });
  if (inheritance.ownerFingerprint !== kit.ownerFingerprint)
    throw new Failure('The package names another owner than the printed page');
  return Promise.all(
    access.entries.map(async (entry) => readWritten(entry.id, await inheritance.open(entry))),
  );
}
