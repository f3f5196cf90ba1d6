/** One Chromium for all test files of a run, started when the first of them asks for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserServer, chromium } from 'playwright-core';
import { sentence } from '../../../dev/cli/failure.ts';
import type { Say } from '../../../dev/cli/progress.ts';
import { findChromium } from '../../../dev/programs/chromium.ts';

/** Tells the tests where to ask. */
export const CHROMIUM_VARIABLE = 'VAULT_TEST_CHROMIUM';

export interface ChromiumOnDemand {
  /** Answers with the address to connect to, or with 503 and a sentence. */
  address: string;
  stop(): Promise<void>;
}

async function launch(say: Say): Promise<BrowserServer> {
  const executablePath = await findChromium(say);
  say('starting Chromium');
  return chromium.launchServer({ executablePath, timeout: 60_000 });
}

export async function chromiumOnDemand(say: Say): Promise<ChromiumOnDemand> {
  let launched: Promise<BrowserServer> | undefined;
  const server = createServer((_request, response) => {
    launched ??= launch(say);
    launched.then(
      (browser) => response.end(browser.wsEndpoint()),
      (error) => response.writeHead(503).end(sentence(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Jest ends once its tests have.
  server.unref();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      await (await launched?.catch(() => undefined))?.close();
    },
  };
}
