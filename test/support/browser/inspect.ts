/** Looking at one state of a page in every way in which people see it. */
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAccessible } from './accessible.ts';
import { currentLook, type PageLook, showFocus, speakAsOtherTab } from './in-page.js';
import { fitsAt360 } from './layout.ts';

let pictures = 0;

/** Takes a picture for people to look at, if KEEP_PICTURES_IN is set. */
async function photograph(page: Page): Promise<void> {
  const keep = process.env.KEEP_PICTURES_IN;
  if (!keep) return;
  pictures += 1;
  const test = expect.getState().currentTestName?.slice(0, 40).replace(/\W+/g, '-');
  await page.screenshot({ path: join(keep, `${test}-${pictures}.png`), fullPage: true });
}

async function show(page: Page, from: PageLook, to: PageLook): Promise<PageLook> {
  if (from.theme !== to.theme) await page.emulateMedia({ colorScheme: to.theme });
  if (from.language !== to.language) await page.evaluate(speakAsOtherTab, to.language);
  return to;
}

/**
 * Fails if axe finds something in what is on the screen now, or if it does not fit on a phone: in English and light at
 * its own width, and in German and dark on the phone. Nothing is loaded again, so what was typed, the focus and an open
 * dialog stay. Afterwards the page looks as before.
 */
export async function inspect(page: Page): Promise<void> {
  const before = await page.evaluate(currentLook);
  const size = page.viewportSize();
  let look = before;
  try {
    look = await show(page, look, { language: 'en', theme: 'light' });
    await checkAccessible(page);
    await fitsAt360(page);
    look = await show(page, look, { language: 'de', theme: 'dark' });
    await photograph(page);
    await fitsAt360(page);
    await checkAccessible(page);
  } catch (error) {
    throw new Error(`In ${look.language}, ${look.theme}: ${(error as Error).message}`);
  } finally {
    if (size) await page.setViewportSize(size);
    await show(page, look, before);
    await page.evaluate(showFocus);
  }
}
