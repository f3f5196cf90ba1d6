/**
 * The only way to send requests to addresses that users enter. The host is resolved once, every address it resolves to
 * must be public, and the connection goes to one of those, so a change of DNS between check and use has no effect.
 * Redirects are answers like any other, and only the status of an answer is read.
 */
import { CANCELLED, CONNREFUSED, NODATA, Resolver, TIMEOUT } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRules, addressProblem, hostOf, mayConnect } from './address.ts';

/** From the first DNS query until the status. DNS may take half of it. */
const TIMEOUT_MS = 10_000;
/** How long a name server may take before the query is repeated, once. */
const DNS = { timeout: 2_000, tries: 2 };

interface Resolved {
  address: string;
  family: number;
}

export interface GuardRules extends AddressRules {
  /** Left out: the system's. */
  dnsServers?: readonly string[];
  timeoutMs?: number;
}

/** Why there was no answer: a code that contains no address. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

export interface Guard {
  /**
   * Posts a body.
   *
   * @returns the status of the answer
   * @throws NoAnswer `address_not_allowed` before anything was sent; otherwise the system's code, or `timeout`
   */
  post(address: string, headers: Record<string, string>, body: string | Buffer): Promise<number>;
}

/**
 * Asks DNS for both kinds of address; one kind is enough. `dns.lookup` would occupy one of the two threads that all
 * look-ups in the process share, for as long as a stranger's name server likes. Without it, /etc/hosts and search
 * domains mean nothing here, as they should for public names.
 */
async function askDns(host: string, { dnsServers, timeoutMs = TIMEOUT_MS }: GuardRules): Promise<Resolved[]> {
  const resolver = new Resolver(DNS);
  if (dnsServers) resolver.setServers(dnsServers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs / 2);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
  const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason.code) : NODATA));
  const code = codes.find((each) => each !== NODATA) ?? NODATA;
  if (code === TIMEOUT || code === CANCELLED) throw new NoAnswer('timeout');
  // The name server refused the connection. An owner would take that code to mean their receiver.
  throw new NoAnswer(code === CONNREFUSED ? 'EAI_AGAIN' : code);
}

/** Resolves a host, once. Every one of its addresses must be allowed. @throws NoAnswer */
async function resolveAllowed(url: URL, rules: GuardRules): Promise<Resolved[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await askDns(host, rules) : [{ address: host, family }];
  if (!found.every(({ address }) => mayConnect(address, rules))) throw new NoAnswer('address_not_allowed');
  return found;
}

/** Answers the socket's look-up of the host with the addresses that were checked, whatever DNS says now. */
const answering =
  (resolved: Resolved[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = resolved as [Resolved, ...Resolved[]];
    if (all) callback(null, resolved);
    else callback(null, first.address, first.family);
  };

function send(url: URL, options: RequestOptions, body: string | Buffer): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on('error', reject);
    // Anything else that ends it, such as an unwanted upgrade.
    sent.on('close', () => reject(new NoAnswer('unreachable')));
    sent.end(body);
  });
}

const codeOf = (error: unknown, signal: AbortSignal): NoAnswer => {
  if (error instanceof NoAnswer) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'unreachable';
  return new NoAnswer(signal.aborted ? 'timeout' : code);
};

export function createGuard(rules: GuardRules): Guard {
  return {
    async post(address, headers, body) {
      if (addressProblem(address, rules) !== null) throw new NoAnswer('address_not_allowed');
      const url = new URL(address);
      const signal = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
      try {
        const resolved = await resolveAllowed(url, rules);
        const length = String(Buffer.byteLength(body));
        const options: RequestOptions = {
          method: 'POST',
          headers: { ...headers, 'content-length': length, connection: 'close' },
          lookup: answering(resolved),
          // A connection that was kept alive would skip the check.
          agent: false,
          signal,
        };
        return await send(url, options, body);
      } catch (error) {
        throw codeOf(error, signal);
      }
    },
  };
}
