/** Files that someone drags from their desktop. */
import type { Locator } from 'playwright-core';

/** Drops files in the middle of something that the page shows. */
export async function dropFiles(place: Locator, paths: string[]): Promise<void> {
  const page = place.page();
  await place.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    await devtools.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
  }
  await devtools.detach();
}
