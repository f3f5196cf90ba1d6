/** Who runs the service, and their pages. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { SITE_PAGES, siteTexts } from '../../api/routes/site/texts.ts';
import { missingForSite } from '../../config.ts';
import { LANGUAGES } from '../../db/locale.ts';
import { openLog } from '../../db/log.ts';
import { client } from '../support/clients/client.ts';
import { expectProblem } from '../support/clients/refused.ts';
import { useApi } from '../support/servers/use-api.ts';
import { useFolder } from '../support/use.ts';

const api = await useApi({ SITE_OPERATOR: 'Vaults & Co.', SITE_PLACE: '' });
const NOBODY = { SITE_DIR: '', SITE_OPERATOR: '', SITE_PLACE: '', SITE_CONTACT: '' };

const logged: unknown[] = [];
const log = openLog('warn', 'test', { write: (line) => void logged.push(JSON.parse(line)) });

const folder = useFolder('site-');
beforeAll(async () => {
  await mkdir(join(folder, 'en'));
  await writeFile(join(folder, 'en', 'privacy.md'), '# Our privacy\n\nAsk {contact}.\n');
});

test('the site says who runs the service, as far as that is configured', async () => {
  const reply = await client(api).get('/site');
  expect(reply.body).toEqual({ operator: 'Vaults & Co.', place: null, contact: null, registration: 'open' });
  const { text } = (await client(api).raw.get('/site/text?page=privacy&language=de')).body;
  expect(text).toMatch(/^# Datenschutz\n\nVaults & Co\. betreibt diesen Dienst\./);
  await expectProblem(client(api).raw.get('/site/text?page=..%2Fen%2Fprivacy'), '400 validation_failed');
});

test('a page that has not changed is not sent again', async () => {
  const url = `${api.url}/site/text?page=help`;
  const first = await fetch(url);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const etag = first.headers.get('etag') ?? '';
  // By default, Node asks for the whole page whatever the header says.
  const known = { cache: 'no-cache', headers: { 'if-none-match': etag } } as const;
  const again = await fetch(url, known);
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  const german = await fetch(`${url}&language=de`, known);
  expect([german.status, german.headers.get('etag') === etag]).toEqual([200, false]);
});

test.each(SITE_PAGES)('%s exists in every language, with a title and no placeholder left', async (page) => {
  const known = { SITE_OPERATOR: 'Vaults & Co.', SITE_PLACE: 'Bern', SITE_CONTACT: 'us@vault.example' };
  const [unsaid, said] = [siteTexts(NOBODY, log), siteTexts({ ...NOBODY, ...known }, log)];
  for (const language of LANGUAGES) {
    const text = await unsaid(page, language);
    expect(text).toMatch(/^# \S+/);
    expect(text).not.toMatch(/[{}]/);
    if (page !== 'help') expect(await said(page, language)).toContain('Vaults & Co.');
    expect(await said(page, language)).not.toMatch(/isn’t given yet|noch fehlt/);
  }
});

test('an operator’s own text comes before the shipped one, and what is missing is named', async () => {
  const config = { ...NOBODY, SITE_DIR: folder, SITE_CONTACT: 'https://vault.example/ask' };
  const text = siteTexts(config, log);
  expect(await text('privacy', 'en')).toBe(
    '# Our privacy\n\nAsk [https://vault.example/ask](https://vault.example/ask).\n',
  );
  expect(await text('terms', 'en')).toMatch(/^# Terms/);
  expect(missingForSite(config)).toMatch(/^SITE_OPERATOR, SITE_PLACE not set: /);
  expect(missingForSite({ SITE_OPERATOR: 'A', SITE_PLACE: 'B', SITE_CONTACT: 'C' })).toBeNull();
  expect(logged).toEqual([]);
});

test('a text that changes is shown without a restart', async () => {
  const text = siteTexts({ ...NOBODY, SITE_DIR: folder }, log);
  const file = join(folder, 'en', 'contact.md');
  await writeFile(file, '# Write to us\n');
  expect(await text('contact', 'en')).toBe('# Write to us\n');
  await writeFile(file, '# Call us\n');
  expect(await text('contact', 'en')).toBe('# Call us\n');
  await rm(file);
  expect(await text('contact', 'en')).toMatch(/^# Contact/);
  expect(logged).toEqual([]);
});

test('a text that cannot be read is logged once, until it can, and the shipped one is shown', async () => {
  const text = siteTexts({ ...NOBODY, SITE_DIR: folder }, log);
  const file = join(folder, 'en', 'terms.md');
  const failed = [{ level: 40, file, msg: 'a page of SITE_DIR cannot be read, so the shipped one is shown' }];
  await mkdir(file);
  for (const _ of [1, 2]) expect(await text('terms', 'en')).toMatch(/^# Terms/);
  expect(logged.splice(0)).toMatchObject(failed);
  await rm(file, { recursive: true });
  await writeFile(file, '# Ours\n');
  expect(await text('terms', 'en')).toBe('# Ours\n');
  expect(logged).toEqual([]);
  const gone = join(folder, 'gone');
  expect(await siteTexts({ ...NOBODY, SITE_DIR: gone }, log)('help', 'en')).toMatch(/^# Help/);
  expect(logged.splice(0)).toMatchObject([{ file: join(gone, 'en', 'help.md') }]);
});
