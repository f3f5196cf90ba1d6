/** What a successor does by crypto/ and the API, for tests of what comes after it on the page. */
import { createKit, type Kit, reshare } from '../../../crypto/index.ts';
import { answer } from '../../../dev/api-client.ts';
import { visitor } from '../../../dev/callers.ts';
import type { Invited, LeavingOwner } from '../builders/leaving-owner.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { until } from '../until.ts';
import { linksIn, tokenIn } from './caught-mail.ts';

const callerIn = (environment: BrowserEnvironment) =>
  visitor({
    api: new URL(environment.url).origin,
    page: environment.origin,
    signal: new AbortController().signal,
  });

/** The latest link to a page in somebody's mails, once there is one. @param page such as `/respond` */
export const linkTo = (
  environment: BrowserEnvironment,
  { email }: Pick<Invited, 'email'>,
  page: string,
): Promise<string> =>
  until(
    `a link to ${page} for ${email}`,
    async () =>
      (await environment.mailFor(email)).flatMap(linksIn).findLast((link) => new URL(link).pathname === page),
    60_000,
  );

const tokenOf = async (environment: BrowserEnvironment, invited: Invited, page: string): Promise<string> =>
  tokenIn(await linkTo(environment, invited, page)) ?? '';

/** Makes a kit with the link from the invitation, and has the owner compare it. */
export async function makeKit(
  environment: BrowserEnvironment,
  owner: LeavingOwner,
  invited: Invited,
): Promise<Kit> {
  const token = await tokenOf(environment, invited, '/successor');
  const call = callerIn(environment);
  const { successor } = await answer(call.GET('/successors/verify', { params: { query: { token } } }));
  const kit = await createKit(successor.ownerKey ?? '');
  const { publicKey, salt } = kit;
  await answer(call.PUT('/successors/public-key', { body: { token, publicKey, salt } }));
  await owner.compare(invited, kit.comparison);
  return kit;
}

/** Accepts. With the kit, passes the share on to the others. */
export async function accept(environment: BrowserEnvironment, invited: Invited, kit?: Kit): Promise<void> {
  const token = await tokenOf(environment, invited, '/respond');
  const call = callerIn(environment);
  const body = { token, response: 'accept' as const };
  const { encryptedShare } = await answer(call.POST('/handover/respond', { body }));
  if (!kit || !encryptedShare) return;
  const { code, salt } = kit;
  const reshares = await reshare({ code, salt, successorId: invited.id }, encryptedShare);
  await answer(call.POST('/handover/respond', { body: { ...body, reshares } }));
}
