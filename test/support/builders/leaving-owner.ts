/** An owner who leaves entries to successors, for tests of what the successors see. */
import {
  answered,
  compareKey,
  inviteSuccessor,
  logIn,
  openOwner,
  prepareAccount,
  register,
  rehearse,
  saveSuccession,
  verifyAddress,
} from '../../../client/index.ts';
import { type Content, writeContent } from '../../../crypto/index.ts';
import { type ApiCaller, browser, visitor } from '../../../dev/callers.ts';
import { tokenIn } from '../clients/caught-mail.ts';
import { importContents } from '../clients/import-contents.ts';
import { serviceAccess } from '../clients/service-access.ts';
import type { BrowserEnvironment } from '../servers/browser-environment.ts';
import { uniqueEmail } from './owner.ts';
import { passSilence, SHORT_SILENCE } from './silence.ts';

/** The password of every owner here. */
const PASSWORD = 'the heron waits at low tide';

export interface Invited {
  id: string;
  name: string;
  email: string;
}

export interface LeavingOwner {
  email: string;
  name: string;
  password: string;
  call: ApiCaller;
  /** @returns the ID of the entry */
  write(content: Omit<Content, 'version'>): Promise<string>;
  /** Writes many at once. @returns their IDs */
  writeAll(contents: readonly Omit<Content, 'version'>[]): Promise<string[]>;
  invite(name: string, language?: 'en' | 'de'): Promise<Invited>;
  /** Confirms the key of a successor who read this number out. */
  compare(successor: Invited, spoken: string): Promise<void>;
  /** Leaves entries to each, or everything for null, and seals it. */
  leave(threshold: number, left: ReadonlyMap<Invited, readonly string[] | null>): Promise<void>;
  rehearse(successor: Invited, content: Omit<Content, 'version'>): Promise<void>;
  /** Is silent until the successors are asked. */
  fallSilent(): Promise<void>;
}

export const letter = (title: string, text: string): Omit<Content, 'version'> => ({
  kind: 'letter',
  title,
  category: '',
  tags: [],
  fields: { text },
});

export async function openLeavingOwner(environment: BrowserEnvironment, name = 'Ada'): Promise<LeavingOwner> {
  const service = serviceAccess(environment);
  const email = uniqueEmail(name.toLowerCase());
  const account = { email, name, password: PASSWORD };
  const anyone = visitor(service);
  const { registration } = await prepareAccount(anyone, account);
  await register(anyone, registration);
  await verifyAddress(anyone, tokenIn(await environment.followMail(email, '', '/verify-email')) ?? '');
  const call = browser(service);
  const { user, opened } = await logIn(call, account);
  if (opened.state !== 'open') throw new Error(`the vault is ${opened.state}`);
  const owner = openOwner(call, opened.unlocked);

  return {
    ...account,
    call,
    async write(content) {
      const [id = ''] = await importContents(owner, [content]);
      return id;
    },
    writeAll: (contents) => importContents(owner, contents),
    async invite(successorName, language = 'en') {
      const address = uniqueEmail(successorName.toLowerCase());
      const { id } = await inviteSuccessor(owner, { email: address, name: successorName, language });
      return { id, name: successorName, email: address };
    },
    async compare({ id, name: successorName, email: address }, heard) {
      const compared = await compareKey(owner, { id, name: successorName, email: address, heard });
      if (!compared.matches) throw new Error(`heard differently: ${compared.words}`);
    },
    async leave(threshold, left) {
      await answered(call.PUT('/inactivity/settings', { body: { quorum: threshold } }));
      const people = [...left].map(([{ id }, entryIds]) => ({
        id,
        restricted: entryIds !== null,
        entryIds: entryIds ?? [],
      }));
      await saveSuccession(owner, { threshold, people });
    },
    rehearse: ({ id }, content) => rehearse(owner, { id, sample: writeContent(content) }),
    async fallSilent() {
      await answered(call.PUT('/inactivity/settings', { body: SHORT_SILENCE }));
      await passSilence(environment, user.id);
    },
  };
}
