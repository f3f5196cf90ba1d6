import { describe, expect, test } from '@jest/globals';
import { LANGUAGES, type Locale } from '../../db/locale.ts';
import { MAIL_KINDS, type MailKindName } from '../../mail/kinds/index.ts';
import { pageFor } from '../../mail/kinds/security-change/change-text.ts';
import type { RenderedMail } from '../../mail/layout/render.ts';
import { LANGUAGES as PAGE_LANGUAGES } from '../../web/locales/areas.ts';
import { AT, LINK, OPT_OUT, READERS, STOP, samples, written } from '../support/builders/letters.ts';
import { emptyPromises } from './promised.ts';
import { ada, addresses, hrefs, linksOf, MAILS, sample, unescaped } from './written.ts';

/** Mails to operators, or to a mailbox that nobody has proven: strangers choose the names in them. */
const NAMELESS: readonly MailKindName[] = [
  'owner_unreachable',
  'verify_email',
  'email_change',
  'channel_code',
];

const GREETINGS = { en: 'Hello', de: 'Guten Tag' } as const;

describe.each(MAILS)('the mail $kind in the language $language', ({ kind, language, locale }) => {
  const mail = sample(kind, undefined, locale);
  const greeting = `${GREETINGS[language]}${NAMELESS.includes(kind) ? '' : ' Ada Lovelace'},`;

  test('has a one-line subject, a text and an HTML part that say the same', () => {
    expect(mail.subject).toMatch(/^[^\p{Cc}]{10,160}$/u);
    expect(mail.text).toContain(`\n\n${greeting}\n\n`);
    const words = unescaped(mail.html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
    for (const paragraph of mail.text.split('\n\n').filter((part) => !/https?:|^-- /.test(part))) {
      expect(words).toContain(paragraph.trim());
    }
  });

  test('greets its reader by name and says why it came, then shows its button, in text as in HTML', () => {
    expect(addresses(mail.text)).toEqual(linksOf(kind));
    expect([...new Set(hrefs(mail.html))]).toEqual(linksOf(kind));
    if ('link' in samples('x')[kind]) {
      const why = mail.text.split(`${greeting}\n\n`)[1]!.split('\n\n')[0]!;
      for (const part of [mail.text, unescaped(mail.html)]) {
        const places = ['Vault Handover', greeting, why, LINK].map((each) => part.indexOf(each));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
      expect(why).not.toMatch(/\babove\b|\boben\b/);
    }
  });

  test('loads nothing, tracks nothing, and names its language', () => {
    expect(mail.html.match(/ lang="[^"]*"/g)).toEqual(Array(2).fill(` lang="${language}"`));
    expect(mail.html).toContain('color-scheme:light dark');
    expect(mail.html).not.toMatch(
      /<(img|script|link|style|iframe|form|object|video)\b|url\(|\bon\w+=|@import/i,
    );
  });

  test('writes the same bytes each time', () => {
    expect(sample(kind, undefined, locale)).toEqual(mail);
  });

  test('refers only to things that its reader has', () => {
    expect(emptyPromises(mail.text)).toEqual([]);
  });

  test('gives times in the reader’s time zone', () => {
    expect(mail.text).not.toMatch(/UTC|14:05/);
  });
});

/** Common words that no German sentence has, and the other way round. */
const ENGLISH =
  /\b(the|you|your|yours|and|if|is|are|of|to|for|with|by|from|this|that|it|we|not|successors?|switch|vault(?! Handover)|email|check|please|hello|on|at|link works|opt out)\b/gi;
const GERMAN = /\b(der|das|und|Sie|Ihre?n?|ist|nicht|bitte|wir|wenn|für|mit|von|bis|ein|eine|Uhr|Tresor)\b/gi;

describe.each(MAIL_KINDS)('the mail %s', (kind) => {
  const inLanguage = (language: Locale['language']) => {
    const { subject, text } = sample(kind, 'Jörg', { language, timeZone: 'Europe/Berlin' });
    return `${subject}\n${text}`
      .replaceAll('Vault Handover', '')
      .replaceAll(LINK, '')
      .replaceAll(OPT_OUT, '')
      .replaceAll(STOP, '');
  };

  test('has no English in German, and no German in English', () => {
    expect(inLanguage('de').match(ENGLISH)).toBeNull();
    expect(inLanguage('en').match(GERMAN)).toBeNull();
    expect(inLanguage('de').match(GERMAN)?.length).toBeGreaterThan(5);
    expect(inLanguage('en').match(ENGLISH)?.length).toBeGreaterThan(5);
  });

  test('never says that someone has died', () => {
    const dead =
      /\b(died|dead(?! for good)|death|deceased|passed away|tot|Tod|gestorben|verstorben|Erben?)\b/i;
    for (const { language } of READERS) expect(inLanguage(language)).not.toMatch(dead);
  });

  test('names the same facts in both languages', () => {
    const facts = (language: Locale['language']) => inLanguage(language).match(/\d+/g)?.sort();
    expect(facts('de')).toEqual(facts('en'));
  });
});

describe('what a mail says', () => {
  test('does not promise an owner without a successor that the clock starts after a pause', () => {
    const { text } = ada('pause_reminder', { hasSuccessor: false });
    expect(text).toContain('your switch will turn off');
    expect(text).not.toContain('clock starts');
  });

  test.each([
    ['en', 'UTC', 'Saturday 21 November 2026, 14:05 UTC'],
    ['en', 'Europe/London', 'Saturday 21 November 2026, 14:05 GMT'],
    ['en', 'Pacific/Auckland', 'Sunday 22 November 2026, 03:05 UTC+13'],
    ['de', 'Europe/Berlin', 'Samstag, 21. November 2026, 15:05 Uhr (MEZ)'],
    ['de', 'America/St_Johns', 'Samstag, 21. November 2026, 10:35 Uhr (UTC−3:30)'],
  ] as const)('writes dates and times out as people read them: %s in %s', (language, timeZone, at) => {
    const locale = { language, timeZone };
    expect(sample('reminder', 'Ada', locale).text).toContain(at);
    expect(sample('access', 'Ada', locale).text).toContain(at);
  });

  test('names the reader’s day if it names no time', () => {
    const { subject } = sample('reminder', 'Ada', { language: 'de', timeZone: 'Pacific/Auckland' });
    expect(subject).toBe(
      'Bitte melden Sie sich bis zum 22. November 2026: Vault Handover, Erinnerung 2 von 3',
    );
  });

  test('has a subject of its own for each reminder, the final notice and each request', () => {
    const reminders = [1, 2, 3].map((n) => ada('reminder', { n, deadline: AT }).subject);
    const requests = [1, 2, 3, 11, 22].map((n) => ada('invitation', { n }).subject);
    const ends = [1, 2].map((n) => ada('access_reminder', { n }).subject);
    const all = [...reminders, sample('final_notice').subject, ...requests, ...ends];
    expect(new Set(all).size).toBe(all.length);
    expect(reminders[1]).toBe('Your check-in is due by 21 November 2026: Vault Handover, reminder 2 of 3');
  });

  test.each(
    MAILS.filter(({ kind }) => ['verify_email', 'email_change', 'successor_verification'].includes(kind)),
  )(
    'repeats nothing but names in subject and heading, until the mailbox is confirmed: $kind, $language',
    ({ kind, locale }) => {
      const [one, two] = [sample(kind, 'Your parcel #1 is held!', locale), sample(kind, 'R2D2', locale)];
      expect(one.subject).toBe(two.subject);
      expect(one.text.split('\n\n').slice(0, 2)).toEqual(two.text.split('\n\n').slice(0, 2));
    },
  );

  test('has no name before the greeting in a mailbox that anyone may have entered', () => {
    const opening = ({ subject, text }: RenderedMail) => [subject, ...text.split('\n\n').slice(0, 3)];
    for (const kind of ['verify_email', 'email_change', 'channel_code'] as const) {
      for (const reader of READERS) {
        expect(opening(sample(kind, 'Ada', reader))).toEqual(opening(sample(kind, 'Grace', reader)));
      }
    }
  });

  test('says in the first mail to a successor who is asking', () => {
    const [en, de] = READERS.map((reader) => ada('successor_verification', {}, reader));
    expect([en!.subject, de!.subject]).toEqual([
      'Ada would like to leave you something',
      'Ada möchte etwas für Sie hinterlegen',
    ]);
    expect(en!.text).toContain('Ada trusts you with something for later');
  });

  test('has a subject that no other kind has in any language', () => {
    // A second mailbox gets the same warning.
    const own = MAILS.filter(({ kind }) => kind !== 'channel_reminder' && kind !== 'channel_final_notice');
    const subjects = own.map(({ kind, locale }) => sample(kind, undefined, locale).subject);
    expect(new Set(subjects).size).toBe(own.length);
  });

  test.each(['reminder', 'final_notice', 'owner_alive'] as const)(
    'asks an owner whose links check nobody in to log in, in either language: %s',
    (kind) => {
      const [en = '', de = ''] = READERS.map((reader) => {
        const { subject, text } = written(kind, { ...samples('Jörg')[kind], toLogIn: true } as never, reader);
        return `${subject}\n${text}`.replaceAll('Vault Handover', '').replaceAll(LINK, '');
      });
      expect([de.match(ENGLISH), en.match(GERMAN)]).toEqual([null, null]);
      expect(en).toContain('pen the link and log in');
      expect(en.replaceAll('press the button to check in', '')).not.toMatch(/check in/i);
      expect(de).toContain('Anmelden');
      expect(de).not.toContain('ein Lebenszeichen geben');
    },
  );

  test('lets an owner try the link that reminders will have', () => {
    const changes = { checkInByLink: false };
    const link = `https://vault.example${pageFor(changes)}`;
    const [en, de] = READERS.map((reader) => ada('security_change', { changes, link }, reader).text);
    expect(addresses(en!)).toEqual(['https://vault.example/log-in']);
    expect(en).toContain('Try it: log in');
    expect(en).toContain('Log in with the link above and change your password at once');
    expect(de).toContain('Ausprobieren: anmelden');
  });

  test.each([
    [22.5, '22 days'],
    [1, '1 day'],
    [0.4, 'less than a day'],
    [-3, 'less than a day'],
  ])('never promises more time than there is: %p days left reads "%s"', (daysLeft, words) => {
    expect(ada('reminder', { daysLeft }).text).toContain(`time left: ${words})`);
  });

  test('says which reminder is the last', () => {
    const last = ada('reminder', { n: 3, of: 3 }).text;
    expect(last).toContain('the last one before the final notice');
    expect(sample('reminder').text).not.toContain('the last one');
  });

  test('doesn’t promise to ask the successors only later if they were asked before a warning came back', () => {
    for (const reader of READERS) {
      expect(ada('reminder', { hasAsked: false }, reader).text).toMatch(/Only after that|Erst nach dieser/);
      const text = ada('reminder', { hasAsked: true }, reader).text;
      expect(text).toMatch(/already asked your successors|Vertrauenspersonen schon gefragt/);
      expect(text).not.toMatch(/Only after that|Erst nach dieser/);
    }
  });

  test('uses the singular for one', () => {
    const { text } = ada('final_notice', { graceHours: 1, successors: 1 });
    expect(text).toContain('1 hour has begun');
    expect(text).toContain('ask your successor whether');
    const one = { ...samples('Ada'), locale: undefined };
    const texts = (['reminder', 'final_notice', 'owner_alive'] as const).flatMap((kind) =>
      [false, true].flatMap((hasAsked) =>
        READERS.map(
          (reader) => written(kind, { ...one[kind], successors: 1, hasAsked } as never, reader).text,
        ),
      ),
    );
    for (const each of texts) expect(each).not.toMatch(/successors|Vertrauenspersonen/);
  });

  test('says first, once, what to do about a change that was not the owner’s, then how to undo each', () => {
    const of = (changes: Record<string, string | number | boolean>) => {
      const page = pageFor(changes);
      const link = page === null ? null : `https://vault.example${page}`;
      return ada('security_change', { changes, link });
    };
    const { text: many } = of({
      successor: 'removed',
      quorumBefore: 2,
      quorum: 1,
      accessDaysBefore: 90,
      accessDays: 300,
    });
    expect(many.match(/Change your password at once/g)).toHaveLength(1);
    expect(addresses(many)).toEqual(['https://vault.example/account/password']);
    expect(many.split('\n\n').slice(-4, -1)).toEqual([
      expect.stringContaining('Then undo what was changed:'),
      'Name Ada again.',
      'Change the settings of your switch back.',
    ]);
    const { text: taken } = of({ account: 'password_changed' });
    expect(taken).toContain('reset your password');
    expect(addresses(taken)).toEqual(['https://vault.example/forgot-password']);
    const keys = of({ account: 'key_bundle_replaced' });
    expect(keys.subject).toMatch(/^A change to the keys of your vault was saved on .* 2026/);
    for (const account of ['key_bundle_replaced', 'vault_rotated', 'two_factor_off']) {
      const { text } = of({ account });
      expect(addresses(text)).toEqual(['https://vault.example/account/password']);
      expect(text).not.toContain('key bundle');
    }
    const { text: gone } = of({ account: 'address_changed' });
    expect(gone).not.toMatch(/https?:|Change your password/);
    expect(gone).toContain('contact the people who run this service');
  });

  /** One mail about every change there is. */
  const CHANGES: Record<string, string | number | boolean>[] = [
    ...['named', 'moved', 'removed'].map((successor) => ({ successor })),
    { handoverDelayDaysBefore: 30, handoverDelayDays: 1, unrestricted: true },
    { thresholdDaysBefore: 365, thresholdDays: 7 },
    { reminderPercentsBefore: '50, 75, 90', reminderPercents: '75, 95' },
    ...['ended', 'shortened'].map((pause) => ({ pause })),
    { quorumBefore: 3, quorum: 2 },
    { accessDaysBefore: 90, accessDays: 300 },
    ...[true, false].map((checkInByLink) => ({ checkInByLink })),
    ...['check-in', 'status', 'calendar', 'revoked'].map((automation) => ({
      automation,
      automationName: 'Jörg',
    })),
    ...[
      ...['passkey_added', 'passkey_removed'],
      ...['two_factor_on', 'two_factor_off', 'two_factor_recovery_codes_renewed', 'password_changed'],
      ...['two_factor_removal_started', 'address_changed', 'key_bundle_replaced', 'vault_rotated'],
    ].map((account) => ({ account })),
  ];

  test.each(CHANGES)('tells of a security change in either language: %j', (changes) => {
    const [english = '', german = ''] = READERS.map((locale) => {
      const facts = {
        ...samples('Jörg').security_change,
        changes,
        device: { browser: 'Firefox', system: 'Linux' },
      };
      const { subject, text } = written('security_change', facts, locale);
      return `${subject}\n${text}`.replaceAll('Vault Handover', '').replaceAll(LINK, '');
    });
    expect([german.match(ENGLISH), english.match(GERMAN)]).toEqual([null, null]);
    const numbers = (text: string) => text.match(/\d+/g)?.sort();
    expect(numbers(german)).toEqual(numbers(english));
    expect(german).toContain('mit Firefox unter Linux');
    // German has a line more, because its greeting doesn't end a sentence.
    expect(german.split('\n\n').length).toBe(english.split('\n\n').length + 1);
  });

  test.each([
    [{ browser: 'Firefox', system: 'Linux' }, 'Firefox on Linux', 'Firefox unter Linux'],
    [{ browser: 'curl' }, 'curl', 'curl'],
    [{ system: 'iOS' }, 'an unknown browser on iOS', 'einem unbekannten Browser unter iOS'],
    [{}, 'an unknown device', 'einem unbekannten Gerät'],
  ] as const)('says where a change came from: %j', (device, english, german) => {
    const [en, de] = READERS.map((locale) => ada('security_change', { device }, locale).text);
    expect(en).toContain(`, from ${english} (IP`);
    expect(de).toContain(`, mit ${german} (IP`);
  });

  test('does not suspect anyone of knowing the password if the operator made the change', () => {
    const facts = { changes: { account: 'two_factor_off' }, device: { byOperator: true } } as const;
    const [en, de] = READERS.map((locale) => ada('security_change', facts, locale).text);
    expect(en).toContain('The people who run this service did this on');
    expect(en).not.toMatch(/knows your password|IP address/);
    expect(de).toContain('Das haben die Betreiber dieses Dienstes am');
    expect(de).not.toMatch(/kennt jemand|IP-Adresse/);
  });

  test.each([
    [22.5, 'es bleiben noch 22 Tage'],
    [1.5, 'es bleibt noch 1 Tag)'],
    [0.4, 'es bleibt noch weniger als ein Tag'],
  ])('gives the remaining time in German too: %p days', (daysLeft, words) => {
    expect(ada('reminder', { daysLeft }, { language: 'de', timeZone: 'UTC' }).text).toContain(words);
  });

  test('continues after a German greeting in lower case, unless a name or „Sie“ comes first', () => {
    for (const kind of MAIL_KINDS) {
      const { text } = sample(kind, 'Ada Lovelace', { language: 'de', timeZone: 'UTC' });
      expect(text.split(/Guten Tag[^,]*,\n\n/)[1]).toMatch(/^(\p{Ll}|Sie |Ihr|Ada Lovelace )/u);
    }
  });

  test('does not promise anything to open to a successor to whom nothing is left', () => {
    const english = (['invitation', 'access'] as const).map((kind) => {
      const facts = { ...samples('Ada')[kind], leftSomething: false };
      const [en, de] = READERS.map((reader) => written(kind, facts as never, reader));
      expect(de!.text).toContain('nichts für Sie vorbereitet');
      expect(de!.subject).toContain('die Übergabe von Ada');
      return en!;
    });
    for (const { subject, text } of english) {
      expect(subject).toContain('the handover from Ada');
      expect(text).toContain('was prepared for you, so there');
      expect(`${subject}\n${text}`).not.toMatch(/left (something )?to you|recovery kit/);
    }
  });

  test('says that the owner is back, and otherwise that the handover was cancelled', () => {
    expect(ada('handover_cancelled', {}).subject).toBe("Good news: we've heard from Ada");
    const other = ada('handover_cancelled', { ownerIsBack: false });
    expect(other.subject).toBe('The handover from Ada has been cancelled');
    expect(other.text).not.toContain('Good news');
  });

  test('mentions a delay only if there is one', () => {
    const of = (hasDelay: boolean) => READERS.map((reader) => ada('final_notice', { hasDelay }, reader).text);
    for (const text of of(false)) expect(text).not.toMatch(/delay|Wartezeit/);
    for (const text of of(true)) expect(text).toMatch(/delay|Wartezeit/);
  });

  test('promises silence only while no successor was asked, and access only to a quorum', () => {
    const of = (more: object) => READERS.map((reader) => ada('final_notice', { ...more }, reader).text);
    const [first = '', german = ''] = of({ quorum: 1 });
    expect(first).toContain("your successors won't hear from us");
    expect(first).toContain('Those who accept get access');
    expect(german).toContain('erfahren dann nichts davon');
    const [second = '', zweite = ''] = of({ hasAsked: true, quorum: 2, graceHours: 720 });
    expect(second).toContain("We'll then tell everyone we asked");
    expect(second).toContain('A grace period of 30 days has begun');
    expect(second).toContain('ask your 2 successors again whether');
    expect(second).toContain('Once enough have accepted (at least 2)');
    expect(second).not.toContain('successors won');
    expect(zweite).toContain('Nachfrist von 30 Tagen');
    expect(zweite).not.toContain('erfahren dann nichts davon');
    for (const text of of({ graceHours: null })) {
      expect(text).toMatch(/a grace period has begun\.|Jetzt läuft eine Nachfrist\./);
    }
    for (const text of of({ hasAsked: true, opensAtOnce: true })) {
      expect(text).toMatch(/already accepted|schon angenommen/);
      expect(text).not.toMatch(/whether they accept|ob sie annehmen/);
    }
  });

  test('asks only for the steps to a kit that are left', () => {
    const stages = ['named', 'came_back', 'confirmed', 'has_kit', 'new_kit'] as const;
    const of = (stage: (typeof stages)[number]) =>
      READERS.map((reader) => ada('successor_verification', { stage }, reader));
    const all = stages.flatMap(of);
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(10);
    for (const { text } of all) expect(text).toContain('30');
    const [english, german] = of('has_kit');
    expect([english, german].flatMap((mail) => emptyPromises(mail!.text))).toEqual([]);
    expect(english!.text).toContain('read out the six words');
    expect(english!.text.match(GERMAN)).toBeNull();
    expect(german!.text).toContain('lesen Sie die sechs Wörter');
    expect(english!.text).not.toContain('confirm');
    const [again, wieder] = of('came_back');
    expect(again!.text).toContain("You don't need to make a new recovery kit");
    expect(wieder!.text).toContain('Ein neues Schlüsselblatt brauchen Sie nicht');
    const [another, neues] = of('new_kit');
    expect(another!.text).toContain('only the old sheet opens that copy');
    expect(neues!.text).toContain('Nur mit dem alten Blatt lässt sie sich öffnen');
  });

  test('asks an owner to end a handover only while it lasts', () => {
    for (const reader of READERS) {
      const { text } = ada('access_notice', { link: null }, reader);
      expect(addresses(text)).toEqual([]);
      expect(text).not.toMatch(/log in|Melden Sie sich/i);
    }
  });

  test('offers an answer, or a change of it, only if it makes a difference', () => {
    const of = (more: object) => READERS.map((reader) => ada('invitation', { ...more }, reader).text);
    const [open = '', offen = ''] = of({});
    expect(open).toContain('If you know that Ada is alive');
    expect(open).toContain('Until enough people have accepted, you can change your answer');
    expect(offen).toContain('Wenn Sie wissen, dass Ada lebt');
    const released = of({ isReleased: true, maySayAlive: false, declined: false });
    for (const text of released)
      expect(text).not.toMatch(/alive|lebt|change your answer|Antwort mit demselben|enough/);
    const [nothing = ''] = of({ isReleased: true, maySayAlive: false, leftSomething: false });
    expect(nothing).toContain('nothing depends on your answer');
  });

  test('mentions a cancelled handover only if there was one', () => {
    const off = (handoverCancelled: boolean) => ada('switch_off', { handoverCancelled }).text;
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

test('the web app has every language that mails have', () => {
  expect(PAGE_LANGUAGES).toEqual(LANGUAGES);
});

test('an invalid date is refused rather than sent', () => {
  expect(() => ada('access', { expiresAt: new Date(Number.NaN) })).toThrow(RangeError);
});
