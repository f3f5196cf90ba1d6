/** Whether everything on a page can be read on a phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findUnreadable } from './unreadable.js';

const TRIES = 4;
const TRY_AGAIN_MS = 250;
const PHONE = { width: 360, height: 800 };

/** Fails with what is cut off, sticks out or covers other text at a width of 360 px. The page keeps that width. */
export async function fitsAt360(page: Page): Promise<void> {
  if (page.viewportSize()?.width !== PHONE.width) await page.setViewportSize(PHONE);
  let found = await page.evaluate(findUnreadable);
  // Elements that measure themselves move only after the window has changed.
  for (let tries = 1; found.length > 0 && tries < TRIES; tries += 1) {
    await sleep(TRY_AGAIN_MS);
    found = await page.evaluate(findUnreadable);
  }
  if (found.length > 0) throw new Error(`Does not fit on a phone at ${page.url()}:\n${found.join('\n')}`);
}
