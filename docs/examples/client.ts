/**
 * A small client of an owner and of a successor, to read before you write your own. In a checkout:
 *
 *     node dev/run.mjs docs/examples/client.ts http://localhost:3001 register ada@example.org Ada
 *
 * It reads passwords and codes from standard input, and doesn't hide what you type.
 */
import { createInterface } from 'node:readline';
import {
  addEntry,
  compareKey,
  createApi,
  inviteSuccessor,
  logIn,
  logOut,
  makeKit,
  type Owner,
  openEntries,
  openInheritance,
  openOwner,
  passOnShare,
  prepareAccount,
  readAccess,
  readInvitation,
  readSuccessors,
  register,
  respond,
  saveSuccession,
  storeKit,
  verifyAddress,
  withHeaders,
} from '../../client/index.ts';

const [origin = '', command = '', ...args] = process.argv.slice(2);

/** Without a session: for visitors and successors. */
const visitor = createApi({ origin });

const terminal = createInterface(process.stdin);
const lines = terminal[Symbol.asyncIterator]();
async function ask(what: string): Promise<string> {
  process.stderr.write(`${what}: `);
  return (await lines.next()).value ?? '';
}

const show = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** Logs in, does one thing with the open vault, and logs out. */
async function withVault(email: string, act: (owner: Owner) => Promise<unknown>): Promise<void> {
  let token: string | undefined;
  const authorization = (): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {});
  const api = createApi({ origin, send: withHeaders(authorization) });
  const { opened } = await logIn(api, {
    email,
    password: await ask('Password'),
    // Someone is at the keyboard, so this is a sign of life.
    session: 'app',
    onSession({ accessToken }) {
      token = accessToken;
    },
  });
  try {
    if (opened.state !== 'open') throw new Error(`The state of the vault is ${opened.state}`);
    const owner = openOwner(api, opened.unlocked);
    show(await act(owner));
    owner.lock();
  } finally {
    await logOut(api);
  }
}

const commands: Record<string, (...words: string[]) => Promise<void>> = {
  async register(email = '', name = '') {
    const account = { email, name, password: await ask('New password') };
    const { recoveryCode, registration } = await prepareAccount(visitor, account);
    // Before `register`, have the owner type part of it: if they forget the password, nothing else opens the vault.
    show({ recoveryCode });
    await register(visitor, registration);
  },

  write: (email = '', title = '', text = '') =>
    withVault(email, (owner) =>
      addEntry(owner, {
        id: crypto.randomUUID(),
        content: { kind: 'letter', title, category: '', tags: [], fields: { text } },
      }),
    ),

  read: (email = '') => withVault(email, openEntries),

  invite: (email = '', address = '', name = '') =>
    withVault(email, (owner) => inviteSuccessor(owner, { email: address, name })),

  /** Leaves everything to a successor who has read out the six words of their kit. */
  leave: (email = '', address = '', name = '', ...words) =>
    withVault(email, async (owner) => {
      const successor = (await readSuccessors(owner.api)).find((each) => each.email === address);
      if (!successor) throw new Error(`${address} is not a successor`);
      const { id } = successor;
      const compared = await compareKey(owner, { id, name, email: address, heard: words.join(' ') });
      if (!compared.matches) throw new Error(`These words differ: ${compared.words.join(', ')}`);
      return saveSuccession(owner, { threshold: 1, people: [{ id, restricted: false, entryIds: [] }] });
    }),

  /** Takes the step of the page behind a link in an email. */
  async follow(link = '') {
    const { pathname, searchParams } = new URL(link);
    const step = pages[pathname];
    if (!step) throw new Error(`There is no step for ${pathname}`);
    await step(searchParams.get('token') ?? '');
  },
};

const pages: Record<string, (token: string) => Promise<void>> = {
  async '/verify-email'(token) {
    await verifyAddress(visitor, token);
  },

  async '/successor'(token) {
    const { successor, ownerName } = await readInvitation(visitor, token);
    const { ownerKey, email } = successor;
    if (ownerKey === null) throw new Error(`The client of ${ownerName} has to name a key first`);
    const kit = await makeKit({ ownerKey, email });
    // Shown before the kit becomes active, because nobody can show the code again.
    show({ code: kit.code, words: kit.words });
    await storeKit(visitor, token, kit);
  },

  async '/respond'(token) {
    const response = await respond(visitor, { token, response: 'accept' });
    const { message, accessToken, successor, encryptedShare, holders = [] } = response;
    show({ message, accessToken });
    // Where several must accept, the others need this share.
    if (!successor?.publicKeySalt || !encryptedShare || holders.length < 2) return;
    const { id: successorId, publicKeySalt: salt } = successor;
    const code = await ask('Code on the kit');
    await passOnShare(visitor, { token, code, salt, successorId, encryptedShare, holders });
  },

  async '/access'(token) {
    const access = await readAccess(visitor, token);
    show(await openInheritance(access, { code: await ask('Code on the kit'), ownerFingerprint: null }));
  },
};

try {
  const run = commands[command];
  if (!run)
    throw new Error(`Say the origin of the service, then one of: ${Object.keys(commands).join(', ')}`);
  await run(...args);
} finally {
  terminal.close();
}
