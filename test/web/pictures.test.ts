/**
 * The pages that README and docs show, each in a life with something in it. `node dev/run.mjs scripts/screenshots.ts` keeps the pictures in
 * docs/pictures; otherwise this only proves that it could.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Kit } from '../../crypto/index.ts';
import { type OpenOptions, openBrowser } from '../support/browser/browser.ts';
import {
  type Invited,
  type LeavingOwner,
  letter,
  openLeavingOwner,
  PASSWORD,
} from '../support/builders/leaving-owner.ts';
import { accept, linkTo, makeComparedKit } from '../support/clients/successor.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

const LARGEST_BYTES = 120_000;
const PHONE = { width: 360 } as const;
const DESK = { width: 1_200 } as const;

const folder = process.env.KEEP_PICTURES_IN;

/** Every look of a page if pictures are kept. Otherwise the first one shows that it could be photographed. */
const looks = <T>(all: readonly T[]): readonly T[] => (folder ? all : all.slice(0, 1));

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
}, 60_000);
afterAll(() => environment.close());

/** Photographs a page as it is now. Nothing moves, and no cursor blinks. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.evaluate('document.activeElement?.blur()');
  const picture = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(folder ? { path: `${folder}/${name}.png` } : {}),
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

/** Three things, and two people of whom one has a kit. */
async function furnish(owner: LeavingOwner): Promise<{ bea: Invited; kit: Kit; ids: string[] }> {
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
  const bea = await owner.invite('Bea');
  await owner.invite('Konrad');
  return { bea, kit: await makeComparedKit(environment, owner, bea), ids };
}

test('an owner’s pages', async () => {
  const owner = await openLeavingOwner(environment);
  const { bea, ids } = await furnish(owner);
  await owner.leave(1, new Map([[bea, ids]]));
  const logIn = async (page: Page) => {
    await page.getByLabel('Email address').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
  };
  await picture('log-in-phone', '/log-in', PHONE, (page) => heading(page, 'Log in'));
  for (const [name, options] of looks([
    ['', DESK],
    ['-dark', { ...DESK, theme: 'dark' }],
    ['-phone', PHONE],
  ] as const)) {
    const { page, close } = await openBrowser(environment.origin, options);
    await page.goto('/log-in');
    await logIn(page);
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
}, 120_000);

test('a successor’s pages, and checking in', async () => {
  const owner = await openLeavingOwner(environment);
  const { bea, kit, ids } = await furnish(owner);
  const konrad = await owner.invite('Carla');
  await owner.leave(1, new Map([[bea, ids]]));
  const invited = await linkTo(environment, konrad, '/successor');
  await picture('kit-sheet', invited, DESK, async (page) => {
    await page.getByRole('button', { name: 'Yes, you can reach me here' }).click();
    await page.getByRole('button', { name: 'Make my kit' }).click();
    await heading(page, 'Print your recovery kit');
  });
  await owner.fallSilent();
  const checkIn = await linkTo(environment, owner, '/check-in');
  for (const [name, theme] of looks([
    ['check-in-phone', 'light'],
    ['check-in-phone-dark', 'dark'],
  ] as const)) {
    await picture(name, checkIn, { ...PHONE, theme }, (page) => page.getByText('Vault of').waitFor());
  }
  await accept(environment, bea);
  const access = await linkTo(environment, bea, '/access');
  await picture('open-with-kit-phone', access, PHONE, (page) =>
    page.getByLabel('Code on your recovery kit').waitFor(),
  );
  await picture('letter', access, DESK, async (page) => {
    await page.getByLabel('Code on your recovery kit').fill(kit.code);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Dear Bea').first().waitFor();
  });
}, 120_000);
