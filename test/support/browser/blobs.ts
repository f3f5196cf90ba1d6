/** Bytes that a page has handed to the browser under an address, and that stay in memory until it lets go of them. */
import type { Page } from 'playwright-core';

const COUNT = `
  globalThis.blobsInHand = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const url = createObjectURL.call(URL, blob);
    blobsInHand.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    blobsInHand.delete(url);
    revokeObjectURL.call(URL, url);
  };`;

/** Counts from now on. @returns a function that gives the number that the page holds */
export async function countBlobs(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(COUNT);
  return () => page.evaluate('blobsInHand.size');
}
