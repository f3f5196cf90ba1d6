/** What a page says while an answer is late, and when a request fails. */
import type { Locator, Page } from 'playwright-core';
import { holdBack, refuse } from './answers.ts';
import { inspect } from './inspect.ts';

interface FailingAnswers {
  /** What the page says about the refusal. By default, any alert. */
  says?: Locator;
  /** By default, that there were too many requests, which may happen anywhere. */
  problem?: { code: string; status: number };
  /** Whether the answer is late, so that the page first says that it is loading. */
  loads?: boolean;
}

/**
 * Looks at what the page says while the API refuses. Afterwards answers go through again.
 *
 * @param path of the API, such as `/sessions`
 * @param act asks the API
 */
export async function whileFailing(
  page: Page,
  path: string,
  act: () => Promise<unknown>,
  { says = page.getByRole('alert'), problem, loads = false }: FailingAnswers = {},
): Promise<void> {
  const answerAgain = await refuse(page.context(), path, problem);
  const release = loads ? await holdBack(page.context(), path) : () => {};
  await act();
  if (loads) {
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await inspect(page);
  }
  release();
  await says.waitFor();
  await inspect(page);
  await answerAgain();
}
