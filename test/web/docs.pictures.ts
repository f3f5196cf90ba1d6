/**
 * The pages that README and docs show, each in an account with something in it.
 * `node dev/run.mjs scripts/screenshots.ts` photographs them into docs/pictures.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type OpenOptions, openBrowser } from '../support/browser/browser.ts';
import { logInAt } from '../support/browser/web-owner.ts';
import { type LeavingOwner, letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { accept, type NamedSuccessor, nameSuccessor } from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const LARGEST_BYTES = 120_000;
const PHONE = { width: 360 } as const;
const DESK = { width: 1_200 } as const;

const folder = process.env.KEEP_PICTURES_IN;

const environment = await useBrowserEnvironment();

/** Photographs a page as it is now. Nothing moves, and no cursor blinks. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
  const picture = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    path: `${folder}/${name}.png`,
  });
  expect([name, picture.length < LARGEST_BYTES]).toEqual([name, true]);
}

/** Opens a page, does what it takes to see it, and photographs it. */
async function picture(
  name: string,
  path: string,
  options: OpenOptions,
  see: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { page, close } = await openBrowser(environment.origin, options);
  await page.goto(path);
  await see(page);
  await photograph(page, name);
  await close();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

/** Adds three entries, and two successors, one of them with a kit. */
async function prepareVault(owner: LeavingOwner): Promise<{ bea: NamedSuccessor; ids: string[] }> {
  const ids = [
    await owner.write({
      kind: 'login',
      title: 'Harbour bank',
      category: 'Money',
      tags: ['important'],
      fields: { username: 'ada.lovelace', password: 'quiet-otter-42-lantern', url: 'https://bank.example' },
    }),
    await owner.write(
      letter(
        'For Bea',
        'Dear Bea,\n\nthe garden is yours now. The spare keys are with Madame Lefèvre, and the gate still sticks when it rains.\n\nWater the roses.\nAda',
      ),
    ),
    await owner.write({
      kind: 'note',
      title: 'Where the papers are',
      category: 'House',
      tags: [],
      fields: { text: 'In the blue folder on the top shelf, behind the atlas.' },
    }),
  ];
  const bea = await nameSuccessor(environment, owner, 'Bea');
  await owner.invite('Konrad');
  return { bea, ids };
}

test('an owner’s pages', async () => {
  const owner = await openLeavingOwner(environment);
  const { bea, ids } = await prepareVault(owner);
  await owner.leave(1, new Map([[bea, ids]]));
  await picture('log-in-phone', '/log-in', PHONE, (page) => heading(page, 'Log in'));
  for (const [name, options] of [
    ['', DESK],
    ['-dark', { ...DESK, theme: 'dark' }],
    ['-phone', PHONE],
  ] as const) {
    const { page, close } = await openBrowser(environment.origin, options);
    await logInAt(page, '/log-in', owner);
    await heading(page, 'All is well');
    await photograph(page, `home${name}`);
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Vault' }).click();
    await page.getByText('Harbour bank').first().waitFor();
    await photograph(page, `vault${name}`);
    if (name === '') {
      await page.getByText('Harbour bank').first().click();
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      await photograph(page, 'entry');
      await main.getByRole('link', { name: 'Successors' }).click();
      await page.getByText('Konrad').first().waitFor();
      await photograph(page, 'successors');
      await page
        .getByRole('link', { name: /who gets what/i })
        .first()
        .click();
      await heading(page, /Who gets what/);
      await page.getByText('For Bea').first().waitFor();
      await photograph(page, 'who-gets-what');
    }
    await close();
  }
});

test('a successor’s pages, and checking in', async () => {
  const owner = await openLeavingOwner(environment);
  const { bea, ids } = await prepareVault(owner);
  const konrad = await owner.invite('Carla');
  await owner.leave(1, new Map([[bea, ids]]));
  const invited = await linkTo(konrad, '/successor');
  await picture('kit-sheet', invited, DESK, async (page) => {
    await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
    await page.getByRole('button', { name: 'Make my kit' }).click();
    await heading(page, 'Print your recovery kit');
  });
  await owner.fallSilent();
  const checkIn = await linkTo(owner, '/check-in');
  for (const [name, theme] of [
    ['check-in-phone', 'light'],
    ['check-in-phone-dark', 'dark'],
  ] as const) {
    await picture(name, checkIn, { ...PHONE, theme }, (page) => page.getByText('Vault of').waitFor());
  }
  await accept(environment, bea);
  const access = await linkTo(bea, '/access');
  await picture('open-with-kit-phone', access, PHONE, (page) =>
    page.getByLabel('Code on your recovery kit').waitFor(),
  );
  await picture('letter', access, DESK, async (page) => {
    await page.getByLabel('Code on your recovery kit').fill(bea.kit.code);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Dear Bea').first().waitFor();
  });
});
