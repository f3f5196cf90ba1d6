/** An owner with a full vault, made as their own program would make it. */
import { randomUUID } from 'node:crypto';
import { createAccount, KDF_V1, prepareLogIn, sealEntry, unlock, writeContent } from '../../crypto/index.ts';
import type { Orm } from '../../db/orm.ts';
import type { components } from '../../docs/openapi.d.ts';

type User = components['schemas']['User'];

export const PASSWORD = 'the heron waits at low tide';

async function call(origin: string, path: string, body: object, cookie = '') {
  const headers = { 'Content-Type': 'application/json', Origin: origin, Cookie: cookie };
  const reply = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { cookie: cookies.join('; '), body: (await reply.json()) as { user: User } };
}

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
  const {
    keyBundle,
    recoveryCode: _,
    ...keys
  } = await createAccount({ email, password: PASSWORD, kdf: KDF_V1 });
  await call(origin, '/auth/register', { email, name: 'Ada Owner', ...keys, keyBundle });
  await orm.em.fork().execute('update "user" set email_verified_at = now() where email = ?', [email]);
  const logIn = await prepareLogIn({ email, password: PASSWORD, kdf: KDF_V1 });
  const { cookie, body } = await call(origin, '/auth/login', { email, password: logIn.password });
  const vault = await unlock(logIn, body.user);
  const entries = [];
  for (let index = 0; index < entryCount; index += 1) {
    const sealed = await sealEntry(vault, { id: randomUUID(), text: writeContent(contentOf(index)) });
    entries.push({ ...sealed, category: '', tags: [] });
  }
  await call(origin, '/vault/import', { version: 1, mode: 'merge', entryCount, entries }, cookie);
  return email;
}
