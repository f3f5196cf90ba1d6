/** What axe finds on a page, in words. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA. Of what axe calls best practice, only what is serious counts. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const SERIOUS = ['serious', 'critical'];

/** React Aria names a busy button here by its ID, for seconds after the button may have gone (known upstream). */
const ANNOUNCER = '[data-live-announcer]';

/** React Aria hides the rest of the page from screen readers while a list of a combo box is open (known upstream). */
const OPEN_COMBO_BOX = '[role=combobox][aria-expanded=true]';

/** Fails with what axe finds, and where. */
export async function checkAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page })
    .withTags([...STANDARD, 'best-practice'])
    .exclude(ANNOUNCER)
    // Otherwise it opens a blank page each time, for frames of other sites, which we haven't. This halves the time.
    .setLegacyMode();
  if ((await page.locator(OPEN_COMBO_BOX).count()) > 0) axe.disableRules('aria-hidden-focus');
  const { violations } = await axe.analyze();
  const counted = violations.filter(
    ({ tags, impact }) => tags.some((tag) => STANDARD.includes(tag)) || SERIOUS.includes(impact ?? ''),
  );
  if (counted.length === 0) return;
  const findings = counted.flatMap(({ id, help, helpUrl, nodes }) => [
    `${id}: ${help} (${helpUrl})`,
    ...nodes.map(
      ({ html, failureSummary = '' }) => `  ${html}\n    ${failureSummary.replaceAll('\n', '\n    ')}`,
    ),
  ]);
  throw new Error(`Not accessible at ${page.url()}:\n${findings.join('\n')}`);
}
