/** Whether everything on a page can be read on a phone. */
import type { Page } from 'playwright-core';
import { findUnreadable } from './unreadable.js';

const PHONE = { width: 360, height: 800 };

/** Fails with what is cut off, sticks out or covers other text at a width of 360 px. The page keeps that width. */
export async function fitsAt360(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  // What measures itself is in its place after that.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const found = await page.evaluate(findUnreadable);
  if (found.length > 0) throw new Error(`Does not fit on a phone at ${page.url()}:\n${found.join('\n')}`);
}
