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
import { until } from '../until.ts';
import { linksIn, tokenIn } from './caught-mail.ts';
import { serviceAccess } from './service-access.ts';

type MailRecipient = Pick<Invited, 'email'>;

export interface KitHolder extends MailRecipient {
  id: string;
  kit: Kit;
}

/** The latest link to a page in the mails to an address, once there is one. @param page such as `/respond` */
export const linkTo = (
  environment: BrowserEnvironment,
  { email }: MailRecipient,
  page: string,
): Promise<string> =>
  until(
    `a link to ${page} for ${email}`,
    async () =>
      (await environment.mailFor(email)).flatMap(linksIn).findLast((link) => new URL(link).pathname === page),
    60_000,
  );

/** A browser at that page, with the token in its link. */
async function visit(environment: BrowserEnvironment, who: MailRecipient, page: string) {
  const token = tokenIn(await linkTo(environment, who, page)) ?? '';
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
  const kit = await createKit(successor.ownerKey ?? '');
  await storeKit(call, token, kit);
  return { id: successor.id, email: who.email, kit };
}

/** The same, and has the owner compare it. */
export async function makeComparedKit(
  environment: BrowserEnvironment,
  owner: LeavingOwner,
  invited: Invited,
): Promise<Kit> {
  const { kit } = await makeKit(environment, invited);
  await owner.compare(invited, kit.comparison);
  return kit;
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

/** Accepts. With the kit, passes the share on to the others. */
export async function accept(
  environment: BrowserEnvironment,
  { id, email, kit }: Omit<KitHolder, 'kit'> & { kit?: Kit },
): Promise<void> {
  const { call, token } = await visit(environment, { email }, '/respond');
  const { encryptedShare, holders = [] } = await respond(call, { token, response: 'accept' });
  if (!kit || !encryptedShare) return;
  const { code, salt } = kit;
  await passOnShare(call, { token, code, salt, successorId: id, encryptedShare, holders });
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
