/**
 * Three people who have never seen the service, with nothing but the page and their mails. Each step is photographed,
 * and clicks are counted as someone without a keyboard's shortcuts would make them: one into each field, too.
 * `KEEP_PICTURES_IN=<folder> npx jest trials` runs them; someone has to look at the pictures.
 */
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type OpenOptions, openBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { inspect } from '../support/browser/inspect.ts';
import {
  button,
  chooseFiles,
  copyGroups,
  follow,
  goTo,
  heading,
  press,
  sheetGroups,
} from '../support/browser/page-steps.ts';
import { logInHere, openWebOwner } from '../support/browser/web-owner.ts';
import { letter, openLeavingOwner } from '../support/builders/leaving-owner.ts';
import { uniqueEmail } from '../support/builders/owner.ts';
import { linkTo } from '../support/clients/caught-mail.ts';
import { nameSuccessor } from '../support/clients/successor.ts';
import { useBrowserEnvironment } from '../support/servers/browser-environment.ts';

const folder = process.env.KEEP_PICTURES_IN;
const environment = await useBrowserEnvironment();

const COUNT = `{
  let pressed = 0;
  addEventListener('pointerdown', () => { pressed = Date.now(); countClick(); }, true);
  addEventListener('focusin', ({ target }) => {
    if (target.matches('input, textarea') && Date.now() - pressed > 100) countClick();
  }, true);
}`;

interface Trial extends TestBrowser {
  clicks: () => number;
  see(name: string): Promise<void>;
}

/** A browser whose clicks are counted. Each picture is numbered, and shows the whole page. */
async function begin(trial: string, options: OpenOptions = {}): Promise<Trial> {
  const opened = await openBrowser(environment.origin, { sharedWorker: true, ...options });
  let clicks = 0;
  let pictures = 0;
  await opened.context.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await opened.context.addInitScript(COUNT);
  return {
    ...opened,
    clicks: () => clicks,
    async see(name) {
      await inspect(opened.page);
      pictures += 1;
      const number = String(pictures).padStart(2, '0');
      await opened.page.screenshot({
        path: `${folder}/${trial}-${number}-${name}.png`,
        fullPage: true,
        animations: 'disabled',
      });
    },
  };
}

async function add(page: Page, kind: string): Promise<void> {
  await press(page, 'Add');
  await page.getByRole('menuitem', { name: kind }).click();
  await heading(page, `New ${kind.toLowerCase()}`);
}

async function keepCode(page: Page, sheet = page.getByRole('main')): Promise<string> {
  const groups = await sheetGroups(sheet);
  await press(page, 'I have it on paper');
  await copyGroups(page, groups);
  await press(page, 'Continue');
  return groups.join('-');
}

test('an owner who is not technical is ready with two people, three letters and a bank log-in', async () => {
  const trial = await begin('owner');
  const { page, see } = trial;
  const email = uniqueEmail('martha');
  const password = 'apple tart on sunday morning';
  await page.goto('/');
  await see('first-page');
  await follow(page, 'Open an account');
  await page.getByLabel('Your name').fill('Martha Berger');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByLabel('The same password again').fill(password);
  await see('register');
  await press(page, 'Continue');
  await heading(page, 'Your recovery code');
  await see('recovery-code');
  await keepCode(page);
  await heading(page, 'Check your email');
  await see('check-your-email');
  await page.goto(await environment.followMail(email, 'Confirm your email address', '/verify-email'));
  await press(page, 'Confirm my address');
  await see('confirmed');
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logInHere(page, { email, password });
  await page.getByRole('link', { name: 'Begin: it takes five minutes' }).waitFor();
  await see('home');
  await follow(page, 'Begin: it takes five minutes');
  await heading(page, 'A few lines to someone');
  await see('first-letter');
  await page.getByLabel('To').fill('Lena');
  await page.getByLabel('Your letter').fill('Dear Lena,\n\nthe ring is in the blue box.\n\nMum');
  await press(page, 'Save and continue');
  await heading(page, 'Who should receive it?');
  await see('first-person');
  const lena = uniqueEmail('lena');
  await page.getByLabel('Email address').fill(lena);
  await press(page, 'Send the invitation');
  await heading(page, 'How long should we wait?');
  await see('interval');
  await press(page, 'Save and continue');
  await heading(page, 'You’ve begun');
  await see('begun');

  await goTo(page, 'Vault');
  await see('vault');
  for (const [to, text] of [
    ['A letter to Tom', 'Dear Tom,\n\nlook after your sister.\n\nMum'],
    ['A letter to both of you', 'Dear both,\n\nsell the boat.\n\nMum'],
  ] as const) {
    await goTo(page, 'Vault');
    await add(page, 'Letter');
    await page.getByLabel('Title').fill(to);
    await page.getByRole('textbox', { name: 'Letter' }).fill(text);
    await see('letter');
    await press(page, 'Save');
    await page.getByRole('heading', { name: to }).waitFor();
  }
  await goTo(page, 'Vault');
  await add(page, 'Log-in');
  await page.getByLabel('Title').fill('Sparkasse');
  await page.getByLabel('Website').fill('https://sparkasse.example');
  await page.getByLabel('User name').fill('mberger');
  await page.getByRole('textbox', { name: 'Password' }).fill('7-quiet-otters');
  await see('bank');
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Sparkasse' }).waitFor();

  await goTo(page, 'Successors');
  await see('successors');
  await follow(page, 'Invite a successor');
  const tom = uniqueEmail('tom');
  await page.getByLabel('Name').fill('Tom');
  await page.getByLabel('Email address').fill(tom);
  await press(page, 'Send the invitation');
  await heading(page, 'Tom has been invited');
  await see('invited');
  const ready = trial.clicks();

  for (const [name, address] of [
    ['Lena', lena],
    ['Tom', tom],
  ] as const) {
    const other = await openBrowser(environment.origin, { width: 360, sharedWorker: true });
    await other.page.goto(
      await environment.followMail(address, 'would like to leave you something', '/successor'),
    );
    await press(other.page, 'Yes, you can reach me here');
    await press(other.page, 'Make my kit');
    await heading(other.page, 'Print your recovery kit');
    await keepCode(other.page, other.page.getByRole('article', { name: `Recovery kit of ${name}` }));
    const spoken = other.page.getByRole('list', { name: 'The six words' }).getByRole('listitem');
    await spoken.nth(5).waitFor();
    const words = (await spoken.allTextContents()).join(' ');
    await other.close();
    await goTo(page, 'Successors');
    await see(`successors-${name}`);
    await follow(page, `Compare the words with ${name}`);
    await page.getByLabel(`What ${name} reads out`).fill(words);
    await see(`compare-${name}`);
    await press(page, 'Compare');
    await heading(page, 'The words match');
    await see(`match-${name}`);
  }
  await follow(page, 'Choose what Tom gets');
  await heading(page, /Who gets what/);
  await see('who-gets-what');
  for (const name of ['Lena', 'Tom'])
    await page
      .getByRole('radio', { name: /letters to others/ })
      .or(
        page.getByRole('checkbox', {
          name: new RegExp(`letters to others.*${name}|${name}.*letters to others`),
        }),
      )
      .first()
      .check();
  await press(page, 'Check and save');
  await see('save-this');
  await button(page.getByRole('alertdialog'), 'Save').click();
  await page.getByText('Each of your successors will get exactly what you chose').waitFor();
  await see('saved');
  await goTo(page, 'Home');
  await see('home-ready');
  console.log(`owner: ${ready} clicks until both were invited, ${trial.clicks()} in all`);
  expect(trial.clicks()).toBeLessThanOrEqual(60);
}, 600_000);

test('a successor opens what was left on a phone, in German', async () => {
  const owner = await openLeavingOwner(environment, 'Martha');
  const ids = [
    await owner.write(
      letter('Brief an Jonas', 'Lieber Jonas,\n\nder Ring liegt in der blauen Dose.\n\nMama'),
    ),
    await owner.write({
      kind: 'login',
      title: 'Sparkasse',
      category: 'Geld',
      tags: [],
      fields: { username: 'mberger', password: '7-stille-otter', url: 'https://sparkasse.example' },
    }),
  ];
  const jonas = await nameSuccessor(environment, owner, 'Jonas', 'de');
  await owner.leave(1, new Map([[jonas, ids]]));
  await owner.fallSilent();
  const { page, see, clicks } = await begin('successor', { width: 360, language: 'de' });
  await page.goto(await linkTo(jonas, '/respond'));
  await see('anfrage');
  await page.locator('label', { hasText: 'Ich nehme an' }).click();
  await see('antwort');
  await press(page, 'Antwort senden');
  await page.getByRole('heading', { level: 1, name: /Danke/ }).waitFor();
  await see('danke');
  await page.goto(await linkTo(jonas, '/access'));
  await see('oeffnen');
  await page.getByRole('textbox').first().fill(jonas.kit.code);
  await see('code');
  await press(page, 'Öffnen');
  await page.getByText('Brief an Jonas').first().waitFor();
  await see('hinterlassen');
  await page.getByText('Brief an Jonas').first().click();
  await see('brief');
  console.log(`successor: ${clicks()} clicks`);
}, 600_000);

const many = Array.from({ length: 300 }, (_, i) => {
  const base = {
    id: `i${i}`,
    folderId: i % 3 === 0 ? 'f1' : null,
    name: `Item ${i}`,
    notes: null,
    favorite: false,
  };
  if (i % 50 === 7)
    return {
      ...base,
      type: 3,
      card: {
        cardholderName: 'A Lovelace',
        brand: 'Visa',
        number: '4111111111111111',
        expMonth: '4',
        expYear: '2031',
        code: '123',
      },
    };
  if (i % 50 === 9)
    return {
      ...base,
      type: 4,
      identity: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        passportNumber: 'C01X00T47',
        email: 'ada@example.org',
      },
    };
  if (i % 10 === 3) return { ...base, type: 2, notes: `A note ${i}`, secureNote: { type: 0 } };
  const login = {
    username: `ada${i}`,
    password: `secret-${i}`,
    uris: [{ uri: `https://site${i}.example` }],
    totp: null,
  };
  const fields =
    i % 20 === 1
      ? [
          { name: 'PIN', value: `${1000 + i}`, type: 1 },
          { name: 'Branch', value: 'North', type: 0 },
        ]
      : [];
  return { ...base, type: 1, login, fields };
});

test('the 300 entries of Bitwarden arrive as what they were', async () => {
  const ada = await openWebOwner(environment);
  const { page, see, clicks } = await begin('bitwarden');
  await page.goto('/log-in');
  await logInHere(page, ada);
  await goTo(page, 'Vault');
  await see('empty-vault');
  await page
    .getByRole('link', { name: /import/i })
    .first()
    .click();
  await see('import');
  const data = { encrypted: false, folders: [{ id: 'f1', name: 'Family' }], items: many };
  await chooseFiles(page, () => press(page, 'Choose a file'), {
    name: 'bitwarden_export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(data)),
  });
  await page.getByText(/300/).first().waitFor();
  await see('preview');
  await page.getByRole('button', { name: /^Import/ }).click();
  await page
    .getByText(/300.*(imported|added)|(imported|added).*300/i)
    .first()
    .waitFor();
  await see('imported');
  await goTo(page, 'Vault');
  await page.getByText('Item 0').first().waitFor();
  await see('vault');
  for (const title of ['Item 7', 'Item 9', 'Item 1']) {
    await page.getByRole('searchbox').fill(title);
    await page.getByText(title, { exact: true }).first().click();
    await see(title.replace(' ', '-'));
    await goTo(page, 'Vault');
  }
  console.log(`bitwarden: ${clicks()} clicks`);
}, 600_000);
