/** What axe finds on a page, in words. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { runAxe } from './in-page.js';

/** WCAG 2.2, levels A and AA. Of what axe calls best practice, only serious findings are reported. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SERIOUS = ['serious', 'critical'];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TRIES = 4;
const TRY_AGAIN_MS = 250;

async function findings(page: Page): Promise<string[]> {
  const tags = [...STANDARD, 'best-practice'];
  let violations = await page.evaluate(runAxe, tags);
  if (!violations) {
    // Half a megabyte, so only once for each document.
    await page.evaluate(AXE);
    violations = await page.evaluate(runAxe, tags);
  }
  return (violations ?? [])
    .filter(
      ({ tags: ofRule, impact }) =>
        ofRule.some((tag) => STANDARD.includes(tag)) || SERIOUS.includes(impact ?? ''),
    )
    .flatMap(({ id, help, helpUrl, nodes }) => [
      `${id}: ${help} (${helpUrl})`,
      ...nodes.map(({ html, summary }) => `  ${html}\n    ${summary.replaceAll('\n', '\n    ')}`),
    ]);
}

/** Fails with what axe finds, and where. */
export async function checkAccessible(page: Page): Promise<void> {
  let found = await findings(page);
  // On a busy machine, Chromium may still be painting another theme.
  for (let tries = 1; found.length > 0 && tries < TRIES; tries += 1) {
    await sleep(TRY_AGAIN_MS);
    found = await findings(page);
  }
  if (found.length > 0) throw new Error(`Not accessible at ${page.url()}:\n${found.join('\n')}`);
}
