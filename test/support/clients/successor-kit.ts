/** What successors do by crypto/ and the API, following their mails, for tests of what their owner sees. */
import {
  createKit,
  type Inheritance,
  type Kit,
  openAsSuccessor,
  readContent,
  reshare,
} from '../../../crypto/index.ts';
import { answer } from '../../../dev/api-client.ts';
import { visitor } from '../../../dev/callers.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { until } from '../until.ts';
import { linksIn, tokenIn } from './caught-mail.ts';

export interface Reached {
  email: string;
}

export interface KitHolder extends Reached {
  id: string;
  kit: Kit;
}

const callerIn = (environment: BrowserEnvironment) =>
  visitor({
    api: new URL(environment.url).origin,
    page: environment.origin,
    signal: new AbortController().signal,
  });

/** In the latest link to a page that was mailed to somebody. */
const tokenFor = (environment: BrowserEnvironment, { email }: Reached, page: string): Promise<string> =>
  until(`a link to ${page} for ${email}`, async () => {
    const links = (await environment.mailFor(email)).flatMap(linksIn);
    const link = links.findLast((each) => new URL(each).pathname === page);
    return link && tokenIn(link);
  });

/** Confirms the address with the link from the mail. */
export async function confirmAddress(environment: BrowserEnvironment, who: Reached) {
  const token = await tokenFor(environment, who, '/successor');
  return answer(callerIn(environment).GET('/successors/verify', { params: { query: { token } } }));
}

/** Confirms the address, and makes a kit. */
export async function makeKit(environment: BrowserEnvironment, { email }: Reached): Promise<KitHolder> {
  const { successor } = await confirmAddress(environment, { email });
  const kit = await createKit(successor.ownerKey ?? '');
  const token = await tokenFor(environment, { email }, '/successor');
  const { publicKey, salt } = kit;
  await answer(callerIn(environment).PUT('/successors/public-key', { body: { token, publicKey, salt } }));
  return { id: successor.id, email, kit };
}

const kitOf = ({ id, kit: { code, salt } }: KitHolder) => ({ code, salt, successorId: id });

/** Lets days pass until somebody is asked to accept. */
export async function waitToBeAsked(
  environment: BrowserEnvironment,
  ownerEmail: string,
  { email }: Reached,
): Promise<void> {
  const isAsked = async () =>
    (await environment.mailFor(email)).flatMap(linksIn).some((link) => new URL(link).pathname === '/respond');
  for (let days = 0; days < 5 && !(await isAsked()); days += 1)
    await environment.passOwnerDays(ownerEmail, 1);
}

/** Accepts, and passes the share on. */
export async function accept(environment: BrowserEnvironment, holder: KitHolder): Promise<void> {
  const body = { token: await tokenFor(environment, holder, '/respond'), response: 'accept' as const };
  const caller = callerIn(environment);
  const { encryptedShare } = await answer(caller.POST('/handover/respond', { body }));
  const reshares = await reshare(kitOf(holder), encryptedShare ?? '');
  await answer(caller.POST('/handover/respond', { body: { ...body, reshares } }));
}

/** The titles of everything that somebody opens. */
export async function inherit(environment: BrowserEnvironment, holder: KitHolder): Promise<string[]> {
  const token = await tokenFor(environment, holder, '/access');
  const given = await answer(
    callerIn(environment).GET('/vault/successor-access', { params: { query: { token } } }),
  );
  const { encryptedShare, reshares } = given;
  const inheritance: Inheritance = await openAsSuccessor(kitOf(holder), { encryptedShare, reshares });
  const titles: string[] = [];
  for (const entry of given.entries) titles.push(readContent(await inheritance.open(entry)).title);
  return titles.sort();
}

/** Goes through a rehearsal, and reads the sample. */
export async function playRehearsal(environment: BrowserEnvironment, holder: KitHolder): Promise<string> {
  const caller = callerIn(environment);
  const token = await tokenFor(environment, holder, '/respond');
  const answered = await answer(
    caller.POST('/handover/respond', { body: { token, response: 'accept' as const } }),
  );
  const query = { token: answered.accessToken ?? '' };
  const given = await answer(caller.GET('/vault/successor-access', { params: { query } }));
  const { encryptedShare, reshares } = given;
  const opened = await openAsSuccessor(kitOf(holder), { encryptedShare, reshares, rehearsal: true });
  const [entry] = given.entries;
  return entry ? (readContent(await opened.open(entry)).fields.text ?? '') : '';
}
