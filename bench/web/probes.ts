/** What is measured inside the page, by the page's own clock. */
import type { Page } from 'playwright-core';

/** Installed before the page's scripts. */
export const PROBES = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  globalThis.answers = {};
  globalThis.typedAt = null;
  globalThis.since = 0;
  addEventListener('input', (event) => { typedAt = event.timeStamp; }, { capture: true });
  // The time of a keystroke ends with the last change of the list after it, once that is painted.
  const watcher = new MutationObserver(() => {
    if (typedAt === null) return;
    const from = typedAt;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { if (from > since) answers[from] = performance.now() - from; };
      port2.postMessage(null);
    });
  });
  addEventListener('DOMContentLoaded', () =>
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true }));
`;

/** Milliseconds until the page first shows something, and until its heading is there. */
export async function paints(page: Page): Promise<{ first: number; heading: number }> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page.evaluate(`({
    first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    heading: performance.now(),
  })`);
}

/** Clicks, and returns the milliseconds until a text is painted. */
export async function untilShown(page: Page, button: string, text: string): Promise<number> {
  const shown = page.evaluate(`new Promise((resolve) => {
    let from = 0;
    addEventListener('click', (event) => { from = event.timeStamp; }, { capture: true, once: true });
    const look = () => document.body.textContent.includes(${JSON.stringify(text)})
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
      : requestAnimationFrame(look);
    look();
  })`);
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await shown) as number;
}

/** Types, and returns the milliseconds from each keystroke until its rows are painted. */
export async function searchTimes(page: Page, query: string, pauseMs: number): Promise<number[]> {
  await page.evaluate('answers = {}; typedAt = null; since = performance.now()');
  const field = page.getByLabel('Search your entries');
  await field.focus();
  await page.keyboard.type(query, { delay: pauseMs });
  await page.waitForTimeout(pauseMs);
  await page.evaluate('typedAt = null');
  const times = (await page.evaluate('Object.values(answers)')) as number[];
  await page.keyboard.press('Escape');
  return times;
}

/** Scrolls through the list. @returns the time of each frame, and of each task over 50 ms */
export async function scroll(page: Page, turns: number): Promise<{ frames: number[]; longTasks: number[] }> {
  await page.getByRole('list', { name: 'Entries' }).hover();
  await page.evaluate(`longTasks.length = 0; globalThis.frames = []; globalThis.isScrolling = true;
    const next = (before) => requestAnimationFrame((now) => {
      frames.push(now - before);
      if (isScrolling) next(now);
    });
    requestAnimationFrame(next);`);
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(30);
  }
  return page.evaluate('isScrolling = false, { frames, longTasks: [...longTasks] }');
}
