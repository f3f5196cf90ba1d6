/** A life in which something changes after everything has been left: the password, and one of the successors. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser } from '../support/browser/browser.ts';
import {
  everythingFor,
  fallSilent,
  follow,
  goTo,
  heading,
  leave,
  logIn,
  nameSuccessor,
  press,
  register,
  secretsOfCode,
  typeCode,
} from '../support/browser/people.ts';
import { saveEntry, startNew } from '../support/browser/web-vault.ts';
import { type BrowserEnvironment, startBrowserEnvironment } from '../support/servers/browser-environment.ts';

let environment: BrowserEnvironment;
beforeAll(async () => {
  environment = await startBrowserEnvironment();
});
afterAll(() => environment.close());

const LIFE_MS = 240_000;
const CHOSEN = 'anvil meadow cobalt thistle';
const BEFORE = 'Written before anything changed.';
const AFTER = 'Written after everything had changed.';

test(
  'with a new password and one successor removed, the other opens old and new, and the removed one nothing',
  async () => {
    const owner = await register(environment, 'Emmy');
    const { page } = owner;
    const write = async (title: string, text: string) => {
      await goTo(page, 'Vault');
      await startNew(page, 'Letter');
      await page.getByLabel('Title').fill(title);
      await page.getByLabel('Your letter').fill(text);
      await saveEntry(page, title);
    };
    await write('The first letter', BEFORE);
    const alan = await nameSuccessor(environment, owner, 'Alan');
    const joan = await nameSuccessor(environment, owner, 'Joan');
    await leave(owner, [everythingFor('Alan'), everythingFor('Joan')], 1);

    await goTo(page, 'Account');
    await follow(page, /^Password/);
    await page.getByRole('textbox', { name: 'Current password' }).fill(owner.password);
    await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
    await page.getByLabel('The same password again').fill(CHOSEN);
    await press(page, 'Change the password');
    await heading(page, 'Your password has been changed');
    await goTo(page, 'Successors');
    await follow(page, 'Change or remove Joan');
    await press(page, 'Remove Joan');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Joan' }).click();
    await page.getByText('The vault has new keys.').waitFor();
    await press(page, 'Back to your successors');

    // Another device knows nothing but the new password.
    const phone = await openBrowser(environment.origin, { width: 360 });
    await phone.page.goto('/vault');
    await logIn(phone.page, { ...owner, password: CHOSEN });
    await phone.page.getByRole('link', { name: 'The first letter' }).click();
    await phone.page.getByText(BEFORE).waitFor();
    await write('The second letter', AFTER);

    await fallSilent(environment, owner);
    await alan.page.goto(await environment.followMail(alan.email, 'Emmy', '/respond'));
    await alan.page.getByRole('radio', { name: 'I accept' }).check({ force: true });
    await press(alan.page, 'Send my answer');
    await heading(alan.page, 'Thank you. It’s now open to you');
    await alan.page.goto(
      await environment.followMail(alan.email, 'You can open what Emmy left to you', '/access'),
    );
    await typeCode(alan.page, alan.kit.code);
    await alan.page.getByRole('button', { name: 'Open', exact: true }).click();
    await alan.page.getByText(BEFORE).waitFor();
    await alan.page.getByText(AFTER).waitFor();

    const mails = await environment.mailFor(joan.email);
    expect(mails.filter(({ text }) => /\/(?:respond|access)\?/.test(text))).toEqual([]);
    await joan.page.goto(await environment.followMail(joan.email, 'named as a successor', '/successor'));
    await heading(joan.page, 'This link doesn’t work');

    for (const { recorder } of [owner, phone, alan, joan]) {
      recorder.onlyTo(environment.origin);
      recorder.neverSends({
        BEFORE,
        AFTER,
        'the old password': owner.password,
        'the new password': CHOSEN,
        ...secretsOfCode('recovery code', owner.recoveryCode),
        ...secretsOfCode('code of Alan', alan.kit.code),
        ...secretsOfCode('code of Joan', joan.kit.code),
      });
    }
  },
  LIFE_MS,
);
