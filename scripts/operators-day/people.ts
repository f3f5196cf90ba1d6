/** An owner, a successor and a stranger, who use the service that the operator runs. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import {
  addEntry,
  answered,
  compareKey,
  inviteSuccessor,
  logIn,
  makeKit,
  type Owner,
  openEntries,
  openOwner,
  Problem,
  prepareAccount,
  readInvitation,
  register,
  saveSuccession,
  storeKit,
  verifyAddress,
} from '../../client/index.ts';
import { browser, openPage, type ServiceAccess, visitor } from '../../dev/callers.ts';
import { Failure } from '../../dev/cli/failure.ts';
import { buttonOf } from '../../dev/mail-button.ts';

const WAIT_MS = 60_000;

const personOf = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@people.test`,
  password: `the long password of ${name}`,
});
export const OWNER = personOf('Ada');
const SUCCESSOR = personOf('Grace');
const STRANGER = personOf('Mallory');

/** A mail as the catcher lists it. */
interface CaughtMail {
  id: string;
  text: string;
  envelope: { to: { address: string }[] };
}

export interface OperatorEnvironment {
  service: ServiceAccess;
  /** Waits for the next mail to this address. @returns the link of its button; blank if it has none */
  mailTo(address: string): Promise<string>;
}

/**
 * @param webApp where people open the service
 * @param mail where the mail catcher has its page
 * @param authority signed the proxy's certificate
 */
export function openEnvironment(
  webApp: string,
  mail: string,
  authority: string,
  signal: AbortSignal,
): OperatorEnvironment {
  setDefaultCACertificates([authority]);
  const read = new Set<string>();
  return {
    service: { api: webApp, webApp, signal },
    async mailTo(address) {
      for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(300, undefined, { signal })) {
        const caught = (await (await fetch(`${mail}/email`, { signal })).json()) as CaughtMail[];
        const found = caught.find(({ id, envelope }) => !read.has(id) && envelope.to[0]?.address === address);
        if (!found) continue;
        read.add(found.id);
        return buttonOf(found.text)?.link ?? '';
      }
      throw new Failure(`No mail to ${address} within a minute`);
    },
  };
}

async function openAccount(
  { service }: OperatorEnvironment,
  person: typeof OWNER & { invitation?: string },
): Promise<void> {
  const { registration } = await prepareAccount(visitor(service), person);
  await register(visitor(service), registration);
}

/** Logs in at a new browser. @throws Failure if the password does not open the vault */
export async function comeBack({ service }: OperatorEnvironment): Promise<Owner> {
  const call = browser(service);
  const { opened } = await logIn(call, OWNER);
  if (opened.state !== 'open') throw new Failure(`The vault is ${opened.state}`);
  return openOwner(call, opened.unlocked);
}

/** Stores an entry with this title. */
export const write = (owner: Owner, title: string): Promise<unknown> =>
  addEntry(owner, {
    id: randomUUID(),
    content: { kind: 'note', title, category: '', tags: [], fields: { text: 'For Grace.' } },
  });

/**
 * Opens the first account, writes an entry, and names a successor, which arms the switch.
 *
 * @param invitation the token of the link that the operator made
 */
export async function settleIn(environment: OperatorEnvironment, invitation: string): Promise<Owner> {
  const call = visitor(environment.service);
  await openAccount(environment, { ...OWNER, invitation });
  await verifyAddress(call, await openPage(environment.service, await environment.mailTo(OWNER.email)));
  const owner = await comeBack(environment);
  await write(owner, 'first');

  const { name, email } = SUCCESSOR;
  const { id } = await inviteSuccessor(owner, { name, email });
  const token = await openPage(environment.service, await environment.mailTo(email));
  const { successor } = await readInvitation(call, token);
  const kit = await makeKit({ ownerKey: successor.ownerKey ?? '', email });
  await storeKit(call, token, kit);
  const { matches } = await compareKey(owner, { id, name, email, heard: kit.words });
  if (!matches) throw new Failure('The service shows a different key from the one that the successor has');
  await saveSuccession(owner, { threshold: 1, people: [{ id, restricted: false, entryIds: [] }] });
  return owner;
}

/** @throws Failure unless the session is valid, the vault has exactly these entries and the switch takes a sign of life */
export async function expectWorking(owner: Owner, titles: string[]): Promise<void> {
  const found = (await openEntries(owner)).map(({ content }) => content?.title).sort();
  if (found.join() !== titles.toSorted().join()) throw new Failure(`The vault has ${found.join(', ')}`);
  await answered(owner.api.POST('/activity/check-in'));
  const { status } = await answered(owner.api.GET('/inactivity/timeline'));
  if (status !== 'armed') throw new Failure(`The switch is ${status}`);
}

/** @throws Failure if a stranger may open an account */
export async function refuseStranger(environment: OperatorEnvironment): Promise<void> {
  try {
    await openAccount(environment, STRANGER);
  } catch (error) {
    if (error instanceof Problem && error.code === 'registration_closed') return;
    throw error;
  }
  throw new Failure('A stranger opened an account, although registration is closed');
}
