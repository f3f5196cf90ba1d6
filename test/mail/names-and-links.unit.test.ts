/** What strangers choose: names and links cannot add anything to a mail. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { flattenName, nameForStranger, readsAsName } from '../../mail/layout/name.ts';
import { IP, LINK, OPT_OUT, READERS, STOP, samples, written } from '../support/builders/letters.ts';
import { ada, addresses, linksOf, MAILS, sample } from './written.ts';

test.each([
  ['SMTP 550 5.1.1 EENVELOPE', 'SMTP 550 5.1.1 EENVELOPE'],
  ['returned suppressed', 'returned suppressed'],
  ['550 evil.example/a', '550 evil. example a'],
])('a mail server’s code can be searched for as it stands, but is never a link: %s', (code, shown) => {
  for (const reader of READERS) {
    const facts = { ...samples('Ada').owner_unreachable, code: { code } };
    const { subject, text } = written('owner_unreachable', facts, reader);
    expect(subject).toContain(`: ${shown} `);
    expect(text).toContain(`(${shown})`);
  }
});

describe('a name', () => {
  test.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'Martin Luther King Jr.',
    "Siobhán O'Neill-Ní Bhriain",
    '陳大文',
    'محمد بن سلمان',
    'نازنین‌زهرا',
    'Ægir Þórsson',
  ])('of a person stays as it is: %s', (name) => {
    expect(flattenName(name, 'nobody')).toBe(name);
  });

  test.each([
    ['Ada\r\nBcc: all@evil.example', 'Ada Bcc: all at evil. example'],
    ['https://evil.example/a', 'https: evil. example a'],
    ['www.evil.co', 'www. evil. co'],
    ['evil。example', 'evil. example'],
    ['ev\u200bil.exa\u2060mple', 'evil. example'],
    ['\u202egnp.exe', 'gnp. exe'],
    ['R.Feynman', 'R. Feynman'],
    [' \n\t ', 'someone without a name'],
    ['a'.repeat(70), `${'a'.repeat(63)}…`],
    ['🙂'.repeat(65), `${'🙂'.repeat(63)}…`],
    ['\ud800lone', '\ufffdlone'],
    // Cut after an initial, which must not become a domain.
    [`${'a'.repeat(61)}.A.com`, `${'a'.repeat(61)}.A…`],
    ['e\u200b\u0301', 'é'],
  ])('that is not a name is made harmless: %j', (name, flat) => {
    expect(flattenName(name, 'someone without a name')).toBe(flat);
    expect(flattenName(flat, '')).toBe(flat);
  });

  test.each([
    ['Your parcel is held: call 0800 123 456', 'Your parcel is held: call'],
    ['call 0-8-0-0-1', 'call'],
    ['(08) 00.12', 'someone without a name'],
    ['٠٨٠٠١٢', 'someone without a name'],
    ['０８００１２', 'someone without a name'],
    ['call ⓪⑧⓪⓪①② now', 'call now'],
    ['call ⁰⁸⁰⁰¹²', 'call'],
    ['0\ufe0f\u20e38\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e31\ufe0f\u20e3', 'someone without a name'],
    ['call 0_8_0_0_1', 'call'],
    ['call 0|800·12', 'call'],
    ['Test User 12345', 'Test User'],
    ['Ada (0800 12345) Lovelace', 'Ada Lovelace'],
    ['Henry VIII (the 8th)', 'Henry VIII (the 8th)'],
    ['Class of 2024', 'Class of 2024'],
    ['evil\u2024com', 'evil. com'],
    ['evil⒈com', 'evil1. com'],
    ['evil。com', 'evil. com'],
    ['sam@example.com', 'sam at example. com'],
    ['sam＠example.com', 'sam at example. com'],
    ['https://evil.example/pay', 'https: evil. example pay'],
    ['www.evil.example', 'www. evil. example'],
    ['evil\\share', 'evil share'],
    ['J.Doe', 'J. Doe'],
    ['A/B', 'A B'],
  ])('that a stranger reads has no number to call and no address: %j', (name, flat) => {
    expect(flattenName(nameForStranger(name), 'someone without a name')).toBe(flat);
  });

  test.each([
    'Ada',
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'Martin Luther King Jr.',
    "Siobhán O'Neill-Ní Bhriain",
    'Gerard ’t Hooft',
    'Dr. Jean-Luc Moreau',
    'María de los Ángeles Fernández García',
    'Jose\u0301 Niño',
    '陳大文',
    'محمد بن سلمان',
    'نازنین‌زهرا',
    'Ægir Þórsson',
    'R. Feynman',
  ])('reads as one: %s', (name) => {
    expect(readsAsName(name)).toBe(true);
  });

  test.each([
    ...['', ' ', 'Ada ', ' Ada', 'Ada  Lovelace', '.', '-Ada', 'a'.repeat(41), 'a b c d e f g'],
    ...[
      'Ada\nBcc: x',
      'Ada\r\n',
      'Ada\u2028Lovelace',
      'Ada\tL',
      'Ada\0',
      'A\u202eda',
      'A\u200bda',
      '\ud800Ada',
    ],
    ...[
      'https://evil',
      'https evil',
      'www. evil',
      'WWW.evil',
      'evil.example',
      'evil．example',
      'evil。example',
    ],
    ...[
      'ｗｗｗ evil',
      'a@b',
      'a＠b',
      'Ada/Lovelace',
      'Ada\\L',
      'mailto:ada',
      'Ada?',
      'Win! Now',
      'Ada: pay',
      'Ada, L',
    ],
    ...[
      'Call 112',
      'Henry 8',
      '٣ Ada',
      'Ada €',
      'Ada 🙂',
      '<b>Ada',
      '"Ada"',
      'Ada & Co',
      '{{name}}',
      '%0d%0a',
      '=?utf-8?q?',
    ],
  ])('does not read as one: %j', (name) => {
    expect(readsAsName(name)).toBe(false);
    const mails = READERS.map((reader) =>
      written('successor_verification', samples(name).successor_verification, reader),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      "You've been named as a successor: please confirm",
      'Sie wurden als Vertrauensperson benannt: Bitte bestätigen Sie',
    ]);
  });

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            '\r\n',
            '\n',
            '\u2028',
            '<',
            '>',
            '"',
            "'",
            '&',
            '&lt;',
            '</title>',
            '<script>',
            '<a href=',
            '-->',
          ],
          ...[
            'http://',
            'https://evil.example',
            'www.',
            '.com',
            '.',
            '@',
            '//',
            '\\',
            '。',
            '．',
            '\u200b',
            '\u202e',
          ],
          ...[
            'Bcc: ',
            'mailto:',
            'javascript:',
            '{{name}}',
            '$&',
            '$1',
            '%0d%0a',
            '=?utf-8?q?=0A?=',
            '\ud800',
            '\0',
          ],
          ...['0800', '12', '１', '٣', '⑨', '⒈', '⁰'],
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
        fc.string({ unit: 'grapheme-composite', maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  test('adds no header line, no link and no markup to any mail', () => {
    const tags = (html: string) => html.match(/<[^>]*>/g);
    fc.assert(
      fc.property(fc.constantFrom(...MAILS), hostile, ({ kind, locale }, name) => {
        const mail = sample(kind, name, locale);
        const usual = sample(kind, undefined, locale);
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
        expect(mail.subject.length).toBeLessThan(320);
        expect(mail.text.split('\n').length).toBe(usual.text.split('\n').length);
        expect(addresses(mail.text)).toEqual(linksOf(kind));
        const rest = [LINK, OPT_OUT, STOP, IP].reduce((text, known) => text.replaceAll(known, ''), mail.text);
        expect(rest).not.toMatch(/[/\\@]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u);
        expect(tags(mail.html)).toEqual(tags(usual.html));
        expect(mail.html.isWellFormed()).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that is already harmless stays as it is', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const flat = flattenName(name, 'nobody');
        expect(flattenName(flat, '')).toBe(flat);
        expect([...flat].length).toBeLessThanOrEqual(64);
        const forStranger = flattenName(nameForStranger(name), 'nobody');
        expect(forStranger.normalize('NFKC')).not.toMatch(/\p{N}(?:[^\p{L}\p{N}]*\p{N}){4}/u);
        expect(forStranger).not.toMatch(/[/\\@]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'ftp://vault.example/',
    'https://vault.example/?token=a b',
    'https://vault.example/\nBcc: x',
    'https://vault.example/"><script>',
    'https://',
    '',
  ])('that is not a plain web address is refused, and the error does not repeat it: %j', (link) => {
    const refused = () => ada('verify_email', { link });
    expect(refused).toThrow('A link in a mail has to be an http or https address');
  });

  test('may point to a development server', () => {
    const link = 'http://localhost:3001/verify-email?token=x';
    expect(addresses(ada('verify_email', { link }).text)).toEqual([link]);
  });
});
