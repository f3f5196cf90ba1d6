/**
 * The one way to addresses that users give. The host is resolved once, everything it resolves to must be public, and the
 * connection goes to exactly that, so DNS that changes between check and use changes nothing. Redirects are answers like
 * any other, and of an answer only the status is read.
 */
import { lookup } from 'node:dns/promises';
import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRules, addressProblem, hostOf, mayConnect } from './address.ts';

/** From the first question to DNS until the status. */
const TIMEOUT_MS = 10_000;

interface Resolved {
  address: string;
  family: number;
}

export interface GuardRules extends AddressRules {
  /** Asks DNS; in production the system's resolver. */
  resolve?: (host: string) => Promise<Resolved[]>;
  timeoutMs?: number;
}

/** Why there was no answer: a code without any address. */
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

const systemResolver = (host: string): Promise<Resolved[]> => lookup(host, { all: true, verbatim: true });

/** What a host resolves to, once; every address of it must be allowed. @throws NoAnswer */
async function resolveAllowed(url: URL, rules: GuardRules): Promise<Resolved[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family === 0 ? await (rules.resolve ?? systemResolver)(host) : [{ address: host, family }];
  if (found.length === 0 || !found.every(({ address }) => mayConnect(address, rules)))
    throw new NoAnswer('address_not_allowed');
  return found;
}

/** Answers the socket's question about the host with what was checked, whatever DNS says now. */
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
    sent.end(body);
  });
}

const codeOf = (error: unknown, signal: AbortSignal): NoAnswer => {
  if (error instanceof NoAnswer) return error;
  if (signal.aborted) return new NoAnswer('timeout');
  return new NoAnswer((error as NodeJS.ErrnoException).code ?? 'unreachable');
};

export function createGuard(rules: GuardRules): Guard {
  return {
    async post(address, headers, body) {
      if (addressProblem(address, rules) !== null) throw new NoAnswer('address_not_allowed');
      const url = new URL(address);
      const signal = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new NoAnswer('timeout')), { once: true });
      });
      late.catch(() => {});
      try {
        // DNS can't be told to stop.
        const resolved = await Promise.race([resolveAllowed(url, rules), late]);
        const length = String(Buffer.byteLength(body));
        const options: RequestOptions = {
          method: 'POST',
          headers: { ...headers, 'content-length': length, connection: 'close' },
          lookup: answering(resolved),
          // A kept connection would skip the check.
          agent: false,
          signal,
        };
        return await Promise.race([send(url, options, body), late]);
      } catch (error) {
        throw codeOf(error, signal);
      }
    },
  };
}
