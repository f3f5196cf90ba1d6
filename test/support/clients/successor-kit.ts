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

const callerIn = (town: BrowserEnvironment) =>
  visitor({
    api: new URL(town.life.url).origin,
    page: town.origin,
    signal: new AbortController().signal,
  });

/** In the latest link to a page that was mailed to somebody. */
const tokenFor = (town: BrowserEnvironment, { email }: Reached, page: string): Promise<string> =>
  until(`a link to ${page} for ${email}`, async () => {
    const links = (await town.mailFor(email)).flatMap(linksIn);
    const link = links.findLast((each) => new URL(each).pathname === page);
    return link && tokenIn(link);
  });

/** Confirms the address with the link from the mail. */
export async function confirmAddress(town: BrowserEnvironment, who: Reached) {
  const token = await tokenFor(town, who, '/successor');
  return answer(callerIn(town).GET('/successors/verify', { params: { query: { token } } }));
}

/** Confirms the address, and makes a kit. */
export async function makeKit(town: BrowserEnvironment, { email }: Reached): Promise<KitHolder> {
  const { successor } = await confirmAddress(town, { email });
  const kit = await createKit(successor.ownerKey ?? '');
  const token = await tokenFor(town, { email }, '/successor');
  const { publicKey, salt } = kit;
  await answer(callerIn(town).PUT('/successors/public-key', { body: { token, publicKey, salt } }));
  return { id: successor.id, email, kit };
}

const kitOf = ({ id, kit: { code, salt } }: KitHolder) => ({ code, salt, successorId: id });

/** Lets days pass until somebody is asked to accept. */
export async function waitToBeAsked(
  town: BrowserEnvironment,
  ownerEmail: string,
  { email }: Reached,
): Promise<void> {
  const isAsked = async () =>
    (await town.mailFor(email)).flatMap(linksIn).some((link) => new URL(link).pathname === '/respond');
  for (let days = 0; days < 5 && !(await isAsked()); days += 1) await town.passDays(ownerEmail, 1);
}

/** Accepts, and passes the share on. */
export async function accept(town: BrowserEnvironment, holder: KitHolder): Promise<void> {
  const body = { token: await tokenFor(town, holder, '/respond'), response: 'accept' as const };
  const caller = callerIn(town);
  const { encryptedShare } = await answer(caller.POST('/handover/respond', { body }));
  const reshares = await reshare(kitOf(holder), encryptedShare ?? '');
  await answer(caller.POST('/handover/respond', { body: { ...body, reshares } }));
}

/** The titles of everything that somebody opens. */
export async function inherit(town: BrowserEnvironment, holder: KitHolder): Promise<string[]> {
  const token = await tokenFor(town, holder, '/access');
  const given = await answer(callerIn(town).GET('/vault/successor-access', { params: { query: { token } } }));
  const { encryptedShare, reshares } = given;
  const inheritance: Inheritance = await openAsSuccessor(kitOf(holder), { encryptedShare, reshares });
  const titles: string[] = [];
  for (const entry of given.entries) titles.push(readContent(await inheritance.open(entry)).title);
  return titles.sort();
}

/** Goes through a rehearsal, and reads the sample. */
export async function playRehearsal(town: BrowserEnvironment, holder: KitHolder): Promise<string> {
  const caller = callerIn(town);
  const token = await tokenFor(town, holder, '/respond');
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
