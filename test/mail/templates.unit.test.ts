import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAIL_KINDS, type MailKindName } from '../../mail/kinds/index.ts';
import { flattenName } from '../../mail/layout/name.ts';
import { AT, IP, LINK, OPT_OUT, samples, written } from '../support/letter-samples.ts';
import { emptyPromises } from '../support/promised.ts';

const sample = (kind: MailKindName, name = 'Ada Lovelace') => written(kind, samples(name)[kind]);
const unescaped = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
const hrefs = (html: string) => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
const addresses = (text: string) => text.match(/https?:\/\/\S+/g) ?? [];

/** The links among the facts, in the order in which the mail has them. */
const linksOf = (kind: MailKindName) => {
  const data = samples('x')[kind];
  return [...('link' in data ? [data.link] : []), ...('optOutLink' in data ? [data.optOutLink] : [])];
};

describe.each(MAIL_KINDS)('the mail %s', (kind) => {
  const mail = sample(kind);

  test('has a one-line subject, a text and an HTML part that say the same', () => {
    expect(mail.subject).toMatch(/^[^\p{Cc}]{10,160}$/u);
    expect(mail.text).toContain(kind === 'owner_unreachable' ? 'Hello operator,' : 'Hello Ada Lovelace,');
    const words = unescaped(mail.html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
    for (const paragraph of mail.text.split('\n\n').filter((part) => !/https?:|^-- /.test(part))) {
      expect(words).toContain(paragraph.trim());
    }
  });

  test('has its own link first, and no link that it was not given', () => {
    expect(addresses(mail.text)).toEqual(linksOf(kind));
    expect([...new Set(hrefs(mail.html))]).toEqual(linksOf(kind));
    if ('link' in samples('x')[kind]) {
      expect(mail.text.indexOf(LINK)).toBeLessThan(mail.text.indexOf('Hello'));
      expect(mail.html.indexOf('<a ')).toBeLessThan(mail.html.indexOf('Hello'));
    }
  });

  test('loads nothing, tracks nothing, and names its language', () => {
    expect(mail.html).toContain('<html lang="en"');
    expect(mail.html).toContain('color-scheme:light dark');
    expect(mail.html).not.toMatch(
      /<(img|script|link|style|iframe|form|object|video)\b|url\(|\bon\w+=|@import/i,
    );
  });

  test('writes the same bytes each time', () => {
    expect(sample(kind)).toEqual(mail);
  });
});

describe('what a mail says', () => {
  test('promises no countdown after a pause to an owner without a successor', () => {
    const { text } = written('pause_reminder', { ...samples('Ada').pause_reminder, hasSuccessor: false });
    expect(text).toContain('your switch will turn off');
    expect(text).not.toContain('countdown starts');
  });

  test.each(MAIL_KINDS)('relies on nothing that its reader may not have: %s', (kind) => {
    expect(emptyPromises(sample(kind).text)).toEqual([]);
  });

  test('writes dates and times out, in UTC', () => {
    expect(sample('reminder').text).toContain('Saturday 21 November 2026, 14:05 UTC');
    expect(sample('access').text).toContain('Saturday 21 November 2026, 14:05 UTC');
  });

  test('has a subject of its own for each reminder of a cycle, the final notice and each request', () => {
    const reminders = [1, 2, 3].map(
      (n) => written('reminder', { ...samples('Ada').reminder, n, deadline: AT }).subject,
    );
    const requests = [1, 2, 3, 11, 22].map(
      (n) => written('invitation', { ...samples('Ada').invitation, n }).subject,
    );
    const all = [...reminders, sample('final_notice').subject, ...requests];
    expect(new Set(all).size).toBe(all.length);
    expect(reminders[1]).toBe('Reminder 2 of 3: please check in by 21 November 2026');
  });

  test.each(['verify_email', 'email_change', 'successor_verification'] as const)(
    'repeats no name in subject and heading until the mailbox is confirmed: %s',
    (kind) => {
      const [one, two] = [sample(kind, 'Your parcel is held'), sample(kind, 'Ada')];
      expect(one.subject).toBe(two.subject);
      expect(one.text.split('\n\n')[0]).toBe(two.text.split('\n\n')[0]);
    },
  );

  test('has a subject that no other kind has', () => {
    expect(new Set(MAIL_KINDS.map((kind) => sample(kind).subject)).size).toBe(MAIL_KINDS.length);
  });

  test.each([
    [22.5, '22 days'],
    [1, '1 day'],
    [0.4, 'less than a day'],
    [-3, 'less than a day'],
  ])('never promises more time than there is: %p days left reads "%s"', (daysLeft, words) => {
    expect(written('reminder', { ...samples('Ada').reminder, daysLeft }).text).toContain(
      `time left: ${words})`,
    );
  });

  test('calls the last reminder the last', () => {
    const last = written('reminder', { ...samples('Ada').reminder, n: 3, of: 3 }).text;
    expect(last).toContain('the last one before the final notice');
    expect(sample('reminder').text).not.toContain('the last one');
  });

  test('counts in the singular where there is one', () => {
    const { text } = written('final_notice', {
      ...samples('Ada').final_notice,
      graceHours: 1,
      successors: 1,
    });
    expect(text).toContain('1 hour has begun');
    expect(text).toContain('your successor whether');
  });

  test('says what to do first about a change that was not the owner’s, once, then how to undo each', () => {
    const of = (changes: Record<string, string | number | boolean>) =>
      written('security_change', { ...samples('Ada').security_change, changes }).text;
    const many = of({
      successor: 'removed',
      quorumBefore: 2,
      quorum: 1,
      accessDaysBefore: 90,
      accessDays: 300,
    });
    expect(many.match(/Change your password and end all other sessions/g)).toHaveLength(1);
    expect(many.split('\n\n').slice(-4, -1)).toEqual([
      expect.stringContaining('Then undo what was changed:'),
      'Name this successor again.',
      'Put the old settings of your switch back.',
    ]);
    expect(of({ account: 'password_changed' })).toContain('reset your password');
    const gone = of({ account: 'address_changed' });
    expect(gone).not.toMatch(/https?:|Change your password/);
    expect(gone).toContain('contact the people who run this service');
  });

  test('mentions a cancelled handover only if there was one', () => {
    const off = (handoverCancelled: boolean) =>
      written('switch_off', { name: 'Ada', handoverCancelled }).text;
    expect(off(true)).toContain('has been cancelled');
    expect(off(false)).not.toContain('cancelled');
  });

  test.each(MAIL_KINDS.filter((kind) => 'optOutLink' in samples('x')[kind]))(
    'lets a successor opt out: %s',
    (kind) => {
      expect(sample(kind).text).toContain(`opt out:\n${OPT_OUT}`);
      expect(hrefs(sample(kind).html)).toContain(OPT_OUT);
    },
  );
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
  ])('of a person is left as it is: %s', (name) => {
    expect(flattenName(name)).toBe(name);
  });

  test.each([
    ['Ada\r\nBcc: all@evil.example', 'Ada Bcc: all at evil. example'],
    ['https://evil.example/a', 'https: evil. example a'],
    ['www.evil.co', 'www. evil. co'],
    ['evil。example', 'evil. example'],
    ['ev\u200bil.exa\u2060mple', 'evil. example'],
    ['\u202egnp.exe', 'gnp. exe'],
    ['R.Feynman', 'R. Feynman'],
    [' \n\t ', 'somebody without a name'],
    ['a'.repeat(70), `${'a'.repeat(63)}…`],
    ['🙂'.repeat(65), `${'🙂'.repeat(63)}…`],
    ['\ud800lone', '\ufffdlone'],
    // Cut after an initial, which must not become a domain.
    [`${'a'.repeat(61)}.A.com`, `${'a'.repeat(61)}.A…`],
    ['e\u200b\u0301', 'é'],
  ])('that is not a name is made harmless: %j', (name, flat) => {
    expect(flattenName(name)).toBe(flat);
    expect(flattenName(flat)).toBe(flat);
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
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
        fc.string({ unit: 'grapheme-composite', maxLength: 12 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  test('whatever it is, adds no header line, no link and no markup to any mail', () => {
    const tags = (html: string) => html.match(/<[^>]*>/g);
    fc.assert(
      fc.property(fc.constantFrom(...MAIL_KINDS), hostile, (kind, name) => {
        const mail = sample(kind, name);
        expect(mail.subject).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
        expect(mail.subject.length).toBeLessThan(320);
        expect(mail.text.split('\n').length).toBe(sample(kind).text.split('\n').length);
        expect(addresses(mail.text)).toEqual(linksOf(kind));
        const rest = mail.text.replaceAll(LINK, '').replaceAll(OPT_OUT, '').replaceAll(IP, '');
        expect(rest).not.toMatch(/[/\\@]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u);
        expect(tags(mail.html)).toEqual(tags(sample(kind).html));
        expect(mail.html.isWellFormed()).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that is already harmless is left as it is', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const flat = flattenName(name);
        expect(flattenName(flat)).toBe(flat);
        expect([...flat].length).toBeLessThanOrEqual(64);
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
    const refused = () => written('verify_email', { ...samples('Ada').verify_email, link });
    expect(refused).toThrow('A link in a mail has to be an http or https address');
  });

  test('may point to a development server', () => {
    const link = 'http://localhost:3001/verify-email?token=x';
    expect(addresses(written('verify_email', { ...samples('Ada').verify_email, link }).text)).toEqual([link]);
  });
});

test('an invalid date is refused rather than sent', () => {
  expect(() => written('access', { ...samples('Ada').access, expiresAt: new Date(Number.NaN) })).toThrow(
    RangeError,
  );
});
