/** What the page says when something is refused. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ERRORS } from '../../api/http/errors.ts';
import { LANGUAGES } from '../../web/locales/areas.ts';

const read = (path: string): string => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');

/** The macros are for Vite, so the source is read as text. */
const SOURCE = read('api/sentences.ts');
const named = new Map(
  [...SOURCE.matchAll(/^const (\w+) = msg`(.+)`;$/gm)].map(([, name, text]) => [name, text]),
);
const sentences = new Map(
  [...SOURCE.matchAll(/^ {2}(\w+): (?:msg`(.+)`|(\w+)),$/gm)].map(([, code, text, name]) => [
    code,
    text ?? named.get(name),
  ]),
);

/** The codes with which the page and its worker refuse something themselves. */
const OWN = [
  'unreachable',
  'out_of_date',
  'device_full',
  'address_unproven',
  'foreign_owner_key',
  'successor_id_changed',
  'too_few_successors',
  'decided_elsewhere',
  'decision_differs',
];
/** Only Stripe calls the webhook. */
const codes = Object.keys(ERRORS).filter((code) => code !== 'webhook_signature_invalid');

test.each(LANGUAGES)('every code that a page can meet has a sentence: %s', (language) => {
  const catalogue = read(`locales/shell/${language}.po`);
  for (const code of [...codes, ...OWN]) {
    const [, translation = '"'] = catalogue.split(`msgid ${JSON.stringify(sentences.get(code))}\nmsgstr "`);
    expect([code, translation.startsWith('"')]).toEqual([code, false]);
  }
});
