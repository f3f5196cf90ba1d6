import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { readTotp } from '../../client/totp.ts';
import { aLogin, aText } from '../web/contents.ts';
import { formatOf, read, sample } from './imported.ts';

describe('passwords of Chrome', () => {
  test('arrive with their notes, under the name of the site if they have none', async () => {
    const { items } = await read(sample('chrome.csv'));
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

  test('are reported as skipped where a line has nothing, or too few columns', async () => {
    expect((await read(sample('chrome.csv'))).skipped).toEqual([
      { at: 6, reason: 'wrong_columns', title: 'only three' },
      { at: 7, reason: 'empty', title: '' },
    ]);
  });

  test('come without notes from older versions', async () => {
    const { items } = await read('name,url,username,password\na,https://a.example,ada,one\n');
    expect(items[0]?.content.fields).toEqual({ username: 'ada', password: 'one', url: 'https://a.example' });
  });
});

describe('passwords of Firefox', () => {
  test('arrive with their dates, and with the realm and form that they belong to', async () => {
    const { items, skipped } = await read(sample('firefox.csv'));
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

  test('arrive without dates that the vault refuses', async () => {
    const head = 'url,username,password,httpRealm,formActionOrigin,timeCreated,timePasswordChanged\n';
    const { items } = await read(`${head}https://a.example,ada,one,,,1700000000000000,253402300799999\n`);
    expect(items).toMatchObject([{ createdAt: null, updatedAt: '9999-12-31T23:59:59.999Z' }]);
  });
});

describe('an export of Bitwarden', () => {
  test('keeps several addresses, one-time codes, custom fields, folder and favourite of a login', async () => {
    const { items } = await read(sample('bitwarden.json'));
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
    const { items } = await read(sample('bitwarden.json'));
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
    const { skipped, left } = await read(sample('bitwarden.json'));
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
      const { items: brought, skipped } = await read(JSON.stringify({ encrypted: false, items }));
      expect(skipped).toEqual([{ at: 1, reason: 'too_large', title: 'Endless' }]);
      expect(brought.map(({ content }) => Object.keys(content.fields).length)).toEqual([902, 5]);
      expect(asked.mock.calls.length).toBeLessThan(5 * 21_000);
    } finally {
      asked.mockRestore();
    }
  });

  test('brings kinds that we do not have as notes, with their numbers covered', async () => {
    const bankAccount = { bankName: 'Bank', accountNumber: '42', iban: 'GB1', pin: null, future: { x: 1 } };
    const fields = [{ name: 'Branch', value: 'High street', type: 0 }];
    const items = [{ type: 6, name: 'Giro', notes: 'Joint', fields, bankAccount }];
    const { items: brought, skipped } = await read(JSON.stringify({ encrypted: false, items }));
    expect(skipped).toEqual([]);
    expect(brought[0]?.content).toMatchObject({
      kind: 'note',
      fields: {
        ...{ bankName: 'Bank', accountNumber: '42', iban: 'GB1', future: '{"x":1}' },
        ...{ text: 'Joint', Branch: 'High street' },
      },
      hidden: ['accountNumber', 'iban'],
    });
  });

  test('marks what was archived', async () => {
    const items = [{ type: 2, name: 'Old flat', notes: 'x', archivedDate: '2026-01-01T00:00:00.000Z' }];
    const { items: brought } = await read(JSON.stringify({ encrypted: false, items }));
    expect(brought[0]?.content.tags).toEqual(['archived']);
  });

  test('of an organisation brings collections as category and tags', async () => {
    const { items } = await read(
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
        const { items, skipped } = await read(JSON.stringify({ encrypted: false, items: given }));
        const places = [...items, ...skipped].map(({ at }) => at).sort((a, b) => a - b);
        expect(places).toEqual(given.map((_, index) => index + 1));
      }),
    );
  });
});

describe('passwords of Apple', () => {
  test('arrive with their notes and one-time codes', async () => {
    const { items, skipped } = await read(sample('apple.csv'));
    expect(skipped).toEqual([]);
    expect(items.map(({ content }) => content)).toMatchObject([
      {
        kind: 'login',
        title: 'example.com (ada)',
        fields: {
          username: 'ada@example.com',
          password: 'p,a"ss',
          url: 'https://example.com/',
          totp: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
          notes: 'First line',
        },
      },
      { title: 'shop.example', fields: { username: 'ada', password: 'two', url: 'https://shop.example/' } },
    ]);
  });
});

describe('a table of Bitwarden', () => {
  test('brings folder, favourite, several addresses, and custom fields of several lines', async () => {
    const { items } = await read(sample('bitwarden.csv'));
    expect(items.map(({ content }) => content)).toEqual([
      {
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
          totp: 'JBSWY3DPEHPK3PXP',
          notes: 'Branch in the high street',
          PIN: '1234',
          Directions: 'first left\nthen right',
        },
      },
      aText('note', 'Where the keys are', 'Under the third pot'),
    ]);
  });

  const head =
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp';

  test('keeps commas in addresses, and leaves out fields that are linked to others', async () => {
    const row =
      ',,login,Shop,,"Same: null",0,"https://shop.example/de,at/new,shop.example,app://shop",ada,one,';
    const { items, left } = await read(`${head}\n${row}\n`);
    expect(items[0]?.content.fields).toEqual({
      username: 'ada',
      password: 'one',
      url: 'https://shop.example/de,at/new',
      'url (2)': 'shop.example',
      'url (3)': 'app://shop',
    });
    expect(left).toEqual({ linked_fields: 1 });
  });

  test.each([
    ['192.168.1.1,192.168.1.2', 2],
    ['nas,router', 2],
    ['https://nas.local:5000,10.0.0.7', 2],
    ['example.com,other.example?x=1', 2],
    ['https://shop.example/?q=a,b:c', 1],
    ['https://paper.example/politics/0,1518,123456,00.html', 1],
  ])('takes %s for %i addresses', async (list, count) => {
    const { items } = await read(`${head}\n,,login,Home,,,0,"${list}",ada,one,\n`);
    const urls = Object.entries(items[0]!.content.fields).filter(([name]) => name.startsWith('url'));
    expect(urls.map(([, url]) => url)).toEqual(count === 1 ? [list] : list.split(','));
  });
});

describe('an archive of 1Password', () => {
  const archive = (data = sample('export.data.json')): Uint8Array =>
    zipSync({
      'export.attributes': strToU8('{"version":3}'),
      'export.data': strToU8(data),
      files: { 'd1__c.pdf': strToU8('%PDF') },
    });

  test('brings each kind of item as what it was, and covers what was concealed', async () => {
    const { items } = await read(archive());
    const [bank, visa, me, server, machine] = items.map(({ content }) => content);
    expect(bank).toEqual({
      version: 1,
      kind: 'login',
      title: 'Bank',
      category: 'Personal',
      tags: ['money', 'favourite'],
      fields: {
        username: 'ada',
        password: 's3cret',
        url: 'https://bank.example',
        'url (2)': 'https://app.bank.example',
        PIN: '1234',
        totp: 'JBSWY3DPEHPK3PXP',
        opened: '2017-12-12',
        contact: 'bank@example.com',
        odd: '{"x":1}',
        branch: '47',
        notes: 'Branch in the high street',
      },
      hidden: ['PIN'],
    });
    expect(visa).toMatchObject({
      kind: 'card',
      fields: {
        cardholder: 'Ada Lovelace',
        brand: 'visa',
        number: '4111111111111111',
        code: '123',
        expiry: '12/2030',
        'cash withdrawal limit': '$500',
      },
    });
    expect(me).toMatchObject({
      kind: 'identity',
      tags: ['archived'],
      fields: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        birthDate: '1960-12-06',
        joined: '1970-01-01',
        address: '12 St James’s Square',
        postalCode: 'SW1Y 4JH',
        city: 'London',
        country: 'gb',
        notes: 'On my passport',
      },
    });
    expect(server).toMatchObject({
      kind: 'note',
      fields: { privateKey: '-----BEGIN', publicKey: 'ssh-ed25519 AAAA', fingerprint: 'SHA256:x' },
      hidden: ['privateKey'],
    });
    expect(machine).toMatchObject({
      kind: 'login',
      fields: { url: 'ssh://host.example', username: 'root', password: 'toor' },
    });
    expect(items[0]).toMatchObject({
      createdAt: '2021-02-26T00:22:36.000Z',
      updatedAt: '2021-10-27T14:54:05.000Z',
    });
  });

  test('tells fields with the same name apart by their sections, and says that descriptions are left out', async () => {
    const card = (title: string, pin: string) => ({
      ...{ title, fields: [{ title: 'PIN', id: 'x', value: { concealed: pin } }] },
    });
    const details = { sections: [card("Ann's card", '1'), card("Bob's card", '2')] };
    const vault = {
      attrs: { name: 'Ours', desc: 'What Bob needs' },
      items: [{ categoryUuid: '003', overview: { title: 'Cards' }, details }],
    };
    const { items, left } = await read(archive(JSON.stringify({ accounts: [{ vaults: [vault] }] })));
    expect(items[0]?.content.fields).toEqual({ "Ann's card: PIN": '1', "Bob's card: PIN": '2' });
    expect(left).toEqual({ attachments: 1, folder_details: 1 });
  });

  test('says what it cannot bring, and how many files there are', async () => {
    const { skipped, left } = await read(archive());
    expect(skipped).toEqual([{ at: 6, reason: 'in_trash', title: 'Thrown away' }]);
    expect(left).toEqual({ attachments: 1, linked_fields: 1, password_history: 1 });
  });

  test('is refused before it is unpacked if it would take more memory than a phone has', async () => {
    const bomb = archive(`{"accounts":[]}${' '.repeat(65 * 1024 * 1024)}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await formatOf(bomb)).toBe('too_large');
    // It states a size of 16 bytes, and holds more.
    const liar = archive(`{"accounts":[]}${' '.repeat(1_000)}`);
    const view = new DataView(liar.buffer);
    for (let at = 0; at < liar.length - 4; at += 1) {
      if (view.getUint32(at, true) === 1_015) view.setUint32(at, 15, true);
    }
    expect(await formatOf(liar)).toBe('onepassword');
  });

  test('brings or skips every item, whatever it holds', async () => {
    const item = fc.record(
      {
        categoryUuid: fc.constantFrom('001', '002', '004', '114', 'x'),
        overview: fc.jsonValue(),
        details: fc.jsonValue(),
      },
      { requiredKeys: ['categoryUuid'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), item)), async (given) => {
        const document = JSON.stringify({ accounts: [{ vaults: [{ items: given }] }] });
        const { items, skipped } = await read(archive(document));
        const places = [...items, ...skipped].map(({ at }) => at).sort((a, b) => a - b);
        expect(places).toEqual(given.map((_, index) => index + 1));
      }),
      { numRuns: 50 },
    );
  });
});

describe('an export of KeePass', () => {
  test('brings groups as categories, covers protected fields, and has dates of both versions', async () => {
    const { items } = await read(sample('keepass.xml'));
    expect(items).toEqual([
      {
        at: 1,
        id: null,
        createdAt: '2021-01-01T00:00:00.000Z',
        updatedAt: '2022-02-02T00:00:00.000Z',
        content: aText('note', 'Where the keys are', 'Under the third pot'),
      },
      {
        at: 2,
        id: null,
        createdAt: '2020-04-04T21:16:51.000Z',
        updatedAt: '2020-04-04T21:16:58.000Z',
        content: {
          version: 1,
          kind: 'login',
          title: 'Bank',
          category: 'Money / Banks & cards',
          tags: ['joint', 'old'],
          fields: {
            username: 'ada',
            password: 's3cret',
            url: 'https://bank.example',
            totp: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
            PIN: '1234',
            Branch: '47',
            'url (2)': 'https://app.bank.example',
            notes: 'Branch <high street>\nsecond line',
          },
          hidden: ['PIN'],
        },
      },
    ]);
  });

  test('leaves out earlier versions and the recycle bin, and says so', async () => {
    const { skipped, left } = await read(sample('keepass.xml'));
    expect(skipped).toEqual([{ at: 3, reason: 'in_trash', title: 'Thrown away' }]);
    expect(left).toEqual({ attachments: 1, earlier_versions: 1 });
  });

  test('brings what references to other entries stand for, and one-time codes with their settings', async () => {
    const strings = {
      Title: 'Savings',
      UserName: '{REF:U@I:00000000000000000000000000000002}',
      Password: '{REF:P@I:00000000000000000000000000000002}',
      URL: '{ref:a@i:00000000000000000000000000000002}/savings',
      Recovery: '{REF:P@I:0000000000000000000000000000000F}',
      Spare: '{REF:P@I:00000000000000000000000000000002}',
      'TimeOtp-Secret-Base32': 'JBSW Y3DP EHPK 3PXP',
      'TimeOtp-Period': '60',
      'TimeOtp-Length': '8',
      'TimeOtp-Algorithm': 'HMAC-SHA-256',
    };
    const entry = Object.entries(strings).map(
      ([key, value]) => `<String><Key>${key}</Key><Value>${value}</Value></String>`,
    );
    const { items, left } = await read(
      sample('keepass.xml').replace('</Entry>', `</Entry><Entry>${entry.join('')}</Entry>`),
    );
    expect(left.linked_fields).toBe(1);
    const { fields, hidden } = items.find(({ content }) => content.title === 'Savings')!.content;
    expect(fields).toEqual({
      username: 'ada',
      password: 's3cret',
      url: 'https://bank.example/savings',
      totp: 'otpauth://totp/?secret=JBSWY3DPEHPK3PXP&period=60&digits=8&algorithm=SHA256',
      Recovery: '{REF:P@I:0000000000000000000000000000000F}',
      Spare: 's3cret',
    });
    // A password isn't shown because another program showed a reference to it.
    expect(hidden).toEqual(['Recovery', 'Spare']);
    expect(readTotp(fields.totp!)).toMatchObject({ hash: 'SHA-256', digits: 8, period: 60 });
  });

  test('brings when an entry expires, and says that notes and tags of groups are left out', async () => {
    const expires = '<Expires>True</Expires><ExpiryTime>2027-01-01T00:00:00Z</ExpiryTime>';
    const { items, left } = await read(
      sample('keepass.xml')
        .replace('<Times>', `<Times>${expires}`)
        .replace('<Name>Money</Name>', '<Name>Money</Name><Notes>Ask Bob</Notes><Tags>shared</Tags>'),
    );
    expect(items[0]?.content.fields).toMatchObject({ expiry: '2027-01-01' });
    expect(left.folder_details).toBe(2);
  });

  test('with references that multiply or go round in circles stays small', async () => {
    const entry = (id: number, value: string) =>
      `<Entry><UUID>AAAAAAAAAAAAAAAAAAAAA${'AQgw'[id]}==</UUID><String><Key>Notes</Key><Value>${value}</Value></String></Entry>`;
    const to = (id: number) => `{REF:N@I:${'0'.repeat(31)}${id}}`;
    const many = [1, 2, 3].map((next, id) => entry(id, to(next).repeat(1_000))).join('');
    const file = `<KeePassFile><Root><Group>${many}${entry(3, to(3))}</Group></Root></KeePassFile>`;
    const { items, left } = await read(file);
    expect(items).toHaveLength(4);
    expect(JSON.stringify(items).length).toBeLessThan(10_000_000);
    expect(left.linked_fields).toBeGreaterThan(0);
  });

  test('is refused if it is cut off, nested without end, or grows by entities of its own', async () => {
    expect(await formatOf(sample('keepass.xml').slice(0, -30))).toBe('broken_xml');
    const deep = `<KeePassFile><Root>${'<Group>'.repeat(5_000)}${'</Group>'.repeat(5_000)}</Root></KeePassFile>`;
    expect(await formatOf(deep)).toBe('broken_xml');
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><KeePassFile>&b;</KeePassFile>';
    expect(await formatOf(laughs)).toBe('broken_xml');
  });
});
