/** Whether a request comes from a server's own page, or from no page at all. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * A foreign page can reach a server on this machine under a name that leads here (DNS rebinding), across origins, and by
 * a websocket. Browsers give it away in `Host`, `Origin` or `Sec-Fetch-Site`. A link from elsewhere may still open the
 * page in a tab.
 *
 * @param port where the server listens, on this machine
 */
export function isOwnRequest(headers: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-dest': destination } = headers;
  if (!hosts.includes(host) || (origin !== undefined && origin !== `http://${host}`)) return false;
  return ['same-origin', 'none'].includes(String(site)) || destination === 'document';
}
