/** The plan: what it allows, and the way to the payment provider and back. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { fitsAt360 } from '../support/layout.ts';
import { heading, press } from '../support/page-steps.ts';
import { type StripeDouble, startStripe } from '../support/stripe.ts';
import { startTown, type Town } from '../support/town.ts';
import { logInAt, openWebOwner } from '../support/web-owner.ts';

let stripe: StripeDouble;
let town: Town;
beforeAll(async () => {
  stripe = await startStripe();
  town = await startTown({ DEFAULT_PLAN: 'free', ...stripe.env });
}, 60_000);
afterAll(async () => {
  await town.close();
  await stripe.close();
});

test('somebody chooses a larger plan, pays elsewhere, and comes back', async () => {
  const ada = await openWebOwner(town.life);
  const { page, expectProblem } = await openBrowser(town.origin);
  await logInAt(page, '/account/plan', ada);
  await heading(page, 'Plan');
  await page.getByText('0 of 50').waitFor();
  await page.getByText('0 of 2', { exact: true }).waitFor();
  await page.getByText('Pro: 2,000 entries and 5 successors').waitFor();
  await checkAccessible(page);
  await fitsAt360(page);

  // The provider's page sends its visitor on at once.
  stripe.answers.set('POST /v1/checkout/sessions', (answer) => ({
    ...answer,
    url: stripe.asked.at(-1)?.form.get('success_url') ?? '',
  }));
  await press(page, 'Choose Pro');
  await page.getByText('Your plan changes as soon as the payment is confirmed').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/plan');
  await checkAccessible(page);
  await fitsAt360(page);
  stripe.down = true;
  expectProblem(/status of 503/);
  await press(page, 'Choose Family');
  await page.getByRole('alert').getByText('The service is busy or being repaired').waitFor();
}, 40_000);
