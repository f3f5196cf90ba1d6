/** Where Chromium is, found and if need be installed when the first test file of a run asks for it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sentence } from '../../../../dev/cli/failure.ts';
import type { Say } from '../../../../dev/cli/progress.ts';
import { findChromium } from '../../../../dev/programs/chromium.ts';

/** Tells the tests where to ask. */
export const CHROMIUM_VARIABLE = 'VAULT_TEST_CHROMIUM';

/** @returns an address that answers with the path of the program, or with 503 and a sentence */
export async function chromiumOnDemand(say: Say): Promise<string> {
  let found: Promise<string> | undefined;
  const server = createServer((_request, response) => {
    found ??= findChromium(say);
    found.then(
      (path) => response.end(path),
      (error) => response.writeHead(503).end(sentence(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Jest ends once its tests have.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
