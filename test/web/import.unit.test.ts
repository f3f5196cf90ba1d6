/** What the import makes of files of other programs and of our own. */
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { inBatches } from '../../client/batches.ts';
import { type DecryptedEntry, decryptedExport } from '../../client/decrypted-export.ts';
import { MOST_TEXT_BYTES } from '../../client/entry-size.ts';
import { type Content, CryptoError, writeContent } from '../../crypto/index.ts';
import type { components } from '../../docs/openapi.d.ts';
import { detect } from '../../web/vault/import/detect.ts';
import { duplicates } from '../../web/vault/import/duplicates.ts';
import { readFile } from '../../web/vault/import/read.ts';
import type { ImportItem, ReadFile } from '../../web/vault/import/reading.ts';
import { aLogin, anyContent, aText, sample } from './contents.ts';

const ID = '0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a01';
const words = { untitled: 'Untitled', favourite: 'favourite' };
const open = async (): Promise<never> => {
  throw new CryptoError('entry_refused');
};

async function read(fileName: string, text = sample(fileName)): Promise<ReadFile> {
  const found = detect(fileName, text);
  if (!('format' in found)) throw new Error(found.refusal);
  return readFile(found.format, text, { words, open });
}

async function decrypted(entries: DecryptedEntry[]): Promise<string> {
  let text = '';
  for await (const piece of decryptedExport(entries, { exportedAt: new Date() })) text += piece;
  return text;
}

const refusal = (fileName: string, text: string) => {
  const found = detect(fileName, text);
  return 'refusal' in found ? found.refusal : null;
};

describe('passwords of Chrome', () => {
  test('arrive with their notes, under the name of the site if they have none', async () => {
    const { items } = await read('chrome.csv');
    expect(items.map(({ at, content }) => [at, content.title])).toEqual([
      [2, 'example.com'],
      [4, 'shop.example'],
      [5, 'android app'],
      [8, 'last.example'],
    ]);
    expect(items[0]?.content).toEqual({
      version: 1,
      kind: 'login',
      title: 'example.com',
      category: '',
      tags: [],
      fields: {
        username: 'ada@example.com',
        password: 'p,a"ss',
        url: 'https://example.com/login',
        notes: 'first line\nsecond line',
      },
    });
    expect(items[3]?.content.fields.password).toBe('naïve pässword 🔑');
  });

  test('are counted where a line has nothing, or too few columns', async () => {
    expect((await read('chrome.csv')).skipped).toEqual([
      { at: 6, reason: 'wrong_columns', title: 'only three' },
      { at: 7, reason: 'empty', title: '' },
    ]);
  });

  test('come without notes from older versions', async () => {
    const { items } = await read('old.csv', 'name,url,username,password\na,https://a.example,ada,one\n');
    expect(items[0]?.content.fields).toEqual({ username: 'ada', password: 'one', url: 'https://a.example' });
  });
});

describe('passwords of Firefox', () => {
  test('arrive with their dates, and with the realm and form that they belong to', async () => {
    const { items, skipped } = await read('firefox.csv');
    expect(skipped).toEqual([]);
    expect(items[0]).toEqual({
      at: 2,
      id: null,
      createdAt: '2021-01-01T00:00:00.000Z',
      updatedAt: '2022-04-15T05:20:00.000Z',
      content: {
        ...aLogin('example.com'),
        fields: { username: 'ada@example.com', password: 'one', url: 'https://example.com' },
      },
    });
    expect(items[1]?.content.fields.httpRealm).toBe('Staff only');
    expect(items[2]?.content.fields.formActionOrigin).toBe('https://pay.example');
  });
});

describe('an export of Bitwarden', () => {
  test('keeps several addresses, one-time codes, custom fields, folder and favourite of a login', async () => {
    const { items } = await read('bitwarden.json');
    expect(items[0]).toEqual({
      at: 1,
      id: null,
      createdAt: '2024-02-03T04:05:06.789Z',
      updatedAt: '2025-02-03T04:05:06.789Z',
      content: {
        version: 1,
        kind: 'login',
        title: 'Bank',
        category: 'Money',
        tags: ['favourite'],
        fields: {
          username: 'ada',
          password: 's3cret',
          url: 'https://bank.example/login',
          'url (2)': 'https://app.bank.example',
          totp: 'otpauth://totp/Bank:ada?secret=JBSWY3DPEHPK3PXP',
          notes: 'Branch in the high street',
          PIN: '1234',
          'url (3)': 'not an address',
          Paperless: 'true',
        },
        hidden: ['PIN'],
      },
    });
  });

  test('brings notes, cards and identities as what they are, and keys as notes with a covered field', async () => {
    const { items } = await read('bitwarden.json');
    const contents = items.map(({ content }) => content);
    expect(contents.map(({ kind, title }) => [kind, title])).toEqual([
      ['login', 'Bank'],
      ['note', 'Where the keys are'],
      ['card', 'Visa'],
      ['identity', 'Me'],
      ['note', 'Server'],
      ['login', 'Untitled'],
    ]);
    expect(contents[1]?.fields).toEqual({ text: 'Under the third pot' });
    expect(contents[2]?.fields).toEqual({
      cardholder: 'Ada Lovelace',
      number: '4111111111111111',
      expiry: '12/2030',
      code: '123',
      brand: 'Visa',
    });
    expect(contents[3]?.fields).toEqual({
      salutation: 'Ms',
      firstName: 'Ada',
      lastName: 'Lovelace',
      passportNumber: 'C01X0006H',
      notes: 'On my passport',
    });
    expect(contents[4]).toMatchObject({ fields: { privateKey: '-----BEGIN' }, hidden: ['privateKey'] });
  });

  test('says what it cannot bring', async () => {
    const { skipped, left } = await read('bitwarden.json');
    expect(skipped).toEqual([
      { at: 6, reason: 'unknown_kind', title: 'From the future' },
      { at: 7, reason: 'in_trash', title: 'Thrown away' },
    ]);
    expect(left).toEqual({ password_history: 2, passkeys: 1, uri_rules: 1, linked_fields: 1 });
  });

  test('with an entry of 20,000 addresses leaves out that entry alone, by name, and counts each address once', async () => {
    const login = (name: string, count: number) => ({
      type: 1,
      name,
      login: { uris: Array.from({ length: count }, (_, i) => ({ uri: `https://${i}.example` })) },
    });
    const asked = jest.spyOn(Map.prototype, 'has');
    try {
      const items = [login('Endless', 20_000), login('Many', 900), login('Few', 3)];
      const { items: brought, skipped } = await read(
        'large.json',
        JSON.stringify({ encrypted: false, items }),
      );
      expect(skipped).toEqual([{ at: 1, reason: 'too_large', title: 'Endless' }]);
      expect(brought.map(({ content }) => Object.keys(content.fields).length)).toEqual([902, 5]);
      expect(asked.mock.calls.length).toBeLessThan(5 * 21_000);
    } finally {
      asked.mockRestore();
    }
  });

  test('of an organisation brings collections as category and tags', async () => {
    const { items } = await read(
      'organisation.json',
      JSON.stringify({
        encrypted: false,
        collections: [
          { id: 'c1', name: 'Family' },
          { id: 'c2', name: 'House' },
        ],
        items: [{ type: 2, name: 'Alarm', notes: '1234', collectionIds: ['c1', 'c2'] }],
      }),
    );
    expect(items[0]?.content).toMatchObject({ category: 'Family', tags: ['House'] });
  });

  test('brings or skips every item, whatever it holds', async () => {
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          type: fc.nat(6),
          name: fc.jsonValue(),
          login: fc.jsonValue(),
          fields: fc.jsonValue(),
          card: fc.jsonValue(),
        },
        { requiredKeys: ['type'] },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item), async (given) => {
        const { items, skipped } = await read('any.json', JSON.stringify({ encrypted: false, items: given }));
        const places = [...items, ...skipped].map(({ at }) => at).sort((a, b) => a - b);
        expect(places).toEqual(given.map((_, index) => index + 1));
      }),
    );
  });
});

describe('our own exports', () => {
  const entry = fc.record({ content: anyContent }).map(({ content }) => ({
    id: ID,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-02-03T04:05:06.789Z',
    content,
  }));

  test('come back as they were when they are readable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry), async (entries) => {
        const text = await decrypted(entries);
        const { items, skipped } = await read('vault.json', text);
        expect(skipped).toEqual([]);
        expect(items.map(({ at: _, ...each }) => each)).toEqual(entries);
      }),
    );
  });

  test('say which entries of a readable one another client wrote', async () => {
    const good = { id: ID, createdAt: 'x', updatedAt: 'x', content: aText('note', 'Good', 'x') };
    const entries = [{ ...good, content: { ...good.content, version: 2 } }, { id: ID }, null, good];
    const text = JSON.stringify({ format: 'vault-handover-decrypted', version: 1, entries });
    const { items, skipped } = await read('vault.json', text);
    expect(items).toMatchObject([{ at: 4, id: ID, createdAt: null }]);
    expect(skipped).toEqual([
      { at: 1, reason: 'format_unknown', title: 'Good' },
      { at: 2, reason: 'content_unreadable', title: '' },
      { at: 3, reason: 'content_unreadable', title: '' },
    ]);
  });

  const stored = (n: number): components['schemas']['Entry'] => ({
    id: `0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a0${n}`,
    encryptedData: 'AAAA',
    iv: 'AAAA',
    salt: 'AAAA',
    algorithm: 'AES-GCM',
    category: '',
    tags: [],
    version: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
  });
  const opensAllBut =
    (refused: string) =>
    async ({ id }: { id: string }) => {
      if (id === refused) throw new CryptoError('entry_refused');
      return { text: writeContent(aText('note', id, 'x')), date: Date.UTC(2026, 10, 1) };
    };
  const documents = (count: number) => ({
    'one document': JSON.stringify({
      version: 1,
      exportedAt: 'x',
      entryCount: count,
      entries: [1, 2, 3].map(stored),
    }),
    lines: [
      JSON.stringify({ version: 1, entryCount: count }),
      ...[1, 2, 3].map((n) => JSON.stringify(stored(n))),
      '',
    ].join('\n'),
  });

  test.each(['one document', 'lines'] as const)('open as %s, and say which entries do not', async (form) => {
    const text = documents(3)[form];
    expect(detect('vault-export', text)).toEqual({ format: 'encrypted' });
    const steps: number[] = [];
    const { items, skipped, left } = await readFile('encrypted', text, {
      words,
      open: opensAllBut(stored(2).id),
      progress: (done) => steps.push(done),
    });
    expect(items.map(({ id }) => id)).toEqual([stored(1).id, stored(3).id]);
    expect(skipped).toEqual([{ at: form === 'lines' ? 3 : 2, reason: 'entry_refused', title: '' }]);
    expect(left).toEqual({});
    expect(steps).toEqual([1, 2, 3]);
  });

  test('say how many entries are missing from one that was cut off', async () => {
    const text = documents(10).lines.trimEnd().slice(0, -20);
    const { items, skipped, left } = await readFile('encrypted', text, { words, open: opensAllBut('') });
    expect(items).toHaveLength(2);
    expect(skipped).toEqual([{ at: 4, reason: 'not_json', title: '' }]);
    expect(left).toEqual({ missing_entries: 7 });
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['a.json', '', 'empty_file'],
    ['a.zip', 'PK\u0003\u0004xyz', 'archive'],
    ['b.json', sample('bitwarden-encrypted.json'), 'bitwarden_encrypted'],
    ['b.csv', 'folder,favorite,type,name,notes,fields,reprompt,login_uri\n', 'bitwarden_csv'],
    ['n.json', '{"format":"vault-handover-decrypted","version":2,"entries":[]}', 'newer_version'],
    ['n.json', '{"version":2,"entryCount":0,"entries":[]}', 'newer_version'],
    ['t.json', '{"encrypted":false,"items":[', 'broken_json'],
    ['u.json', '{"passwords":[]}', 'unknown_json'],
    ['u.json', '[]', 'unknown_json'],
    ['u.csv', 'a,b\n1,2\n', 'unknown_columns'],
    ['u.txt', 'Dear diary', 'unknown'],
  ])('%s is refused with the reason that its page needs', (name, text, reason) => {
    expect(refusal(name, text)).toBe(reason);
  });

  test('is told by what is in it, not by its name', () => {
    expect(detect('passwords.txt', `\uFEFF${sample('firefox.csv')}`)).toEqual({ format: 'firefox' });
    expect(detect('x.csv', `\uFEFF${sample('bitwarden.json')}`)).toEqual({ format: 'bitwarden' });
  });
});

describe('an entry', () => {
  test('is brought up to the size that the vault takes, and refused beyond', async () => {
    const empty = writeContent(aText('note', 'Long', '')).trimEnd().length;
    const full = aText('note', 'Long', 'x'.repeat(MOST_TEXT_BYTES - empty));
    const over = aText('note', 'Longer', full.fields.text!);
    const entries = [full, over].map((content) => ({ id: ID, createdAt: '', updatedAt: '', content }));
    const { items, skipped } = await read('v.json', await decrypted(entries));
    expect(items.map(({ content }) => content.title)).toEqual(['Long']);
    expect(skipped).toEqual([{ at: 2, reason: 'too_large', title: 'Longer' }]);
  });

  test('that the vault has already is found', () => {
    const item = (at: number, content: ImportItem['content'], id: string | null = null): ImportItem => ({
      at,
      id,
      createdAt: null,
      updatedAt: null,
      content,
    });
    const other = '0f0e7c52-9f5b-4b0e-8f3e-1f9a4f0b7a02';
    const vault = [
      { id: ID, content: aLogin('Bank') },
      { id: other, content: aText('note', 'Keys', 'Under the pot') },
    ];
    const items = [
      item(1, aLogin('Bank')),
      item(2, aLogin(' bank', { url: 'https://EXAMPLE.com/', password: 'changed' })),
      item(3, aLogin('Bank', { username: 'grace' })),
      item(4, aText('note', 'Keys', 'Elsewhere'), other),
      item(5, aText('letter', 'Keys', 'Elsewhere')),
      item(6, aText('letter', 'Keys', 'Elsewhere')),
      item(7, aText('letter', 'Keys', 'Once more')),
    ];
    const card = (fields: Record<string, string>): Content => ({ ...aLogin('Visa', fields), kind: 'card' });
    const cards = [
      item(1, card({ number: '4111 1111 1111 1111' })),
      item(2, card({ number: '4111111111111111', code: '123' })),
      item(3, card({ number: '5500000000000004' })),
    ];
    expect(duplicates(cards, [])).toEqual([null, { how: 'similar', of: { at: 1 } }, null]);
    const covered = { ...aLogin('Bank', { PIN: '1' }), hidden: ['PIN'] };
    expect(duplicates([item(1, aLogin('Bank', { PIN: '1' })), item(2, covered)], [])[1]?.how).toBe('similar');
    expect(duplicates(items, vault)).toEqual([
      { how: 'identical', of: { id: ID } },
      { how: 'similar', of: { id: ID } },
      null,
      { how: 'same_id', of: { id: other } },
      null,
      { how: 'identical', of: { at: 5 } },
      { how: 'similar', of: { at: 5 } },
    ]);
  });
});

test('Everything is sent in its order, in requests that are neither too large nor too long', () => {
  const most = { entries: 5, bytes: 100 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 99 })), (sizes) => {
      const batches = [...inBatches(sizes, (size) => size, most)];
      expect(batches.flat()).toEqual(sizes);
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(most.entries);
        expect(batch.reduce((sum, size) => sum + size + 1, 0)).toBeLessThanOrEqual(most.bytes);
      }
      // No two neighbours would fit into one.
      for (const [i, batch] of batches.slice(1).entries()) {
        const before = batches[i]!;
        const bytes = [...before, batch[0]!].reduce((sum, size) => sum + size + 1, 0);
        expect(before.length === most.entries || bytes > most.bytes).toBe(true);
      }
    }),
  );
});
