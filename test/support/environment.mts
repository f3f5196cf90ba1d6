/**
 * Where a test file runs. Playwright is loaded outside it, once for each of Jest's workers: within, Node would compile it
 * again for every file.
 */
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_VARIABLE } from './servers/programs/chromium.ts';

declare global {
  /** Starts Chromium, which ends with the test file. A file has one for each set of arguments. */
  var openChromium: (args?: readonly string[]) => Promise<Browser>;
}

async function launch(args: readonly string[]): Promise<Browser> {
  const reply = await fetch(process.env[CHROMIUM_VARIABLE] ?? '');
  const answer = await reply.text();
  if (!reply.ok) throw new Error(answer);
  return chromium.launch({ executablePath: answer, args: [...args], timeout: 60_000 });
}

export default class PageEnvironment extends NodeEnvironment {
  readonly #launched = new Map<string, Promise<Browser>>();

  override async setup(): Promise<void> {
    await super.setup();
    this.global.openChromium = (args = []) => {
      const key = args.join(' ');
      const browser = this.#launched.get(key) ?? launch(args);
      this.#launched.set(key, browser);
      return browser;
    };
  }

  override async teardown(): Promise<void> {
    for (const browser of this.#launched.values()) await browser.then((each) => each.close()).catch(() => {});
    await super.teardown();
  }
}
