/** A successor who follows the links in their mails with client/. */
import {
  makeKit as createKit,
  openInheritance,
  passOnShare,
  readAccess,
  readInvitation,
  respond,
  storeKit,
} from '../../../client/index.ts';
import type { Kit } from '../../../crypto/index.ts';
import { visitor } from '../../../dev/callers.ts';
import type { Invited, LeavingOwner } from '../builders/leaving-owner.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { linksIn, linkTo, tokenIn } from './caught-mail.ts';
import { serviceAccess } from './service-access.ts';

type MailRecipient = Pick<Invited, 'email'>;

export interface KitHolder extends MailRecipient {
  id: string;
  kit: Kit;
}

/** A browser at that page, with the token in its link. */
async function visit(environment: BrowserEnvironment, who: MailRecipient, page: string) {
  const token = tokenIn(await linkTo(who, page)) ?? '';
  return { call: visitor(serviceAccess(environment)), token };
}

/** Confirms the address with the link from the mail. */
export async function confirmAddress(environment: BrowserEnvironment, who: MailRecipient) {
  const { call, token } = await visit(environment, who, '/successor');
  return readInvitation(call, token);
}

/** Confirms the address, and makes a kit. */
export async function makeKit(environment: BrowserEnvironment, who: MailRecipient): Promise<KitHolder> {
  const { call, token } = await visit(environment, who, '/successor');
  const { successor } = await readInvitation(call, token);
  const kit = await createKit({ ownerKey: successor.ownerKey ?? '', email: successor.email });
  await storeKit(call, token, kit);
  return { id: successor.id, email: who.email, kit };
}

export type NamedSuccessor = Invited & KitHolder;

/** An owner's successor from the invitation to the comparison of the words. @param language of the invitation */
export async function nameSuccessor(
  environment: BrowserEnvironment,
  owner: LeavingOwner,
  name: string,
  language?: 'en' | 'de',
): Promise<NamedSuccessor> {
  const invited = await owner.invite(name, language);
  const holder = await makeKit(environment, invited);
  await owner.compare(invited, holder.kit.words);
  return { ...invited, ...holder };
}

/** Lets days pass until a successor is asked to accept. */
export async function waitToBeAsked(
  environment: BrowserEnvironment,
  ownerEmail: string,
  { email }: MailRecipient,
): Promise<void> {
  const isAsked = async () =>
    (await environment.mailFor(email)).flatMap(linksIn).some((link) => new URL(link).pathname === '/respond');
  for (let days = 0; days < 5 && !(await isAsked()); days += 1)
    await environment.passOwnerDays(ownerEmail, 1);
}

/** Accepts, and passes the share on to the others, if the handover needs it. */
export async function accept(environment: BrowserEnvironment, who: KitHolder): Promise<void> {
  const { call, token } = await visit(environment, who, '/respond');
  const { encryptedShare, holders = [] } = await respond(call, { token, response: 'accept' });
  if (!encryptedShare) return;
  const { code, salt } = who.kit;
  await passOnShare(call, { token, code, salt, successorId: who.id, encryptedShare, holders });
}

/** The titles of everything that a successor opens. */
export async function inherit(environment: BrowserEnvironment, who: KitHolder): Promise<string[]> {
  const { call, token } = await visit(environment, who, '/access');
  const { entries } = await openInheritance(await readAccess(call, token), who.kit);
  return entries.map(({ content, refused }) => content?.title ?? `refused: ${refused}`).sort();
}

/** Goes through a rehearsal, and reads the sample. */
export async function playRehearsal(environment: BrowserEnvironment, who: KitHolder): Promise<string> {
  const { call, token } = await visit(environment, who, '/respond');
  const { accessToken } = await respond(call, { token, response: 'accept' });
  const { entries } = await openInheritance(await readAccess(call, accessToken ?? ''), who.kit);
  return entries[0]?.content?.fields.text ?? '';
}
