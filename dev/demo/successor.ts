/** A successor at their browser, with the links from their mails and their printed recovery kit. */
import {
  makeKit,
  openInheritance,
  passOnShare,
  readAccess,
  readInvitation,
  respond,
  storeKit,
} from '../../client/index.ts';
import { type Inheritance, type KitCode, openAsSuccessor } from '../../crypto/index.ts';
import { openPage, type ServiceAccess, visitor } from '../callers.ts';
import { Failure } from '../cli/failure.ts';
import { asWritten, type WrittenEntry } from './owner.ts';

/** The printed page: all that a successor needs later. */
export interface PrintedKit {
  code: string;
  /** The successor reads it out to the owner. */
  words: string;
  /** Names the owner. Nobody else's package opens with this kit. */
  ownerFingerprint: string;
}

/** Opens the link of the verification mail, confirms, and makes a recovery kit. */
export async function confirm(service: ServiceAccess, link: string): Promise<PrintedKit> {
  const token = await openPage(service, link);
  const call = visitor(service);
  const { successor } = await readInvitation(call, token);
  const kit = await makeKit({ ownerKey: successor.ownerKey ?? '', email: successor.email });
  await storeKit(call, token, kit);
  const { code, words, ownerFingerprint } = kit;
  return { code, words, ownerFingerprint };
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

export type Acceptance = Awaited<ReturnType<typeof respond>>;

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
  const token = await openPage(service, link);
  const call = visitor(service);
  const accepted = await respond(call, { token, response: 'accept' });
  const encryptedShare = accepted.encryptedShare ?? '';
  const { holders = [] } = accepted;
  const share = { token, ...withSalt(kit, accepted.successor), encryptedShare, holders };
  return { accepted, resealed: await passOnShare(call, share) };
}

/** Tries to open the package that came with an acceptance, without the shares of others. */
export const openAlone = (kit: PrintedKit, accepted: Acceptance): Promise<Inheritance> =>
  openAsSuccessor(withSalt(kit, accepted.successor), {
    encryptedShare: accepted.encryptedShare ?? null,
    reshares: [],
  });

/** Opens the link of the access mail, and decrypts everything there with the code from the printed page. */
export async function readInheritance(
  service: ServiceAccess,
  link: string,
  kit: PrintedKit,
): Promise<WrittenEntry[]> {
  const access = await readAccess(visitor(service), await openPage(service, link));
  const { entries } = await openInheritance(access, kit);
  return entries.map(({ id, content }) => asWritten(id, content));
}
