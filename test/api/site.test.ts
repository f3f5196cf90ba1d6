/** Who runs the service, and their pages. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SITE_PAGES, siteText } from '../../api/routes/site/texts.ts';
import { missingForSite } from '../../config.ts';
import { client, problemOf } from '../support/clients/client.ts';
import { useApi } from '../support/servers/use-api.ts';

const api = useApi({ SITE_OPERATOR: 'Vaults & Co.', SITE_PLACE: '' });
const NOBODY = { SITE_DIR: '', SITE_OPERATOR: '', SITE_PLACE: '', SITE_CONTACT: '' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  await mkdir(join(folder, 'en'));
  await writeFile(join(folder, 'en', 'privacy.md'), '# Our privacy\n\nAsk {contact}.\n');
});
afterAll(() => rm(folder, { recursive: true }));

test('says who runs it, as far as they said so', async () => {
  const reply = await client(api).get('/site');
  expect(reply.body).toEqual({ operator: 'Vaults & Co.', place: null, contact: null });
  const { text } = (await client(api).raw.get('/site/text?page=privacy&language=de')).body;
  expect(text).toMatch(/^# Datenschutz\n\nVaults & Co\. betreibt diesen Dienst\./);
  expect(await problemOf(client(api).raw.get('/site/text?page=..%2Fen%2Fprivacy'))).toBe(
    '400 validation_failed',
  );
});

test.each(SITE_PAGES)('%s is there in both languages, has a title, and no blank is left', async (page) => {
  for (const language of ['en', 'de'] as const) {
    const text = await siteText(NOBODY, page, language);
    expect(text).toMatch(/^# \S+/);
    expect(text).not.toMatch(/[{}]/);
    const known = { SITE_OPERATOR: 'Vaults & Co.', SITE_PLACE: 'Bern', SITE_CONTACT: 'us@vault.example' };
    const said = await siteText({ ...NOBODY, ...known }, page, language);
    if (page !== 'help') expect(said).toContain('Vaults & Co.');
    expect(said).not.toMatch(/isn’t given yet|noch fehlt/);
  }
});

test('an operator’s own text comes before the shipped one, and what is missing is named', async () => {
  const config = { ...NOBODY, SITE_DIR: folder, SITE_CONTACT: 'https://vault.example/ask' };
  expect(await siteText(config, 'privacy', 'en')).toBe(
    '# Our privacy\n\nAsk [https://vault.example/ask](https://vault.example/ask).\n',
  );
  expect(await siteText(config, 'terms', 'en')).toMatch(/^# Terms/);
  expect(missingForSite(config)).toMatch(/^SITE_OPERATOR, SITE_PLACE not set: /);
  expect(missingForSite({ SITE_OPERATOR: 'A', SITE_PLACE: 'B', SITE_CONTACT: 'C' })).toBeNull();
});
