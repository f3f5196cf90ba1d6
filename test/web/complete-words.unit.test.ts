/** Words whose absence no compiler notices, because they are in plain JavaScript, HTML or a list of strings. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { MAIL_KINDS } from '../../mail/kinds/index.ts';
import { LANGUAGES } from '../../web/locales/areas.ts';

const read = (path: string): string => readFileSync(new URL(`../../web/${path}`, import.meta.url), 'utf8');

test.each(LANGUAGES)(
  'the language %s has words for pages without a script, for the service worker, and for components',
  (language) => {
    const places = {
      'web/index.html': read('index.html').includes(` lang="${language}"`),
      'web/public/push.js': read('public/push.js').includes(`\n  ${language}: {`),
      'web/vite.config.ts': new RegExp(`optimizeLocales.*'${language}-`).test(read('vite.config.ts')),
    };
    const lacking = Object.entries(places).flatMap(([path, isThere]) => (isThere ? [] : [path]));
    expect(lacking).toEqual([]);
  },
);

test('the dashboard names every kind of mail', () => {
  // The macros are for Vite, so the source is read as text.
  const [, names = ''] = read('admin/figures.ts').split('MAILS:');
  expect(MAIL_KINDS.filter((kind) => !names.includes(`\n  ${kind}: msg`))).toEqual([]);
});
