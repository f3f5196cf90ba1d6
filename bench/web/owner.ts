/** An owner with a full vault, made as their own program would make it. */
import { randomUUID } from 'node:crypto';
import {
  beginImport,
  createApi,
  importEntries,
  logIn,
  openOwner,
  prepareAccount,
  register,
  withHeaders,
} from '../../client/index.ts';
import type { Orm } from '../../db/orm.ts';

export const PASSWORD = 'the heron waits at low tide';

const WORDS = [
  'Harbour',
  'Garden',
  'Bank',
  'Museum',
  'Letters',
  'Station',
  'Bakery',
  'Library',
  'Ferry',
  'Meadow',
];

/** About a kilobyte, like a log-in with notes. */
const contentOf = (index: number) => ({
  kind: 'login' as const,
  title: `${WORDS[index % WORDS.length]} ${index}`,
  category: `Category ${index % 12}`,
  tags: [`tag ${index % 20}`],
  fields: {
    username: `somebody.${index}@example.com`,
    password: `secret of ${index}`,
    url: `https://site-${index}.example/log-in`,
    notes: 'What one has to know about it. '.repeat(24),
  },
});

/** @returns the address to log in with */
export async function makeOwner(origin: string, orm: Orm, entryCount: number): Promise<string> {
  const email = `owner-${randomUUID()}@bench.test`;
  const account = { email, name: 'Ada Owner', password: PASSWORD };
  let headers: Record<string, string> = {};
  const api = createApi({ origin, send: withHeaders(() => headers) });
  const { registration } = await prepareAccount(api, account);
  await register(api, registration);
  await orm.em.fork().execute('update "user" set email_verified_at = now() where email = ?', [email]);
  const { opened } = await logIn(api, {
    ...account,
    session: 'bearer',
    onSession({ accessToken }) {
      headers = { Authorization: `Bearer ${accessToken}` };
    },
  });
  if (opened.state !== 'open') throw new Error(`The vault is ${opened.state}`);
  const entries = Array.from({ length: entryCount }, (_, index) => ({
    id: randomUUID(),
    content: contentOf(index),
    createdAt: null,
    updatedAt: null,
    isNew: true,
  }));
  await importEntries(openOwner(api, opened.unlocked), beginImport(), entries);
  return email;
}
